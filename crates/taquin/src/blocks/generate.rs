//! Making puzzles of a wanted difficulty.
//!
//! An [attempt](Generator::attempt) at random: the blocks are put down anywhere, the first of them is the one to be moved, and its target
//! is any place that it can get to. All positions within reach are then listed, and layered by their distance from the
//! solved ones: the start is drawn from the layer at the wanted distance. So the optimum is known, not estimated.

use super::{
    Cell, Info, Metric, Optimum, Puzzle, PuzzleError, Rules, State,
    puzzle::{FREE, Picture},
    solver::Space,
};
use crate::rng::Rng;
use thiserror::Error;

/// What a puzzle should be like.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recipe {
    /// Rows of the board, a rectangle.
    pub rows: usize,
    /// Its columns.
    pub cols: usize,
    /// The blocks: the cells of each. The first is the goal block.
    pub shapes: Vec<Vec<Cell>>,
    /// Straight blocks move only along their length.
    pub keep_axis: bool,
    /// What its difficulty is measured in.
    pub metric: Metric,
    /// The cost of its shortest solution.
    pub difficulty: u32,
}

/// A recipe that no puzzle can follow.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RecipeError {
    /// Without blocks there is no puzzle.
    #[error("no block is wanted; at least one is needed, the goal block")]
    NoShape,
    /// More blocks than there are characters to draw them.
    #[error("{found} blocks are wanted, but there are characters for {} only", SYMBOLS.len())]
    TooManyShapes {
        /// How many.
        found: usize,
    },
    /// A block without cells.
    #[error("block number {number} has no cells")]
    EmptyShape {
        /// Which one, from 1.
        number: usize,
    },
    /// The blocks have more cells than the board.
    #[error("the blocks have {found} cells together, but the board of {rows} × {cols} must keep at least one free")]
    NoRoom {
        /// Cells of the blocks.
        found: usize,
        /// Rows of the board.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
    /// The board is too large.
    #[error(transparent)]
    Board(#[from] PuzzleError),
}

const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Attempts at following a recipe, reproducible from the seed.
///
/// ```
/// use taquin::blocks::{Cell, Metric, Optimum, generate::{Generator, Recipe}};
///
/// let single = vec![Cell::new(0, 0)];
/// let shapes = vec![single.clone(), single.clone(), single];
/// let recipe = Recipe { rows: 2, cols: 2, shapes, keep_axis: false, metric: Metric::Moves, difficulty: 3 };
/// let mut generator = Generator::new(recipe, 7)?;
/// let puzzle = (0..100).find_map(|_| generator.attempt());
/// assert_eq!(puzzle.and_then(|puzzle| puzzle.info().moves), Some(Optimum::Cost(3)));
/// # Ok::<(), taquin::blocks::generate::RecipeError>(())
/// ```
pub struct Generator {
    recipe: Recipe,
    rng: Rng,
    hardest: Option<(u32, Puzzle)>,
}

/// Positions that one attempt may list.
const MOST_POSITIONS: usize = 300_000;

impl Generator {
    /// Checks the recipe.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        let Recipe { rows, cols, .. } = recipe;
        if rows * cols + rows.min(cols) > super::MAX_BITS {
            return Err(PuzzleError::TooLarge { rows, cols }.into());
        }
        if recipe.shapes.is_empty() {
            return Err(RecipeError::NoShape);
        }
        if let Some(empty) = recipe.shapes.iter().position(Vec::is_empty) {
            return Err(RecipeError::EmptyShape { number: empty + 1 });
        }
        if recipe.shapes.len() > SYMBOLS.len() {
            return Err(RecipeError::TooManyShapes { found: recipe.shapes.len() });
        }
        let found: usize = recipe.shapes.iter().map(Vec::len).sum();
        if found >= rows * cols {
            return Err(RecipeError::NoRoom { found, rows, cols });
        }
        Ok(Self { recipe, rng: Rng::from_seed(seed), hardest: None })
    }

    /// The hardest puzzle that the attempts so far could have made, with its cost.
    pub fn hardest(&self) -> Option<&(u32, Puzzle)> {
        self.hardest.as_ref()
    }

    /// One attempt: at most about 300 000 positions of work. `None` if it did not lead to a puzzle of the difficulty.
    pub fn attempt(&mut self) -> Option<Puzzle> {
        let start = self.place_all()?;
        let target = self.random_target(&start)?;
        let rules = Rules { keep_axis: self.recipe.keep_axis, ..Rules::default() };
        let puzzle = Puzzle::build(Info::default(), rules, &start, &[target]).ok()?;
        let layers = Space::new(&puzzle, self.recipe.metric, MOST_POSITIONS)?;
        let deepest = layers.depth() as u32;
        let depth = deepest.min(self.recipe.difficulty);
        let pick = self.rng.below(layers.len(depth as usize) as u64) as usize;
        let found = self.finished(&puzzle, &layers.state(depth as usize, pick), depth);
        if self.hardest.as_ref().is_none_or(|(cost, _)| *cost < depth) {
            self.hardest = Some((depth, found.clone()));
        }
        (depth == self.recipe.difficulty).then_some(found)
    }

    /// The puzzle from this start, with what is known about it.
    fn finished(&self, puzzle: &Puzzle, start: &State, cost: u32) -> Puzzle {
        let mut info = Info { name: Some(format!("Random, {cost} {}", self.recipe.metric)), ..Info::default() };
        let optimum = Some(Optimum::Cost(cost));
        match self.recipe.metric {
            Metric::Moves => info.moves = optimum,
            Metric::Slides => info.slides = optimum,
            Metric::Steps => info.steps = optimum,
        }
        let puzzle = puzzle.starting_at(start).with_info(info);
        // why: blocks are numbered in reading order of the start, and this is another start.
        puzzle.to_string().parse().unwrap_or(puzzle)
    }

    /// All blocks at random places, the largest first, so that they find room.
    fn place_all(&mut self) -> Option<Picture> {
        let Recipe { rows, cols, .. } = self.recipe;
        let mut picture: Picture = vec![vec![Some(FREE); cols]; rows];
        let mut order: Vec<usize> = (0..self.recipe.shapes.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.recipe.shapes[index].len()));
        for index in order {
            let shape = self.recipe.shapes[index].clone();
            let symbol = SYMBOLS.chars().nth(index)?;
            let places = free_places(&picture, &shape);
            if places.is_empty() {
                return None;
            }
            let place = places[self.rng.below(places.len() as u64) as usize];
            put(&mut picture, &shape, place, symbol);
        }
        Some(picture)
    }

    /// A goal picture: the first block anywhere but where it starts.
    fn random_target(&mut self, start: &Picture) -> Option<Picture> {
        let Recipe { rows, cols, .. } = self.recipe;
        let mut picture: Picture = vec![vec![Some(FREE); cols]; rows];
        let shape = self.recipe.shapes[0].clone();
        let symbol = SYMBOLS.chars().next()?;
        let is_elsewhere = |&(row, col): &(usize, usize)| {
            let cells = shape.iter().map(|cell| start[row + usize::from(cell.row)][col + usize::from(cell.col)]);
            cells.clone().any(|drawn| drawn != Some(symbol))
        };
        let places: Vec<_> = free_places(&picture, &shape).into_iter().filter(is_elsewhere).collect();
        if places.is_empty() {
            return None;
        }
        let place = places[self.rng.below(places.len() as u64) as usize];
        put(&mut picture, &shape, place, symbol);
        Some(picture)
    }
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
