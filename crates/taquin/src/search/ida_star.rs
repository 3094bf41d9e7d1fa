//! Iterative-deepening A\*: optimal in constant memory (Korf, 1985).
//!
//! Each round is a depth-first search that cuts paths whose `moves so far + heuristic` exceeds a bound; the next bound is
//! the smallest value that was cut. The first solution found is a shortest one, because the heuristic never overestimates.

use super::{Bound, Cost, Heuristic, Phase, Search, Space, Stats, Status};
use std::fmt;

/// An iterative-deepening search from a start to a nearest goal.
pub struct IdaStar<P: Space, H: Heuristic<P>> {
    space: P,
    heuristic: H,
    start: P::State,
    /// The current path: one frame for each state on it, the start first. Empty between two rounds.
    stack: Vec<PathFrame<P, H>>,
    solution: Option<Vec<P::Move>>,
    bound: Cost,
    next_bound: Cost,
    stats: Stats,
    status: Status,
}

/// A state on the current path.
struct PathFrame<P: Space, H: Heuristic<P>> {
    state: P::State,
    memo: H::Memo,
    /// The move that led here.
    last: Option<P::Move>,
    /// The moves not yet tried.
    moves: P::Moves,
}

impl<P: Space, H: Heuristic<P>> fmt::Debug for IdaStar<P, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdaStar")
            .field("bound", &self.bound)
            .field("status", &self.status)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<P: Space, H: Heuristic<P>> IdaStar<P, H> {
    /// A search of `space` from `start`.
    ///
    /// - `heuristic`: admissible; it need not be consistent.
    pub fn new(space: P, heuristic: H, start: P::State) -> Self {
        let bound = heuristic.value(heuristic.start(&start));
        let solution = space.is_goal(&start).then(Vec::new);
        let status = if solution.is_some() { Status::Solved } else { Status::Paused };
        let stats = Stats { lower_bound: bound, ..Stats::default() };
        let stack = Vec::new();
        let mut search = Self { space, heuristic, start, stack, solution, bound, next_bound: Cost::MAX, stats, status };
        search.begin_round();
        search
    }

    fn begin_round(&mut self) {
        self.next_bound = Cost::MAX;
        self.stack.push(PathFrame {
            memo: self.heuristic.start(&self.start),
            last: None,
            moves: self.space.moves(&self.start, None),
            state: self.start.clone(),
        });
        self.stats.bounds.push(Bound { bound: self.bound, expanded: 1, generated: 0 });
        self.stats.phase = Phase::Searching { depth: self.bound };
    }

    /// Ends a round without a goal within the bound.
    fn end_round(&mut self) {
        if self.next_bound == Cost::MAX {
            self.status = Status::Exhausted;
            return;
        }
        self.bound = self.next_bound;
        self.stats.lower_bound = self.bound;
        self.begin_round();
    }

    /// Searches until about `budget` nodes are generated, the round ends or a goal is found; returns the numbers of nodes
    /// generated and expanded.
    fn dive(&mut self, budget: u64) -> (u64, u64) {
        let (mut generated, mut expanded) = (0, 0);
        // why: the top frame stays in registers, which saves a quarter of the time.
        let Some(mut top) = self.stack.pop() else { return (0, 0) };
        while generated < budget {
            let Some(mv) = top.moves.next() else {
                match self.stack.pop() {
                    Some(frame) => top = frame,
                    None => return (generated, expanded),
                }
                continue;
            };
            generated += 1;
            let memo = self.heuristic.step(top.memo, &top.state, mv);
            let length = self.stack.len() as Cost + 1 + self.heuristic.value(memo);
            if length > self.bound {
                self.next_bound = self.next_bound.min(length);
                continue;
            }
            let mut state = top.state.clone();
            self.space.apply(&mut state, mv);
            let is_goal = self.space.is_goal(&state);
            let moves = self.space.moves(&state, Some(mv));
            self.stack.push(top);
            top = PathFrame { state, memo, last: Some(mv), moves };
            if is_goal {
                self.stack.push(top);
                self.succeed();
                return (generated, expanded);
            }
            expanded += 1;
        }
        self.stack.push(top);
        (generated, expanded)
    }

    /// Ends the search: the stack ends in a goal, so its moves are a shortest solution.
    fn succeed(&mut self) {
        let path: Vec<_> = self.stack.iter().filter_map(|frame| frame.last).collect();
        self.stats.lower_bound = path.len() as Cost;
        self.solution = Some(path);
        self.status = Status::Solved;
    }

    fn count(&mut self, (generated, expanded): (u64, u64)) {
        if let Some(round) = self.stats.bounds.last_mut() {
            round.generated += generated;
            round.expanded += expanded;
        }
        self.stats.generated = self.stats.bounds.iter().map(|round| round.generated).sum();
        self.stats.expanded = self.stats.bounds.iter().map(|round| round.expanded).sum();
        self.stats.stored = self.stack.len() as u64;
        let bytes = self.stack.capacity() * size_of::<PathFrame<P, H>>();
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64 + self.heuristic.table_bytes());
    }
}

impl<P: Space, H: Heuristic<P>> Search for IdaStar<P, H> {
    type Move = P::Move;

    fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            let counts = self.dive(end - self.stats.generated);
            self.count(counts);
            if self.stack.is_empty() && self.status == Status::Paused {
                self.end_round();
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[P::Move]> {
        self.solution.as_deref()
    }
}
