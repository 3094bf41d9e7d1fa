//! Trains the digit classifier on characters of the system's fonts and writes its weights.
//!
//! `cargo run --release -p taquin-vision-lab --bin train` takes about ten minutes and overwrites
//! crates/taquin-vision/src/digits.bin. The weights depend on the fonts that are installed.

use anyhow::{Result, ensure};
use clap::Parser;
use std::{fs, path::PathBuf, time::Instant};
use taquin_vision::digits::{CLASSES, Classifier, Glyph, OTHER, SIDE, largest_glyph};
use taquin_vision_lab::{
    faces::{self, Face, Ink, Linear},
    network::{Network, Sample},
    random::Random,
};

#[derive(Parser)]
struct Args {
    /// Where to write the weights
    #[arg(long, default_value = "crates/taquin-vision/src/digits.bin")]
    output: PathBuf,
    /// Where fonts are looked for
    #[arg(long, default_value = faces::FONT_FOLDER)]
    fonts: PathBuf,
    /// Characters to render
    #[arg(long, default_value_t = 400_000)]
    samples: usize,
    /// Times that they are gone through
    #[arg(long, default_value_t = 8)]
    epochs: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Characters that are no digits and look like none.
const LETTERS: &str = "AEFHKLMNPRTUVWXYadehkmnprtuvwxyf@#%&$+=*?<>~^≡…►✓";

/// Share of a font's digits that a little trained network must recognise.
const READABLE: f32 = 0.75;

fn main() -> Result<()> {
    let args = Args::parse();
    let all = faces::load(&args.fonts);
    let (held, mut used): (Vec<Face>, Vec<Face>) = all.into_iter().partition(|face| faces::is_held_back(&face.name));
    ensure!(used.len() >= 20, "only {} fonts found; install some of Debian's fonts-* packages", used.len());
    println!("{} fonts to train on, {} held back", used.len(), held.len());
    let mut random = Random::from_seed(args.seed);
    let begin = Instant::now();

    // why: symbol fonts put pictures where digits belong, and some decorate digits beyond recognition; a network trained a
    // little tells which.
    let mut judge = Network::random(&mut random);
    let first: Vec<Sample> = samples(&used, args.samples / 4, &mut random);
    judge.learn(&first, 1, 0.002, &mut random);
    let before = used.len();
    used.retain(|face| digit_accuracy(&judge, face, &mut random) >= READABLE);
    println!("{} fonts whose digits are none left out, {:.0} s", before - used.len(), begin.elapsed().as_secs_f32());

    let data = samples(&used, args.samples, &mut random);
    let mut network = Network::random(&mut random);
    for epoch in 0..args.epochs {
        let rate = 0.002 * 0.5f32.powf(epoch as f32 * 6.0 / args.epochs as f32);
        let loss = network.learn(&data, 1, rate, &mut random);
        println!("epoch {}: loss {loss:.4}, {:.0} s", epoch + 1, begin.elapsed().as_secs_f32());
    }
    let bytes = network.to_bytes();
    fs::write(&args.output, &bytes)?;
    let classifier = Classifier::from_bytes(&bytes).expect("the network has the classifier's layers");
    report("training fonts", &classifier, &used, &mut random);
    let readable: Vec<Face> =
        held.into_iter().filter(|face| digit_accuracy(&judge, face, &mut random) >= READABLE).collect();
    report("held-back fonts", &classifier, &readable, &mut random);
    println!("{} bytes written to {}", bytes.len(), args.output.display());
    Ok(())
}

fn report(name: &str, classifier: &Classifier, faces: &[Face], random: &mut Random) {
    let test = samples(faces, 20_000, random);
    let mut table = [[0usize; CLASSES]; CLASSES];
    for (bytes, class) in &test {
        let scores = classifier.classify(&unpack(bytes));
        let best = (0..CLASSES).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("classes");
        table[*class as usize][best] += 1;
    }
    let right: usize = (0..CLASSES).map(|i| table[i][i]).sum();
    println!("{name}: {:.2} % of {} right", 100.0 * right as f32 / test.len() as f32, test.len());
    for (class, row) in table.iter().enumerate() {
        println!("  {class:2}: {row:?}");
    }
}

fn digit_accuracy(network: &Network, face: &Face, random: &mut Random) -> f32 {
    let (mut right, mut tried) = (0, 0);
    for digit in 0..10u8 {
        for _ in 0..3 {
            let Some(glyph) = digit_glyph(face, digit, random) else { continue };
            tried += 1;
            right += usize::from(network.class_of(&glyph) == usize::from(digit));
        }
    }
    right as f32 / tried.max(1) as f32
}

fn pack(glyph: &Glyph) -> [u8; SIDE * SIDE] {
    glyph.map(|value| (value * 255.0 + 0.5) as u8)
}

fn unpack(bytes: &[u8; SIDE * SIDE]) -> Glyph {
    bytes.map(|value| f32::from(value) / 255.0)
}

/// Three digits for each character that is none.
fn samples(faces: &[Face], count: usize, random: &mut Random) -> Vec<Sample> {
    let mut result = Vec::with_capacity(count);
    while result.len() < count {
        let face = random.pick(faces);
        if random.chance(0.72) {
            let digit = random.below(10) as u8;
            if let Some(glyph) = digit_glyph(face, digit, random) {
                result.push((pack(&glyph), digit));
            }
        } else if let Some(glyph) = other_glyph(face, random) {
            result.push((pack(&glyph), OTHER as u8));
        }
    }
    result
}

fn map(random: &mut Random) -> Linear {
    Linear::new(random.normal() * 5.0, random.normal() * 0.1, (random.normal() * 0.12).exp())
}

/// A digit as a picture might show it.
fn digit_glyph(face: &Face, digit: u8, random: &mut Random) -> Option<Glyph> {
    let height = (9.0f32.ln() + random.between(0.0, 1.0) * (48.0f32 / 9.0).ln()).exp();
    let text = char::from(b'0' + digit).to_string();
    seen(&face.draw(&text, height, 0.0, map(random))?, random)
}

/// Letters, two digits that touch, parts of digits, frames and blots.
fn other_glyph(face: &Face, random: &mut Random) -> Option<Glyph> {
    let height = (9.0f32.ln() + random.between(0.0, 1.0) * (48.0f32 / 9.0).ln()).exp();
    match random.below(8) {
        0..=2 => {
            let letters: Vec<char> = LETTERS.chars().filter(|&letter| face.has(letter)).collect();
            let letter = random.pick(if letters.is_empty() { &['A', 'H', 'M'] } else { &letters }).to_string();
            seen(&face.draw(&letter, height, 0.0, map(random))?, random)
        }
        3 => {
            let pair = (random.below(90) + 10).to_string();
            let mut ink = face.draw(&pair, height, -height * random.between(0.0, 0.25), map(random))?;
            bridge(&mut ink, random);
            seen(&ink, random)
        }
        4 => {
            let digit = random.below(10).to_string();
            let mut ink = face.draw(&digit, height.max(12.0), 0.0, map(random))?;
            cut(&mut ink, random);
            seen(&ink, random)
        }
        5 => seen(&frame(random), random),
        _ => seen(&blot(random), random),
    }
}

/// Joins what the ink has at left and right by a bar.
fn bridge(ink: &mut Ink, random: &mut Random) {
    let row = random.below(ink.height);
    for y in row..(row + 1 + ink.height / 8).min(ink.height) {
        for x in ink.width / 4..ink.width * 3 / 4 {
            ink.cover[y * ink.width + x] = 1.0;
        }
    }
}

/// Wipes a third to a half of the ink from one side.
fn cut(ink: &mut Ink, random: &mut Random) {
    let share = random.between(0.35, 0.6);
    let side = random.below(4);
    for y in 0..ink.height {
        for x in 0..ink.width {
            let (u, v) = (x as f32 / ink.width as f32, y as f32 / ink.height as f32);
            if [u < share, u > 1.0 - share, v < share, v > 1.0 - share][side] {
                ink.cover[y * ink.width + x] = 0.0;
            }
        }
    }
}

/// A rectangle, its outline, a corner, or a lying bar.
fn frame(random: &mut Random) -> Ink {
    let (width, height) = (8 + random.below(40), 8 + random.below(40));
    let thick = 1 + random.below(4);
    let kind = random.below(6);
    let mut cover = vec![0.0; width * height];
    for y in 0..height {
        for x in 0..width {
            let (l, t, r, b) = (x < thick, y < thick, x + thick >= width, y + thick >= height);
            let inside = match kind {
                0 => l || t || r || b,
                1 => l || t,
                2 => r || b,
                3 => width > height || l || b,
                4 => t || b,
                _ => l || r || t,
            };
            cover[y * width + x] = f32::from(u8::from(inside));
        }
    }
    Ink { width, height, cover }
}

/// A smooth random blot.
fn blot(random: &mut Random) -> Ink {
    let (width, height) = (10 + random.below(30), 10 + random.below(30));
    let mut cover = vec![0.0f32; width * height];
    let waves: Vec<[f32; 4]> = (0..6)
        .map(|_| {
            [random.between(-0.6, 0.6), random.between(-0.6, 0.6), random.between(0.0, 6.3), random.between(0.3, 1.0)]
        })
        .collect();
    let level = random.between(-0.5, 0.8);
    for y in 0..height {
        for x in 0..width {
            let height = waves.iter().map(|w| w[3] * (w[0] * x as f32 + w[1] * y as f32 + w[2]).sin()).sum::<f32>();
            cover[y * width + x] = ((height - level) * 2.0).clamp(0.0, 1.0);
        }
    }
    Ink { width, height, cover }
}

/// Ink as a camera or a screen shows it: blurred, of little or much contrast, with noise; then thresholded.
fn seen(ink: &Ink, random: &mut Random) -> Option<Glyph> {
    const MARGIN: usize = 4;
    let (width, height) = (ink.width + 2 * MARGIN, ink.height + 2 * MARGIN);
    let mut cover = vec![0.0f32; width * height];
    for y in 0..ink.height {
        cover[(y + MARGIN) * width + MARGIN..][..ink.width].copy_from_slice(&ink.cover[y * ink.width..][..ink.width]);
    }
    let size = ink.width.max(ink.height) as f32;
    let blur = if random.chance(0.5) { random.between(0.0, 1.0) * (size / 20.0).clamp(0.4, 1.5) } else { 0.0 };
    if blur > 0.2 {
        smooth(&mut cover, width, height, blur);
    }
    let (low, high) = {
        let contrast = random.between(60.0, 235.0);
        let low = random.between(5.0, 250.0 - contrast);
        (low, low + contrast)
    };
    let noise = if random.chance(0.4) { random.between(0.0, 0.07) * (high - low) } else { 0.0 };
    let slope = (random.normal() * 0.1 / size, random.normal() * 0.1 / size);
    let bytes = (0..width * height)
        .map(|i| {
            let light = 1.0 + slope.0 * ((i % width) as f32 - size / 2.0) + slope.1 * ((i / width) as f32 - size / 2.0);
            let value =
                (low + (high - low) * cover[i]) * light + if noise > 0.0 { random.normal() * noise } else { 0.0 };
            value.clamp(0.0, 255.0) as u8
        })
        .collect();
    let threshold = low + (high - low) * random.between(0.3, 0.62);
    largest_glyph(width, height, bytes, threshold as u8)
}

/// Blurs by a Gauss curve of this deviation.
fn smooth(cover: &mut [f32], width: usize, height: usize, deviation: f32) {
    let radius = (deviation * 3.0).ceil() as i32;
    let kernel: Vec<f32> = (-radius..=radius).map(|k| (-0.5 * (k as f32 / deviation).powi(2)).exp()).collect();
    let total: f32 = kernel.iter().sum();
    let mut pass = |step: usize, length: usize, lines: usize, stride: usize| {
        let mut line = vec![0.0; length];
        for l in 0..lines {
            let at = |k: usize| l * stride + k * step;
            for (k, slot) in line.iter_mut().enumerate() {
                *slot = kernel
                    .iter()
                    .zip(-radius..)
                    .map(|(weight, d)| weight * cover[at((k as i32 + d).clamp(0, length as i32 - 1) as usize)])
                    .sum::<f32>()
                    / total;
            }
            for (k, value) in line.iter().enumerate() {
                cover[at(k)] = *value;
            }
        }
    };
    pass(1, width, height, width);
    pass(width, height, width, 1);
}
