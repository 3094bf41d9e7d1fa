//! Digits anywhere in a picture, and the numbers that stand side by side.

use crate::{
    components::{Component, Labels},
    digits::{CLASSES, Classifier, OTHER, normalise},
    geometry::Point,
    picture::Plane,
};

/// A digit somewhere in the picture.
#[derive(Clone, Copy, Debug)]
struct Character {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    scores: [f32; CLASSES],
    light: bool,
}

impl Character {
    fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The likeliest digit and the logarithm of its probability.
    fn best(&self) -> (usize, f32) {
        (0..OTHER).map(|d| (d, self.scores[d])).max_by(|a, b| a.1.total_cmp(&b.1)).expect("ten digits")
    }

    fn overlap(&self, other: &Self) -> f64 {
        let width = (self.right.min(other.right) - self.left.max(other.left)).max(0.0);
        let height = (self.bottom.min(other.bottom) - self.top.max(other.top)).max(0.0);
        let area = |c: &Self| (c.right - c.left) * c.height();
        width * height / (area(self) + area(other) - width * height)
    }
}

/// A number somewhere in the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numeral {
    pub(crate) centre: Point,
    /// Height of its tallest digit.
    pub(crate) height: f64,
    pub(crate) value: u32,
    /// Light on dark.
    pub(crate) light: bool,
}

impl Numeral {
    fn of(chain: &[&Character]) -> Self {
        let left = chain.iter().map(|c| c.left).fold(f64::MAX, f64::min);
        let right = chain.iter().map(|c| c.right).fold(f64::MIN, f64::max);
        // why: the line of the digits is tilted in photos; its middle is that of the outer digits.
        let middle = chain.iter().map(|c| (c.top + c.bottom) / 2.0).sum::<f64>() / chain.len() as f64;
        Self {
            centre: Point::new((left + right) / 2.0, middle),
            height: chain.iter().map(|c| c.height()).fold(0.0, f64::max),
            value: chain.iter().fold(0, |value, c| value * 10 + c.best().0 as u32),
            light: chain[0].light,
        }
    }
}

/// Radii of the squares that a pixel is compared with, in pixels.
const RADII: [usize; 3] = [9, 22, 52];
/// By how much a digit differs from its surroundings.
const LEAST_CONTRAST: f32 = 11.0;
/// Lowest digit.
const LEAST_HEIGHT: usize = 7;
/// Gap from which on two digits may not belong to one number, in their heights.
const LOOSE: f64 = 0.2;
/// A picture with more specks than this is no puzzle; the largest are looked at.
const MOST_SPECKS: usize = 6_000;

/// Numbers that are looked at, the largest first.
const MOST_NUMERALS: usize = 500;

/// All numbers that stand alone in the picture.
pub(crate) fn numerals(grey: &Plane, classifier: &Classifier) -> Vec<Numeral> {
    let mut found = Vec::new();
    for light in [false, true] {
        let ink = if light { grey.clone() } else { grey.inverted() };
        let mut characters: Vec<Character> = Vec::new();
        for radius in RADII {
            let labels = Labels::brighter_than_surroundings(&ink, radius, LEAST_CONTRAST);
            let mut specks: Vec<&Component> = labels.components.iter().filter(|c| could_be_digit(c, grey)).collect();
            if specks.len() > MOST_SPECKS {
                specks.sort_by_key(|speck| std::cmp::Reverse(speck.height()));
                specks.truncate(MOST_SPECKS);
            }
            for speck in specks {
                let scores = classifier.classify(&normalise(&ink, &labels, speck));
                // why: letters matter too, as a number beside letters is part of a word.
                characters.push(Character {
                    left: speck.left as f64,
                    top: speck.top as f64,
                    right: speck.right as f64,
                    bottom: speck.bottom as f64,
                    scores,
                    light,
                });
            }
        }
        found.extend(group(distinct(characters)));
    }
    // why: a page of text or a meadow has thousands of specks that pass for digits; the largest are enough.
    found.sort_by(|a, b| b.height.total_cmp(&a.height));
    found.truncate(MOST_NUMERALS);
    found
}

fn could_be_digit(speck: &Component, grey: &Plane) -> bool {
    let (width, height) = (speck.width(), speck.height());
    height >= LEAST_HEIGHT
        && width >= 2
        && height * 2 <= grey.height
        && width * 10 <= height * 14
        && height <= width * 9
        && speck.area * 10 >= width * height
        && speck.left > 0
        && speck.top > 0
        && speck.right < grey.width
        && speck.bottom < grey.height
}

/// Of characters that were found at several radii only the clearest, and of one inside another the larger.
fn distinct(mut characters: Vec<Character>) -> Vec<Character> {
    characters.retain(|c| c.scores[OTHER] < -0.7);
    characters.sort_by(|a, b| b.best().1.total_cmp(&a.best().1));
    let mut kept: Vec<Character> = Vec::new();
    let mut rows: std::collections::HashMap<(i64, i64), Vec<usize>> = std::collections::HashMap::new();
    const BIN: f64 = 64.0;
    for character in characters {
        let bins = |value: f64| (value / BIN) as i64;
        let (x0, x1) = (bins(character.left), bins(character.right));
        let (y0, y1) = (bins(character.top), bins(character.bottom));
        let cells = || (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| (x, y)));
        let taken =
            cells().filter_map(|cell| rows.get(&cell)).flatten().any(|&other| kept[other].overlap(&character) > 0.4);
        if !taken {
            for cell in cells() {
                rows.entry(cell).or_default().push(kept.len());
            }
            kept.push(character);
        }
    }
    kept
}

/// Digits that stand side by side become numbers.
fn group(mut characters: Vec<Character>) -> Vec<Numeral> {
    characters.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut next: Vec<Option<usize>> = vec![None; characters.len()];
    let mut has_previous = vec![false; characters.len()];
    for i in 0..characters.len() {
        let follower = (i + 1..characters.len())
            .take_while(|&j| characters[j].left < characters[i].right + characters[i].height())
            .filter(|&j| side_by_side(&characters[i], &characters[j]))
            .min_by(|&a, &b| characters[a].left.total_cmp(&characters[b].left));
        if let Some(j) = follower.filter(|&j| !has_previous[j]) {
            next[i] = Some(j);
            has_previous[j] = true;
        }
    }
    let mut numerals = Vec::new();
    for start in (0..characters.len()).filter(|&i| !has_previous[i]) {
        let chain: Vec<&Character> = std::iter::successors(Some(start), |&i| next[i]).map(|i| &characters[i]).collect();
        if chain.len() > 3 {
            continue;
        }
        numerals.push(Numeral::of(&chain));
        // why: the edges of tiles stand beside digits and look like a 1.
        let apart = |pair: &[&Character]| pair[1].left - pair[0].right > LOOSE * pair[0].height().max(pair[1].height());
        if let Some(cut) = chain.windows(2).position(apart) {
            numerals.extend([&chain[..=cut], &chain[cut + 1..]].map(Numeral::of));
        }
    }
    numerals
}

fn side_by_side(a: &Character, b: &Character) -> bool {
    let height = a.height().max(b.height());
    let gap = b.left - a.right;
    let drop = ((a.top + a.bottom) - (b.top + b.bottom)).abs() / 2.0;
    let ratio = a.height() / b.height();
    (0.45..2.2).contains(&ratio)
        && gap > -0.35 * height
        && gap < 0.42 * height
        && drop < 0.45 * height
        && (a.left + a.right) < (b.left + b.right)
}
