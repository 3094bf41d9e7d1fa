//! Type faces: outlines of fonts, drawn through any linear map.

use ab_glyph::{Font, FontVec, GlyphId, OutlineCurve};
use ab_glyph_rasterizer::{Rasterizer, point};
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// Where the fonts of the system lie.
pub const FONT_FOLDER: &str = "/usr/share/fonts";

/// A font that has all digits.
#[derive(Debug)]
pub struct Face {
    /// File name without its ending.
    pub name: String,
    font: FontVec,
    /// Height of a digit in the font's units.
    digit_height: f32,
}

/// A bitmap of ink: how much of each pixel is covered, from 0 to 1.
#[derive(Clone, Debug)]
pub struct Ink {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Cover of every pixel, row by row.
    pub cover: Vec<f32>,
}

/// A linear map of outlines: `x' = a x + b y`, `y' = c x + d y`.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// How far right goes to the right.
    pub a: f32,
    /// How far down goes to the right.
    pub b: f32,
    /// How far right goes down.
    pub c: f32,
    /// How far down goes down.
    pub d: f32,
}

impl Linear {
    /// No change.
    pub const UPRIGHT: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0 };

    /// A turn by degrees after a slant and a stretch of the width.
    #[must_use]
    pub fn new(degrees: f32, slant: f32, stretch: f32) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self { a: stretch * cos, b: slant * cos - sin, c: stretch * sin, d: slant * sin + cos }
    }
}

impl Face {
    /// A face from the bytes of a font file; `None` if it lacks a digit or two digits are drawn alike.
    #[must_use]
    pub fn new(name: &str, bytes: Vec<u8>) -> Option<Self> {
        let font = FontVec::try_from_vec(bytes).ok()?;
        let mut seen = HashSet::new();
        let mut digit_height = 0.0f32;
        for digit in '0'..='9' {
            let outline = font.outline(font.glyph_id(digit))?;
            if outline.curves.is_empty() {
                return None;
            }
            digit_height = digit_height.max(outline.bounds.height().abs());
            if !seen.insert(format!("{:?}", outline.curves)) {
                return None;
            }
        }
        (digit_height > 0.0).then(|| Self { name: name.to_owned(), font, digit_height })
    }

    /// Whether the font draws this character.
    #[must_use]
    pub fn has(&self, character: char) -> bool {
        self.font.glyph_id(character) != GlyphId(0)
            && self.font.outline(self.font.glyph_id(character)).is_some_and(|outline| !outline.curves.is_empty())
    }

    /// Mean width of the strokes of its digits, as a share of their height.
    #[must_use]
    pub fn stroke(&self) -> f32 {
        let Some(ink) = self.draw("0123456789", 100.0, 0.0, Linear::UPRIGHT) else { return 0.0 };
        let inside = |x: usize, y: usize| ink.cover[y * ink.width + x] > 0.5;
        let (mut area, mut outline) = (0.0f32, 0.0f32);
        for y in 1..ink.height {
            for x in 1..ink.width {
                area += f32::from(u8::from(inside(x, y)));
                outline += f32::from(u8::from(inside(x, y) != inside(x - 1, y)));
                outline += f32::from(u8::from(inside(x, y) != inside(x, y - 1)));
            }
        }
        // why: steps along a slanted outline are longer than it by 4/π on average.
        2.0 * area / (outline * std::f32::consts::FRAC_PI_4).max(1.0) / 100.0
    }

    /// Draws a text whose digits are `height` pixels high, with `spacing` pixels more between characters.
    #[must_use]
    pub fn draw(&self, text: &str, height: f32, spacing: f32, map: Linear) -> Option<Ink> {
        let scale = height / self.digit_height;
        let mut curves = Vec::new();
        let mut pen = 0.0f32;
        for character in text.chars() {
            let id = self.font.glyph_id(character);
            if let Some(outline) = self.font.outline(id) {
                let move_point = |p: ab_glyph::Point| {
                    let (x, y) = (p.x * scale + pen, -p.y * scale);
                    point(map.a * x + map.b * y, map.c * x + map.d * y)
                };
                curves.extend(outline.curves.iter().map(|curve| match *curve {
                    OutlineCurve::Line(a, b) => vec![move_point(a), move_point(b)],
                    OutlineCurve::Quad(a, b, c) => vec![move_point(a), move_point(b), move_point(c)],
                    OutlineCurve::Cubic(a, b, c, d) => vec![move_point(a), move_point(b), move_point(c), move_point(d)],
                }));
            }
            pen += self.font.h_advance_unscaled(id) * scale + spacing;
        }
        let all = || curves.iter().flatten();
        let (left, right) = all().fold((f32::MAX, f32::MIN), |range, p| (range.0.min(p.x), range.1.max(p.x)));
        let (top, bottom) = all().fold((f32::MAX, f32::MIN), |range, p| (range.0.min(p.y), range.1.max(p.y)));
        if curves.is_empty() || right - left > 4000.0 || bottom - top > 4000.0 {
            return None;
        }
        let (width, height) = ((right - left).ceil() as usize + 2, (bottom - top).ceil() as usize + 2);
        let mut rasterizer = Rasterizer::new(width, height);
        let at = |p: &ab_glyph_rasterizer::Point| point(p.x - left + 1.0, p.y - top + 1.0);
        for curve in &curves {
            match curve.as_slice() {
                [a, b] => rasterizer.draw_line(at(a), at(b)),
                [a, b, c] => rasterizer.draw_quad(at(a), at(b), at(c)),
                [a, b, c, d] => rasterizer.draw_cubic(at(a), at(b), at(c), at(d)),
                _ => unreachable!("curves have two to four points"),
            }
        }
        let mut cover = vec![0.0; width * height];
        rasterizer.for_each_pixel(|i, alpha| cover[i] = alpha.clamp(0.0, 1.0));
        Some(Ink { width, height, cover })
    }
}

/// Faces of all fonts below a folder, in the order of their names, each design once.
#[must_use]
pub fn load(folder: &Path) -> Vec<Face> {
    let mut files = BTreeMap::new();
    collect(folder, &mut files);
    let mut designs = HashSet::new();
    let mut faces = Vec::new();
    for (name, path) in files {
        let Some(face) = fs::read(&path).ok().and_then(|bytes| Face::new(&name, bytes)) else { continue };
        let Some(ink) = face.draw("0123456789", 20.0, 0.0, Linear::UPRIGHT) else { continue };
        let design: Vec<u8> = ink.cover.iter().map(|value| (value * 8.0) as u8).collect();
        if designs.insert((ink.width, design)) {
            faces.push(face);
        }
    }
    faces
}

fn collect(folder: &Path, files: &mut BTreeMap<String, PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ["ttf", "otf"].iter().any(|known| ending == *known)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(name, path);
        }
    }
}

/// Whether a face is kept from training, so that measurements meet designs that the network has never seen: one in
/// six families, by a hash of the family's name.
#[must_use]
pub fn is_held_back(name: &str) -> bool {
    let family = name.split(['-', '_']).next().unwrap_or(name);
    let hash = family.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    (hash >> 20).is_multiple_of(6)
}
