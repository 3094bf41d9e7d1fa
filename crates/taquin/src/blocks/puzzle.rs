//! Block puzzles, well-formed by construction.

mod error;
mod picture;

use super::{Direction, State};
pub use error::PuzzleError;
pub(super) use picture::{FREE, Picture};
use picture::{check_outline, check_symbols, outline, shapes, symbols};
use thiserror::Error;

/// Size limit of a board: `rows × cols + min(rows, cols)` must not exceed this, so that a board and a border line fit into
/// the widest bitboard, and neither side may exceed 255. 33 × 33 fits.
pub const MAX_BITS: usize = 1_151;

/// A cell of the board, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Cell {
    /// Rows from the top.
    pub row: u8,
    /// Columns from the left.
    pub col: u8,
}

impl Cell {
    /// The cell at this row and column.
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    /// The cell one step on, unless that lies above or left of all boards.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let (rows, cols) = direction.delta();
        Some(Self::new(self.row.checked_add_signed(rows)?, self.col.checked_add_signed(cols)?))
    }
}

/// The kind of a cell.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CellKind {
    /// Not part of the board.
    Outside,
    /// Open to every block.
    Floor,
    /// Open to goal blocks only.
    Gate,
    /// Part of an exit: open to the blocks that may leave by it. Its number among [`Rules::exits`].
    Exit(usize),
}

/// The directions in which a block may move.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Axis {
    /// Every direction.
    Free,
    /// Left and right only.
    Horizontal,
    /// Up and down only.
    Vertical,
    /// None.
    Fixed,
}

impl Axis {
    /// May a block with this axis move in that direction?
    pub fn allows(self, direction: Direction) -> bool {
        match self {
            Self::Free => true,
            Self::Horizontal => !direction.is_vertical(),
            Self::Vertical => direction.is_vertical(),
            Self::Fixed => false,
        }
    }
}

/// A block: its name, its shape and where it starts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Block {
    pub(super) symbol: char,
    pub(super) shape: Vec<Cell>,
    pub(super) start: Cell,
    pub(super) axis: Axis,
}

impl Block {
    /// The character that draws it.
    pub fn symbol(&self) -> char {
        self.symbol
    }

    /// Its cells, relative to the top left corner of its bounding box, in reading order.
    pub fn shape(&self) -> &[Cell] {
        &self.shape
    }

    /// The top left cell of its bounding box at the start.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// How it may move.
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// Its cells when the corner of its bounding box is at `corner`.
    pub fn cells_at(&self, corner: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.shape.iter().map(move |cell| Cell::new(corner.row + cell.row, corner.col + cell.col))
    }
}

/// A block and the place that it must reach.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Target {
    /// Which block, as an index into [`Puzzle::blocks`].
    pub block: usize,
    /// Where the top left corner of its bounding box must be.
    pub corner: Cell,
}

/// A goal: the puzzle is solved when all of its targets are met.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Goal {
    pub(super) targets: Vec<Target>,
}

impl Goal {
    /// The targets that must be met.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }
}

/// The proven optimum in one metric.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Optimum {
    /// The cost of a shortest solution.
    Cost(u32),
    /// There is no solution.
    Unsolvable,
}

/// The descriptive part of a puzzle's header, which does not change the rules.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Info {
    /// Its name.
    pub name: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// Proven optimum in the metric `moves`.
    pub moves: Option<Optimum>,
    /// Proven optimum in the metric `slides`.
    pub slides: Option<Optimum>,
    /// Proven optimum in the metric `steps`.
    pub steps: Option<Optimum>,
    /// Number of positions reachable from the start, including it; interchangeable blocks count as equal.
    pub states: Option<u64>,
}

impl Info {
    /// A text as one line of a header can hold it: control characters become spaces, and the ends are trimmed.
    pub(super) fn words(text: &str) -> Option<String> {
        let line = text.replace(|c: char| c.is_control() && c != '\t', " ");
        Some(line.trim().to_owned()).filter(|words| !words.is_empty())
    }
}

/// An exit: a block that stands wholly on exits open to it leaves the board and is gone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Exit {
    /// The character that draws its cells.
    pub symbol: char,
    /// The blocks that may leave by it; all if empty.
    pub keys: Vec<char>,
}

/// The rules that a header can change.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Rules {
    /// `axis: keep`: a 1×n block moves only along its length, a 1×1 block never (Rush Hour).
    pub keep_axis: bool,
    /// `goal: shapes`: goal blocks of equal shape are interchangeable.
    pub goal_shapes: bool,
    /// `gate: C`: the cells drawn with this character are open to goal blocks only.
    pub gate: Option<char>,
    /// `exit: C` or `exit: C=ab`: the cells drawn with this character are an exit, for all blocks or for those named.
    pub exits: Vec<Exit>,
    /// `gone: ab`: these blocks must have left the board, in every goal.
    pub gone: Vec<char>,
    /// `pin: ab`: these blocks never move.
    pub pinned: Vec<char>,
}

impl Rules {
    /// Does this character draw a kind of cell, not a block?
    pub(super) fn is_ground(&self, symbol: char) -> bool {
        symbol == FREE || Some(symbol) == self.gate || self.exit(symbol).is_some()
    }

    /// The number of the exit that this character draws.
    fn exit(&self, symbol: char) -> Option<usize> {
        self.exits.iter().position(|exit| exit.symbol == symbol)
    }
}

/// Why a puzzle cannot start at a state: the state belongs to another puzzle.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("the blocks of this puzzle cannot be where this state has them: it belongs to another puzzle")]
pub struct ForeignStateError;

/// A sliding-block puzzle, well-formed by construction.
///
/// # The text format
/// Two pictures of the same board, start and goal: white space is outside, `.` is a free cell, and each other
/// character draws the cells of one block — of any shape, even in several parts. A block that is drawn in the goal
/// must reach exactly that place; all others may end anywhere, and those of equal shape are interchangeable.
///
/// A file has an optional header of `key: value` lines and an empty line, then the start, a line `--`, and the goal;
/// further goals, each after another `--`, are alternatives. Lines that begin with `# ` before the start are comments.
/// Keys that describe: `name`, `author`, `source`, the proven optima `moves`, `slides` and `steps` (a number or `none`),
/// `states`. Keys that change the rules ([`Rules`]): `axis: keep`, `goal: shapes`, `gate: C`, `exit: C=ab`, `gone: ab`,
/// `pin: ab`. A *pack* holds several puzzles with lines of `===` between them ([`read_pack`](super::read_pack)).
///
/// ```
/// # use taquin::blocks::Puzzle;
/// let puzzle: Puzzle = "name: Round the corner\n\nA.b\n .\n--\n..A\n .".parse()?;
/// assert_eq!(puzzle.info().name.as_deref(), Some("Round the corner"));
/// assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
/// # Ok::<(), taquin::blocks::PuzzleTextError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Puzzle {
    info: Info,
    rules: Rules,
    rows: usize,
    cols: usize,
    ground: Vec<CellKind>,
    blocks: Vec<Block>,
    goals: Vec<Goal>,
    /// For each block, whether it is drawn in any goal.
    is_goal_block: Vec<bool>,
}

impl Puzzle {
    /// A puzzle from pictures. Gate cells are those drawn as gates in any of the pictures.
    pub(super) fn build(info: Info, rules: Rules, start: &Picture, goals: &[Picture]) -> Result<Self, PuzzleError> {
        let rows = start.len();
        let cols = start.iter().map(Vec::len).max().unwrap_or(0);
        if rows == 0 || cols == 0 {
            return Err(PuzzleError::NoBlock);
        }
        if is_too_large(rows, cols) {
            return Err(PuzzleError::TooLarge { rows, cols });
        }
        check_symbols(start, None)?;
        let mut ground = outline(start, rows, cols);
        for (index, goal) in goals.iter().enumerate() {
            check_symbols(goal, Some(index))?;
            check_outline(start, goal, index)?;
        }
        for picture in std::iter::once(start).chain(goals) {
            for (cell, symbol) in symbols(picture) {
                let ground = &mut ground[usize::from(cell.row) * cols + usize::from(cell.col)];
                if Some(symbol) == rules.gate {
                    *ground = CellKind::Gate;
                } else if let Some(exit) = rules.exit(symbol) {
                    *ground = CellKind::Exit(exit);
                }
            }
        }
        let blocks: Vec<Block> = shapes(start, &rules)
            .into_iter()
            .map(|(symbol, start, shape)| {
                let axis = match () {
                    () if rules.pinned.contains(&symbol) => Axis::Fixed,
                    () if rules.keep_axis => own_axis(&shape),
                    () => Axis::Free,
                };
                Block { symbol, shape, start, axis }
            })
            .collect();
        if blocks.is_empty() {
            return Err(PuzzleError::NoBlock);
        }
        let goals: Vec<Goal> = goals
            .iter()
            .enumerate()
            .map(|(index, picture)| targets(&blocks, picture, &rules, index))
            .collect::<Result<_, _>>()?;
        let is_goal_block = vec![false; blocks.len()];
        let mut puzzle = Self { info, rules, rows, cols, ground, blocks, goals, is_goal_block };
        puzzle.check_names()?;
        puzzle.add_gone()?;
        for target in puzzle.goals.iter().flat_map(|goal| &goal.targets) {
            puzzle.is_goal_block[target.block] = true;
        }
        puzzle.check_gates()?;
        Ok(puzzle)
    }

    /// Checks that the blocks that rules name are there, and that none begins on an exit that it may leave by.
    fn check_names(&self) -> Result<(), PuzzleError> {
        let Rules { exits, gone, pinned, .. } = &self.rules;
        let named = |key: &'static str, symbols: &[char]| {
            let is_missing = |symbol: &&char| !self.blocks.iter().any(|block| block.symbol == **symbol);
            let missing = symbols.iter().find(is_missing);
            missing.map_or(Ok(()), |&symbol| Err(PuzzleError::UnknownBlock { symbol, key }))
        };
        exits.iter().try_for_each(|exit| named("exit", &exit.keys))?;
        named("gone", gone)?;
        named("pin", pinned)?;
        if let Some(exit) = exits.iter().enumerate().find(|(index, _)| !self.ground.contains(&CellKind::Exit(*index))) {
            return Err(PuzzleError::NoExit { symbol: exit.1.symbol });
        }
        let mut blocks = self.blocks.iter().enumerate();
        let gone = blocks.find(|(index, block)| self.is_exit(*index, block.start));
        gone.map_or(Ok(()), |(_, block)| Err(PuzzleError::StartsGone { symbol: block.symbol }))
    }

    /// Adds the blocks that must be gone to every goal: the target is an exit where they fit.
    fn add_gone(&mut self) -> Result<(), PuzzleError> {
        for symbol in self.rules.gone.clone() {
            let Some(block) = self.blocks.iter().position(|block| block.symbol == symbol) else { continue };
            let corners = (0..self.rows as u8).flat_map(|row| (0..self.cols as u8).map(move |col| Cell::new(row, col)));
            let Some(corner) = corners.into_iter().find(|&corner| self.is_exit(block, corner)) else {
                return Err(PuzzleError::CannotLeave { symbol });
            };
            for (index, goal) in self.goals.iter_mut().enumerate() {
                if goal.targets.iter().any(|target| target.block == block) {
                    return Err(PuzzleError::GoneInGoal { symbol, goal: index });
                }
                goal.targets.push(Target { block, corner });
            }
        }
        Ok(())
    }

    fn check_gates(&self) -> Result<(), PuzzleError> {
        for (index, block) in self.blocks.iter().enumerate() {
            if let Some(gate) = block.cells_at(block.start).find(|&cell| !self.is_open_to(index, cell)) {
                let (row, col) = (usize::from(gate.row) + 1, usize::from(gate.col) + 1);
                return Err(PuzzleError::OnGate { symbol: block.symbol, row, col });
            }
        }
        Ok(())
    }

    /// The descriptive part of its header.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The puzzle with another header. Control characters in its texts become spaces.
    pub fn with_info(mut self, info: Info) -> Self {
        let words = |text: Option<String>| text.and_then(|text| Info::words(&text));
        let Info { name, author, source, .. } = info;
        self.info = Info { name: words(name), author: words(author), source: words(source), ..info };
        self
    }

    /// The rules that its header changes.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Rows of the board's bounding box.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of the board's bounding box.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The kind of a cell; [`CellKind::Outside`] for cells beyond the bounding box.
    pub fn ground(&self, cell: Cell) -> CellKind {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        if row < self.rows && col < self.cols { self.ground[row * self.cols + col] } else { CellKind::Outside }
    }

    /// All blocks, in reading order of their first cells at the start.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The goals, at least one; the puzzle is solved when any of them is met.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Is the block drawn in any goal?
    pub fn is_goal_block(&self, block: usize) -> bool {
        self.is_goal_block.get(block).is_some_and(|&is| is)
    }

    /// May this block be on this cell?
    pub fn is_open_to(&self, block: usize, cell: Cell) -> bool {
        match self.ground(cell) {
            CellKind::Outside => false,
            CellKind::Floor => true,
            CellKind::Gate => self.is_goal_block(block),
            CellKind::Exit(exit) => {
                let keys = &self.rules.exits[exit].keys;
                keys.is_empty() || keys.contains(&self.blocks[block].symbol)
            }
        }
    }

    /// Is a block gone when the corner of its bounding box is there: does it leave the board?
    /// It is if all of its cells are on exits that are open to it.
    ///
    /// # Panics
    /// If `block` is not a block of the puzzle.
    pub fn is_exit(&self, block: usize, corner: Cell) -> bool {
        // why `u16`: a corner may be anywhere.
        let on_exit = |cell: &Cell| {
            let (row, col) = (u16::from(corner.row) + u16::from(cell.row), u16::from(corner.col) + u16::from(cell.col));
            let (Ok(row), Ok(col)) = (u8::try_from(row), u8::try_from(col)) else { return false };
            let cell = Cell::new(row, col);
            matches!(self.ground(cell), CellKind::Exit(_)) && self.is_open_to(block, cell)
        };
        !self.rules.exits.is_empty() && self.blocks[block].shape.iter().all(on_exit)
    }

    /// Are two blocks interchangeable? They are if they have equal shapes, move alike, may leave by the same exits, and either
    /// neither is a goal block, or both are and the goal is a pattern of shapes ([`Rules::goal_shapes`]). Where there are
    /// exits, goal blocks never are.
    ///
    /// # Panics
    /// If `one` or `other` is not a block of the puzzle.
    pub fn are_interchangeable(&self, one: usize, other: usize) -> bool {
        let (is_goal, other_is_goal) = (self.is_goal_block(one), self.is_goal_block(other));
        let is_pattern = self.rules.goal_shapes && self.rules.exits.is_empty();
        let same_role = is_goal == other_is_goal && (!is_goal || is_pattern);
        let (left, right) = (&self.blocks[one], &self.blocks[other]);
        let same_exits = || {
            let mut keys = self.rules.exits.iter().map(|exit| &exit.keys);
            keys.all(|keys| keys.contains(&left.symbol) == keys.contains(&right.symbol))
        };
        one == other || same_role && left.shape == right.shape && left.axis == right.axis && same_exits()
    }

    /// The state at the start.
    pub fn start(&self) -> State {
        State::new(self.blocks.iter().map(|block| block.start).collect())
    }

    /// The puzzle with another start, for example to solve it from where a player is.
    ///
    /// # Errors
    /// If `state` does not belong to this puzzle.
    pub fn starting_at(&self, state: &State) -> Result<Self, ForeignStateError> {
        if !state.fits(self) {
            return Err(ForeignStateError);
        }
        let mut puzzle = self.clone();
        for (block, corner) in puzzle.blocks.iter_mut().zip(state.corners()) {
            block.start = *corner;
        }
        let Info { name, author, source, .. } = puzzle.info;
        puzzle.info = Info { name, author, source, ..Info::default() };
        Ok(puzzle)
    }
}

fn targets(blocks: &[Block], picture: &Picture, rules: &Rules, goal: usize) -> Result<Goal, PuzzleError> {
    let target = |(symbol, corner, shape): (char, Cell, Vec<Cell>)| {
        let Some(block) = blocks.iter().position(|block| block.symbol == symbol) else {
            let cell = symbols(picture).find(|&(_, drawn)| drawn == symbol).map_or(corner, |(cell, _)| cell);
            let (row, col) = (usize::from(cell.row) + 1, usize::from(cell.col) + 1);
            return Err(PuzzleError::MissingBlock { symbol, goal, row, col });
        };
        if blocks[block].shape != shape {
            return Err(PuzzleError::ShapeDiffers { symbol, goal });
        }
        Ok(Target { block, corner })
    };
    Ok(Goal { targets: shapes(picture, rules).into_iter().map(target).collect::<Result<_, _>>()? })
}

/// Is a board of this size beyond what is possible?
pub(super) fn is_too_large(rows: usize, cols: usize) -> bool {
    rows.max(cols) > usize::from(u8::MAX) || rows * cols + rows.min(cols) > MAX_BITS
}

/// The axis of a shape under the rule `axis: keep`: straight blocks move along their length, single cells not at all.
fn own_axis(shape: &[Cell]) -> Axis {
    let is_row = shape.iter().all(|cell| cell.row == 0);
    let is_col = shape.iter().all(|cell| cell.col == 0);
    match (is_row, is_col) {
        (true, true) => Axis::Fixed,
        (true, false) => Axis::Horizontal,
        (false, true) => Axis::Vertical,
        (false, false) => Axis::Free,
    }
}
