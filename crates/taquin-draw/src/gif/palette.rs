//! At most 256 colours for a whole animation.

use color_quant::NeuQuant;
use std::collections::HashMap;
use tiny_skia::Pixmap;

/// The number that means "as it was".
pub(super) const TRANSPARENT: u8 = 255;
/// How many colours there can be besides it.
const MOST: usize = TRANSPARENT as usize;
/// A colour that fills at least this share of all pixels is kept exactly.
const FLAT: usize = 1000;

pub(super) type Rgb = [u8; 3];

/// The colours, and the number of each colour that was asked for.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    numbers: HashMap<Rgb, u8>,
}

impl Palette {
    /// The best colours for these pictures: all of them if they are few enough; else the frequent ones (large flat
    /// areas must not flicker) and, for the rest, what a small neural network finds.
    pub(super) fn of<'p>(pictures: impl IntoIterator<Item = &'p Pixmap>) -> Self {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for pixel in pictures.into_iter().flat_map(Pixmap::pixels) {
            *counts.entry([pixel.red(), pixel.green(), pixel.blue()]).or_default() += 1;
        }
        let total: usize = counts.values().sum();
        let mut by_count: Vec<(Rgb, usize)> = counts.into_iter().collect();
        // why: the colour as the second key makes the file the same every time.
        by_count.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        if by_count.len() <= MOST {
            return Self::with(by_count.iter().map(|&(colour, _)| colour).collect(), &by_count);
        }
        let flat = by_count.iter().take(MOST / 2).take_while(|&&(_, count)| count * FLAT >= total).count();
        let mut colours: Vec<Rgb> = by_count[..flat].iter().map(|&(colour, _)| colour).collect();
        colours.extend(found(&by_count[flat..], MOST - flat));
        Self::with(colours, &by_count)
    }

    fn with(colours: Vec<Rgb>, wanted: &[(Rgb, usize)]) -> Self {
        let numbers = wanted.iter().map(|&(colour, _)| (colour, nearest(&colours, colour))).collect();
        Self { colours, numbers }
    }

    /// Red, green and blue of each number.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize((usize::from(TRANSPARENT) + 1) * 3, 0);
        bytes
    }

    /// The number of a colour that was in the pictures.
    pub(super) fn number(&self, colour: Rgb) -> u8 {
        self.numbers.get(&colour).copied().unwrap_or_else(|| nearest(&self.colours, colour))
    }
}

/// `count` colours that stand for these.
fn found(colours: &[(Rgb, usize)], count: usize) -> Vec<Rgb> {
    // why: the network wants at least about 600 pixels, and rare colours count as much as frequent ones here.
    let pixels = colours.iter().flat_map(|&([red, green, blue], _)| [red, green, blue, 255]);
    let mut pixels: Vec<u8> = pixels.collect();
    while pixels.len() < 4 * 1000 {
        pixels.extend_from_within(..);
    }
    let network = NeuQuant::new(3, count, &pixels);
    network.color_map_rgb().chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect()
}

fn nearest(colours: &[Rgb], to: Rgb) -> u8 {
    let distance = |colour: &Rgb| {
        let parts = colour.iter().zip(to);
        parts.map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum::<i32>()
    };
    let nearest = (0..colours.len()).min_by_key(|&number| distance(&colours[number]));
    nearest.unwrap_or_default() as u8
}
