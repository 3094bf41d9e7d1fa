//! Pictures: decoded within limits, scaled, turned to grey, seen through a perspective map.

use crate::geometry::{Homography, Point};

/// Longest side of a picture, in pixels.
pub const LONGEST_SIDE: u32 = 20_000;
/// Most pixels of a picture: 64 million, beyond any phone's usual setting and 200 MB in memory.
pub const MOST_PIXELS: u64 = 64_000_000;

/// Why a file is not a picture that can be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The bytes are of no known picture format.
    #[error("not a picture that can be read: expected PNG, JPEG, WebP, GIF or BMP")]
    UnknownFormat,
    /// The file says that it is larger than the limits.
    #[error("the picture is too large: {width}×{height} pixels; at most 64 million pixels, 20000 on a side, are read")]
    TooLarge {
        /// Declared width in pixels.
        width: u32,
        /// Declared height in pixels.
        height: u32,
    },
    /// The file is damaged or cut off.
    #[error("the picture is damaged: {0}")]
    Damaged(String),
    /// The number of bytes does not fit the size.
    #[error("{width}×{height} pixels need {expected} bytes, not {found}")]
    WrongLength {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Bytes that the size asks for.
        expected: u64,
        /// Bytes that were given.
        found: usize,
    },
}

/// A picture in memory: rows of red, green and blue, top row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// A picture of one colour.
    #[must_use]
    pub fn filled(width: usize, height: usize, colour: [u8; 3]) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    /// A picture from bytes of red, green, blue and opacity, as a browser's canvas gives them; what is transparent
    /// shows white.
    ///
    /// # Errors
    ///
    /// If the size is beyond the limits or is not that of the bytes.
    pub fn from_rgba(width: u32, height: u32, bytes: &[u8]) -> Result<Self, PictureError> {
        check_size(width, height)?;
        let expected = u64::from(width) * u64::from(height) * 4;
        if bytes.len() as u64 != expected {
            return Err(PictureError::WrongLength { width, height, expected, found: bytes.len() });
        }
        let over_white = |value: u8, opacity: u8| {
            ((u32::from(value) * u32::from(opacity) + 255 * (255 - u32::from(opacity))) / 255) as u8
        };
        let pixels = bytes.chunks_exact(4).map(|p| [0, 1, 2].map(|i| over_white(p[i], p[3]))).collect();
        Ok(Self { width: width as usize, height: height as usize, pixels })
    }

    /// Decodes a PNG, JPEG, WebP, GIF (its first frame) or BMP file, upright as its EXIF data says.
    ///
    /// # Errors
    ///
    /// If the format is unknown, the declared size is beyond [`LONGEST_SIDE`] or [`MOST_PIXELS`], or the file is damaged.
    #[cfg(feature = "decode")]
    pub fn decode(bytes: &[u8]) -> Result<Self, PictureError> {
        use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};
        let damaged = |error: ImageError| PictureError::Damaged(error.to_string());
        let reader = ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().expect("memory can be read");
        if reader.format().is_none() {
            return Err(PictureError::UnknownFormat);
        }
        let mut decoder = reader.into_decoder().map_err(|error| match error {
            ImageError::Unsupported(_) => PictureError::UnknownFormat,
            other => damaged(other),
        })?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        let mut limits = Limits::no_limits();
        // why: a 16-bit RGBA picture takes 8 bytes per pixel, decoders about as much again.
        limits.max_alloc = Some(MOST_PIXELS * 16);
        decoder.set_limits(limits).map_err(damaged)?;
        let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
        let mut image = DynamicImage::from_decoder(decoder).map_err(damaged)?;
        image.apply_orientation(orientation);
        if image.color().has_alpha() {
            let rgba = image.into_rgba8();
            return Self::from_rgba(rgba.width(), rgba.height(), rgba.as_raw());
        }
        let rgb = image.into_rgb8();
        let (width, height) = (rgb.width() as usize, rgb.height() as usize);
        Ok(Self { width, height, pixels: rgb.pixels().map(|pixel| pixel.0).collect() })
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Red, green and blue of every pixel, row by row.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// The colour of a pixel.
    ///
    /// # Panics
    ///
    /// If the pixel lies outside the picture.
    #[must_use]
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(x < self.width, "column {x} of {}", self.width);
        self.pixels[y * self.width + x]
    }

    /// Colours a pixel; one outside the picture is left out.
    pub fn set_pixel(&mut self, x: i64, y: i64, colour: [u8; 3]) {
        if x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height {
            self.pixels[y as usize * self.width + x as usize] = colour;
        }
    }

    /// The picture in another size: every new pixel is the average of the old ones that it covers, or lies between
    /// its neighbours where it is stretched.
    #[must_use]
    pub fn resized(&self, width: usize, height: usize) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let across = taps(self.width, width);
        let down = taps(self.height, height);
        let mut narrow = vec![[0.0f32; 3]; width * self.height];
        for y in 0..self.height {
            let row = &self.pixels[y * self.width..][..self.width];
            for (x, (first, weights)) in across.iter().enumerate() {
                let mut sum = [0.0f32; 3];
                for (pixel, weight) in row[*first..].iter().zip(weights) {
                    for c in 0..3 {
                        sum[c] += f32::from(pixel[c]) * weight;
                    }
                }
                narrow[y * width + x] = sum;
            }
        }
        let mut pixels = Vec::with_capacity(width * height);
        for (first, weights) in &down {
            for x in 0..width {
                let mut sum = [0.5f32; 3];
                for (k, weight) in weights.iter().enumerate() {
                    let pixel = narrow[(first + k) * width + x];
                    for c in 0..3 {
                        sum[c] += pixel[c] * weight;
                    }
                }
                pixels.push(sum.map(|value| value as u8));
            }
        }
        Self { width, height, pixels }
    }

    /// A new picture whose every pixel shows the point of this one that the map takes it to; beyond the borders the
    /// nearest pixel.
    pub(crate) fn warped(&self, width: usize, height: usize, map: &Homography) -> Self {
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                pixels
                    .push(self.sample(map.apply(Point::new(x as f64 + 0.5, y as f64 + 0.5))).map(|v| (v + 0.5) as u8));
            }
        }
        Self { width, height, pixels }
    }

    /// The colour at a point, between the four pixels round it.
    pub(crate) fn sample(&self, point: Point) -> [f32; 3] {
        let clamp = |value: f64, size: usize| (value - 0.5).max(0.0).min(size as f64 - 1.0);
        let (x, y) = (clamp(point.x, self.width), clamp(point.y, self.height));
        let (x0, y0) = (x as usize, y as usize);
        let (x1, y1) = ((x0 + 1).min(self.width - 1), (y0 + 1).min(self.height - 1));
        let (fx, fy) = ((x - x0 as f64) as f32, (y - y0 as f64) as f32);
        let (top, bottom) = (y0 * self.width, y1 * self.width);
        let (a, b) = (self.pixels[top + x0], self.pixels[top + x1]);
        let (c, d) = (self.pixels[bottom + x0], self.pixels[bottom + x1]);
        std::array::from_fn(|i| {
            let upper = f32::from(a[i]) * (1.0 - fx) + f32::from(b[i]) * fx;
            let lower = f32::from(c[i]) * (1.0 - fx) + f32::from(d[i]) * fx;
            upper * (1.0 - fy) + lower * fy
        })
    }

    /// Brightness of every pixel.
    pub(crate) fn grey(&self) -> Plane {
        let values = self.pixels.iter().map(|&p| luma(p)).collect();
        Plane { width: self.width, height: self.height, values }
    }
}

/// Brightness of a colour, as television weighs it.
pub(crate) fn luma([r, g, b]: [u8; 3]) -> u8 {
    ((u32::from(r) * 77 + u32::from(g) * 150 + u32::from(b) * 29 + 128) >> 8) as u8
}

fn check_size(width: u32, height: u32) -> Result<(), PictureError> {
    let too_large = width.max(height) > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS;
    if too_large {
        return Err(PictureError::TooLarge { width, height });
    }
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged("it has no pixels".to_owned()));
    }
    Ok(())
}

/// Of every new pixel along a line: the first old one that it takes from, and the weights of it and the following.
fn taps(old: usize, new: usize) -> Vec<(usize, Vec<f32>)> {
    let step = old as f64 / new as f64;
    let radius = step.max(1.0);
    (0..new)
        .map(|i| {
            let centre = (i as f64 + 0.5) * step - 0.5;
            let first = (centre - radius).ceil().max(0.0) as usize;
            let last = ((centre + radius).floor() as usize).min(old - 1).max(first.min(old - 1));
            let first = first.min(last);
            let mut weights: Vec<f32> =
                (first..=last).map(|k| (1.0 - (k as f64 - centre).abs() / radius).max(1e-4) as f32).collect();
            let total: f32 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= total);
            (first, weights)
        })
        .collect()
}

/// One value per pixel.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) values: Vec<u8>,
}

impl Plane {
    pub(crate) fn at(&self, x: usize, y: usize) -> u8 {
        self.values[y * self.width + x]
    }

    pub(crate) fn inverted(&self) -> Self {
        Self { values: self.values.iter().map(|value| 255 - value).collect(), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_averages_and_stretching_interpolates() {
        let mut picture = Picture::filled(4, 2, [10, 20, 30]);
        picture.set_pixel(0, 0, [90, 20, 30]);
        let half = picture.resized(2, 1);
        assert!(half.pixel(0, 0)[0] > 10 && half.pixel(0, 0)[0] < 50);
        assert_eq!(half.pixel(1, 0)[1..], [20, 30]);
        let double = picture.resized(8, 4);
        assert!(double.pixel(1, 0)[0] > double.pixel(2, 0)[0]);
        assert_eq!(double.pixel(7, 3), [10, 20, 30]);
    }

    #[test]
    fn sizes_beyond_the_limits_are_refused() {
        assert!(matches!(Picture::from_rgba(60_000, 60_000, &[]), Err(PictureError::TooLarge { .. })));
        assert!(matches!(Picture::from_rgba(2, 2, &[0; 15]), Err(PictureError::WrongLength { expected: 16, .. })));
        assert!(matches!(Picture::from_rgba(0, 2, &[]), Err(PictureError::Damaged(_))));
    }

    #[test]
    fn transparent_pixels_show_white() {
        let picture = Picture::from_rgba(2, 1, &[0, 0, 0, 0, 0, 0, 0, 255]).unwrap();
        assert_eq!(picture.pixels(), [[255; 3], [0; 3]]);
    }

    #[test]
    fn the_identity_shows_the_picture_itself() {
        let mut picture = Picture::filled(3, 3, [7, 8, 9]);
        picture.set_pixel(1, 1, [200, 100, 50]);
        assert_eq!(picture.warped(3, 3, &Homography::scaling(1.0)), picture);
    }
}
