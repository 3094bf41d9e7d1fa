//! Boards of tiles in an upright picture: lines at even distances in both directions.

use crate::{areas::Areas, components::Component, edges::EdgeMap, picture::Picture};

/// Tiles along one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Comb {
    /// Where the first tile begins, in pixels.
    pub(crate) start: f64,
    /// From one tile's beginning to the next one's.
    pub(crate) pitch: f64,
    /// Extent of a tile: the pitch less the gap.
    pub(crate) tile: f64,
    pub(crate) count: usize,
}

impl Comb {
    pub(crate) fn end(&self) -> f64 {
        self.start + self.pitch * (self.count as f64 - 1.0) + self.tile
    }

    fn range(&self) -> (usize, usize) {
        (self.start.round().max(0.0) as usize, self.end().round().max(0.0) as usize)
    }

    /// Both edges of each cut between two tiles; they are one where there is no gap.
    fn cuts(&self) -> impl Iterator<Item = (f64, f64)> {
        let comb = *self;
        (1..comb.count).map(move |k| {
            let begin = comb.start + comb.pitch * k as f64;
            (begin - comb.pitch + comb.tile, begin)
        })
    }
}

/// A board in an upright picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) across: Comb,
    pub(crate) down: Comb,
    /// Evidence for its lines, in pixels.
    pub(crate) score: f64,
    /// Mean evidence of the cuts between tiles, at most 1.
    pub(crate) cuts: f64,
}

/// Evidence that a line needs to be worth more than nothing.
const WORTH: f32 = 0.16;
/// How well outer rows must be cut, compared with the mean of all.
const LEAST_SUPPORT: f64 = 0.3;
/// What a missing piece of a line costs, at most.
const MISSING: f64 = 0.09;
/// The narrowest tile in pixels.
const NARROWEST: f64 = 14.0;
/// The most tiles in a direction.
pub(crate) const MOST: usize = 20;
/// Lines that are looked at, strongest first.
const MOST_SEGMENTS: usize = 110;
/// Things on the ground that may be a board, the largest first, and the most rows and columns that they are cut into.
const MOST_THINGS: usize = 4;
const MOST_CUTS: usize = 8;
/// Boards that are compared in the end.
const MOST_COMBS: usize = 36;
const MOST_PAIRS: usize = 8;

/// The likeliest boards, best first; `slack` is how far lines may be from their places.
pub(crate) fn grids(picture: &Picture, slack: i64, size: Option<(usize, usize)>) -> Vec<Grid> {
    let maps = Maps { upright: EdgeMap::upright(picture), level: EdgeMap::level(picture), slack };
    let mut found: Vec<Grid> = Vec::new();
    let wanted = |across: usize, down: usize| size.is_none_or(|(rows, cols)| rows == down && cols == across);
    for run in runs(&maps.upright, slack) {
        for (across, down) in maps.boards(&maps.upright, &maps.level, &run) {
            if wanted(across.count, down.count) {
                found.extend(maps.grid(across, down));
            }
        }
    }
    for run in runs(&maps.level, slack) {
        for (down, across) in maps.boards(&maps.level, &maps.upright, &run) {
            if wanted(across.count, down.count) {
                found.extend(maps.grid(across, down));
            }
        }
    }
    let things = Areas::new(picture).things();
    found.extend(tiles_apart(&things).filter(|grid| wanted(grid.across.count, grid.down.count)));
    for thing in things.iter().take(MOST_THINGS) {
        for count in (2..=MOST_CUTS).flat_map(|rows| (2..=MOST_CUTS).map(move |cols| (rows, cols))) {
            if wanted(count.1, count.0) {
                let comb = |start: usize, end: usize, count: usize| {
                    let pitch = (end - start) as f64 / count as f64;
                    Comb { start: start as f64, pitch, tile: pitch, count }
                };
                let across = comb(thing.left, thing.right, count.1);
                let down = comb(thing.top, thing.bottom, count.0);
                if across.pitch.min(down.pitch) >= NARROWEST {
                    found.extend(maps.grid(across, down));
                }
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut distinct: Vec<Grid> = Vec::new();
    for grid in found {
        let near = |a: &Comb, b: &Comb| {
            a.count == b.count
                && (a.start - b.start).abs() < 0.12 * a.pitch
                && (a.end() - b.end()).abs() < 0.12 * a.pitch
        };
        if !distinct.iter().any(|other| near(&other.across, &grid.across) && near(&other.down, &grid.down)) {
            let across = refined(&maps.upright, &grid.across, &grid.down, slack);
            let down = refined(&maps.level, &grid.down, &grid.across, slack);
            distinct.push(Grid { across, down, ..grid });
        }
        if distinct.len() == 8 {
            break;
        }
    }
    distinct
}

/// Boards of things of one size that stand apart in rows and columns.
fn tiles_apart(things: &[Component]) -> impl Iterator<Item = Grid> {
    let alike = |a: &Component, b: &Component| {
        let near = |a: usize, b: usize| a.abs_diff(b) * 16 <= a.max(b);
        near(a.width(), b.width()) && near(a.height(), b.height())
    };
    let board = move |first: &Component| {
        let tiles: Vec<&Component> = things.iter().filter(|other| alike(first, other)).collect();
        let along = |place: fn(&Component) -> usize, extent: usize| {
            let mut places: Vec<usize> = tiles.iter().map(|tile| place(tile)).collect();
            places.sort_unstable();
            let steps = places.windows(2).map(|two| two[1] - two[0]);
            let pitch = steps.filter(|step| step * 10 > extent * 9).min()? as f64;
            let (low, high) = (*places.first()? as f64, *places.last()? as f64);
            let count = ((high - low) / pitch).round();
            let pitch = (high - low) / count;
            let straight = |place: usize| {
                let cells = (place as f64 - low) / pitch;
                (cells - cells.round()).abs() < 0.05
            };
            let straight = places.into_iter().all(straight) && pitch < 1.5 * extent as f64;
            let comb = Comb { start: low, pitch, tile: (extent as f64).min(pitch), count: count as usize + 1 };
            (straight && comb.count <= MOST).then_some(comb)
        };
        let across = along(|tile| tile.left, first.width())?;
        let down = along(|tile| tile.top, first.height())?;
        let cells = across.count * down.count;
        // why: all but one cell of a board hold a tile.
        let full = tiles.len() + 1 == cells || tiles.len() * 10 >= cells * 9 && tiles.len() <= cells;
        let length =
            across.count as f64 * (down.end() - down.start) + down.count as f64 * (across.end() - across.start);
        full.then_some(Grid { across, down, score: length, cuts: 0.8 })
    };
    things.iter().filter_map(board).collect::<Vec<_>>().into_iter()
}

/// The comb through the lines where they are exactly: weighted least squares over the first edges of all tiles and, if
/// there are gaps, the last edges.
fn refined(map: &EdgeMap, comb: &Comb, other: &Comb, slack: i64) -> Comb {
    let (from, to) = other.range();
    if comb.pitch - comb.tile < 1.5 {
        // The last tile's end is the first edge of one more.
        let places = |range: std::ops::Range<usize>| range.map(|k| comb.start + comb.pitch * k as f64);
        let seen = |range: std::ops::Range<usize>| Line::near(map, range.start, places(range), slack + 1, (from, to));
        let plain = |(start, pitch): (f64, f64)| Comb { start, pitch, tile: pitch, ..*comb };
        let all = || least_squares(&seen(0..comb.count + 1)).map_or(*comb, plain);
        // why: the outermost lines may be those of a frame round the board, so the cuts alone tell where a board is whose
        // edges are elsewhere.
        let cuts = seen(1..comb.count);
        let Some((start, pitch)) = least_squares(&cuts) else { return all() };
        let outer = [0, comb.count].map(|k| Line::near(map, k, [start + pitch * k as f64], slack, (from, to)));
        let lines: Vec<Line> = cuts.into_iter().chain(outer.into_iter().flatten()).collect();
        return least_squares(&lines).map_or_else(all, plain);
    }
    let fit = |offset: f64| {
        let places = (0..comb.count).map(|k| comb.start + offset + comb.pitch * k as f64);
        least_squares(&Line::near(map, 0, places, slack + 1, (from, to)))
    };
    match (fit(0.0), fit(comb.tile)) {
        (Some((start, pitch)), Some((end, _))) if end > start => Comb { start, pitch, tile: end - start, ..*comb },
        _ => *comb,
    }
}

/// A line that is there.
#[derive(Clone, Copy, Debug)]
struct Line {
    evidence: f64,
    /// Which of the lines of a comb it is.
    index: f64,
    place: f64,
}

impl Line {
    /// The lines near some places that there is evidence for; the first has the index `first`.
    fn near(
        map: &EdgeMap,
        first: usize,
        places: impl IntoIterator<Item = f64>,
        slack: i64,
        (from, to): (usize, usize),
    ) -> Vec<Self> {
        let near = |(k, place): (usize, f64)| {
            let (evidence, _) = map.near(place, slack, from, to);
            // why: a narrow gap has two edges, and which of them is stronger differs from cut to cut; the middle does not.
            let middle = place.round() as i64;
            let (mut total, mut moment) = (0.0, 0.0);
            for line in middle - slack..=middle + slack {
                let weight = f64::from(map.mean(line, from, to) - 0.5 * WORTH).max(0.0);
                total += weight;
                moment += weight * line as f64;
            }
            let found = Self { evidence: f64::from(evidence), index: (first + k) as f64, place: moment / total };
            (evidence > WORTH).then_some(found)
        };
        places.into_iter().enumerate().filter_map(near).collect()
    }
}

/// Where the line with the index 0 is and how far it is from each to the next; `None` if too few lines tell.
fn least_squares(lines: &[Line]) -> Option<(f64, f64)> {
    let total: f64 = lines.iter().map(|line| line.evidence).sum();
    let mean = |value: &dyn Fn(&Line) -> f64| lines.iter().map(|line| line.evidence * value(line)).sum::<f64>() / total;
    let (mean_index, mean_place) = (mean(&|line| line.index), mean(&|line| line.place));
    let spread = mean(&|line| (line.index - mean_index).powi(2));
    if lines.len() < 2 || spread < 0.2 {
        return None;
    }
    let pitch = mean(&|line| (line.index - mean_index) * (line.place - mean_place)) / spread;
    Some((mean_place - pitch * mean_index, pitch))
}

/// A stretch of a line with strong evidence.
#[derive(Clone, Copy, Debug)]
struct Segment {
    line: usize,
    from: usize,
    to: usize,
    score: f32,
}

/// The strongest stretches of lines, each the best among its neighbours.
fn segments(map: &EdgeMap) -> Vec<Segment> {
    let mut all = Vec::new();
    for line in 1..map.lines {
        let (mut sum, mut from) = (0.0f32, 0);
        let (mut best, mut to) = (0.0f32, 0);
        for along in 0..map.length {
            sum += map.at(line, along) - 0.2;
            if sum <= 0.0 || best - sum > 12.0 {
                if best > 6.0 {
                    all.push(Segment { line, from, to, score: best });
                }
                (sum, best) = (0.0, 0.0);
                from = along + 1;
            } else if sum > best {
                (best, to) = (sum, along + 1);
            }
        }
        if best > 6.0 {
            all.push(Segment { line, from, to, score: best });
        }
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Segment> = Vec::new();
    for segment in all {
        let hidden = kept
            .iter()
            .any(|other| other.line.abs_diff(segment.line) <= 1 && other.from < segment.to && segment.from < other.to);
        if !hidden {
            kept.push(segment);
            if kept.len() == MOST_SEGMENTS {
                break;
            }
        }
    }
    kept
}

/// Lines at even distances: the first, the distance, how many distances, and the stretch that they share.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: f64,
    pitch: f64,
    steps: usize,
    from: usize,
    to: usize,
    score: f32,
}

/// Runs of lines, the best first.
fn runs(map: &EdgeMap, slack: i64) -> Vec<Run> {
    let segments = segments(map);
    let mut found: Vec<Run> = Vec::new();
    for (i, a) in segments.iter().enumerate() {
        for b in &segments[i + 1..] {
            let (from, to) = (a.from.max(b.from), a.to.min(b.to));
            let shorter = (a.to - a.from).min(b.to - b.from);
            let pitch = b.line.abs_diff(a.line) as f64;
            if to <= from || (to - from) * 5 < shorter * 2 || pitch < NARROWEST {
                continue;
            }
            let (from, to) = (a.from.min(b.from), a.to.max(b.to));
            let start = a.line.min(b.line) as f64;
            let Some(run) = extend(map, start, pitch, from, to, slack) else { continue };
            let Some((from, to)) = stretch(map, &run) else { continue };
            let Some(run) = extend(map, run.first, run.pitch, from, to, slack) else { continue };
            let known = found.iter_mut().find(|other| {
                (other.first - run.first).abs() < 3.0
                    && (other.pitch - run.pitch).abs() * (run.steps as f64) < 3.0
                    && other.steps == run.steps
                    && other.from.abs_diff(run.from) < 6
                    && other.to.abs_diff(run.to) < 6
            });
            match known {
                Some(other) if other.score < run.score => *other = run,
                Some(_) => {}
                None => found.push(run),
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    // why: any two lines make a run of one step, and a window has many; only a board two tiles wide with gaps needs one.
    let (single, mut several): (Vec<Run>, Vec<Run>) = found.into_iter().partition(|run| run.steps == 1);
    several.truncate(MOST_COMBS);
    several.extend(single.into_iter().take(MOST_PAIRS));
    several
}

/// Takes in lines before and after two as long as they bring evidence, and finds the exact distance.
fn extend(map: &EdgeMap, start: f64, pitch: f64, from: usize, to: usize, slack: i64) -> Option<Run> {
    if to < from + 16 {
        return None;
    }
    let worth = |place: f64| map.near(place, slack, from, to).0 - WORTH;
    // why: a run may go on past one weak line (two alike tiles), if what follows makes up for it.
    let reach = |step: f64, begin: f64| {
        let (mut sum, mut best, mut steps) = (0.0f32, 0.0f32, 0usize);
        for k in 1..MOST {
            let place = begin + step * k as f64;
            if place < 0.0 || place > map.lines as f64 {
                break;
            }
            sum += worth(place);
            if sum > best {
                (best, steps) = (sum, k);
            }
            if sum < best - 0.35 {
                break;
            }
        }
        (best, steps)
    };
    let (_, before) = reach(-pitch, start);
    let (_, after) = reach(pitch, start + pitch);
    let steps = (before + 1 + after).min(MOST);
    let first = start - pitch * before as f64;
    let sum = |first: f64, pitch: f64| (0..=steps).map(|k| worth(first + pitch * k as f64)).sum::<f32>();
    let mut best = (sum(first, pitch), first, pitch);
    for shift in [-1.0, 0.0, 1.0] {
        for stretch in -6..=6 {
            let trial = (first + shift, pitch + f64::from(stretch) * 0.5 / steps as f64);
            let score = sum(trial.0, trial.1);
            if score > best.0 + 1e-4 {
                best = (score, trial.0, trial.1);
            }
        }
    }
    let score = best.0 * (to - from) as f32;
    (best.0 > 0.0).then_some(Run { first: best.1, pitch: best.2, steps, from, to, score })
}

/// The stretch over which the lines of a run have evidence together.
fn stretch(map: &EdgeMap, run: &Run) -> Option<(usize, usize)> {
    let lines: Vec<usize> = (0..=run.steps)
        .map(|k| {
            let (_, line) = map.near(run.first + run.pitch * k as f64, 1, run.from, run.to);
            line.clamp(1, map.lines as i64 - 1) as usize
        })
        .collect();
    let (mut sum, mut begin) = (0.0f32, 0);
    let mut best = (0.0f32, 0, 0);
    for along in 0..map.length {
        let mean = lines.iter().map(|&line| map.at(line, along)).sum::<f32>() / lines.len() as f32;
        sum += mean - WORTH;
        if sum <= 0.0 {
            sum = 0.0;
            begin = along + 1;
        } else if sum > best.0 {
            best = (sum, begin, along + 1);
        }
    }
    (best.2 > best.1 + 16).then_some((best.1, best.2))
}

struct Maps {
    upright: EdgeMap,
    level: EdgeMap,
    slack: i64,
}

impl Maps {
    /// Boards whose lines in one direction are the run's, with the best lines in the other direction.
    fn boards(&self, along_map: &EdgeMap, other_map: &EdgeMap, run: &Run) -> Vec<(Comb, Comb)> {
        let mut result = Vec::new();
        for comb in self.combs(along_map, run) {
            if comb.count < 2 {
                continue;
            }
            let (from, to) = comb.range();
            if let Some(other) = self.cross(other_map, run.from as f64, run.to as f64, from, to) {
                result.push((comb, other));
            }
        }
        result
    }

    /// What tiles a run of lines may mean: lines are cuts without gaps, or one of two edges of each tile.
    fn combs(&self, map: &EdgeMap, run: &Run) -> Vec<Comb> {
        let plain = Comb { start: run.first, pitch: run.pitch, tile: run.pitch, count: run.steps };
        let mut result = vec![plain];
        let worth = |place: f64| f64::from(map.near(place, self.slack, run.from, run.to).0 - WORTH);
        let base: f64 = (0..=run.steps).map(|k| worth(run.first + run.pitch * k as f64)).sum();
        let mut best: [(f64, Option<Comb>); 2] = [(0.0, None), (0.0, None)];
        let mut gap = 3.0;
        while gap <= 0.4 * run.pitch {
            let tile = run.pitch - gap;
            for (side, slot) in best.iter_mut().enumerate() {
                let start = if side == 0 { run.first } else { run.first - tile };
                let other = if side == 0 { tile } else { -tile };
                let evidence: f64 = (0..=run.steps).map(|k| worth(run.first + run.pitch * k as f64 + other)).sum();
                if evidence > slot.0 {
                    *slot = (evidence, Some(Comb { start, pitch: run.pitch, tile, count: run.steps + 1 }));
                }
            }
            gap += 1.0;
        }
        result.extend(best.into_iter().filter(|(evidence, _)| *evidence > 0.5 * base).filter_map(|(_, comb)| comb));
        result
    }

    /// The best comb in the other direction, whose tiles begin and end about where the run's lines do.
    fn cross(&self, map: &EdgeMap, begin: f64, end: f64, from: usize, to: usize) -> Option<Comb> {
        let worth = |place: f64| f64::from(map.near(place, 0, from, to).0 - WORTH);
        let extent = end - begin;
        let wiggle = (extent * 0.03).clamp(3.0, 12.0) as i32;
        let low = (begin - f64::from(wiggle) - 2.0).floor();
        let high = (end + f64::from(wiggle) + 2.0).ceil();
        let lines: Vec<f64> = (low as i64..=high as i64).map(|place| worth(place as f64)).collect();
        // why: every place is read for thousands of combs, so the best line near it is found beforehand.
        let slack = self.slack as usize;
        let near: Vec<f64> = (0..lines.len())
            .map(|line| {
                let window = &lines[line.saturating_sub(slack)..(line + slack + 1).min(lines.len())];
                window.iter().copied().fold(-f64::from(WORTH), f64::max)
            })
            .collect();
        let read = |place: f64| near.get((place - low + 0.5) as usize).copied().unwrap_or(-f64::from(WORTH));
        let mut best: (f64, Option<Comb>) = (0.0, None);
        for d0 in -wiggle..=wiggle {
            let start = begin + f64::from(d0);
            if read(start) < -0.05 && d0 != 0 {
                continue;
            }
            for d1 in -wiggle..=wiggle {
                let stop = end + f64::from(d1);
                if read(stop) < -0.05 && d1 != 0 {
                    continue;
                }
                for count in 2..=MOST {
                    let pitch = (stop - start) / count as f64;
                    if pitch < NARROWEST {
                        break;
                    }
                    let score: f64 = (0..=count).map(|k| read(start + pitch * k as f64)).sum();
                    if score > best.0 {
                        best = (score, Some(Comb { start, pitch, tile: pitch, count }));
                    }
                    // A gap between the tiles: both edges of each cut must show.
                    let mut gap = 3.0;
                    while gap <= 0.3 * pitch {
                        let pitch = (stop - start + gap) / count as f64;
                        let comb = Comb { start, pitch, tile: pitch - gap, count };
                        let score =
                            read(start) + read(stop) + comb.cuts().map(|(a, b)| 0.6 * (read(a) + read(b))).sum::<f64>();
                        if score > best.0 {
                            best = (score, Some(comb));
                        }
                        gap += 1.0;
                    }
                }
            }
        }
        best.1
    }

    /// Weighs a board, and what is left of it without the outer rows and columns that hardly anything cuts: they may be
    /// frames and lines of the page beside the board.
    fn grid(&self, mut across: Comb, mut down: Comb) -> Option<Grid> {
        let mut best: Option<Grid> = None;
        loop {
            let ratio = across.pitch / down.pitch;
            if across.count < 2 || down.count < 2 || !(0.4..2.5).contains(&ratio) {
                return best;
            }
            let (upright, upright_cuts, rows) = self.weigh(&self.upright, &across, &down);
            let (level, level_cuts, cols) = self.weigh(&self.level, &down, &across);
            let (row, row_support) = weakest_end(&rows);
            let (col, col_support) = weakest_end(&cols);
            let support = row_support.min(col_support);
            let cuts = upright_cuts.min(level_cuts);
            // why: most tiles are nearly square.
            let shape = (-0.5 * ratio.ln().abs()).exp();
            let score = (upright + level) * (0.3 + cuts) * shape * (support / LEAST_SUPPORT).clamp(0.02, 1.0);
            if cuts > 0.1 && best.is_none_or(|best| score > best.score) {
                best = Some(Grid { across, down, score, cuts: (upright_cuts + level_cuts) / 2.0 });
            }
            if support >= LEAST_SUPPORT {
                return best;
            }
            let (comb, end) = if row_support < col_support { (&mut down, row) } else { (&mut across, col) };
            comb.count -= 1;
            if end == 0 {
                comb.start += comb.pitch;
            }
        }
    }

    /// Evidence of all lines of a comb, the mean of its cuts, and that of the cuts within each tile of the other comb.
    fn weigh(&self, map: &EdgeMap, comb: &Comb, other: &Comb) -> (f64, f64, Vec<f64>) {
        let (from, to) = other.range();
        let mut support = vec![0.0; other.count];
        let mut sum = 0.0;
        let factor = if comb.pitch - comb.tile >= 1.5 { 1.2 } else { 1.0 };
        let mut total = 0.0;
        for (a, b) in comb.cuts() {
            let pieces = self.pieces(map, a, other);
            let others = if b - a < 1.5 { pieces.clone() } else { self.pieces(map, b, other) };
            let (mut cut, mut worth) = (0.0, 0.0);
            for k in 0..other.count {
                let piece = (pieces[k] + others[k]) / 2.0;
                support[k] += piece / (comb.count - 1) as f64;
                cut += piece / other.count as f64;
                worth += (piece - f64::from(WORTH)).max(-MISSING) / other.count as f64;
            }
            sum += factor * worth;
            total += cut;
        }
        let outer =
            |place: f64| self.pieces(map, place, other).iter().sum::<f64>() / other.count as f64 - f64::from(WORTH);
        sum += 0.7 * (outer(comb.start) + outer(comb.end()));
        (sum * (to - from) as f64, total / (comb.count - 1) as f64, support)
    }

    /// Evidence of a line within each tile of the other comb, as it may lean a little.
    fn pieces(&self, map: &EdgeMap, place: f64, other: &Comb) -> Vec<f64> {
        let piece = |k: usize| {
            let begin = other.start + other.pitch * k as f64;
            f64::from(map.near(place, self.slack, begin.max(0.0) as usize, (begin + other.tile).max(0.0) as usize).0)
        };
        (0..other.count).map(piece).collect()
    }
}

/// Of the first and the last row the one that is cut worse, and how well, compared with the mean of all.
fn weakest_end(rows: &[f64]) -> (usize, f64) {
    let mean = rows.iter().sum::<f64>() / rows.len() as f64;
    let last = rows.len() - 1;
    let weakest = if rows[0] < rows[last] { 0 } else { last };
    (weakest, if mean <= 0.0 { 0.0 } else { rows[weakest] / mean })
}
