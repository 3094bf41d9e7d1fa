//! Solvers that build the solution up, tile by tile: any board at once, never the shortest way.
//!
//! All three solve one line (a row or a column) after the other and never touch it again, until a small rectangle
//! remains. A line is solved tile by tile; its last two tiles go in together. They differ in the order:
//!
//! - [`Method::Greedy`] takes a line off the longer side of what remains, rows and columns in turn, and within it
//!   always the end whose tile is cheaper to place; at most 3 × 3 remains and is solved optimally;
//! - [`Method::DivideAndConquer`] takes row, column, row, column, … until 2 × 2 remains;
//! - [`Method::Strategic`] takes rows until two remain, then columns, and moves as a person would.
//!
//! A line that holds the blank in the goal cannot be solved first, so the line on the opposite side is taken in its
//! place: that way the goal's blank may be anywhere.
//!
//! A solver hands out its answer in [`Stage`]s as it goes, so even the longest answers (some 50 million moves on
//! 256 × 256) need no more memory than a few boards. [`ConstructiveSearch`] collects them behind the contract of all
//! searches and remembers where each stage ends.
//!
//! ```
//! # use taquin::tiles::{Board, Problem, constructive::{Constructive, Method}};
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! for stage in Constructive::new(&problem, Method::Strategic) {
//!     let _ = format!("{}: {:?}", stage.task, stage.moves); // "bring 1 to its place: [Right, …]"
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(super) mod free_cells;
pub(super) mod line;
mod pair;
pub(super) mod rectangle;
mod remainder;
mod router;
mod search;
mod stage;

pub(super) use pair::table as pair_table;
pub use search::ConstructiveSearch;
pub use stage::{Place, Stage, Task};

use super::{Direction, Problem, Shape};
use free_cells::FreeCells;
use line::BoardLine;
use pair::{PairPlan, Pairs, Triple, Window};
use rectangle::Rectangle;
use router::{Delivery, Router};
use std::{collections::VecDeque, fmt};

/// In which order a board is built up.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Method {
    /// Lines off the longer side, the cheaper end first, the last 3 × 3 optimally: the shortest answers of the three.
    Greedy,
    /// Row, column, row, column, … and the last 2 × 2.
    DivideAndConquer,
    /// Rows, then columns, then the last 2 × 2, as a person would: each stage can be explained.
    Strategic,
}

impl Method {
    /// The side of the square that is left over at the end.
    const fn remainder(self) -> usize {
        match self {
            Self::Greedy => 3,
            Self::DivideAndConquer | Self::Strategic => 2,
        }
    }
}

/// A board on its way to the goal: an iterator over the stages of the solution.
///
/// The moves of all stages, one after the other, are the solution; no move in it is taken back at once, neither within a
/// stage nor where two stages meet.
pub struct Constructive {
    method: Method,
    goal: Box<[u16]>,
    goal_blank: usize,
    cells: Box<[u16]>,
    /// For each tile, its cell.
    positions: Box<[u16]>,
    blank: usize,
    free: FreeCells,
    /// What is not solved yet, but for the line under way.
    rest: Rectangle,
    line: Option<BoardLine>,
    /// Was the last line a row? Nothing before the first.
    last_was_row: Option<bool>,
    /// Stages that nothing will change any more, but for a last one that parks a tile.
    ready: VecDeque<Stage>,
    finished: bool,
    router: Router,
    pairs: Pairs,
}

impl fmt::Debug for Constructive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Constructive")
            .field("method", &self.method)
            .field("rest", &self.rest)
            .field("finished", &self.finished)
            .finish_non_exhaustive()
    }
}

impl Constructive {
    /// Begins to solve a problem.
    pub fn new(problem: &Problem, method: Method) -> Self {
        let (start, goal, shape) = (problem.start(), problem.goal(), problem.shape());
        let mut positions: Box<[u16]> = vec![0; shape.cells()].into();
        for (cell, &tile) in start.cells().iter().enumerate() {
            positions[usize::from(tile)] = cell as u16;
        }
        Self {
            method,
            goal: goal.cells().into(),
            goal_blank: goal.blank(),
            cells: start.cells().into(),
            positions,
            blank: start.blank(),
            free: FreeCells::new(shape),
            rest: Rectangle::whole(shape),
            line: None,
            last_was_row: None,
            ready: VecDeque::new(),
            finished: false,
            router: Router::default(),
            pairs: Pairs::new(),
        }
    }

    /// How many states its planning has looked at so far.
    pub fn generated(&self) -> u64 {
        self.router.generated()
    }

    fn shape(&self) -> Shape {
        self.free.shape
    }

    fn place(&self, cell: usize) -> Place {
        self.shape().place(cell).into()
    }

    fn cell_of(&self, tile: u16) -> usize {
        usize::from(self.positions[usize::from(tile)])
    }

    /// Does the next bit of work: a line begun, a tile placed, a pair rotated in, a line ended or the end itself.
    fn advance(&mut self) {
        let Some(line) = &self.line else {
            match BoardLine::next(self.method, self.rest, self.shape().place(self.goal_blank), self.last_was_row) {
                Some(side) => {
                    self.last_was_row = Some(side.is_row());
                    self.line = Some(BoardLine::new(self.shape(), &mut self.rest, side));
                }
                None => self.finish(),
            }
            return;
        };
        let open = line.open.clone();
        match open.len() {
            0 => self.line = None,
            1 => unreachable!("the last two tiles of a line are placed together"),
            2 => self.place_pair(),
            _ => self.place_one(),
        }
    }

    /// Places the tile of one end of the line: the first, or the cheaper one if the method is greedy.
    fn place_one(&mut self) {
        let Some(line) = &mut self.line else { return };
        let (free, router) = (&self.free, &mut self.router);
        let mut plan = |cell: usize, limit: usize| {
            let tile = usize::from(self.positions[usize::from(self.goal[cell])]);
            router.deliver(free, Delivery { blank: self.blank, tile, target: cell, avoid: None }, limit)
        };
        let (first, last) = (line.cells[line.open.start], line.cells[line.open.end - 1]);
        let from_start =
            plan(first, usize::MAX).expect("two more cells of the line stay open, so no tile is locked in");
        let limit = if self.method == Method::Greedy { from_start.len() } else { 0 };
        let from_end = plan(last, limit);
        let (cell, moves) = match from_end {
            Some(moves) => {
                line.open.end -= 1;
                (last, moves)
            }
            None => {
                line.open.start += 1;
                (first, from_start)
            }
        };
        let tile = self.goal[cell];
        self.free.fix(cell);
        self.stage(Task::Place { tile, at: self.place(cell) }, moves);
    }

    /// Places the last two tiles of the line.
    fn place_pair(&mut self) {
        let Some(line) = &mut self.line else { return };
        let ends = [line.cells[line.open.start], line.cells[line.open.end - 1]];
        let inward = line.inward;
        line.open.start = line.open.end;
        let tiles = ends.map(|cell| self.goal[cell]);
        let triple = Triple { blank: self.blank, first: self.cell_of(tiles[0]), second: self.cell_of(tiles[1]) };
        if [triple.first, triple.second] != ends {
            let window = Window::new(&self.free, ends, inward);
            let (pairs, router) = (&self.pairs, &mut self.router);
            let PairPlan { parked, rotation } = match self.method {
                Method::Strategic => pairs.explainable(router, &self.free, &window, triple),
                Method::Greedy | Method::DivideAndConquer => pairs.shortest(router, &self.free, &window, triple),
            };
            for park in parked {
                let which = usize::from(park.is_second);
                let (at, place) = (self.place(park.cell), self.place(ends[which]));
                self.stage(Task::Park { tile: tiles[which], at, place }, park.moves);
            }
            self.stage(Task::RotateIn { tiles }, rotation);
        }
        ends.into_iter().for_each(|cell| self.free.fix(cell));
    }

    /// Solves what remains, which no line can be taken from.
    fn finish(&mut self) {
        let moves = remainder::solve(self.shape(), self.rest, &self.cells, &self.goal);
        let rest = self.rest;
        self.stage(Task::Finish { rows: rest.top..rest.bottom, cols: rest.left..rest.right }, moves);
        self.finished = true;
    }

    /// Makes the moves of a stage and adds it to those that are ready; a stage without moves is none.
    ///
    /// Where it begins by taking the end of the last one back, both vanish.
    fn stage(&mut self, task: Task, moves: Vec<Direction>) {
        for &direction in &moves {
            let source = self.shape().source(self.blank, direction).expect("plans keep to the board");
            let tile = self.cells[source];
            self.cells.swap(source, self.blank);
            self.positions[usize::from(tile)] = self.blank as u16;
            self.blank = source;
        }
        let mut left = Stage { task, moves: Vec::new() };
        for direction in moves {
            match left.moves.last().or_else(|| self.ready.back().and_then(|stage| stage.moves.last())) {
                Some(&last) if last == direction.inverse() => self.take_back(&mut left),
                _ => left.moves.push(direction),
            }
        }
        if !left.moves.is_empty() {
            self.ready.push_back(left);
        }
    }

    /// Takes the last move away, from the stage under way or from the last one that is ready.
    fn take_back(&mut self, stage: &mut Stage) {
        if stage.moves.pop().is_some() {
            return;
        }
        if let Some(last) = self.ready.back_mut() {
            last.moves.pop();
            if last.moves.is_empty() {
                self.ready.pop_back();
            }
        }
    }

    /// May the next stage change those that are ready?
    fn is_open(&self) -> bool {
        // why: any other stage ends with a move that brings a tile to where it stays, so no later one takes it back.
        self.ready.back().is_none_or(|stage| matches!(stage.task, Task::Park { .. }))
    }
}

impl Iterator for Constructive {
    type Item = Stage;

    fn next(&mut self) -> Option<Stage> {
        while self.is_open() && !self.finished {
            self.advance();
        }
        self.ready.pop_front()
    }
}
