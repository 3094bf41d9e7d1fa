//! Playing: where the blocks are, where one may go, and what a move does.

use super::{Axis, Block, Cell, CellKind, Direction, Puzzle};
use std::{collections::VecDeque, fmt};
use thiserror::Error;

/// A move of one block along a path.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Move {
    /// Which block, as an index into [`Puzzle::blocks`].
    pub block: usize,
    /// The top left corner of its bounding box before.
    pub from: Cell,
    /// The top left corner of its bounding box after.
    pub to: Cell,
    /// Its steps.
    pub path: Vec<Direction>,
}

impl Move {
    /// The path as letters: `DDR`.
    pub fn letters(&self) -> String {
        self.path.iter().map(|direction| direction.letter()).collect()
    }

    /// Adds this move to those made so far. One that goes on with the block moved last becomes part of that move, and if
    /// it brings the block back to where that move began, both vanish.
    ///
    /// ```
    /// # use taquin::blocks::{Cell, Direction, Move};
    /// let step = |from, to, direction| Move { block: 0, from: Cell::new(0, from), to: Cell::new(0, to), path: vec![direction] };
    /// let mut moves = Vec::new();
    /// step(0, 1, Direction::Right).join_onto(&mut moves);
    /// step(1, 2, Direction::Right).join_onto(&mut moves);
    /// assert_eq!((moves.len(), moves[0].letters()), (1, "RR".to_owned()));
    /// step(2, 0, Direction::Left).join_onto(&mut moves);
    /// assert!(moves.is_empty());
    /// ```
    pub fn join_onto(self, moves: &mut Vec<Self>) {
        match moves.last_mut() {
            Some(last) if last.block == self.block && last.to == self.from => {
                last.to = self.to;
                last.path.extend(self.path);
                if last.from == last.to {
                    moves.pop();
                }
            }
            _ => moves.push(self),
        }
    }
}

/// A place that a block can reach in one move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Destination {
    /// Where the top left corner of its bounding box would be.
    pub corner: Cell,
    /// A shortest way there.
    pub path: Vec<Direction>,
}

/// A move that the rules forbid.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum IllegalMoveError {
    /// There are fewer blocks.
    #[error("there is no block number {block}; there are {count}")]
    NoSuchBlock {
        /// The number asked for, from 0.
        block: usize,
        /// How many there are.
        count: usize,
    },
    /// The block is not where the move begins.
    #[error("block `{symbol}` is not at row {}, column {}", from.row + 1, from.col + 1)]
    NotThere {
        /// The block.
        symbol: char,
        /// Where the move begins.
        from: Cell,
    },
    /// A step leads into a wall, a gate or another block, or off the block's axis.
    #[error("block `{symbol}` cannot take step {} of its path ({}): {obstacle}", step + 1, direction.letter())]
    Blocked {
        /// The block.
        symbol: char,
        /// Which step, from 0.
        step: usize,
        /// Its direction.
        direction: Direction,
        /// What is in the way.
        obstacle: Obstacle,
    },
    /// The path ends elsewhere than the move, or goes nowhere.
    #[error("the path of block `{symbol}` does not lead to row {}, column {}", to.row + 1, to.col + 1)]
    WrongEnd {
        /// The block.
        symbol: char,
        /// Where the move ends.
        to: Cell,
    },
}

/// What keeps a block from a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The edge of the board, or a hole in it.
    Edge {
        /// The cell that is not of the board; `None` if it is above or left of all boards.
        cell: Option<Cell>,
    },
    /// A gate, which is open to goal blocks only.
    Gate {
        /// Where.
        cell: Cell,
    },
    /// An exit that is not open to the block.
    Exit {
        /// Where.
        cell: Cell,
    },
    /// Another block.
    Block {
        /// Which one, as an index into [`Puzzle::blocks`].
        block: usize,
        /// The character that draws it.
        symbol: char,
    },
    /// The block moves along the other axis only.
    Axis,
    /// The block never moves.
    Pinned,
    /// The block has left the board.
    Gone,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |cell: &Cell| (cell.row + 1, cell.col + 1);
        match self {
            Self::Edge { cell: None } => write!(f, "there is the edge of the board"),
            Self::Edge { cell: Some(cell) } => {
                let (row, col) = place(cell);
                write!(f, "row {row}, column {col} is not part of the board")
            }
            Self::Gate { cell } => {
                let (row, col) = place(cell);
                write!(f, "row {row}, column {col} is a gate, open to goal blocks only")
            }
            Self::Exit { cell } => {
                let (row, col) = place(cell);
                write!(f, "row {row}, column {col} is an exit that is not open to it")
            }
            Self::Block { symbol, .. } => write!(f, "block `{symbol}` is in the way"),
            Self::Axis => write!(f, "it moves along its length only"),
            Self::Pinned => write!(f, "it is pinned"),
            Self::Gone => write!(f, "it has left the board"),
        }
    }
}

/// Where the blocks are.
///
/// A state belongs to the puzzle that it comes from: with another one its methods may panic.
///
/// ```
/// # use taquin::blocks::Puzzle;
/// let puzzle = Puzzle::from_pictures("A.b\n .", "..A\n .")?;
/// let mut state = puzzle.start();
/// let destinations = state.destinations(&puzzle, 1);
/// let mv = state.move_to(1, &destinations[1]);
/// assert_eq!(mv.letters(), "LD");
/// state.apply(&puzzle, &mv)?;
/// assert_eq!(state.picture(&puzzle), "A..\n b\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct State {
    corners: Vec<Cell>,
}

impl State {
    pub(super) fn new(corners: Vec<Cell>) -> Self {
        Self { corners }
    }

    /// The top left corners of the blocks' bounding boxes, in the order of [`Puzzle::blocks`].
    pub fn corners(&self) -> &[Cell] {
        &self.corners
    }

    /// The block that covers a cell.
    pub fn block_at(&self, puzzle: &Puzzle, cell: Cell) -> Option<usize> {
        let mut placed = puzzle.blocks().iter().zip(&self.corners).enumerate();
        let covers = |block: &Block, corner: Cell| block.cells_at(corner).any(|covered| covered == cell);
        placed
            .find(|&(index, (block, &corner))| covers(block, corner) && !self.is_gone(puzzle, index))
            .map(|(index, _)| index)
    }

    /// Has the block left the board by an exit? Its corner is where it was last.
    pub fn is_gone(&self, puzzle: &Puzzle, block: usize) -> bool {
        puzzle.is_exit(block, self.corners[block])
    }

    /// Could this be a state of the puzzle: does every block stand on ground open to it, and no two on one cell?
    pub(super) fn fits(&self, puzzle: &Puzzle) -> bool {
        let mut is_taken = vec![false; puzzle.rows() * puzzle.cols()];
        let mut take = |block: usize, cell: Cell| {
            let number = usize::from(cell.row) * puzzle.cols() + usize::from(cell.col);
            puzzle.is_open_to(block, cell) && !std::mem::replace(&mut is_taken[number], true)
        };
        let mut placed = puzzle.blocks().iter().zip(&self.corners).enumerate();
        self.corners.len() == puzzle.blocks().len()
            && placed.all(|(index, (block, &corner))| {
                is_inside(puzzle, block, corner)
                    && (puzzle.is_exit(index, corner) || block.cells_at(corner).all(|cell| take(index, cell)))
            })
    }

    /// Tells whether this block could stand somewhere, with all others where they are.
    fn room_for<'a>(&self, puzzle: &'a Puzzle, block: usize) -> impl Fn(Cell) -> bool + use<'a> {
        let cols = puzzle.cols();
        let mut is_taken = vec![false; puzzle.rows() * cols];
        let others = self.corners.iter().enumerate().filter(|&(other, _)| other != block);
        for (other, &corner) in others.filter(|&(other, _)| !self.is_gone(puzzle, other)) {
            for cell in puzzle.blocks()[other].cells_at(corner) {
                is_taken[usize::from(cell.row) * cols + usize::from(cell.col)] = true;
            }
        }
        let own = &puzzle.blocks()[block];
        let is_free = move |cell: Cell| {
            !is_taken[usize::from(cell.row) * cols + usize::from(cell.col)] && puzzle.is_open_to(block, cell)
        };
        move |corner| is_inside(puzzle, own, corner) && own.cells_at(corner).all(&is_free)
    }

    /// Where a block can go in one move, nearest first, each with a shortest path (with as few turns as that allows
    /// the first path found). Empty for a block that cannot move or does not exist.
    pub fn destinations(&self, puzzle: &Puzzle, block: usize) -> Vec<Destination> {
        let Some(&start) = self.corners.get(block) else { return Vec::new() };
        let has_room = self.room_for(puzzle, block);
        let mut found = vec![Destination { corner: start, path: Vec::new() }];
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let Destination { corner, path } = found[index].clone();
            if puzzle.is_exit(block, corner) {
                continue;
            }
            // why: straight on first, so that of several shortest paths one with few turns is found.
            let onward = path.last().copied().into_iter().chain(Direction::ALL);
            for direction in onward.filter(|&direction| puzzle.blocks()[block].axis().allows(direction)) {
                let Some(next) = corner.step(direction) else { continue };
                if found.iter().any(|known| known.corner == next) || !has_room(next) {
                    continue;
                }
                let path = path.iter().copied().chain([direction]).collect();
                queue.push_back(found.len());
                found.push(Destination { corner: next, path });
            }
        }
        found.remove(0);
        found
    }

    /// The move of a block to one of its destinations.
    pub fn move_to(&self, block: usize, destination: &Destination) -> Move {
        Move { block, from: self.corners[block], to: destination.corner, path: destination.path.clone() }
    }

    /// Makes a move. An illegal move changes nothing.
    ///
    /// # Errors
    /// An [`IllegalMoveError`] that says why the move is illegal.
    pub fn apply(&mut self, puzzle: &Puzzle, mv: &Move) -> Result<(), IllegalMoveError> {
        let count = self.corners.len();
        let Some(&from) = self.corners.get(mv.block) else {
            return Err(IllegalMoveError::NoSuchBlock { block: mv.block, count });
        };
        let block = &puzzle.blocks()[mv.block];
        if from != mv.from {
            return Err(IllegalMoveError::NotThere { symbol: block.symbol(), from: mv.from });
        }
        let has_room = self.room_for(puzzle, mv.block);
        let mut corner = from;
        for (step, &direction) in mv.path.iter().enumerate() {
            let is_free = block.axis().allows(direction) && !puzzle.is_exit(mv.block, corner);
            let next = corner.step(direction).filter(|_| is_free);
            corner = next.filter(|&next| has_room(next)).ok_or_else(|| IllegalMoveError::Blocked {
                symbol: block.symbol(),
                step,
                direction,
                obstacle: self.obstacle(puzzle, mv.block, corner, direction),
            })?;
        }
        if mv.path.is_empty() || corner != mv.to {
            return Err(IllegalMoveError::WrongEnd { symbol: block.symbol(), to: mv.to });
        }
        self.corners[mv.block] = corner;
        Ok(())
    }

    /// What keeps a block with its corner there from a step.
    fn obstacle(&self, puzzle: &Puzzle, block: usize, corner: Cell, direction: Direction) -> Obstacle {
        let own = &puzzle.blocks()[block];
        if puzzle.is_exit(block, corner) {
            return Obstacle::Gone;
        }
        if !own.axis().allows(direction) {
            return if own.axis() == Axis::Fixed { Obstacle::Pinned } else { Obstacle::Axis };
        }
        let others = || (0..puzzle.blocks().len()).filter(|&other| other != block && !self.is_gone(puzzle, other));
        let covers = |other: usize, cell: Cell| {
            puzzle.blocks()[other].cells_at(self.corners[other]).any(|covered| covered == cell)
        };
        for cell in own.cells_at(corner) {
            let Some(cell) = cell.step(direction) else { return Obstacle::Edge { cell: None } };
            match puzzle.ground(cell) {
                CellKind::Outside => return Obstacle::Edge { cell: Some(cell) },
                CellKind::Gate if !puzzle.is_open_to(block, cell) => return Obstacle::Gate { cell },
                CellKind::Exit(_) if !puzzle.is_open_to(block, cell) => return Obstacle::Exit { cell },
                CellKind::Floor | CellKind::Gate | CellKind::Exit(_) => {}
            }
            if let Some(other) = others().find(|&other| covers(other, cell)) {
                return Obstacle::Block { block: other, symbol: puzzle.blocks()[other].symbol() };
            }
        }
        // why: every step that has no room has one of these reasons.
        Obstacle::Edge { cell: None }
    }

    /// Is any of the goals reached?
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        let stands = |block: usize, corner: Cell| {
            if puzzle.is_exit(block, corner) {
                return self.is_gone(puzzle, block);
            }
            let mut placed = self.corners.iter().enumerate();
            placed.any(|(other, &there)| there == corner && puzzle.are_interchangeable(block, other))
        };
        puzzle.goals().iter().any(|goal| goal.targets().iter().all(|target| stands(target.block, target.corner)))
    }

    /// The state as text, in the format of [`Puzzle`]'s pictures.
    pub fn picture(&self, puzzle: &Puzzle) -> String {
        let placed = puzzle.blocks().iter().zip(self.corners.iter().copied()).enumerate();
        draw(puzzle, placed.filter(|&(index, _)| !self.is_gone(puzzle, index)).map(|(_, placed)| placed))
    }
}

/// Does the bounding box lie on the board's? Keeps cell arithmetic within its range.
fn is_inside(puzzle: &Puzzle, block: &Block, corner: Cell) -> bool {
    let fits =
        |start: u8, extent: Option<u8>, size: usize| usize::from(start) + usize::from(extent.unwrap_or(0)) < size;
    let (rows, cols) = (block.shape().iter().map(|cell| cell.row), block.shape().iter().map(|cell| cell.col));
    fits(corner.row, rows.max(), puzzle.rows()) && fits(corner.col, cols.max(), puzzle.cols())
}

/// Draws blocks on the puzzle's board, one line for each row, without trailing spaces.
pub(super) fn draw<'a>(puzzle: &Puzzle, placed: impl Iterator<Item = (&'a Block, Cell)>) -> String {
    let gate = puzzle.rules().gate.unwrap_or(super::puzzle::FREE);
    let ground = |row, col| match puzzle.ground(Cell::new(row, col)) {
        CellKind::Outside => ' ',
        CellKind::Floor => super::puzzle::FREE,
        CellKind::Gate => gate,
        CellKind::Exit(exit) => puzzle.rules().exits[exit].symbol,
    };
    let (rows, cols) = (puzzle.rows() as u8, puzzle.cols() as u8);
    let mut lines: Vec<Vec<char>> = (0..rows).map(|row| (0..cols).map(|col| ground(row, col)).collect()).collect();
    for (block, corner) in placed {
        for cell in block.cells_at(corner) {
            lines[usize::from(cell.row)][usize::from(cell.col)] = block.symbol();
        }
    }
    let line = |line: Vec<char>| line.into_iter().collect::<String>().trim_end().to_owned() + "\n";
    lines.into_iter().map(line).collect()
}
