//! The length of solutions against the time, as an SVG picture.

use super::measured::{Measured, mean};
use std::fmt::Write;

/// The picture, and the frame in it.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 410.0;
/// The scale of the moves, as multiples of the Manhattan distance.
const LEAST: f64 = 1.2;
const MOST: f64 = 4.0;
/// The scale of the seconds, as powers of ten, begins here.
const FIRST_POWER: i32 = -3;
/// Colours that colour-blind people can distinguish (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"];

/// Draws the mean of each size as a line.
pub(super) fn draw(sizes: &[String], boards: &[Vec<Measured>], until: f64) -> String {
    let mut plot = Plot::new(until);
    plot.axes();
    let curves: Vec<Vec<(f64, f64)>> = boards.iter().map(|boards| curve(boards, until)).collect();
    let ends = curves.iter().map(|curve| curve.last().map_or(BOTTOM, |&(_, ratio)| y(ratio)));
    let labels = label_places(ends);
    for (number, ((size, curve), label)) in sizes.iter().zip(&curves).zip(labels).enumerate() {
        plot.curve(size, curve, label, COLOURS[number % COLOURS.len()]);
    }
    plot.svg.push_str("</svg>\n");
    plot.svg
}

/// A picture being drawn.
struct Plot {
    svg: String,
    /// The end of the scale of seconds, as a power of ten.
    last_power: f64,
}

impl Plot {
    fn new(until: f64) -> Self {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<title>Length of solutions against time</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        Self { svg, last_power: until.log10() }
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.svg, "{text}");
    }

    fn x(&self, seconds: f64) -> f64 {
        let power = seconds.log10() - f64::from(FIRST_POWER);
        LEFT + (RIGHT - LEFT) * (power / (self.last_power - f64::from(FIRST_POWER))).clamp(0.0, 1.0)
    }

    /// Lines and labels of both scales.
    fn axes(&mut self) {
        for power in FIRST_POWER..=self.last_power.floor() as i32 {
            let seconds = 10_f64.powi(power);
            let at = self.x(seconds);
            self.line(format_args!("<path d=\"M{at:.1} {TOP}V{BOTTOM}\" stroke=\"#ddd\"/>"));
            let below = BOTTOM + 18.0;
            self.line(format_args!("<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{seconds} s</text>"));
        }
        for ratio in [1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0] {
            let at = y(ratio);
            self.line(format_args!("<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#ddd\"/>"));
            let (x, y) = (LEFT - 6.0, at + 4.0);
            self.line(format_args!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{ratio:.1}</text>"));
        }
        let (middle, below) = ((LEFT + RIGHT) / 2.0, HEIGHT - 10.0);
        self.line(format_args!("<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">time</text>"));
        self.line(format_args!(
            "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">moves / Manhattan distance</text>",
            (TOP + BOTTOM) / 2.0
        ));
    }

    /// The line of one size, and its name at this height.
    fn curve(&mut self, size: &str, curve: &[(f64, f64)], label: f64, colour: &str) {
        let mut path = String::new();
        for (index, &(seconds, ratio)) in curve.iter().enumerate() {
            let _ = match index {
                0 => write!(path, "M{:.1} {:.1}", self.x(seconds), y(ratio)),
                _ => write!(path, "H{:.1}V{:.1}", self.x(seconds), y(ratio)),
            };
        }
        self.line(format_args!("<path d=\"{path}H{RIGHT}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"));
        self.line(format_args!("<text x=\"{}\" y=\"{label:.1}\" fill=\"{colour}\">{size}</text>", RIGHT + 8.0));
    }
}

/// The height of a ratio. The scale is logarithmic, so that equal savings look equal everywhere.
fn y(ratio: f64) -> f64 {
    let part = (ratio / LEAST).ln() / (MOST / LEAST).ln();
    BOTTOM - (BOTTOM - TOP) * part.clamp(0.0, 1.0)
}

/// The means at moments that are spread evenly over the scale, from the first one at which every board has a solution.
fn curve(measured: &[Measured], until: f64) -> Vec<(f64, f64)> {
    const MOMENTS: i32 = 240;
    let powers = until.log10() - f64::from(FIRST_POWER);
    let moment = |index: i32| 10_f64.powf(f64::from(FIRST_POWER) + powers * f64::from(index) / f64::from(MOMENTS));
    let ratio = |seconds: f64| {
        let moves = mean(measured, |board| board.after(seconds).map(|moves| moves as f64))?;
        Some((seconds, moves / mean(measured, |board| Some(board.manhattan.into()))?))
    };
    let mut curve: Vec<(f64, f64)> = (0..=MOMENTS).filter_map(|index| ratio(moment(index))).collect();
    curve.dedup_by_key(|&mut (_, ratio)| ratio);
    curve
}

/// Where to write the names so that they do not cover each other: near to where they belong.
fn label_places(wanted: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut places: Vec<(usize, f64)> = wanted.enumerate().collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut lowest = BOTTOM + 16.0;
    for (_, place) in &mut places {
        *place = place.min(lowest - 16.0);
        lowest = *place;
    }
    places.sort_by_key(|&(number, _)| number);
    places.into_iter().map(|(_, place)| place + 4.0).collect()
}
