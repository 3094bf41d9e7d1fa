//! The length of solutions against the time, as an SVG picture.

use super::record::{Record, mean};
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
/// Colours that can be told apart by everybody (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"];

/// Draws the mean of each size as a line.
pub(super) fn draw(sizes: &[String], rows: &[Vec<Record>], until: f64) -> String {
    let last_power = until.log10();
    let x = |seconds: f64| {
        let power = seconds.log10() - f64::from(FIRST_POWER);
        LEFT + (RIGHT - LEFT) * (power / (last_power - f64::from(FIRST_POWER))).clamp(0.0, 1.0)
    };
    // why: a logarithmic scale, so that the same saving looks the same everywhere.
    let y = |ratio: f64| {
        let part = (ratio / LEAST).ln() / (MOST / LEAST).ln();
        BOTTOM - (BOTTOM - TOP) * part.clamp(0.0, 1.0)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>Length of solutions against time</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(svg, "{text}");
    };
    for power in FIRST_POWER..=last_power.floor() as i32 {
        let at = x(10_f64.powi(power));
        line(format_args!("<path d=\"M{at:.1} {TOP}V{BOTTOM}\" stroke=\"#ddd\"/>"));
        let seconds = 10_f64.powi(power);
        line(format_args!("<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{seconds} s</text>", BOTTOM + 18.0));
    }
    for ratio in [1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0] {
        let at = y(ratio);
        line(format_args!("<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#ddd\"/>"));
        line(format_args!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{ratio:.1}</text>", LEFT - 6.0, at + 4.0));
    }
    let middle = (LEFT + RIGHT) / 2.0;
    line(format_args!("<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">time</text>", HEIGHT - 10.0));
    line(format_args!(
        "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">moves / Manhattan distance</text>",
        (TOP + BOTTOM) / 2.0
    ));
    let curves: Vec<Vec<(f64, f64)>> = rows.iter().map(|records| curve(records, until)).collect();
    let labels = label_places(curves.iter().map(|curve| curve.last().map_or(BOTTOM, |&(_, ratio)| y(ratio))));
    for (number, ((size, curve), label)) in sizes.iter().zip(&curves).zip(labels).enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let mut path = String::new();
        for (index, &(seconds, ratio)) in curve.iter().enumerate() {
            let _ = match index {
                0 => write!(path, "M{:.1} {:.1}", x(seconds), y(ratio)),
                _ => write!(path, "H{:.1}V{:.1}", x(seconds), y(ratio)),
            };
        }
        line(format_args!("<path d=\"{path}H{RIGHT}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"));
        line(format_args!("<text x=\"{}\" y=\"{label:.1}\" fill=\"{colour}\">{size}</text>", RIGHT + 8.0));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The means at moments that are spread evenly over the scale, from the first one at which every board has a solution.
fn curve(records: &[Record], until: f64) -> Vec<(f64, f64)> {
    const MOMENTS: i32 = 240;
    let powers = until.log10() - f64::from(FIRST_POWER);
    let moment = |index: i32| 10_f64.powf(f64::from(FIRST_POWER) + powers * f64::from(index) / f64::from(MOMENTS));
    let ratio = |seconds: f64| {
        let moves = mean(records, |record| record.after(seconds).map(|moves| moves as f64))?;
        Some((seconds, moves / mean(records, |record| Some(record.manhattan.into()))?))
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
