//! Tile boards as stages and poses.

use super::{
    DrawError,
    colour::Theme,
    digits,
    drawing::{Fill, Place, Shape},
    picture::Picture,
    stage::{Pose, Stage},
};
#[cfg(feature = "raster")]
use image::DynamicImage;
use std::sync::Arc;
use taquin::tiles::{Board, IllegalMoveError, Moves, Shape as Size};

/// How boards of one size and goal are drawn.
#[derive(Debug)]
pub struct Tiles<'a> {
    /// The goal, which gives tiles their colours.
    pub goal: &'a Board,
    /// Light or dark.
    pub theme: Theme,
    /// The longer side of the picture, in pixels.
    pub size: u32,
    /// Write the numbers? Without a picture they always are.
    pub numbers: bool,
}

/// The smallest tile that is distinguishable from its neighbours, in pixels.
const SMALLEST_PITCH: i32 = 4;
const WIDEST_MARGIN: i32 = 24;
/// The smallest number that can be read.
const SMALLEST_NUMBER: f32 = 4.5;

/// The default size, in pixels.
pub fn default_size(board: &Board) -> u32 {
    let side = board.shape().rows().max(board.shape().cols()) as u32;
    (side * 24).clamp(480, 4096)
}

impl Tiles<'_> {
    /// Pixels from one tile to the next, and around them all.
    fn pitch_and_margin(&self) -> (i32, i32) {
        let longest = self.goal.shape().rows().max(self.goal.shape().cols()) as i32;
        let size = self.size as i32;
        let margin = (size / 32).clamp(2, WIDEST_MARGIN);
        let pitch = (size - 2 * margin) / longest;
        (pitch, (size - pitch * longest) / 2)
    }

    /// The tray with all tiles where the goal has them.
    ///
    /// # Errors
    /// [`DrawError::TooSmall`] if tiles would be too small to be seen.
    pub fn stage(&self) -> Result<Stage, DrawError> {
        self.stage_with(|_, _, _| None)
    }

    /// The tray with all tiles where the goal has them, each showing its part of a picture.
    ///
    /// # Errors
    /// [`DrawError::TooSmall`] if tiles would be too small to be seen.
    #[cfg(feature = "raster")]
    pub fn pictured_stage(&self, picture: &DynamicImage) -> Result<Stage, DrawError> {
        self.stage_with(|margin, width, height| Some(Arc::new(Picture::cut(picture, margin, width, height))))
    }

    /// - `picture`: a picture for a drawing with this margin, width and height.
    fn stage_with(&self, picture: impl Fn(u32, u32, u32) -> Option<Arc<Picture>>) -> Result<Stage, DrawError> {
        let (pitch, margin) = self.pitch_and_margin();
        let shape = self.goal.shape();
        if pitch < SMALLEST_PITCH {
            let least = SMALLEST_PITCH * shape.rows().max(shape.cols()) as i32 + 2 * WIDEST_MARGIN;
            let (rows, cols) = (shape.rows(), shape.cols());
            return Err(DrawError::TooSmall { rows, cols, size: self.size, least });
        }
        // why: what is left of the longer side may be odd; its last pixel must not be lost.
        let around = self.size as i32 - pitch * shape.rows().max(shape.cols()) as i32;
        let width = (pitch * shape.cols() as i32 + around) as u32;
        let height = (pitch * shape.rows() as i32 + around) as u32;
        let floor =
            Place { left: 0.0, top: 0.0, width: width as f32, height: height as f32 }.inset(margin as f32 * 0.55);
        let picture = picture(margin as u32, width, height);
        let homes = self.goal.positions();
        let pieces = homes.iter().enumerate().skip(1).map(|(tile, &home)| {
            let place = self.place(home, pitch, margin);
            self.piece(tile as u32, home, place, picture.is_some()).into()
        });
        Ok(Stage {
            width,
            height,
            page: self.theme.page(),
            floor: self.theme.floor(),
            caption: self.theme.caption(),
            tray: tray(self.theme, width, height, floor, pitch).into(),
            pieces: pieces.collect(),
            picture,
        })
    }

    fn place(&self, cell: usize, pitch: i32, margin: i32) -> Place {
        let (row, col) = self.goal.shape().place(cell);
        let (left, top) = (margin + col as i32 * pitch, margin + row as i32 * pitch);
        let cell = Place { left: left as f32, top: top as f32, width: pitch as f32, height: pitch as f32 };
        cell.inset((pitch as f32 * 0.025).max(0.5))
    }

    /// A tile in its goal cell. Its hue shows its row in the goal, its shade the column.
    fn piece(&self, tile: u32, home: usize, place: Place, has_picture: bool) -> Vec<Shape> {
        let radius = place.width * 0.14;
        if has_picture {
            let mut shapes = vec![Shape::Box { place, radius: place.width * 0.06, fill: Fill::Picture }];
            if self.numbers {
                shapes.extend(badge(self.theme, tile, place, self.goal.shape()));
            }
            return shapes;
        }
        let colours = {
            let (row, col) = self.goal.shape().place(home);
            self.theme.piece(hue(row, self.goal.shape().rows()), share(col, self.goal.shape().cols()))
        };
        let face = Place { height: place.height * 0.94, ..place };
        let mut shapes = vec![
            Shape::Box { place, radius, fill: Fill::Colour(colours.edge) },
            Shape::Box { place: face, radius, fill: Fill::Colour(colours.face) },
        ];
        let height = number_height(self.goal.shape(), face);
        if height >= SMALLEST_NUMBER {
            shapes.push(Shape::Number { value: tile, centre: face.centre(), height, colour: colours.ink });
        }
        shapes
    }

    /// The offsets of a board's tiles from their goal cells.
    pub fn pose(&self, board: &Board) -> Pose {
        let (pitch, _) = self.pitch_and_margin();
        let away = |(here, home): (usize, usize)| {
            let ((row, col), (home_row, home_col)) = (board.shape().place(here), board.shape().place(home));
            (pitch * (col as i32 - home_col as i32), pitch * (row as i32 - home_row as i32))
        };
        board.positions().into_iter().zip(self.goal.positions()).skip(1).map(away).collect()
    }

    /// The poses from a board along moves: one for each straight slide, the start first.
    ///
    /// # Errors
    /// An [`IllegalMoveError`] if a move has no tile.
    pub fn poses(&self, board: &Board, moves: &Moves) -> Result<Vec<Pose>, IllegalMoveError> {
        let mut board = board.clone();
        let mut poses = vec![self.pose(&board)];
        let mut index = 0;
        for slide in moves.chunk_by(PartialEq::eq) {
            for &direction in slide {
                if !board.slide(direction) {
                    return Err(IllegalMoveError { index, direction });
                }
                index += 1;
            }
            poses.push(self.pose(&board));
        }
        Ok(poses)
    }
}

fn tray(theme: Theme, width: u32, height: u32, floor: Place, pitch: i32) -> Vec<Shape> {
    let whole = Place { left: 0.0, top: 0.0, width: width as f32, height: height as f32 };
    let rim = floor.left;
    let radius = pitch as f32 * 0.14 + rim * 0.8;
    vec![
        Shape::Box { place: whole, radius: radius + rim, fill: Fill::Colour(theme.tray()) },
        Shape::Box { place: floor, radius, fill: Fill::Colour(theme.floor()) },
    ]
}

/// A small number in the corner of a picture tile.
fn badge(theme: Theme, tile: u32, place: Place, shape: Size) -> Vec<Shape> {
    let height = number_height(shape, place) * 0.5;
    if height < SMALLEST_NUMBER {
        return Vec::new();
    }
    let (ground, ink) = theme.badge();
    let (padding, inset) = (height * 0.6, place.width * 0.06);
    let width = digits::width(tile) / digits::HEIGHT * height + 2.0 * padding;
    let place = Place { left: place.left + inset, top: place.top + inset, width, height: height + 2.0 * padding };
    vec![
        Shape::Box { place, radius: place.height / 3.0, fill: Fill::Colour(ground) },
        Shape::Number { value: tile, centre: place.centre(), height, colour: ink },
    ]
}

/// The height that lets the longest number of a board fit on its tiles, the same for all.
fn number_height(shape: Size, face: Place) -> f32 {
    let digits = (shape.cells() - 1).max(1).ilog10() as usize + 1;
    let widest = (0..digits).fold(0, |number, _| number * 10 + 8);
    let fitting = face.width * 0.66 / (digits::width(widest) / digits::HEIGHT);
    fitting.min(face.height * 0.40)
}

/// The hues run from teal through blue, violet and rose to orange: the ones between, from yellow to green, look dull as
/// dark as white numbers need them.
fn hue(row: usize, rows: usize) -> f32 {
    190.0 + 212.0 * share(row, rows)
}

/// Where an index lies in its range, from 0 to 1.
fn share(index: usize, count: usize) -> f32 {
    index as f32 / (count - 1).max(1) as f32
}
