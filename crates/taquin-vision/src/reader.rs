//! From a picture to a reading: which ways are tried, in which order, and what is believed.

use crate::{
    blocks::{self, BlockBoard},
    digits::Classifier,
    geometry::{Homography, Point, Quad, is_convex, rectangle},
    grid::{self, Comb, Grid, MOST},
    jigsaw,
    numbers::{self, NumberBoard, Numeral},
    picture::Picture,
    pieces::{self, Pieces},
    reading::{Kind, Place, Reading, Status, one_line},
    rectify,
};

/// What the caller knows about a picture.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Rows and columns of the board.
    pub size: Option<(usize, usize)>,
    /// Corners of the board: top left, top right, bottom right, bottom left.
    pub corners: Option<Quad>,
    /// The finished picture.
    pub goal_picture: Option<Picture>,
    /// The goal's blank.
    pub goal_blank: Option<Place>,
    /// The kind of puzzle.
    pub kind: Option<Kind>,
}

impl Options {
    /// The goal's blank as a cell counted row by row from 0, if it is known and the board has it.
    fn blank_cell(&self, rows: usize, cols: usize) -> Option<usize> {
        let (row, col) = self.goal_blank?;
        ((1..=rows).contains(&row) && (1..=cols).contains(&col)).then(|| (row - 1) * cols + col - 1)
    }
}

/// Reads pictures; holds the digit classifier.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    classifier: Classifier,
}

/// How many rows or columns a board may have.
const SIDES: std::ops::RangeInclusive<usize> = 2..=MOST;
/// Longest side of the picture that is worked on.
const WORKING_SIDE: usize = 1600;
/// Longest side of the picture at a second look, if the first told little, and the most that it is stretched.
const FINER_SIDE: usize = 2600;
const FINEST: f64 = 2.0;
/// A picture smaller than this is doubled, so that thin gaps between digits survive.
const SMALL_SIDE: usize = 640;
/// Longest side of a photo whose perspective is undone: its lines are blurred, so more pixels bring nothing.
const UPRIGHT_SIDE: usize = 800;
/// Boards that lines cut in which numbers are looked for.
const NUMBERED_GRIDS: usize = 4;
/// Pixels of a cell's side when the corners are given.
const CELL: f64 = 72.0;

impl Reader {
    /// A reader with the crate's own classifier.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the puzzle that a picture shows.
    #[must_use]
    pub fn read(&self, picture: &Picture, options: &Options) -> Reading {
        if let Some((rows, cols)) = options.size.filter(|(rows, cols)| !(SIDES.contains(rows) && SIDES.contains(cols)))
        {
            let sides = format!("from {} to {}", SIDES.start(), SIDES.end());
            return Reading::none(&format!("a board of {rows}x{cols} cannot be read: rows and columns go {sides}"));
        }
        if picture.width().min(picture.height()) < 24 {
            return Reading::none("the picture is too small: at least 24 pixels on each side are needed");
        }
        let scale = working_scale(picture);
        let first = self.read_scaled(picture, scale, options);
        let finer = (FINER_SIDE as f64 / picture.width().max(picture.height()) as f64).min(FINEST);
        let numbers = options.kind.is_none_or(|kind| kind == Kind::Numbers) && options.goal_picture.is_none();
        let mut reading = if is_vague(&first) && numbers && options.corners.is_none() && finer > 1.2 * scale {
            // why: a board may be a small part of a large screen or photo; more pixels show its digits.
            let second = self.read_scaled(picture, finer, &Options { kind: Some(Kind::Numbers), ..options.clone() });
            if is_vague(&second) { first } else { second }
        } else {
            first
        };
        if let Some((row, col)) = options.goal_blank
            && reading.board.is_some()
            && options.blank_cell(reading.rows, reading.cols).is_none()
        {
            let size = format!("{}x{}", reading.rows, reading.cols);
            reading.remark(&format!("the goal's blank in row {row}, column {col} is not on a board of {size}"));
        }
        reading
    }

    /// Reads the picture scaled by a factor; corners are those of the picture itself.
    fn read_scaled(&self, picture: &Picture, scale: f64, options: &Options) -> Reading {
        let resized;
        let working = if (scale - 1.0).abs() < 1e-9 {
            picture
        } else {
            let size = |side: usize| ((side as f64 * scale).round() as usize).max(1);
            resized = picture.resized(size(picture.width()), size(picture.height()));
            &resized
        };
        let scale = working.width() as f64 / picture.width() as f64;
        let mut reading = match options.corners {
            None => self.read_working(working, picture, options),
            Some(corners) => {
                let corners = corners.map(|corner| Point::new(corner.x * scale, corner.y * scale));
                self.read_corners(working, &corners, options)
            }
        };
        if let Some(corners) = &mut reading.corners {
            *corners = corners.map(|corner| Point::new(corner.x / scale, corner.y / scale));
        }
        reading
    }

    fn read_working(&self, working: &Picture, original: &Picture, options: &Options) -> Reading {
        let wants = |kind: Kind| options.kind.is_none_or(|wanted| wanted == kind);
        let numerals = if wants(Kind::Numbers) && options.goal_picture.is_none() {
            numbers::numerals(&working.grey(), &self.classifier)
        } else {
            Vec::new()
        };
        let numbered = numbers::read(working, &self.classifier, &numerals, options.size);
        if let Some(board) = numbered.as_ref().filter(|board| board.is_plain()) {
            return number_reading(board, options);
        }
        let (upright, grids) = boards(working, original, options.size);
        let numbered = if wants(Kind::Numbers) && options.goal_picture.is_none() {
            self.better_numbers(working, &numerals, numbered, &upright, &grids)
        } else {
            numbered
        };
        if let Some(board) = numbered.as_ref().filter(|board| board.is_clear()) {
            return number_reading(board, options);
        }
        if wants(Kind::Blocks)
            && options.goal_picture.is_none()
            && options.size.is_none()
            && let Some((grid, board)) = blocks::find(&upright.picture, grids.first())
        {
            return block_reading(&upright, &grid, board);
        }
        let reading = grid_reading(&upright, &grids, options);
        match (reading, numbered) {
            // why: plain tiles with numbers that are hard to read look like blocks.
            (Some(reading), Some(board)) if reading.kind == Kind::Blocks && board.is_likely() => {
                number_reading(&board, options)
            }
            (Some(reading), _) => reading,
            (None, Some(board)) if board.is_likely() => number_reading(&board, options),
            (None, _) => Reading::none("no puzzle was found in the picture"),
        }
    }

    /// The numbers in the cells that lines cut, if they are clearer than those of the lattice that was fitted to numbers
    /// recognised at first sight: a strange type face hides numbers from the first, faint lines the cells from the
    /// second.
    fn better_numbers(
        &self,
        working: &Picture,
        numerals: &[Numeral],
        fitted: Option<NumberBoard>,
        upright: &Upright,
        grids: &[Grid],
    ) -> Option<NumberBoard> {
        let ruled = grids.iter().take(NUMBERED_GRIDS).filter(|grid| grid.cuts > 0.1).filter_map(|grid| {
            let cells = Homography::from_rows([
                grid.across.pitch,
                0.0,
                grid.across.start + (grid.across.tile - grid.across.pitch) / 2.0,
                0.0,
                grid.down.pitch,
                grid.down.start + (grid.down.tile - grid.down.pitch) / 2.0,
                0.0,
                0.0,
                1.0,
            ]);
            let map = upright.map.map_or(cells, |map| cells.then(&map));
            let size = (grid.down.count, grid.across.count);
            let whole = numbers::read_map(working, &self.classifier, map, size);
            let marked = numbers::read_marks(working, &self.classifier, numerals, map, size);
            let mut board = [whole, marked].into_iter().flatten().max_by(|a, b| a.evidence.total_cmp(&b.evidence))?;
            // why: that lines cut the picture where the numbers stand speaks for both.
            board.evidence += 0.75;
            (board.fit > -3.0).then_some(board)
        });
        // why: specks of a photograph pass for digits and stand in rows by chance; where lines cut a larger board, numbers
        // elsewhere must be clear to be believed.
        let extent = |[a, b, c, d]: Quad| (a.distance(b) + d.distance(c)) * (a.distance(d) + b.distance(c)) / 4.0;
        let cut = |board: &NumberBoard| {
            let larger = |grid: &&Grid| extent(upright.corners(grid)) > 1.3 * extent(board.quad);
            grids.first().filter(larger).is_some_and(|grid| grid.cuts > 0.25 && grid.score > 200.0)
        };
        let fitted = fitted.filter(|board| board.fit > -0.8 || !cut(board));
        fitted.into_iter().chain(ruled).max_by(|a, b| a.evidence.total_cmp(&b.evidence))
    }

    /// Reads the board inside given corners.
    fn read_corners(&self, working: &Picture, corners: &Quad, options: &Options) -> Reading {
        if !is_convex(corners, 400.0) {
            return Reading::none(
                "the corners do not go clockwise round a board: top left, top right, bottom right, bottom left",
            );
        }
        let [a, b, c, d] = *corners;
        let (across, down) = ((a.distance(b) + d.distance(c)) / 2.0, (a.distance(d) + b.distance(c)) / 2.0);
        let zoom = match options.size {
            Some((rows, _)) => CELL * rows as f64 / down,
            None => (600.0 / across.max(down)).max(0.25),
        }
        .min(4.0);
        let (width, height) = ((across * zoom).max(48.0), (down * zoom).max(48.0));
        let margin = 0.04 * width.min(height);
        let inner = rectangle(margin, margin, width, height);
        let Some(map) = Homography::between(&inner, corners) else {
            return Reading::none("the corners are no quadrilateral");
        };
        let size = ((width + 2.0 * margin) as usize, (height + 2.0 * margin) as usize);
        let upright = Upright { picture: working.warped(size.0, size.1, &map), map: Some(map), slack: 2 };
        let wants = |kind: Kind| options.kind.is_none_or(|wanted| wanted == kind);
        if wants(Kind::Numbers) && options.goal_picture.is_none() {
            let board = match options.size {
                Some(size) => numbers::read_quad(&upright.picture, &self.classifier, &inner, size),
                None => {
                    let numerals = numbers::numerals(&upright.picture.grey(), &self.classifier);
                    numbers::read(&upright.picture, &self.classifier, &numerals, None)
                }
            };
            if let Some(mut board) =
                board.filter(|board| options.size.is_some() && board.fit > -3.5 || board.is_clear())
            {
                board.quad = board.quad.map(|corner| map.apply(corner));
                return number_reading(&board, options);
            }
        }
        let mut grids = grid::grids(&upright.picture, 2, options.size);
        grids.retain(|grid| {
            grid.across.end() - grid.across.start > 0.85 * width && grid.down.end() - grid.down.start > 0.85 * height
        });
        if let (true, Some((rows, cols))) = (grids.is_empty(), options.size) {
            let comb = |count: usize, extent: f64| {
                let pitch = extent / count as f64;
                Comb { start: margin, pitch, tile: pitch, count }
            };
            // why: whoever gives corners, rows and columns knows that there is a board.
            let (score, cuts) = (f64::INFINITY, 1.0);
            grids.push(Grid { across: comb(cols, width), down: comb(rows, height), score, cuts });
        }
        grid_reading(&upright, &grids, options)
            .unwrap_or_else(|| Reading::none("no puzzle was found inside the corners; give its rows and columns too"))
    }
}

/// The boards that lines cut, in a view in which they are upright and level.
fn boards(working: &Picture, original: &Picture, size: Option<(usize, usize)>) -> (Upright, Vec<Grid>) {
    let plain = || {
        if original.width() < working.width() {
            // why: doubling helps digits, but softens the lines between tiles.
            let map = Homography::scaling(working.width() as f64 / original.width() as f64);
            Upright { picture: original.clone(), map: Some(map), slack: 1 }
        } else {
            Upright { picture: working.clone(), map: None, slack: 1 }
        }
    };
    let looked_at = |upright: Upright| {
        let grids = grid::grids(&upright.picture, upright.slack, size);
        (upright, grids)
    };
    // why: scores are counted in pixels of the view.
    let weight = |(upright, grids): &(Upright, Vec<Grid>)| {
        let side = upright.picture.width().max(upright.picture.height()) as f64;
        grids.first().map_or(0.0, |grid| grid.score / side)
    };
    let Some(turned) = rectify::rectification(&working.grey()).and_then(|map| Upright::new(working, &map)) else {
        return looked_at(plain());
    };
    // why: slanted things in a screenshot look like perspective; lines that are upright as they are tell better.
    let (turned, plain) = (looked_at(turned), looked_at(plain()));
    if weight(&plain) >= 0.8 * weight(&turned) && !plain.1.is_empty() { plain } else { turned }
}

/// Whether so little is known that a look with more pixels is worth its time.
fn is_vague(reading: &Reading) -> bool {
    reading.status != Status::Read
        && (reading.kind != Kind::Numbers || reading.doubtful.len() * 4 > reading.cells.len())
}

fn working_scale(picture: &Picture) -> f64 {
    let longest = picture.width().max(picture.height());
    if longest > WORKING_SIDE {
        WORKING_SIDE as f64 / longest as f64
    } else if longest < SMALL_SIDE {
        2.0
    } else {
        1.0
    }
}

/// A picture whose lines are upright and level, and the map from it to the picture that it was made from.
struct Upright {
    picture: Picture,
    map: Option<Homography>,
    /// How far lines may be from where they should be.
    slack: i64,
}

impl Upright {
    fn new(working: &Picture, map: &Homography) -> Option<Self> {
        let (width, height, map) = framed(working, map)?;
        Some(Self { picture: working.warped(width, height, &map), map: Some(map), slack: 2 })
    }

    fn corners(&self, grid: &Grid) -> Quad {
        let (left, top) = (grid.across.start, grid.down.start);
        let quad = rectangle(left, top, grid.across.end() - left, grid.down.end() - top);
        quad.map(|corner| self.map.map_or(corner, |map| map.apply(corner)))
    }
}

/// Shifts and scales an upright view so that it shows the whole picture, within reason.
fn framed(working: &Picture, map: &Homography) -> Option<(usize, usize, Homography)> {
    let (width, height) = (working.width() as f64, working.height() as f64);
    let back = map.inverse()?;
    let corners = rectangle(0.0, 0.0, width, height).map(|corner| back.apply(corner));
    if !is_convex(&corners, 400.0) {
        return None;
    }
    let low = |values: [f64; 4], least: f64| values.into_iter().fold(f64::INFINITY, f64::min).max(least);
    let high = |values: [f64; 4], most: f64| values.into_iter().fold(f64::NEG_INFINITY, f64::max).min(most);
    let (xs, ys) = (corners.map(|corner| corner.x), corners.map(|corner| corner.y));
    let (left, right) = (low(xs, -0.4 * width), high(xs, 1.4 * width));
    let (top, bottom) = (low(ys, -0.4 * height), high(ys, 1.4 * height));
    let scale = (UPRIGHT_SIDE as f64 / (right - left).max(bottom - top)).min(1.0);
    let into = Homography::scaling(1.0 / scale).then(&Homography::shift(left, top)).then(map);
    Some((((right - left) * scale) as usize, ((bottom - top) * scale) as usize, into))
}

fn number_reading(board: &NumberBoard, options: &Options) -> Reading {
    let (rows, cols) = (board.rows, board.cols);
    let mut reading = Reading::board(Kind::Numbers, (rows, cols), board.confidence.clone(), board.quad);
    reading.board = Some(one_line(&board.numbers, cols));
    let blank = options.blank_cell(rows, cols).unwrap_or(board.missing.saturating_sub(1));
    reading.goal_blank = Some((blank / cols + 1, blank % cols + 1));
    if let Some(remark) = &board.remark {
        reading.remark(remark);
    }
    reading
}

fn grid_reading(upright: &Upright, grids: &[Grid], options: &Options) -> Option<Reading> {
    let wants = |kind: Kind| options.kind.is_none_or(|wanted| wanted == kind);
    if let Some(goal) = &options.goal_picture {
        return matched_reading(upright, grids, goal, options);
    }
    let grid = grids.first().filter(|grid| grid.cuts > 0.14 && grid.score > 40.0)?;
    let pieces = Pieces::cut(&upright.picture, grid);
    let as_blocks = blocks::likelihood(&upright.picture, grid, &pieces);
    // why: pieces with much sky are joined too, and there are no block puzzles as small as that.
    let is_small = pieces.rows * pieces.cols < 12;
    if wants(Kind::Blocks) && (as_blocks > 0.5 && !is_small || !wants(Kind::Picture)) {
        return Some(block_reading(upright, grid, blocks::read(&upright.picture, grid, &pieces)));
    }
    if !wants(Kind::Picture) {
        return None;
    }
    let blank = options.blank_cell(pieces.rows, pieces.cols);
    let found = jigsaw::arrange(&upright.picture, grid, &pieces, blank);
    let best = found.first()?;
    let in_place = best.places.iter().enumerate().filter(|(cell, place)| **place == Some(*cell)).count();
    let is_whole = in_place * 5 >= best.places.len() * 4;
    // why: light that falls unevenly on tiles of one colour makes each fit best where it is.
    let sure = |confidence: f64| if is_whole { confidence.min(0.4) } else { confidence };
    let confidence = best.confidence.iter().copied().map(sure).collect();
    let mut reading = picture_reading(upright, grid, &best.places, best.blank, confidence);
    if is_whole {
        reading.remark("nearly all pieces are in their places already");
    }
    let close: Vec<&jigsaw::Arrangement> =
        found[1..].iter().filter(|other| other.score < best.score + 0.15 * best.score.abs() + 0.5).collect();
    reading.proposals =
        close.iter().map(|other| one_line(&tile_numbers(&other.places, other.blank), grid.across.count)).collect();
    if !reading.proposals.is_empty() {
        reading.remark("the goal's gap may be in another corner");
    }
    Some(reading)
}

/// Matches the pieces of every grid with the finished picture and takes the grid that fits best.
fn matched_reading(upright: &Upright, grids: &[Grid], goal: &Picture, options: &Options) -> Option<Reading> {
    let matches: Vec<(&Grid, pieces::Match)> = grids
        .iter()
        .map(|grid| {
            let pieces = Pieces::cut(&upright.picture, grid);
            let (rows, cols) = (pieces.rows, pieces.cols);
            let blank = options.blank_cell(rows, cols);
            (grid, pieces::match_goal(&pieces, &Pieces::cut_whole(goal, rows, cols), blank))
        })
        .collect();
    let least = matches.iter().map(|(_, found)| found.difference).fold(f64::INFINITY, f64::min);
    // why: a board cut finer than it is matches as well; of those that match about as well the clearest cuts count.
    let (grid, found) = matches.into_iter().find(|(_, found)| found.difference <= 1.3 * least + 1.5)?;
    let mut reading = picture_reading(upright, grid, &found.places, found.blank, found.confidence.clone());
    if found.difference > 38.0 {
        reading.remark("the pieces hardly match the finished picture");
    }
    Some(reading)
}

fn picture_reading(
    upright: &Upright,
    grid: &Grid,
    places: &[Option<usize>],
    blank: usize,
    confidence: Vec<f64>,
) -> Reading {
    let (rows, cols) = (grid.down.count, grid.across.count);
    let mut reading = Reading::board(Kind::Picture, (rows, cols), confidence, upright.corners(grid));
    let numbers = tile_numbers(places, blank);
    let shown: Vec<usize> = places.iter().map(|place| place.map_or(0, |place| place + 1)).collect();
    if !numbers::is_solvable(&shown, blank + 1, rows, cols) {
        reading.remark("the board as read cannot be solved: two pieces that look alike may be exchanged");
    }
    reading.board = Some(one_line(&numbers, cols));
    reading.goal_blank = Some((blank / cols + 1, blank % cols + 1));
    reading.gaps = [&grid.across, &grid.down].map(|comb| 1.0 - comb.tile / comb.pitch);
    reading
}

/// Tiles numbered by their places over all places but the goal's blank.
fn tile_numbers(places: &[Option<usize>], blank: usize) -> Vec<usize> {
    let number = |place: usize| if place > blank { place } else { place + 1 };
    places.iter().map(|place| place.map_or(0, number)).collect()
}

fn block_reading(upright: &Upright, grid: &Grid, board: BlockBoard) -> Reading {
    let size = (grid.down.count, grid.across.count);
    let mut reading = Reading::board(Kind::Blocks, size, board.confidence, upright.corners(grid));
    reading.blocks = Some(board.rows.join("/"));
    if !board.rows.iter().any(|row| row.contains('X')) {
        reading.remark("which block is to be brought to the goal is not known");
    }
    reading
}
