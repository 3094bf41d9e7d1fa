//! Drawings as pixels.

use super::{
    DrawError,
    colour::Colour,
    digits::{self, DIGITS},
    drawing::{Drawing, Fill, Group, Place, Shape},
    picture::Picture,
};
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, PremultipliedColorU8,
    Rect, Shader, SpreadMode, Stroke, Transform,
};

/// The drawing as a PNG file.
///
/// # Errors
/// [`DrawError::TooLarge`] if it takes more memory than a picture is worth.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, DrawError> {
    let raster = Raster::new(drawing.picture.as_deref())?;
    let pixels = raster.paint(drawing.width, drawing.height, &drawing.groups)?;
    pixels.encode_png().map_err(|error| DrawError::Write(error.into()))
}

/// Paints groups of shapes.
pub(super) struct Raster {
    /// The picture and where its corner lies.
    picture: Option<(Pixmap, (u32, u32))>,
}

impl Raster {
    pub(super) fn new(picture: Option<&Picture>) -> Result<Self, DrawError> {
        let picture = picture.map(|picture| Ok::<_, DrawError>((pixmap(picture)?, picture.corner))).transpose()?;
        Ok(Self { picture })
    }

    pub(super) fn paint(&self, width: u32, height: u32, groups: &[Group]) -> Result<Pixmap, DrawError> {
        let mut pixmap = blank(width, height)?;
        for group in groups {
            let offset = Transform::from_translate(group.offset.0 as f32, group.offset.1 as f32);
            for shape in &*group.shapes {
                self.paint_shape(&mut pixmap, shape, offset);
            }
        }
        Ok(pixmap)
    }

    fn paint_shape(&self, pixmap: &mut Pixmap, shape: &Shape, offset: Transform) {
        match shape {
            Shape::Box { place, radius, fill } => {
                let mut paint = Paint { anti_alias: true, ..Paint::default() };
                match (fill, &self.picture) {
                    (Fill::Colour(colour), _) => paint.set_color(color(*colour)),
                    (Fill::Picture, Some((picture, corner))) => {
                        let corner = Transform::from_translate(corner.0 as f32, corner.1 as f32);
                        paint.shader =
                            Pattern::new(picture.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, corner);
                    }
                    (Fill::Picture, None) => return,
                }
                if let Some(path) = rounded(*place, *radius) {
                    pixmap.fill_path(&path, &paint, FillRule::Winding, offset, None);
                }
            }
            Shape::Number { value, centre, height, colour } => {
                let scale = height / digits::HEIGHT;
                let left = centre.0 - digits::width(*value) * scale / 2.0;
                let paint = Paint { shader: Shader::SolidColor(color(*colour)), anti_alias: true, ..Paint::default() };
                let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
                let pen = Stroke { width: digits::PEN, line_cap, line_join, ..Stroke::default() };
                for (digit, begins) in digits::placed(*value) {
                    let place = offset.pre_translate(left, centre.1 - height / 2.0);
                    let place = place.pre_scale(scale, scale).pre_translate(begins, 0.0);
                    if let Some(path) = outline(DIGITS[digit].path) {
                        pixmap.stroke_path(&path, &paint, &pen, place, None);
                    }
                }
            }
        }
    }
}

/// More pixels than this take more memory than a picture is worth: 1 GiB.
const MOST_PIXELS: u64 = 1 << 28;

/// An empty picture.
pub(super) fn blank(width: u32, height: u32) -> Result<Pixmap, DrawError> {
    let is_reasonable = u64::from(width) * u64::from(height) <= MOST_PIXELS;
    let pixmap = is_reasonable.then(|| Pixmap::new(width, height)).flatten();
    pixmap.ok_or(DrawError::TooLarge { width, height })
}

pub(super) fn color(colour: Colour) -> Color {
    Color::from_rgba8(colour.red, colour.green, colour.blue, colour.alpha)
}

fn pixmap(picture: &Picture) -> Result<Pixmap, DrawError> {
    let (width, height) = picture.pixels().dimensions();
    let mut pixmap = blank(width, height)?;
    for (to, from) in pixmap.pixels_mut().iter_mut().zip(picture.pixels().pixels()) {
        let [red, green, blue, alpha] = from.0;
        let dimmed = |part: u8| ((u16::from(part) * u16::from(alpha) + 127) / 255) as u8;
        let mixed = PremultipliedColorU8::from_rgba(dimmed(red), dimmed(green), dimmed(blue), alpha);
        *to = mixed.unwrap_or(PremultipliedColorU8::TRANSPARENT);
    }
    Ok(pixmap)
}

fn rounded(place: Place, radius: f32) -> Option<Path> {
    let rect = Rect::from_xywh(place.left, place.top, place.width, place.height)?;
    let radius = radius.min(place.width / 2.0).min(place.height / 2.0);
    // why: the share of the radius at which a cubic's handle makes it look like a quarter of a circle.
    let bend = radius * (1.0 - 0.552_284_8);
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - bend, top, right, top + bend, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - bend, right - bend, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + bend, bottom, left, bottom - bend, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + bend, left + bend, top, left + radius, top);
    path.close();
    path.finish()
}

/// A path from its text: `M`, `L` and `C` with absolute numbers, split by spaces.
fn outline(text: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = text.split_ascii_whitespace();
    while let Some(command) = words.next() {
        let mut number = || words.next()?.parse::<f32>().ok();
        match command {
            "M" => path.move_to(number()?, number()?),
            "L" => path.line_to(number()?, number()?),
            "C" => path.cubic_to(number()?, number()?, number()?, number()?, number()?, number()?),
            _ => return None,
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_has_an_outline() {
        for digit in &DIGITS {
            let bounds = outline(digit.path).unwrap().bounds();
            assert!((0.0..=1.0).contains(&bounds.left()) && bounds.right() <= digit.width + 0.5, "{}", digit.path);
            assert_eq!((bounds.top(), bounds.bottom()), (0.0, digits::HEIGHT), "{}", digit.path);
        }
    }
}
