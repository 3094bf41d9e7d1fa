//! What number each cell of a lattice shows, as likelihoods.

use super::lattice::Lattice;
use crate::{
    components::{Component, Labels},
    digits::{Classifier, Glyph, OTHER, SIDE, normalise},
    geometry::{Homography, Point},
    picture::{Picture, Plane},
};

/// Logarithm of the likelihood of anything that a cell gives no sign of.
pub(crate) const UNLIKELY: f32 = -14.0;
/// The digits of a cell are drawn about this high before they are cut out.
const DIGIT_PIXELS: f64 = 26.0;
/// Least difference between a number and its tile, of 255.
const LEAST_CONTRAST: f32 = 12.0;
/// How much it counts that the classifier takes a character for none.
const STRANGE: f32 = 0.4;
/// How much larger cells are cut out whose digits may be drawn as outlines, as these are thin, and what such digits cost.
const HOLLOW_DETAIL: f64 = 2.0;
const HOLLOW: f32 = -0.4;
/// How far from the digits a mark stands that does not belong to them, in heights of a digit.
const EDGE_GAP: f64 = 0.2;
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

/// The cells of a lattice, row by row, with all ways to part their ink into characters.
pub(crate) struct Cells {
    partings: Vec<Vec<Parting>>,
    /// The greatest number that a cell may show.
    most: usize,
}

impl Cells {
    pub(crate) fn cut(picture: &Picture, lattice: &Lattice, classifier: &Classifier) -> Self {
        let cells = || (0..lattice.rows).flat_map(|row| (0..lattice.cols).map(move |col| (row, col)));
        let mut partings: Vec<Vec<Parting>> = cells()
            .map(|cell| Cell::cut(picture, lattice, cell, 1.0).all_partings(lattice.light, classifier))
            .collect();
        // why: digits drawn as outlines are alike in all cells only if all are filled.
        let unclear = partings.iter().filter(|partings| !is_clear(partings)).count();
        let all = unclear * 4 > partings.len();
        for (cell, partings) in cells().zip(&mut partings) {
            if all || !is_clear(partings) {
                partings.extend(Cell::cut(picture, lattice, cell, HOLLOW_DETAIL).hollow_partings(classifier));
            }
        }
        Self { partings, most: lattice.rows * lattice.cols }
    }

    /// What every cell shows, by the classifier alone.
    pub(crate) fn likelihoods(&self) -> Vec<Likelihoods> {
        self.partings.iter().map(|partings| Likelihoods::of_partings(partings, self.most)).collect()
    }

    /// What every cell shows, given what they were taken for: a board is written in one hand, so the digits of its other
    /// cells tell how each digit looks, however strange the type face.
    pub(crate) fn likelihoods_given(&self, numbers: &[usize], known: &[Likelihoods]) -> Vec<Likelihoods> {
        let hand = Hand::of(&self.partings, numbers, known);
        if !hand.is_known() {
            return known.to_vec();
        }
        (0..self.partings.len())
            .map(|cell| {
                // why: what a cell was taken for must not speak for itself.
                let means = hand.means_without(cell);
                let compared = |parting: &Parting| {
                    let characters = parting.characters.iter().zip(&parting.glyphs);
                    let characters = characters.map(|(scores, glyph)| hand.compare(scores, glyph, &means)).collect();
                    Parting { characters, glyphs: Vec::new(), penalty: parting.penalty }
                };
                let partings: Vec<Parting> = self.partings[cell].iter().map(compared).collect();
                Likelihoods::of_partings(&partings, self.most)
            })
            .collect()
    }
}

impl Likelihoods {
    fn of_partings(partings: &[Parting], most: usize) -> Self {
        let mut numbers = vec![UNLIKELY; most + 1];
        for (value, slot) in numbers.iter_mut().enumerate().skip(1) {
            let digits = digits_of(value);
            for parting in partings.iter().filter(|parting| parting.characters.len() == digits.len()) {
                let likelihood: f32 = digits.iter().zip(&parting.characters).map(|(&d, scores)| scores[d]).sum();
                *slot = slot.max(likelihood + parting.penalty);
            }
        }
        let clearest = partings.iter().map(Parting::best).fold(UNLIKELY, f32::max);
        // why: ink of a digit's size in the middle of a cell is hardly nothing, even if no digit is recognised in it.
        let blank = if partings.is_empty() { -0.05 } else { (1.0 - clearest.min(-0.05).exp()).ln().max(-10.0) - 2.0 };
        Self { blank, numbers }
    }
}

fn digits_of(value: usize) -> Vec<usize> {
    value.to_string().bytes().map(|b| usize::from(b - b'0')).collect()
}

/// A digit as a cell shows it, if the cell was taken for the right number.
struct Shown<'a> {
    cell: usize,
    digit: usize,
    glyph: &'a Glyph,
    weight: f32,
}

/// How the digits of one board look.
struct Hand<'a> {
    shown: Vec<Shown<'a>>,
    /// Sum of the glyphs of each digit, and of their weights.
    sums: Vec<(Glyph, f32)>,
    /// Mean distance of a glyph from the mean of its digit.
    spread: f32,
}

/// Weight from which on the look of a digit is known.
const LEAST_WEIGHT: f32 = 0.3;

impl<'a> Hand<'a> {
    fn of(partings: &'a [Vec<Parting>], numbers: &[usize], known: &[Likelihoods]) -> Self {
        let mut shown: Vec<Shown> = Vec::new();
        for (cell, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            let digits = digits_of(number);
            let likelihood = |parting: &Parting| {
                digits.iter().zip(&parting.characters).map(|(&d, scores)| scores[d]).sum::<f32>() + parting.penalty
            };
            let best = partings[cell]
                .iter()
                .filter(|parting| parting.characters.len() == digits.len())
                .max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)));
            let Some(best) = best else { continue };
            let weight = (known[cell].of(number) / 3.0).exp().max(0.02);
            shown.extend(digits.iter().zip(&best.glyphs).map(|(&digit, glyph)| Shown { cell, digit, glyph, weight }));
        }
        let mut sums = vec![([0.0f32; SIDE * SIDE], 0.0f32); OTHER];
        for one in &shown {
            let (sum, total) = &mut sums[one.digit];
            sum.iter_mut().zip(one.glyph.iter()).for_each(|(sum, value)| *sum += one.weight * value);
            *total += one.weight;
        }
        let mut hand = Self { shown, sums, spread: 4.0 };
        let means = hand.means_without(usize::MAX);
        let (mut distances, mut weights) = (0.0f32, 0.0f32);
        for one in &hand.shown {
            if let Some(mean) = &means[one.digit] {
                distances += one.weight * distance(one.glyph, mean);
                weights += one.weight;
            }
        }
        hand.spread = (distances / weights.max(0.1)).max(6.0);
        hand
    }

    fn is_known(&self) -> bool {
        self.sums.iter().filter(|(_, total)| *total > 1.5 * LEAST_WEIGHT).count() >= 2
    }

    /// The mean glyph of each digit over all cells but one, where there is enough to tell.
    fn means_without(&self, cell: usize) -> Vec<Option<Glyph>> {
        let mut sums = self.sums.clone();
        for one in self.shown.iter().filter(|one| one.cell == cell) {
            let (sum, total) = &mut sums[one.digit];
            sum.iter_mut().zip(one.glyph.iter()).for_each(|(sum, value)| *sum -= one.weight * value);
            *total -= one.weight;
        }
        sums.iter().map(|(sum, total)| (*total > LEAST_WEIGHT).then(|| sum.map(|value| value / total))).collect()
    }

    /// What a character is, by the classifier and by its likeness to the digits of the board.
    fn compare(&self, scores: &[f32; OTHER], glyph: &Glyph, means: &[Option<Glyph>]) -> [f32; OTHER] {
        let likeness: [f32; OTHER] = std::array::from_fn(|d| {
            means[d].as_ref().map_or(-4.0, |mean| (-1.5 * distance(glyph, mean) / self.spread).max(-9.0))
        });
        let top = likeness.iter().copied().fold(f32::MIN, f32::max);
        let total = likeness.iter().map(|value| (value - top).exp()).sum::<f32>().ln() + top;
        std::array::from_fn(|d| (0.5 * scores[d] + (likeness[d] - total)).max(-9.0))
    }
}

fn distance(a: &Glyph, b: &Glyph) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// How high the numbers in the cells of a board are, as a share of a cell, and whether they are light on dark; `None` if
/// most cells show nothing of the kind.
pub(crate) fn ink_of(picture: &Picture, map: &Homography, rows: usize, cols: usize) -> Option<(f64, bool)> {
    const SIDE: usize = 52;
    const MARGIN: f64 = 0.08;
    let mut found: Vec<(f64, bool)> = Vec::new();
    for cell in 0..rows * cols {
        let (x, y) = ((cell % cols) as f64 + MARGIN, (cell / cols) as f64 + MARGIN);
        let step = (1.0 - 2.0 * MARGIN) / SIDE as f64;
        let into = Homography::from_rows([step, 0.0, x, 0.0, step, y, 0.0, 0.0, 1.0]).then(map);
        let grey = picture.warped(SIDE, SIDE, &into).grey();
        let seen = [false, true].into_iter().filter_map(|light| {
            let ink = if light { grey.clone() } else { grey.inverted() };
            let (ground, top) = levels(&ink)?;
            let threshold = ground + 0.5 * (top - ground);
            let labels = Labels::new(SIDE, SIDE, |i| f32::from(ink.values[i]) > threshold);
            let inner = |c: &&Component| {
                c.left > 0 && c.top > 0 && c.right < SIDE && c.bottom < SIDE && c.width().max(c.height()) * 20 > SIDE
            };
            let inside: Vec<&Component> = labels.components.iter().filter(inner).collect();
            let upper = inside.iter().map(|c| c.top).min()?;
            let lower = inside.iter().map(|c| c.bottom).max()?;
            Some((top - ground, (lower - upper) as f64 * step, light))
        });
        if let Some((_, height, light)) = seen.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|seen| seen.1 > 0.1) {
            found.push((height, light));
        }
    }
    let light = found.iter().filter(|(_, light)| *light).count() * 2 > found.len();
    found.retain(|seen| seen.1 == light);
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    // why: old-style digits and marks differ in height; the upper quarter is that of the tallest digits.
    let height = found.get(found.len() * 2 / 3)?.0;
    (found.len() * 2 >= rows * cols).then_some((height, light))
}

/// A cell, upright.
struct Cell {
    grey: Plane,
    /// Height that its digits should have, in pixels.
    digit: f64,
}

/// Whether some number is recognised.
fn is_clear(partings: &[Parting]) -> bool {
    partings.iter().any(|parting| parting.best() > -1.0)
}

/// A way to part a cell's ink into characters.
struct Parting {
    /// Logarithms of the likelihoods of each digit, character by character from the left.
    characters: Vec<[f32; OTHER]>,
    glyphs: Vec<Glyph>,
    /// What the way itself costs.
    penalty: f32,
}

impl Cell {
    /// The cell in the size in which digits are read, or larger.
    fn cut(picture: &Picture, lattice: &Lattice, (row, col): (usize, usize), detail: f64) -> Self {
        let (window, margin) = (lattice.window, (1.0 - lattice.window) / 2.0);
        let (x, y) = (col as f64 + margin, row as f64 + margin);
        let corner = |dx: f64, dy: f64| lattice.map.apply(Point::new(x + window * dx, y + window * dy));
        let width = corner(0.0, 0.5).distance(corner(1.0, 0.5));
        let height = corner(0.5, 0.0).distance(corner(0.5, 1.0));
        let digit_height = lattice.digit_height / window;
        let rows = detail * (DIGIT_PIXELS / digit_height).clamp(30.0, 140.0);
        let cols = (rows * width / height.max(1.0)).clamp(20.0, detail * 280.0);
        let into = Homography::from_rows([window / cols, 0.0, x, 0.0, window / rows, y, 0.0, 0.0, 1.0]);
        let grey = picture.warped(cols as usize, rows as usize, &into.then(&lattice.map)).grey();
        Self { grey, digit: digit_height * rows }
    }

    /// All ways to part the ink; that of the other polarity only if none is clear.
    fn all_partings(&self, light: bool, classifier: &Classifier) -> Vec<Parting> {
        let mut partings = self.partings(light, classifier);
        if !is_clear(&partings) {
            partings.extend(self.partings(!light, classifier).into_iter().map(|mut parting| {
                parting.penalty -= 0.7;
                parting
            }));
        }
        partings
    }

    /// The characters of either polarity whose outlines alone are drawn.
    fn hollow_partings(&self, classifier: &Classifier) -> Vec<Parting> {
        let mut partings = Vec::new();
        for light in [false, true] {
            let ink = if light { self.grey.clone() } else { self.grey.inverted() };
            let Some((ground, top)) = levels(&ink) else { continue };
            for level in LEVELS {
                let threshold = ground + level * (top - ground);
                let labels = Labels::new(ink.width, ink.height, |i| f32::from(ink.values[i]) > threshold);
                partings.extend(self.hollow(&labels, &ink, classifier));
            }
        }
        partings
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
            let penalty = if index == 0 { 0.0 } else { -0.2 };
            if (1..=3).contains(&characters.len()) {
                partings.push(Parting::new(&ink, &labels, &characters, penalty, classifier));
                for wide in 0..characters.len() {
                    if characters.len() < 3 && characters[wide].width() as f64 > 0.8 * self.digit {
                        partings.extend(split(&ink, &labels, &characters, wide, classifier));
                    }
                }
            }
            if let Some(middle) = self.without_edges(&characters) {
                partings.push(Parting::new(&ink, &labels, middle, penalty - 0.3, classifier));
            }
            // why: segments, dots and thin strokes that broke are parts of one character; they stand above one another.
            let mut known = characters.len();
            for reach in [0.0, 0.07] {
                let (merged, labels) = self.merged(&labels, &ink, reach * self.digit);
                if (1..=3).contains(&merged.len()) && (merged.len() != known || characters.is_empty()) {
                    partings.push(Parting::new(&ink, &labels, &merged, penalty - 0.4, classifier));
                    known = merged.len();
                } else if merged.iter().zip(&characters).any(|(a, b)| a.area > b.area + b.area / 20) && reach == 0.0 {
                    partings.push(Parting::new(&ink, &labels, &merged, penalty - 0.4, classifier));
                }
            }
        }
        partings
    }

    /// The characters between marks that stand apart at the edges of the cell: bevels and shadows look like a 1.
    fn without_edges<'a>(&self, characters: &'a [Component]) -> Option<&'a [Component]> {
        let apart = |a: &Component, b: &Component| b.left as f64 - a.right as f64 > EDGE_GAP * self.digit;
        let thin = |c: &Component| (c.width() as f64) < 0.3 * self.digit;
        let mut middle = characters;
        if let [first, rest @ ..] = middle
            && rest.first().is_some_and(|next| apart(first, next))
            && thin(first)
        {
            middle = rest;
        }
        if let [rest @ .., last] = middle
            && rest.last().is_some_and(|previous| apart(previous, last))
            && thin(last)
        {
            middle = rest;
        }
        (middle.len() < characters.len() && (1..=3).contains(&middle.len())).then_some(middle)
    }

    /// The characters whose outlines alone are drawn: what the ink encloses, but for the holes in it.
    fn hollow(&self, labels: &Labels, ink: &Plane, classifier: &Classifier) -> Option<Parting> {
        let (width, height) = (labels.width, labels.height);
        let grounds = Labels::by_sides(width, height, |i| labels.labels[i] == 0);
        // why: a dark tile on a light board is enclosed too, but larger.
        let could_be_body = |c: &&Component| self.could_be_digit(c, ink) && c.width() as f64 <= 1.2 * self.digit;
        let enclosed: Vec<&Component> = grounds.components.iter().filter(could_be_body).collect();
        let within = |inner: &Component, outer: &Component| {
            inner.left >= outer.left
                && inner.top >= outer.top
                && inner.right <= outer.right
                && inner.bottom <= outer.bottom
        };
        let outermost = |c: &Component| !enclosed.iter().any(|outer| outer.label != c.label && within(c, outer));
        let mut bodies: Vec<Component> = enclosed.iter().filter(|c| outermost(c)).map(|c| **c).collect();
        bodies.sort_by_key(|body| body.left + body.right);
        // why: a digit whose outline is broken must not be left out.
        let is_empty = |c: &&Component| self.could_be_digit(c, ink) && !bodies.iter().any(|body| within(body, c));
        let stray = labels.components.iter().filter(is_empty).any(|c| !bodies.iter().any(|body| within(c, body)));
        if stray || !(1..=3).contains(&bodies.len()) {
            return None;
        }
        let is_body = |label: u32| bodies.iter().any(|body| body.label == label);
        // why: half of the outline belongs to the character.
        let near_body = |x: usize, y: usize| {
            (y.saturating_sub(1)..(y + 2).min(height)).any(|y| {
                let row = &grounds.labels[y * width..][x.saturating_sub(1)..(x + 2).min(width)];
                row.iter().any(|&label| is_body(label))
            })
        };
        let values = (0..width * height)
            .map(|i| match grounds.labels[i] {
                label if is_body(label) => 255,
                0 if near_body(i % width, i / width) => 128,
                _ => 0,
            })
            .collect();
        let filled = Plane { width, height, values };
        Some(Parting::new(&filled, &grounds, &bodies, HOLLOW, classifier))
    }

    /// Characters made of all components that overlap from left to right, or are no further apart than `reach`.
    fn merged(&self, labels: &Labels, ink: &Plane, reach: f64) -> (Vec<Component>, Labels) {
        let least = (0.006 * self.digit * self.digit).max(2.0);
        let inner = |c: &&Component| {
            let (x, y) = ((c.left + c.right) as f64 / 2.0, (c.top + c.bottom) as f64 / 2.0);
            c.area as f64 >= least
                && c.left > 0
                && c.top > 0
                && c.right < ink.width
                && c.bottom < ink.height
                && c.height() as f64 <= 1.6 * self.digit
                && (0.1..0.9).contains(&(y / ink.height as f64))
                && (0.06..0.94).contains(&(x / ink.width as f64))
        };
        let mut parts: Vec<Component> = labels.components.iter().filter(inner).copied().collect();
        parts.sort_by_key(|c| c.left);
        let mut merged: Vec<Component> = Vec::new();
        let mut names: Vec<u32> = (0..=labels.components.len() as u32).collect();
        for part in parts {
            match merged.last_mut() {
                Some(last) if (part.left as f64) < last.right as f64 + reach => {
                    names[part.label as usize] = last.label;
                    last.right = last.right.max(part.right);
                    last.top = last.top.min(part.top);
                    last.bottom = last.bottom.max(part.bottom);
                    last.area += part.area;
                }
                _ => merged.push(part),
            }
        }
        merged.retain(|c| self.could_be_digit(c, ink));
        let mut labels = labels.clone();
        labels.labels.iter_mut().for_each(|label| *label = names[*label as usize]);
        (merged, labels)
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
        let glyphs: Vec<Glyph> = characters.iter().map(|c| normalise(ink, labels, c)).collect();
        // why: in the cells of a board digits are expected, so that a strange one speaks less against it than anywhere.
        let read = |glyph: &Glyph| {
            let scores = classifier.classify(glyph);
            let is_digit = (1.0 - scores[OTHER].min(-1e-4).exp()).ln();
            std::array::from_fn(|d| (scores[d] - (1.0 - STRANGE) * is_digit).max(-9.0))
        };
        Self { characters: glyphs.iter().map(read).collect(), glyphs, penalty }
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
