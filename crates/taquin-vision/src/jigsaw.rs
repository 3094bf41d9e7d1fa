//! The finished picture from its scrambled pieces alone: borders that belong together continue each other's colours.
//!
//! Two borders are compared by the Mahalanobis distance of the jump across them from the changes just inside
//! (Gallagher 2012). Distances become ratios to the next best partner, and an annealing over exchanges of pieces finds
//! the arrangement with the least sum.

use crate::{
    geometry::Point,
    grid::Grid,
    numbers::is_solvable,
    picture::Picture,
    pieces::{Pieces, cell_map},
};

/// Samples along a border.
const SAMPLES: usize = 64;
/// Share of a border at each end that is left out, as corners may be round.
const ENDS: f64 = 0.1;

/// An arrangement of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    /// The place of each cell's piece; `None` is the gap.
    pub(crate) places: Vec<Option<usize>>,
    /// The goal's blank.
    pub(crate) blank: usize,
    pub(crate) confidence: Vec<f64>,
    /// Sum over all inner borders: less is better.
    pub(crate) score: f64,
}

/// Colours along a border, and how they change from farther inside, as far as it is across the cut.
#[derive(Clone, Debug)]
struct Border {
    outer: [[f32; 3]; SAMPLES],
    mean: [f32; 3],
    /// Inverse of the changes' covariance.
    inverse: [[f32; 3]; 3],
}

impl Border {
    fn new(outer: [[f32; 3]; SAMPLES], inner: &[[f32; 3]; SAMPLES]) -> Self {
        let mut mean = [0.0f32; 3];
        for k in 0..SAMPLES {
            (0..3).for_each(|c| mean[c] += (outer[k][c] - inner[k][c]) / SAMPLES as f32);
        }
        let mut covariance = [[0.0f32; 3]; 3];
        for k in 0..SAMPLES {
            let d: [f32; 3] = std::array::from_fn(|c| outer[k][c] - inner[k][c] - mean[c]);
            for a in 0..3 {
                for b in 0..3 {
                    covariance[a][b] += d[a] * d[b] / SAMPLES as f32;
                }
            }
        }
        for (c, row) in covariance.iter_mut().enumerate() {
            row[c] += 6.0;
        }
        Self { outer, mean, inverse: invert(&covariance) }
    }
}

/// Left, top, right, bottom.
type Borders = [Border; 4];

/// How badly each piece fits right of and below each other, as logarithms of ratios: below 0 is best.
struct Fits {
    count: usize,
    right: Vec<f32>,
    below: Vec<f32>,
}

/// The best arrangements, the likeliest first; `blank` is the goal's blank if it is known.
pub(crate) fn arrange(picture: &Picture, grid: &Grid, pieces: &Pieces, blank: Option<usize>) -> Vec<Arrangement> {
    let gap = flattest(pieces);
    let (rows, cols) = (pieces.rows, pieces.cols);
    let corners = [rows * cols - 1, 0, cols - 1, (rows - 1) * cols];
    let goals: Vec<usize> = blank.map_or_else(|| corners.to_vec(), |known| vec![known]);
    // why: how many pixels along the cuts belong to no piece shows in how well the pieces then fit together.
    let try_goal = blank.unwrap_or(rows * cols - 1);
    let fits = depths(grid)
        .into_iter()
        .map(|depth| {
            let fits = Fits::new(&borders(picture, grid, depth), gap);
            let score = Annealing::new(&fits, rows, cols, gap, try_goal).run(QUICK_STARTS).score;
            (score, fits)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("several depths are tried")
        .1;
    let mut found: Vec<Arrangement> = goals
        .iter()
        .map(|&goal| {
            let mut arrangement = Annealing::new(&fits, rows, cols, gap, goal).run(STARTS);
            // why: nearly all programs leave out the last piece, the others the first.
            arrangement.score += [0.0, 1.0, 1.6, 1.6][corners.iter().position(|&c| c == goal).unwrap_or(0)];
            if !solvable(&arrangement, rows, cols) {
                arrangement.score += UNSOLVABLE;
            }
            arrangement
        })
        .collect();
    found.sort_by(|a, b| a.score.total_cmp(&b.score));
    found
}

/// What it costs that an arrangement cannot be reached by moves: nobody shows such a puzzle, but twins may be exchanged.
const UNSOLVABLE: f64 = 2.0;

fn solvable(arrangement: &Arrangement, rows: usize, cols: usize) -> bool {
    let numbers: Vec<usize> = arrangement.places.iter().map(|place| place.map_or(0, |place| place + 1)).collect();
    is_solvable(&numbers, arrangement.blank + 1, rows, cols)
}

/// The cell whose colours vary least.
pub(crate) fn flattest(pieces: &Pieces) -> usize {
    (0..pieces.variation.len()).min_by(|&a, &b| pieces.variation[a].total_cmp(&pieces.variation[b])).unwrap_or(0)
}

/// Where borders are read.
#[derive(Clone, Copy, Debug)]
struct Depth {
    /// How far inside the tiles, in pixels: lines and blur along cuts belong to no piece.
    inset: f64,
    /// How far it is from one piece to the next in the finished picture, in pixels.
    across: f64,
}

/// The depths at which borders may be read: gaps between tiles move the pieces apart, or hide a part of the picture.
fn depths(grid: &Grid) -> Vec<Depth> {
    let tile = grid.across.tile.min(grid.down.tile);
    let gap = (grid.across.pitch - grid.across.tile).max(grid.down.pitch - grid.down.tile);
    let is_large = grid.across.count * grid.down.count > LARGE;
    let all = [0.5, 2.5, 1.5, 4.5, 0.06 * tile];
    let insets = all
        .into_iter()
        .take(if is_large { 2 } else { all.len() })
        .filter(|inset| *inset <= 0.5 || *inset < 0.12 * tile);
    let hidden = move |inset: f64| {
        let plain = (2.0 * inset).max(1.0);
        [Some(plain), (gap > 1.5 && !is_large).then_some(plain + gap)]
            .into_iter()
            .flatten()
            .map(move |across| Depth { inset, across })
    };
    insets.flat_map(hidden).collect()
}

fn borders(picture: &Picture, grid: &Grid, depth: Depth) -> Vec<Borders> {
    let (dx, dy) = (depth.inset / grid.across.tile, depth.inset / grid.down.tile);
    // why: how colours change over the distance between two pieces shows inside them over the same distance.
    let (step_x, step_y) = (depth.across / grid.across.tile, depth.across / grid.down.tile);
    let cells = (0..grid.down.count).flat_map(|row| (0..grid.across.count).map(move |col| (row, col)));
    cells
        .map(|(row, col)| {
            let map = cell_map(grid, row, col);
            let read = |x: f64, y: f64| picture.sample(map.apply(Point::new(x, y)));
            let along = |k: usize| ENDS + (1.0 - 2.0 * ENDS) * (k as f64 + 0.5) / SAMPLES as f64;
            let border = |at: &dyn Fn(f64, f64) -> [f32; 3]| {
                let inner = std::array::from_fn(|k| at(along(k), 1.0));
                Border::new(std::array::from_fn(|k| at(along(k), 0.0)), &inner)
            };
            [
                border(&|t, depth| read(dx + depth * step_x, t)),
                border(&|t, depth| read(t, dy + depth * step_y)),
                border(&|t, depth| read(1.0 - dx - depth * step_x, t)),
                border(&|t, depth| read(t, 1.0 - dy - depth * step_y)),
            ]
        })
        .collect()
}

/// How far the jump from one border to another is from the changes inside the first.
fn one_sided(from: &Border, to: &Border) -> f32 {
    (0..SAMPLES)
        .map(|k| {
            let d: [f32; 3] = std::array::from_fn(|c| to.outer[k][c] - from.outer[k][c] - from.mean[c]);
            let square: f32 = (0..3).map(|a| (0..3).map(|b| d[a] * from.inverse[a][b] * d[b]).sum::<f32>()).sum();
            square.max(0.0).sqrt()
        })
        .sum()
}

fn invert(m: &[[f32; 3]; 3]) -> [[f32; 3]; 3] {
    let cofactor = |r: usize, c: usize| {
        let (r1, r2) = ((r + 1) % 3, (r + 2) % 3);
        let (c1, c2) = ((c + 1) % 3, (c + 2) % 3);
        m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    };
    let determinant: f32 = (0..3).map(|c| m[0][c] * cofactor(0, c)).sum();
    std::array::from_fn(|a| std::array::from_fn(|b| cofactor(b, a) / determinant.max(1e-6)))
}

impl Fits {
    fn new(borders: &[Borders], gap: usize) -> Self {
        let count = borders.len();
        let table = |first: usize, second: usize| {
            let mut raw = vec![f32::INFINITY; count * count];
            for a in (0..count).filter(|&a| a != gap) {
                for b in (0..count).filter(|&b| b != gap && b != a) {
                    let (from, to) = (&borders[a][first], &borders[b][second]);
                    raw[a * count + b] = one_sided(from, to) + one_sided(to, from) + 0.5;
                }
            }
            ratios(&raw, count)
        };
        Self { count, right: table(2, 0), below: table(3, 1) }
    }

    /// The two pieces that fit best on each side of each piece: right, left, below, above.
    fn partners(&self) -> Vec<[[usize; 2]; 4]> {
        let count = self.count;
        let best = |fit: &dyn Fn(usize) -> f32| {
            let mut two = [(f32::INFINITY, 0); 2];
            for other in 0..count {
                let value = fit(other);
                if value < two[0].0 {
                    two = [(value, other), two[0]];
                } else if value < two[1].0 {
                    two[1] = (value, other);
                }
            }
            two.map(|(_, piece)| piece)
        };
        (0..count)
            .map(|piece| {
                [
                    best(&|other| self.right[piece * count + other]),
                    best(&|other| self.right[other * count + piece]),
                    best(&|other| self.below[piece * count + other]),
                    best(&|other| self.below[other * count + piece]),
                ]
            })
            .collect()
    }
}

/// The logarithm of each distance's ratio to the best other one in its row and column, within bounds.
fn ratios(raw: &[f32], count: usize) -> Vec<f32> {
    let two_least = |values: &mut dyn Iterator<Item = f32>| {
        values.fold((f32::INFINITY, f32::INFINITY), |(a, b), v| if v < a { (v, a) } else { (a, b.min(v)) })
    };
    let rows: Vec<_> = (0..count).map(|a| two_least(&mut (0..count).map(|b| raw[a * count + b]))).collect();
    let cols: Vec<_> = (0..count).map(|b| two_least(&mut (0..count).map(|a| raw[a * count + b]))).collect();
    (0..count * count)
        .map(|i| {
            let value = raw[i];
            let rest = |least: (f32, f32)| if value <= least.0 { least.1 } else { least.0 };
            let other = rest(rows[i / count]).min(rest(cols[i % count]));
            if value.is_finite() && other.is_finite() { (value / other).ln().clamp(-1.6, 1.6) } else { 1.6 }
        })
        .collect()
}

/// A small generator of random numbers (xorshift): the same arrangement for the same picture.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % bound
    }

    fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 24) as f32
    }
}

struct Annealing<'a> {
    fits: &'a Fits,
    rows: usize,
    cols: usize,
    gap: usize,
    goal: usize,
    /// The places that pieces may take.
    free: Vec<usize>,
    partners: Vec<[[usize; 2]; 4]>,
    random: Random,
}

/// Starts of a search, and of one that only compares.
const STARTS: usize = 5;
const QUICK_STARTS: usize = 2;
/// Pieces beyond which one start must do, so that a board of 20 by 20 takes seconds.
const LARGE: usize = 64;
/// Steps of a start, at most.
const MOST_STEPS: usize = 150_000;

impl<'a> Annealing<'a> {
    fn new(fits: &'a Fits, rows: usize, cols: usize, gap: usize, goal: usize) -> Self {
        let free = (0..rows * cols).filter(|&place| place != goal).collect();
        let partners = fits.partners();
        Self { fits, rows, cols, gap, goal, free, partners, random: Random(0x9e37_79b9_7f4a_7c15) }
    }

    fn run(&mut self, starts: usize) -> Arrangement {
        let count = self.rows * self.cols;
        let mut best: (f32, Vec<usize>) = (f32::INFINITY, Vec::new());
        let starts = if count > LARGE { 1 } else { starts };
        for start in 0..starts {
            let mut at = if start == 0 { self.greedy() } else { self.shuffled() };
            let mut score = self.total(&at);
            let steps = (1_500 * count).min(MOST_STEPS);
            for step in 0..steps {
                let heat = 1.2 * (1.0 - step as f32 / steps as f32).powi(2) + 0.02;
                let (next, change) = self.propose(&mut at, score);
                if change <= 0.0 || self.random.unit() < (-change / heat).exp() {
                    score += change;
                } else {
                    next.undo(&mut at, self);
                }
            }
            let score = self.total(&at);
            if score < best.0 {
                best = (score, at);
            }
        }
        let (score, at) = self.made_solvable(best.0, best.1);
        self.arrangement(&at, score)
    }

    /// An arrangement that moves can reach: if the best cannot be, the exchange of two pieces that costs least repairs it.
    fn made_solvable(&self, score: f32, at: Vec<usize>) -> (f32, Vec<usize>) {
        if solvable(&self.arrangement(&at, score), self.rows, self.cols) {
            return (score, at);
        }
        let mut best = (score + UNSOLVABLE as f32, None);
        for (i, &a) in self.free.iter().enumerate() {
            for &b in &self.free[i + 1..] {
                let mut other = at.clone();
                other.swap(a, b);
                let total = self.total(&other);
                if total < best.0 {
                    best = (total, Some(other));
                }
            }
        }
        match best {
            (total, Some(other)) => (total, other),
            _ => (score, at),
        }
    }

    /// Pieces in the order of the picture.
    fn shuffled(&mut self) -> Vec<usize> {
        let mut pieces: Vec<usize> = (0..self.fits.count).filter(|&piece| piece != self.gap).collect();
        for i in (1..pieces.len()).rev() {
            pieces.swap(i, self.random.below(i + 1));
        }
        self.placed(&pieces)
    }

    fn placed(&self, pieces: &[usize]) -> Vec<usize> {
        let mut at = vec![self.gap; self.rows * self.cols];
        for (&place, &piece) in self.free.iter().zip(pieces) {
            at[place] = piece;
        }
        at
    }

    /// Row by row, always the piece that fits its upper and left neighbours best, from the best first piece.
    fn greedy(&mut self) -> Vec<usize> {
        let mut best = (f32::INFINITY, Vec::new());
        // why: of many pieces some are enough to begin with.
        let every = self.fits.count.div_ceil(LARGE);
        for first in (0..self.fits.count).step_by(every).filter(|&piece| piece != self.gap) {
            let mut at = vec![self.gap; self.rows * self.cols];
            let mut left: Vec<usize> = (0..self.fits.count).filter(|&p| p != self.gap && p != first).collect();
            for (index, &place) in self.free.iter().enumerate() {
                if index == 0 {
                    at[place] = first;
                    continue;
                }
                let fit = |piece: usize| {
                    let mut sum = 0.0;
                    if place % self.cols > 0 && place - 1 != self.goal {
                        sum += self.fits.right[at[place - 1] * self.fits.count + piece];
                    }
                    if place >= self.cols && place - self.cols != self.goal {
                        sum += self.fits.below[at[place - self.cols] * self.fits.count + piece];
                    }
                    sum
                };
                let Some(slot) = (0..left.len()).min_by(|&a, &b| fit(left[a]).total_cmp(&fit(left[b]))) else { break };
                at[place] = left.swap_remove(slot);
            }
            let score = self.total(&at);
            if score < best.0 {
                best = (score, at);
            }
        }
        best.1
    }

    fn pair(&self, at: &[usize], place: usize, other: usize, below: bool) -> f32 {
        if place == self.goal || other == self.goal {
            return 0.0;
        }
        let table = if below { &self.fits.below } else { &self.fits.right };
        table[at[place] * self.fits.count + at[other]]
    }

    fn total(&self, at: &[usize]) -> f32 {
        (0..at.len())
            .map(|place| {
                let mut sum = 0.0;
                if place % self.cols + 1 < self.cols {
                    sum += self.pair(at, place, place + 1, false);
                }
                if place + self.cols < at.len() {
                    sum += self.pair(at, place, place + self.cols, true);
                }
                sum
            })
            .sum()
    }

    /// Sum of the four borders of a place.
    fn around(&self, at: &[usize], place: usize) -> f32 {
        let mut sum = 0.0;
        if place % self.cols + 1 < self.cols {
            sum += self.pair(at, place, place + 1, false);
        }
        if !place.is_multiple_of(self.cols) {
            sum += self.pair(at, place - 1, place, false);
        }
        if place + self.cols < at.len() {
            sum += self.pair(at, place, place + self.cols, true);
        }
        if place >= self.cols {
            sum += self.pair(at, place - self.cols, place, true);
        }
        sum
    }

    /// Changes the arrangement and tells by how much its sum changes.
    fn propose(&mut self, at: &mut [usize], score: f32) -> (Change, f32) {
        let kind = self.random.below(20);
        if kind < 16 {
            let a = self.free[self.random.below(self.free.len())];
            let b = if kind < 8 { None } else { self.beside_partner(at, a) };
            let b = b.unwrap_or_else(|| self.free[self.random.below(self.free.len())]);
            return self.exchange(at, a, b);
        }
        let change = if kind < 17 {
            Change::Turn(1 + self.random.below(self.free.len() - 1))
        } else if kind < 19 {
            self.rectangles()
        } else {
            // why: whole rows or columns are often right in themselves and in the wrong place.
            let down = self.random.below(2) == 0;
            let (lines, length) = if down { (self.rows, self.cols) } else { (self.cols, self.rows) };
            let (a, b) = (self.random.below(lines), self.random.below(lines));
            Change::Lines { down, a, b, length }
        };
        change.apply(at, self);
        let after = self.total(at);
        (change, after - score)
    }

    /// Exchanges the pieces of two places and tells by how much the sum changes.
    fn exchange(&self, at: &mut [usize], a: usize, b: usize) -> (Change, f32) {
        let before = self.around(at, a) + self.around(at, b);
        at.swap(a, b);
        let after = self.around(at, a) + self.around(at, b);
        (Change::Swap(a, b), if a == b { 0.0 } else { after - before })
    }

    /// The place beside which the piece of place `a` would fit best, or nearly: beside one of its partners.
    fn beside_partner(&mut self, at: &[usize], a: usize) -> Option<usize> {
        let (side, which) = (self.random.below(4), self.random.below(3) / 2);
        let partner = self.partners[at[a]][side][which];
        let there = at.iter().position(|&piece| piece == partner)?;
        let (row, col) = (there / self.cols, there % self.cols);
        // The partner on the right of a piece has it on its left, and so on.
        let place = match side {
            0 => (col > 0).then(|| there - 1),
            1 => (col + 1 < self.cols).then_some(there + 1),
            2 => (row > 0).then(|| there - self.cols),
            _ => (row + 1 < self.rows).then_some(there + self.cols),
        };
        place.filter(|&place| place != self.goal && there != self.goal)
    }

    /// Two rectangles of one size that change places, as parts are often right in themselves.
    fn rectangles(&mut self) -> Change {
        let (rows, cols) = (1 + self.random.below(self.rows), 1 + self.random.below(self.cols));
        let mut corner =
            || self.random.below(self.rows - rows + 1) * self.cols + self.random.below(self.cols - cols + 1);
        let (a, b) = (corner(), corner());
        let apart = |a: usize, b: usize, extent: usize| a.abs_diff(b) >= extent;
        if apart(a / self.cols, b / self.cols, rows) || apart(a % self.cols, b % self.cols, cols) {
            Change::Rectangles { a, b, rows, cols }
        } else {
            Change::Swap(a, a)
        }
    }

    fn arrangement(&self, at: &[usize], score: f32) -> Arrangement {
        let mut places = vec![None; at.len()];
        let mut confidence = vec![0.0; at.len()];
        confidence[self.gap] = 0.97;
        for place in self.free.iter().copied() {
            places[at[place]] = Some(place);
            let borders = [
                place % self.cols + 1 < self.cols,
                place % self.cols > 0,
                place + self.cols < at.len(),
                place >= self.cols,
            ];
            let neighbours = borders.iter().filter(|there| **there).count().max(1) as f32;
            let mean = f64::from(self.around(at, place) / neighbours);
            confidence[at[place]] = 1.0 / (1.0 + (5.0 * (mean + 0.12)).exp());
        }
        Arrangement { places, blank: self.goal, confidence, score: f64::from(score) }
    }
}

/// A change of an arrangement that can be taken back.
#[derive(Clone, Copy)]
enum Change {
    Swap(usize, usize),
    /// All pieces move on by this many free places.
    Turn(usize),
    /// Two rows or columns change places.
    Lines {
        down: bool,
        a: usize,
        b: usize,
        length: usize,
    },
    /// Two rectangles with their upper left corners at these places change places.
    Rectangles {
        a: usize,
        b: usize,
        rows: usize,
        cols: usize,
    },
}

impl Change {
    fn apply(self, at: &mut [usize], annealing: &Annealing) {
        match self {
            Self::Swap(a, b) => at.swap(a, b),
            Self::Turn(by) => turn(at, &annealing.free, by),
            Self::Rectangles { a, b, rows, cols } => {
                for offset in (0..rows).flat_map(|row| (0..cols).map(move |col| row * annealing.cols + col)) {
                    if a + offset != annealing.goal && b + offset != annealing.goal {
                        at.swap(a + offset, b + offset);
                    }
                }
            }
            Self::Lines { down, a, b, length } => {
                for k in 0..length {
                    let cols = annealing.cols;
                    let (p, q) = if down { (a * cols + k, b * cols + k) } else { (k * cols + a, k * cols + b) };
                    if p != annealing.goal && q != annealing.goal {
                        at.swap(p, q);
                    }
                }
            }
        }
    }

    fn undo(self, at: &mut [usize], annealing: &Annealing) {
        match self {
            Self::Turn(by) => turn(at, &annealing.free, annealing.free.len() - by),
            other => other.apply(at, annealing),
        }
    }
}

fn turn(at: &mut [usize], free: &[usize], by: usize) {
    let pieces: Vec<usize> = free.iter().map(|&place| at[place]).collect();
    for (i, &piece) in pieces.iter().enumerate() {
        at[free[(i + by) % free.len()]] = piece;
    }
}
