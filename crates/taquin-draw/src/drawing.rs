//! What a picture is made of.

#[cfg(feature = "raster")]
use super::digits;
use super::{colour::Colour, picture::Picture};
use std::sync::Arc;

/// A picture to be written in one of the formats: groups of shapes, painted one after the other.
#[derive(Debug)]
pub struct Drawing {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) groups: Vec<Group>,
    /// What [`Fill::Picture`] shows.
    pub(super) picture: Option<Arc<Picture>>,
}

/// Shapes that are moved together. Many groups may share their shapes.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) offset: (i32, i32),
    pub(super) shapes: Arc<[Shape]>,
}

/// One thing that is painted.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A rectangle with round corners.
    Box { place: Place, radius: f32, fill: Fill },
    /// A number, written around its centre.
    Number { value: u32, centre: (f32, f32), height: f32, colour: Colour },
}

#[cfg(feature = "raster")]
impl Shape {
    /// The pixels that it may touch: left, top, right, bottom.
    pub(super) fn bounds(&self) -> [i32; 4] {
        let place = match *self {
            Self::Box { place, .. } => place,
            Self::Number { value, centre, height, .. } => {
                let scale = height / digits::HEIGHT;
                let (width, height) = (digits::width(value) * scale, height);
                let place = Place { left: centre.0 - width / 2.0, top: centre.1 - height / 2.0, width, height };
                place.inset(-digits::PEN * scale / 2.0)
            }
        };
        let (right, bottom) = (place.left + place.width, place.top + place.height);
        [place.left.floor() as i32, place.top.floor() as i32, right.ceil() as i32, bottom.ceil() as i32]
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Place {
    /// The rectangle with all sides moved inwards.
    pub(super) fn inset(self, by: f32) -> Self {
        Self { left: self.left + by, top: self.top + by, width: self.width - 2.0 * by, height: self.height - 2.0 * by }
    }

    pub(super) fn centre(self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// What a shape is filled with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fill {
    Colour(Colour),
    /// The part of the drawing's picture that lies behind the shape before its group is moved.
    Picture,
}
