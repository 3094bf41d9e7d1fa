//! Set-up, tests and demonstrations of Taquin.

fn main() {}
