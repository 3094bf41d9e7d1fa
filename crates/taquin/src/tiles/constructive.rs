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
//! 256 × 256) need no more memory than a few boards. [`Pieces`] are the same without detours between stages, and
//! [`ConstructiveSearch`] collects them behind the contract of all searches.
//!
//! ```
//! # use taquin::tiles::{Board, Problem, constructive::{Constructive, Method}};
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! for stage in Constructive::new(&problem, Method::Strategic) {
//!     let _ = format!("{}: {:?}", stage.task, stage.moves); // "bring 1 to its place: [Right, …]"
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod carry;
pub(super) mod ground;
pub(super) mod line;
mod pair;
mod remainder;
mod search;
mod stage;

pub(super) use pair::table as pair_table;
pub use search::{ConstructiveSearch, Pieces};
pub use stage::{Place, Stage, Task};

use super::{Direction, Problem, Shape};
use carry::{Carrier, Load};
use ground::{Ground, Rectangle, Trio};
use line::Line;
use pair::{Pairs, Plan, Window};
use std::collections::VecDeque;

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
pub struct Constructive {
    method: Method,
    goal: Box<[u16]>,
    goal_blank: usize,
    cells: Box<[u16]>,
    /// For each tile, its cell.
    positions: Box<[u16]>,
    blank: usize,
    ground: Ground,
    /// What is not solved yet, but for the line under way.
    rest: Rectangle,
    line: Option<Line>,
    /// Was the last line a row? Nothing before the first.
    last_was_row: Option<bool>,
    ready: VecDeque<Stage>,
    finished: bool,
    carrier: Carrier,
    pairs: Pairs,
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
            ground: Ground::new(shape),
            rest: Rectangle::whole(shape),
            line: None,
            last_was_row: None,
            ready: VecDeque::new(),
            finished: false,
            carrier: Carrier::default(),
            pairs: Pairs::new(),
        }
    }

    /// How many states its planning has looked at so far.
    pub fn generated(&self) -> u64 {
        self.carrier.generated()
    }

    fn shape(&self) -> Shape {
        self.ground.shape
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
            match Line::next(self.method, self.rest, self.shape().place(self.goal_blank), self.last_was_row) {
                Some(side) => {
                    self.last_was_row = Some(side.is_row());
                    self.line = Some(Line::new(self.shape(), &mut self.rest, side));
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
        let (ground, carrier) = (&self.ground, &mut self.carrier);
        let mut plan = |cell: usize, limit: usize| {
            let tile = usize::from(self.positions[usize::from(self.goal[cell])]);
            carrier.carry(ground, Load { blank: self.blank, tile, target: cell, avoid: None }, limit)
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
        self.ground.fix(cell);
        self.stage(Task::Place { tile, at: self.place(cell) }, moves);
    }

    /// Places the last two tiles of the line.
    fn place_pair(&mut self) {
        let Some(line) = &mut self.line else { return };
        let ends = [line.cells[line.open.start], line.cells[line.open.end - 1]];
        let inward = line.inward;
        line.open.start = line.open.end;
        let tiles = ends.map(|cell| self.goal[cell]);
        let trio = Trio { blank: self.blank, first: self.cell_of(tiles[0]), second: self.cell_of(tiles[1]) };
        if [trio.first, trio.second] != ends {
            let window = Window::new(&self.ground, ends, inward);
            let (pairs, carrier) = (&self.pairs, &mut self.carrier);
            let Plan { parked, rotation } = match self.method {
                Method::Strategic => pairs.explainable(carrier, &self.ground, &window, trio),
                Method::Greedy | Method::DivideAndConquer => pairs.shortest(carrier, &self.ground, &window, trio),
            };
            for park in parked {
                let which = usize::from(park.is_second);
                let (at, place) = (self.place(park.cell), self.place(ends[which]));
                self.stage(Task::Park { tile: tiles[which], at, place }, park.moves);
            }
            self.stage(Task::RotateIn { tiles }, rotation);
        }
        ends.into_iter().for_each(|cell| self.ground.fix(cell));
    }

    /// Solves what remains, which no line can be taken from.
    fn finish(&mut self) {
        let moves = remainder::solve(self.shape(), self.rest, &self.cells, &self.goal);
        let rest = self.rest;
        self.stage(Task::Finish { rows: rest.top..rest.bottom, cols: rest.left..rest.right }, moves);
        self.finished = true;
    }

    /// Makes the moves of a stage and hands it out; a stage without moves is none.
    fn stage(&mut self, task: Task, moves: Vec<Direction>) {
        for &direction in &moves {
            let source = self.shape().source(self.blank, direction).expect("plans keep to the board");
            let tile = self.cells[source];
            self.cells.swap(source, self.blank);
            self.positions[usize::from(tile)] = self.blank as u16;
            self.blank = source;
        }
        if !moves.is_empty() {
            self.ready.push_back(Stage { task, moves });
        }
    }
}

impl Iterator for Constructive {
    type Item = Stage;

    fn next(&mut self) -> Option<Stage> {
        while self.ready.is_empty() && !self.finished {
            self.advance();
        }
        self.ready.pop_front()
    }
}
