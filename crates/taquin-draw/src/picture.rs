//! A picture as tiles show it: its middle, scaled to the board.

use image::{
    DynamicImage, GenericImageView, RgbaImage,
    imageops::{FilterType, crop_imm, resize},
};

/// A picture that boards are made of.
#[derive(Debug)]
pub(super) struct Picture {
    pixels: RgbaImage,
    /// Where its top left corner lies in the drawing.
    pub(super) corner: (u32, u32),
}

impl Picture {
    /// The middle of a picture, scaled to fill a drawing of this size but its margin.
    pub(super) fn cut(picture: &DynamicImage, margin: u32, width: u32, height: u32) -> Self {
        let (width, height) = (width - 2 * margin, height - 2 * margin);
        // why cut before scaling: a line of 1 × 10 000 pixels, scaled to fill the board first, would take gigabytes.
        let (left, top, wide, high) = middle(picture.dimensions(), (width, height));
        let pixels = resize(&*crop_imm(picture, left, top, wide, high), width, height, FilterType::CatmullRom);
        Self { pixels, corner: (margin, margin) }
    }

    pub(super) fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }
}

/// Left, top, width and height of the largest part in the middle of a picture that is shaped like `wanted`.
fn middle((width, height): (u32, u32), wanted: (u32, u32)) -> (u32, u32, u32, u32) {
    let scaled = |side: u32, to: u32, of: u32| {
        let (to, of) = (u64::from(to), u64::from(of));
        ((u64::from(side) * to + of / 2) / of).max(1)
    };
    let wide = u64::from(width).min(scaled(height, wanted.0, wanted.1)) as u32;
    let high = u64::from(height).min(scaled(width, wanted.1, wanted.0)) as u32;
    ((width - wide) / 2, (height - high) / 2, wide, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_cut_out() {
        assert_eq!(middle((300, 200), (100, 100)), (50, 0, 200, 200));
        assert_eq!(middle((200, 300), (100, 50)), (0, 100, 200, 100));
        assert_eq!(middle((1, 10_000), (480, 480)), (0, 4_999, 1, 1));
        assert_eq!(middle((30_000, 1), (480, 10)), (14_976, 0, 48, 1));
        assert_eq!(middle((3, 3), (8_000, 1)), (0, 1, 3, 1));
    }
}
