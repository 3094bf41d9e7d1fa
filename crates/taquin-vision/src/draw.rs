//! Draws what was understood onto the picture: the grid, the numbers, and the doubtful cells in red.

use crate::{
    geometry::{Homography, Point, rectangle},
    picture::Picture,
    reading::Reading,
};

/// Characters of 3 × 5 pixels, a byte for each row.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 2, 2],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

const SURE: [u8; 3] = [0, 190, 60];
const DOUBTFUL: [u8; 3] = [230, 30, 30];

impl Reading {
    /// The picture with the board's grid and numbers drawn onto it, doubtful cells in red.
    #[must_use]
    pub fn draw(&self, picture: &Picture) -> Picture {
        let mut drawn = picture.clone();
        let Some(map) = self.corners.and_then(|corners| {
            Homography::between(&rectangle(0.0, 0.0, self.cols as f64, self.rows as f64), &corners)
        }) else {
            return drawn;
        };
        let numbers: Vec<&str> = self.board.as_deref().unwrap_or("").split(['/', ' ']).collect();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let colour = if self.doubtful.contains(&(row + 1, col + 1)) { DOUBTFUL } else { SURE };
                let at = |x: f64, y: f64| map.apply(Point::new(col as f64 + x, row as f64 + y));
                let corners = [at(0.02, 0.02), at(0.98, 0.02), at(0.98, 0.98), at(0.02, 0.98)];
                for k in 0..4 {
                    line(&mut drawn, corners[k], corners[(k + 1) % 4], colour);
                }
                if let Some(number) = numbers.get(row * self.cols + col).filter(|number| **number != "0") {
                    text(&mut drawn, number, colour, &at);
                }
            }
        }
        drawn
    }
}

/// Longest side of the board as a picture of its own.
const LONGEST_BOARD: f64 = 1200.0;

impl Reading {
    /// The board alone, upright, its tiles side by side without the gaps between them; `None` where there is no board.
    #[must_use]
    pub fn board_picture(&self, picture: &Picture) -> Option<Picture> {
        let corners = self.corners?;
        let [a, b, c, d] = corners;
        let (across, down) = ((a.distance(b) + d.distance(c)) / 2.0, (a.distance(d) + b.distance(c)) / 2.0);
        let scale = (LONGEST_BOARD / across.max(down)).min(1.0);
        // why: whole pixels for each tile, so that whoever cuts the picture cuts between pixels.
        let side = |length: f64, count: usize| (length * scale / count as f64).round().max(1.0) as usize;
        let (width, height) = (side(across, self.cols), side(down, self.rows));
        let [gap_x, gap_y] = self.gaps;
        let (cols, rows) = (self.cols as f64 - gap_x, self.rows as f64 - gap_y);
        let map = Homography::between(&rectangle(0.0, 0.0, cols, rows), &corners)?;
        let place = |pixel: usize, side: usize, gap: f64| {
            (pixel / side) as f64 + (1.0 - gap) * ((pixel % side) as f64 + 0.5) / side as f64
        };
        let mut board = Picture::filled(width * self.cols, height * self.rows, [0; 3]);
        for y in 0..board.height() {
            for x in 0..board.width() {
                let point = map.apply(Point::new(place(x, width, gap_x), place(y, height, gap_y)));
                board.set_pixel(x as i64, y as i64, picture.sample(point).map(|value| (value + 0.5) as u8));
            }
        }
        Some(board)
    }
}

/// A line two pixels wide.
fn line(picture: &mut Picture, from: Point, to: Point, colour: [u8; 3]) {
    let steps = from.distance(to).ceil().clamp(1.0, 40_000.0) as usize;
    for k in 0..=steps {
        let share = k as f64 / steps as f64;
        let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            picture.set_pixel(x as i64 + dx, y as i64 + dy, colour);
        }
    }
}

/// A number in the top-left corner of a cell, a quarter as high as it.
fn text(picture: &mut Picture, number: &str, colour: [u8; 3], at: &dyn Fn(f64, f64) -> Point) {
    const PIXEL: f64 = 0.045;
    for (index, digit) in number.bytes().filter(u8::is_ascii_digit).enumerate() {
        for (row, bits) in DIGITS[usize::from(digit - b'0')].iter().enumerate() {
            for col in (0..3).filter(|col| bits >> (2 - col) & 1 == 1) {
                let (x, y) = (0.06 + (index * 4 + col) as f64 * PIXEL, 0.06 + row as f64 * PIXEL);
                let side = at(x, y).distance(at(x + PIXEL, y)).ceil() as usize + 1;
                for k in 0..side {
                    let share = (k as f64 + 0.5) / side as f64 * PIXEL;
                    line(picture, at(x, y + share), at(x + PIXEL, y + share), colour);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Kind;

    #[test]
    fn doubtful_cells_are_red_and_sure_ones_green() {
        let corners = rectangle(10.0, 10.0, 100.0, 50.0);
        let mut reading = Reading::board(Kind::Numbers, (1, 2), vec![0.99, 0.2], corners);
        reading.board = Some("1 0".to_owned());
        let drawn = reading.draw(&Picture::filled(120, 70, [255; 3]));
        assert_eq!(drawn.pixel(11, 30), SURE);
        assert_eq!(drawn.pixel(109, 30), DOUBTFUL);
        assert_eq!(drawn.pixel(5, 5), [255; 3]);
        let unread = Reading::none("nothing").draw(&Picture::filled(4, 4, [9; 3]));
        assert_eq!(unread.pixels(), [[9; 3]; 16]);
    }

    #[test]
    fn the_board_alone_has_its_tiles_without_gaps() {
        let mut picture = Picture::filled(60, 40, [0; 3]);
        for (left, colour) in [(10, [200, 0, 0]), (32, [0, 200, 0])] {
            (left..left + 18).for_each(|x| (10..28).for_each(|y| picture.set_pixel(x, y, colour)));
        }
        let corners = rectangle(10.0, 10.0, 40.0, 18.0);
        let mut reading = Reading::board(Kind::Picture, (1, 2), vec![1.0; 2], corners);
        reading.gaps = [4.0 / 22.0, 0.0];
        let board = reading.board_picture(&picture).unwrap();
        assert_eq!((board.width(), board.height()), (40, 18));
        assert_eq!([board.pixel(1, 9), board.pixel(18, 9)], [[200, 0, 0]; 2]);
        assert_eq!([board.pixel(21, 9), board.pixel(38, 9)], [[0, 200, 0]; 2]);
        assert!(Reading::none("nothing").board_picture(&picture).is_none());
    }
}
