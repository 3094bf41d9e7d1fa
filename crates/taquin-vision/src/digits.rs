//! Single characters: their normal form of 16 × 16 and the small network that tells which digit they are.
//!
//! The network has two layers of convolutions with 3 × 3 kernels, each followed by a maximum over 2 × 2, and two dense
//! layers: 16×16×1 → 16×16×8 → 8×8×8 → 8×8×24 → 4×4×24 → 64 → 11. Its weights are trained on rendered fonts by the
//! `train` program of `taquin-vision-lab` and kept as bytes with one scale for each output.

use crate::{
    components::{Component, Labels},
    picture::Plane,
};

/// Side of a glyph in its normal form.
pub const SIDE: usize = 16;
/// Pixels that a glyph's longer side takes of it.
const INNER: f32 = 14.0;
/// Ten digits and what is none.
pub const CLASSES: usize = 11;
/// Index of the class of everything but digits.
pub const OTHER: usize = 10;

/// Outputs of the first and second convolution and of the first dense layer.
pub const WIDTHS: [usize; 3] = [8, 24, 64];

/// A character in its normal form: how much of each pixel is ink, from 0 to 1, row by row.
pub type Glyph = [f32; SIDE * SIDE];

/// The normal form of a component: ink against the ground round it, scaled so that its longer side takes 14 pixels,
/// in the middle.
pub(crate) fn normalise(ink: &Plane, labels: &Labels, component: &Component) -> Glyph {
    let own = |x: usize, y: usize| labels.labels[y * labels.width + x] == component.label;
    let (left, top) = (component.left.saturating_sub(1), component.top.saturating_sub(1));
    let (right, bottom) = ((component.right + 1).min(ink.width), (component.bottom + 1).min(ink.height));
    let (mut body, mut body_area, mut ground, mut ground_area) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for y in top..bottom {
        for x in left..right {
            let value = f32::from(ink.at(x, y));
            if own(x, y) {
                body += value;
                body_area += 1.0;
            } else if labels.labels[y * labels.width + x] == 0 {
                ground += value;
                ground_area += 1.0;
            }
        }
    }
    let body = body / body_area.max(1.0);
    let ground = if ground_area > 0.0 { ground / ground_area } else { 0.0 };
    // why: the edges of the body are half ink, so its core is brighter than its mean.
    let (mut core, mut core_area) = (0.0f32, 0.0f32);
    for y in component.top..component.bottom {
        for x in component.left..component.right {
            let value = f32::from(ink.at(x, y));
            if own(x, y) && value >= body {
                core += value;
                core_area += 1.0;
            }
        }
    }
    let core = if core_area > 0.0 { core / core_area } else { body };
    let scale = 1.0 / (core - ground).max(1.0);
    let (width, height) = (right - left, bottom - top);
    let mut cover = vec![0.0f32; width * height];
    for y in top..bottom {
        for x in left..right {
            let label = labels.labels[y * labels.width + x];
            let near = label == component.label || (label == 0 && touches(labels, x, y, component.label));
            if near {
                cover[(y - top) * width + x - left] = ((f32::from(ink.at(x, y)) - ground) * scale).clamp(0.0, 1.0);
            }
        }
    }
    let centre = (
        (component.left + component.right) as f32 / 2.0 - left as f32,
        (component.top + component.bottom) as f32 / 2.0 - top as f32,
    );
    let zoom = INNER / component.width().max(component.height()) as f32;
    scaled(&cover, width, height, centre, zoom)
}

/// Whether one of the eight pixels round this one bears the label.
fn touches(labels: &Labels, x: usize, y: usize, label: u32) -> bool {
    let rows = y.saturating_sub(1)..(y + 2).min(labels.height);
    rows.into_iter().any(|y| {
        let row = &labels.labels[y * labels.width..];
        row[x.saturating_sub(1)..(x + 2).min(labels.width)].contains(&label)
    })
}

/// Scales an area by `zoom` so that `centre` comes to lie in the middle of the glyph.
fn scaled(cover: &[f32], width: usize, height: usize, centre: (f32, f32), zoom: f32) -> Glyph {
    let across = taps(width, centre.0, zoom);
    let down = taps(height, centre.1, zoom);
    let mut narrow = vec![0.0f32; SIDE * height];
    for y in 0..height {
        for (i, (first, weights)) in across.iter().enumerate() {
            let row = &cover[y * width..][..width];
            narrow[y * SIDE + i] = row[*first..].iter().zip(weights).map(|(a, b)| a * b).sum();
        }
    }
    let mut glyph = [0.0; SIDE * SIDE];
    for (j, (first, weights)) in down.iter().enumerate() {
        for i in 0..SIDE {
            glyph[j * SIDE + i] = weights.iter().enumerate().map(|(k, w)| narrow[(first + k) * SIDE + i] * w).sum();
        }
    }
    glyph
}

/// Where each pixel of a glyph's side takes from: the first source pixel and the weights; what lies outside is empty.
fn taps(length: usize, centre: f32, zoom: f32) -> [(usize, Vec<f32>); SIDE] {
    let radius = (1.0 / zoom).max(1.0);
    std::array::from_fn(|i| {
        let middle = centre + (i as f32 + 0.5 - SIDE as f32 / 2.0) / zoom - 0.5;
        let weight = |k: i32| (1.0 - (k as f32 - middle).abs() / radius).max(0.0);
        let (low, high) = ((middle - radius).ceil() as i32, (middle + radius).floor() as i32);
        let total: f32 = (low..=high).map(weight).sum();
        let (first, last) = (low.max(0), high.min(length as i32 - 1));
        if first > last {
            return (0, Vec::new());
        }
        (first as usize, (first..=last).map(|k| weight(k) / total.max(1e-6)).collect())
    })
}

/// The glyph of the largest component of what is brighter than `threshold` in a plane: what the network is trained on.
///
/// `None` if nothing is.
///
/// # Panics
///
/// If `ink` has not `width` × `height` values.
#[must_use]
pub fn largest_glyph(width: usize, height: usize, ink: Vec<u8>, threshold: u8) -> Option<Glyph> {
    assert_eq!(ink.len(), width * height, "one value per pixel");
    let plane = Plane { width, height, values: ink };
    let labels = Labels::new(width, height, |i| plane.values[i] > threshold);
    let largest = labels.components.iter().max_by_key(|component| component.area)?;
    Some(normalise(&plane, &labels, largest))
}

/// The weights as trained.
const WEIGHTS: &[u8] = include_bytes!("digits.bin");

/// Tells digits apart.
#[derive(Clone, Debug)]
pub struct Classifier {
    layers: [Layer; 4],
}

/// Weights of a layer, for each input those of all outputs, and one bias for each output.
#[derive(Clone, Debug)]
struct Layer {
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// Inputs of every layer (a convolution has nine for each channel) and its outputs.
#[must_use]
pub const fn layer_sizes() -> [(usize, usize); 4] {
    let [first, second, dense] = WIDTHS;
    [(9, first), (9 * first, second), (SIDE / 4 * (SIDE / 4) * second, dense), (dense, CLASSES)]
}

impl Default for Classifier {
    fn default() -> Self {
        Self::from_bytes(WEIGHTS).expect("the weights of the crate are whole")
    }
}

impl Classifier {
    /// A classifier from trained weights: for each layer a scale per output, a bias per output (both 32-bit floats,
    /// little-endian), then a signed byte per weight. `None` if the bytes are too few or too many.
    #[must_use]
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut layers = Vec::with_capacity(4);
        for (inputs, outputs) in layer_sizes() {
            let scales = take_floats(&mut bytes, outputs)?;
            let biases = take_floats(&mut bytes, outputs)?;
            let (weights, rest) = bytes.split_at_checked(inputs * outputs)?;
            bytes = rest;
            let weights =
                weights.iter().enumerate().map(|(i, &w)| f32::from(w.cast_signed()) * scales[i % outputs]).collect();
            layers.push(Layer { weights, biases });
        }
        let layers = layers.try_into().ok()?;
        bytes.is_empty().then_some(Self { layers })
    }

    /// Logarithms of the probabilities that the glyph is each digit, or ([`OTHER`]) none.
    #[must_use]
    pub fn classify(&self, glyph: &Glyph) -> [f32; CLASSES] {
        let [first, second, dense] = WIDTHS;
        let [conv1, conv2, dense1, dense2] = &self.layers;
        let layer = halve(&conv1.convolve(glyph, SIDE, 1), SIDE, first);
        let layer = halve(&conv2.convolve(&layer, SIDE / 2, first), SIDE / 2, second);
        let mut hidden = dense1.multiply(&layer, dense);
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        let scores = dense2.multiply(&hidden, CLASSES);
        let top = scores.iter().copied().fold(f32::MIN, f32::max);
        let total = scores.iter().map(|score| (score - top).exp()).sum::<f32>().ln() + top;
        std::array::from_fn(|i| scores[i] - total)
    }
}

fn take_floats(bytes: &mut &[u8], count: usize) -> Option<Vec<f32>> {
    let (head, rest) = bytes.split_at_checked(4 * count)?;
    *bytes = rest;
    Some(head.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
}

impl Layer {
    /// Convolves a square of channels with 3 × 3 kernels, nothing beyond its borders; negative outcomes become 0.
    fn convolve(&self, input: &[f32], side: usize, channels: usize) -> Vec<f32> {
        let outputs = self.biases.len();
        let mut result = Vec::with_capacity(side * side * outputs);
        for y in 0..side {
            for x in 0..side {
                let start = result.len();
                result.extend_from_slice(&self.biases);
                let sums = &mut result[start..];
                for dy in usize::from(y == 0)..3 - usize::from(y + 1 == side) {
                    for dx in usize::from(x == 0)..3 - usize::from(x + 1 == side) {
                        let pixel = &input[((y + dy - 1) * side + x + dx - 1) * channels..][..channels];
                        let kernel = &self.weights[(dy * 3 + dx) * channels * outputs..];
                        for (value, weights) in pixel.iter().zip(kernel.chunks_exact(outputs)) {
                            if *value != 0.0 {
                                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
                            }
                        }
                    }
                }
                sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            }
        }
        result
    }

    fn multiply(&self, input: &[f32], outputs: usize) -> Vec<f32> {
        let mut sums = self.biases.clone();
        for (value, weights) in input.iter().zip(self.weights.chunks_exact(outputs)) {
            if *value != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
            }
        }
        sums
    }
}

/// The largest of each 2 × 2 of a square of channels.
fn halve(input: &[f32], side: usize, channels: usize) -> Vec<f32> {
    let half = side / 2;
    let mut result = vec![0.0f32; half * half * channels];
    for y in 0..2 * half {
        for x in 0..2 * half {
            let from = &input[(y * side + x) * channels..][..channels];
            let into = &mut result[(y / 2 * half + x / 2) * channels..][..channels];
            into.iter_mut().zip(from).for_each(|(most, value)| *most = most.max(*value));
        }
    }
    result
}
