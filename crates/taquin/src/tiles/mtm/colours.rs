//! Colours of tiles, and the index of what a reading looks like in colours.

use crate::tiles::{Shape, pattern_db::Level};

/// For each tile, by its place in the goal, one of four colours.
pub(super) type Colours = [u8; 16];

/// Bits of a colour.
pub(super) const WIDTH: u32 = 2;
/// Tiles of a reading whose colours are looked up first; the others are looked up by a second table.
const HEAD: usize = 7;
/// The most readings in colours of a table of the small level.
const SMALL: u64 = 1 << 19;

/// Lower bounds that are looked up for a line: the larger one counts.
pub(super) const BOUNDS: usize = 4;

/// A tile's colours on a board of 4×4 whose goal has its blank in the last corner, twice: of the pairs tried, the one with
/// the fewest nodes.
const SIXTEEN: [[[u8; 4]; 4]; 2] = [
    [[0, 0, 1, 1], [2, 2, 1, 1], [2, 2, 3, 3], [2, 3, 3, 3]],
    [[0, 0, 1, 2], [0, 0, 1, 2], [3, 3, 1, 2], [3, 3, 2, 2]],
];
/// Three colours, so few that their tables are made in a moment.
const SIXTEEN_SMALL: [[[u8; 4]; 4]; 2] = [
    [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2]],
    [[0, 0, 0, 1], [0, 0, 0, 1], [2, 2, 2, 1], [2, 2, 2, 2]],
];

/// The colourings that a goal's tables are made with. Every second one is the one before with rows and columns exchanged: a
/// symmetric goal needs no tables for it.
pub(super) fn colourings(shape: Shape, blank: usize, level: Level) -> [Colours; BOUNDS] {
    if (shape.rows(), shape.cols()) == (4, 4) {
        let [one, two] = if level == Level::Small { SIXTEEN_SMALL } else { SIXTEEN };
        let (row, col) = shape.place(blank);
        // The blank's corner is the last one.
        let towards = |line: usize, blank: usize| if blank < 2 { 3 - line } else { line };
        let at = |cell: usize| {
            let (r, c) = shape.place(cell);
            (towards(r, row), towards(c, col))
        };
        let coloured = |colours: [[u8; 4]; 4], is_turned: bool| {
            by_cell(shape, blank, |cell| match at(cell) {
                (row, col) if is_turned => colours[col][row],
                (row, col) => colours[row][col],
            })
        };
        return [coloured(one, false), coloured(one, true), coloured(two, false), coloured(two, true)];
    }
    let most = if level == Level::Small { SMALL } else { u64::MAX };
    let count = (1..=4).rev().find(|&count| {
        let colours = bands(shape, blank, count, false, false);
        arrangements(&counts(&colours, shape.cells() - 1)) <= most
    });
    let bands = |is_shifted, is_turned| bands(shape, blank, count.unwrap_or(1), is_shifted, is_turned);
    [bands(false, false), bands(false, true), bands(true, false), bands(true, true)]
}

/// Bands across the board: cells along the shorter side first, or the longer one, cut into parts of the same size, or all
/// but the first and the last.
fn bands(shape: Shape, blank: usize, count: usize, is_shifted: bool, is_turned: bool) -> Colours {
    let cells = shape.cells();
    let is_down = (shape.rows() <= shape.cols()) != is_turned;
    let rank = |cell: usize| {
        let (row, col) = shape.place(cell);
        if is_down { col * shape.rows() + row } else { row * shape.cols() + col }
    };
    let shift = if is_shifted { cells / count / 2 } else { 0 };
    by_cell(shape, blank, |cell| (((rank(cell) + shift) * count / cells).min(count - 1)) as u8)
}

fn by_cell(shape: Shape, blank: usize, colour: impl Fn(usize) -> u8) -> Colours {
    let mut colours = [0; 16];
    for (tile, cell) in (0..shape.cells()).filter(|&cell| cell != blank).enumerate() {
        colours[tile] = colour(cell);
    }
    colours
}

/// How many of the first tiles have each colour.
fn counts(colours: &Colours, tiles: usize) -> [usize; 4] {
    let mut counts = [0; 4];
    colours[..tiles].iter().for_each(|&colour| counts[usize::from(colour)] += 1);
    counts
}

/// In how many ways so many tiles of each colour can follow each other.
fn arrangements(counts: &[usize; 4]) -> u64 {
    let (mut ways, mut placed) = (1_u64, 0);
    for &count in counts {
        for number in 1..=count as u64 {
            placed += 1;
            // A product of consecutive numbers is divisible at each step.
            ways = ways * placed / number;
        }
    }
    ways
}

/// The colours of the tiles of a reading.
pub(super) fn paint(reading: u64, tiles: usize, colours: &Colours) -> u64 {
    (0..tiles).map(|at| u64::from(colours[(reading >> (4 * at) & 15) as usize]) << (WIDTH as usize * at)).sum()
}

/// Numbers all readings that have the same colours: a number for the head and one for the tail, added up.
#[derive(Debug)]
pub(super) struct ColourIndex {
    /// Where the readings with a head begin.
    heads: Vec<u32>,
    /// The number of a tail among those with as many tiles of each colour.
    tails: Vec<u16>,
    head_mask: u64,
    head_bits: u32,
    /// All heads that there are.
    pub(super) entries: Vec<Head>,
    /// Tails by how many tiles of each colour they have.
    by_counts: Vec<Vec<u16>>,
    len: usize,
}

/// The first tiles of a reading, in colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) colours: u16,
    /// The number of the first reading that begins with it.
    pub(super) first: u32,
    /// Which tails go with it.
    tails: u16,
}

impl ColourIndex {
    pub(super) fn new(colours: &Colours, tiles: usize) -> Self {
        let all = counts(colours, tiles);
        let head = tiles.min(HEAD);
        let tail = tiles - head;
        let count = |code: usize, length: usize| {
            let mut colours = [0; 16];
            (0..length).for_each(|at| colours[at] = (code >> (2 * at) & 3) as u8);
            counts(&colours, length)
        };
        // The counts of a tail as digits, of which each is at most nine.
        let class = |counts: [usize; 4]| counts.iter().fold(0, |class, count| class * 10 + count);
        let mut by_counts = vec![Vec::new(); 10_000];
        let mut tails = vec![0; 1 << (2 * tail)];
        for (code, number) in tails.iter_mut().enumerate() {
            let same: &mut Vec<u16> = &mut by_counts[class(count(code, tail))];
            *number = same.len() as u16;
            same.push(code as u16);
        }
        let mut heads = vec![0; 1 << (2 * head)];
        let (mut entries, mut len) = (Vec::new(), 0);
        for (code, first) in heads.iter_mut().enumerate() {
            let has = count(code, head);
            if (0..4).all(|colour| has[colour] <= all[colour]) {
                *first = len as u32;
                let tails = class(std::array::from_fn(|colour| all[colour] - has[colour]));
                entries.push(Head { colours: code as u16, first: *first, tails: tails as u16 });
                len += by_counts[tails].len();
            }
        }
        let head_bits = 2 * head as u32;
        Self { heads, tails, head_mask: (1 << head_bits) - 1, head_bits, entries, by_counts, len }
    }

    /// How many readings there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of a reading in colours.
    #[inline]
    pub(super) fn number(&self, painted: u64) -> usize {
        let (head, tail) = ((painted & self.head_mask) as usize, (painted >> self.head_bits) as usize);
        self.heads[head] as usize + usize::from(self.tails[tail])
    }

    /// The head of a reading, in colours.
    #[inline]
    pub(super) fn head(&self, painted: u64) -> usize {
        (painted & self.head_mask) as usize
    }

    /// How many different heads could be told apart.
    pub(super) fn heads(&self) -> usize {
        self.heads.len()
    }

    /// The tails that go with a head, in the order of the numbers of readings.
    pub(super) fn tails(&self, head: Head) -> &[u16] {
        &self.by_counts[usize::from(head.tails)]
    }

    /// The reading with a head and a tail, in colours.
    #[inline]
    pub(super) fn reading(&self, head: Head, tail: u16) -> u64 {
        u64::from(head.colours) | u64::from(tail) << self.head_bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_has_its_number() {
        for (rows, cols) in [(1, 5), (2, 2), (3, 3), (3, 4), (2, 7)] {
            let shape = Shape::new(rows, cols).unwrap();
            let tiles = shape.cells() - 1;
            for colours in colourings(shape, 1, Level::Large) {
                let index = ColourIndex::new(&colours, tiles);
                assert_eq!(index.len() as u64, arrangements(&counts(&colours, tiles)));
                let index = &index;
                let readings = |&head: &Head| index.tails(head).iter().map(move |&tail| index.reading(head, tail));
                let readings = index.entries.iter().flat_map(readings);
                assert!(readings.enumerate().all(|(number, painted)| index.number(painted) == number));
            }
        }
    }

    #[test]
    fn small_tables_are_small() {
        for cells in 2..=16_usize {
            for rows in (1..=cells).filter(|rows| cells.is_multiple_of(*rows)) {
                let shape = Shape::new(rows, cells / rows).unwrap();
                for blank in 0..cells {
                    for colours in colourings(shape, blank, Level::Small) {
                        assert!(arrangements(&counts(&colours, cells - 1)) <= 2 * SMALL, "{shape} {blank}");
                    }
                }
            }
        }
    }
}
