//! What happens to a picture on its way: scaling, JPEG, and all that a camera does.

use crate::random::Random;
use taquin_vision::{Picture, Point, Quad};

/// The bytes of a JPEG file of this quality.
///
/// # Panics
///
/// If the picture is too large for JPEG.
#[must_use]
pub fn jpeg(picture: &Picture, quality: u8) -> Vec<u8> {
    let bytes: Vec<u8> = picture.pixels().iter().flatten().copied().collect();
    let mut file = Vec::new();
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, quality)
        .encode(&bytes, picture.width() as u32, picture.height() as u32, image::ExtendedColorType::Rgb8)
        .expect("a picture of this size can be a JPEG file");
    file
}

/// The picture after it was a JPEG file of this quality.
///
/// # Panics
///
/// If the picture is too large for JPEG.
#[must_use]
pub fn through_jpeg(picture: &Picture, quality: u8) -> Picture {
    Picture::decode(&jpeg(picture, quality)).expect("a fresh JPEG file is whole")
}

/// What a camera does to a screen.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Turn in degrees.
    pub turn: f32,
    /// How far the corners are moved by perspective, as a share of the picture's side.
    pub perspective: f32,
    /// Deviation of the blur in pixels.
    pub blur: f32,
    /// Deviation of the noise, of 255.
    pub noise: f32,
    /// How much brighter one side is than the other, as a share.
    pub light: f32,
    /// Strength of the moiré of screen and sensor, of 255.
    pub moire: f32,
    /// Quality of the JPEG file.
    pub quality: u8,
}

impl Shot {
    /// A shot with everything at random within the usual.
    pub fn random(random: &mut Random) -> Self {
        Self {
            turn: random.between(-12.0, 12.0),
            perspective: random.between(0.0, 0.08),
            blur: random.between(0.4, 1.3),
            noise: random.between(0.0, 7.0),
            light: random.between(0.0, 0.5),
            moire: if random.chance(0.33) { random.between(2.0, 10.0) } else { 0.0 },
            quality: 60 + random.below(30) as u8,
        }
    }

    /// A photo of the screen on a table, about this wide.
    pub fn take(&self, screen: &Picture, table: &Picture, width: usize, random: &mut Random) -> Picture {
        let height = width * 4 / 5;
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let fit = 0.78 * (width as f32 / screen.width() as f32).min(height as f32 / screen.height() as f32);
        let (half_width, half_height) = (fit * screen.width() as f32 / 2.0, fit * screen.height() as f32 / 2.0);
        let middle = (width as f32 * random.between(0.45, 0.55), height as f32 * random.between(0.45, 0.55));
        let corners: Quad = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(sx, sy)| {
            let push = |random: &mut Random| 1.0 + random.between(-2.0, 2.0) * self.perspective;
            let (x, y) = (sx * half_width * push(random), sy * half_height * push(random));
            Point::new(f64::from(middle.0 + cos * x - sin * y), f64::from(middle.1 + sin * x + cos * y))
        });
        let mut photo = table.resized(width, height);
        paste(&mut photo, screen, &corners);
        let mut photo = blurred(&photo, self.blur);
        let (light_x, light_y) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        let (fx, fy) = (random.between(0.4, 0.9), random.between(0.4, 0.9));
        let glare = (random.between(0.0, width as f32), random.between(0.0, height as f32));
        for y in 0..height {
            for x in 0..width {
                let (u, v) = (x as f32 / width as f32 - 0.5, y as f32 / height as f32 - 0.5);
                let gain = 1.0 + self.light * (u * light_x + v * light_y);
                let distance = (x as f32 - glare.0).hypot(y as f32 - glare.1) / width as f32;
                let shine = 120.0 * self.light * (-distance * distance * 40.0).exp();
                let ripple = self.moire * ((x as f32 * fx + y as f32 * 0.1).sin() + (y as f32 * fy).sin());
                let grain = self.noise * random.normal();
                let value =
                    photo.pixel(x, y).map(|c| (f32::from(c) * gain + shine + ripple + grain).clamp(0.0, 255.0) as u8);
                photo.set_pixel(x as i64, y as i64, value);
            }
        }
        through_jpeg(&photo, self.quality)
    }
}

/// Draws a picture into a quadrilateral of another, with a dark rim.
fn paste(photo: &mut Picture, screen: &Picture, corners: &Quad) {
    let map = Projection::onto(corners);
    let (width, height) = (screen.width() as f64, screen.height() as f64);
    for y in 0..photo.height() {
        for x in 0..photo.width() {
            // why: four samples for each pixel, as the screen has more pixels than the photo.
            let mut sum = [0.0f32; 3];
            let mut hits = 0.0;
            for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let (u, v) = map.unit(x as f64 + dx, y as f64 + dy);
                let rim = 0.02;
                if u < -rim || v < -rim || u > 1.0 + rim || v > 1.0 + rim {
                    continue;
                }
                hits += 1.0;
                if (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v) {
                    let pixel = between(screen, u * width - 0.5, v * height - 0.5);
                    (0..3).for_each(|c| sum[c] += pixel[c]);
                } else {
                    (0..3).for_each(|c| sum[c] += 18.0);
                }
            }
            if hits > 0.0 {
                let under = photo.pixel(x, y);
                let share = hits / 4.0;
                let value =
                    std::array::from_fn(|c| (sum[c] / hits * share + f32::from(under[c]) * (1.0 - share)) as u8);
                photo.set_pixel(x as i64, y as i64, value);
            }
        }
    }
}

/// The colour between four pixels.
fn between(picture: &Picture, x: f64, y: f64) -> [f32; 3] {
    let (x, y) = (x.clamp(0.0, picture.width() as f64 - 1.001), y.clamp(0.0, picture.height() as f64 - 1.001));
    let (x0, y0) = (x as usize, y as usize);
    let (fx, fy) = ((x - x0 as f64) as f32, (y - y0 as f64) as f32);
    let at =
        |dx: usize, dy: usize| picture.pixel((x0 + dx).min(picture.width() - 1), (y0 + dy).min(picture.height() - 1));
    let (a, b, c, d) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
    std::array::from_fn(|i| {
        let top = f32::from(a[i]) * (1.0 - fx) + f32::from(b[i]) * fx;
        let bottom = f32::from(c[i]) * (1.0 - fx) + f32::from(d[i]) * fx;
        top * (1.0 - fy) + bottom * fy
    })
}

/// The map from a quadrilateral to the unit square.
struct Projection([f64; 9]);

impl Projection {
    /// Heckbert's closed form of the map from the unit square, inverted.
    fn onto([a, b, c, d]: &Quad) -> Self {
        let (dx1, dx2, dx3) = (b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x);
        let (dy1, dy2, dy3) = (b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y);
        let det = dx1 * dy2 - dx2 * dy1;
        let (g, h) = ((dx3 * dy2 - dx2 * dy3) / det, (dx1 * dy3 - dx3 * dy1) / det);
        let m =
            [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1.0];
        let co = |i: usize, j: usize, k: usize, l: usize| m[i] * m[l] - m[j] * m[k];
        Self([
            co(4, 5, 7, 8),
            -co(1, 2, 7, 8),
            co(1, 2, 4, 5),
            -co(3, 5, 6, 8),
            co(0, 2, 6, 8),
            -co(0, 2, 3, 5),
            co(3, 4, 6, 7),
            -co(0, 1, 6, 7),
            co(0, 1, 3, 4),
        ])
    }

    fn unit(&self, x: f64, y: f64) -> (f64, f64) {
        let m = &self.0;
        let w = m[6] * x + m[7] * y + m[8];
        ((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w)
    }
}

/// Blurs by three passes of means along rows and columns, nearly a Gauss curve.
#[must_use]
pub fn blurred(picture: &Picture, deviation: f32) -> Picture {
    let radius = (deviation * 3.0).ceil() as i32;
    if radius < 1 {
        return picture.clone();
    }
    let kernel: Vec<f32> = (-radius..=radius).map(|k| (-0.5 * (k as f32 / deviation).powi(2)).exp()).collect();
    let total: f32 = kernel.iter().sum();
    let (width, height) = (picture.width(), picture.height());
    let pass = |from: &Picture, across: bool| {
        let mut into = Picture::filled(width, height, [0; 3]);
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0.5f32; 3];
                for (weight, d) in kernel.iter().zip(-radius..) {
                    let (sx, sy) = if across { (x as i32 + d, y as i32) } else { (x as i32, y as i32 + d) };
                    let pixel =
                        from.pixel(sx.clamp(0, width as i32 - 1) as usize, sy.clamp(0, height as i32 - 1) as usize);
                    (0..3).for_each(|c| sum[c] += weight / total * f32::from(pixel[c]));
                }
                into.set_pixel(x as i64, y as i64, sum.map(|v| v as u8));
            }
        }
        into
    };
    pass(&pass(picture, true), false)
}
