//! Colours, and the two themes.

use std::fmt;

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Colour {
    pub(super) red: u8,
    pub(super) green: u8,
    pub(super) blue: u8,
    pub(super) alpha: u8,
}

impl Colour {
    const fn rgb(hex: u32) -> Self {
        Self { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8, alpha: 255 }
    }

    pub(super) const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// A colour of perceived lightness (0…1), chroma (0…0.3 or so) and hue (in degrees): the OKLCH space, in which equal
    /// numbers look equally strong whatever the hue.
    fn perceived(lightness: f32, chroma: f32, hue: f32) -> Self {
        let (sin, cos) = hue.to_radians().sin_cos();
        let (a, b) = (chroma * cos, chroma * sin);
        let long = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
        let medium = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
        let short = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
        Self {
            red: encoded(4.076_741_7 * long - 3.307_711_6 * medium + 0.230_969_94 * short),
            green: encoded(-1.268_438 * long + 2.609_757_4 * medium - 0.341_319_38 * short),
            blue: encoded(-0.004_196_086_3 * long - 0.703_418_6 * medium + 1.707_614_7 * short),
            alpha: 255,
        }
    }
}

/// A linear amount of light as a byte of sRGB.
fn encoded(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let curved = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (curved * 255.0).round() as u8
}

impl fmt::Display for Colour {
    /// As SVG and CSS write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)?;
        if self.alpha < 255 { write!(f, "{:02x}", self.alpha) } else { Ok(()) }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// The colours of a piece: its face, and the edge below that makes it look raised.
#[derive(Clone, Copy)]
pub(super) struct PieceColours {
    pub(super) face: Colour,
    pub(super) edge: Colour,
    pub(super) ink: Colour,
}

impl Theme {
    /// What a GIF, which knows no half-transparent corners, has around the tray.
    pub(super) const fn page(self) -> Colour {
        match self {
            Self::Light => Colour::rgb(0xff_ff_ff),
            Self::Dark => Colour::rgb(0x0d_11_17),
        }
    }

    /// The rim of the tray.
    pub(super) const fn tray(self) -> Colour {
        match self {
            Self::Light => Colour::rgb(0xd5_d9_e2),
            Self::Dark => Colour::rgb(0x2b_31_3e),
        }
    }

    /// The floor of the tray, seen where no piece is.
    pub(super) const fn floor(self) -> Colour {
        match self {
            Self::Light => Colour::rgb(0xee_f0_f5),
            Self::Dark => Colour::rgb(0x1a_1e_27),
        }
    }

    /// Floor that only some pieces may pass.
    pub(super) const fn gate(self) -> Colour {
        match self {
            Self::Light => Colour::rgb(0xf6_e3_d3),
            Self::Dark => Colour::rgb(0x3a_2e_26),
        }
    }

    /// Captions, readable on light and on dark pages.
    pub(super) const fn caption(self) -> Colour {
        match self {
            Self::Light => Colour::rgb(0x6b_72_80),
            Self::Dark => Colour::rgb(0x9a_a3_b2),
        }
    }

    /// Numbers on pictures stand on this.
    pub(super) const fn badge(self) -> (Colour, Colour) {
        (Colour::rgb(0x10_14_1c).with_alpha(0xb8), Colour::rgb(0xff_ff_ff))
    }

    /// A piece of some hue (in degrees); `shade` from 0 to 1 makes it darker.
    pub(super) fn piece(self, hue: f32, shade: f32) -> PieceColours {
        let (lightness, chroma, ink) = match self {
            Self::Light => (0.68 - 0.085 * shade, 0.135, Colour::rgb(0xff_ff_ff)),
            Self::Dark => (0.60 - 0.085 * shade, 0.125, Colour::rgb(0xf6_f8_fc)),
        };
        PieceColours {
            face: Colour::perceived(lightness, chroma, hue),
            edge: Colour::perceived(lightness - 0.13, chroma * 0.95, hue),
            ink,
        }
    }
}
