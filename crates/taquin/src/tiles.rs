//! Tile puzzles: numbered tiles and one blank on `rows × columns` cells.
//!
//! The conventions, written once:
//!
//! - cells are counted row by row from 0; tiles are `1…N`, the blank is `0`;
//! - a [`Direction`] names the way **the tile** moves: `U` slides the tile below the blank up;
//! - the default goal is `1, 2, …, N` row by row with the blank last; any other arrangement may be the goal;
//! - length is counted in single-tile moves ([`Metric::Stm`]) unless multi-tile moves are asked for
//!   ([`Metric::Mtm`]: a straight slide of several tiles is one move).
//!
//! ```
//! use taquin::tiles::{Board, Moves, Problem};
//!
//! let start: Board = "8 2 0/4 6 1/3 7 5".parse()?;
//! let moves: Moves = "R2U2LDLDRURDLULDRULURDLU".parse()?;
//! assert_eq!(start.after(&moves)?, Board::solved(start.shape()));
//! assert_eq!((moves.stm(), moves.mtm()), (24, 22));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod anytime;
mod board;
pub mod constructive;
pub mod grid;
mod linear_conflict;
mod manhattan;
pub mod mtm;
mod notation;
pub mod optimal;
pub mod pattern_db;
pub mod problem;
pub mod scramble;
pub mod solve;
pub mod text;
pub mod walking_distance;

pub use board::{Board, BoardError, IllegalMove, MAX_SIDE, Shape, ShapeError};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use notation::{Moves, NotationError};
pub use problem::{Problem, ProblemError};
pub use walking_distance::WalkingDistance;

use std::fmt;

/// The way a tile moves.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[repr(u8)]
pub enum Direction {
    /// The tile below the blank moves up.
    Up,
    /// The tile above the blank moves down.
    Down,
    /// The tile to the right of the blank moves left.
    Left,
    /// The tile to the left of the blank moves right.
    Right,
}

impl Direction {
    /// All four, in the order in which every search tries them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The direction that takes this one back.
    #[inline]
    pub const fn inverse(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// The direction after exchanging rows and columns.
    #[inline]
    pub const fn transposed(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }

    /// Is it `Up` or `Down`?
    #[inline]
    pub const fn is_vertical(self) -> bool {
        (self as usize) < 2
    }

    /// Its letter: `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        ['U', 'D', 'L', 'R'][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// How the length of a solution is counted.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Metric {
    /// Single-tile moves: every tile that slides by one cell counts one.
    #[default]
    Stm,
    /// Multi-tile moves: a straight slide of several tiles counts one.
    Mtm,
}
