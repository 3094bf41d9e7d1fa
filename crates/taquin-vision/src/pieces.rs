//! Picture tiles cut out of a board, and matched to their places in the finished picture.

use crate::{
    assignment::{Assignment, Costs},
    geometry::{Homography, Point},
    grid::Grid,
    numbers::is_solvable,
    picture::Picture,
};

/// Side of the small copies by which pieces are compared.
const SMALL: usize = 12;
/// Share of a tile's side that is left out along its border: bevels, rounded corners, lines.
const BORDER: f64 = 0.07;

/// A small copy of a piece: colours row by row.
pub(crate) type Thumb = [[f32; 3]; SMALL * SMALL];

/// The tiles of a board in a picture.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) thumbs: Vec<Thumb>,
    /// How much the colours inside each tile vary: 0 is one colour.
    pub(crate) variation: Vec<f32>,
}

impl Pieces {
    pub(crate) fn cut(picture: &Picture, grid: &Grid) -> Self {
        let (rows, cols) = (grid.down.count, grid.across.count);
        let mut thumbs = Vec::with_capacity(rows * cols);
        for row in 0..rows {
            for col in 0..cols {
                let left = grid.across.start + grid.across.pitch * col as f64;
                let top = grid.down.start + grid.down.pitch * row as f64;
                thumbs.push(thumb(picture, left, top, grid.across.tile, grid.down.tile));
            }
        }
        let variation = thumbs.iter().map(variation).collect();
        Self { rows, cols, thumbs, variation }
    }

    /// The finished picture, cut into as many places.
    pub(crate) fn cut_whole(picture: &Picture, rows: usize, cols: usize) -> Vec<Thumb> {
        let (width, height) = (picture.width() as f64 / cols as f64, picture.height() as f64 / rows as f64);
        (0..rows * cols)
            .map(|cell| thumb(picture, (cell % cols) as f64 * width, (cell / cols) as f64 * height, width, height))
            .collect()
    }
}

/// A small copy of an area without its border; every pixel is the mean of 3 × 3 samples.
fn thumb(picture: &Picture, left: f64, top: f64, width: f64, height: f64) -> Thumb {
    let inner = 1.0 - 2.0 * BORDER;
    std::array::from_fn(|i| {
        let mut sum = [0.0f32; 3];
        for k in 0..9 {
            let x = (i % SMALL) as f64 + ((k % 3) as f64 + 0.5) / 3.0;
            let y = (i / SMALL) as f64 + ((k / 3) as f64 + 0.5) / 3.0;
            let at = Point::new(
                left + width * (BORDER + inner * x / SMALL as f64),
                top + height * (BORDER + inner * y / SMALL as f64),
            );
            let colour = picture.sample(at);
            (0..3).for_each(|c| sum[c] += colour[c] / 9.0);
        }
        sum
    })
}

fn mean(thumb: &Thumb) -> [f32; 3] {
    let mut sum = [0.0f32; 3];
    for pixel in thumb {
        (0..3).for_each(|c| sum[c] += pixel[c]);
    }
    sum.map(|value| value / thumb.len() as f32)
}

fn variation(thumb: &Thumb) -> f32 {
    let mean = mean(thumb);
    let square: f32 = thumb.iter().map(|p| (0..3).map(|c| (p[c] - mean[c]).powi(2)).sum::<f32>() / 3.0).sum();
    (square / thumb.len() as f32).sqrt()
}

/// Mean difference of two pieces; a difference of their brightness as a whole counts less, as light is uneven.
pub(crate) fn difference(a: &Thumb, b: &Thumb) -> f32 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let shift: [f32; 3] = std::array::from_fn(|c| 0.5 * (mean_a[c] - mean_b[c]));
    let sum: f32 = a.iter().zip(b).map(|(p, q)| (0..3).map(|c| (p[c] - q[c] - shift[c]).abs()).sum::<f32>()).sum();
    sum / (3 * a.len()) as f32
}

/// Pieces given to places.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    /// The place of each cell's piece, counted over all cells; `None` is the gap.
    pub(crate) places: Vec<Option<usize>>,
    /// The place that no piece has: the goal's blank.
    pub(crate) blank: usize,
    pub(crate) confidence: Vec<f64>,
    /// Mean difference between the pieces and their places.
    pub(crate) difference: f64,
}

/// Gives every piece its place in the finished picture; `blank` is the goal's blank if it is known.
pub(crate) fn match_goal(pieces: &Pieces, goal: &[Thumb], blank: Option<usize>) -> Match {
    let first = assign(pieces, goal, blank);
    // why: screens, cameras and JPEG shift colours; pairs that match tell by how much.
    let adjusted = adjust(pieces, goal, &first);
    assign(pieces, &adjusted, blank)
}

fn assign(pieces: &Pieces, goal: &[Thumb], blank: Option<usize>) -> Match {
    let count = goal.len();
    // why: column `count` is the gap, row `count` takes the place that no piece has.
    let costs = Costs::new(count + 1, |cell, place| match (cell == count, place == count) {
        (true, true) => 200.0,
        (true, false) => absence(place, pieces.rows, pieces.cols, blank),
        // why: of several cells of one colour the flattest is the gap; pieces are never quite flat.
        (false, true) => 0.5 + 0.8 * pieces.variation[cell] + 1.5 * pieces.variation[cell].min(1.0),
        (false, false) => difference(&pieces.thumbs[cell], &goal[place]),
    });
    let best = Assignment::of(&costs);
    let others: Vec<Assignment> = (0..count).map(|cell| best.without(&costs, cell)).collect();
    let mut confidence: Vec<f64> = (0..count)
        .map(|cell| {
            let margin = others[cell].total - best.total;
            let own = f64::from(costs.at(cell, best.columns[cell]));
            let scale = 1.5 + 0.1 * own;
            1.0 / (1.0 + (-(margin - 2.0) / scale).exp())
        })
        .collect();
    // why: nobody shows a puzzle that cannot be solved, but pieces that look alike are easily exchanged.
    let repaired = others
        .into_iter()
        .filter(|other| other.total < best.total + MOST_REPAIR && is_reachable(&other.columns, pieces))
        .min_by(|a, b| a.total.total_cmp(&b.total))
        .filter(|_| !is_reachable(&best.columns, pieces));
    if let Some(repaired) = &repaired {
        for (cell, sure) in confidence.iter_mut().enumerate() {
            if repaired.columns[cell] != best.columns[cell] {
                *sure = sure.min(0.45);
            }
        }
    }
    let best = repaired.unwrap_or(best);
    let places: Vec<Option<usize>> = best.columns[..count].iter().map(|&p| (p < count).then_some(p)).collect();
    let matched: Vec<f64> = places
        .iter()
        .enumerate()
        .filter_map(|(cell, place)| place.map(|place| f64::from(costs.at(cell, place))))
        .collect();
    let difference = matched.iter().sum::<f64>() / matched.len().max(1) as f64;
    Match { places, blank: best.columns[count].min(count - 1), confidence, difference }
}

/// What it may cost to exchange pieces so that the board can be solved.
const MOST_REPAIR: f64 = 3.0;

/// Whether moves lead from these places, with the gap's column and the row of the goal's blank last, to the finished picture.
fn is_reachable(columns: &[usize], pieces: &Pieces) -> bool {
    let count = pieces.rows * pieces.cols;
    let numbers: Vec<usize> = columns[..count].iter().map(|&place| if place < count { place + 1 } else { 0 }).collect();
    is_solvable(&numbers, columns[count] + 1, pieces.rows, pieces.cols)
}

/// What it costs that the goal's blank is not the last cell.
pub(crate) fn absence(place: usize, rows: usize, cols: usize, known: Option<usize>) -> f32 {
    let (row, col) = (place / cols, place % cols);
    let corner = (row == 0 || row + 1 == rows) && (col == 0 || col + 1 == cols);
    match known {
        Some(known) => {
            if known == place {
                0.0
            } else {
                500.0
            }
        }
        None if place + 1 == rows * cols => 0.0,
        None if corner => 2.0,
        None => 6.0,
    }
}

/// The finished picture in the colours of the board: a straight line for each of red, green and blue.
fn adjust(pieces: &Pieces, goal: &[Thumb], found: &Match) -> Vec<Thumb> {
    let mut lines = [(1.0f32, 0.0f32); 3];
    for (c, line) in lines.iter_mut().enumerate() {
        let pairs = || {
            found.places.iter().enumerate().filter_map(|(cell, place)| place.map(|place| (cell, place))).flat_map(
                move |(cell, place)| pieces.thumbs[cell].iter().zip(&goal[place]).map(move |(p, g)| (g[c], p[c])),
            )
        };
        let count = pairs().count().max(1) as f32;
        let (sum_x, sum_y) = pairs().fold((0.0, 0.0), |s, (x, y)| (s.0 + x, s.1 + y));
        let (mean_x, mean_y) = (sum_x / count, sum_y / count);
        let (xx, xy) = pairs()
            .fold((0.0, 0.0), |s, (x, y)| (s.0 + (x - mean_x) * (x - mean_x), s.1 + (x - mean_x) * (y - mean_y)));
        let gain = ((xy + 50.0 * count) / (xx + 50.0 * count)).clamp(0.4, 1.6);
        *line = (gain, mean_y - gain * mean_x);
    }
    goal.iter().map(|thumb| thumb.map(|p| std::array::from_fn(|c| lines[c].0 * p[c] + lines[c].1))).collect()
}

/// The map from the unit square onto a cell of the grid.
pub(crate) fn cell_map(grid: &Grid, row: usize, col: usize) -> Homography {
    let left = grid.across.start + grid.across.pitch * col as f64;
    let top = grid.down.start + grid.down.pitch * row as f64;
    Homography::from_rows([grid.across.tile, 0.0, left, 0.0, grid.down.tile, top, 0.0, 0.0, 1.0])
}
