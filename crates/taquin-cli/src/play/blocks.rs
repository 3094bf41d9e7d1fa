//! Block puzzles, played.

mod draw;

use super::{
    grid::{Grid, Place},
    paint::Paint,
    puzzle::Puzzle,
    worker::{Desk, Finding, Task},
};
use ratatui::buffer::Buffer;
use std::{thread, time::Duration};
use taquin::{
    blocks::{self, Cell, Direction, Metric, Move, Optimum, Options, Solver, State, catalogue},
    search::Status,
    tiles,
};

/// A puzzle and where its blocks are.
pub(crate) struct Blocks {
    puzzle: blocks::Puzzle,
    state: State,
    /// The block that keys move.
    chosen: usize,
    memory_limit: u64,
}

/// One block by one cell.
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
        let to = step.direction.step(from)?;
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
                (None, blocks::Ground::Outside) => ' ',
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

    fn take_back(&mut self, step: &Step) {
        let direction = match step.direction {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        };
        self.make(&Step { direction, ..*step });
    }

    fn lengths(&self, steps: &[Step]) -> Vec<(&'static str, usize)> {
        let moves: Vec<Move> = steps.iter().map(|step| step.as_move()).collect();
        let names = ["move", "slide", "step"];
        Metric::ALL.into_iter().zip(names).map(|(metric, name)| (name, metric.cost(&moves) as usize)).collect()
    }

    /// A turn is a move or a part of one, so it brings the goal nearer by at most one move.
    fn at_least(&self, before: u32) -> u32 {
        if self.is_solved() { 0 } else { before.saturating_sub(1).max(1) }
    }

    /// The shortest solution where it is soon found, or else as many layers as are soon searched through.
    fn bounding(&self) -> Option<Task<Step>> {
        if self.is_solved() {
            return None;
        }
        let puzzle = self.puzzle.starting_at(&self.state).ok()?;
        // why: nobody waits for it, so it leaves the processors and the memory to what was asked for.
        let options = Options { metric: Metric::Moves, memory_limit: self.memory_limit.min(256 << 20), threads: 1 };
        Some(Box::new(move |desk| solve(desk, &puzzle, &options, Some(Duration::from_secs(5)))))
    }

    fn go(&mut self, direction: tiles::Direction, far: bool) -> Vec<Step> {
        let direction = Direction::ALL[direction as usize];
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

    /// The next block that can move, in reading order and round.
    fn choose(&mut self, back: bool) {
        let count = self.puzzle.blocks().len();
        let others = (1..=count).map(|by| (self.chosen + if back { count - by } else { by }) % count);
        let next = others.into_iter().find(|&block| self.can_move(block));
        self.chosen = next.unwrap_or(self.chosen);
    }

    fn exchange_keys(&mut self) -> Option<&'static str> {
        None
    }

    fn told(&self, step: &Step) -> String {
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
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let options = Options { metric: Metric::ALL[algorithm], memory_limit: self.memory_limit, threads };
        Box::new(move |desk| match &puzzle {
            Ok(puzzle) => solve(desk, puzzle, &options, None),
            Err(error) => Finding::Failed(error.to_string()),
        })
    }

    fn hint(&self) -> Task<Step> {
        self.search(0, false)
    }

    /// The catalogue.
    fn beginnings(&self) -> Vec<&'static str> {
        catalogue_puzzles().map(|puzzle| puzzle.info().name.as_deref().unwrap_or("unnamed")).collect()
    }

    fn begin(&mut self, choice: usize) -> Result<(), String> {
        if let Some(puzzle) = catalogue_puzzles().nth(choice) {
            *self = Self::new(puzzle.clone(), self.memory_limit);
        }
        Ok(())
    }
}

fn catalogue_puzzles() -> impl Iterator<Item = &'static blocks::Puzzle> {
    catalogue::packs().iter().flat_map(|pack| &pack.puzzles)
}

fn solve(desk: &Desk<Step>, puzzle: &blocks::Puzzle, options: &Options, limit: Option<Duration>) -> Finding<Step> {
    let mut solver = match Solver::new(puzzle, options) {
        Ok(solver) => solver,
        Err(error) => return Finding::Failed(error.to_string()),
    };
    let end = desk.pump(&mut solver, limit);
    match (solver.checked_solution(), end) {
        (Ok(Some(moves)), _) => Finding::Solved { steps: steps(moves), is_shortest: end == Some(Status::Solved) },
        (Ok(None), Some(Status::Exhausted)) => {
            Finding::Failed("There is no solution from here; this is proven.".to_owned())
        }
        (Ok(None), Some(Status::Full)) => Finding::Failed("The memory is full: no solution yet.".to_owned()),
        (Ok(None), _) => Finding::Stopped,
        (Err(error), _) => Finding::Failed(format!("This is a bug in taquin, please report it: {error}")),
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
    /// A move as far as metrics look at it: they need no places.
    fn as_move(self) -> Move {
        let nowhere = Cell::new(0, 0);
        Move { block: self.block, from: nowhere, to: nowhere, path: vec![self.direction] }
    }
}
