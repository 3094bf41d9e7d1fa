//! Beam search: breadth-first search that keeps only the most promising boards of each layer.

mod board_hasher;
mod history;
mod selection;

use super::score::{Score, Tile};
use crate::tiles::{
    Board, Direction, Problem, Shape,
    constructive::{Constructive, Method},
};
use board_hasher::BoardHasher;
use history::History;
use selection::Selection;
use std::sync::Arc;

/// A beam search that the caller pumps.
pub(super) trait Beam: Send {
    /// Generates about `budget` boards.
    fn run(&mut self, budget: u64) -> BeamOutcome;

    /// Lowers the limit on the length of a solution.
    fn tighten(&mut self, limit: usize);

    /// Boards generated and expanded so far.
    fn work(&self) -> BeamWork;
}

/// A beam search from the start of a problem.
///
/// - `width`: boards kept of each layer;
/// - `limit`: longest solution that is of use, in moves;
/// - `salt`: decides between boards of equal score.
pub(super) fn beam(problem: &Problem, score: Arc<Score>, width: usize, limit: usize, salt: u64) -> Box<dyn Beam> {
    if problem.shape().cells() <= 256 {
        Box::new(BeamSearch::<u8>::new(problem, score, width, limit, salt))
    } else {
        Box::new(BeamSearch::<u16>::new(problem, score, width, limit, salt))
    }
}

/// Approximate upper bound on the memory of a beam, in bytes.
pub(super) fn bytes(cells: usize, width: usize, depth: usize) -> u64 {
    let cell = if cells <= 256 { 1 } else { 2 };
    let slots = cells.isqrt() + 2;
    let layers = width * (2 * cell * cells + 4 * slots + 3 * size_of::<Candidate>() + 2 * size_of::<BeamNode>());
    let seen = (width * SEEN_PER_BOARD).min(1 << MAX_SEEN_BITS) * size_of::<u32>();
    (layers + seen) as u64 + History::bytes(width, depth)
}

/// Boards that a search has generated and expanded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BeamWork {
    pub(super) generated: u64,
    pub(super) expanded: u64,
}

impl BeamWork {
    /// Adds the work of a search since it stood at `before`.
    pub(super) fn add(&mut self, now: Self, before: Self) {
        self.generated += now.generated - before.generated;
        self.expanded += now.expanded - before.expanded;
    }
}

/// The state of a beam search after a slice of work.
pub(super) enum BeamOutcome {
    Running,
    /// A solution no longer than the limit.
    Found(Vec<Direction>),
    /// The beam ended without a solution within the limit.
    Failed,
}

/// Layers without progress after which the cost of the current subgoal weighs more and more, so that tiles in its way
/// are moved aside.
const STALL_GRACE: usize = 4;
/// Weight of the current subgoal before that, in parts of which each further layer without progress adds one.
const STALL_UNIT: i32 = 4;
/// Layers without progress after which a constructive solver takes over until the current subgoal is solved.
const RESCUE_AFTER: usize = 200;
/// Slots of the table of recent boards for each board of a layer: enough for about three layers.
const SEEN_PER_BOARD: usize = 8;
/// Binary logarithm of the largest such table.
const MAX_SEEN_BITS: u32 = 22;

/// Boards of a layer that are expanded together.
const BATCH: usize = 64;

/// The current layer of a beam search and the candidates for the next one.
struct BeamSearch<T> {
    score: Arc<Score>,
    goal: Board,
    goal_hash: u64,
    hasher: BoardHasher,
    limit: usize,
    layer: BeamLayer<T>,
    next: BeamLayer<T>,
    /// Boards of the layer that are already expanded.
    expanded: usize,
    /// Index of the best board of the layer.
    best: usize,
    /// Moves of the boards that are being expanded.
    moves: Vec<CandidateMove>,
    candidates: Vec<Candidate>,
    selection: Selection,
    history: History,
    /// Recently generated boards: the high bits of a board's hash select the slot, which stores the low bits. A newer
    /// board overwrites an older one.
    seen: Box<[u32]>,
    best_score: i32,
    /// Layers since the best score improved.
    stalled: usize,
    work: BeamWork,
}

/// The boards of one layer.
struct BeamLayer<T> {
    nodes: Vec<BeamNode>,
    cells: Vec<T>,
    /// For each board, the slots of the tiles of its current subgoal.
    tile_slots: Vec<u16>,
}

/// A board of a layer, besides its cells.
#[derive(Clone, Copy)]
struct BeamNode {
    hash: u64,
    base: i32,
    blank: u16,
    subgoal: u16,
    last: Option<Direction>,
}

/// A board that may get into the next layer.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    base: i32,
    score: i32,
    parent: u32,
    subgoal: u16,
    direction: Direction,
}

/// A move from a board of the layer, before it is scored.
#[derive(Clone, Copy)]
struct CandidateMove {
    /// Hash of the board that the move leads to.
    hash: u64,
    parent: u32,
    direction: Direction,
}

impl<T: Tile> BeamLayer<T> {
    fn new() -> Self {
        Self { nodes: Vec::new(), cells: Vec::new(), tile_slots: Vec::new() }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.cells.clear();
        self.tile_slots.clear();
    }

    /// Appends the board that a candidate leads to from `layer`.
    fn add_child(&mut self, layer: &Self, candidate: &Candidate, score: &Score) {
        let (size, longest) = (score.cells(), score.order.longest);
        let parent = candidate.parent as usize;
        let before = layer.nodes[parent];
        let to = usize::from(before.blank);
        let from = score.source(to, candidate.direction);
        let first_cell = self.cells.len();
        self.cells.extend_from_slice(&layer.cells[parent * size..][..size]);
        let cells = &mut self.cells[first_cell..];
        let tile: usize = cells[from].into();
        cells.swap(from, to);
        let first_slot = self.tile_slots.len();
        self.tile_slots.extend_from_slice(&layer.tile_slots[parent * longest..][..longest]);
        let tile_slots = &mut self.tile_slots[first_slot..];
        if candidate.subgoal != before.subgoal {
            score.tile_slots(cells, candidate.subgoal.into(), tile_slots);
        } else if let Some(number) = score.order.number_in_subgoal(tile, candidate.subgoal) {
            tile_slots[number] = score.slot(tile, to, candidate.subgoal.into());
        }
        let &Candidate { hash, base, subgoal, direction, .. } = candidate;
        self.nodes.push(BeamNode { hash, base, blank: from as u16, subgoal, last: Some(direction) });
    }
}

impl<T: Tile> BeamSearch<T> {
    fn new(problem: &Problem, score: Arc<Score>, width: usize, limit: usize, salt: u64) -> Self {
        let (start, goal) = (problem.start(), problem.goal());
        let shape = problem.shape();
        let seen = (width * SEEN_PER_BOARD).next_power_of_two().clamp(1 << 10, 1 << MAX_SEEN_BITS);
        let hasher = BoardHasher::new(shape);
        let mut beam = Self {
            goal_hash: hasher.hash(goal.cells()),
            goal: goal.clone(),
            hasher,
            limit,
            layer: BeamLayer::new(),
            next: BeamLayer::new(),
            expanded: 0,
            best: 0,
            moves: Vec::new(),
            candidates: Vec::new(),
            selection: Selection::new(width, salt),
            history: History::default(),
            seen: vec![0; seen].into(),
            best_score: i32::MAX,
            stalled: 0,
            work: BeamWork::default(),
            score,
        };
        beam.restart(start);
        beam
    }

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// Makes `board` the only board of the layer.
    fn restart(&mut self, board: &Board) {
        let cells: Vec<T> = board.cells().iter().map(|&tile| T::of(tile)).collect();
        let subgoal = self.score.first_open_subgoal(&cells, 0);
        let base = self.score.base(&cells, subgoal);
        let mut tile_slots = vec![0; self.score.order.longest];
        self.score.tile_slots(&cells, subgoal, &mut tile_slots);
        let subgoal_cost = self.score.subgoal_cost(subgoal, board.blank(), &tile_slots).unwrap_or(0);
        let hash = self.hasher.hash(board.cells());
        let node = BeamNode { hash, base, blank: board.blank() as u16, subgoal: subgoal as u16, last: None };
        self.layer = BeamLayer { nodes: vec![node], cells, tile_slots };
        self.expanded = 0;
        self.best = 0;
        self.best_score = i32::MAX;
        self.stalled = 0;
        self.candidates.clear();
        self.selection.begin(base + subgoal_cost);
    }

    /// Weight of the current subgoal in this layer, in units of 1 / [`STALL_UNIT`].
    #[inline]
    fn stall_weight(&self) -> i32 {
        STALL_UNIT + self.stalled.saturating_sub(STALL_GRACE) as i32
    }

    /// The cost of a subgoal times its weight in this layer.
    #[inline]
    fn weigh(&self, subgoal_cost: i32) -> i32 {
        subgoal_cost * self.stall_weight() / STALL_UNIT
    }

    /// Expands the next boards of the layer.
    fn expand(&mut self) {
        let boards = self.expanded..(self.expanded + BATCH).min(self.layer.nodes.len());
        self.expanded = boards.end;
        self.work.expanded += boards.len() as u64;
        self.moves.clear();
        for index in boards {
            self.generate(index);
        }
        self.work.generated += self.moves.len() as u64;
        self.drop_seen();
        for index in 0..self.moves.len() {
            let candidate = self.score_move(self.moves[index]);
            self.selection.count(candidate.score);
            self.candidates.push(candidate);
        }
    }

    /// Adds all moves of a board of the layer except the one that undoes its last move.
    fn generate(&mut self, index: usize) {
        let size = self.shape().cells();
        let node = self.layer.nodes[index];
        let cells = &self.layer.cells[index * size..][..size];
        let (blank, subgoal) = (usize::from(node.blank), usize::from(node.subgoal));
        for direction in Direction::ALL {
            let source = self.score.source(blank, direction);
            if source >= size || node.last == Some(direction.inverse()) || self.score.is_wall(source, subgoal) {
                continue;
            }
            let hash = self.hasher.after(node.hash, cells[source].into(), source, blank);
            self.moves.push(CandidateMove { hash, parent: index as u32, direction });
        }
    }

    /// Drops the moves to boards that were generated recently.
    ///
    /// why without branches: the processor then waits for many cache misses at once; looked up one by one they took half
    /// of the time.
    fn drop_seen(&mut self) {
        // why as `u64`: the hash has 64 bits, even where `usize` has 32.
        let shift = (self.seen.len() as u64).leading_zeros() + 1;
        let mut kept = 0;
        for index in 0..self.moves.len() {
            let to = self.moves[index];
            let seen = &mut self.seen[(to.hash >> shift) as usize];
            let is_new = std::mem::replace(seen, to.hash as u32) != to.hash as u32;
            self.moves[kept] = to;
            kept += usize::from(is_new);
        }
        self.moves.truncate(kept);
    }

    /// Scores the board that a move leads to.
    fn score_move(&self, CandidateMove { hash, parent, direction }: CandidateMove) -> Candidate {
        let size = self.shape().cells();
        let longest = self.score.order.longest;
        let index = parent as usize;
        let node = self.layer.nodes[index];
        let cells = &self.layer.cells[index * size..][..size];
        let tile_slots = &self.layer.tile_slots[index * longest..][..longest];
        let (blank, subgoal) = (usize::from(node.blank), usize::from(node.subgoal));
        let source = self.score.source(blank, direction);
        let base = node.base + self.score.step(cells, source, blank, direction.is_vertical(), subgoal);
        let candidate = Candidate { hash, base, score: base, parent, subgoal: node.subgoal, direction };
        if subgoal == self.score.subgoals() {
            return candidate;
        }
        match self.score.subgoal_cost_after(subgoal, source, tile_slots, (cells[source].into(), blank)) {
            Some(subgoal_cost) => Candidate { score: base + self.weigh(subgoal_cost), ..candidate },
            None => {
                let (subgoal, base, subgoal_cost) = self.score.finish(cells, source, blank, subgoal);
                Candidate { subgoal: subgoal as u16, base, score: base + self.weigh(subgoal_cost), ..candidate }
            }
        }
    }

    /// Makes the next layer of the best candidates; returns an outcome if that ends the search.
    fn descend(&mut self) -> Option<BeamOutcome> {
        self.next.clear();
        let mut links = Vec::with_capacity(self.selection.width().min(self.candidates.len()));
        let mut best = i32::MAX;
        let mut solved = None;
        let mut choice = self.selection.choice();
        for candidate in &self.candidates {
            if !choice.takes(candidate.score, candidate.hash) {
                continue;
            }
            let offset = self.next.cells.len();
            self.next.add_child(&self.layer, candidate, &self.score);
            if candidate.score < best {
                best = candidate.score;
                self.best = self.next.nodes.len() - 1;
            }
            let is_goal = |cells: &[T]| self.goal.cells().iter().map(|&tile| T::of(tile)).eq(cells.iter().copied());
            if candidate.hash == self.goal_hash && is_goal(&self.next.cells[offset..]) {
                solved = Some(self.next.nodes.len() - 1);
            }
            links.push(history::link(candidate.parent, candidate.direction));
        }
        self.candidates.clear();
        self.history.push(links);
        std::mem::swap(&mut self.layer, &mut self.next);
        self.expanded = 0;
        if let Some(index) = solved {
            return Some(BeamOutcome::Found(self.history.path(index)));
        }
        if self.history.len() >= self.limit || self.layer.nodes.is_empty() {
            return Some(BeamOutcome::Failed);
        }
        self.selection.begin(best);
        self.watch_progress(best);
        if self.stalled > RESCUE_AFTER { self.rescue() } else { None }
    }

    /// Counts the layers without a better score; `best` is the best score of this one.
    fn watch_progress(&mut self, best: i32) {
        let base = self.layer.nodes[self.best].base;
        // What the best score would be without the weight of stalling.
        let score = base + (best - base) * STALL_UNIT / self.stall_weight();
        if score < self.best_score {
            self.best_score = score;
            self.stalled = 0;
        } else {
            self.stalled += 1;
        }
    }

    /// Restarts a beam that is stuck from its best board, after the moves of a constructive solver that solve the current
    /// subgoal.
    fn rescue(&mut self) -> Option<BeamOutcome> {
        let size = self.shape().cells();
        let cells: Vec<u16> =
            self.layer.cells[self.best * size..][..size].iter().map(|&tile| tile.into() as u16).collect();
        let mut board = Board::new(self.shape(), &cells).expect("moves keep a board a board");
        let problem = Problem::new(board.clone(), self.goal.clone()).expect("moves keep the parity");
        let subgoal = self.layer.nodes[self.best].subgoal.into();
        let mut parent = self.best as u32;
        for stage in Constructive::new(&problem, Method::Greedy) {
            for direction in stage.moves {
                self.history.push(vec![history::link(parent, direction)]);
                parent = 0;
                self.work.generated += 1;
                let _ = board.slide(direction);
            }
            let cells: Vec<T> = board.cells().iter().map(|&tile| T::of(tile)).collect();
            if self.score.first_open_subgoal(&cells, 0) > subgoal {
                break;
            }
        }
        self.restart(&board);
        if self.history.len() > self.limit {
            return Some(BeamOutcome::Failed);
        }
        (board == self.goal).then(|| BeamOutcome::Found(self.history.path(0)))
    }
}

impl<T: Tile> Beam for BeamSearch<T> {
    fn run(&mut self, budget: u64) -> BeamOutcome {
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
        BeamOutcome::Running
    }

    fn tighten(&mut self, limit: usize) {
        self.limit = self.limit.min(limit);
    }

    fn work(&self) -> BeamWork {
        self.work
    }
}
