//! Patterns: the tiles that a table is for, in a frame in which their numbers do not matter.
//!
//! A table identifies tiles only by the **cell where the goal has them**, so one table serves every goal of one shape with
//! the blank in one cell, whatever the numbers of the tiles. Rotations and reflections bring the blank of any goal into
//! one of a few cells ([`Frame`]), so few tables serve all goals.

use crate::{
    sort::sort_short_by_key,
    tiles::{Board, Shape},
};

/// Most cells of a board that can have patterns: those of 5×5.
pub const MAX_CELLS: usize = 25;

/// Most tiles of one pattern.
pub const MAX_TILES: usize = 8;

/// A set of tiles of a goal, for which one table is built.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Pattern {
    shape: Shape,
    blank: u8,
    tiles: u32,
}

impl Pattern {
    /// The pattern of the tiles whose goal cells are the set bits of `tiles`, where the goal has its blank in the
    /// cell `blank`. `None` if the board has more than [`MAX_CELLS`] cells, if there is no tile or more than
    /// [`MAX_TILES`], or if a bit is outside the board or on the blank.
    pub fn new(shape: Shape, blank: usize, tiles: u32) -> Option<Self> {
        let cells = shape.cells();
        let fits = cells <= MAX_CELLS && blank < cells && tiles >> cells == 0 && tiles >> blank & 1 == 0;
        let count = tiles.count_ones() as usize;
        (fits && (1..=MAX_TILES).contains(&count)).then_some(Self { shape, blank: blank as u8, tiles })
    }

    /// All tiles, more than a table of their own moves could be for.
    pub(in crate::tiles) fn of_all(shape: Shape, blank: usize) -> Option<Self> {
        let cells = shape.cells();
        let fits = (2..=MAX_CELLS).contains(&cells) && blank < cells;
        fits.then(|| Self { shape, blank: blank as u8, tiles: ((1 << cells) - 1) ^ 1 << blank })
    }

    /// The shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cell of the goal's blank.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The goal cells of its tiles, as a set of bits.
    pub fn tiles(&self) -> u32 {
        self.tiles
    }

    /// A name that no other pattern has, for storing its table.
    pub fn name(&self) -> String {
        format!("{}-blank{}-tiles{:x}", self.shape, self.blank, self.tiles)
    }

    /// Number of tiles.
    pub fn len(&self) -> usize {
        self.tiles.count_ones() as usize
    }

    /// Always `false`: a pattern has at least one tile.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The goal cells of its tiles in ascending order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let tiles = self.tiles;
        (0..MAX_CELLS).filter(move |cell| tiles >> cell & 1 == 1)
    }
}

/// The size of a set of tables: larger ones take longer to build and give better bounds.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Level {
    /// Built in a few hundredths of a second: for one easy board, and for the browser.
    Small,
    /// Built in a fraction of a second, for a harder board.
    Middle,
    /// Built in seconds: for the hardest boards, for bulk work and research.
    Large,
}

impl Level {
    /// All levels, the cheapest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Middle, Self::Large];

    /// The name of the level on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Middle => "middle",
            Self::Large => "large",
        }
    }
}

/// A partition of all tiles into patterns. Their tables add up, because each counts the moves of its own tiles only.
///
/// `None` for boards of more than [`MAX_CELLS`] cells, and for boards without tiles.
pub fn partition(shape: Shape, blank: usize, level: Level) -> Option<Vec<Pattern>> {
    if !(2..=MAX_CELLS).contains(&shape.cells()) || blank >= shape.cells() {
        return None;
    }
    let groups = match (shape.rows(), shape.cols(), blank, level) {
        (4, 4, 15, Level::Middle) => {
            vec![cells(&[0, 4, 5, 8, 9, 12]), cells(&[6, 7, 10, 11, 13, 14]), cells(&[1, 2, 3])]
        }
        // why: the partition of Korf and Felner (2002), compact groups of six around the blank's corner.
        (5, 5, 24, Level::Large) => vec![
            cells(&[0, 1, 5, 6, 10, 11]),
            cells(&[2, 3, 4, 7, 8, 9]),
            cells(&[12, 13, 14, 18, 19, 23]),
            cells(&[15, 16, 17, 20, 21, 22]),
        ],
        _ => in_order(shape, blank, most_tiles(shape, level)),
    };
    groups.into_iter().map(|tiles| Pattern::new(shape, blank, tiles)).collect()
}

/// The patterns whose tables serve this goal, in the frame that they are built in. `None` as for [`partition`].
pub fn patterns(goal: &Board, level: Level) -> Option<Vec<Pattern>> {
    let frame = Frame::all(goal).swap_remove(0);
    partition(frame.shape(), frame.target(goal.blank()), level)
}

/// The largest patterns that a level affords on a board of this size: a table has about `cells! / (cells - tiles)!`
/// entries.
fn most_tiles(shape: Shape, level: Level) -> usize {
    match (shape.cells(), level) {
        (..=16, Level::Small) => 5,
        (..=16, Level::Middle) => 6,
        (..=16, Level::Large) => 8,
        (_, Level::Small) => 4,
        (_, Level::Middle) => 5,
        (_, Level::Large) => 6,
    }
}

/// As many neighbouring tiles as allowed into each group: row by row, on long boards column by column from the
/// blank's end.
///
/// why: a group of whole columns is compact, one of half a long row is not. Measured on boards that did not serve to
/// choose: 67 times fewer nodes on 2×7, 12 times fewer on 3×5.
fn in_order(shape: Shape, blank: usize, most: usize) -> Vec<u32> {
    let mut tiles: Vec<usize> = (0..shape.cells()).filter(|&cell| cell != blank).collect();
    if shape.rows() < shape.cols() {
        sort_short_by_key(&mut tiles, |&cell| {
            let (row, col) = shape.place(cell);
            (std::cmp::Reverse(col), row)
        });
    }
    tiles.chunks(most).map(cells).collect()
}

fn cells(cells: &[usize]) -> u32 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

/// The rotation or reflection that takes a board to the frame of its tables.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Frame {
    shape: Shape,
    /// For each cell of the frame, the cell of the board that is mapped to it.
    source: Box<[u8]>,
}

impl Frame {
    /// The frames in which the tables for this goal are looked up. The first is the one that the tables are built for: rows
    /// ≤ columns, and the blank in the last cell that rotations and reflections can bring it to. The second, if there is
    /// one, has the blank in that cell too.
    pub fn all(goal: &Board) -> Vec<Self> {
        let frames = symmetries(goal.shape());
        let blank = |frame: &Self| frame.target(goal.blank());
        let best = frames.iter().map(blank).max().unwrap_or_default();
        let mut kept: Vec<Self> = frames.into_iter().filter(|frame| blank(frame) == best).collect();
        kept.truncate(2);
        kept
    }

    /// The shape of a board in this frame.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cell of the board that is mapped to `cell` of the frame.
    pub fn source(&self, cell: usize) -> usize {
        usize::from(self.source[cell])
    }

    /// The cell of the frame that a cell of the board is mapped to.
    pub fn target(&self, cell: usize) -> usize {
        self.source.iter().position(|&source| usize::from(source) == cell).unwrap_or_default()
    }
}

/// All frames of at most as many rows as columns that a board of this size can be turned or reflected into; where
/// the board itself is one, it comes first.
fn symmetries(shape: Shape) -> Vec<Frame> {
    let transpositions: &[bool] = match shape.rows().cmp(&shape.cols()) {
        std::cmp::Ordering::Less => &[false],
        std::cmp::Ordering::Equal => &[false, true],
        std::cmp::Ordering::Greater => &[true],
    };
    let mut frames = Vec::new();
    for &transposed in transpositions {
        for (flip_rows, flip_cols) in [(false, false), (true, true), (false, true), (true, false)] {
            let target = if transposed { shape.transposed() } else { shape };
            let source = |cell| {
                let (row, col) = target.place(cell);
                let (row, col) = if transposed { (col, row) } else { (row, col) };
                let row = if flip_rows { shape.rows() - 1 - row } else { row };
                let col = if flip_cols { shape.cols() - 1 - col } else { col };
                shape.cell(row, col) as u8
            };
            frames.push(Frame { shape: target, source: (0..shape.cells()).map(source).collect() });
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_hold_every_tile_once() {
        for rows in 1..=5 {
            for cols in rows..=25 / rows {
                let shape = Shape::new(rows, cols).unwrap();
                if shape.cells() < 2 {
                    continue;
                }
                for blank in 0..shape.cells() {
                    for level in Level::ALL {
                        let patterns = partition(shape, blank, level).unwrap();
                        let union = patterns.iter().fold(0, |union, pattern| union | pattern.tiles());
                        let count: usize = patterns.iter().map(Pattern::len).sum();
                        assert_eq!(union, ((1 << shape.cells()) - 1) & !(1 << blank), "{shape} {blank} {level:?}");
                        assert_eq!(count, shape.cells() - 1);
                    }
                }
            }
        }
    }

    #[test]
    fn frames_keep_the_default_goal_and_reflect_it() {
        let goal = Board::solved(Shape::new(4, 4).unwrap());
        let frames = Frame::all(&goal);
        assert_eq!(frames.len(), 2);
        assert!((0..16).all(|cell| frames[0].source(cell) == cell));
        assert!((0..16).all(|cell| frames[1].source(cell) == cell % 4 * 4 + cell / 4));
    }

    #[test]
    fn frames_bring_blanks_together() {
        let shape = Shape::new(4, 3).unwrap();
        for blank in 0..12 {
            let goal = Board::solved(shape).exchanged(11, blank);
            let frames = Frame::all(&goal);
            assert_eq!(frames[0].shape(), Shape::new(3, 4).unwrap());
            let mut seen: Vec<usize> = (0..12).map(|cell| frames[0].source(cell)).collect();
            let landed = frames[0].target(blank);
            assert!([11, 10, 7, 6].contains(&landed), "{blank} lands in {landed}");
            seen.sort_unstable();
            assert_eq!(seen, (0..12).collect::<Vec<_>>());
        }
    }
}
