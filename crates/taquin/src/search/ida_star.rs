//! Iterative-deepening A\*: optimal in constant memory (Korf, 1985).
//!
//! Depth-first rounds, each cut at a bound on `moves so far + heuristic`; the next bound is the smallest value that
//! was cut. The first solution found is a shortest one, because the heuristic never overestimates.

use super::{Bound, Cost, Heuristic, Phase, Search, Space, Stats, Status};

/// An iterative-deepening search from a start to a nearest goal.
pub struct IdaStar<P: Space, H: Heuristic<P>> {
    space: P,
    heuristic: H,
    start: P::State,
    /// The path under way: one frame for each state on it, the start first.
    stack: Vec<Frame<P, H>>,
    path: Vec<P::Move>,
    bound: Cost,
    next_bound: Cost,
    stats: Stats,
    status: Status,
}

struct Frame<P: Space, H: Heuristic<P>> {
    state: P::State,
    memo: H::Memo,
    moves: P::Moves,
}

impl<P: Space, H: Heuristic<P>> IdaStar<P, H> {
    /// A search of `space` from `start`.
    ///
    /// - `heuristic`: admissible; it need not be consistent.
    pub fn new(space: P, heuristic: H, start: P::State) -> Self {
        let bound = heuristic.value(heuristic.start(&start));
        let status = if space.is_goal(&start) { Status::Solved } else { Status::Paused };
        let stats = Stats { lower_bound: bound, ..Stats::default() };
        let stack = Vec::new();
        let mut search =
            Self { space, heuristic, start, stack, path: Vec::new(), bound, next_bound: Cost::MAX, stats, status };
        search.begin_round();
        search
    }

    fn begin_round(&mut self) {
        self.next_bound = Cost::MAX;
        self.stack.push(Frame {
            memo: self.heuristic.start(&self.start),
            moves: self.space.moves(&self.start, None),
            state: self.start.clone(),
        });
        self.stats.bounds.push(Bound { bound: self.bound, expanded: 1, generated: 0 });
        self.stats.phase = Phase::Searching { depth: self.bound };
    }

    /// Ends a round: nothing within the bound is a goal.
    fn end_round(&mut self) {
        if self.next_bound == Cost::MAX {
            self.status = Status::Exhausted;
            return;
        }
        self.bound = self.next_bound;
        self.stats.lower_bound = self.bound;
        self.begin_round();
    }

    /// Searches until about `budget` nodes are generated, the round ends or a goal is found; says how many nodes
    /// were generated and expanded.
    fn dive(&mut self, budget: u64) -> (u64, u64) {
        let (mut generated, mut expanded) = (0, 0);
        let bytes = self.stack.capacity() * size_of::<Frame<P, H>>() + self.path.capacity() * size_of::<P::Move>();
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
        while generated < budget {
            let Some(frame) = self.stack.last_mut() else { break };
            let Some(mv) = frame.moves.next() else {
                self.stack.pop();
                self.path.pop();
                continue;
            };
            generated += 1;
            let memo = self.heuristic.step(frame.memo, &frame.state, mv);
            let length = self.path.len() as Cost + 1 + self.heuristic.value(memo);
            if length > self.bound {
                self.next_bound = self.next_bound.min(length);
                continue;
            }
            let mut state = frame.state.clone();
            self.space.apply(&mut state, mv);
            self.path.push(mv);
            if self.space.is_goal(&state) {
                self.stats.lower_bound = self.path.len() as Cost;
                self.status = Status::Solved;
                break;
            }
            expanded += 1;
            let moves = self.space.moves(&state, Some(mv));
            self.stack.push(Frame { state, memo, moves });
        }
        (generated, expanded)
    }

    fn count(&mut self, (generated, expanded): (u64, u64)) {
        if let Some(round) = self.stats.bounds.last_mut() {
            round.generated += generated;
            round.expanded += expanded;
        }
        self.stats.generated = self.stats.bounds.iter().map(|round| round.generated).sum();
        self.stats.expanded = self.stats.bounds.iter().map(|round| round.expanded).sum();
        self.stats.stored = self.stack.len() as u64;
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
        (self.status == Status::Solved).then_some(&*self.path)
    }
}
