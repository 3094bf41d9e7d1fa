//! Beam search: layer by layer, of each layer only the most promising boards.

mod expansion;
mod hashes;
mod history;
mod selection;

use super::score::{Score, Tile};
use crate::tiles::{
    Board, Direction, Problem, Shape,
    constructive::{Constructive, Method},
};
use expansion::Move;
use hashes::Hashes;
use history::History;
use selection::Selection;
use std::sync::Arc;

/// A beam search under way.
pub(super) trait Beam: Send {
    /// Works on for about `budget` boards.
    fn run(&mut self, budget: u64) -> Outcome;

    /// From now on only solutions of at most `limit` moves are of use.
    fn tighten(&mut self, limit: usize);

    /// What it has cost.
    fn work(&self) -> Work;
}

/// A beam search from the start of a problem.
///
/// - `width`: how many boards of a layer are kept;
/// - `limit`: the most moves that a solution may have;
/// - `salt`: chooses among equals.
pub(super) fn beam(problem: &Problem, score: Arc<Score>, width: usize, limit: usize, salt: u64) -> Box<dyn Beam> {
    if problem.shape().cells() <= 256 {
        Box::new(Layers::<u8>::new(problem, score, width, limit, salt))
    } else {
        Box::new(Layers::<u16>::new(problem, score, width, limit, salt))
    }
}

/// The bytes that a beam takes at most, roughly.
pub(super) fn bytes(cells: usize, width: usize, depth: usize) -> u64 {
    let cell = if cells <= 256 { 1 } else { 2 };
    let seats = cells.isqrt() + 2;
    let layers = width * (2 * cell * cells + 4 * seats + 3 * size_of::<Candidate>() + 2 * size_of::<Node>());
    let seen = (width * SEEN_PER_BOARD).min(1 << MOST_SEEN) * size_of::<u32>();
    (layers + seen) as u64 + History::bytes(width, depth)
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

/// Layers without progress after which the focus weighs more and more: what is in the way of the unit under way has to
/// give way.
const CALM: usize = 4;
/// What the focus weighs before that, and what each further layer without progress adds.
const URGENCY: i32 = 4;
/// Layers without progress after which the way of a constructive solver is taken for a while.
const PATIENCE: usize = 200;
/// Places for boards seen lately, for each board of a layer: enough for some three layers.
const SEEN_PER_BOARD: usize = 8;
/// The logarithm of the most such places.
const MOST_SEEN: u32 = 22;

/// One layer and the next one in the making.
struct Layers<T> {
    score: Arc<Score>,
    goal: Board,
    goal_hash: u64,
    hashes: Hashes,
    limit: usize,
    layer: Layer<T>,
    next: Layer<T>,
    /// The boards of the layer that are expanded already.
    expanded: usize,
    /// The best board of the layer.
    best: usize,
    /// The moves of the boards that are being expanded.
    moves: Vec<Move>,
    candidates: Vec<Candidate>,
    selection: Selection,
    history: History,
    /// Boards seen lately: a part of their hash, in a place that another part gives; a newer one takes the place of an
    /// older one.
    seen: Box<[u32]>,
    best_score: i32,
    /// Layers since the best score improved.
    stalled: usize,
    work: Work,
}

struct Layer<T> {
    nodes: Vec<Node>,
    cells: Vec<T>,
    /// For each board, where the tiles of its unit under way are.
    seats: Vec<u16>,
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
    hash: u64,
    base: i32,
    score: i32,
    parent: u32,
    unit: u16,
    direction: Direction,
}

impl<T: Tile> Layers<T> {
    fn new(problem: &Problem, score: Arc<Score>, width: usize, limit: usize, salt: u64) -> Self {
        let (start, goal) = (problem.start(), problem.goal());
        let shape = problem.shape();
        let seen = (width * SEEN_PER_BOARD).next_power_of_two().clamp(1 << 10, 1 << MOST_SEEN);
        let hashes = Hashes::new(shape);
        let mut beam = Self {
            goal_hash: hashes.of(goal.cells()),
            goal: goal.clone(),
            hashes,
            limit,
            layer: Layer { nodes: Vec::new(), cells: Vec::new(), seats: Vec::new() },
            next: Layer { nodes: Vec::new(), cells: Vec::new(), seats: Vec::new() },
            expanded: 0,
            best: 0,
            moves: Vec::new(),
            candidates: Vec::new(),
            selection: Selection::new(width, salt),
            history: History::default(),
            seen: vec![0; seen].into(),
            best_score: i32::MAX,
            stalled: 0,
            work: Work::default(),
            score,
        };
        beam.restart(start);
        beam
    }

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// Makes `board` the only one of the layer.
    fn restart(&mut self, board: &Board) {
        let cells: Vec<T> = board.cells().iter().map(|&tile| T::of(tile)).collect();
        let unit = self.score.first_open_unit(&cells, 0);
        let base = self.score.base(&cells, unit);
        let mut seats = vec![0; self.score.layout.longest];
        self.score.seats(&cells, unit, &mut seats);
        let focus = self.score.focus(unit, board.blank(), &seats).unwrap_or(0);
        let hash = self.hashes.of(board.cells());
        let node = Node { hash, base, blank: board.blank() as u16, unit: unit as u16, last: None };
        self.layer = Layer { nodes: vec![node], cells, seats };
        self.expanded = 0;
        self.best = 0;
        self.best_score = i32::MAX;
        self.stalled = 0;
        self.candidates.clear();
        self.selection.begin(base + focus);
    }

    /// What the focus weighs in this layer, next to [`URGENCY`].
    #[inline]
    fn urgency(&self) -> i32 {
        URGENCY + self.stalled.saturating_sub(CALM) as i32
    }

    #[inline]
    fn urgent(&self, focus: i32) -> i32 {
        focus * self.urgency() / URGENCY
    }

    /// Makes the next layer of the best candidates; an outcome if that ends the search.
    fn descend(&mut self) -> Option<Outcome> {
        let size = self.shape().cells();
        let longest = self.score.layout.longest;
        self.next.nodes.clear();
        self.next.cells.clear();
        self.next.seats.clear();
        let mut links = Vec::with_capacity(self.selection.width().min(self.candidates.len()));
        let mut best = i32::MAX;
        let mut solved = None;
        let mut choice = self.selection.choice();
        for candidate in &self.candidates {
            if !choice.takes(candidate.score, candidate.hash) {
                continue;
            }
            let parent = candidate.parent as usize;
            let before = self.layer.nodes[parent];
            let to = usize::from(before.blank);
            let from = self.score.source(to, candidate.direction);
            let offset = self.next.cells.len();
            self.next.cells.extend_from_slice(&self.layer.cells[parent * size..][..size]);
            let cells = &mut self.next.cells[offset..];
            let tile: usize = cells[from].into();
            cells.swap(from, to);
            let first_seat = self.next.seats.len();
            self.next.seats.extend_from_slice(&self.layer.seats[parent * longest..][..longest]);
            let seats = &mut self.next.seats[first_seat..];
            if candidate.unit != before.unit {
                self.score.seats(cells, candidate.unit.into(), seats);
            } else if let Some(number) = self.score.layout.number_in_unit(tile, candidate.unit) {
                seats[number] = self.score.seat(tile, to, candidate.unit.into());
            }
            if candidate.score < best {
                best = candidate.score;
                self.best = self.next.nodes.len();
            }
            if candidate.hash == self.goal_hash
                && self.goal.cells().iter().map(|&tile| T::of(tile)).eq(cells.iter().copied())
            {
                solved = Some(self.next.nodes.len());
            }
            let (blank, last) = (from as u16, Some(candidate.direction));
            self.next.nodes.push(Node {
                hash: candidate.hash,
                base: candidate.base,
                blank,
                unit: candidate.unit,
                last,
            });
            links.push(history::link(candidate.parent, candidate.direction));
        }
        self.candidates.clear();
        self.history.push(links);
        std::mem::swap(&mut self.layer, &mut self.next);
        self.expanded = 0;
        if let Some(index) = solved {
            return Some(Outcome::Found(self.history.path(index)));
        }
        if self.history.len() >= self.limit || self.layer.nodes.is_empty() {
            return Some(Outcome::Failed);
        }
        self.selection.begin(best);
        let base = self.layer.nodes[self.best].base;
        let calm_score = base + (best - base) * URGENCY / self.urgency();
        if calm_score < self.best_score {
            self.best_score = calm_score;
            self.stalled = 0;
        } else {
            self.stalled += 1;
        }
        if self.stalled > PATIENCE { self.rescue() } else { None }
    }

    /// Where the beam is stuck, the best board goes on alone, by the moves of a constructive solver, until its unit is
    /// solved.
    fn rescue(&mut self) -> Option<Outcome> {
        let size = self.shape().cells();
        let cells: Vec<u16> =
            self.layer.cells[self.best * size..][..size].iter().map(|&tile| tile.into() as u16).collect();
        let mut board = Board::new(self.shape(), &cells).expect("moves keep a board a board");
        let problem = Problem::new(board.clone(), self.goal.clone()).expect("moves keep the parity");
        let unit = self.layer.nodes[self.best].unit.into();
        let mut parent = self.best as u32;
        for stage in Constructive::new(&problem, Method::Greedy) {
            for direction in stage.moves {
                self.history.push(vec![history::link(parent, direction)]);
                parent = 0;
                self.work.generated += 1;
                let _ = board.slide(direction);
            }
            let cells: Vec<T> = board.cells().iter().map(|&tile| T::of(tile)).collect();
            if self.score.first_open_unit(&cells, 0) > unit {
                break;
            }
        }
        self.restart(&board);
        if self.history.len() > self.limit {
            return Some(Outcome::Failed);
        }
        (board == self.goal).then(|| Outcome::Found(self.history.path(0)))
    }
}

impl<T: Tile> Beam for Layers<T> {
    fn run(&mut self, budget: u64) -> Outcome {
        let end = self.work.generated + budget;
        while self.work.generated < end {
            if self.expanded < self.layer.nodes.len() {
                self.expand();
                continue;
            }
            if let Some(outcome) = self.descend() {
                return outcome;
            }
        }
        Outcome::Running
    }

    fn tighten(&mut self, limit: usize) {
        self.limit = self.limit.min(limit);
    }

    fn work(&self) -> Work {
        self.work
    }
}
