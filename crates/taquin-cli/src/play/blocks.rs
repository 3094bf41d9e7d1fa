//! The game with block puzzles.

mod draw;

use super::{
    grid::{Grid, Place},
    paint::Paint,
    puzzle::Puzzle,
    worker::{SearchResult, Task, WorkerHandle},
};
use crate::{answer::Verdict, args};
use ratatui::buffer::Buffer;
use std::time::Duration;
use taquin::blocks::{self, Cell, Direction, Metric, Move, Optimum, Options, Solver, State, catalogue};

/// A puzzle being played.
pub(crate) struct Blocks {
    puzzle: blocks::Puzzle,
    state: State,
    /// The block that keys move.
    chosen: usize,
    memory_limit: u64,
}

/// A move of one block by one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    block: usize,
    direction: Direction,
}

impl Blocks {
    pub(crate) fn new(puzzle: blocks::Puzzle, memory_limit: u64) -> Self {
        let mut game = Self { state: puzzle.start(), puzzle, chosen: 0, memory_limit };
        game.chosen = game.first_choice();
        game
    }

    /// The first goal block, or else the first one that can move.
    fn first_choice(&self) -> usize {
        let mut blocks = 0..self.puzzle.blocks().len();
        let goal = blocks.clone().find(|&block| self.puzzle.is_goal_block(block));
        goal.or_else(|| blocks.find(|&block| self.can_move(block))).unwrap_or_default()
    }

    fn can_move(&self, block: usize) -> bool {
        Direction::ALL.into_iter().any(|direction| self.after(&self.state, Step { block, direction }).is_some())
    }

    /// The state after a step, if it is legal.
    fn after(&self, state: &State, step: Step) -> Option<State> {
        let from = *state.corners().get(step.block)?;
        let to = from.step(step.direction)?;
        let mut next = state.clone();
        let mv = Move { block: step.block, from, to, path: vec![step.direction] };
        next.apply(&self.puzzle, &mv).ok().map(|()| next)
    }

    fn symbol(&self, block: usize) -> char {
        self.puzzle.blocks()[block].symbol()
    }
}

impl Puzzle for Blocks {
    type Step = Step;

    fn title(&self) -> String {
        let info = self.puzzle.info();
        let name = info.name.as_deref().unwrap_or("Blocks");
        match info.moves {
            Some(Optimum::Cost(moves)) => format!("{name} (best: {moves})"),
            _ => name.to_owned(),
        }
    }

    fn grid(&self) -> Grid {
        Grid { rows: self.puzzle.rows(), cols: self.puzzle.cols(), label: 1 }
    }

    fn draw(&self, buffer: &mut Buffer, place: &Place, paint: Paint, marked: Option<&Step>) {
        draw::board(self, buffer, place, paint, marked.copied());
    }

    fn goal(&self) -> Vec<String> {
        let Some(goal) = self.puzzle.goals().first() else { return Vec::new() };
        let symbol = |cell: Cell| {
            let mut targets = goal.targets().iter();
            let blocks = self.puzzle.blocks();
            let target =
                targets.find(|target| blocks[target.block].cells_at(target.corner).any(|covered| covered == cell));
            match (target, self.puzzle.ground(cell)) {
                (Some(target), _) => self.symbol(target.block),
                (None, blocks::CellKind::Outside) => ' ',
                (None, _) => '.',
            }
        };
        let row = |row: u8| (0..self.puzzle.cols() as u8).map(|col| symbol(Cell::new(row, col))).collect();
        (0..self.puzzle.rows() as u8).map(row).collect()
    }

    fn is_solved(&self) -> bool {
        self.state.is_solved(&self.puzzle)
    }

    fn make(&mut self, step: &Step) {
        if let Some(next) = self.after(&self.state, *step) {
            self.state = next;
            self.chosen = step.block;
        }
    }

    fn undo(&mut self, step: &Step) {
        self.make(&Step { direction: step.direction.inverse(), ..*step });
    }

    fn lengths(&self, steps: &[Step]) -> Vec<(&'static str, usize)> {
        let moves: Vec<Move> = steps.iter().map(|step| step.as_move()).collect();
        let names = ["move", "slide", "step"];
        Metric::ALL.into_iter().zip(names).map(|(metric, name)| (name, metric.cost(&moves) as usize)).collect()
    }

    /// A turn is at most one move, so it lowers the distance to the goal by at most one.
    fn lower_bound(&self, before: u32) -> u32 {
        if self.is_solved() { 0 } else { before.saturating_sub(1).max(1) }
    }

    /// Searches on one thread for five seconds: the shortest solution, or the layers finished by then.
    fn bound_search(&self) -> Option<Task<Step>> {
        if self.is_solved() {
            return None;
        }
        let puzzle = self.puzzle.starting_at(&self.state).ok()?;
        // why: it runs in the background and leaves cores and memory to searches that the player waits for.
        let options =
            Options { metric: Metric::Moves, memory_limit: self.memory_limit.min(256 << 20), ..Options::default() };
        Some(Box::new(move |handle| solve(handle, &puzzle, &options, Some(Duration::from_secs(5)))))
    }

    fn go(&mut self, direction: Direction, far: bool) -> Vec<Step> {
        let step = Step { block: self.chosen, direction };
        let mut steps = Vec::new();
        let mut state = self.state.clone();
        while let Some(next) = self.after(&state, step) {
            steps.push(step);
            state = next;
            if !far {
                break;
            }
        }
        steps
    }

    /// A click on a block chooses it; one on a free cell brings the chosen block there by the shortest way.
    fn click(&mut self, (row, col): (usize, usize)) -> Vec<Step> {
        let cell = Cell::new(row as u8, col as u8);
        if let Some(block) = self.state.block_at(&self.puzzle, cell) {
            self.chosen = block;
            return Vec::new();
        }
        let block = self.chosen;
        let destinations = self.state.destinations(&self.puzzle, block);
        let covers = |corner| self.puzzle.blocks()[block].cells_at(corner).any(|covered| covered == cell);
        let way = destinations.into_iter().find(|destination| covers(destination.corner));
        let steps = way.map(|way| way.path.into_iter().map(|direction| Step { block, direction }).collect());
        steps.unwrap_or_default()
    }

    fn has_choice(&self) -> bool {
        self.puzzle.blocks().len() > 1
    }

    /// The next block that can move, in reading order, wrapping around.
    fn choose(&mut self, back: bool) {
        let count = self.puzzle.blocks().len();
        let others = (1..=count).map(|by| (self.chosen + if back { count - by } else { by }) % count);
        let next = others.into_iter().find(|&block| self.can_move(block));
        self.chosen = next.unwrap_or(self.chosen);
    }

    fn toggle_keys(&mut self) -> Option<&'static str> {
        None
    }

    fn describe(&self, step: &Step) -> String {
        let word = ["up", "down", "left", "right"][step.direction as usize];
        format!("{} {word}", self.symbol(step.block))
    }

    fn turns(&self, steps: Vec<Step>) -> Vec<Vec<Step>> {
        steps.chunk_by(|one, next| one.block == next.block).map(<[_]>::to_vec).collect()
    }

    fn algorithms(&self) -> Vec<&'static str> {
        vec!["fewest moves", "fewest slides", "fewest steps"]
    }

    fn default_algorithm(&self) -> usize {
        0
    }

    fn search(&self, algorithm: usize, _force: bool) -> Task<Step> {
        let puzzle = self.puzzle.starting_at(&self.state);
        let threads = args::threads(None);
        let options =
            Options { metric: Metric::ALL[algorithm], memory_limit: self.memory_limit, threads, ..Options::default() };
        Box::new(move |handle| match &puzzle {
            Ok(puzzle) => solve(handle, puzzle, &options, None),
            Err(error) => SearchResult::Failed(error.to_string()),
        })
    }

    fn hint(&self) -> Task<Step> {
        self.search(0, false)
    }

    /// The catalogue.
    fn new_games(&self) -> Vec<&'static str> {
        catalogue_puzzles().map(|puzzle| puzzle.info().name.as_deref().unwrap_or("unnamed")).collect()
    }

    fn start_new(&mut self, choice: usize) -> Result<(), String> {
        if let Some(puzzle) = catalogue_puzzles().nth(choice) {
            *self = Self::new(puzzle.clone(), self.memory_limit);
        }
        Ok(())
    }
}

fn catalogue_puzzles() -> impl Iterator<Item = &'static blocks::Puzzle> {
    catalogue::packs().iter().flat_map(|pack| &pack.puzzles)
}

fn solve(
    handle: &WorkerHandle<Step>,
    puzzle: &blocks::Puzzle,
    options: &Options,
    limit: Option<Duration>,
) -> SearchResult<Step> {
    match Solver::new(puzzle, options) {
        Ok(mut solver) => handle.solve(
            &mut solver,
            limit,
            |moves| steps(&moves),
            || Verdict::NoSolution("There is no solution from here; this is proven."),
        ),
        Err(error) => SearchResult::Failed(error.to_string()),
    }
}

fn steps(moves: &[Move]) -> Vec<Step> {
    let of_move = |mv: &Move| {
        let block = mv.block;
        mv.path.iter().map(move |&direction| Step { block, direction }).collect::<Vec<_>>()
    };
    moves.iter().flat_map(of_move).collect()
}

impl Step {
    /// A move for the metrics, which ignore cells.
    fn as_move(self) -> Move {
        let nowhere = Cell::new(0, 0);
        Move { block: self.block, from: nowhere, to: nowhere, path: vec![self.direction] }
    }
}
