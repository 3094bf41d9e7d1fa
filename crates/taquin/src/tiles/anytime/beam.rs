//! Beam search: layer by layer, of each layer only the most promising boards.

use super::score::Score;
use crate::tiles::{
    Board, Direction, Problem, Shape,
    constructive::{Constructive, Method},
};
use std::sync::Arc;

/// A beam search under way. It never holds more than `width` boards and the moves that led to them.
pub(super) struct Beam {
    score: Arc<Score>,
    goal: Board,
    goal_hash: u64,
    width: usize,
    /// No solution longer than this is of use.
    limit: usize,
    salt: u64,
    layer: Layer,
    next: Layer,
    /// The boards of the layer that are expanded already.
    expanded: usize,
    candidates: Vec<Candidate>,
    /// For each layer, for each of its boards: the board before it, and the move from there.
    history: Vec<Box<[u32]>>,
    /// Boards seen lately, by their hash; a newer one takes the place of an older one.
    seen: Box<[u64]>,
    best_score: i32,
    /// Layers since the best score improved.
    stalled: usize,
    pub(super) work: Work,
}

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) generated: u64,
    pub(super) expanded: u64,
}

impl Work {
    /// Adds what a search has cost since it stood at `before`.
    pub(super) fn add(&mut self, now: Self, before: Self) {
        self.generated += now.generated - before.generated;
        self.expanded += now.expanded - before.expanded;
    }
}

/// How a beam search stands.
pub(super) enum Outcome {
    Running,
    /// A solution no longer than the limit.
    Found(Vec<Direction>),
    /// None within the limit.
    Failed,
}

#[derive(Default)]
struct Layer {
    nodes: Vec<Node>,
    cells: Vec<u16>,
    positions: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    base: i32,
    blank: u16,
    unit: u16,
    last: Option<Direction>,
}

#[derive(Clone, Copy)]
struct Candidate {
    score: i32,
    parent: u32,
    direction: Direction,
    node: Node,
}

/// Layers without progress after which the way of a constructive solver is taken for a while.
const PATIENCE: usize = 60;

impl Beam {
    /// - `width`: how many boards of a layer are kept;
    /// - `limit`: the most moves that a solution may have;
    /// - `salt`: chooses among equals.
    pub(super) fn new(problem: &Problem, score: Arc<Score>, width: usize, limit: usize, salt: u64) -> Self {
        let start = problem.start();
        let seen = (width * 16).next_power_of_two().clamp(1 << 10, 1 << 22);
        let mut beam = Self {
            goal_hash: hash(problem.goal().cells()),
            goal: problem.goal().clone(),
            width,
            limit,
            salt,
            layer: Layer::default(),
            next: Layer::default(),
            expanded: 0,
            candidates: Vec::new(),
            history: Vec::new(),
            seen: vec![0; seen].into(),
            best_score: i32::MAX,
            stalled: 0,
            work: Work::default(),
            score,
        };
        let positions: Vec<u16> = start.positions().into_iter().map(|cell| cell as u16).collect();
        let unit = beam.first_open_unit(0, start.blank(), &positions);
        let base = beam.score.base(start.cells(), unit);
        let node = Node { hash: hash(start.cells()), base, blank: start.blank() as u16, unit: unit as u16, last: None };
        beam.layer = Layer { nodes: vec![node], cells: start.cells().to_vec(), positions };
        beam
    }

    /// The bytes that it takes at most, roughly.
    pub(super) fn bytes(cells: usize, width: usize, depth: usize) -> u64 {
        let layers = width * (2 * cells * 4 + 3 * size_of::<Candidate>() + 2 * size_of::<Node>());
        (layers + depth * width * 4 + (width * 128).min(8 << 22)) as u64
    }

    /// From now on only solutions of at most `limit` moves are of use.
    pub(super) fn tighten(&mut self, limit: usize) {
        self.limit = self.limit.min(limit);
    }

    /// Works on for about `budget` boards.
    pub(super) fn run(&mut self, budget: u64) -> Outcome {
        let end = self.work.generated + budget;
        while self.work.generated < end {
            if self.expanded < self.layer.nodes.len() {
                self.expand(self.expanded);
                self.expanded += 1;
                self.work.expanded += 1;
                continue;
            }
            if let Some(outcome) = self.descend() {
                return outcome;
            }
        }
        Outcome::Running
    }

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    fn first_open_unit(&self, from: usize, blank: usize, positions: &[u16]) -> usize {
        let at = |tile: u16| usize::from(positions[usize::from(tile)]);
        let is_open = |&unit: &usize| self.score.focus(unit, blank, at) != 0;
        (from..self.score.units()).find(is_open).unwrap_or(self.score.units())
    }

    fn expand(&mut self, index: usize) {
        let size = self.shape().cells();
        let node = self.layer.nodes[index];
        let cells = &self.layer.cells[index * size..][..size];
        let positions = &self.layer.positions[index * size..][..size];
        let (blank, unit) = (usize::from(node.blank), usize::from(node.unit));
        for direction in Direction::ALL {
            if node.last == Some(direction.inverse()) {
                continue;
            }
            let Some(source) = self.goal.shape().source(blank, direction) else { continue };
            if usize::from(self.score.layout.unit_of_cell[source]) < unit {
                continue;
            }
            self.work.generated += 1;
            let tile = cells[source];
            let hash = node.hash ^ key(tile, source) ^ key(tile, blank);
            if self.seen[hash as usize & (self.seen.len() - 1)] == hash {
                continue;
            }
            let at = |other: u16| if other == tile { blank } else { usize::from(positions[usize::from(other)]) };
            let mut next = Node { hash, blank: source as u16, last: Some(direction), ..node };
            next.base += self.score.step(cells, source, blank, unit);
            let mut focus = 0;
            if unit < self.score.units() {
                focus = self.score.focus(unit, source, at);
                if focus == 0 {
                    let is_open = |&unit: &usize| self.score.focus(unit, source, at) != 0;
                    let unit = (unit + 1..self.score.units()).find(is_open).unwrap_or(self.score.units());
                    let mut after = cells.to_vec();
                    after.swap(source, blank);
                    next.unit = unit as u16;
                    next.base = self.score.base(&after, unit);
                    focus = if unit < self.score.units() { self.score.focus(unit, source, at) } else { 0 };
                }
            }
            self.candidates.push(Candidate { score: next.base + focus, parent: index as u32, direction, node: next });
        }
    }

    /// Makes the next layer of the best candidates; an outcome if that ends the search.
    fn descend(&mut self) -> Option<Outcome> {
        self.select();
        let size = self.shape().cells();
        self.next.nodes.clear();
        self.next.cells.clear();
        self.next.positions.clear();
        let mut links = Vec::with_capacity(self.width.min(self.candidates.len()));
        for candidate in &self.candidates {
            if links.len() == self.width {
                break;
            }
            let slot = candidate.node.hash as usize & (self.seen.len() - 1);
            if std::mem::replace(&mut self.seen[slot], candidate.node.hash) == candidate.node.hash {
                continue;
            }
            let parent = candidate.parent as usize;
            let (from, to) = (usize::from(candidate.node.blank), usize::from(self.layer.nodes[parent].blank));
            let offset = self.next.cells.len();
            self.next.cells.extend_from_slice(&self.layer.cells[parent * size..][..size]);
            self.next.positions.extend_from_slice(&self.layer.positions[parent * size..][..size]);
            let tile = usize::from(self.next.cells[offset + from]);
            self.next.cells.swap(offset + from, offset + to);
            self.next.positions[offset + tile] = to as u16;
            self.next.nodes.push(candidate.node);
            links.push(candidate.parent << 2 | candidate.direction as u32);
        }
        let best = self.candidates.first().map(|candidate| candidate.score);
        self.candidates.clear();
        self.history.push(links.into());
        std::mem::swap(&mut self.layer, &mut self.next);
        self.expanded = 0;
        let is_goal = |node: &Node| node.hash == self.goal_hash;
        if let Some(index) = self.layer.nodes.iter().position(is_goal)
            && self.layer.cells[index * size..][..size] == *self.goal.cells()
        {
            return Some(Outcome::Found(self.path(index)));
        }
        let Some(best) = best.filter(|_| self.history.len() < self.limit && !self.layer.nodes.is_empty()) else {
            return Some(Outcome::Failed);
        };
        if best < self.best_score {
            self.best_score = best;
            self.stalled = 0;
        } else {
            self.stalled += 1;
        }
        if self.stalled > PATIENCE { self.rescue() } else { None }
    }

    /// Brings the best candidates, a few more than fit into a layer, to the front, in order.
    fn select(&mut self) {
        let salt = self.salt;
        let order = |candidate: &Candidate| (candidate.score, candidate.node.hash ^ salt);
        let kept = self.width + self.width / 4 + 8;
        if kept < self.candidates.len() {
            self.candidates.select_nth_unstable_by_key(kept, order);
            self.candidates.truncate(kept);
        }
        self.candidates.sort_unstable_by_key(order);
    }

    /// The moves to a board of the layer.
    fn path(&self, mut index: usize) -> Vec<Direction> {
        let mut path = Vec::with_capacity(self.history.len());
        for links in self.history.iter().rev() {
            path.push(Direction::ALL[(links[index] & 3) as usize]);
            index = (links[index] >> 2) as usize;
        }
        path.reverse();
        path
    }

    /// Where the beam is stuck, the best board goes on alone, by the moves of a constructive solver, until its unit is
    /// solved.
    fn rescue(&mut self) -> Option<Outcome> {
        let size = self.shape().cells();
        let start = Board::new(self.shape(), &self.layer.cells[..size]).expect("moves keep a board a board");
        let problem = Problem::new(start.clone(), self.goal.clone()).expect("moves keep the parity");
        let unit = usize::from(self.layer.nodes[0].unit);
        let mut board = start;
        let mut reached = unit;
        let mut parent = 0;
        for stage in Constructive::new(&problem, Method::Greedy) {
            for direction in stage.moves {
                self.history.push(Box::new([parent << 2 | direction as u32]));
                parent = 0;
                self.work.generated += 1;
                let _ = board.slide(direction);
            }
            let positions: Vec<u16> = board.positions().into_iter().map(|cell| cell as u16).collect();
            reached = self.first_open_unit(0, board.blank(), &positions);
            if reached > unit {
                break;
            }
        }
        let node = Node {
            hash: hash(board.cells()),
            base: self.score.base(board.cells(), reached),
            blank: board.blank() as u16,
            unit: reached as u16,
            last: None,
        };
        let positions = board.positions().into_iter().map(|cell| cell as u16).collect();
        self.layer = Layer { nodes: vec![node], cells: board.cells().to_vec(), positions };
        self.best_score = i32::MAX;
        self.stalled = 0;
        if self.history.len() > self.limit {
            return Some(Outcome::Failed);
        }
        (board == self.goal).then(|| Outcome::Found(self.path(0)))
    }
}

/// The hash of a board: exclusive or over its tiles, so that a move changes two keys only. It finds duplicates; what
/// counts as the goal is compared in full.
fn hash(cells: &[u16]) -> u64 {
    (0..).zip(cells).filter(|&(_, &tile)| tile != 0).fold(0, |hash, (cell, &tile)| hash ^ key(tile, cell))
}

/// A random-looking number for a tile in a cell (the mixing function of SplitMix64).
#[inline]
fn key(tile: u16, cell: usize) -> u64 {
    let mut z = (u64::from(tile) << 16 | cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
