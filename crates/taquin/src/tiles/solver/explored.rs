//! Which positions a search opens, on boards so small that every position is known.
//!
//! For people who want to see a search: each position has its place on a map, by its distance from the start and its
//! distance to the goal, and the search notes the places of the positions that it opens, in order. The statistics are
//! those of the same search without notes.

use super::{Algorithm, LowerBound, Options, SolveError, check_size, lower_bound};
use crate::{
    search::{
        BoxedSearch, Cost, Heuristic, Search, Space, Stats, Status,
        best_first::{BestFirst, Compact},
        bfs::{self, Bfs},
        ida_star::IdaStar,
        rank::Rank,
    },
    tiles::{
        Board, Direction, Problem, Shape,
        grid::{Cells, Directions, Grid, Nibbles},
    },
};
use rustc_hash::FxHashMap;
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use thiserror::Error;

/// The most cells of a board whose positions are all known: 3 × 3 has 181 440 of them.
pub const MAX_CELLS: usize = 9;

/// Why a search cannot be watched.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum ExploreError {
    /// The board has too many positions.
    #[error("a search can be watched on boards of up to {MAX_CELLS} cells, not of {shape}")]
    TooLarge {
        /// The board's size.
        shape: Shape,
    },
    /// The algorithm does not open positions one after the other.
    #[error("{algorithm} cannot be watched: it does not open positions one after the other")]
    Algorithm {
        /// What was asked for.
        algorithm: Algorithm,
    },
    /// The search would not be begun without watching it either.
    #[error(transparent)]
    Refused(#[from] SolveError),
}

/// A search that notes which positions it opens.
///
/// ```
/// use taquin::{search::Search, tiles::{Algorithm, Options, Problem, solver::explored::Explored}};
///
/// let problem = Problem::to_default_goal("8 2 0/4 6 1/3 7 5".parse()?)?;
/// let mut search = Explored::new(&problem, &Options::new(Algorithm::Bfs))?;
/// search.run(u64::MAX);
/// assert_eq!(search.opened().len() as u64, search.stats().expanded);
/// let from_start = |place: &u16| usize::from(*place) % search.side();
/// assert!(search.opened().iter().map(from_start).is_sorted());
/// assert_eq!(search.positions()[0], [8, 2, 0, 4, 6, 1, 3, 7, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explored {
    shape: Shape,
    search: BoxedSearch<Direction>,
    map: Map,
    opened: Notes,
}

/// The positions opened so far, in order.
type Notes = Arc<Mutex<Vec<Nibbles>>>;

impl fmt::Debug for Explored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explored").field("stats", self.search.stats()).finish_non_exhaustive()
    }
}

impl Explored {
    /// Begins a search.
    ///
    /// # Errors
    /// An [`ExploreError`] if the board or the algorithm cannot be explored, or the options are refused.
    pub fn new(problem: &Problem, options: &Options) -> Result<Self, ExploreError> {
        let (shape, algorithm) = (problem.shape(), options.algorithm);
        if shape.cells() > MAX_CELLS {
            return Err(ExploreError::TooLarge { shape });
        }
        check_size(shape, options)?;
        options.rank().map_or(Ok(Rank::AStar), Rank::checked).map_err(SolveError::from)?;
        let (map, opened) = (Map::of(problem), Notes::default());
        let (grid, start) = Grid::<Nibbles>::for_problem(problem);
        let space = Noted { grid, opened: Arc::clone(&opened) };
        let limit = options.memory_limit;
        let estimate = || lower_bound(problem.goal(), options).map(|bound| Estimate { shape, bound });
        let search: BoxedSearch<Direction> = match (algorithm, options.rank()) {
            (Algorithm::Bfs, _) => Box::new(Bfs::new(space, start, limit)),
            (Algorithm::IdaStar, _) => Box::new(IdaStar::new(space, estimate()?, start)),
            (_, Some(rank)) => Box::new(BestFirst::new(space, estimate()?, &start, rank, limit)),
            _ => return Err(ExploreError::Algorithm { algorithm }),
        };
        Ok(Self { shape, search, map, opened })
    }

    /// The map has this many columns (distances from the start) and as many rows (distances to the goal).
    pub fn side(&self) -> usize {
        self.map.side
    }

    /// How many positions have each place, row by row.
    pub fn population(&self) -> Vec<u32> {
        let mut counts = vec![0; self.map.side * self.map.side];
        self.map.places.values().for_each(|&place| counts[usize::from(place)] += 1);
        counts
    }

    /// The places of the positions opened so far, in order; a position that is opened again is noted again.
    pub fn opened(&self) -> Vec<u16> {
        self.notes().iter().map(|state| self.map.places[state]).collect()
    }

    /// The positions opened so far, in order, each as its tiles row by row (0 is the blank).
    pub fn positions(&self) -> Vec<Vec<u16>> {
        self.notes().iter().map(|state| tiles(self.shape, state)).collect()
    }

    fn notes(&self) -> MutexGuard<'_, Vec<Nibbles>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Search for Explored {
    type Move = Direction;

    fn run(&mut self, budget: u64) -> Status {
        self.search.run(budget)
    }

    fn stats(&self) -> &Stats {
        self.search.stats()
    }

    fn solution(&self) -> Option<&[Direction]> {
        self.search.solution()
    }
}

/// The place of every position: distance to the goal × side + distance from the start.
struct Map {
    side: usize,
    places: FxHashMap<Nibbles, u16>,
}

impl Map {
    fn of(problem: &Problem) -> Self {
        let (grid, start) = Grid::<Nibbles>::for_problem(problem);
        let from_start = bfs::distances(&grid, start);
        let to_goal = bfs::distances(&grid, Nibbles::pack(problem.goal()));
        let farthest = from_start.values().chain(to_goal.values()).max().copied().unwrap_or(0);
        let side = farthest as usize + 1;
        let place = |(state, from): (Nibbles, u32)| (state, (to_goal[&state] as usize * side + from as usize) as u16);
        Self { side, places: from_start.into_iter().map(place).collect() }
    }
}

/// The space of a problem; it notes which positions are opened.
struct Noted {
    grid: Grid<Nibbles>,
    opened: Notes,
}

impl Space for Noted {
    type State = Nibbles;
    type Move = Direction;
    type Moves = Directions;

    fn is_goal(&self, state: &Nibbles) -> bool {
        self.grid.is_goal(state)
    }

    fn moves(&self, state: &Nibbles, last: Option<Direction>) -> Directions {
        // why not the goal: a search ends there, though some ask for its moves before they look.
        if !self.is_goal(state) {
            self.opened.lock().unwrap_or_else(PoisonError::into_inner).push(*state);
        }
        self.grid.moves(state, last)
    }

    fn apply(&self, state: &mut Nibbles, direction: Direction) {
        self.grid.apply(state, direction);
    }

    fn inverse(&self, direction: Direction) -> Direction {
        self.grid.inverse(direction)
    }
}

impl Compact for Noted {
    fn words(&self) -> usize {
        self.grid.words()
    }

    fn pack(&self, state: &Nibbles, words: &mut [u64]) {
        self.grid.pack(state, words);
    }

    fn unpack(&self, words: &[u64]) -> Nibbles {
        self.grid.unpack(words)
    }

    fn number(&self, direction: Direction) -> u8 {
        self.grid.number(direction)
    }

    fn numbered(&self, number: u8) -> Direction {
        self.grid.numbered(number)
    }
}

/// The tiles of a position row by row.
fn tiles(shape: Shape, state: &Nibbles) -> Vec<u16> {
    (0..shape.cells()).map(|cell| state.tile(cell) as u16).collect()
}

/// Any heuristic, from scratch each time: slow, but one type for all.
struct Estimate {
    shape: Shape,
    bound: LowerBound,
}

impl Estimate {
    fn of(&self, state: &Nibbles) -> Cost {
        Board::new(self.shape, &tiles(self.shape, state)).map_or(0, |board| (self.bound)(&board))
    }
}

impl Heuristic<Noted> for Estimate {
    type Memo = Cost;

    fn start(&self, state: &Nibbles) -> Cost {
        self.of(state)
    }

    fn step(&self, _memo: Cost, before: &Nibbles, direction: Direction) -> Cost {
        let mut after = *before;
        // The tile that moves comes from the other side of the blank.
        if let Some(cell) = self.shape.source(before.blank(), direction) {
            after.slide(cell);
        }
        self.of(&after)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
