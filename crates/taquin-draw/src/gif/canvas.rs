//! Frames put together from palette numbers.

use super::palette::{Palette, TRANSPARENT};
use crate::{
    DrawError,
    colour::Colour,
    drawing::{Group, Shape},
    raster::{self, Raster},
    stage::{Pose, Stage},
};
use gif::{DisposalMethod, Frame};
use std::{borrow::Cow, ops::Range, sync::Arc};
use tiny_skia::{Pixmap, PixmapPaint, Transform};

/// The picture as it was last shown, and what the next one is made of.
pub(super) struct Canvas {
    pub(super) palette: Palette,
    width: usize,
    tray: Vec<u8>,
    pieces: Vec<Sprite>,
    /// What is shown now; nothing before the first frame.
    shown: Option<(Pose, Vec<u8>)>,
}

/// A piece at home, as palette numbers; [`TRANSPARENT`] where it is not.
struct Sprite {
    left: i32,
    top: i32,
    width: usize,
    numbers: Vec<u8>,
}

/// Part of the picture.
struct Area {
    rows: Range<usize>,
    cols: Range<usize>,
}

impl Canvas {
    pub(super) fn new(stage: &Stage) -> Result<Self, DrawError> {
        let raster = Raster::new(stage.picture.as_deref())?;
        let still = Group { offset: (0, 0), shapes: stage.tray.clone() };
        let still = raster.paint(stage.width, stage.height, &[still])?;
        let tray = over(stage.page, &still)?;
        let painted = stage.pieces.iter().map(|shapes| Painted::new(&raster, shapes, stage));
        let painted = painted.collect::<Result<Vec<_>, DrawError>>()?;
        let palette = Palette::of(painted.iter().map(|piece| &piece.on_floor).chain([&tray]));
        Ok(Self {
            width: stage.width as usize,
            tray: numbers(&palette, &tray),
            pieces: painted.iter().map(|piece| piece.sprite(&palette)).collect(),
            palette,
            shown: None,
        })
    }

    /// The frame that leads from what is shown to this pose, and stays for some hundredths of a second.
    pub(super) fn frame(&mut self, pose: Pose, hundredths: u16) -> Frame<'static> {
        let (area, pixels) = match self.shown.take() {
            None => self.first(&pose),
            Some((before, pixels)) => self.next(&before, &pose, pixels),
        };
        let (pixels, buffer) = pixels;
        self.shown = Some((pose, pixels));
        Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: area.cols.start as u16,
            top: area.rows.start as u16,
            width: area.cols.len() as u16,
            height: area.rows.len() as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        }
    }

    fn first(&self, pose: &Pose) -> (Area, (Vec<u8>, Vec<u8>)) {
        let mut pixels = self.tray.clone();
        for (sprite, &offset) in self.pieces.iter().zip(pose) {
            sprite.draw(&mut pixels, self.width, offset);
        }
        let area = Area { rows: 0..pixels.len() / self.width, cols: 0..self.width };
        (area, (pixels.clone(), pixels))
    }

    fn next(&self, before: &Pose, pose: &Pose, mut pixels: Vec<u8>) -> (Area, (Vec<u8>, Vec<u8>)) {
        let moved = || (0..pose.len()).filter(|&piece| before[piece] != pose[piece]);
        let Some(area) = self.area(moved().flat_map(|piece| [(piece, before[piece]), (piece, pose[piece])])) else {
            // why: a pose like the one before still takes its time, as one pixel that says nothing.
            return (Area { rows: 0..1, cols: 0..1 }, (pixels, vec![TRANSPARENT]));
        };
        let old = self.copy(&pixels, &area);
        for piece in moved() {
            self.pieces[piece].erase(&mut pixels, &self.tray, self.width, before[piece]);
        }
        for piece in moved() {
            self.pieces[piece].draw(&mut pixels, self.width, pose[piece]);
        }
        let new = self.copy(&pixels, &area);
        let changes = new.into_iter().zip(old);
        let changes = changes.map(|(new, old)| if new == old { TRANSPARENT } else { new }).collect();
        (area, (pixels, changes))
    }

    /// The smallest rectangle around some pieces in some places.
    fn area(&self, places: impl Iterator<Item = (usize, (i32, i32))>) -> Option<Area> {
        let bounds = places.map(|(piece, offset)| self.pieces[piece].area(offset));
        bounds.reduce(|a, b| Area { rows: hull(&a.rows, &b.rows), cols: hull(&a.cols, &b.cols) })
    }

    fn copy(&self, pixels: &[u8], area: &Area) -> Vec<u8> {
        let row = |row: usize| &pixels[row * self.width..][area.cols.clone()];
        area.rows.clone().flat_map(row).copied().collect()
    }
}

fn hull(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    a.start.min(b.start)..a.end.max(b.end)
}

impl Sprite {
    fn area(&self, offset: (i32, i32)) -> Area {
        let (left, top) = ((self.left + offset.0) as usize, (self.top + offset.1) as usize);
        Area { rows: top..top + self.numbers.len() / self.width, cols: left..left + self.width }
    }

    fn draw(&self, pixels: &mut [u8], width: usize, offset: (i32, i32)) {
        self.each(width, offset, |pixel, number| pixels[pixel] = number);
    }

    fn erase(&self, pixels: &mut [u8], tray: &[u8], width: usize, offset: (i32, i32)) {
        self.each(width, offset, |pixel, _| pixels[pixel] = tray[pixel]);
    }

    /// Every pixel of the piece: its place in a picture of this width, and its number.
    fn each(&self, width: usize, offset: (i32, i32), mut visit: impl FnMut(usize, u8)) {
        let area = self.area(offset);
        for (row, numbers) in area.rows.zip(self.numbers.chunks_exact(self.width)) {
            for (col, &number) in area.cols.clone().zip(numbers) {
                if number != TRANSPARENT {
                    visit(row * width + col, number);
                }
            }
        }
    }
}

/// A piece in its true colours.
struct Painted {
    left: i32,
    top: i32,
    alone: Pixmap,
    on_floor: Pixmap,
}

impl Painted {
    fn new(raster: &Raster, shapes: &Arc<[Shape]>, stage: &Stage) -> Result<Self, DrawError> {
        let bounds = shapes.iter().map(Shape::bounds);
        let hull = |a: [i32; 4], b: [i32; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
        let [left, top, right, bottom] = bounds.reduce(hull).unwrap_or([0, 0, 1, 1]);
        let group = Group { offset: (-left, -top), shapes: shapes.clone() };
        let alone = raster.paint((right - left) as u32, (bottom - top) as u32, &[group])?;
        Ok(Self { left, top, on_floor: over(stage.floor, &alone)?, alone })
    }

    fn sprite(&self, palette: &Palette) -> Sprite {
        let mut numbers = numbers(palette, &self.on_floor);
        for (number, pixel) in numbers.iter_mut().zip(self.alone.pixels()) {
            if pixel.alpha() == 0 {
                *number = TRANSPARENT;
            }
        }
        Sprite { left: self.left, top: self.top, width: self.alone.width() as usize, numbers }
    }
}

/// A picture on a flat colour.
fn over(colour: Colour, picture: &Pixmap) -> Result<Pixmap, DrawError> {
    let (width, height) = (picture.width(), picture.height());
    let mut flat = raster::blank(width, height)?;
    flat.fill(raster::color(colour));
    flat.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    Ok(flat)
}

fn numbers(palette: &Palette, picture: &Pixmap) -> Vec<u8> {
    picture.pixels().iter().map(|pixel| palette.number([pixel.red(), pixel.green(), pixel.blue()])).collect()
}
