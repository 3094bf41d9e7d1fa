//! Block puzzles: which cells belong to one block, which are empty, which are wall.

use crate::{
    areas::{Cell, Layout},
    edges::EdgeMap,
    grid::{Comb, Grid},
    picture::Picture,
    pieces::{Pieces, difference},
};

/// A block puzzle as seen: a letter for each block, `X` for the likely goal block, `.` empty, `#` wall.
#[derive(Clone, Debug)]
pub(crate) struct BlockBoard {
    pub(crate) rows: Vec<String>,
    pub(crate) confidence: Vec<f64>,
}

/// Evidence from which on a line between two cells parts two blocks.
const PARTED: f32 = 0.3;
/// Evidence up to which there is surely no line between two cells.
const JOINED: f32 = 0.1;
/// Mean difference up to which two cells look alike.
const ALIKE: f32 = 2.0;

/// Deviation of the colours inside an area up to which it is flat.
const FLAT: f32 = 3.0;

/// Lines between neighbouring cells.
struct Walls {
    /// Between a cell and its right neighbour.
    right: Vec<f32>,
    /// Between a cell and the one below.
    below: Vec<f32>,
}

impl Walls {
    fn new(picture: &Picture, grid: &Grid) -> Self {
        let (rows, cols) = (grid.down.count, grid.across.count);
        let (upright, level) = (EdgeMap::upright(picture), EdgeMap::level(picture));
        let cells = || (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)));
        let right = cells().map(|(row, col)| evidence(&upright, &grid.across, col, &grid.down, row)).collect();
        let below = cells().map(|(row, col)| evidence(&level, &grid.down, row, &grid.across, col)).collect();
        Self { right, below }
    }
}

/// The strongest line near the cut after tile `k`, over the middle of tile `m` of the other direction.
fn evidence(map: &EdgeMap, comb: &Comb, k: usize, other: &Comb, m: usize) -> f32 {
    if k + 1 == comb.count {
        return 1.0;
    }
    let (end, next) = (comb.start + comb.pitch * k as f64 + comb.tile, comb.start + comb.pitch * (k + 1) as f64);
    let begin = other.start + other.pitch * m as f64;
    let (from, to) = ((begin + 0.22 * other.tile) as usize, (begin + 0.78 * other.tile) as usize);
    let slack = (0.1 * comb.pitch).round() as i64;
    let (low, high) = (end.round() as i64 - slack, next.round() as i64 + slack);
    (low..=high).map(|line| map.mean(line, from, to)).fold(0.0, f32::max)
}

/// How likely the board is one of blocks and not of pieces of a picture, from 0 to 1.
pub(crate) fn likelihood(picture: &Picture, grid: &Grid, pieces: &Pieces) -> f64 {
    let walls = Walls::new(picture, grid);
    let count = pieces.thumbs.len();
    let twins = (0..count).filter(|&a| (0..count).any(|b| a != b && raw_difference(pieces, a, b) < ALIKE)).count()
        as f64
        / count as f64;
    let inner = (2 * count - pieces.rows - pieces.cols) as f64;
    let joined = walls.right.iter().chain(&walls.below).filter(|wall| **wall < JOINED).count() as f64 / inner;
    // Measured: boards of blocks have 0.3 to 1.0 twins and 0.1 to 0.45 of their inner borders joined; photographs with
    // much sky have up to 0.5 twins, but hardly any joined borders.
    1.0 / (1.0 + (-(10.0 * (twins - 0.36) + 25.0 * (joined - 0.09))).exp())
}

fn raw_difference(pieces: &Pieces, a: usize, b: usize) -> f32 {
    let (a, b) = (&pieces.thumbs[a], &pieces.thumbs[b]);
    let sum: f32 = a.iter().zip(b).map(|(p, q)| (0..3).map(|c| (p[c] - q[c]).abs()).sum::<f32>()).sum();
    sum / (3 * a.len()) as f32
}

/// The board of blocks that their own outlines tell, with the cells that it lies on; `ruled` is the board that lines cut.
pub(crate) fn find(picture: &Picture, ruled: Option<&Grid>) -> Option<(Grid, BlockBoard)> {
    let layout = Layout::find(picture)?;
    if let Some(grid) = ruled {
        let blocks = likelihood(picture, grid, &Pieces::cut(picture, grid));
        // why: smooth pieces of a picture are areas too, but few of them are flat; and where lines clearly cut pieces that
        // are no blocks, what else looks like blocks is the page.
        if (layout.unevenness > FLAT && blocks < 0.5) || (grid.cuts > 0.6 && blocks < 0.05) {
            return None;
        }
    }
    let grid = layout.grid;
    let (rows, cols) = (grid.down.count, grid.across.count);
    let pieces = Pieces::cut(picture, &grid);
    let mut empty: Vec<bool> = layout.cells.iter().map(|cell| *cell == Cell::Empty).collect();
    if layout.has_ground {
        // why: goals may be tinted ground.
        let ground: Vec<usize> = (0..rows * cols).filter(|&cell| empty[cell]).collect();
        for (cell, slot) in empty.iter_mut().enumerate() {
            let like = |other: &usize| {
                distance(&mean(&pieces, cell), &mean(&pieces, *other)) < 12.0 && pieces.variation[cell] < 6.0
            };
            *slot |= matches!(layout.cells[cell], Cell::Block(_)) && ground.iter().any(like);
        }
    } else {
        empty = empties(picture, &grid, &pieces);
    }
    let names: Vec<usize> = (0..rows * cols)
        .map(|cell| match layout.cells[cell] {
            Cell::Block(_) => (0..cell).find(|&first| layout.cells[first] == layout.cells[cell]).unwrap_or(cell),
            _ => cell,
        })
        .collect();
    let blocks = (0..rows * cols).filter(|&cell| names[cell] == cell && !empty[cell]).count();
    let several = (0..rows * cols).any(|cell| names[cell] != cell && !empty[cell]);
    // why: pieces of a picture have few areas of one colour as large as they are.
    let shapeless = (0..rows * cols).filter(|&cell| names[cell] == cell && !empty[cell] && !layout.is_rectangle(cell));
    if blocks < 3 || !several || !empty.contains(&true) || shapeless.count() * 6 > blocks {
        return None;
    }
    let goal = goal_block(&pieces, &names, &empty, cols);
    let text = letters(&names, cols, |cell| {
        if layout.cells[cell] == Cell::Wall {
            Some('#')
        } else if empty[cell] {
            Some('.')
        } else {
            (Some(names[cell]) == goal).then_some('X')
        }
    });
    let has_walls = layout.cells.contains(&Cell::Wall);
    let odd = if has_walls { Vec::new() } else { unlike_ground(&pieces, &empty) };
    let sure = |cell: usize| if layout.cells[cell] == Cell::Unknown || odd.contains(&cell) { 0.4 } else { 0.98 };
    Some((grid, BlockBoard { rows: text, confidence: (0..rows * cols).map(sure).collect() }))
}

/// Empty cells of another colour than most: tinted goals, or blocks whose outlines were not found.
fn unlike_ground(pieces: &Pieces, empty: &[bool]) -> Vec<usize> {
    const FAR: f32 = 30.0;
    let cells: Vec<usize> = (0..empty.len()).filter(|&cell| empty[cell]).collect();
    let apart = |a: usize, b: usize| distance(&mean(pieces, a), &mean(pieces, b));
    let near = |cell: usize| cells.iter().filter(|&&other| apart(cell, other) <= FAR).count();
    let Some(&usual) = cells.iter().max_by_key(|&&cell| near(cell)) else { return Vec::new() };
    cells.into_iter().filter(|&cell| apart(cell, usual) > FAR).collect()
}

/// Rows of letters, one letter for each region but where `fixed` tells another character.
fn letters(names: &[usize], cols: usize, fixed: impl Fn(usize) -> Option<char>) -> Vec<String> {
    let mut letters = vec![None; names.len()];
    let mut next = ('A'..='W').chain('a'..='w').chain('0'..='9');
    let text: Vec<char> = (0..names.len())
        .map(|cell| {
            fixed(cell).unwrap_or_else(|| *letters[names[cell]].get_or_insert_with(|| next.next().unwrap_or('*')))
        })
        .collect();
    text.chunks(cols).map(|row| row.iter().collect()).collect()
}

pub(crate) fn read(picture: &Picture, grid: &Grid, pieces: &Pieces) -> BlockBoard {
    let (rows, cols) = (grid.down.count, grid.across.count);
    let walls = Walls::new(picture, grid);
    let empty = empties(picture, grid, pieces);
    let mut regions = Regions::new(rows * cols);
    for cell in 0..rows * cols {
        if cell % cols + 1 < cols && walls.right[cell] < PARTED && empty[cell] == empty[cell + 1] {
            regions.join(cell, cell + 1);
        }
        if cell + cols < rows * cols && walls.below[cell] < PARTED && empty[cell] == empty[cell + cols] {
            regions.join(cell, cell + cols);
        }
    }
    let names: Vec<usize> = (0..rows * cols).map(|cell| regions.root(cell)).collect();
    let goal = goal_block(pieces, &names, &empty, cols);
    let text = letters(&names, cols, |cell| {
        if empty[cell] {
            Some('.')
        } else if is_frame(&names, names[cell], rows, cols) {
            Some('#')
        } else {
            (Some(names[cell]) == goal).then_some('X')
        }
    });
    let confidence = (0..rows * cols)
        .map(|cell| {
            let sides = [
                (cell % cols + 1 < cols).then(|| walls.right[cell]),
                (cell % cols > 0).then(|| walls.right[cell.wrapping_sub(1)]),
                (cell + cols < rows * cols).then(|| walls.below[cell]),
                (cell >= cols).then(|| walls.below[cell.wrapping_sub(cols)]),
            ];
            // why: a line that is half there is what makes a cell doubtful.
            let least = sides.into_iter().flatten().map(|wall| (wall - PARTED).abs()).fold(1.0, f32::min);
            f64::from((0.5 + least * 4.0).min(0.98))
        })
        .collect();
    BlockBoard { rows: text, confidence }
}

/// Which cells are empty: pale, flat, like the area round the board, and alike among themselves.
fn empties(picture: &Picture, grid: &Grid, pieces: &Pieces) -> Vec<bool> {
    let count = pieces.thumbs.len();
    let ring = surroundings(picture, grid);
    let strangeness: Vec<f32> = (0..count)
        .map(|cell| {
            let colour = mean(pieces, cell);
            let most = colour.iter().copied().fold(f32::MIN, f32::max);
            let least = colour.iter().copied().fold(f32::MAX, f32::min);
            let beside = ring.iter().map(|r| distance(r, &colour)).fold(f32::MAX, f32::min);
            (most - least) + 0.35 * beside.min(120.0) + 1.2 * pieces.variation[cell].min(40.0)
        })
        .collect();
    let model = (0..count).min_by(|&a, &b| strangeness[a].total_cmp(&strangeness[b])).unwrap_or(0);
    (0..count)
        .map(|cell| {
            let alike = difference(&pieces.thumbs[cell], &pieces.thumbs[model]) < 14.0
                && distance(&mean(pieces, cell), &mean(pieces, model)) < 26.0;
            cell == model || (alike && strangeness[cell] < strangeness[model] + 30.0)
        })
        .collect()
}

fn mean(pieces: &Pieces, cell: usize) -> [f32; 3] {
    let thumb = &pieces.thumbs[cell];
    std::array::from_fn(|c| thumb.iter().map(|p| p[c]).sum::<f32>() / thumb.len() as f32)
}

fn distance(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    (0..3).map(|c| (a[c] - b[c]).abs()).fold(0.0, f32::max)
}

/// Colours just outside the board, at the middle of each side.
fn surroundings(picture: &Picture, grid: &Grid) -> Vec<[f32; 3]> {
    let (left, right) = (grid.across.start, grid.across.end());
    let (top, bottom) = (grid.down.start, grid.down.end());
    let away = 0.12 * grid.across.pitch;
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    [(left - away, y), (right + away, y), (x, top - away), (x, bottom + away)]
        .map(|(x, y)| picture.sample(crate::geometry::Point::new(x, y)))
        .to_vec()
}

/// Whether a region goes round the board: it touches three sides and is large.
fn is_frame(names: &[usize], root: usize, rows: usize, cols: usize) -> bool {
    let has = |cell: usize| names[cell] == root;
    let top = (0..cols).filter(|&col| has(col)).count();
    let bottom = (0..cols).filter(|&col| has((rows - 1) * cols + col)).count();
    let left = (0..rows).filter(|&row| has(row * cols)).count();
    let right = (0..rows).filter(|&row| has(row * cols + cols - 1)).count();
    let sides = [top, bottom, left, right].iter().filter(|count| **count > 1).count();
    sides >= 3 && names.iter().filter(|name| **name == root).count() >= rows.max(cols)
}

/// The likely goal block: the only 2 × 2 block, or else the reddest of several.
fn goal_block(pieces: &Pieces, names: &[usize], empty: &[bool], cols: usize) -> Option<usize> {
    let mut roots: Vec<usize> = (0..names.len()).filter(|&cell| names[cell] == cell && !empty[cell]).collect();
    roots.retain(|&root| names.iter().filter(|name| **name == root).count() > 1);
    let is_square = |root: usize| {
        let cells: Vec<usize> = (0..names.len()).filter(|&cell| names[cell] == root).collect();
        cells.len() == 4 && cells[1] == cells[0] + 1 && cells[2] == cells[0] + cols
    };
    let squares: Vec<usize> = roots.iter().copied().filter(|&root| is_square(root)).collect();
    if let [only] = squares.as_slice() {
        return Some(*only);
    }
    let redness = |root: usize| {
        let [r, g, b] = mean(pieces, root);
        r - g.max(b)
    };
    roots.into_iter().filter(|&root| redness(root) > 40.0).max_by(|&a, &b| redness(a).total_cmp(&redness(b)))
}

/// Cells that belong together.
struct Regions(Vec<usize>);

impl Regions {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&self, mut cell: usize) -> usize {
        while self.0[cell] != cell {
            cell = self.0[cell];
        }
        cell
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with a frame of wall, blocks with a bevel, and a button beside it.
    fn drawn(rows: &[&str], cell: usize) -> Picture {
        let (height, width) = (rows.len(), rows[0].len());
        let mut picture = Picture::filled(width * cell + 160, height * cell + 120, [240, 238, 235]);
        let mut fill = |left: usize, top: usize, right: usize, bottom: usize, colour: [u8; 3]| {
            for y in top..bottom {
                for x in left..right {
                    picture.set_pixel(x as i64, y as i64, colour);
                }
            }
        };
        fill(20, 10, 120, 40, [90, 160, 90]);
        let letter = |row: usize, col: usize| rows[row].as_bytes()[col];
        for row in 0..height {
            for col in 0..width {
                let own = letter(row, col);
                if own == b'.' {
                    continue;
                }
                let joined = |r: usize, c: usize| r < height && c < width && letter(r, c) == own;
                for (inset, colour) in [(2, [20, 40, 90]), (7, [50, 100, 165])] {
                    let side = |there: bool| if there { 0 } else { inset };
                    let (x, y) = (80 + col * cell, 60 + row * cell);
                    fill(
                        x + side(col > 0 && joined(row, col - 1)),
                        y + side(row > 0 && joined(row - 1, col)),
                        x + cell - side(joined(row, col + 1)),
                        y + cell - side(joined(row + 1, col)),
                        colour,
                    );
                }
            }
        }
        picture
    }

    #[test]
    fn walls_blocks_and_empty_cells_are_told_by_outlines() {
        let rows = ["######", "#AXXB#", "#AXXB#", "#CDDE#", "#F..G#", "######"];
        let (grid, board) = find(&drawn(&rows, 40), None).expect("there is a board");
        assert_eq!((grid.down.count, grid.across.count), (6, 6));
        assert_eq!(board.rows, ["######", "#AXXB#", "#AXXB#", "#CDDE#", "#F..G#", "######"]);
    }

    #[test]
    fn single_tiles_are_no_blocks() {
        assert!(find(&drawn(&["ABC", "DEF", "GH."], 50), None).is_none());
    }
}
