//! The ten digits as strokes of a round pen.

/// The height of a digit's path, in its own units.
pub(super) const HEIGHT: f32 = 100.0;
/// The width of the pen, in the same units.
pub(super) const PEN: f32 = 17.0;
/// Between two digits.
const GAP: f32 = 32.0;

/// A digit: how wide it is, and its path as SVG writes it (only `M`, `L` and `C`, absolute, split by spaces).
pub(super) struct Digit {
    pub(super) width: f32,
    pub(super) path: &'static str,
}

pub(super) const DIGITS: [Digit; 10] = [
    Digit {
        width: 60.0,
        path: "M 0 31 C 0 13 13 0 30 0 C 47 0 60 13 60 31 L 60 69 C 60 87 47 100 30 100 C 13 100 0 87 0 69 L 0 31",
    },
    Digit { width: 28.0, path: "M 0 19 L 26 0 L 26 100" },
    Digit { width: 58.0, path: "M 0 28 C 1 12 13 0 29 0 C 46 0 58 12 58 28 C 58 40 52 48 43 57 L 0 100 L 58 100" },
    Digit {
        width: 58.0,
        path: "M 2 17 C 7 6 17 0 28 0 C 44 0 55 11 55 25 C 55 39 44 49 26 49 C 45 49 58 59 58 74 C 58 89 45 100 28 100 \
               C 15 100 4 93 0 81",
    },
    Digit { width: 64.0, path: "M 46 100 L 46 0 L 0 69 L 64 69" },
    Digit {
        width: 58.0,
        path: "M 52 0 L 8 0 L 4 46 C 10 40 18 36 28 36 C 45 36 58 49 58 68 C 58 87 45 100 28 100 C 15 100 5 93 0 83",
    },
    Digit {
        width: 60.0,
        path: "M 46 0 C 22 20 0 42 0 69 C 0 87 13 100 30 100 C 47 100 60 87 60 69 C 60 51 47 39 30 39 C 15 39 3 49 0 64",
    },
    Digit { width: 58.0, path: "M 0 0 L 58 0 L 20 100" },
    Digit {
        width: 60.0,
        path: "M 30 48 C 16 48 5 37 5 24 C 5 11 16 0 30 0 C 44 0 55 11 55 24 C 55 37 44 48 30 48 C 47 48 60 59 60 74 \
               C 60 89 47 100 30 100 C 13 100 0 89 0 74 C 0 59 13 48 30 48",
    },
    Digit {
        width: 60.0,
        path: "M 14 100 C 38 80 60 58 60 31 C 60 13 47 0 30 0 C 13 0 0 13 0 31 C 0 49 13 61 30 61 C 45 61 57 51 60 36",
    },
];

/// The digits of a number from left to right, and where each begins.
pub(super) fn placed(number: u32) -> Vec<(usize, f32)> {
    let mut at = 0.0;
    let digits = number.to_string().into_bytes();
    let place = |byte: u8| {
        let digit = usize::from(byte - b'0');
        let begins = at;
        at += DIGITS[digit].width + GAP;
        (digit, begins)
    };
    digits.into_iter().map(place).collect()
}

/// How wide a number's paths are.
pub(super) fn width(number: u32) -> f32 {
    placed(number).last().map_or(0.0, |&(digit, begins)| begins + DIGITS[digit].width)
}
