//! Numbers that stand in rows and columns: the lattice that explains most of them.

use super::characters::Numeral;
use crate::geometry::{Homography, Point};
use std::collections::{HashMap, HashSet};

/// Rows and columns of cells in perspective: cell (row, column) has its centre at `map(column + 0.5, row + 0.5)`.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) map: Homography,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Height of the digits, as a share of a cell's height.
    pub(crate) digit_height: f64,
    /// Most numbers are light on dark.
    pub(crate) light: bool,
    /// The share of a cell, in its middle, that is looked at.
    pub(crate) window: f64,
    /// Cells whose number was seen, less those that should show one and do not.
    pub(crate) score: f64,
    /// Numbers that were seen in its cells.
    pub(crate) seen: usize,
}

/// The most rows or columns of a board of numbers.
pub(super) const MOST: usize = 10;
/// How far from its place a number may stand, in cells.
const REACH: f64 = 0.24;

/// The lattices that explain the numbers, best first.
pub(crate) fn lattices(numerals: &[Numeral]) -> Vec<Lattice> {
    let mut found: Vec<Lattice> = Vec::new();
    let mut used = vec![0u32; numerals.len()];
    for seed in 0..numerals.len() {
        // why: a seed inside a good lattice would only find it again.
        if used[seed] >= 2 {
            continue;
        }
        for steps in seeds(numerals, seed) {
            let Some((members, map)) = grow(numerals, seed, steps) else { continue };
            for lattice in best_rectangles(numerals, &members, &map) {
                let complete = lattice.score > 0.75 * (lattice.rows * lattice.cols - 1) as f64;
                for member in members.values() {
                    used[*member] += u32::from(lattice.score > 2.0 && complete);
                }
                found.push(lattice);
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut distinct: Vec<Lattice> = Vec::new();
    for lattice in found {
        let middle = |l: &Lattice| l.map.apply(Point::new(l.cols as f64 / 2.0, l.rows as f64 / 2.0));
        let size = lattice.map.apply(Point::new(0.0, 0.0)).distance(lattice.map.apply(Point::new(1.0, 1.0)));
        let known = distinct.iter().any(|other| {
            (other.rows, other.cols) == (lattice.rows, lattice.cols)
                && middle(other).distance(middle(&lattice)) < 0.3 * size
        });
        if !known {
            distinct.push(lattice);
        }
        if distinct.len() == 6 {
            break;
        }
    }
    distinct
}

fn alike(a: &Numeral, b: &Numeral) -> bool {
    // why: old-style digits differ in height by half; tiles of two colours may bear light and dark numbers.
    (0.5..2.0).contains(&(a.height / b.height))
}

/// Pairs of steps, to a neighbour in the row and to one in the column: the nearest two of each kind on either side.
fn seeds(numerals: &[Numeral], seed: usize) -> Vec<[Step; 2]> {
    let origin = &numerals[seed];
    let nearest = |across: bool, sign: f64| {
        let mut near: Vec<(f64, usize)> = (0..numerals.len())
            .filter(|&i| i != seed && alike(origin, &numerals[i]))
            .filter_map(|i| {
                let (dx, dy) = (numerals[i].centre.x - origin.centre.x, numerals[i].centre.y - origin.centre.y);
                let (along, aside) = if across { (sign * dx, dy) } else { (sign * dy, dx) };
                let fits = along > 0.9 * origin.height && along < 9.0 * origin.height && aside.abs() < 0.45 * along;
                fits.then_some((along + 2.0 * aside.abs(), i))
            })
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.truncate(2);
        near.into_iter().map(|(_, to)| Step { to, sign: sign as i32 }).collect::<Vec<Step>>()
    };
    // why: the other side is needed only where the gap is in a corner of a small board.
    let either = |across: bool| {
        Some(nearest(across, 1.0)).filter(|near| !near.is_empty()).unwrap_or_else(|| nearest(across, -1.0))
    };
    let (rows, cols) = (either(true), either(false));
    rows.iter().flat_map(|r| cols.iter().map(move |c| [*r, *c])).collect()
}

/// A number one cell away: to the right or below (1), to the left or above (-1).
#[derive(Clone, Copy, Debug)]
struct Step {
    to: usize,
    sign: i32,
}

type Members = HashMap<(i32, i32), usize>;

/// Grows a lattice from three numbers: every place is predicted from its neighbours, then from a map through all.
fn grow(numerals: &[Numeral], seed: usize, [across, down]: [Step; 2]) -> Option<(Members, Homography)> {
    let at = |i: usize| numerals[i].centre;
    let vector = |step: Step| {
        let sign = f64::from(step.sign);
        Point::new(sign * (at(step.to).x - at(seed).x), sign * (at(step.to).y - at(seed).y))
    };
    let (u, v) = (vector(across), vector(down));
    let mut map = Homography::from_rows([u.x, v.x, at(seed).x, u.y, v.y, at(seed).y, 0.0, 0.0, 1.0]);
    let cell = u.x.hypot(u.y).min(v.x.hypot(v.y));
    let steps = u.x.hypot(u.y).max(v.x.hypot(v.y));
    if steps > 4.0 * cell {
        return None;
    }
    let near: Vec<usize> = (0..numerals.len()).filter(|&i| alike(&numerals[seed], &numerals[i])).collect();
    let mut members = Members::from([((0, 0), seed), ((0, across.sign), across.to), ((down.sign, 0), down.to)]);
    // why: a map from few numbers is right near them only, so the reach grows with the members.
    for round in 1..=12 {
        let back = map.inverse()?;
        let mut next: HashMap<(i32, i32), (f64, usize)> = HashMap::new();
        for &i in &near {
            let place = back.apply(at(i));
            if !place.x.is_finite() || place.x.abs() > 12.0 || place.y.abs() > 12.0 {
                continue;
            }
            let (col, row) = (place.x.round(), place.y.round());
            let miss = (place.x - col).abs().max((place.y - row).abs());
            let key = (row as i32, col as i32);
            if miss < REACH && has_near(&members, key) {
                let slot = next.entry(key).or_insert((f64::INFINITY, i));
                if miss < slot.0 {
                    *slot = (miss, i);
                }
            }
        }
        let grown: Members = next.iter().map(|(key, (_, i))| (*key, *i)).collect();
        if grown.len() < 3 || !spans(&grown) {
            return None;
        }
        let same = grown == members;
        members = grown;
        map = fit(numerals, &members).unwrap_or(map);
        if same && round > 1 {
            break;
        }
    }
    (members.len() >= 3).then_some((members, map))
}

/// Whether there is a member at most two steps away.
fn has_near(members: &Members, (row, col): (i32, i32)) -> bool {
    (-2..=2i32).any(|dr| (dr.abs() - 2..=2 - dr.abs()).any(|dc| members.contains_key(&(row + dr, col + dc))))
}

/// Whether the places are not all in one row or column.
fn spans(members: &Members) -> bool {
    let rows: HashSet<i32> = members.keys().map(|key| key.0).collect();
    let cols: HashSet<i32> = members.keys().map(|key| key.1).collect();
    rows.len() > 1 && cols.len() > 1
}

/// The map from places to the picture: perspective where many numbers tell of it, else a parallel one.
fn fit(numerals: &[Numeral], members: &Members) -> Option<Homography> {
    let pairs: Vec<(Point, Point)> = members
        .iter()
        .map(|(&(row, col), &i)| (Point::new(f64::from(col), f64::from(row)), numerals[i].centre))
        .collect();
    let rows = members.keys().map(|key| key.0).collect::<HashSet<_>>().len();
    let cols = members.keys().map(|key| key.1).collect::<HashSet<_>>().len();
    if pairs.len() >= 7 && rows >= 3 && cols >= 3 { Homography::fit(&pairs) } else { affine(&pairs) }
}

/// The parallel map that fits best: each coordinate is linear in the two of the place.
fn affine(pairs: &[(Point, Point)]) -> Option<Homography> {
    let count = pairs.len() as f64;
    let mean = |value: &dyn Fn(&(Point, Point)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (mx, my) = (mean(&|p| p.0.x), mean(&|p| p.0.y));
    let (tx, ty) = (mean(&|p| p.1.x), mean(&|p| p.1.y));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut ax, mut ay, mut bx, mut by) = (0.0, 0.0, 0.0, 0.0);
    for (s, t) in pairs {
        let (dx, dy) = (s.x - mx, s.y - my);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
        ax += dx * (t.x - tx);
        ay += dy * (t.x - tx);
        bx += dx * (t.y - ty);
        by += dy * (t.y - ty);
    }
    let det = xx * yy - xy * xy;
    if det.abs() < 1e-9 {
        return None;
    }
    let (a, b) = ((ax * yy - ay * xy) / det, (ay * xx - ax * xy) / det);
    let (c, d) = ((bx * yy - by * xy) / det, (by * xx - bx * xy) / det);
    Some(Homography::from_rows([a, b, tx - a * mx - b * my, c, d, ty - c * mx - d * my, 0.0, 0.0, 1.0]))
}

/// The rectangle of places in which the most different numbers stand and the fewest are missing, and that of all places if
/// nearly all of them bear something: a strange type face makes numbers look the same.
fn best_rectangles(numerals: &[Numeral], members: &Members, map: &Homography) -> Vec<Lattice> {
    let rows = || members.keys().map(|key| key.0);
    let cols = || members.keys().map(|key| key.1);
    let (Some(top), Some(bottom), Some(left), Some(right)) = (rows().min(), rows().max(), cols().min(), cols().max())
    else {
        return Vec::new();
    };
    let values = Values::new(numerals, members, [top, bottom, left, right]);
    let mut best: Option<(f64, usize, [i32; 4])> = None;
    for r0 in top..=bottom {
        for r1 in r0 + 1..=bottom.min(r0 + MOST as i32 - 1) {
            for c0 in left..=right {
                for c1 in c0 + 1..=right.min(c0 + MOST as i32 - 1) {
                    let (score, seen) = values.score([r0, r1, c0, c1]);
                    if best.is_none_or(|b| score > b.0) {
                        best = Some((score, seen, [r0, r1, c0, c1]));
                    }
                }
            }
        }
    }
    let (height, width) = ((bottom - top + 1) as usize, (right - left + 1) as usize);
    let full = height.min(width) >= 3
        && height.max(width) <= MOST
        && members.len() * 10 >= height * width * 9 - 10
        && best.is_none_or(|best| best.2 != [top, bottom, left, right]);
    let whole = full.then_some((0.5 * members.len() as f64, members.len(), [top, bottom, left, right]));
    best.into_iter().chain(whole).filter_map(|found| rectangle(numerals, members, map, found)).collect()
}

/// The lattice of the places from row `r0` to `r1` and column `c0` to `c1`.
fn rectangle(
    numerals: &[Numeral],
    members: &Members,
    map: &Homography,
    (score, seen, [r0, r1, c0, c1]): (f64, usize, [i32; 4]),
) -> Option<Lattice> {
    let shifted = Homography::shift(f64::from(c0) - 0.5, f64::from(r0) - 0.5).then(map);
    let inside = |key: &(i32, i32)| (r0..=r1).contains(&key.0) && (c0..=c1).contains(&key.1);
    let chosen: Vec<(&(i32, i32), &Numeral)> =
        members.iter().filter(|(key, _)| inside(key)).map(|(key, &i)| (key, &numerals[i])).collect();
    let mut shares: Vec<f64> = chosen
        .iter()
        .map(|(key, numeral)| {
            let (row, col) = (f64::from(key.0 - r0), f64::from(key.1 - c0));
            let cell =
                shifted.apply(Point::new(col + 0.5, row)).distance(shifted.apply(Point::new(col + 0.5, row + 1.0)));
            numeral.height / cell
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    let light = chosen.iter().filter(|(_, numeral)| numeral.light).count() * 2 > chosen.len();
    Some(Lattice {
        map: shifted,
        rows: (r1 - r0 + 1) as usize,
        cols: (c1 - c0 + 1) as usize,
        digit_height: *shares.get(shares.len() / 2)?,
        light,
        window: 1.0,
        score,
        seen,
    })
}

/// Values at all places of a rectangle, for many looks at parts of it.
struct Values {
    top: i32,
    left: i32,
    width: usize,
    values: Vec<Option<u32>>,
}

impl Values {
    fn new(numerals: &[Numeral], members: &Members, [top, bottom, left, right]: [i32; 4]) -> Self {
        let width = (right - left + 1) as usize;
        let mut values = vec![None; width * (bottom - top + 1) as usize];
        for (&(row, col), &i) in members {
            values[(row - top) as usize * width + (col - left) as usize] = Some(numerals[i].value);
        }
        Self { top, left, width, values }
    }

    /// Cells with a number of their own that a board of this size has, less the cells (but one) without.
    fn score(&self, [r0, r1, c0, c1]: [i32; 4]) -> (f64, usize) {
        let cells = (r1 - r0 + 1) * (c1 - c0 + 1);
        let mut met = 0u128;
        let (mut good, mut present) = (0, 0);
        for row in r0..=r1 {
            let line = &self.values[(row - self.top) as usize * self.width..][..self.width];
            for value in line[(c0 - self.left) as usize..=(c1 - self.left) as usize].iter().flatten() {
                present += 1;
                if *value >= 1 && *value as i32 <= cells && met >> *value & 1 == 0 {
                    met |= 1 << *value;
                    good += 1;
                }
            }
        }
        let missing = (cells - present - 1).max(0);
        let wrong = present - good + i32::from(present == cells);
        (f64::from(good) - 0.9 * f64::from(missing) - 0.6 * f64::from(wrong), good as usize)
    }
}
