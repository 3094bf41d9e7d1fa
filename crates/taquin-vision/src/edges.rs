//! Straight upright and level lines across which the picture jumps: the cuts between tiles.

use crate::picture::Picture;

/// How strongly the picture jumps across each place, summed along lines so that any stretch is quick to weigh.
///
/// Line `i` lies between the pixels `i - 1` and `i`. The jump counts only as far as it exceeds the changes two pixels
/// beside it, so texture weighs nothing on average, however strong.
#[derive(Clone, Debug)]
pub(crate) struct EdgeMap {
    /// Number of lines.
    pub(crate) lines: usize,
    /// Pixels along each line.
    pub(crate) length: usize,
    /// For each line the sums of the first 0, 1, … pixels.
    sums: Vec<f32>,
}

/// Changes below this are noise.
const NOISE: f32 = 8.0;

impl EdgeMap {
    /// Upright lines.
    pub(crate) fn upright(picture: &Picture) -> Self {
        let (width, pixels) = (picture.width(), picture.pixels());
        Self::new(width, picture.height(), |line, along| pixels[along * width + line])
    }

    /// Level lines.
    pub(crate) fn level(picture: &Picture) -> Self {
        let (width, pixels) = (picture.width(), picture.pixels());
        Self::new(picture.height(), width, |line, along| pixels[line * width + along])
    }

    fn new(lines: usize, length: usize, pixel: impl Fn(usize, usize) -> [u8; 3]) -> Self {
        let stride = length + 1;
        let mut sums = vec![0.0f32; lines * stride];
        let mut change = vec![0.0f32; lines + 4];
        let mut evidence = vec![0.0f32; lines];
        for along in 0..length {
            for line in 1..lines {
                let (a, b) = (pixel(line - 1, along), pixel(line, along));
                change[line + 2] = (0..3).map(|c| a[c].abs_diff(b[c])).max().map_or(0.0, f32::from);
            }
            for line in 1..lines {
                let here = change[line + 2];
                let beside = 0.5 * (change[line] + change[line + 4]);
                evidence[line] = (here - beside) / (here + beside + NOISE);
            }
            for line in 0..lines {
                sums[line * stride + along + 1] = sums[line * stride + along] + evidence[line];
            }
        }
        Self { lines, length, sums }
    }

    /// Mean evidence of a stretch of a line, between -1 and 1; 0 outside the picture.
    pub(crate) fn mean(&self, line: i64, from: usize, to: usize) -> f32 {
        let to = to.min(self.length);
        if line < 1 || line as usize >= self.lines || from >= to {
            return 0.0;
        }
        let row = &self.sums[line as usize * (self.length + 1)..];
        (row[to] - row[from]) / (to - from) as f32
    }

    /// The best mean among the lines within `slack` of a place, and that line.
    pub(crate) fn near(&self, place: f64, slack: i64, from: usize, to: usize) -> (f32, i64) {
        let line = place.round() as i64;
        (line - slack..=line + slack)
            .map(|line| (self.mean(line, from, to), line))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or((0.0, line))
    }

    /// Evidence of a single pixel.
    pub(crate) fn at(&self, line: usize, along: usize) -> f32 {
        let row = line * (self.length + 1) + along;
        self.sums[row + 1] - self.sums[row]
    }
}
