//! A puzzle to be drawn: the static tray and the pieces that move.

use super::{
    colour::Colour,
    drawing::{Drawing, Group, Shape},
    picture::Picture,
};
use std::sync::Arc;

/// The tray and the pieces of a puzzle, each drawn at its home position.
#[derive(Debug)]
pub struct Stage {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The background, where the format has no transparency.
    #[cfg_attr(not(feature = "raster"), expect(dead_code, reason = "an SVG is transparent there"))]
    pub(super) page: Colour,
    /// The colour of the tray where pieces pass.
    #[cfg_attr(not(feature = "raster"), expect(dead_code, reason = "only frames of a GIF need it"))]
    pub(super) floor: Colour,
    /// The colour of captions beside the stage.
    pub(super) caption: Colour,
    /// What does not move.
    pub(super) tray: Arc<[Shape]>,
    pub(super) pieces: Vec<Arc<[Shape]>>,
    pub(super) picture: Option<Arc<Picture>>,
}

/// How far each piece is from its home, in pixels.
pub type Pose = Vec<(i32, i32)>;

impl Stage {
    /// The stage in one pose.
    pub fn posed(&self, pose: &Pose) -> Drawing {
        Drawing {
            width: self.width,
            height: self.height,
            groups: self.groups(pose, (0, 0)),
            picture: self.picture.clone(),
        }
    }

    /// The tray, then the pieces, all moved by `offset`.
    pub(super) fn groups(&self, pose: &Pose, offset: (i32, i32)) -> Vec<Group> {
        let moved = |by: (i32, i32)| (by.0 + offset.0, by.1 + offset.1);
        let tray = Group { offset, shapes: self.tray.clone() };
        let pieces = self.pieces.iter().zip(pose);
        let pieces = pieces.map(|(shapes, &by)| Group { offset: moved(by), shapes: shapes.clone() });
        [tray].into_iter().chain(pieces).collect()
    }
}
