//! The four directions of both kinds of puzzles.

use std::fmt;

/// The way in which a tile or a block moves.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 0: on a tile board the tile below the blank moves.
    Up,
    /// Away from row 0: on a tile board the tile above the blank moves.
    Down,
    /// Towards column 0: on a tile board the tile to the right of the blank moves.
    Left,
    /// Away from column 0: on a tile board the tile to the left of the blank moves.
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

    /// Rows and columns that one step adds.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
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
