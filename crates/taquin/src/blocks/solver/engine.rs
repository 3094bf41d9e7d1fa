//! The search itself: from the start, and from the goals where they are few, always on the smaller side.

mod seen;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
mod together;

pub(super) use seen::Seen;

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
use super::side::Round;
use super::{
    super::{Move, Puzzle},
    Options, Pump,
    bits::Bits,
    goals,
    layout::{Group, Layout, Rails},
    side::{Report, Side, Target, Worker},
    table::Key,
    trace,
};
use crate::search::{Cost, Phase, Search, Stats, Status};
use std::{
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// With at most so many goal positions a search from both ends pays: The Time Machine then sees 0.7 million positions.
/// With many more, the backward search is lost in positions that cannot be reached.
const FEW_GOALS: usize = 400;

/// The sight where new positions are looked at for a goal one move away.
const ONE_AHEAD: usize = 2;

pub(super) struct Engine<B, K> {
    puzzle: Puzzle,
    layout: Layout<B, K>,
    forward: Side<K>,
    backward: Option<Side<K>>,
    /// Is the layer under way the backward search's?
    is_backward: bool,
    /// From how many moves before it a goal is seen: 1 if it is when it is generated.
    sight: usize,
    /// The positions of the layer under way from which to look one move further ahead before they are expanded.
    unseen: Range<usize>,
    workers: Vec<Mutex<Worker<B, K>>>,
    /// What all threads work on together.
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    round: Option<Round>,
    memory_limit: u64,
    stats: Stats,
    status: Status,
    solution: Option<Vec<Move>>,
}

impl<B: Bits, K: Key> Engine<B, K> {
    /// Begins a search from a position that is neither solved nor in sight of a goal.
    pub(super) fn new(puzzle: &Puzzle, layout: Layout<B, K>, start: K, options: &Options) -> Self {
        let threads =
            if cfg!(all(feature = "parallel", not(target_arch = "wasm32"))) { options.threads.max(1) } else { 1 };
        let key_bits = layout.plan().key_bits;
        let far_sight = sight(&layout);
        // why: where goals are seen three moves ahead, listing them costs more than it saves: 5 % of Rush Hour's time.
        let goals = if far_sight < Rails::<K>::SIGHT { goals::positions(&layout, FEW_GOALS) } else { None };
        let sight = if goals.is_some() { 1 } else { far_sight };
        let mut engine = Self {
            puzzle: puzzle.clone(),
            sight,
            forward: Side::new(&[start], key_bits),
            backward: goals.map(|goals| Side::new(&goals, key_bits)),
            is_backward: false,
            unseen: 0..0,
            workers: (0..threads).map(|_| Mutex::new(Worker::new(&layout, threads == 1))).collect(),
            #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
            round: None,
            layout,
            memory_limit: options.memory_limit,
            stats: Stats { phase: Phase::Searching { depth: 0 }, lower_bound: sight as Cost, ..Stats::default() },
            status: Status::Paused,
            solution: None,
        };
        engine.update_stats();
        engine
    }

    fn update_stats(&mut self) {
        self.stats.stored = self.forward.stored() + self.backward.as_ref().map_or(0, Side::stored);
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.bytes());
    }

    /// What is held now.
    fn bytes(&self) -> u64 {
        self.bytes_besides() + self.sides().0.bytes()
    }

    /// The same without the search with the layer under way.
    fn bytes_besides(&self) -> u64 {
        let held: u64 = self.workers.iter().map(|worker| lock(worker).bytes()).sum();
        held + self.sides().1.map_or(0, Side::bytes)
    }

    /// The search with the layer under way, and the other one.
    fn sides(&self) -> (&Side<K>, Option<&Side<K>>) {
        match &self.backward {
            Some(backward) if self.is_backward => (backward, Some(&self.forward)),
            backward => (&self.forward, backward.as_ref()),
        }
    }

    fn side_mut(&mut self) -> &mut Side<K> {
        if self.is_backward { self.backward.as_mut() } else { None }.unwrap_or(&mut self.forward)
    }

    /// Works on the layer under way for about `budget` positions; returns what is left of the budget.
    fn work(&mut self, budget: u64) -> u64 {
        if let Some(left) = self.go_on(budget) {
            return left;
        }
        let budget = self.side_mut().refill(budget);
        if budget == 0 || self.makes_room() {
            return budget;
        }
        self.expand(budget)
    }

    /// Looks ahead or goes on to the next layer if that is due; returns what is then left of the budget.
    fn go_on(&mut self, budget: u64) -> Option<u64> {
        if !self.unseen.is_empty() {
            return Some(self.look_further(budget));
        }
        self.side_mut().is_layer_done().then(|| {
            self.descend();
            budget
        })
    }

    /// Makes room in the table if there is none.
    fn makes_room(&mut self) -> bool {
        let (side, _) = self.sides();
        if side.has_room(self.workers.len()) {
            return false;
        }
        let most = self.memory_limit.saturating_sub(self.bytes_besides());
        if side.bytes_with_room() > most {
            self.status = Status::Full;
        } else {
            self.side_mut().make_room(most);
        }
        true
    }

    /// Expands positions of the layer under way; returns what is left of the budget.
    fn expand(&mut self, budget: u64) -> u64 {
        let spare = self.spare_bytes();
        let (side, other) = match &mut self.backward {
            Some(backward) if self.is_backward => (backward, Some(&self.forward)),
            backward => (&mut self.forward, backward.as_ref()),
        };
        let target = target(other, self.sight);
        let report = side.expand(&self.layout, target, &mut lock(&self.workers[0]), spare, budget);
        self.settle(&report);
        budget.saturating_sub(report.generated)
    }

    /// What is left of the memory limit.
    fn spare_bytes(&self) -> u64 {
        self.memory_limit.saturating_sub(self.bytes())
    }

    /// Takes note of what an expansion came to.
    fn settle(&mut self, report: &Report<K>) {
        self.stats.expanded += report.expanded;
        self.stats.generated += report.generated;
        self.update_stats();
        if let Some(found) = report.found {
            let (forward, backward) = (self.forward.depth(), self.backward.as_ref().map_or(0, Side::depth));
            let (to, from) = match self.is_backward {
                true => (0, 1),
                // It was found when it was expanded.
                false if self.sight == Rails::<K>::SIGHT => (0, 0),
                false => (1, 0),
            };
            self.finish(found, forward + to, backward + from);
        } else if self.bytes() > self.memory_limit {
            self.status = Status::Full;
        }
    }

    /// Looks from positions of the layer under way one move further ahead than from new ones; returns what is left of
    /// the budget. All nearer goals would have been seen.
    fn look_further(&mut self, budget: u64) -> u64 {
        let (now, left) = self.begin_look(budget);
        let found = self.forward.look_further(&self.layout, target(None, self.sight), now);
        if let Some(found) = found {
            self.finish(found, self.forward.depth(), 0);
        }
        left
    }

    /// The positions to look from now, and what is then left of the budget.
    fn begin_look(&mut self, budget: u64) -> (Range<usize>, u64) {
        let most = usize::try_from(budget).unwrap_or(usize::MAX);
        let now = self.unseen.start..self.unseen.end.min(self.unseen.start.saturating_add(most));
        self.unseen.start = now.end;
        (now.clone(), budget - now.len() as u64)
    }

    /// The layer under way is done: goes on with the next one, on the side where it is smaller.
    fn descend(&mut self) {
        let side = self.side_mut();
        side.descend();
        if side.layers.current().is_empty() {
            // Everything within reach of the start (or of the goals) was seen, and the ends have not met.
            self.status = Status::Exhausted;
            return;
        }
        let depth = self.forward.depth() + self.backward.as_ref().map_or(0, Side::depth);
        self.stats.lower_bound = (depth + self.sight) as Cost;
        self.stats.phase = Phase::Searching { depth: depth as Cost };
        let layer = self.forward.layers.current();
        let is_seen = self.backward.is_some() || self.sight == Rails::<K>::SIGHT;
        if !is_seen && layer.len() * 2 >= self.forward.layers.len() {
            // why: looking takes a small part of the time of expanding, and where the layers double, half of all the
            // positions would be those of the last layer.
            self.unseen = layer;
        }
        self.is_backward = self
            .backward
            .as_ref()
            .is_some_and(|other| other.layers.current().len() < self.forward.layers.current().len());
        self.update_stats();
    }

    /// A position was found that is so far from the start and from a goal, or (without a backward search) that is a goal
    /// or in sight of one.
    fn finish(&mut self, found: K, forward: usize, backward: usize) {
        let mut path = trace::ancestors(&self.layout, &self.forward, found, forward);
        path.reverse();
        path.push(found);
        match &self.backward {
            Some(side) => path.extend(trace::ancestors(&self.layout, side, found, backward)),
            None if self.layout.is_goal(found) => {}
            None if self.sight == Rails::<K>::SIGHT => {
                path.extend(self.layout.rails().into_iter().flat_map(|rails| rails.way_to_goal(found)));
            }
            None => {
                let mut scratch = [Group::new(&self.layout, 1), Group::new(&self.layout, 1)];
                match self.layout.next_goal(found, &mut scratch[0]) {
                    Some(goal) => path.push(goal),
                    None => path.extend(self.layout.next_two(found, &mut scratch).into_iter().flatten()),
                }
            }
        }
        // The first is the start itself.
        let path = &path[1..];
        self.stats.lower_bound = path.len() as Cost;
        self.solution = Some(trace::moves(&self.layout, &self.puzzle, path));
        self.status = Status::Solved;
    }
}

/// From how many moves before it a search from the start sees a goal.
fn sight<B: Bits, K: Key>(layout: &Layout<B, K>) -> usize {
    match layout.rails() {
        Some(rails) if rails.sees_goals() => Rails::<K>::SIGHT,
        _ if layout.has_far_goals() => ONE_AHEAD,
        _ => 1,
    }
}

/// What the positions of one search are held against.
fn target<K>(other: Option<&Side<K>>, sight: usize) -> Target<'_, K> {
    match (other, sight) {
        (Some(other), _) => Target::Meeting(other),
        (None, 1) => Target::Goal,
        (None, ONE_AHEAD) => Target::NearGoal,
        (None, _) => Target::InSight,
    }
}

/// What a thread holds; nobody else wants it at the same time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<B: Bits, K: Key> Pump for Engine<B, K> {
    fn frontier(&self) -> u64 {
        let sides = std::iter::once(&self.forward).chain(&self.backward);
        sides.map(|side| side.layers.current().len() as u64).sum()
    }
}

impl<B: Bits, K: Key> Search for Engine<B, K> {
    type Move = Move;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
            if self.workers.len() > 1 && self.sides().0.is_worth_a_crew(self.workers.len(), left) {
                left = self.work_together(left);
                continue;
            }
            left = self.work(left);
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Move]> {
        self.solution.as_deref()
    }
}
