//! What number each cell of a lattice shows, as likelihoods.

use super::lattice::Lattice;
use crate::{
    components::{Component, Labels},
    digits::{Classifier, OTHER, normalise},
    geometry::{Homography, Point},
    picture::{Picture, Plane},
};

/// Logarithm of the likelihood of anything that a cell gives no sign of.
pub(crate) const UNLIKELY: f32 = -14.0;
/// The digits of a cell are drawn about this high before they are cut out.
const DIGIT_PIXELS: f64 = 26.0;
/// Least difference between a number and its tile, of 255.
const LEAST_CONTRAST: f32 = 12.0;
/// How far the threshold lies between ground and ink.
const LEVELS: [f32; 3] = [0.5, 0.36, 0.66];

/// Logarithms of the likelihoods of what a cell shows.
#[derive(Clone, Debug)]
pub(crate) struct Likelihoods {
    /// Nothing.
    pub(crate) blank: f32,
    /// The number whose value is the index.
    pub(crate) numbers: Vec<f32>,
}

impl Likelihoods {
    pub(crate) fn of(&self, value: usize) -> f32 {
        if value == 0 { self.blank } else { self.numbers[value] }
    }
}

/// What every cell shows, row by row, with numbers to `most`.
pub(crate) fn likelihoods(
    picture: &Picture,
    lattice: &Lattice,
    classifier: &Classifier,
    most: usize,
) -> Vec<Likelihoods> {
    let cells = (0..lattice.rows).flat_map(|row| (0..lattice.cols).map(move |col| (row, col)));
    cells.map(|(row, col)| Cell::cut(picture, lattice, row, col).likelihoods(lattice, classifier, most)).collect()
}

/// A cell, upright.
struct Cell {
    grey: Plane,
    /// Height that its digits should have, in pixels.
    digit: f64,
}

/// A way to part a cell's ink into characters.
struct Parting {
    /// Logarithms of the likelihoods of each digit, character by character from the left.
    characters: Vec<[f32; OTHER]>,
    /// What the way itself costs.
    penalty: f32,
}

impl Cell {
    fn cut(picture: &Picture, lattice: &Lattice, row: usize, col: usize) -> Self {
        let (x, y) = (col as f64, row as f64);
        let corner = |dx: f64, dy: f64| lattice.map.apply(Point::new(x + dx, y + dy));
        let width = corner(0.0, 0.5).distance(corner(1.0, 0.5));
        let height = corner(0.5, 0.0).distance(corner(0.5, 1.0));
        let rows = (DIGIT_PIXELS / lattice.digit_height).clamp(30.0, 140.0);
        let cols = (rows * width / height.max(1.0)).clamp(20.0, 280.0);
        let into = Homography::from_rows([1.0 / cols, 0.0, x, 0.0, 1.0 / rows, y, 0.0, 0.0, 1.0]).then(&lattice.map);
        let grey = picture.warped(cols as usize, rows as usize, &into).grey();
        Self { grey, digit: lattice.digit_height * rows }
    }

    fn likelihoods(&self, lattice: &Lattice, classifier: &Classifier, most: usize) -> Likelihoods {
        let mut partings = self.partings(lattice.light, classifier);
        let clear = |partings: &[Parting]| partings.iter().any(|parting| parting.best() > -1.0);
        if !clear(&partings) {
            partings.extend(self.partings(!lattice.light, classifier).into_iter().map(|mut parting| {
                parting.penalty -= 2.0;
                parting
            }));
        }
        let mut numbers = vec![UNLIKELY; most + 1];
        for (value, slot) in numbers.iter_mut().enumerate().skip(1) {
            let digits: Vec<usize> = value.to_string().bytes().map(|b| usize::from(b - b'0')).collect();
            for parting in partings.iter().filter(|parting| parting.characters.len() == digits.len()) {
                let likelihood: f32 = digits.iter().zip(&parting.characters).map(|(&d, scores)| scores[d]).sum();
                *slot = slot.max(likelihood + parting.penalty);
            }
        }
        let clearest = partings.iter().map(Parting::best).fold(UNLIKELY, f32::max);
        let blank = if partings.is_empty() { -0.05 } else { (1.0 - clearest.min(-1e-5).exp()).ln().max(-10.0) - 0.3 };
        Likelihoods { blank, numbers }
    }

    /// All ways to part the ink of one polarity into one to three characters.
    fn partings(&self, light: bool, classifier: &Classifier) -> Vec<Parting> {
        let ink = if light { self.grey.clone() } else { self.grey.inverted() };
        let Some((ground, top)) = levels(&ink) else { return Vec::new() };
        let mut partings = Vec::new();
        for (index, level) in LEVELS.iter().enumerate() {
            let threshold = ground + level * (top - ground);
            let labels = Labels::new(ink.width, ink.height, |i| f32::from(ink.values[i]) > threshold);
            let mut characters: Vec<Component> =
                labels.components.iter().filter(|c| self.could_be_digit(c, &ink)).copied().collect();
            characters.sort_by_key(|c| c.left + c.right);
            if characters.is_empty() || characters.len() > 3 {
                continue;
            }
            let penalty = if index == 0 { 0.0 } else { -0.2 };
            partings.push(Parting::new(&ink, &labels, &characters, penalty, classifier));
            for wide in 0..characters.len() {
                if characters.len() < 3 && characters[wide].width() as f64 > 0.8 * self.digit {
                    partings.extend(split(&ink, &labels, &characters, wide, classifier));
                }
            }
        }
        partings
    }

    fn could_be_digit(&self, c: &Component, ink: &Plane) -> bool {
        let height = c.height() as f64;
        let middle = (c.top + c.bottom) as f64 / 2.0 / ink.height as f64;
        let centre = (c.left + c.right) as f64 / 2.0 / ink.width as f64;
        (0.45..1.6).contains(&(height / self.digit))
            && (0.2..0.8).contains(&middle)
            && (0.06..0.94).contains(&centre)
            && c.left > 0
            && c.right < ink.width
            && c.top > 0
            && c.bottom < ink.height
            && c.area as f64 > 0.08 * height * c.width() as f64
    }
}

/// Brightness of the ground and of the ink in the middle of a cell; `None` if they hardly differ.
fn levels(ink: &Plane) -> Option<(f32, f32)> {
    let (x0, x1) = (ink.width / 8, ink.width - ink.width / 8);
    let (y0, y1) = (ink.height / 6, ink.height - ink.height / 6);
    let mut counts = [0u32; 256];
    for y in y0..y1 {
        for x in x0..x1 {
            counts[ink.at(x, y) as usize] += 1;
        }
    }
    let total: u32 = counts.iter().sum();
    let quantile = |share: f64| {
        let mut left = (f64::from(total) * share) as u32;
        counts
            .iter()
            .position(|&count| {
                count > left || {
                    left -= count;
                    false
                }
            })
            .unwrap_or(255) as f32
    };
    // why: a digit covers a tenth of a cell and more, but thin ones only a fiftieth.
    let (ground, top) = (quantile(0.45), quantile(0.985));
    (top - ground >= LEAST_CONTRAST).then_some((ground, top))
}

impl Parting {
    fn new(ink: &Plane, labels: &Labels, characters: &[Component], penalty: f32, classifier: &Classifier) -> Self {
        let read = |c: &Component| {
            let scores = classifier.classify(&normalise(ink, labels, c));
            std::array::from_fn(|d| scores[d].max(-9.0))
        };
        Self { characters: characters.iter().map(read).collect(), penalty }
    }

    /// Likelihood of the likeliest number.
    fn best(&self) -> f32 {
        let best = |scores: &[f32; OTHER]| scores.iter().copied().fold(f32::MIN, f32::max);
        self.characters.iter().map(best).sum::<f32>() + self.penalty
    }
}

/// Parts a wide character where its columns have the least ink.
fn split(
    ink: &Plane,
    labels: &Labels,
    characters: &[Component],
    wide: usize,
    classifier: &Classifier,
) -> Option<Parting> {
    let c = characters[wide];
    let column_ink = |x: usize| -> u32 {
        (c.top..c.bottom)
            .filter(|&y| labels.labels[y * labels.width + x] == c.label)
            .map(|y| u32::from(ink.at(x, y)))
            .sum()
    };
    let middle = c.left + c.width() * 3 / 10..c.right - c.width() * 3 / 10;
    let cut = middle.min_by_key(|&x| column_ink(x))?;
    let mut labels = labels.clone();
    let fresh = labels.components.len() as u32 + 1;
    for y in c.top..c.bottom {
        for x in cut..c.right {
            let slot = &mut labels.labels[y * labels.width + x];
            if *slot == c.label {
                *slot = fresh;
            }
        }
    }
    let mut parts = characters.to_vec();
    parts[wide] = Component { right: cut, ..c };
    parts.insert(wide + 1, Component { left: cut, label: fresh, ..c });
    Some(Parting::new(ink, &labels, &parts, -0.8, classifier))
}
