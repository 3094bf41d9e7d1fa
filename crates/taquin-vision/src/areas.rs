//! Areas of one colour or of a soft change of colours, and the lattice on which their outlines lie: blocks tell the cells
//! of a board by their own size and place, however frames, shadows and bevels are drawn.

use crate::{
    components::{Component, Labels},
    grid::{Comb, Grid},
    picture::Picture,
};

/// A connected area: its bounding box (right and bottom exclusive) and how it fills it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) right: usize,
    pub(crate) bottom: usize,
    /// Pixels.
    size: usize,
    /// Pixels with those between the outermost of each row: holes do not count.
    spanned: usize,
}

impl Area {
    fn width(&self) -> f64 {
        (self.right - self.left) as f64
    }

    fn height(&self) -> f64 {
        (self.bottom - self.top) as f64
    }

    /// Whether it is a rectangle, perhaps with round corners and with things drawn on it.
    fn is_rectangle(&self) -> bool {
        let whole = self.width() * self.height();
        self.width().min(self.height()) >= NARROWEST
            && self.width().max(self.height()) <= 8.0 * self.width().min(self.height())
            && self.spanned as f64 >= 0.84 * whole
            && self.size as f64 >= 0.6 * whole
    }

    fn contains(&self, other: &Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }
}

/// The areas of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    width: usize,
    height: usize,
    /// Which area each pixel belongs to.
    names: Vec<u32>,
    areas: Vec<Area>,
}

/// The narrowest block in pixels.
const NARROWEST: f64 = 12.0;
/// Rectangles that are looked at, the largest first.
const MOST_RECTANGLES: usize = 160;
/// Sizes of a cell that are tried, those between most rectangles first.
const MOST_PITCHES: usize = 60;
/// The most cells of a block's side.
const LONGEST: usize = 6;
/// How far an edge may be from its place, as a share of a cell.
const TOLERANCE: f64 = 0.075;

impl Areas {
    pub(crate) fn new(picture: &Picture) -> Self {
        let (width, height, pixels) = (picture.width(), picture.height(), picture.pixels());
        let step = |a: usize, b: usize| (0..3).map(|c| pixels[a][c].abs_diff(pixels[b][c])).max().unwrap_or(0);
        // why: JPEG and cameras add noise; the usual change between neighbours tells how much.
        let mut sample: Vec<u8> = (1..width * height).step_by(7).map(|i| step(i - 1, i)).collect();
        sample.sort_unstable();
        let noise = sample.get(sample.len() * 6 / 10).copied().unwrap_or(0);
        let limit = 5 + 2 * noise.min(3);
        let mut parents: Vec<u32> = (0..(width * height) as u32).collect();
        for y in 0..height {
            for x in 0..width {
                let i = y * width + x;
                if x + 1 < width && step(i, i + 1) <= limit {
                    unite(&mut parents, i as u32, i as u32 + 1);
                }
                if y + 1 < height && step(i, i + width) <= limit {
                    unite(&mut parents, i as u32, (i + width) as u32);
                }
            }
        }
        let mut names = vec![0u32; width * height];
        let mut areas: Vec<Area> = Vec::new();
        // why: the root of each area is its first pixel, so it is met before all others.
        let mut rows: Vec<(usize, usize, usize)> = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let i = y * width + x;
                let root = find(&mut parents, i as u32) as usize;
                if root == i {
                    names[i] = areas.len() as u32;
                    areas.push(Area { left: x, top: y, right: x + 1, bottom: y + 1, size: 0, spanned: 0 });
                    rows.push((y, x, x));
                }
                let name = names[root];
                names[i] = name;
                let area = &mut areas[name as usize];
                area.left = area.left.min(x);
                area.right = area.right.max(x + 1);
                area.bottom = y + 1;
                area.size += 1;
                let row = &mut rows[name as usize];
                if row.0 != y {
                    area.spanned += row.2 - row.1 + 1;
                    *row = (y, x, x);
                }
                row.2 = x;
            }
        }
        for (area, row) in areas.iter_mut().zip(&rows) {
            area.spanned += row.2 - row.1 + 1;
        }
        Self { width, height, names, areas }
    }

    /// What stands on the ground: bounding boxes of all that is not page, panel or frame, the largest first.
    ///
    /// Pages and panels are large areas at the picture's edge, frames large areas round others.
    pub(crate) fn things(&self) -> Vec<Component> {
        let least = self.width * self.height / 64;
        let is_ground = |area: &Area| {
            let at_edge = area.left == 0 || area.top == 0 || area.right == self.width || area.bottom == self.height;
            area.size >= least && (at_edge || area.spanned >= 2 * area.size)
        };
        let ground: Vec<bool> = self.areas.iter().map(is_ground).collect();
        let labels = Labels::new(self.width, self.height, |i| !ground[self.names[i] as usize]);
        let mut things: Vec<Component> =
            labels.components.into_iter().filter(|c| c.width().min(c.height()) >= 24).collect();
        things.sort_by_key(|c| std::cmp::Reverse(c.width() * c.height()));
        things.truncate(128);
        things
    }

    /// Deviation of the colours inside an area.
    fn unevenness(&self, picture: &Picture, name: usize) -> f32 {
        const POINTS: usize = 16;
        let area = &self.areas[name];
        let mut seen: Vec<[f32; 3]> = Vec::new();
        for k in 0..POINTS * POINTS {
            let x = area.left + (area.right - area.left) * (k % POINTS) / POINTS;
            let y = area.top + (area.bottom - area.top) * (k / POINTS) / POINTS;
            if self.names[y * self.width + x] as usize == name {
                seen.push(picture.pixel(x, y).map(f32::from));
            }
        }
        let count = seen.len().max(1) as f32;
        let mean: [f32; 3] = std::array::from_fn(|c| seen.iter().map(|p| p[c]).sum::<f32>() / count);
        let square: f32 = seen.iter().map(|p| (0..3).map(|c| (p[c] - mean[c]).powi(2)).sum::<f32>() / 3.0).sum();
        (square / count).sqrt()
    }

    /// The areas that each cover some share of a cell, the largest share first.
    fn shares(&self, left: f64, top: f64, pitch: (f64, f64)) -> Vec<(usize, f64)> {
        const POINTS: usize = 14;
        let mut seen: Vec<(usize, f64)> = Vec::new();
        for k in 0..POINTS * POINTS {
            let place = |k: usize| 0.08 + 0.84 * (k as f64 + 0.5) / POINTS as f64;
            let (x, y) = (left + pitch.0 * place(k % POINTS), top + pitch.1 * place(k / POINTS));
            if x < 0.0 || y < 0.0 || x >= self.width as f64 || y >= self.height as f64 {
                continue;
            }
            let name = self.names[y as usize * self.width + x as usize] as usize;
            let share = 1.0 / (POINTS * POINTS) as f64;
            match seen.iter_mut().find(|(known, _)| *known == name) {
                Some(slot) => slot.1 += share,
                None => seen.push((name, share)),
            }
        }
        seen.sort_by(|a, b| b.1.total_cmp(&a.1));
        seen
    }
}

fn find(parents: &mut [u32], mut i: u32) -> u32 {
    while parents[i as usize] != i {
        let above = parents[parents[i as usize] as usize];
        parents[i as usize] = above;
        i = above;
    }
    i
}

fn unite(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}

/// A rectangle and the cells that it covers, counted from those of the first one looked at.
#[derive(Clone, Copy, Debug)]
struct Member {
    area: usize,
    row: i32,
    col: i32,
    rows: i32,
    cols: i32,
}

/// What a cell of a board of blocks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// Part of the area with this number.
    Block(usize),
    /// Part of the ground.
    Empty,
    Wall,
    /// Nothing that can be told.
    Unknown,
}

/// A board of blocks: its cells in the picture and what they are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) grid: Grid,
    pub(crate) cells: Vec<Cell>,
    /// Whether the ground shows in some cell; if not, empty cells are drawn as areas too.
    pub(crate) has_ground: bool,
    /// The areas that are rectangles on the lattice.
    rectangles: Vec<usize>,
    /// How much the colours inside half of them deviate at least.
    pub(crate) unevenness: f32,
}

/// Rectangles on one lattice.
struct Family {
    members: Vec<Member>,
    /// Where the cells begin, and their size.
    start: (f64, f64),
    pitch: (f64, f64),
}

impl Layout {
    /// Whether a cell is wall, ground or part of a rectangle.
    pub(crate) fn is_rectangle(&self, cell: usize) -> bool {
        match self.cells[cell] {
            Cell::Block(area) => self.rectangles.contains(&area),
            Cell::Empty | Cell::Wall => true,
            Cell::Unknown => false,
        }
    }

    /// The board of blocks that a picture shows; `None` if there is none with blocks of several cells.
    pub(crate) fn find(picture: &Picture) -> Option<Self> {
        let areas = Areas::new(picture);
        let mut rectangles: Vec<usize> = (0..areas.areas.len()).filter(|&i| areas.areas[i].is_rectangle()).collect();
        rectangles.sort_by_key(|&i| std::cmp::Reverse(areas.areas[i].size));
        rectangles.truncate(MOST_RECTANGLES);
        let family = pitches(&areas, &rectangles)
            .into_iter()
            .filter_map(|pitch| family(&areas, &rectangles, pitch))
            .max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
        let several = family.members.iter().filter(|m| m.rows * m.cols > 1).count();
        if family.members.len() < 4 || several == 0 {
            return None;
        }
        // why: blocks that are all two cells thick are cut too finely.
        let thin = |cells: fn(&Member) -> i32| family.members.iter().any(|member| cells(member) == 1);
        if !thin(|m| m.rows) || !thin(|m| m.cols) {
            return None;
        }
        let mut layout = Self::of(&areas, &family)?;
        let mut uneven: Vec<f32> = layout.rectangles.iter().map(|&name| areas.unevenness(picture, name)).collect();
        uneven.sort_by(f32::total_cmp);
        layout.unevenness = uneven[uneven.len() / 2];
        Some(layout)
    }

    fn of(areas: &Areas, family: &Family) -> Option<Self> {
        let mut range = Range::around(&family.members);
        let named = |name: usize| family.members.iter().any(|member| member.area == name);
        let wall = (0..areas.areas.len()).filter(|&name| !named(name)).find(|&name| {
            let area = &areas.areas[name];
            let beyond = range.beyond(family, area);
            // why: the page itself goes round the board as well, but to the edge of the picture.
            let inside = area.left > 0 && area.top > 0 && area.right < areas.width && area.bottom < areas.height;
            inside
                && beyond.iter().filter(|far| (0.5..1.7).contains(*far)).count() >= 3
                && beyond.iter().all(|far| (-0.4..1.7).contains(far))
                && area.size as f64 > 0.25 * family.pitch.0 * family.pitch.1 * range.ring() as f64
        });
        if let Some(wall) = wall {
            range.widen(range.beyond(family, &areas.areas[wall]));
        }
        let ground = ground(areas, family, &range, wall);
        // How far an area goes beyond the cells, if it ends between cells on all sides.
        let framed = |name: usize, tolerance: f64| {
            let beyond = range.beyond(family, &areas.areas[name]);
            let even = |far: &f64| (-0.6..4.3).contains(far) && (far - far.round()).abs() < tolerance;
            beyond.iter().all(even).then_some(beyond)
        };
        let beyond = match wall {
            // why: outside the walls the way to the goal is drawn, in a frame round all of it. The walls' own bevels and
            // shadows go round them as well, but not a cell farther.
            Some(wall) => (0..areas.areas.len())
                .filter(|&name| name != wall && areas.areas[name].contains(&areas.areas[wall]))
                .filter_map(|name| framed(name, 0.16))
                .filter(|beyond| beyond.iter().any(|far| far.round() >= 1.0))
                .min_by(|a, b| a.iter().sum::<f64>().total_cmp(&b.iter().sum())),
            None => ground.and_then(|ground| framed(ground, 0.26)),
        };
        if let Some(beyond) = beyond {
            range.widen(beyond);
        }
        let (rows, cols) = (range.rows(), range.cols());
        if rows.max(cols) > crate::grid::MOST || rows.min(cols) < 2 {
            return None;
        }
        let cells: Vec<Cell> =
            (0..rows * cols).map(|cell| cell_at(areas, family, &range, cell, (wall, ground))).collect();
        let told = cells.iter().filter(|cell| **cell != Cell::Unknown).count();
        if told * 100 < 92 * cells.len() {
            return None;
        }
        let comb = |start: f64, first: i32, pitch: f64, count: usize| Comb {
            start: start + pitch * f64::from(first),
            pitch,
            tile: pitch,
            count,
        };
        let across = comb(family.start.0, range.left, family.pitch.0, cols);
        let down = comb(family.start.1, range.top, family.pitch.1, rows);
        let has_ground = cells.contains(&Cell::Empty);
        let rectangles = family.members.iter().map(|member| member.area).collect();
        Some(Self {
            grid: Grid { across, down, score: f64::INFINITY, cuts: 1.0 },
            cells,
            has_ground,
            rectangles,
            unevenness: 0.0,
        })
    }
}

/// Rows and columns of a lattice, the last included.
#[derive(Clone, Copy, Debug)]
struct Range {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Range {
    fn around(members: &[Member]) -> Self {
        members.iter().fold(Self { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN }, |range, m| {
            Self {
                left: range.left.min(m.col),
                top: range.top.min(m.row),
                right: range.right.max(m.col + m.cols - 1),
                bottom: range.bottom.max(m.row + m.rows - 1),
            }
        })
    }

    fn rows(&self) -> usize {
        (self.bottom - self.top + 1) as usize
    }

    fn cols(&self) -> usize {
        (self.right - self.left + 1) as usize
    }

    /// Cells just outside.
    fn ring(&self) -> usize {
        2 * (self.rows() + self.cols()) + 4
    }

    /// How far an area goes beyond each side, in cells.
    fn beyond(&self, family: &Family, area: &Area) -> [f64; 4] {
        let ((x, y), (width, height)) = (family.start, family.pitch);
        [
            (x + width * f64::from(self.left) - area.left as f64) / width,
            (y + height * f64::from(self.top) - area.top as f64) / height,
            (area.right as f64 - x - width * f64::from(self.right + 1)) / width,
            (area.bottom as f64 - y - height * f64::from(self.bottom + 1)) / height,
        ]
    }

    fn widen(&mut self, beyond: [f64; 4]) {
        let [left, top, right, bottom] = beyond.map(|far| far.round().max(0.0) as i32);
        self.left -= left;
        self.top -= top;
        self.right += right;
        self.bottom += bottom;
    }
}

/// The ground: of the areas that show in cells without blocks the one that stretches farthest.
fn ground(areas: &Areas, family: &Family, range: &Range, wall: Option<usize>) -> Option<usize> {
    let mut candidates: Vec<usize> = Vec::new();
    for row in range.top..=range.bottom {
        for col in range.left..=range.right {
            if member_at(family, row, col).is_some() {
                continue;
            }
            let (x, y) = corner(family, row, col);
            if let Some(&(name, share)) = areas.shares(x, y, family.pitch).first()
                && share > 0.4
                && Some(name) != wall
            {
                candidates.push(name);
            }
        }
    }
    let extent = |&name: &usize| {
        let area = &areas.areas[name];
        (area.right - area.left) * (area.bottom - area.top)
    };
    candidates.into_iter().max_by_key(extent)
}

fn corner(family: &Family, row: i32, col: i32) -> (f64, f64) {
    (family.start.0 + family.pitch.0 * f64::from(col), family.start.1 + family.pitch.1 * f64::from(row))
}

fn member_at(family: &Family, row: i32, col: i32) -> Option<&Member> {
    family.members.iter().find(|m| (m.row..m.row + m.rows).contains(&row) && (m.col..m.col + m.cols).contains(&col))
}

fn cell_at(
    areas: &Areas,
    family: &Family,
    range: &Range,
    cell: usize,
    (wall, ground): (Option<usize>, Option<usize>),
) -> Cell {
    let (row, col) = (range.top + (cell / range.cols()) as i32, range.left + (cell % range.cols()) as i32);
    if let Some(member) = member_at(family, row, col) {
        return Cell::Block(member.area);
    }
    let (x, y) = corner(family, row, col);
    let shares = areas.shares(x, y, family.pitch);
    let share =
        |wanted: Option<usize>| shares.iter().find(|(name, _)| Some(*name) == wanted).map_or(0.0, |(_, share)| *share);
    if share(wall) > 0.2 && share(wall) > share(ground) {
        return Cell::Wall;
    }
    match shares.first() {
        Some(&(name, most)) if most > 0.4 => {
            let area = &areas.areas[name];
            let inside = range.beyond(family, area).iter().all(|far| *far < 0.1);
            let large = area.size as f64 > 0.8 * family.pitch.0 * family.pitch.1;
            if Some(name) != ground && inside && large { Cell::Block(name) } else { Cell::Empty }
        }
        // why: gates and marks in the line of the walls are left to the person.
        _ if wall.is_some() => Cell::Empty,
        _ => Cell::Unknown,
    }
}

/// Sizes of a cell that distances between rectangles suggest, the most frequent first.
fn pitches(areas: &Areas, rectangles: &[usize]) -> Vec<f64> {
    const STEPS: usize = 2;
    const MOST: usize = 320;
    let mut votes = vec![0.0f64; MOST * STEPS + 2];
    for (k, &a) in rectangles.iter().enumerate() {
        for &b in &rectangles[k + 1..] {
            let (a, b) = (&areas.areas[a], &areas.areas[b]);
            for distance in [a.left.abs_diff(b.left), a.top.abs_diff(b.top)] {
                for parts in 1..=3 {
                    let pitch = distance as f64 / f64::from(parts);
                    if pitch >= NARROWEST && pitch < MOST as f64 {
                        votes[(pitch * STEPS as f64).round() as usize] += 1.0 / f64::from(parts);
                    }
                }
            }
        }
    }
    let mut bins: Vec<usize> = (1..votes.len() - 1).filter(|&bin| votes[bin] > 0.0).collect();
    let smooth = |bin: usize| votes[bin] + 0.5 * (votes[bin - 1] + votes[bin + 1]);
    bins.sort_by(|&a, &b| smooth(b).total_cmp(&smooth(a)));
    bins.truncate(MOST_PITCHES);
    bins.into_iter().map(|bin| bin as f64 / STEPS as f64).collect()
}

/// How much speaks for a family: many rectangles, and cells that are not cut finer than needed.
fn weight(family: &Family) -> f64 {
    family.members.len() as f64 * family.pitch.0.powf(0.7)
}

/// The largest set of rectangles near one another on a lattice of about this pitch.
fn family(areas: &Areas, rectangles: &[usize], pitch: f64) -> Option<Family> {
    let area = |i: usize| &areas.areas[rectangles[i]];
    let fits = |anchor: usize, i: usize, pitch: f64| {
        let (from, to) = (area(anchor), area(i));
        let place = |a: usize, b: usize| (b as f64 - a as f64) / pitch;
        let (col, row) = (place(from.left, to.left), place(from.top, to.top));
        let near = |value: f64| (value - value.round()).abs() * pitch <= (TOLERANCE * pitch).max(2.0);
        // why: blocks are smaller than their cells by their gaps, bevels and shadows.
        let cells = |extent: f64| (extent / pitch - 0.06).ceil().max(1.0);
        let (cols, rows) = (cells(to.width()), cells(to.height()));
        let missing = |count: f64, extent: f64| count - extent / pitch;
        let fits = near(col)
            && near(row)
            && cols.max(rows) <= LONGEST as f64
            && missing(cols, to.width()).max(missing(rows, to.height())) <= 0.62;
        fits.then_some(Member {
            area: rectangles[i],
            row: row.round() as i32,
            col: col.round() as i32,
            rows: rows as i32,
            cols: cols as i32,
        })
    };
    let (anchor, _) = (0..rectangles.len().min(40))
        .map(|anchor| (anchor, (0..rectangles.len()).filter(|&i| fits(anchor, i, pitch).is_some()).count()))
        .max_by_key(|(anchor, count)| (*count, std::cmp::Reverse(*anchor)))?;
    let mut pitch = (pitch, pitch);
    let mut members: Vec<Member> = Vec::new();
    for _ in 0..2 {
        let mean = (pitch.0 + pitch.1) / 2.0;
        members = (0..rectangles.len()).filter_map(|i| fits(anchor, i, mean)).collect();
        members = together(members, rectangles[anchor]);
        let line = |place: &dyn Fn(&Member) -> (f64, f64), before: f64| slope(&members, place).unwrap_or(before);
        pitch = (
            line(&|m| (f64::from(m.col), areas.areas[m.area].left as f64), pitch.0),
            line(&|m| (f64::from(m.row), areas.areas[m.area].top as f64), pitch.1),
        );
    }
    if !(0.8..1.25).contains(&(pitch.0 / pitch.1)) {
        return None;
    }
    outermost(&mut members, areas);
    alike_in_size(&mut members, areas, pitch);
    let median = |value: &dyn Fn(&Member) -> f64| {
        let mut values: Vec<f64> = members.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied()
    };
    let at = |m: &Member| &areas.areas[m.area];
    let start = (
        median(&|m| (at(m).left + at(m).right) as f64 / 2.0 - pitch.0 * (f64::from(m.col) + f64::from(m.cols) / 2.0))?,
        median(&|m| (at(m).top + at(m).bottom) as f64 / 2.0 - pitch.1 * (f64::from(m.row) + f64::from(m.rows) / 2.0))?,
    );
    Some(Family { members, start, pitch })
}

/// Members that hang together with the first one: no more than two cells lie between neighbours.
fn together(members: Vec<Member>, first: usize) -> Vec<Member> {
    let mut taken = vec![false; members.len()];
    let mut queue: Vec<usize> = (0..members.len()).filter(|&i| members[i].area == first).collect();
    queue.iter().for_each(|&i| taken[i] = true);
    while let Some(i) = queue.pop() {
        for j in 0..members.len() {
            let (a, b) = (&members[i], &members[j]);
            let apart = |a: i32, length: i32, b: i32, other: i32| (b - a - length).max(a - b - other);
            if !taken[j] && apart(a.row, a.rows, b.row, b.rows).max(apart(a.col, a.cols, b.col, b.cols)) <= 2 {
                taken[j] = true;
                queue.push(j);
            }
        }
    }
    members.into_iter().zip(taken).filter(|(_, taken)| *taken).map(|(member, _)| member).collect()
}

/// Leaves out what lies inside another member.
fn outermost(members: &mut Vec<Member>, areas: &Areas) {
    let all = members.clone();
    members.retain(|member| {
        let own = &areas.areas[member.area];
        !all.iter().any(|other| other.area != member.area && areas.areas[other.area].contains(own))
    });
}

/// Leaves out what falls short of its cells by another share than most: blocks of one board have one gap, bevel and
/// shadow, and what fits by chance has not.
fn alike_in_size(members: &mut Vec<Member>, areas: &Areas, pitch: (f64, f64)) {
    let short = |m: &Member| {
        let area = &areas.areas[m.area];
        [f64::from(m.cols) - area.width() / pitch.0, f64::from(m.rows) - area.height() / pitch.1]
    };
    let mut all: Vec<f64> = members.iter().flat_map(short).collect();
    all.sort_by(f64::total_cmp);
    let Some(&usual) = all.get(all.len() / 2) else { return };
    members.retain(|member| short(member).iter().all(|value| (value - usual).abs() <= 0.2));
}

/// The slope of the line through points, if they are not all above one another.
fn slope(members: &[Member], point: &dyn Fn(&Member) -> (f64, f64)) -> Option<f64> {
    let count = members.len() as f64;
    let points: Vec<(f64, f64)> = members.iter().map(point).collect();
    let mean = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / count, sum.1 + p.1 / count));
    let spread: f64 = points.iter().map(|p| (p.0 - mean.0).powi(2)).sum();
    let product: f64 = points.iter().map(|p| (p.0 - mean.0) * (p.1 - mean.1)).sum();
    (spread > 0.5).then(|| product / spread)
}
