//! Boards in the looks of real programs: material and wooden tiles, gradients, shadows, outlined digits, numbers on
//! pictures, toolbars and phones round the board, boards that are tiny or fill little of a large screen.

use crate::{
    faces::{Face, Ink, Linear},
    random::Random,
    render::{self, Colour, Place, Scene, Typeface, blend, colour, contrasting, fill, luma, mix, stamp},
};
use taquin_vision::Picture;

/// How a surface is coloured.
#[derive(Clone, Copy, Debug)]
enum Finish {
    Flat,
    /// From light above to dark below.
    Gradient,
    /// Lighter in the upper half.
    Gloss,
    /// Streaks along the grain.
    Wood,
    /// Specks, as of paper or stone.
    Grain,
}

const FINISHES: [Finish; 8] = [
    Finish::Flat,
    Finish::Flat,
    Finish::Flat,
    Finish::Gradient,
    Finish::Gradient,
    Finish::Gloss,
    Finish::Wood,
    Finish::Grain,
];

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl Area {
    fn new(left: f32, top: f32, width: f32, height: f32) -> Self {
        Self { left, top, width, height }
    }

    fn grown(self, by: f32) -> Self {
        Self::new(self.left - by, self.top - by, self.width + 2.0 * by, self.height + 2.0 * by)
    }

    fn centre(self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// A tile or block: its outline and what is inside.
#[derive(Clone, Copy, Debug)]
struct Style {
    finish: Finish,
    radius: f32,
    /// Width of the outline and its colour.
    border: Option<(f32, Colour)>,
    /// How far a shadow reaches.
    shadow: f32,
    /// Width of light and dark edges.
    bevel: f32,
}

impl Style {
    fn random(cell: f32, random: &mut Random) -> Self {
        Self {
            finish: *random.pick(&FINISHES),
            radius: cell * *random.pick(&[0.0, 0.0, 0.04, 0.08, 0.14, 0.22]),
            border: random.chance(0.3).then(|| ((cell * 0.03).max(1.0), colour(random))),
            shadow: if random.chance(0.35) { cell * random.between(0.03, 0.1) } else { 0.0 },
            bevel: if random.chance(0.2) { (cell * random.between(0.03, 0.09)).max(1.0) } else { 0.0 },
        }
    }

    /// Draws the shape; `skin` colours a pixel by its place in the area.
    fn paint(&self, picture: &mut Picture, area: Area, skin: &dyn Fn(f32, f32) -> Colour) {
        if self.shadow > 0.5 {
            const RINGS: u8 = 4;
            for ring in 0..RINGS {
                let reach = self.shadow * (1.0 - f32::from(ring) / f32::from(RINGS)) * 0.5;
                let dropped = Area { top: area.top + self.shadow * 0.5, ..area }.grown(reach);
                shape(picture, dropped, self.radius + reach, 0.12, &|_, _| [0; 3]);
            }
        }
        shape(picture, area, self.radius, 1.0, skin);
        if self.bevel > 0.5 {
            let (bevel, Area { left, top, width, height }) = (self.bevel, area);
            let radius = self.radius;
            let inset = radius * 0.5;
            shape(picture, Area::new(left + inset, top, width - 2.0 * inset, bevel), 0.0, 0.4, &|_, _| [255; 3]);
            shape(picture, Area::new(left, top + inset, bevel, height - 2.0 * inset), 0.0, 0.4, &|_, _| [255; 3]);
            let low = Area::new(left + inset, top + height - bevel, width - 2.0 * inset, bevel);
            shape(picture, low, 0.0, 0.4, &|_, _| [0; 3]);
            let right = Area::new(left + width - bevel, top + inset, bevel, height - 2.0 * inset);
            shape(picture, right, 0.0, 0.4, &|_, _| [0; 3]);
        }
        if let Some((width, ink)) = self.border {
            outline(picture, area, self.radius, width, ink);
        }
    }
}

/// How much of a pixel lies inside a rectangle with round corners.
fn cover(area: Area, radius: f32, x: f32, y: f32) -> f32 {
    let radius = radius.min(area.width / 2.0).min(area.height / 2.0);
    let (cx, cy) = area.centre();
    let (dx, dy) = ((x - cx).abs() - area.width / 2.0 + radius, (y - cy).abs() - area.height / 2.0 + radius);
    let outside = dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius;
    (0.5 - outside).clamp(0.0, 1.0)
}

fn shape(picture: &mut Picture, area: Area, radius: f32, opacity: f32, skin: &dyn Fn(f32, f32) -> Colour) {
    for y in area.top.floor() as i64..(area.top + area.height).ceil() as i64 {
        for x in area.left.floor() as i64..(area.left + area.width).ceil() as i64 {
            let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
            let share = opacity * cover(area, radius, px, py);
            if share > 0.0 {
                blend(picture, x, y, skin(px - area.left, py - area.top), share);
            }
        }
    }
}

fn outline(picture: &mut Picture, area: Area, radius: f32, width: f32, ink: Colour) {
    for y in area.top.floor() as i64..(area.top + area.height).ceil() as i64 {
        for x in area.left.floor() as i64..(area.left + area.width).ceil() as i64 {
            let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
            let inner = cover(area.grown(-width), (radius - width).max(0.0), px, py);
            blend(picture, x, y, ink, cover(area, radius, px, py) * (1.0 - inner));
        }
    }
}

/// The colour of a finish at a place of an area of this height.
fn finished(finish: Finish, base: Colour, phase: f32, height: f32, x: f32, y: f32) -> Colour {
    let tinted = |amount: f32| {
        let other = if amount > 0.0 { [255; 3] } else { [0; 3] };
        mix(base, other, amount.abs().min(1.0))
    };
    match finish {
        Finish::Flat => base,
        Finish::Gradient => tinted(0.28 - 0.56 * y / height),
        Finish::Gloss => tinted(if y < height * 0.48 { 0.3 - 0.2 * y / height } else { 0.0 }),
        Finish::Wood => {
            let bend = 3.0 * (x * 0.011 + phase).sin();
            let streak = (y * 0.35 + bend + phase).sin() + 0.6 * (y * 0.93 + 2.0 * bend + 2.3 * phase).sin();
            tinted(0.09 * streak + 0.04 * (x * 0.05 + y * 1.7 + phase).sin())
        }
        Finish::Grain => {
            let hash = ((x * 12.989 + y * 78.233 + phase).sin() * 43_758.547).fract();
            tinted(0.07 * hash)
        }
    }
}

/// A page, window or phone round a board of this size: where the board lies on it.
fn surroundings(width: f32, height: f32, cell: f32, face: Option<&Face>, random: &mut Random) -> (Picture, f32, f32) {
    let kind = random.below(10);
    let (left, right, top, bottom) = match kind {
        // Cut out tightly.
        0 | 1 => {
            let margin = cell * random.between(0.05, 0.4);
            (margin, margin, margin, margin)
        }
        // A phone, upright.
        2..=4 => {
            let side = width * random.between(0.03, 0.12);
            let rest = ((width + 2.0 * side) * random.between(1.7, 2.1) - height).max(cell);
            let above = rest * random.between(0.4, 0.6);
            (side, side, above, rest - above)
        }
        // Little of a large screen.
        5 | 6 => {
            let mut far = || random.between(0.3, 1.6);
            (width * far(), width * far(), height * 0.5 * far() + 60.0, height * 0.4 * far() + 40.0)
        }
        // A window.
        _ => {
            let mut far = || cell * random.between(0.3, 2.0);
            (far(), far(), far() + cell, far() + cell * 0.5)
        }
    };
    let (full_width, full_height) = ((left + width + right) as usize, (top + height + bottom) as usize);
    let page = if random.chance(0.45) {
        *random.pick(&[[255, 255, 255], [250, 248, 239], [18, 18, 18], [33, 37, 41], [240, 240, 240], [44, 62, 80]])
    } else {
        colour(random)
    };
    let mut picture = Picture::filled(full_width, full_height, page);
    let finish = *random.pick(&[Finish::Flat, Finish::Flat, Finish::Gradient, Finish::Wood, Finish::Grain]);
    let whole = Area::new(0.0, 0.0, full_width as f32, full_height as f32);
    shape(&mut picture, whole, 0.0, 1.0, &|x, y| finished(finish, page, 1.0, full_height as f32, x, y));
    let unit = (cell * 0.32).clamp(9.0, 44.0);
    let write = |picture: &mut Picture, text: &str, at: (f32, f32), height: f32, ink: Colour| {
        if let Some(text) = face.and_then(|face| face.draw(text, height.max(6.0), 0.0, Linear::UPRIGHT)) {
            stamp(picture, &text, at, ink);
        }
    };
    let ink = contrasting(page, 90.0, random);
    if (2..=4).contains(&kind) {
        let y = unit * 0.8;
        write(&mut picture, "9:41", (unit * 2.2, y), unit * 0.5, ink);
        write(&mut picture, "87%", (full_width as f32 - unit * 2.2, y), unit * 0.5, ink);
    } else if top > 2.5 * unit && random.chance(0.6) {
        let bar = colour(random);
        fill(&mut picture, 0.0, 0.0, full_width as f32, unit * 1.3, 0.0, bar);
        let on_bar = contrasting(bar, 80.0, random);
        write(&mut picture, "15 Puzzle", (full_width as f32 / 2.0, unit * 0.65), unit * 0.5, on_bar);
        for k in 0..3u8 {
            let x = full_width as f32 - unit * (1.0 + f32::from(k));
            fill(&mut picture, x, unit * 0.35, unit * 0.6, unit * 0.6, 2.0, mix(bar, on_bar, 0.5));
        }
    }
    // Boxes with a score above the board.
    if top > 4.5 * unit && random.chance(0.6) {
        let boxes = 1 + random.below(3);
        let ground = mix(page, colour(random), 0.6);
        let on_box = contrasting(ground, 90.0, random);
        for k in 0..boxes {
            let size = (unit * 3.4).min(width / boxes as f32 - 4.0);
            let x = left + width * (k as f32 + 0.5) / boxes as f32;
            let y = top - unit * 1.9;
            fill(&mut picture, x - size / 2.0, y - unit * 0.9, size, unit * 1.8, unit * 0.2, ground);
            let (label, value) = [("MOVES", "128"), ("TIME", "02:37"), ("BEST", "94")][k];
            write(&mut picture, label, (x, y - unit * 0.4), unit * 0.3, on_box);
            write(&mut picture, value, (x, y + unit * 0.35), unit * 0.55, on_box);
        }
    } else if top > 2.8 * unit && random.chance(0.6) {
        let words = *random.pick(&["Moves: 37", "Time 1:24", "Level 3", "12 moves", "Puzzle #8", "4 x 4"]);
        write(&mut picture, words, (left + width / 2.0, top - unit * 0.9), unit * 0.6, ink);
    }
    // Buttons below it.
    if bottom > 2.6 * unit && random.chance(0.6) {
        let buttons = 1 + random.below(4);
        let ground = colour(random);
        let on_button = contrasting(ground, 90.0, random);
        for k in 0..buttons {
            let size = (width / buttons as f32 * 0.8).min(unit * 5.0);
            let x = left + width * (k as f32 + 0.5) / buttons as f32;
            let y = top + height + unit * 1.4;
            fill(&mut picture, x - size / 2.0, y - unit * 0.7, size, unit * 1.4, unit * 0.3, ground);
            write(&mut picture, ["New", "Undo", "Hint", "3x3"][k], (x, y), unit * 0.45, on_button);
        }
    }
    // Text and a sidebar on large screens.
    if (5..=6).contains(&kind) && random.chance(0.7) {
        let mut y = top;
        while left > 8.0 * unit && y < top + height {
            let words = *random.pick(&["How to play", "Slide the tiles", "1. Click a tile", "Rank 15", "2026-05-14"]);
            write(&mut picture, words, (left * 0.45, y), unit * 0.4, ink);
            y += unit * 1.1;
        }
    }
    (picture, left.round(), top.round())
}

/// How digits are drawn.
#[derive(Clone, Copy, Debug)]
enum Lettering {
    Plain,
    /// With a rim of the other brightness.
    Rimmed,
    /// The rim alone.
    Hollow,
    Shadowed,
    Embossed,
}

/// The ink grown by some pixels on all sides.
fn grown(ink: &Ink, by: f32) -> Ink {
    let reach = by.ceil() as i64;
    let (width, height) = (ink.width + 2 * reach as usize, ink.height + 2 * reach as usize);
    let at = |x: i64, y: i64| {
        let inside = x >= 0 && y >= 0 && (x as usize) < ink.width && (y as usize) < ink.height;
        if inside { ink.cover[y as usize * ink.width + x as usize] } else { 0.0 }
    };
    let mut cover = vec![0.0f32; width * height];
    for y in 0..height as i64 {
        for x in 0..width as i64 {
            let mut most = 0.0f32;
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let near = (by + 0.5 - (dx as f32).hypot(dy as f32)).clamp(0.0, 1.0);
                    most = most.max(near * at(x - reach + dx, y - reach + dy));
                }
            }
            cover[y as usize * width + x as usize] = most;
        }
    }
    Ink { width, height, cover }
}

impl Lettering {
    fn write(self, picture: &mut Picture, text: &Ink, at: (f32, f32), ink: Colour, height: f32) {
        let other = if luma(ink) > 127.0 { [20; 3] } else { [245; 3] };
        let thin = (height * 0.05).max(1.0);
        match self {
            Self::Plain => stamp(picture, text, at, ink),
            Self::Rimmed => {
                stamp(picture, &grown(text, thin), at, other);
                stamp(picture, text, at, ink);
            }
            Self::Hollow => {
                let mut rim = grown(text, thin);
                let reach = thin.ceil() as usize;
                for y in 0..text.height {
                    for x in 0..text.width {
                        rim.cover[(y + reach) * rim.width + x + reach] -= text.cover[y * text.width + x];
                    }
                }
                rim.cover.iter_mut().for_each(|cover| *cover = cover.max(0.0));
                stamp(picture, &rim, at, ink);
            }
            Self::Shadowed => {
                let dark = Ink { cover: text.cover.iter().map(|cover| cover * 0.5).collect(), ..text.clone() };
                stamp(picture, &dark, (at.0 + thin, at.1 + thin), [0; 3]);
                stamp(picture, text, at, ink);
            }
            Self::Embossed => {
                let faint = Ink { cover: text.cover.iter().map(|cover| cover * 0.6).collect(), ..text.clone() };
                stamp(picture, &faint, (at.0, at.1 + thin), other);
                stamp(picture, text, at, ink);
            }
        }
    }
}

/// Which tiles share a colour.
#[derive(Clone, Copy, Debug)]
enum Scheme {
    One,
    Rows,
    Columns,
    Checkered,
    Each,
    /// Tiles in their places have another colour.
    Placed,
}

impl Scheme {
    fn class(self, number: usize, index: usize, cols: usize) -> usize {
        match self {
            Self::One => 0,
            Self::Rows => (number - 1) / cols,
            Self::Columns => (number - 1) % cols,
            Self::Checkered => number % 2,
            Self::Each => number,
            Self::Placed => usize::from(index + 1 == number),
        }
    }
}

/// Size of a cell in pixels: mostly usual, sometimes tiny or that of a screen of 4K.
fn cell_size(rows: usize, cols: usize, least: f32, random: &mut Random) -> f32 {
    let most = rows.max(cols) as f32;
    let range = match random.below(10) {
        0 | 1 => (least, least + 12.0),
        2 | 3 => (600.0 / most, 1400.0 / most),
        _ => (180.0f32 / most + 18.0, 420.0 / most + 20.0),
    };
    random.between(range.0, range.1).max(least).round()
}

/// A board of numbers.
pub fn number_scene(rows: usize, cols: usize, typeface: Typeface, random: &mut Random) -> Scene {
    let board = render::scrambled(rows, cols, random);
    let cell = cell_size(rows, cols, 27.0, random);
    let face = match typeface {
        Typeface::Font(face) => Some(face),
        Typeface::Pen(_) => None,
    };
    let style = Style::random(cell, random);
    let gap = cell * *random.pick(&[0.0, 0.02, 0.05, 0.1, 0.16, 0.22]);
    let frame = cell * *random.pick(&[0.0, 0.05, 0.12, 0.3]);
    let (width, height) = (cell * cols as f32 + 2.0 * frame, cell * rows as f32 + 2.0 * frame);
    let (mut picture, left, top) = surroundings(width, height, cell, face, random);
    let tray = Area::new(left, top, width, height);
    let (base, tray_finish) = (colour(random), *random.pick(&FINISHES));
    let has_tray = random.chance(0.75);
    if has_tray {
        let radius = style.radius.min(frame);
        shape(&mut picture, tray, radius, 1.0, &|x, y| finished(tray_finish, base, 4.0, height, x, y));
    }
    let scheme = *random.pick(&[
        Scheme::One,
        Scheme::One,
        Scheme::One,
        Scheme::Rows,
        Scheme::Columns,
        Scheme::Checkered,
        Scheme::Each,
        Scheme::Placed,
    ]);
    let under = if has_tray { base } else { picture.pixel(left as usize, top as usize) };
    let light_ink = random.chance(0.5);
    let palette: Vec<(Colour, Colour)> = (0..=rows * cols)
        .map(|_| {
            // why: programs with tiles of many colours write on all of them in one ink.
            let ink = if light_ink { [255, 255, 255] } else { [25, 25, 25] };
            let several = !matches!(scheme, Scheme::One | Scheme::Checkered);
            let tile = if several { contrasting(ink, 95.0, random) } else { contrasting(under, 14.0, random) };
            (tile, if several { ink } else { contrasting(tile, 85.0, random) })
        })
        .collect();
    let lettering = *random.pick(&[
        Lettering::Plain,
        Lettering::Plain,
        Lettering::Plain,
        Lettering::Plain,
        Lettering::Rimmed,
        Lettering::Hollow,
        Lettering::Shadowed,
        Lettering::Embossed,
    ]);
    let share = random.between(0.24, 0.6);
    let widest = typeface.draw(&(rows * cols - 1).to_string(), 100.0).map_or(1.0, |ink| ink.width as f32 / 100.0);
    let size = cell - gap;
    // why: strokes thinner than a pixel are fainter than a person can read.
    let least = face.map_or(10.0, |face| (1.1 / face.stroke().max(0.01)).max(10.0)).min(0.62 * size);
    let digit = (cell * share).max(least).min(size * 0.82 / widest.max(0.1));
    let in_corner = random.chance(0.08);
    let blank = random.below(10);
    for (index, &number) in board.iter().enumerate() {
        let (row, col) = ((index / cols) as f32, (index % cols) as f32);
        let area = Area::new(left + frame + col * cell + gap / 2.0, top + frame + row * cell + gap / 2.0, size, size);
        if number == 0 {
            match blank {
                0 => style.paint(&mut picture, area, &|x, y| finished(style.finish, palette[0].0, 1.0, size, x, y)),
                1 => shape(&mut picture, area, style.radius, 1.0, &|x, y| {
                    finished(Finish::Grain, mix(under, [0; 3], 0.3), 1.0, size, x, y)
                }),
                2 => shape(&mut picture, area, style.radius, 0.25, &|_, _| [0; 3]),
                _ => {}
            }
            continue;
        }
        let (tile, ink) = palette[scheme.class(number, index, cols)];
        let phase = index as f32 * 1.7;
        style.paint(&mut picture, area, &|x, y| finished(style.finish, tile, phase, size, x, y));
        let Some(text) = typeface.draw(&number.to_string(), digit) else { continue };
        let (mut x, mut y) = area.centre();
        if in_corner {
            let inset = size * 0.09;
            (x, y) = (area.left + inset + text.width as f32 / 2.0, area.top + inset + text.height as f32 / 2.0);
        }
        lettering.write(&mut picture, &text, (x, y), ink, digit);
    }
    let place = Place { left: left + frame, top: top + frame, cell, cell_height: cell };
    Scene { picture, rows, cols, board, place }
}

/// A board of pieces of a picture and the finished picture.
pub fn picture_scene(
    rows: usize,
    cols: usize,
    photo: &Picture,
    face: Option<&Face>,
    random: &mut Random,
) -> (Scene, Picture) {
    let board = render::scrambled(rows, cols, random);
    let cell = cell_size(rows, cols, 44.0, random);
    let cell_height = if random.chance(0.7) { cell } else { (cell * random.between(0.7, 1.4)).round() };
    let goal = render::crop(photo, cell * cols as f32, cell_height * rows as f32, random);
    let style = Style { finish: Finish::Flat, ..Style::random(cell, random) };
    let style = Style { radius: style.radius.min(0.12 * cell), ..style };
    let gap = (cell * *random.pick(&[0.0, 0.0, 0.01, 0.03, 0.06, 0.1])).round();
    let frame = (cell * *random.pick(&[0.0, 0.0, 0.05, 0.15])).round();
    // why: programs either cut a part of each piece away for the gap, or move whole pieces apart.
    let apart = random.chance(0.5);
    let (step, step_height) = if apart { (cell + gap, cell_height + gap) } else { (cell, cell_height) };
    let (width, height) = (step * cols as f32 + 2.0 * frame, step_height * rows as f32 + 2.0 * frame);
    let (mut picture, left, top) = surroundings(width, height, cell, face, random);
    let base = colour(random);
    if random.chance(0.6) {
        fill(&mut picture, left, top, width, height, 0.0, base);
    }
    if random.chance(0.3) && picture.width() as f32 > left + width + 0.6 * width {
        // The finished picture as a hint beside the board.
        let hint = goal.resized((width * 0.4) as usize, (height * 0.4) as usize);
        paste(&mut picture, &hint, (left + width * 1.1) as i64, top as i64);
    }
    let numbered = face.filter(|_| random.chance(0.2));
    let number_share = random.between(0.16, 0.36);
    let centred = random.chance(0.4);
    let blank = random.below(6);
    for (index, &number) in board.iter().enumerate() {
        let (row, col) = ((index / cols) as f32, (index % cols) as f32);
        let (x, y) = (left + frame + col * step, top + frame + row * step_height);
        let area = Area::new((x + gap / 2.0).floor(), (y + gap / 2.0).floor(), step - gap, step_height - gap);
        if number == 0 {
            match blank {
                0 => shape(&mut picture, area, style.radius, 1.0, &|_, _| base),
                1 => shape(&mut picture, area, style.radius, 0.3, &|_, _| [0; 3]),
                2 => {
                    let grain = |x: f32, y: f32| finished(Finish::Grain, base, 2.0, cell, x, y);
                    shape(&mut picture, area, style.radius, 1.0, &grain);
                }
                _ => {}
            }
            continue;
        }
        let hidden = if apart { 0.0 } else { (gap / 2.0).floor() };
        let from = (((number - 1) % cols) as f32 * cell + hidden, ((number - 1) / cols) as f32 * cell_height + hidden);
        style.paint(&mut picture, area, &|x, y| {
            let (x, y) = ((from.0 + x) as usize, (from.1 + y) as usize);
            goal.pixel(x.min(goal.width() - 1), y.min(goal.height() - 1))
        });
        if let Some(face) = numbered {
            let height = (cell * number_share).max(10.0);
            if let Some(text) = face.draw(&number.to_string(), height, 0.0, Linear::UPRIGHT) {
                let corner = (area.left + height * 0.3 + text.width as f32 / 2.0, area.top + height * 0.8);
                let at = if centred { area.centre() } else { corner };
                Lettering::Rimmed.write(&mut picture, &text, at, [255; 3], height);
            }
        }
    }
    let place = Place { left: left + frame, top: top + frame, cell: step, cell_height: step_height };
    (Scene { picture, rows, cols, board, place }, goal)
}

fn paste(picture: &mut Picture, other: &Picture, left: i64, top: i64) {
    for y in 0..other.height() {
        for x in 0..other.width() {
            picture.set_pixel(left + x as i64, top + y as i64, other.pixel(x, y));
        }
    }
}

/// A random board of blocks: letters, `.` empty.
pub fn random_blocks(rows: usize, cols: usize, random: &mut Random) -> Vec<String> {
    let mut cells = vec![b'.'; rows * cols];
    let shapes: &[(usize, usize)] = if random.chance(0.5) {
        &[(1, 2), (2, 1), (1, 3), (3, 1)]
    } else {
        &[(2, 2), (1, 2), (2, 1), (2, 1), (1, 1), (1, 1)]
    };
    let mut letter = b'A';
    for attempt in 0..60 {
        let (height, width) = if attempt == 0 { shapes[0] } else { *random.pick(shapes) };
        let (row, col) = (random.below(rows - height + 1), random.below(cols - width + 1));
        let places: Vec<usize> =
            (row..row + height).flat_map(|r| (col..col + width).map(move |c| r * cols + c)).collect();
        let empty = cells.iter().filter(|cell| **cell == b'.').count();
        if letter <= b'W' && empty >= places.len() + 2 && places.iter().all(|&cell| cells[cell] == b'.') {
            places.iter().for_each(|&cell| cells[cell] = letter);
            letter += 1;
        }
    }
    cells.chunks(cols).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// A board of blocks; `letters` are its rows.
pub fn block_scene(letters: &[&str], face: Option<&Face>, random: &mut Random) -> Scene {
    let (rows, cols) = (letters.len(), letters[0].len());
    let cell = cell_size(rows, cols, 30.0, random);
    let frame = cell * *random.pick(&[0.0, 0.06, 0.15, 0.4]);
    let (width, height) = (cell * cols as f32 + 2.0 * frame, cell * rows as f32 + 2.0 * frame);
    let (mut picture, left, top) = surroundings(width, height, cell, face, random);
    let (frame_colour, frame_finish) = (colour(random), *random.pick(&FINISHES));
    let tray = Area::new(left, top, width, height);
    shape(&mut picture, tray, 0.0, 1.0, &|x, y| finished(frame_finish, frame_colour, 3.0, height, x, y));
    let ground = contrasting(frame_colour, 20.0, random);
    let inner = tray.grown(-frame);
    fill(&mut picture, inner.left, inner.top, inner.width, inner.height, 0.0, ground);
    if random.chance(0.4) {
        let line = mix(ground, contrasting(ground, 60.0, random), 0.35);
        for k in 0..=cols.max(rows) {
            let along = k as f32 * cell;
            if k <= cols {
                fill(&mut picture, (inner.left + along).floor(), inner.top, 1.0, inner.height, 0.0, line);
            }
            if k <= rows {
                fill(&mut picture, inner.left, (inner.top + along).floor(), inner.width, 1.0, 0.0, line);
            }
        }
    }
    // The way out.
    if frame > 3.0 && random.chance(0.6) {
        if random.chance(0.5) {
            let row = random.below(rows) as f32;
            fill(&mut picture, inner.left + inner.width, inner.top + row * cell, frame, cell, 0.0, ground);
        } else {
            let x = inner.left + (cols as f32 / 2.0 - 1.0) * cell;
            fill(&mut picture, x, inner.top + inner.height, 2.0 * cell, frame, 0.0, ground);
        }
    }
    let style = Style::random(cell, random);
    let gap = cell * *random.pick(&[0.0, 0.02, 0.04, 0.08, 0.12]);
    // why: without gap, border or bevel only the colour tells blocks apart.
    let told = gap >= 1.0 || style.border.is_some() || style.bevel > 0.5;
    let one_colour = (told && random.chance(0.35)).then(|| contrasting(ground, 40.0, random));
    let labelled = face.filter(|_| random.chance(0.2));
    let mut done: Vec<u8> = Vec::new();
    let mut used: Vec<Colour> = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let letter = letters[row].as_bytes()[col];
            if letter == b'.' || done.contains(&letter) {
                continue;
            }
            done.push(letter);
            let has = |r: usize, c: usize| r < rows && c < cols && letters[r].as_bytes()[c] == letter;
            let across = (col..cols).take_while(|&c| has(row, c)).count() as f32;
            let down = (row..rows).take_while(|&r| has(r, col)).count() as f32;
            let ink = if done.len() == 1 && random.chance(0.7) {
                [205, 40, 45]
            } else {
                one_colour.unwrap_or_else(|| unlike(&used, ground, random))
            };
            used.push(ink);
            let area = Area::new(
                inner.left + col as f32 * cell + gap / 2.0,
                inner.top + row as f32 * cell + gap / 2.0,
                across * cell - gap,
                down * cell - gap,
            );
            let phase = done.len() as f32 * 2.1;
            style.paint(&mut picture, area, &|x, y| finished(style.finish, ink, phase, area.height, x, y));
            if let Some(face) = labelled {
                let text = char::from(letter).to_string();
                if let Some(text) = face.draw(&text, cell * 0.35, 0.0, Linear::UPRIGHT) {
                    stamp(&mut picture, &text, area.centre(), contrasting(ink, 80.0, &mut random.clone()));
                }
            }
        }
    }
    let place = Place { left: inner.left, top: inner.top, cell, cell_height: cell };
    Scene { picture, rows, cols, board: Vec::new(), place }
}

/// A colour that differs from the ground and from all that are used, as far as possible.
fn unlike(used: &[Colour], ground: Colour, random: &mut Random) -> Colour {
    let apart = |a: Colour, b: Colour| (0..3).map(|c| a[c].abs_diff(b[c])).max().unwrap_or(0);
    let least = |found: &Colour| used.iter().chain([&ground]).map(|&other| apart(*found, other)).min().unwrap_or(0);
    (0..40).map(|_| std::array::from_fn(|_| random.between(30.0, 250.0) as u8)).max_by_key(least).unwrap_or([200; 3])
}
