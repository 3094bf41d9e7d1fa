//! The layout of cells of equal size on the screen.

use ratatui::layout::Rect;

/// The cells to be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The longest label of a cell, in characters.
    pub(super) label: usize,
}

/// Where a grid is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(super) area: Rect,
    /// A cell's size, with the gap to the next.
    pub(super) width: u16,
    pub(super) height: u16,
}

/// The tallest cell, in rows of text; larger ones look clumsy.
const TALLEST: u16 = 6;

impl Grid {
    /// The width of cells of some height: characters are about twice as high as wide.
    fn width(self, height: u16) -> u16 {
        (2 * height).max(self.label as u16 + 1)
    }

    /// Width and height of the smallest area that shows it.
    pub(super) fn smallest(self) -> (u16, u16) {
        let width = self.cols * usize::from(self.width(1));
        (width.min(usize::from(u16::MAX)) as u16, self.rows as u16)
    }

    /// The largest cells that fit, in the middle of an area.
    pub(super) fn fit(self, area: Rect) -> Option<Place> {
        let size = |height: u16| (self.cols * usize::from(self.width(height)), self.rows * usize::from(height));
        let fits = |&height: &u16| {
            let (width, height) = size(height);
            width <= usize::from(area.width) && height <= usize::from(area.height)
        };
        let height = (1..=TALLEST).rev().find(fits)?;
        let (width, tall) = size(height);
        let (width, tall) = (width as u16, tall as u16);
        let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - tall) / 2);
        Some(Place { area: Rect { x, y, width, height: tall }, width: self.width(height), height })
    }
}

impl Place {
    /// The area of a cell, with its gap.
    pub(super) fn cell(&self, row: usize, col: usize) -> Rect {
        let (x, y) = (self.area.x + col as u16 * self.width, self.area.y + row as u16 * self.height);
        Rect { x, y, width: self.width, height: self.height }
    }

    /// Row and column of the cell at a place on the screen.
    pub(super) fn at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let inside = self.area.contains((x, y).into());
        inside.then(|| (usize::from((y - self.area.y) / self.height), usize::from((x - self.area.x) / self.width)))
    }
}
