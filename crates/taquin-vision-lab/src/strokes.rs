//! Digits drawn with a pen: a face that needs no font, for tests on any machine.

use crate::faces::{Ink, Linear};

/// A pen: its width and how far the digits lean, both as shares of their height.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// Width of the line.
    pub width: f32,
    /// Lean to the right.
    pub slant: f32,
    /// Width of a digit.
    pub breadth: f32,
}

/// The line of each digit: arcs (centre, radii, from and to angle in turns, clockwise from the right) and straight lines
/// in a box of 1 × 1.
enum Part {
    Arc(f32, f32, f32, f32, f32, f32),
    Line(f32, f32, f32, f32),
}

use Part::{Arc, Line};

const DIGITS: [&[Part]; 10] = [
    &[Arc(0.5, 0.5, 0.5, 0.5, 0.0, 1.0)],
    &[Line(0.2, 0.25, 0.55, 0.0), Line(0.55, 0.0, 0.55, 1.0)],
    &[Arc(0.5, 0.28, 0.46, 0.28, 0.5, 1.1), Line(0.86, 0.45, 0.05, 1.0), Line(0.05, 1.0, 1.0, 1.0)],
    &[Arc(0.45, 0.26, 0.45, 0.26, 0.55, 1.25), Arc(0.45, 0.74, 0.5, 0.26, 0.75, 1.45)],
    &[Line(0.7, 0.0, 0.0, 0.68), Line(0.0, 0.68, 1.0, 0.68), Line(0.72, 0.0, 0.72, 1.0)],
    &[Line(0.9, 0.0, 0.15, 0.0), Line(0.15, 0.0, 0.1, 0.45), Arc(0.45, 0.67, 0.5, 0.33, 0.6, 1.4)],
    &[Arc(0.5, 0.67, 0.5, 0.33, 0.0, 1.0), Arc(0.75, 0.62, 0.75, 0.62, 0.5, 0.76)],
    &[Line(0.0, 0.0, 1.0, 0.0), Line(1.0, 0.0, 0.4, 1.0)],
    &[Arc(0.5, 0.25, 0.42, 0.25, 0.0, 1.0), Arc(0.5, 0.74, 0.5, 0.26, 0.0, 1.0)],
    &[Arc(0.5, 0.33, 0.5, 0.33, 0.0, 1.0), Arc(0.25, 0.38, 0.75, 0.62, 0.0, 0.26)],
];

impl Pen {
    /// Draws digits of this height in pixels; other characters are left out.
    #[must_use]
    pub fn draw(&self, text: &str, height: f32, map: Linear) -> Ink {
        let advance = height * (self.breadth + self.width + 0.16);
        let mut lines: Vec<[(f32, f32); 2]> = Vec::new();
        for (index, digit) in text.chars().filter_map(|c| c.to_digit(10)).enumerate() {
            let place = |x: f32, y: f32| {
                let (x, y) =
                    (x * self.breadth * height + index as f32 * advance + (1.0 - y) * self.slant * height, y * height);
                (map.a * x + map.b * y, map.c * x + map.d * y)
            };
            for part in DIGITS[digit as usize] {
                match *part {
                    Line(x0, y0, x1, y1) => lines.push([place(x0, y0), place(x1, y1)]),
                    Arc(x, y, rx, ry, from, to) => {
                        const STEPS: u8 = 24;
                        let at = |k: u8| {
                            let turn = (from + (to - from) * f32::from(k) / f32::from(STEPS)) * std::f32::consts::TAU;
                            place(x + rx * turn.cos(), y + ry * turn.sin())
                        };
                        lines.extend((0..STEPS).map(|k| [at(k), at(k + 1)]));
                    }
                }
            }
        }
        rasterise(&lines, self.width * height / 2.0)
    }
}

/// Covers what is nearer to a line than the radius.
fn rasterise(lines: &[[(f32, f32); 2]], radius: f32) -> Ink {
    let points = || lines.iter().flatten();
    let left = points().map(|p| p.0).fold(f32::MAX, f32::min) - radius - 1.0;
    let top = points().map(|p| p.1).fold(f32::MAX, f32::min) - radius - 1.0;
    let right = points().map(|p| p.0).fold(f32::MIN, f32::max) + radius + 1.0;
    let bottom = points().map(|p| p.1).fold(f32::MIN, f32::max) + radius + 1.0;
    let (width, height) = ((right - left).max(1.0).ceil() as usize, (bottom - top).max(1.0).ceil() as usize);
    let mut cover = vec![0.0f32; width * height];
    for (i, slot) in cover.iter_mut().enumerate() {
        let (x, y) = (left + (i % width) as f32 + 0.5, top + (i / width) as f32 + 0.5);
        let nearest = lines.iter().map(|line| distance(x, y, line)).fold(f32::MAX, f32::min);
        *slot = (radius - nearest + 0.5).clamp(0.0, 1.0);
    }
    Ink { width, height, cover }
}

fn distance(x: f32, y: f32, [a, b]: &[(f32, f32); 2]) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let t = (((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
    (x - a.0 - t * dx).hypot(y - a.1 - t * dy)
}
