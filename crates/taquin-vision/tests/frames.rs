//! Pieces of a picture inside a frame: its lines must not pull the cuts between the pieces away from where they are.

use taquin_vision::{Kind, Options, Picture, Reader};

const SIDE: usize = 120;
const COLS: usize = 3;
/// The piece of each cell; the last piece is missing.
const PIECES: [Option<usize>; 9] = [Some(4), Some(2), Some(7), Some(0), None, Some(5), Some(1), Some(6), Some(3)];

/// A generator of random numbers from 0 to 1 (Park and Miller).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0 * 16807 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }
}

/// Hills before hills, each with its own light, and discs that stand on them: something at every border.
fn hills() -> Picture {
    let side = SIDE * COLS;
    let mut picture = Picture::filled(side, side, [0; 3]);
    for y in 0..side {
        for x in 0..side {
            let (across, down) = (x as f64, y as f64);
            let wave = (across / 37.0 + (down / 61.0).sin() * 2.0).sin() + (down / 29.0 + across / 83.0).cos();
            let colour = [120.0 + 55.0 * wave, 110.0 + (across / 4.0) % 97.0, 90.0 + down / 3.0 - 25.0 * wave];
            picture.set_pixel(x as i64, y as i64, colour.map(|value| value.round() as u8));
        }
    }
    let mut random = Random(7);
    for _ in 0..160 {
        let colour = hsl(random.next() * 6.0, 0.65, 0.25 + 0.55 * random.next());
        let (x, y) = (random.next() * side as f64, random.next() * side as f64);
        let radius = 6.0 + 26.0 * random.next();
        for row in 0..side {
            for col in 0..side {
                if (col as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y) < radius {
                    picture.set_pixel(col as i64, row as i64, colour);
                }
            }
        }
    }
    picture
}

fn hsl(hue: f64, saturation: f64, lightness: f64) -> [u8; 3] {
    let chroma = (1.0 - (2.0 * lightness - 1.0).abs()) * saturation;
    let second = chroma * (1.0 - (hue % 2.0 - 1.0).abs());
    let (red, green, blue) = match hue as usize {
        0 => (chroma, second, 0.0),
        1 => (second, chroma, 0.0),
        2 => (0.0, chroma, second),
        3 => (0.0, second, chroma),
        4 => (second, 0.0, chroma),
        _ => (chroma, 0.0, second),
    };
    [red, green, blue].map(|value| ((value + lightness - chroma / 2.0) * 255.0).round() as u8)
}

/// The pieces on a light page, with a dark frame of this many pixels round them.
fn framed(frame: usize) -> Picture {
    let whole = hills();
    let (left, top) = (80, 120);
    let mut page = Picture::filled(COLS * SIDE + 160, COLS * SIDE + 220, [0xf4, 0xf4, 0xf2]);
    for y in top - frame..top + COLS * SIDE + frame {
        for x in left - frame..left + COLS * SIDE + frame {
            page.set_pixel(x as i64, y as i64, [0x30, 0x34, 0x3a]);
        }
    }
    for (cell, piece) in PIECES.iter().enumerate() {
        let Some(piece) = piece else { continue };
        for y in 0..SIDE {
            for x in 0..SIDE {
                let colour = whole.pixel(piece % COLS * SIDE + x, piece / COLS * SIDE + y);
                let (x, y) = (left + cell % COLS * SIDE + x, top + cell / COLS * SIDE + y);
                page.set_pixel(x as i64, y as i64, colour);
            }
        }
    }
    page
}

#[test]
fn a_frame_does_not_move_the_cuts() {
    let reader = Reader::new();
    for frame in [0, 1, 4, 7] {
        let reading = reader.read(&framed(frame), &Options::default());
        assert_eq!((reading.kind, reading.rows, reading.cols), (Kind::Picture, 3, 3), "frame of {frame} pixels");
        assert_eq!(reading.board.as_deref(), Some("5 3 8/1 0 6/2 7 4"), "frame of {frame} pixels");
        let [top_left, _, bottom_right, _] = reading.corners.expect("a board has corners");
        let off = [top_left.x - 80.0, top_left.y - 120.0, bottom_right.x - 440.0, bottom_right.y - 480.0];
        assert!(off.iter().all(|off| off.abs() < 1.5), "frame of {frame} pixels: corners are off by {off:?}");
    }
}
