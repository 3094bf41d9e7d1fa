//! Solves a board in the fewest moves: `cargo run --example solve_board -- "8 2 0/4 6 1/3 7 5"`.

use std::{env, error::Error};
use taquin::tiles::{Algorithm, Board, Options, Problem, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = env::args().nth(1).unwrap_or_else(|| "8 2 0/4 6 1/3 7 5".to_owned());
    let board: Board = text.parse()?;
    // An unsolvable board is refused here, and the error says why.
    let problem = Problem::to_default_goal(board)?;
    let mut solver = Solver::new(&problem, &Options::new(Algorithm::Auto))?;
    match solver.finish()? {
        Some(moves) if solver.is_proven() => println!("{moves}: {} moves, proven shortest", moves.stm()),
        Some(moves) => println!("{moves}: {} moves", moves.stm()),
        None => println!("out of memory"),
    }
    Ok(())
}
