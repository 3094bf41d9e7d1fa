//! Undoes the perspective of a photo: all nearly upright lines become upright, all nearly level ones level.
//!
//! Lines that are parallel in the world meet in one point of the photo. Near upright lines are `x = a + m (y - c)`,
//! and those through one point have a slope `m` that is linear in `a`: two numbers for each of the two families.

use crate::{
    geometry::{Homography, Point, Quad},
    picture::Plane,
};

/// A pixel at which brightness jumps: where, how the jump leans, from the middle of the picture.
#[derive(Clone, Copy, Debug)]
struct Edge {
    across: f32,
    along: f32,
    slope: f32,
}

/// Slopes of a family of lines: `m = constant + change · a`, with `a` from the middle of the picture.
#[derive(Clone, Copy, Debug)]
struct Family {
    constant: f32,
    change: f32,
}

/// The steepest lean of a line.
const STEEPEST: f32 = 0.5;
/// The least jump.
const LEAST_JUMP: f32 = 14.0;

/// The map from the upright picture to the photo; `None` if the picture is upright as it is.
pub(crate) fn rectification(grey: &Plane) -> Option<Homography> {
    let (width, height) = (grey.width as f32, grey.height as f32);
    let (upright, level) = edges(grey);
    let upright = Family::of(&upright, width);
    let level = Family::of(&level, height);
    let lean = |family: &Family, size: f32| family.constant.abs() + family.change.abs() * size / 2.0;
    if lean(&upright, width).max(lean(&level, height)) < 0.006 {
        return None;
    }
    let (left, right) = (-0.25 * width, 0.25 * width);
    let (top, bottom) = (-0.25 * height, 0.25 * height);
    let meet = |a: f32, b: f32| {
        let (m, n) = (upright.constant + upright.change * a, level.constant + level.change * b);
        // x = a + m y and y = b + n x
        let x = (a + m * b) / (1.0 - m * n);
        let y = b + n * x;
        Point::new(f64::from(x + width / 2.0), f64::from(y + height / 2.0))
    };
    let place = |a: f32, b: f32| Point::new(f64::from(a + width / 2.0), f64::from(b + height / 2.0));
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let from: Quad = corners.map(|(a, b)| place(a, b));
    let to: Quad = corners.map(|(a, b)| meet(a, b));
    Homography::between(&from, &to)
}

/// Jumps of brightness across upright and across level lines, at their strongest pixel only.
fn edges(grey: &Plane) -> (Vec<Edge>, Vec<Edge>) {
    let (width, height) = (grey.width, grey.height);
    let value = |x: usize, y: usize| f32::from(grey.values[y * width + x]);
    let gradient = |x: usize, y: usize| {
        let dx = value(x + 1, y - 1) + 2.0 * value(x + 1, y) + value(x + 1, y + 1)
            - value(x - 1, y - 1)
            - 2.0 * value(x - 1, y)
            - value(x - 1, y + 1);
        let dy = value(x - 1, y + 1) + 2.0 * value(x, y + 1) + value(x + 1, y + 1)
            - value(x - 1, y - 1)
            - 2.0 * value(x, y - 1)
            - value(x + 1, y - 1);
        (dx / 4.0, dy / 4.0)
    };
    let mut strength = vec![(0.0f32, 0.0f32); width * height];
    for y in 1..height.saturating_sub(1) {
        for x in 1..width.saturating_sub(1) {
            strength[y * width + x] = gradient(x, y);
        }
    }
    let (mut upright, mut level) = (Vec::new(), Vec::new());
    for y in 2..height.saturating_sub(2) {
        for x in 2..width.saturating_sub(2) {
            let i = y * width + x;
            let (dx, dy) = strength[i];
            let (from_x, from_y) = (x as f32 + 0.5 - width as f32 / 2.0, y as f32 + 0.5 - height as f32 / 2.0);
            if dx.abs() >= LEAST_JUMP && dy.abs() <= STEEPEST * dx.abs() {
                if dx.abs() > strength[i - 1].0.abs() && dx.abs() >= strength[i + 1].0.abs() {
                    upright.push(Edge { across: from_x, along: from_y, slope: -dy / dx });
                }
            } else if dy.abs() >= LEAST_JUMP
                && dx.abs() <= STEEPEST * dy.abs()
                && dy.abs() > strength[i - width].1.abs()
                && dy.abs() >= strength[i + width].1.abs()
            {
                level.push(Edge { across: from_y, along: from_x, slope: -dx / dy });
            }
        }
    }
    (upright, level)
}

impl Family {
    /// The family through most edges: the one whose lines concentrate them on the fewest places.
    fn of(edges: &[Edge], across: f32) -> Self {
        let coarse = Votes::new(edges, across);
        let mut best = (0.0f32, Self { constant: 0.0, change: 0.0 });
        let most = 0.5 / (across / 2.0);
        for i in -80i16..=80 {
            for j in -12i16..=12 {
                let family = Self { constant: f32::from(i) * 0.005, change: f32::from(j) / 12.0 * most };
                let score = coarse.score(family);
                // why: an upright picture is the rule; lean only on clear evidence.
                let score = if i == 0 && j == 0 { score * 1.05 } else { score };
                if score > best.0 {
                    best = (score, family);
                }
            }
        }
        let mut family = best.1;
        let near: Vec<&Edge> = edges
            .iter()
            .filter(|edge| (edge.slope - family.constant - family.change * edge.across).abs() < 0.15)
            .collect();
        for (step, reach) in [(0.004f32, 3i16), (0.0015, 3), (0.0005, 3)] {
            let centre = family;
            let mut best = 0.0;
            for i in -reach..=reach {
                for j in -reach..=reach {
                    let trial = Self {
                        constant: centre.constant + f32::from(i) * step,
                        change: centre.change + f32::from(j) * step / (across / 2.0) * 2.0,
                    };
                    let score = concentration(&near, trial, across);
                    if score > best {
                        best = score;
                        family = trial;
                    }
                }
            }
        }
        family
    }
}

/// How many edges fall on the same places, squared, if moved along the family's lines to the middle of the picture.
fn concentration(edges: &[&Edge], family: Family, across: f32) -> f32 {
    let mut counts = vec![0u32; across as usize * 2 + 2];
    for edge in edges {
        // a + (constant + change a) along = across, solved for a
        let a = (edge.across - family.constant * edge.along) / (1.0 + family.change * edge.along);
        let slot = a + across;
        if slot >= 0.0 && (slot as usize) < counts.len() {
            counts[slot as usize] += 1;
        }
    }
    counts.windows(2).map(|pair| ((pair[0] + pair[1]) as f32).powi(2)).sum()
}

/// Votes of edges for lines, by the place where the line crosses the middle and by its slope.
struct Votes {
    across: f32,
    bins: usize,
    slopes: usize,
    counts: Vec<f32>,
}

/// Width of a bin of places, in pixels, and of slopes.
const BIN: f32 = 3.0;
const SLOPE: f32 = 0.01;

impl Votes {
    fn new(edges: &[Edge], across: f32) -> Self {
        let bins = (across * 1.6 / BIN) as usize + 1;
        let slopes = (2.0 * 0.6 / SLOPE) as usize + 1;
        let mut counts = vec![0.0f32; bins * slopes];
        for edge in edges {
            let middle = ((edge.slope + 0.6) / SLOPE).round() as i32;
            for slot in middle - 6..=middle + 6 {
                if slot < 0 || slot >= slopes as i32 {
                    continue;
                }
                let slope = slot as f32 * SLOPE - 0.6;
                let bin = (edge.across - slope * edge.along + across * 0.8) / BIN;
                if bin >= 0.0 && (bin as usize) < bins {
                    counts[slot as usize * bins + bin as usize] += 1.0;
                }
            }
        }
        Self { across, bins, slopes, counts }
    }

    fn score(&self, family: Family) -> f32 {
        let mut sum = 0.0;
        for bin in 0..self.bins {
            let a = (bin as f32 + 0.5) * BIN - self.across * 0.8;
            let slot = ((family.constant + family.change * a + 0.6) / SLOPE).round();
            if slot >= 0.0 && (slot as usize) < self.slopes {
                let count = self.counts[slot as usize * self.bins + bin];
                sum += count * count;
            }
        }
        sum
    }
}
