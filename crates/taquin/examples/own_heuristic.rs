//! A heuristic of one's own for tile boards, searched by the engine's IDA\*: `cargo run --release --example own_heuristic`.
//!
//! It counts the tiles that are out of place. That is a weak bound, but never too high, so the solution is shortest; the
//! same loop with the engine's Manhattan distance shows what a better bound saves.

use std::error::Error;
use taquin::{
    direction::Direction,
    replay,
    search::{Cost, Heuristic, Search, Status, ida_star::IdaStar},
    tiles::{
        Board, Manhattan, Problem,
        grid::{Cells, Grid, Nibbles},
    },
};

/// The tiles that are out of place.
struct Misplaced {
    grid: Grid<Nibbles>,
    /// The tile that belongs in each cell.
    goal: Nibbles,
}

impl Misplaced {
    /// 1 for a tile in a cell where it does not belong; the blank does not count.
    fn cost(&self, tile: usize, cell: usize) -> Cost {
        Cost::from(tile != 0 && self.goal.tile(cell) != tile)
    }
}

impl Heuristic<Grid<Nibbles>> for Misplaced {
    /// The count itself: it fits in a register.
    type Memo = Cost;

    fn start(&self, state: &Nibbles) -> Cost {
        (0..self.grid.shape().cells()).map(|cell| self.cost(state.tile(cell), cell)).sum()
    }

    /// Only one tile moves, from `source` to where the blank is.
    fn step(&self, memo: Cost, before: &Nibbles, direction: Direction) -> Cost {
        let blank = before.blank();
        let source = self.grid.source(blank, direction);
        let tile = before.tile(source);
        memo - self.cost(tile, source) + self.cost(tile, blank)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = "8 2 0/4 6 1/3 7 5".parse()?;
    let problem = Problem::to_default_goal(board)?;
    let (grid, start) = Grid::<Nibbles>::for_problem(&problem);
    let goal = Nibbles::pack(problem.goal());
    report("misplaced tiles", &problem, IdaStar::new(grid.clone(), Misplaced { grid: grid.clone(), goal }, start))?;
    report("Manhattan distance", &problem, IdaStar::new(grid, Manhattan::new(problem.goal()), start))
}

/// Runs a search to its end, replays its answer by independent code, and tells what it cost.
fn report(name: &str, problem: &Problem, mut search: impl Search<Move = Direction>) -> Result<(), Box<dyn Error>> {
    while search.run(100_000) == Status::Paused {}
    let moves = search.solution().ok_or("a problem can be solved")?;
    replay::tiles(problem.start(), problem.goal(), moves)?;
    println!("{name}: {} moves, {} states expanded", moves.len(), search.stats().expanded);
    Ok(())
}
