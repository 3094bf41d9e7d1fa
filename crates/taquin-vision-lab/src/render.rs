//! Draws puzzles as programs show them, and pictures of them as cameras take them.

use crate::{
    faces::{Face, Ink, Linear},
    random::Random,
    strokes::Pen,
};
use taquin_vision::Picture;

/// Digits of a board.
#[derive(Clone, Copy, Debug)]
pub enum Typeface<'a> {
    /// Those of a font.
    Font(&'a Face),
    /// Those of a pen.
    Pen(Pen),
}

impl Typeface<'_> {
    pub(crate) fn draw(&self, text: &str, height: f32) -> Option<Ink> {
        match self {
            Self::Font(face) => face.draw(text, height, 0.0, Linear::UPRIGHT),
            Self::Pen(pen) => Some(pen.draw(text, height, Linear::UPRIGHT)),
        }
    }

    /// What to call it in tables.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Font(face) => face.name.clone(),
            Self::Pen(pen) => format!("pen {:.2} {:.2}", pen.width, pen.slant),
        }
    }
}

/// A colour.
pub type Colour = [u8; 3];

/// Where a board lies in a picture, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// From the left.
    pub left: f32,
    /// From the top.
    pub top: f32,
    /// From one tile to the next.
    pub cell: f32,
    /// From one row of tiles to the next.
    pub cell_height: f32,
}

/// A drawn puzzle and what it shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The screenshot.
    pub picture: Picture,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The tile of each cell, 0 the gap.
    pub board: Vec<usize>,
    /// Where the board is.
    pub place: Place,
}

/// A random solvable board whose goal has its blank last.
pub fn scrambled(rows: usize, cols: usize, random: &mut Random) -> Vec<usize> {
    let count = rows * cols;
    let mut tiles: Vec<usize> = (0..count).collect();
    random.shuffle(&mut tiles);
    // why: an exchange of two tiles makes an unsolvable board solvable.
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    let mut permutation: Vec<usize> = tiles.iter().map(|&tile| if tile == 0 { count - 1 } else { tile - 1 }).collect();
    let mut swaps = 0;
    for i in 0..count {
        while permutation[i] != i {
            let target = permutation[i];
            permutation.swap(i, target);
            swaps += 1;
        }
    }
    let distance = (rows - 1 - blank / cols) + (cols - 1 - blank % cols);
    if swaps % 2 != distance % 2 {
        let others: Vec<usize> = (0..count).filter(|&cell| cell != blank).collect();
        tiles.swap(others[0], others[1]);
    }
    tiles
}

pub(crate) fn luma(c: Colour) -> f32 {
    0.3 * f32::from(c[0]) + 0.59 * f32::from(c[1]) + 0.11 * f32::from(c[2])
}

pub(crate) fn colour(random: &mut Random) -> Colour {
    // Greys, pastels and strong colours alike.
    let grey = random.between(10.0, 245.0);
    let spread = *random.pick(&[0.0, 25.0, 80.0, 140.0]);
    std::array::from_fn(|_| (grey + random.between(-spread, spread)).clamp(0.0, 255.0) as u8)
}

/// A colour whose brightness differs from another's by at least this much.
pub(crate) fn contrasting(other: Colour, least: f32, random: &mut Random) -> Colour {
    loop {
        let found = if random.chance(0.4) {
            *random.pick(&[[0; 3], [255; 3], [30, 30, 30], [250, 245, 230]])
        } else {
            colour(random)
        };
        if (luma(found) - luma(other)).abs() >= least {
            return found;
        }
    }
}

pub(crate) fn mix(a: Colour, b: Colour, share: f32) -> Colour {
    std::array::from_fn(|c| (f32::from(a[c]) * (1.0 - share) + f32::from(b[c]) * share).round() as u8)
}

pub(crate) fn blend(picture: &mut Picture, x: i64, y: i64, ink: Colour, share: f32) {
    if x >= 0 && y >= 0 && (x as usize) < picture.width() && (y as usize) < picture.height() && share > 0.0 {
        let under = picture.pixel(x as usize, y as usize);
        picture.set_pixel(x, y, mix(under, ink, share));
    }
}

/// Fills a rectangle with round corners.
pub fn fill(picture: &mut Picture, left: f32, top: f32, width: f32, height: f32, radius: f32, ink: Colour) {
    let (x0, y0) = (left.floor() as i64, top.floor() as i64);
    let (x1, y1) = ((left + width).ceil() as i64, (top + height).ceil() as i64);
    for y in y0..y1 {
        for x in x0..x1 {
            let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
            let dx = (left + radius - px).max(px - (left + width - radius)).max(0.0);
            let dy = (top + radius - py).max(py - (top + height - radius)).max(0.0);
            let share = if radius > 0.5 && dx > 0.0 && dy > 0.0 {
                (radius - dx.hypot(dy) + 0.5).clamp(0.0, 1.0)
            } else {
                let across = (px + 0.5 - left).min(left + width - px + 0.5).clamp(0.0, 1.0);
                across * (py + 0.5 - top).min(top + height - py + 0.5).clamp(0.0, 1.0)
            };
            blend(picture, x, y, ink, share);
        }
    }
}

pub(crate) fn stamp(picture: &mut Picture, ink: &Ink, centre: (f32, f32), colour: Colour) {
    let (left, top) =
        ((centre.0 - ink.width as f32 / 2.0).round() as i64, (centre.1 - ink.height as f32 / 2.0).round() as i64);
    for y in 0..ink.height {
        for x in 0..ink.width {
            blend(picture, left + x as i64, top + y as i64, colour, ink.cover[y * ink.width + x]);
        }
    }
}

/// A desktop or page with a window, words and buttons round a place for a board of this size.
fn desktop(width: f32, height: f32, face: Option<&Face>, random: &mut Random) -> (Picture, f32, f32) {
    let (left, right) = (random.between(10.0, 220.0), random.between(10.0, 220.0));
    let (top, bottom) = (random.between(60.0, 180.0), random.between(15.0, 160.0));
    let (full_width, full_height) = ((left + width + right) as usize, (top + height + bottom) as usize);
    let page = colour(random);
    let mut picture = Picture::filled(full_width, full_height, page);
    if random.chance(0.4) {
        let other = mix(page, colour(random), 0.3);
        for y in 0..full_height {
            for x in 0..full_width {
                let share = (x + y) as f32 / (full_width + full_height) as f32;
                picture.set_pixel(x as i64, y as i64, mix(page, other, share));
            }
        }
    }
    if random.chance(0.6) {
        let bar = colour(random);
        fill(&mut picture, 0.0, 0.0, full_width as f32, 30.0, 0.0, bar);
        for k in 0..3u8 {
            let x = full_width as f32 - 24.0 * (f32::from(k) + 1.0);
            fill(&mut picture, x, 8.0, 14.0, 14.0, 2.0, contrasting(bar, 40.0, random));
        }
        if let Some(ink) = face.and_then(|face| face.draw("Sliding Puzzle 15", 11.0, 0.0, Linear::UPRIGHT)) {
            let ink_colour = contrasting(bar, 80.0, random);
            stamp(&mut picture, &ink, (full_width as f32 / 2.0, 15.0), ink_colour);
        }
    }
    if let Some(face) = face.filter(|_| random.chance(0.6)) {
        let words = *random.pick(&["Moves: 0", "Time 1:24", "New Game", "Shuffle", "Level 3", "Best 128"]);
        if let Some(ink) = face.draw(words, random.between(10.0, 20.0), 0.0, Linear::UPRIGHT) {
            let at = (left + ink.width as f32 / 2.0, 44.0);
            let ink_colour = contrasting(page, 80.0, random);
            stamp(&mut picture, &ink, at, ink_colour);
        }
    }
    (picture, left, top)
}

/// A board of numbers in one of many looks.
pub fn number_scene(rows: usize, cols: usize, typeface: Typeface, random: &mut Random) -> Scene {
    let board = scrambled(rows, cols, random);
    let most = if rows.max(cols) > 6 { 64.0 } else { 110.0 };
    let cell = random.between(38.0, most).round();
    let gap = random.pick(&[0.0f32, 0.0, 1.0, 2.0, 3.0, 5.0, 8.0]).min(cell * 0.15);
    let frame = *random.pick(&[0.0f32, 3.0, 8.0, 14.0]);
    let (width, height) = (cell * cols as f32 + 2.0 * frame, cell * rows as f32 + 2.0 * frame);
    let face = match typeface {
        Typeface::Font(face) => Some(face),
        Typeface::Pen(_) => None,
    };
    let (mut picture, left, top) = desktop(width, height, face, random);
    let base = colour(random);
    let tile = colour(random);
    fill(&mut picture, left, top, width, height, random.between(0.0, 10.0), base);
    let second = if random.chance(0.2) { Some(mix(tile, colour(random), 0.5)) } else { None };
    let radius = *random.pick(&[0.0, 0.0, 3.0, 8.0]);
    let line = (gap < 0.5).then(|| mix(tile, *random.pick(&[[0; 3], [255; 3]]), random.between(0.1, 0.5)));
    let bevel = random.chance(0.25);
    let no_tiles = random.chance(0.08);
    let empty_tile = random.chance(0.1);
    let share = random.between(0.26, 0.56);
    // why: the widest number must fit into a tile.
    let widest = typeface.draw(&(rows * cols - 1).to_string(), 100.0).map_or(1.0, |ink| ink.width as f32 / 100.0);
    let digit = (cell * share).min((cell - gap) * 0.8 / widest.max(0.1)).max(9.0);
    let text_on = |tile: Colour, random: &mut Random| contrasting(tile, 75.0, random);
    let first_ink = text_on(tile, random);
    let second_ink = second.map(|second| text_on(second, random));
    for (index, &number) in board.iter().enumerate() {
        let (row, col) = (index / cols, index % cols);
        let (x, y) = (left + frame + col as f32 * cell + gap / 2.0, top + frame + row as f32 * cell + gap / 2.0);
        let size = cell - gap;
        if number == 0 && !empty_tile {
            continue;
        }
        let alternate = number % 2 == 0;
        let (ground, ink) = match (second, second_ink) {
            (Some(second), Some(ink)) if alternate => (second, ink),
            _ => (tile, first_ink),
        };
        if !no_tiles {
            fill(&mut picture, x, y, size, size, radius, ground);
            if let Some(line) = line {
                fill(&mut picture, x, y, size, 1.0, 0.0, line);
                fill(&mut picture, x, y, 1.0, size, 0.0, line);
            }
            if bevel {
                let depth = (cell * 0.05).max(1.0).round();
                let (light, dark) = (mix(ground, [255; 3], 0.4), mix(ground, [0; 3], 0.4));
                fill(&mut picture, x, y, size, depth, 0.0, light);
                fill(&mut picture, x, y, depth, size, 0.0, light);
                fill(&mut picture, x, y + size - depth, size, depth, 0.0, dark);
                fill(&mut picture, x + size - depth, y, depth, size, 0.0, dark);
            }
        }
        if number == 0 {
            continue;
        }
        let ink_colour =
            if no_tiles { contrasting(base, 75.0, &mut Random::from_seed(u64::from(base[0]))) } else { ink };
        if let Some(text) = typeface.draw(&number.to_string(), digit) {
            stamp(&mut picture, &text, (x + size / 2.0, y + size / 2.0), ink_colour);
        }
    }
    let place = Place { left: left + frame, top: top + frame, cell, cell_height: cell };
    Scene { picture, rows, cols, board, place }
}

/// A board of pieces of a picture; the goal is the picture scaled to the board.
pub fn picture_scene(
    rows: usize,
    cols: usize,
    photo: &Picture,
    face: Option<&Face>,
    random: &mut Random,
) -> (Scene, Picture) {
    let board = scrambled(rows, cols, random);
    let cell = random.between(60.0, 150.0).round();
    let cell_height = if random.chance(0.7) { cell } else { (cell * random.between(0.7, 1.4)).round() };
    let goal = crop(photo, cell * cols as f32, cell_height * rows as f32, random);
    let gap = *random.pick(&[0.0f32, 0.0, 0.0, 1.0, 2.0, 4.0]);
    let radius = *random.pick(&[0.0f32, 0.0, 0.0, 8.0]);
    let (width, height) = (cell * cols as f32, cell_height * rows as f32);
    let (mut picture, left, top) = desktop(width + 8.0, height + 8.0, face, random);
    let (left, top) = (left.round(), top.round());
    let base = colour(random);
    if random.chance(0.5) {
        fill(&mut picture, left - 4.0, top - 4.0, width + 8.0, height + 8.0, 0.0, base);
    }
    for (index, &number) in board.iter().enumerate() {
        let (row, col) = ((index / cols) as f32, (index % cols) as f32);
        let (x, y) = (left + col * cell, top + row * cell_height);
        if number == 0 {
            if random.chance(0.5) {
                fill(&mut picture, x, y, cell, cell_height, 0.0, base);
            }
            continue;
        }
        let (from_row, from_col) = (((number - 1) / cols) as f32, ((number - 1) % cols) as f32);
        for dy in 0..cell_height as usize {
            for dx in 0..cell as usize {
                let (fx, fy) = (dx as f32 + 0.5, dy as f32 + 0.5);
                let edge = fx.min(cell - fx).min(fy).min(cell_height - fy);
                let corner_x = (radius - fx).max(fx - cell + radius).max(0.0);
                let corner_y = (radius - fy).max(fy - cell_height + radius).max(0.0);
                if edge < gap / 2.0 || corner_x.hypot(corner_y) > radius.max(0.1) {
                    continue;
                }
                let from = goal.pixel((from_col * cell) as usize + dx, (from_row * cell_height) as usize + dy);
                picture.set_pixel(x as i64 + dx as i64, y as i64 + dy as i64, from);
            }
        }
    }
    let place = Place { left, top, cell, cell_height };
    (Scene { picture, rows, cols, board, place }, goal)
}

/// A random part of a photo with the wanted shape, scaled to the wanted size.
pub(crate) fn crop(photo: &Picture, width: f32, height: f32, random: &mut Random) -> Picture {
    let most = (photo.width() as f32 / width).min(photo.height() as f32 / height);
    let scale = most * random.between(0.7, 1.0);
    let (part_width, part_height) = ((width * scale) as usize, (height * scale) as usize);
    let left = random.below(photo.width() - part_width + 1);
    let top = random.below(photo.height() - part_height + 1);
    let mut part = Picture::filled(part_width, part_height, [0; 3]);
    for y in 0..part_height {
        for x in 0..part_width {
            part.set_pixel(x as i64, y as i64, photo.pixel(left + x, top + y));
        }
    }
    part.resized(width as usize, height as usize)
}

/// A picture of clouds, hills and blots: for tests on machines without photographs.
#[must_use]
pub fn landscape(width: usize, height: usize, random: &mut Random) -> Picture {
    let sky = [colour(random), colour(random)];
    let waves: Vec<[f32; 6]> = (0..40)
        .map(|k| {
            let pitch = 0.01 * 1.12f32.powi(k);
            let angle = random.between(0.0, std::f32::consts::TAU);
            let channel = random.below(3) as f32;
            [
                pitch * angle.cos(),
                pitch * angle.sin(),
                random.between(0.0, 6.3),
                24.0 / (1.0 + 0.08 * k as f32),
                channel,
                random.between(0.5, 1.5),
            ]
        })
        .collect();
    let mut picture = Picture::filled(width, height, [0; 3]);
    for y in 0..height {
        for x in 0..width {
            let mut value = mix(sky[0], sky[1], y as f32 / height as f32).map(f32::from);
            for wave in &waves {
                let bend = 8.0 * (wave[1] * x as f32 * 0.7).sin();
                let swing = wave[3] * (wave[0] * x as f32 + wave[1] * (y as f32 + bend) + wave[2]).sin();
                for (c, slot) in value.iter_mut().enumerate() {
                    *slot += swing * if c == wave[4] as usize { 1.0 } else { 0.5 };
                }
            }
            picture.set_pixel(x as i64, y as i64, value.map(|v| v.clamp(0.0, 255.0) as u8));
        }
    }
    for _ in 0..30 {
        let ink = colour(random);
        let (cx, cy) = (random.between(0.0, width as f32), random.between(0.0, height as f32));
        let (rx, ry) = (random.between(0.02, 0.15) * width as f32, random.between(0.02, 0.15) * height as f32);
        for y in (cy - ry).max(0.0) as usize..((cy + ry) as usize).min(height) {
            for x in (cx - rx).max(0.0) as usize..((cx + rx) as usize).min(width) {
                let d = ((x as f32 - cx) / rx).hypot((y as f32 - cy) / ry);
                blend(&mut picture, x as i64, y as i64, mix(ink, [0; 3], d * 0.4), ((1.0 - d) * 8.0).clamp(0.0, 0.9));
            }
        }
    }
    picture
}

/// Cells of a block puzzle drawn as blocks; `letters` are rows of letters, `.` empty.
pub fn block_scene(letters: &[&str], random: &mut Random) -> Scene {
    let (rows, cols) = (letters.len(), letters[0].len());
    let cell = random.between(44.0, 100.0).round();
    let frame = random.between(4.0, 14.0).round();
    let (mut picture, left, top) =
        desktop(cell * cols as f32 + 2.0 * frame, cell * rows as f32 + 2.0 * frame, None, random);
    let (left, top) = (left.round(), top.round());
    let grey = random.between(20.0, 235.0) as u8;
    let (ground, rim) = ([grey; 3], [grey.saturating_sub(60).clamp(60, 200); 3]);
    fill(&mut picture, left, top, cell * cols as f32 + 2.0 * frame, cell * rows as f32 + 2.0 * frame, 4.0, rim);
    let lines = random.chance(0.5);
    for row in 0..rows {
        for col in 0..cols {
            let inset = if lines { 1.0 } else { 0.0 };
            let (x, y) = (left + frame + col as f32 * cell + inset, top + frame + row as f32 * cell + inset);
            fill(&mut picture, x, y, cell - 2.0 * inset, cell - 2.0 * inset, 0.0, ground);
        }
    }
    let gap = *random.pick(&[1.0f32, 2.0, 4.0]);
    let radius = *random.pick(&[0.0f32, 4.0, 8.0]);
    let one_colour = random.chance(0.4).then(|| saturated(random));
    let mut done: Vec<u8> = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let letter = letters[row].as_bytes()[col];
            if letter == b'.' || done.contains(&letter) {
                continue;
            }
            done.push(letter);
            let has = |r: usize, c: usize| r < rows && c < cols && letters[r].as_bytes()[c] == letter;
            let width = (col..cols).take_while(|&c| has(row, c)).count() as f32;
            let height = (row..rows).take_while(|&r| has(r, col)).count() as f32;
            let ink = if letter == b'X' { [210, 40, 45] } else { one_colour.unwrap_or_else(|| saturated(random)) };
            let (x, y) = (left + frame + col as f32 * cell + gap, top + frame + row as f32 * cell + gap);
            let (w, h) = (width * cell - 2.0 * gap, height * cell - 2.0 * gap);
            fill(&mut picture, x, y, w, h, radius, mix(ink, [0; 3], 0.35));
            fill(&mut picture, x + 2.0, y + 2.0, w - 4.0, h - 4.0, radius, ink);
        }
    }
    let place = Place { left: left + frame, top: top + frame, cell, cell_height: cell };
    Scene { picture, rows, cols, board: Vec::new(), place }
}

fn saturated(random: &mut Random) -> Colour {
    *random.pick(&[
        [46, 134, 222],
        [39, 174, 96],
        [243, 156, 18],
        [142, 68, 173],
        [22, 160, 133],
        [230, 126, 34],
        [160, 90, 40],
        [52, 101, 164],
    ])
}
