//! Making puzzles of a wanted difficulty.
//!
//! An attempt at random: the blocks are put down anywhere, the first of them is the one to be moved, and its target is any
//! other place. All positions within reach are then listed, and layered by their distance from the solved ones: the start
//! is drawn from the layer at the wanted distance. So the optimum is known, not estimated.

use super::{
    Cell, Info, MAX_BITS, Metric, Optimum, Puzzle, PuzzleError, Rules, State,
    puzzle::{FREE, Picture},
    solver::Space,
};
use crate::{rng::Rng, search::Status};
use thiserror::Error;

/// What a puzzle should be like. It does not matter where on the plane a board or a shape is drawn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recipe {
    /// The cells of the board, of any outline.
    pub board: Vec<Cell>,
    /// The blocks: the cells of each. The first is the goal block.
    pub shapes: Vec<Vec<Cell>>,
    /// Straight blocks move only along their length.
    pub keep_axis: bool,
    /// What its difficulty is measured in.
    pub metric: Metric,
    /// The cost of its shortest solution.
    pub difficulty: u32,
    /// An attempt with more positions within reach is given up; [`USUAL_POSITIONS`] take some tenths of a second.
    pub most_positions: u64,
}

/// As many positions as one attempt usually may have within reach.
pub const USUAL_POSITIONS: u64 = 300_000;

/// A recipe that no puzzle can follow.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RecipeError {
    /// Without blocks there is no puzzle.
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
    /// The goal block could never be anywhere else.
    #[error("block 1, the goal block, has only one place on the board: there is nowhere to move it")]
    OnlyOnePlace,
    /// The board is too large.
    #[error(transparent)]
    Board(#[from] PuzzleError),
}

/// Why an attempt led to no puzzle of the wanted difficulty.
#[derive(Clone, Copy, Debug, Eq, Error, Ord, PartialEq, PartialOrd)]
pub enum Failure {
    /// The blocks that were put down first took the place of another.
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
    TooComplex,
    /// Every position has a shorter solution than is wanted.
    #[error("all positions were easier")]
    TooEasy,
}

/// Attempts at following a recipe, reproducible from the seed, pumped as a [search](crate::search) is.
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
    /// The attempt under way.
    listing: Option<(Puzzle, Space)>,
    hardest: Option<(u32, Puzzle)>,
}

impl Generator {
    /// Checks the recipe.
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

    /// The hardest puzzle that the attempts so far could have made, with its cost.
    pub fn hardest(&self) -> Option<&(u32, Puzzle)> {
        self.hardest.as_ref()
    }

    /// Positions that the attempt under way has found so far, for a progress display.
    pub fn positions(&self) -> u64 {
        self.listing.as_ref().map_or(0, |(_, space)| space.found())
    }

    /// Works on at an attempt for about `budget` positions, with [`u64::MAX`] to its end. `None` as long as it is under
    /// way; after its end, calling again begins the next one. What comes of a seed does not depend on the budget.
    pub fn run(&mut self, budget: u64) -> Option<Result<Puzzle, Failure>> {
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
            Status::Exhausted => Some(Err(Failure::OutOfReach)),
            Status::Full => Some(Err(Failure::TooManyPositions)),
        }
    }

    /// Puts down all blocks and chooses the target.
    fn begin(&mut self) -> Result<(Puzzle, Space), Failure> {
        let start = self.place_all().ok_or(Failure::NoRoom)?;
        let target = self.random_target(&start);
        let rules = Rules { keep_axis: self.recipe.keep_axis, ..Rules::default() };
        // why: what was checked and put down is always a puzzle.
        let puzzle = Puzzle::build(Info::default(), rules, &start, &[target]).map_err(|_| Failure::NoRoom)?;
        let space = Space::new(&puzzle, self.recipe.metric, self.recipe.most_positions).ok_or(Failure::TooComplex)?;
        Ok((puzzle, space))
    }

    /// Takes any position at the wanted distance, or the hardest there is.
    fn draw_start(&mut self, puzzle: &Puzzle, space: &Space) -> Result<Puzzle, Failure> {
        let depth = space.depth().min(self.recipe.difficulty as usize);
        let cost = depth as u32;
        let pick = self.rng.below(space.len(depth) as u64) as usize;
        // why: a position that was listed is always one of the puzzle's.
        let found = self.finished(puzzle, &space.state(depth, pick), cost).ok_or(Failure::OutOfReach)?;
        if cost == self.recipe.difficulty {
            return Ok(found);
        }
        if self.hardest.as_ref().is_none_or(|(hardest, _)| *hardest < cost) {
            self.hardest = Some((cost, found));
        }
        Err(Failure::TooEasy)
    }

    /// The puzzle from this start, with what is known about it.
    fn finished(&self, puzzle: &Puzzle, start: &State, cost: u32) -> Option<Puzzle> {
        let mut info = Info { name: Some(format!("Random, {cost} {}", self.recipe.metric)), ..Info::default() };
        let optimum = Some(Optimum::Cost(cost));
        match self.recipe.metric {
            Metric::Moves => info.moves = optimum,
            Metric::Slides => info.slides = optimum,
            Metric::Steps => info.steps = optimum,
        }
        let puzzle = puzzle.starting_at(start).ok()?.with_info(info);
        // why: blocks are numbered in reading order of the start, and this is another start.
        puzzle.to_string().parse().ok()
    }

    /// All blocks at random places, the largest first, so that they find room.
    fn place_all(&mut self) -> Option<Picture> {
        let mut picture = self.board.clone();
        let mut blocks: Vec<_> = self.recipe.shapes.iter().zip(symbols()).collect();
        blocks.sort_by_key(|(shape, _)| std::cmp::Reverse(shape.len()));
        for (shape, symbol) in blocks {
            let place = any(&free_places(&picture, shape), &mut self.rng)?;
            put(&mut picture, shape, place, symbol);
        }
        Some(picture)
    }

    /// A goal picture: the first block anywhere but where it starts.
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

/// The same cells, moved to the top left corner, each once and in reading order.
fn in_corner(cells: &[Cell]) -> Vec<Cell> {
    let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.col).min().unwrap_or(0);
    let mut cells: Vec<Cell> = cells.iter().map(|cell| Cell::new(cell.row - top, cell.col - left)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The picture of a board without blocks.
fn empty(board: &[Cell]) -> Result<Picture, PuzzleError> {
    let rows = board.iter().map(|cell| usize::from(cell.row) + 1).max().unwrap_or(0);
    let cols = board.iter().map(|cell| usize::from(cell.col) + 1).max().unwrap_or(0);
    if rows * cols + rows.min(cols) > MAX_BITS {
        return Err(PuzzleError::TooLarge { rows, cols });
    }
    let mut picture = vec![vec![None; cols]; rows];
    put(&mut picture, board, (0, 0), FREE);
    Ok(picture)
}

/// The first of the symbols.
const GOAL_BLOCK: char = 'A';

/// The characters that draw the blocks: more than a board has cells.
fn symbols() -> impl Iterator<Item = char> {
    (GOAL_BLOCK..='Z').chain('a'..='z').chain('0'..='9').chain('À'..='ɏ')
}

/// One of these at random.
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
