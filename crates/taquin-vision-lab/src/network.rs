//! The digit classifier while it learns: forward, backward, and Adam's steps.

use crate::random::Random;
use taquin_vision::digits::{CLASSES, Glyph, SIDE, WIDTHS, layer_sizes};

/// A character in its normal form, a byte for each pixel, and its class.
pub type Sample = ([u8; SIDE * SIDE], u8);

/// Samples between two steps.
const BATCH: usize = 64;
/// Adam's memory of the gradient and of its square.
const MEMORY: (f32, f32) = (0.9, 0.999);
/// Share of the hidden outputs that are left out while learning, so that none is relied on.
const DROPOUT: f32 = 0.2;

/// Weights that learn.
#[derive(Clone, Debug)]
pub struct Network {
    layers: [Layer; 4],
    steps: i32,
}

/// Weights (for each input those of all outputs), then biases; their gradient and Adam's two memories.
#[derive(Clone, Debug)]
struct Layer {
    inputs: usize,
    outputs: usize,
    values: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Layer {
    fn biases(&self) -> &[f32] {
        &self.values[self.inputs * self.outputs..]
    }

    fn step(&mut self, rate: f32, steps: i32) {
        let correction = (1.0 - MEMORY.1.powi(steps)).sqrt() / (1.0 - MEMORY.0.powi(steps));
        for i in 0..self.values.len() {
            let gradient = std::mem::take(&mut self.gradient[i]) / BATCH as f32;
            self.mean[i] = MEMORY.0 * self.mean[i] + (1.0 - MEMORY.0) * gradient;
            self.square[i] = MEMORY.1 * self.square[i] + (1.0 - MEMORY.1) * gradient * gradient;
            self.values[i] -= rate * correction * self.mean[i] / (self.square[i].sqrt() + 1e-8);
        }
    }

    /// A 3 × 3 convolution of a square of channels; negative outcomes become 0.
    fn convolve(&self, input: &[f32], side: usize, channels: usize, result: &mut Vec<f32>) {
        let outputs = self.outputs;
        result.clear();
        for y in 0..side {
            for x in 0..side {
                let start = result.len();
                result.extend_from_slice(self.biases());
                let sums = &mut result[start..];
                each_tap(side, x, y, |tap, pixel| {
                    let kernel = &self.values[tap * channels * outputs..];
                    for (value, weights) in
                        input[pixel * channels..][..channels].iter().zip(kernel.chunks_exact(outputs))
                    {
                        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
                    }
                });
                sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            }
        }
    }

    /// Adds to the gradient of the weights, and to that of the input if it is wanted.
    fn convolve_back(
        &mut self,
        input: &[f32],
        side: usize,
        channels: usize,
        errors: &[f32],
        mut into: Option<&mut [f32]>,
    ) {
        let outputs = self.outputs;
        let weights = self.inputs * outputs;
        for y in 0..side {
            for x in 0..side {
                let error = &errors[(y * side + x) * outputs..][..outputs];
                if error.iter().all(|value| *value == 0.0) {
                    continue;
                }
                self.gradient[weights..].iter_mut().zip(error).for_each(|(sum, value)| *sum += value);
                each_tap(side, x, y, |tap, pixel| {
                    for channel in 0..channels {
                        let value = input[pixel * channels + channel];
                        let first = (tap * channels + channel) * outputs;
                        if value != 0.0 {
                            let gradient = &mut self.gradient[first..first + outputs];
                            gradient.iter_mut().zip(error).for_each(|(sum, e)| *sum += value * e);
                        }
                        if let Some(into) = into.as_deref_mut() {
                            let kernel = &self.values[first..first + outputs];
                            into[pixel * channels + channel] +=
                                kernel.iter().zip(error).map(|(w, e)| w * e).sum::<f32>();
                        }
                    }
                });
            }
        }
    }

    fn multiply(&self, input: &[f32]) -> Vec<f32> {
        let mut sums = self.biases().to_vec();
        for (value, weights) in input.iter().zip(self.values.chunks_exact(self.outputs)) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        sums
    }

    fn multiply_back(&mut self, input: &[f32], error: &[f32]) -> Vec<f32> {
        let outputs = self.outputs;
        let weights = self.inputs * outputs;
        self.gradient[weights..].iter_mut().zip(error).for_each(|(sum, value)| *sum += value);
        let mut into = Vec::with_capacity(input.len());
        for (i, value) in input.iter().enumerate() {
            let gradient = &mut self.gradient[i * outputs..][..outputs];
            gradient.iter_mut().zip(error).for_each(|(sum, e)| *sum += value * e);
            into.push(self.values[i * outputs..][..outputs].iter().zip(error).map(|(w, e)| w * e).sum());
        }
        into
    }
}

/// Calls back for each of the nine places of a kernel that lie inside the square, with the pixel there.
fn each_tap(side: usize, x: usize, y: usize, mut each: impl FnMut(usize, usize)) {
    for dy in usize::from(y == 0)..3 - usize::from(y + 1 == side) {
        for dx in usize::from(x == 0)..3 - usize::from(x + 1 == side) {
            each(dy * 3 + dx, (y + dy - 1) * side + x + dx - 1);
        }
    }
}

/// The largest of each 2 × 2, and where it was.
fn halve(input: &[f32], side: usize, channels: usize) -> (Vec<f32>, Vec<u32>) {
    let half = side / 2;
    let mut most = vec![0.0f32; half * half * channels];
    let mut places = vec![0u32; most.len()];
    for (i, place) in places.iter_mut().enumerate() {
        *place = (((i / channels / half * 2) * side + i / channels % half * 2) * channels + i % channels) as u32;
    }
    for y in 0..side {
        for x in 0..side {
            for c in 0..channels {
                let (from, into) = ((y * side + x) * channels + c, (y / 2 * half + x / 2) * channels + c);
                if input[from] > most[into] {
                    most[into] = input[from];
                    places[into] = from as u32;
                }
            }
        }
    }
    (most, places)
}

/// What the layers gave for one glyph.
struct Pass {
    first: Vec<f32>,
    first_half: (Vec<f32>, Vec<u32>),
    second: Vec<f32>,
    second_half: (Vec<f32>, Vec<u32>),
    hidden: Vec<f32>,
    chances: Vec<f32>,
}

impl Network {
    /// Random weights of the size that keeps signals of one strength (He).
    #[must_use]
    pub fn random(random: &mut Random) -> Self {
        let layers = layer_sizes().map(|(inputs, outputs)| {
            let spread = (2.0 / inputs as f32).sqrt();
            let mut values: Vec<f32> = (0..inputs * outputs).map(|_| random.normal() * spread).collect();
            values.resize(inputs * outputs + outputs, 0.0);
            let zeros = vec![0.0; values.len()];
            Layer { inputs, outputs, values, gradient: zeros.clone(), mean: zeros.clone(), square: zeros }
        });
        Self { layers, steps: 0 }
    }

    fn forward(&self, glyph: &Glyph, mask: Option<&[f32]>) -> Pass {
        let [one, two, three, four] = &self.layers;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        one.convolve(glyph, SIDE, 1, &mut first);
        let first_half = halve(&first, SIDE, WIDTHS[0]);
        two.convolve(&first_half.0, SIDE / 2, WIDTHS[0], &mut second);
        let second_half = halve(&second, SIDE / 2, WIDTHS[1]);
        let mut hidden = three.multiply(&second_half.0);
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        if let Some(mask) = mask {
            hidden.iter_mut().zip(mask).for_each(|(value, keep)| *value *= keep);
        }
        let scores = four.multiply(&hidden);
        let top = scores.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = scores.iter().map(|score| (score - top).exp()).sum();
        let chances = scores.iter().map(|score| (score - top).exp() / total).collect();
        Pass { first, first_half, second, second_half, hidden, chances }
    }

    fn backward(&mut self, glyph: &Glyph, pass: &Pass, mask: &[f32], class: usize) {
        let mut error = pass.chances.clone();
        error[class] -= 1.0;
        let [one, two, three, four] = &mut self.layers;
        let mut hidden = four.multiply_back(&pass.hidden, &error);
        for (i, value) in hidden.iter_mut().enumerate() {
            *value = if pass.hidden[i] > 0.0 { *value * mask[i] } else { 0.0 };
        }
        let half = three.multiply_back(&pass.second_half.0, &hidden);
        let spread = |half: &[f32], places: &[u32], full: &[f32]| {
            let mut errors = vec![0.0; full.len()];
            for (value, &place) in half.iter().zip(places) {
                if full[place as usize] > 0.0 {
                    errors[place as usize] += value;
                }
            }
            errors
        };
        let errors = spread(&half, &pass.second_half.1, &pass.second);
        let mut half = vec![0.0; pass.first_half.0.len()];
        two.convolve_back(&pass.first_half.0, SIDE / 2, WIDTHS[0], &errors, Some(&mut half));
        let errors = spread(&half, &pass.first_half.1, &pass.first);
        one.convolve_back(glyph, SIDE, 1, &errors, None);
    }

    /// Goes through the samples in random order this many times; returns the mean loss.
    pub fn learn(&mut self, samples: &[Sample], epochs: usize, rate: f32, random: &mut Random) -> f32 {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mut loss = 0.0f64;
        for _ in 0..epochs {
            random.shuffle(&mut order);
            for batch in order.chunks_exact(BATCH) {
                for &index in batch {
                    let (bytes, class) = &samples[index];
                    let glyph = bytes.map(|value| f32::from(value) / 255.0);
                    let mask: Vec<f32> = (0..WIDTHS[2])
                        .map(|_| if random.chance(DROPOUT) { 0.0 } else { 1.0 / (1.0 - DROPOUT) })
                        .collect();
                    let pass = self.forward(&glyph, Some(&mask));
                    loss -= f64::from(pass.chances[*class as usize].max(1e-9).ln());
                    self.backward(&glyph, &pass, &mask, *class as usize);
                }
                self.steps += 1;
                self.layers.iter_mut().for_each(|layer| layer.step(rate, self.steps));
            }
        }
        (loss / (samples.len() * epochs) as f64) as f32
    }

    /// The likeliest class.
    #[must_use]
    pub fn class_of(&self, glyph: &Glyph) -> usize {
        let chances = self.forward(glyph, None).chances;
        (0..CLASSES).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(0)
    }

    /// The weights as the classifier reads them: a signed byte each, with a scale for each output.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for layer in &self.layers {
            let weights = &layer.values[..layer.inputs * layer.outputs];
            let scales: Vec<f32> = (0..layer.outputs)
                .map(|output| {
                    let most = weights.iter().skip(output).step_by(layer.outputs).fold(0.0f32, |m, w| m.max(w.abs()));
                    (most / 127.0).max(1e-9)
                })
                .collect();
            scales.iter().for_each(|scale| bytes.extend(scale.to_le_bytes()));
            layer.biases().iter().for_each(|bias| bytes.extend(bias.to_le_bytes()));
            bytes
                .extend(weights.iter().enumerate().map(|(i, w)| ((w / scales[i % layer.outputs]).round() as i8) as u8));
        }
        bytes
    }
}
