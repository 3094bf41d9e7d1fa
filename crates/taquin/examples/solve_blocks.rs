//! Solves a block puzzle and tells how far it is: `cargo run --release --example solve_blocks -- "Klotski"`.
//!
//! The caller pumps the search, so progress, a time limit and a way to stop are three lines of its own loop.

use std::{
    env,
    error::Error,
    time::{Duration, Instant},
};
use taquin::{
    blocks::{Metric, Options, Solver, catalogue},
    search::{Search, Status},
};

/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).unwrap_or_else(|| "Klotski".to_owned());
    let (_, puzzle) = catalogue::find(&name).ok_or("there is no puzzle of that name")?;
    let mut solver = Solver::new(puzzle, &Options { metric: Metric::Moves, ..Options::default() })?;
    let begun = Instant::now();
    let status = loop {
        let status = solver.run(10_000);
        if status != Status::Paused || begun.elapsed() > PATIENCE {
            break status;
        }
        eprintln!("{} positions, {} waiting", solver.stats().generated, solver.frontier());
    };
    match solver.checked_solution()? {
        Some(moves) => {
            let steps: Vec<String> = moves.iter().map(|mv| format!("{}:{}", mv.block, mv.letters())).collect();
            println!("{} moves, proven shortest: {}", Metric::Moves.cost(moves), steps.join(" "));
        }
        None if status == Status::Exhausted => println!("it has no solution, which is proven"),
        None => println!("not solved: {status:?}"),
    }
    Ok(())
}
