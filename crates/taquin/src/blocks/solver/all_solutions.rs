//! All shortest solutions of a puzzle, and those that are a little longer.
//!
//! First the fewest moves are found and proven. Then a [`Map`] is made of all positions within reach of the start in so many
//! moves, with the way that is left to a goal, and with the number of shortest ways. A depth-first walk of real blocks
//! along it finds only what it looks for.

use super::{
    Options, Solver, TooComplexError,
    bits::{Bits, Words},
    encoding::Encoding,
    graph::Graph,
    movegen::Group,
};
use crate::{
    blocks::{Metric, Move, Puzzle, State},
    replay::{self, BlockReplayError},
    search::{Cost, Phase, Search, Stats, Status},
};
use std::{
    collections::{HashMap, VecDeque},
    fmt, vec,
};

/// Solutions that wait to be taken, at most: a run that finds more ends early.
const WAITING: usize = 1_024;

/// The search for all solutions of a puzzle up to a length.
///
/// A *solution* comes to a goal at its end and not before, and to no position twice. Blocks that are interchangeable are not
/// told apart, and of several paths of a block to the same place, or off the board, one stands for all. No two moves in a row are one: in moves
/// they are of two blocks, in slides of two blocks or round a corner. So each is listed once.
///
/// Solutions come in the order of their lengths, and those of one length in the order of the blocks that move and of the rows and
/// columns that they move to.
///
/// It is a [`Search`] that the caller pumps. What it finds waits for [`Self::take_solutions`]; a run that has found many ends
/// early, so that they do not fill the memory. [`Status::Solved`] says that all have been found.
///
/// ```
/// use taquin::{blocks::{AllSolutions, Options, Puzzle}, search::{Search, Status}};
///
/// let puzzle = Puzzle::from_pictures("A.b\n .", "..A\n .")?;
/// let mut search = AllSolutions::new(&puzzle, &Options::default(), 1)?;
/// let mut found = Vec::new();
/// while search.run(100_000) == Status::Paused {
///     found.extend(search.take_solutions()?);
/// }
/// found.extend(search.take_solutions()?);
/// assert_eq!(search.counts(), [(2, 1), (3, 1)]);
/// assert_eq!(found.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AllSolutions {
    puzzle: Puzzle,
    metric: Metric,
    beyond: Cost,
    memory_limit: u64,
    is_counting: bool,
    activity: Activity,
    /// For each length that was begun, how many solutions have it.
    counts: Vec<(Cost, u128)>,
    waiting: VecDeque<Vec<Move>>,
    first: Option<Vec<Move>>,
    stats: Stats,
    status: Status,
}

/// What the search for all solutions is doing.
enum Activity {
    /// Finding the fewest moves.
    Shortest(Box<Solver>),
    Mapping(Box<dyn Guide>),
    Walking(Box<Walk>),
    Done,
}

impl fmt::Debug for AllSolutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut search = f.debug_struct("AllSolutions");
        search.field("puzzle", &self.puzzle).field("metric", &self.metric).field("beyond", &self.beyond);
        search.field("counts", &self.counts).field("status", &self.status).finish_non_exhaustive()
    }
}

impl AllSolutions {
    /// A search for all solutions that cost at most `beyond` more than a shortest one.
    ///
    /// - `options`: the metric, limits and threads; what is asked of algorithm and disk has no effect.
    ///
    /// # Errors
    ///
    /// [`TooComplexError`] if the puzzle has too many blocks on too large a board.
    pub fn new(puzzle: &Puzzle, options: &Options, beyond: Cost) -> Result<Self, TooComplexError> {
        let Options { metric, memory_limit, threads, .. } = *options;
        let solver = Solver::new(puzzle, &Options { metric, memory_limit, threads, ..Options::default() })?;
        Ok(Self {
            puzzle: puzzle.clone(),
            metric,
            beyond,
            memory_limit,
            is_counting: false,
            activity: Activity::Shortest(Box::new(solver)),
            counts: Vec::new(),
            waiting: VecDeque::new(),
            first: None,
            stats: Stats::default(),
            status: Status::Paused,
        })
    }

    /// Counts solutions without listing them, which is quick for the shortest ones, however many they are:
    /// [`Self::take_solutions`] has none.
    #[must_use]
    pub fn counting(mut self) -> Self {
        self.is_counting = true;
        self
    }

    /// What is being solved.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The solutions found since the last call, in order, each replayed against the rules.
    ///
    /// # Errors
    ///
    /// [`BlockReplayError`] if a solution breaks the rules, which would be a bug of the search.
    pub fn take_solutions(&mut self) -> Result<Vec<Vec<Move>>, BlockReplayError> {
        let found = std::mem::take(&mut self.waiting);
        found.into_iter().map(|moves| replay::blocks(&self.puzzle, &moves).map(|()| moves)).collect()
    }

    /// How many solutions were found so far, by their cost in the metric of the options; the last entry may still grow as long
    /// as the search is paused.
    pub fn counts(&self) -> &[(Cost, u128)] {
        &self.counts
    }

    /// How many solutions were found so far.
    pub fn count(&self) -> u128 {
        self.counts.iter().fold(0, |sum, (_, count)| count.saturating_add(sum))
    }

    /// One step of work; how many positions it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        match &mut self.activity {
            Activity::Shortest(solver) => {
                let before = solver.stats().generated;
                let status = solver.run(budget);
                self.stats = solver.stats().clone();
                match status {
                    Status::Paused => {}
                    Status::Solved => self.begin(),
                    Status::Exhausted | Status::Full => self.status = status,
                }
                (self.stats.generated - before).max(1)
            }
            Activity::Mapping(guide) => {
                let done = guide.run(budget);
                self.stats.peak_bytes = self.stats.peak_bytes.max(guide.bytes());
                if guide.bytes() > self.memory_limit {
                    self.status = Status::Full;
                } else if guide.is_ready() {
                    self.mapped();
                }
                self.stats.generated += done;
                done.max(1)
            }
            Activity::Walking(_) => self.walk(budget),
            Activity::Done => 1,
        }
    }

    /// The fewest moves are known: begins the map.
    fn begin(&mut self) {
        let Activity::Shortest(solver) = std::mem::replace(&mut self.activity, Activity::Done) else { return };
        self.first = solver.solution().map(<[Move]>::to_vec);
        let length = self.stats.lower_bound;
        if length == 0 {
            // What leaves the goal and comes back was there before its end.
            self.counts.push((0, 1));
            self.waiting.extend((!self.is_counting).then(Vec::new));
            self.status = Status::Solved;
            return;
        }
        self.stats.phase = Phase::Searching { depth: length };
        match guide(&self.puzzle, self.metric, length.saturating_add(self.beyond)) {
            Ok(guide) => self.activity = Activity::Mapping(guide),
            // why never: the solver has packed the same positions.
            Err(_) => self.status = Status::Full,
        }
    }

    /// The map is made: begins with the solutions of the fewest moves.
    fn mapped(&mut self) {
        let Activity::Mapping(guide) = std::mem::replace(&mut self.activity, Activity::Done) else { return };
        let length = self.stats.lower_bound;
        let ways = guide.shortest_ways();
        self.activity = Activity::Walking(Box::new(Walk::new(&self.puzzle, self.metric, guide)));
        if self.is_counting {
            self.counts.push((length, ways));
            self.end_length();
        } else {
            self.begin_length(length);
        }
    }

    fn begin_length(&mut self, length: Cost) {
        if let Activity::Walking(walk) = &mut self.activity {
            walk.begin(length);
            self.counts.push((length, 0));
            self.stats.phase = Phase::Searching { depth: length };
        }
    }

    /// Walks on; how many positions that took.
    fn walk(&mut self, budget: u64) -> u64 {
        let Activity::Walking(walk) = &mut self.activity else { return 1 };
        let mut done = 0;
        while done < budget {
            let Some(step) = walk.step() else {
                self.end_length();
                break;
            };
            done += 1;
            if step == WalkStep::Solved {
                if let Some((_, count)) = self.counts.last_mut() {
                    *count += 1;
                }
                let moves = walk.solution();
                if self.counts.len() == 1 && self.counts[0].1 == 1 {
                    self.first = Some(moves.clone());
                }
                if !self.is_counting {
                    self.waiting.push_back(moves);
                    break;
                }
            }
        }
        self.stats.expanded += done;
        done.max(1)
    }

    /// Goes on with the next length, if there is one.
    fn end_length(&mut self) {
        let next = self.counts.last().map_or(0, |(length, _)| length.saturating_add(1));
        if next <= self.stats.lower_bound.saturating_add(self.beyond) {
            self.begin_length(next);
        } else {
            self.activity = Activity::Done;
            self.status = Status::Solved;
        }
    }
}

impl Search for AllSolutions {
    type Move = Move;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 && self.waiting.len() < WAITING {
            left = left.saturating_sub(self.step(left));
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The first of the shortest solutions, once it is known.
    fn solution(&self) -> Option<&[Move]> {
        self.first.as_deref()
    }
}

/// Where solutions lead through, whatever words positions are packed into.
trait Guide: Send {
    /// Works for about `budget` positions; how many it took.
    fn run(&mut self, budget: u64) -> u64;
    fn is_ready(&self) -> bool;
    /// What it holds.
    fn bytes(&self) -> u64;
    /// How many shortest solutions there are.
    fn shortest_ways(&self) -> u128;
    /// The number of a position and the cost from there to a goal; `None` if no goal can be reached within the length.
    fn look_up(&self, state: &State) -> Option<(u32, Cost)>;
}

fn guide(puzzle: &Puzzle, metric: Metric, length: Cost) -> Result<Box<dyn Guide>, TooComplexError> {
    // why: of two ways that are mirror images, both are solutions.
    let encoding = Encoding::new(puzzle).without_symmetries();
    dispatch!(encoding, |B, K| Box::new(Map::<B, K>::new(puzzle, encoding, metric, length)) as Box<dyn Guide>)
}

/// All positions within reach of the start, layer by layer.
struct Map<B, K> {
    graph: Graph<B, K>,
    group: Group<B, K>,
    /// The most that a solution may cost.
    length: Cost,
    keys: Vec<K>,
    numbers: HashMap<K, u32>,
    /// By position: the cost to a goal, and in how many ways; in the latter those are right that are part of a shortest
    /// solution.
    to_goal: Vec<Cost>,
    ways: Vec<u128>,
    stage: Stage,
}

/// How far a map is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    /// Positions are listed: the next one to expand, where the layer under way ends, and its depth.
    Listing {
        next: usize,
        end: usize,
        depth: Cost,
    },
    /// Distances from the goal are found, from the last position to the first, until they no longer change.
    Measuring {
        left: usize,
        is_changed: bool,
    },
    Ready,
}

/// No goal is known to be within reach.
const FAR: Cost = Cost::MAX;

impl<B: Bits, K: Bits> Map<B, K> {
    fn new(puzzle: &Puzzle, encoding: Encoding, metric: Metric, length: Cost) -> Self {
        let graph = Graph::new(puzzle, encoding, metric);
        let (start, group) = (graph.start, graph.movegen.group());
        Self {
            graph,
            group,
            length,
            keys: vec![start],
            numbers: HashMap::from([(start, 0)]),
            to_goal: Vec::new(),
            ways: Vec::new(),
            stage: Stage::Listing { next: 0, end: 1, depth: 0 },
        }
    }

    /// All positions one move away, each once; none from a goal, where every solution ends.
    fn neighbours(&mut self, key: K) -> Vec<K> {
        if self.graph.is_goal(key) {
            return Vec::new();
        }
        let mut neighbours = self.graph.neighbours(&mut self.group, key);
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours
    }

    /// Lists what is one move away from a position.
    fn list(&mut self, number: usize) {
        for key in self.neighbours(self.keys[number]) {
            let next = self.keys.len() as u32;
            if *self.numbers.entry(key).or_insert(next) == next {
                self.keys.push(key);
            }
        }
    }

    /// Finds the distance of a position from those of its neighbours; did it change?
    fn measure(&mut self, number: usize) -> bool {
        let key = self.keys[number];
        if self.graph.is_goal(key) {
            let is_new = self.to_goal[number] != 0;
            (self.to_goal[number], self.ways[number]) = (0, 1);
            return is_new;
        }
        let mut best = (FAR, 0u128);
        for neighbour in self.neighbours(key) {
            // Those of the last layer have neighbours that are not listed.
            let Some(&next) = self.numbers.get(&neighbour) else { continue };
            let (cost, ways) = (self.to_goal[next as usize].saturating_add(1), self.ways[next as usize]);
            if cost < best.0 {
                best = (cost, ways);
            } else if cost == best.0 && cost != FAR {
                best.1 = best.1.saturating_add(ways);
            }
        }
        let is_new = self.to_goal[number] != best.0;
        (self.to_goal[number], self.ways[number]) = best;
        is_new
    }

    /// One position more, or the next stage.
    fn step(&mut self) {
        self.stage = match self.stage {
            Stage::Listing { next, end, depth } if next < end => {
                self.list(next);
                Stage::Listing { next: next + 1, end, depth }
            }
            Stage::Listing { end, depth, .. } if depth + 1 < self.length && end < self.keys.len() => {
                Stage::Listing { next: end, end: self.keys.len(), depth: depth + 1 }
            }
            Stage::Listing { .. } => {
                self.to_goal = vec![FAR; self.keys.len()];
                self.ways = vec![0; self.keys.len()];
                Stage::Measuring { left: self.keys.len(), is_changed: false }
            }
            Stage::Measuring { left: 0, is_changed: true } => {
                Stage::Measuring { left: self.keys.len(), is_changed: false }
            }
            Stage::Measuring { left: 0, is_changed: false } | Stage::Ready => Stage::Ready,
            Stage::Measuring { left, is_changed } => {
                let is_new = self.measure(left - 1);
                Stage::Measuring { left: left - 1, is_changed: is_changed || is_new }
            }
        };
    }
}

impl<B: Bits, K: Bits> Guide for Map<B, K> {
    fn run(&mut self, budget: u64) -> u64 {
        let mut done = 0;
        while done < budget && !self.is_ready() {
            self.step();
            done += 1;
        }
        done
    }

    fn is_ready(&self) -> bool {
        self.stage == Stage::Ready
    }

    fn bytes(&self) -> u64 {
        let found =
            self.keys.capacity() * size_of::<K>() + self.numbers.capacity() * (size_of::<(K, u32)>() + 1) * 8 / 7;
        // Those come when all positions are listed.
        (found + self.keys.len() * (size_of::<Cost>() + size_of::<u128>())) as u64
    }

    fn shortest_ways(&self) -> u128 {
        self.ways.first().copied().unwrap_or_default()
    }

    fn look_up(&self, state: &State) -> Option<(u32, Cost)> {
        let &number = self.numbers.get(&self.graph.encoding().pack(state))?;
        let cost = self.to_goal[number as usize];
        (cost != FAR).then_some((number, cost))
    }
}

/// A depth-first walk through all solutions of an exact length, in order.
struct Walk {
    puzzle: Puzzle,
    metric: Metric,
    guide: Box<dyn Guide>,
    length: Cost,
    frames: Vec<Frame>,
}

/// A position of a walk.
struct Frame {
    /// The move that led here; `None` at the start.
    by: Option<Move>,
    number: u32,
    choices: vec::IntoIter<Choice>,
}

/// A move that may be part of a solution, and what it leads to.
struct Choice {
    mv: Move,
    after: State,
    number: u32,
    is_solved: bool,
}

/// What a step of a walk came to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum WalkStep {
    Onward,
    Solved,
}

impl Walk {
    fn new(puzzle: &Puzzle, metric: Metric, guide: Box<dyn Guide>) -> Self {
        Self { puzzle: puzzle.clone(), metric, guide, length: 0, frames: Vec::new() }
    }

    fn begin(&mut self, length: Cost) {
        self.length = length;
        self.frames.clear();
        let start = self.puzzle.start();
        if let Some((number, _)) = self.guide.look_up(&start) {
            self.enter(None, number, &start);
        }
    }

    /// One position more; `None` when there are no more solutions.
    fn step(&mut self) -> Option<WalkStep> {
        loop {
            let Some(choice) = self.frames.last_mut()?.choices.next() else {
                self.frames.pop();
                continue;
            };
            let Choice { mv, after, number, is_solved } = choice;
            if is_solved {
                self.frames.push(Frame { by: Some(mv), number, choices: Vec::new().into_iter() });
                return Some(WalkStep::Solved);
            }
            self.enter(Some(mv), number, &after);
            return Some(WalkStep::Onward);
        }
    }

    fn enter(&mut self, by: Option<Move>, number: u32, state: &State) {
        self.frames.push(Frame { by, number, choices: Vec::new().into_iter() });
        let choices = self.choices(state);
        if let Some(frame) = self.frames.last_mut() {
            frame.choices = choices.into_iter();
        }
    }

    /// The moves from the last position that can end in a goal at the right length.
    fn choices(&self, state: &State) -> Vec<Choice> {
        let left = self.length - self.frames.len() as Cost;
        let last = self.frames.last().and_then(|frame| frame.by.as_ref());
        let mut choices = Vec::new();
        for block in 0..self.puzzle.blocks().len() {
            let mut destinations = state.destinations(&self.puzzle, block);
            destinations.sort_unstable_by_key(|to| to.corner);
            for destination in destinations {
                let mv = state.move_to(block, &destination);
                if !is_one(self.metric, &mv) || last.is_some_and(|last| are_one(self.metric, last, &mv)) {
                    continue;
                }
                let mut after = state.clone();
                // why no error: the rules have just named this destination.
                if after.apply(&self.puzzle, &mv).is_err() {
                    continue;
                }
                let Some((number, cost)) = self.guide.look_up(&after) else { continue };
                let is_solved = cost == 0;
                // why among the choices: a block that leaves the board by one of several exits is gone.
                let is_new = self.frames.iter().all(|frame| frame.number != number)
                    && choices.iter().all(|choice: &Choice| choice.number != number);
                if is_new && cost <= left && (!is_solved || left == 0) {
                    choices.push(Choice { mv, after, number, is_solved });
                }
            }
        }
        choices
    }

    /// The solution just found; successive moves of one block are written as one.
    fn solution(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.frames.iter().filter_map(|frame| frame.by.clone()).for_each(|mv| mv.join_onto(&mut moves));
        moves
    }
}

/// Does a move cost one?
fn is_one(metric: Metric, mv: &Move) -> bool {
    match metric {
        Metric::Moves => true,
        Metric::Slides => mv.path.iter().all(|direction| *direction == mv.path[0]),
        Metric::Steps => mv.path.len() == 1,
    }
}

/// Are two moves in a row one, or none?
fn are_one(metric: Metric, last: &Move, next: &Move) -> bool {
    last.block == next.block
        && match metric {
            Metric::Moves => true,
            Metric::Slides => last.path[0].is_vertical() == next.path[0].is_vertical(),
            // Back is where it was.
            Metric::Steps => false,
        }
}
