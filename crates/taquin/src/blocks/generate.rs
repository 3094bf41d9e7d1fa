//! Generating puzzles of a given difficulty.
//!
//! Each attempt places the blocks at random; the first one is the goal block, and its target is a random other place. All
//! reachable positions are then listed in layers by their distance from the solved ones, and the start is drawn from the
//! layer at the given distance. So the optimum is proven, not estimated.

use super::{
    Cell, Info, Metric, Optimum, Puzzle, PuzzleError, Rules, State,
    puzzle::{FREE, Picture, is_too_large},
    solver::Distances,
};
use crate::{
    rng::Rng,
    search::Status,
    sort::{sort_short, sort_short_by_key},
};
use thiserror::Error;

/// What a generated puzzle should be like. Boards and shapes are moved to the top left corner.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recipe {
    /// The cells of the board, of any outline.
    pub board: Vec<Cell>,
    /// The blocks: the cells of each. The first is the goal block.
    pub shapes: Vec<Vec<Cell>>,
    /// Straight blocks move only along their length.
    pub keep_axis: bool,
    /// The metric of the difficulty.
    pub metric: Metric,
    /// The cost of its shortest solution.
    pub difficulty: u32,
    /// An attempt with more reachable positions is given up; [`USUAL_POSITIONS`] take some tenths of a second.
    pub most_positions: u64,
}

/// A usual value of [`Recipe::most_positions`].
pub const USUAL_POSITIONS: u64 = 300_000;

/// Why no puzzle can follow a recipe.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum RecipeError {
    /// There is no block.
    #[error("no block is wanted; at least one is needed, the goal block")]
    NoShape,
    /// A block without cells.
    #[error("block {number} has no cells")]
    EmptyShape {
        /// Which one, from 1.
        number: usize,
    },
    /// The blocks have more cells than the board.
    #[error("the blocks have {found} cells together, but the board has {cells}, and at least one must stay free")]
    NoRoom {
        /// Cells of the blocks.
        found: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A block has no place even on the empty board.
    #[error("block {number} does not fit on the board")]
    DoesNotFit {
        /// Which one, from 1.
        number: usize,
    },
    /// The goal block has only one place.
    #[error("block 1, the goal block, has only one place on the board: there is nowhere to move it")]
    OnlyOnePlace,
    /// The board is too large.
    #[error(transparent)]
    Board(#[from] PuzzleError),
}

/// Why an attempt led to no puzzle of the given difficulty.
#[derive(Clone, Copy, Debug, Eq, Error, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum AttemptError {
    /// The blocks that were placed first left no room for another.
    #[error("a block found no room")]
    NoRoom,
    /// The goal block could not get to its target.
    #[error("the target was out of reach")]
    OutOfReach,
    /// Too many positions to list them all.
    #[error("too many positions were within reach")]
    TooManyPositions,
    /// The positions are too large to be packed.
    #[error("there were too many blocks on too large a board")]
    TooManyBlocks,
    /// Every position has a shorter solution than the recipe asks for.
    #[error("all positions were easier")]
    TooEasy,
}

/// A generator of puzzles, reproducible from a seed; the caller pumps it like a [search](crate::search).
///
/// ```
/// use taquin::blocks::{Metric, Optimum, generate::{Generator, Recipe, USUAL_POSITIONS, rectangle}};
///
/// let recipe = Recipe {
///     board: rectangle(2, 2),
///     shapes: vec![rectangle(1, 1); 3],
///     keep_axis: false,
///     metric: Metric::Moves,
///     difficulty: 3,
///     most_positions: USUAL_POSITIONS,
/// };
/// let mut generator = Generator::new(recipe, 7)?;
/// let puzzle = loop {
///     if let Some(Ok(puzzle)) = generator.run(100_000) {
///         break puzzle;
///     }
/// };
/// assert_eq!(puzzle.info().moves, Some(Optimum::Cost(3)));
/// # Ok::<(), taquin::blocks::generate::RecipeError>(())
/// ```
pub struct Generator {
    recipe: Recipe,
    /// The empty board.
    board: Picture,
    rng: Rng,
    /// The current attempt.
    listing: Option<(Puzzle, Distances)>,
    hardest: Option<(u32, Puzzle)>,
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").field("recipe", &self.recipe).finish_non_exhaustive()
    }
}

impl Generator {
    /// A generator for a recipe.
    ///
    /// # Errors
    /// A [`RecipeError`] if no puzzle can follow the recipe.
    pub fn new(mut recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        recipe.board = in_corner(&recipe.board);
        recipe.shapes = recipe.shapes.iter().map(|shape| in_corner(shape)).collect();
        let board = empty(&recipe.board)?;
        if recipe.shapes.is_empty() {
            return Err(RecipeError::NoShape);
        }
        if let Some(empty) = recipe.shapes.iter().position(Vec::is_empty) {
            return Err(RecipeError::EmptyShape { number: empty + 1 });
        }
        let (found, cells) = (recipe.shapes.iter().map(Vec::len).sum(), recipe.board.len());
        if found >= cells {
            return Err(RecipeError::NoRoom { found, cells });
        }
        let places = |shape: &Vec<Cell>| free_places(&board, shape).len();
        if let Some(large) = recipe.shapes.iter().position(|shape| places(shape) == 0) {
            return Err(RecipeError::DoesNotFit { number: large + 1 });
        }
        if places(&recipe.shapes[0]) == 1 {
            return Err(RecipeError::OnlyOnePlace);
        }
        Ok(Self { recipe, board, rng: Rng::from_seed(seed), listing: None, hardest: None })
    }

    /// The hardest puzzle of the attempts that were too easy, with its cost.
    pub fn hardest(&self) -> Option<&(u32, Puzzle)> {
        self.hardest.as_ref()
    }

    /// Positions that the current attempt has found so far, for a progress display.
    pub fn positions(&self) -> u64 {
        self.listing.as_ref().map_or(0, |(_, space)| space.found())
    }

    /// Works on an attempt for about `budget` positions, or with [`u64::MAX`] to its end. Returns `None` until the attempt is
    /// over; the next call then begins another one. The results of a seed do not depend on the budget.
    pub fn run(&mut self, budget: u64) -> Option<Result<Puzzle, AttemptError>> {
        let (puzzle, mut space) = match self.listing.take().map_or_else(|| self.begin(), Ok) {
            Ok(listing) => listing,
            Err(failure) => return Some(Err(failure)),
        };
        match space.run(budget) {
            Status::Paused => {
                self.listing = Some((puzzle, space));
                None
            }
            Status::Solved => Some(self.draw_start(&puzzle, &space)),
            Status::Exhausted => Some(Err(AttemptError::OutOfReach)),
            Status::Full => Some(Err(AttemptError::TooManyPositions)),
        }
    }

    /// Places all blocks and chooses the target.
    fn begin(&mut self) -> Result<(Puzzle, Distances), AttemptError> {
        let start = self.place_all().ok_or(AttemptError::NoRoom)?;
        let target = self.random_target(&start);
        let rules = Rules { keep_axis: self.recipe.keep_axis, ..Rules::default() };
        // why `NoRoom`: a checked recipe whose blocks are placed is always a puzzle.
        let puzzle = Puzzle::build(Info::default(), rules, &start, &[target]).map_err(|_| AttemptError::NoRoom)?;
        let space = Distances::new(&puzzle, self.recipe.metric, self.recipe.most_positions)
            .ok_or(AttemptError::TooManyBlocks)?;
        Ok((puzzle, space))
    }

    /// Draws a position at the given distance, or notes the hardest there is.
    fn draw_start(&mut self, puzzle: &Puzzle, space: &Distances) -> Result<Puzzle, AttemptError> {
        let depth = space.depth().min(self.recipe.difficulty as usize);
        let cost = depth as u32;
        let pick = self.rng.below(space.len(depth) as u64) as usize;
        // why `OutOfReach`: a listed position always belongs to the puzzle.
        let found = self.finished(puzzle, &space.state(depth, pick), cost).ok_or(AttemptError::OutOfReach)?;
        if cost == self.recipe.difficulty {
            return Ok(found);
        }
        if self.hardest.as_ref().is_none_or(|(hardest, _)| *hardest < cost) {
            self.hardest = Some((cost, found));
        }
        Err(AttemptError::TooEasy)
    }

    /// The puzzle with this start, its name and its optimum.
    fn finished(&self, puzzle: &Puzzle, start: &State, cost: u32) -> Option<Puzzle> {
        let mut info = Info { name: Some(format!("Random, {cost} {}", self.recipe.metric)), ..Info::default() };
        let optimum = Some(Optimum::Cost(cost));
        match self.recipe.metric {
            Metric::Moves => info.moves = optimum,
            Metric::Slides => info.slides = optimum,
            Metric::Steps => info.steps = optimum,
        }
        let puzzle = puzzle.starting_at(start).ok()?.with_info(info);
        // why: blocks are numbered in reading order of the start, which has changed.
        puzzle.to_string().parse().ok()
    }

    /// Places all blocks at random, the largest first so that they find room.
    fn place_all(&mut self) -> Option<Picture> {
        let mut picture = self.board.clone();
        let mut blocks: Vec<_> = self.recipe.shapes.iter().zip(symbols()).collect();
        sort_short_by_key(&mut blocks, |(shape, _)| std::cmp::Reverse(shape.len()));
        for (shape, symbol) in blocks {
            let place = any(&free_places(&picture, shape), &mut self.rng)?;
            put(&mut picture, shape, place, symbol);
        }
        Some(picture)
    }

    /// A goal picture: the first block at a random place other than its start.
    fn random_target(&mut self, start: &Picture) -> Picture {
        let mut picture = self.board.clone();
        let shape = &self.recipe.shapes[0];
        let is_elsewhere = |&(row, col): &(usize, usize)| {
            let mut cells = shape.iter().map(|cell| start[row + usize::from(cell.row)][col + usize::from(cell.col)]);
            cells.any(|drawn| drawn != Some(GOAL_BLOCK))
        };
        let places: Vec<_> = free_places(&picture, shape).into_iter().filter(is_elsewhere).collect();
        if let Some(place) = any(&places, &mut self.rng) {
            put(&mut picture, shape, place, GOAL_BLOCK);
        }
        picture
    }
}

/// The cells of a rectangle.
pub fn rectangle(rows: u8, cols: u8) -> Vec<Cell> {
    (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col))).collect()
}

/// The cells moved to the top left corner, without duplicates and in reading order.
fn in_corner(cells: &[Cell]) -> Vec<Cell> {
    let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.col).min().unwrap_or(0);
    let mut cells: Vec<Cell> = cells.iter().map(|cell| Cell::new(cell.row - top, cell.col - left)).collect();
    sort_short(&mut cells);
    cells.dedup();
    cells
}

/// The picture of a board without blocks.
fn empty(board: &[Cell]) -> Result<Picture, PuzzleError> {
    let rows = board.iter().map(|cell| usize::from(cell.row) + 1).max().unwrap_or(0);
    let cols = board.iter().map(|cell| usize::from(cell.col) + 1).max().unwrap_or(0);
    if is_too_large(rows, cols) {
        return Err(PuzzleError::TooLarge { rows, cols });
    }
    let mut picture = vec![vec![None; cols]; rows];
    put(&mut picture, board, (0, 0), FREE);
    Ok(picture)
}

/// The symbol of the goal block.
const GOAL_BLOCK: char = 'A';

/// The characters that draw the blocks, more than a board has cells; the first is [`GOAL_BLOCK`].
fn symbols() -> impl Iterator<Item = char> {
    (GOAL_BLOCK..='Z').chain('a'..='z').chain('0'..='9').chain('À'..='ɏ').chain('一'..='龯')
}

/// A random item.
fn any<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    (!items.is_empty()).then(|| items[rng.below(items.len() as u64) as usize])
}

fn free_places(picture: &Picture, shape: &[Cell]) -> Vec<(usize, usize)> {
    let is_free = |row: usize, col: usize| picture.get(row).and_then(|line| line.get(col)) == Some(&Some(FREE));
    let fits = |&(row, col): &(usize, usize)| {
        shape.iter().all(|cell| is_free(row + usize::from(cell.row), col + usize::from(cell.col)))
    };
    let cells = (0..picture.len()).flat_map(|row| (0..picture[row].len()).map(move |col| (row, col)));
    cells.filter(fits).collect()
}

fn put(picture: &mut Picture, shape: &[Cell], (row, col): (usize, usize), symbol: char) {
    for cell in shape {
        picture[row + usize::from(cell.row)][col + usize::from(cell.col)] = Some(symbol);
    }
}
