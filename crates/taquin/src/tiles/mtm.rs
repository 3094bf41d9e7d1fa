//! Shortest solutions in the multi-tile metric: a straight slide of several tiles counts one.
//!
//! Iterative deepening over slides. Two slides in a row along the same line are one, or partly undo each other, so a
//! shortest solution goes up or down and sideways in turn; that leaves three slides to try on a 4×4 board, and makes the
//! lower bound of `walking` strong: slides up and down and slides sideways are counted apart, added up, and have to
//! take turns.
//!
//! ```
//! use taquin::{search::{Search, Status}, tiles::{Moves, Problem, mtm::Mtm, optimal::Resources}};
//!
//! let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
//! let mut search = Mtm::new(&problem, &Resources::default(), 1 << 30)?;
//! while search.run(100_000) == Status::Paused {}
//! assert_eq!(search.solution().map(|moves| Moves::from(moves).mtm()), Some(18));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod walking;

use super::{
    Board, Direction, Problem, Shape,
    grid::{Cells, Grid, Nibbles},
    line_cache::{LineCache, Lines},
    optimal::Resources,
};
use crate::search::{Cost, Heuristic, Phase, Search, Space, Stats, Status, ida_star::IdaStar};
use std::{fmt, sync::Arc};
use thiserror::Error;
use walking::{Walking, WalkingBuild};

/// Tables for the boards of one process.
pub(super) type SlideTables = LineCache<Walking>;

/// Why a board cannot be solved optimally in this metric.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("optimal solutions in multi-tile moves are for boards of up to 16 cells, not of {shape}")]
pub struct MtmTooLargeError {
    /// The size of the board.
    pub shape: Shape,
}

/// Are boards of this size small enough?
pub(super) fn check(shape: Shape) -> Result<(), MtmTooLargeError> {
    if shape.cells() <= Nibbles::CAPACITY { Ok(()) } else { Err(MtmTooLargeError { shape }) }
}

/// The search for a solution of the fewest slides.
///
/// Its solution is given in single-tile moves, like those of all searches; [`Stats::lower_bound`] and [`Stats::bounds`] count slides.
#[derive(Debug)]
pub struct Mtm {
    stage: MtmStage,
    solution: Option<Vec<Direction>>,
}

/// What the search is doing.
#[expect(clippy::large_enum_variant, reason = "there is one of them for a search, never a list")]
enum MtmStage {
    /// Building the tables of its bound.
    Building {
        start: Board,
        build: Option<TurnsBuild>,
        stats: Stats,
    },
    Searching(Box<IdaStar<Slides, Turns>>),
}

impl fmt::Debug for MtmStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Building { start, .. } => f.debug_struct("Building").field("start", start).finish_non_exhaustive(),
            Self::Searching(search) => search.fmt(f),
        }
    }
}

impl Mtm {
    /// A search for a solution of a problem.
    ///
    /// - `memory_limit`: how much its tables may take, in bytes; with fewer than they need the bound is weaker.
    ///
    /// # Errors
    /// If the board has more than 16 cells.
    pub fn new(problem: &Problem, resources: &Resources, memory_limit: u64) -> Result<Self, MtmTooLargeError> {
        let build = Some(TurnsBuild::new(problem.goal(), resources.slide_tables(), memory_limit)?);
        let stats = Stats { phase: Phase::Building { done: 0, total: 0 }, ..Stats::default() };
        Ok(Self { stage: MtmStage::Building { start: problem.start().clone(), build, stats }, solution: None })
    }

    /// Begins to search, once the tables are there.
    fn search(turns: Turns, start: &Board) -> Self {
        let slides = Slides { grid: Grid::new(&turns.goal) };
        let search = Box::new(IdaStar::new(slides, turns, Nibbles::pack(start)));
        let mut search = Self { stage: MtmStage::Searching(search), solution: None };
        search.tell();
        search
    }

    fn tell(&mut self) {
        let single = |slide: &Slide| std::iter::repeat_n(slide.direction, slide.count.into());
        if let MtmStage::Searching(search) = &self.stage {
            self.solution = search.solution().map(|slides| slides.iter().flat_map(single).collect());
        }
    }
}

impl Search for Mtm {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        let status = match &mut self.stage {
            MtmStage::Searching(search) => search.run(budget),
            MtmStage::Building { start, build, stats } => {
                let is_built = build.as_mut().is_none_or(|build| build.run(budget));
                stats.phase = Phase::Building { done: build.as_ref().map_or(0, TurnsBuild::done), total: 0 };
                if let (true, Some(build)) = (is_built, build.take_if(|_| is_built)) {
                    *self = Self::search(build.finish(), start);
                    if budget == u64::MAX {
                        return self.run(budget);
                    }
                }
                Status::Paused
            }
        };
        self.tell();
        status
    }

    fn stats(&self) -> &Stats {
        match &self.stage {
            MtmStage::Building { stats, .. } => stats,
            MtmStage::Searching(search) => search.stats(),
        }
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.solution.as_deref()
    }
}

/// Several tiles moved in one go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Slide {
    direction: Direction,
    count: u8,
}

/// Boards and the slides between them.
#[derive(Debug)]
struct Slides {
    grid: Grid<Nibbles>,
}

/// The slides of one board, one after the other: how far each direction allows.
#[derive(Debug)]
struct SlidesOf {
    most: [u8; 4],
    next: Slide,
}

impl Iterator for SlidesOf {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        while self.next.count > self.most[self.next.direction as usize] {
            let direction = Direction::ALL.get(self.next.direction as usize + 1)?;
            self.next = Slide { direction: *direction, count: 1 };
        }
        let slide = self.next;
        self.next.count += 1;
        Some(slide)
    }
}

impl Space for Slides {
    type State = Nibbles;
    type Move = Slide;
    type Moves = SlidesOf;

    fn is_goal(&self, state: &Nibbles) -> bool {
        self.grid.is_goal(state)
    }

    #[inline]
    fn moves(&self, state: &Nibbles, last: Option<Slide>) -> SlidesOf {
        let shape = self.grid.shape();
        let (row, col) = shape.place(state.blank());
        // Up moves the tiles below the blank, left those to the right of it.
        let mut most = [shape.rows() - 1 - row, row, shape.cols() - 1 - col, col].map(|count| count as u8);
        if let Some(last) = last {
            let line = if last.direction.is_vertical() { 0 } else { 2 };
            most[line] = 0;
            most[line + 1] = 0;
        }
        SlidesOf { most, next: Slide { direction: Direction::Up, count: 1 } }
    }

    #[inline]
    fn apply(&self, state: &mut Nibbles, slide: Slide) {
        for _ in 0..slide.count {
            self.grid.apply(state, slide.direction);
        }
    }

    fn inverse(&self, slide: Slide) -> Slide {
        Slide { direction: slide.direction.inverse(), ..slide }
    }
}

/// The lower bound for one goal: slides up and down, and slides sideways, take turns. Copies share its tables.
#[derive(Clone)]
struct Turns {
    goal: Board,
    shape: Shape,
    vertical: Arc<Walking>,
    horizontal: Arc<Walking>,
    /// For each tile the row and the column of its place in the goal.
    rows: [u8; 16],
    cols: [u8; 16],
}

/// What [`Turns`] carry along a path.
#[derive(Clone, Copy, Debug)]
struct TurnsMemo {
    vertical: u32,
    horizontal: u32,
    last: Option<Direction>,
}

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").field("goal", &self.goal).finish_non_exhaustive()
    }
}

/// The tables of [`Turns`] that are being built, in slices.
struct TurnsBuild {
    goal: Board,
    tables: SlideTables,
    /// The tables still to be built.
    missing: Vec<Lines>,
    build: Option<Box<(Lines, WalkingBuild)>>,
    memory_limit: u64,
}

impl TurnsBuild {
    /// # Errors
    /// If the board has more than 16 cells.
    fn new(goal: &Board, tables: &SlideTables, memory_limit: u64) -> Result<Self, MtmTooLargeError> {
        check(goal.shape())?;
        let missing = both_lines(goal).into();
        Ok(Self { goal: goal.clone(), tables: tables.clone(), missing, build: None, memory_limit })
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether the tables are there.
    fn run(&mut self, budget: u64) -> bool {
        // why: an arrangement is expanded about as fast as sixteen nodes.
        let budget = (budget / 16).max(1);
        if let Some(mut build) = self.build.take() {
            if !build.1.run(budget) {
                self.build = Some(build);
                return false;
            }
            let (lines, build) = *build;
            let table = build.finish();
            self.tables.get_or_insert_with(lines, || table);
        }
        while let Some(lines) = self.missing.pop() {
            if !self.tables.has(lines) {
                self.build = Some(Box::new((lines, WalkingBuild::new(lines, self.memory_limit / 2))));
                return false;
            }
        }
        true
    }

    /// Arrangements expanded for the table that is being built.
    fn done(&self) -> u64 {
        self.build.as_ref().map_or(0, |build| build.1.done())
    }

    /// The bound, once [`Self::run`] has returned `true`.
    fn finish(self) -> Turns {
        let Self { goal, tables, memory_limit, .. } = self;
        let table = |lines| {
            tables.get_or_insert_with(lines, || {
                let mut build = WalkingBuild::new(lines, memory_limit / 2);
                while !build.run(u64::MAX) {}
                build.finish()
            })
        };
        let shape = goal.shape();
        let [vertical, horizontal] = both_lines(&goal).map(table);
        let (mut rows, mut cols) = ([0; 16], [0; 16]);
        for (tile, cell) in goal.positions().into_iter().enumerate() {
            let (row, col) = shape.place(cell);
            rows[tile] = row as u8;
            cols[tile] = col as u8;
        }
        Turns { goal, shape, vertical, horizontal, rows, cols }
    }
}

/// The lines of the two tables for a goal: its rows, and its columns.
fn both_lines(goal: &Board) -> [Lines; 2] {
    let shape = goal.shape();
    let (row, col) = shape.place(goal.blank());
    [
        Lines { count: shape.rows(), len: shape.cols(), blank: row },
        Lines { count: shape.cols(), len: shape.rows(), blank: col },
    ]
}

impl Heuristic<Slides> for Turns {
    type Memo = TurnsMemo;

    fn start(&self, state: &Nibbles) -> TurnsMemo {
        let tiles = |class: &[u8; 16], line: &dyn Fn(usize) -> usize| {
            let cells = (0..self.shape.cells()).filter(|&cell| cell != state.blank());
            cells.map(|cell| (line(cell), usize::from(class[state.tile(cell)]))).collect::<Vec<_>>()
        };
        let (row, col) = self.shape.place(state.blank());
        TurnsMemo {
            vertical: self.vertical.find(row, &tiles(&self.rows, &|cell| self.shape.place(cell).0)),
            horizontal: self.horizontal.find(col, &tiles(&self.cols, &|cell| self.shape.place(cell).1)),
            last: None,
        }
    }

    #[inline]
    fn step(&self, memo: TurnsMemo, before: &Nibbles, slide: Slide) -> TurnsMemo {
        let mut memo = TurnsMemo { last: Some(slide.direction), ..memo };
        let cols = self.shape.cols() as isize;
        let offset = [cols, -cols, 1, -1][slide.direction as usize];
        // Up and left bring tiles from lines further on.
        let forward = matches!(slide.direction, Direction::Up | Direction::Left);
        let mut cell = before.blank();
        for _ in 0..slide.count {
            cell = cell.wrapping_add_signed(offset);
            let tile = before.tile(cell);
            if slide.direction.is_vertical() {
                memo.vertical = self.vertical.after(memo.vertical, forward, self.rows[tile].into());
            } else {
                memo.horizontal = self.horizontal.after(memo.horizontal, forward, self.cols[tile].into());
            }
        }
        memo
    }

    #[inline]
    fn value(&self, memo: TurnsMemo) -> Cost {
        let (vertical, horizontal) = (self.vertical.slides(memo.vertical), self.horizontal.slides(memo.horizontal));
        // The kind that comes first is done once more than the other, or as often.
        let (first, second) = match memo.last {
            None => return (vertical + horizontal).max((2 * vertical.max(horizontal)).saturating_sub(1)),
            Some(last) if last.is_vertical() => (horizontal, vertical),
            Some(_) => (vertical, horizontal),
        };
        (first + second).max((2 * first).saturating_sub(1)).max(2 * second)
    }
}
