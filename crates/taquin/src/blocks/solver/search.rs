//! The breadth-first search: from the start, and from the goals where they are few, always on the smaller side.
//!
//! Work is done in rounds of two phases, by one thread or by several that stand by ([`crate::search::parallel`]):
//!
//! - *expand*: each thread takes positions of the layer under way and generates their successors, sorted by shard;
//! - *insert*: each shard is given to one thread, which removes duplicates and looks for a goal among what is new.

use super::{
    Options, Pump,
    bits::Bits,
    commuting::Last,
    frontier::{Frontier, Room, shard_of},
    goal,
    graph::Graph,
    lines::LineTables,
    movegen::Group,
    path,
};
use crate::{
    blocks::{Move, Puzzle},
    search::{Cost, Phase, Search, Stats, Status},
};
use std::{
    ops::Range,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

/// With at most so many goal positions a search from both ends pays: The Time Machine then sees 0.7 million positions.
/// With many more, the backward search is lost in positions that cannot be reached.
const FEW_GOALS: usize = 400;

/// Positions that one thread generates in a round: few alone, so that they stay in the nearest cache, and many where
/// threads have to wait for each other.
const ALONE: usize = 256;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const TOGETHER: usize = 1 << 14;

/// More threads than this would mostly wait for each other.
const MOST_THREADS: usize = 16;

/// With more bytes than this to spare, memory is looked at only now and then.
const MUCH_MEMORY: u64 = 16 << 20;

/// Positions that a thread takes at once, to be expanded together.
const SHARE: usize = 32;

/// Fewer positions than this for each thread are not worth starting it.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const WORTH_A_THREAD: usize = 2_048;

/// How many moves before it a goal is recognised that takes several moves from almost everywhere: with several goal blocks
/// few positions look so near that a closer look is needed, and these save a whole layer.
const FAR_GOALS: usize = 2;

/// What is done in a round.
#[derive(Clone, Copy)]
enum Step {
    /// Threads that take part, and positions that each of them may generate.
    Expand {
        most: usize,
    },
    Insert,
}

/// What a thread needs to expand positions, and what it found.
struct Worker<B, K> {
    group: Group<B, K>,
    /// Those taken to be expanded together.
    positions: Vec<(K, Last)>,
    /// By shard.
    found: Vec<Vec<(K, Last)>>,
    expanded: u64,
    generated: u64,
    /// A position that a goal is near to (line tables).
    near_goal: Option<K>,
}

pub(super) struct BreadthFirst<B, K> {
    puzzle: Puzzle,
    graph: Graph<B, K>,
    forward: Frontier<K>,
    backward: Option<Frontier<K>>,
    /// Is the layer under way the backward search's?
    is_backward: bool,
    /// How many moves before it a goal is recognised: 1 if it is when it is generated.
    lookahead: usize,
    /// For each shard, the positions of the layer under way from which to look one move further ahead before they are
    /// expanded.
    unseen: Vec<Range<usize>>,
    workers: Vec<Mutex<Worker<B, K>>>,
    /// What is found is taken from the workers by shard, so that the threads that insert need not wait for each other.
    found: Mutex<Option<K>>,
    step: Step,
    /// The next shard that something is to be added to.
    next_shard: AtomicUsize,
    memory_limit: u64,
    /// Rounds until the memory is looked at again.
    unchecked: u64,
    stats: Stats,
    status: Status,
    solution: Option<Vec<Move>>,
}

impl<B: Bits, K: Bits> BreadthFirst<B, K> {
    pub(super) fn new(puzzle: &Puzzle, graph: Graph<B, K>, options: &Options) -> Self {
        let is_parallel = cfg!(all(feature = "parallel", not(target_arch = "wasm32")));
        let threads = if is_parallel { options.threads.clamp(1, MOST_THREADS) } else { 1 };
        let is_reversible = graph.encoding().is_reversible();
        // why: a search that may go on on disk takes all of its layers there.
        #[cfg(not(target_arch = "wasm32"))]
        let keeps_keys = options.disk.is_some();
        #[cfg(target_arch = "wasm32")]
        let keeps_keys = false;
        let lookahead = graph.lines.as_ref().map_or(1, LineTables::lookahead);
        // why: where goals are recognised three moves ahead, listing them costs more than it saves: 5 % of Rush Hour's time.
        let is_solved = graph.is_goal(graph.start);
        let goals = if lookahead > 1 || !is_reversible || keeps_keys || is_solved {
            None
        } else {
            goal::positions(&graph.movegen, FEW_GOALS)
        };
        let has_far_goals = graph.has_far_goals() && lookahead == 1;
        let in_order = |key: &K| graph.lines.as_ref().is_none_or(|lines| lines.is_in_order(*key));
        let goals: Option<Vec<K>> = goals.map(|goals| goals.into_iter().filter(in_order).collect());
        let goals = goals.filter(|goals| !goals.is_empty());
        let lookahead = if has_far_goals && goals.is_none() { FAR_GOALS } else { lookahead };
        let side = |origin: &[K]| Frontier::new(origin, graph.key_bits(), threads, is_reversible, keeps_keys);
        let worker = || Worker {
            group: graph.movegen.group(),
            positions: Vec::new(),
            found: vec![Vec::new(); threads],
            expanded: 0,
            generated: 0,
            near_goal: None,
        };
        let mut search = Self {
            puzzle: puzzle.clone(),
            forward: side(&[graph.start]),
            backward: goals.map(|goals| side(&goals)),
            is_backward: false,
            lookahead,
            unseen: Vec::new(),
            workers: (0..threads).map(|_| Mutex::new(worker())).collect(),
            found: Mutex::new(None),
            step: Step::Expand { most: ALONE },
            next_shard: AtomicUsize::new(0),
            graph,
            memory_limit: options.memory_limit,
            unchecked: 0,
            stats: Stats { phase: Phase::Searching { depth: 0 }, ..Stats::default() },
            status: Status::Paused,
            solution: None,
        };
        search.update_stats();
        if !search.graph.has_goals() {
            // Some goal block could not get to its place even if it were alone on the board.
            search.status = Status::Exhausted;
        } else if search.is_near_goal(search.graph.start, 0) {
            search.finish(search.graph.start, 0, None);
        } else {
            search.stats.lower_bound = if search.lookahead == FAR_GOALS { FAR_GOALS } else { 1 } as Cost;
        }
        search
    }

    /// The layers that are complete, and the graph. Only if all keys were kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn into_layers(self) -> (Graph<B, K>, impl Iterator<Item = Vec<K>>) {
        let forward = self.forward.without_set();
        let layers = (0..=forward.depth()).map(move |depth| {
            let keys = forward
                .shards()
                .flat_map(|shard| shard.layers.layer(depth).map(|index| shard.layers.key(index)).collect::<Vec<_>>());
            keys.collect()
        });
        (self.graph, layers)
    }

    fn update_stats(&mut self) {
        self.stats.stored = self.forward.stored() + self.backward.as_ref().map_or(0, Frontier::stored);
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.bytes());
    }

    /// What is held now.
    fn bytes(&self) -> u64 {
        let (side, other) = self.sides();
        side.bytes() + other.map_or(0, Frontier::bytes) + self.worker_bytes()
    }

    fn worker_bytes(&self) -> u64 {
        let positions = |worker: &Mutex<Worker<B, K>>| lock(worker).found.iter().map(Vec::capacity).sum::<usize>();
        (self.workers.iter().map(positions).sum::<usize>() * size_of::<(K, Last)>()) as u64
    }

    /// The search with the layer under way, and the other one.
    fn sides(&self) -> (&Frontier<K>, Option<&Frontier<K>>) {
        match &self.backward {
            Some(backward) if self.is_backward => (backward, Some(&self.forward)),
            backward => (&self.forward, backward.as_ref()),
        }
    }

    fn side_mut(&mut self) -> &mut Frontier<K> {
        if self.is_backward { self.backward.as_mut() } else { None }.unwrap_or(&mut self.forward)
    }

    /// Makes ready for a round in which each shard may get so many positions; returns what is left of the budget, nothing if
    /// there is to be no round yet.
    fn prepare(&mut self, room: usize, budget: u64) -> Option<u64> {
        if !self.unseen.is_empty() {
            return Some(self.look_ahead(budget));
        }
        if self.sides().0.left() == 0 {
            self.descend();
            return Some(budget);
        }
        let (_, other) = self.sides();
        let most = self.memory_limit.saturating_sub(other.map_or(0, Frontier::bytes) + self.worker_bytes());
        match self.side_mut().make_room(room, most, budget) {
            Room::Ready => None,
            Room::Busy(done) => {
                self.update_stats();
                Some(budget - done.min(budget))
            }
            Room::Full => {
                self.status = Status::Full;
                Some(budget)
            }
        }
    }

    /// Works for about `budget` positions with one thread; returns what is left of the budget.
    fn work(&mut self, budget: u64) -> u64 {
        if let Some(left) = self.prepare(4 * ALONE, budget) {
            return left;
        }
        self.step = Step::Expand { most: usize::try_from(budget).unwrap_or(ALONE).min(ALONE) };
        self.take_part(0);
        self.begin_insert();
        self.take_part(0);
        budget.saturating_sub(self.settle())
    }

    fn begin_insert(&mut self) {
        self.step = Step::Insert;
        *self.next_shard.get_mut() = 0;
    }

    /// One thread's part of a round.
    fn take_part(&self, thread: usize) {
        match self.step {
            Step::Expand { most } => self.expand(&mut lock(&self.workers[thread]), thread, most),
            // why taken one by one: a thread may come too late for a round, and then the others do its part.
            Step::Insert => loop {
                let shard = self.next_shard.fetch_add(1, Ordering::Relaxed);
                if shard >= self.workers.len() {
                    break;
                }
                self.insert(shard);
            },
        }
    }

    /// Expands positions until so many are generated or none are left.
    fn expand(&self, worker: &mut Worker<B, K>, thread: usize, most: usize) {
        let (side, _) = self.sides();
        let shards = self.workers.len();
        let share = most.div_ceil(8).min(SHARE);
        let Worker { group, positions, found, expanded, generated, near_goal } = worker;
        let end = *generated + most as u64;
        for shard in (thread..shards).chain(0..thread) {
            let shard = side.read(shard);
            while *generated < end && near_goal.is_none() {
                positions.clear();
                positions.extend(shard.take(share).map(|index| shard.layers.position(index)));
                if positions.is_empty() {
                    break;
                }
                *expanded += positions.len() as u64;
                let mut emit = |key: K, last: Last| {
                    *generated += 1;
                    found[shard_of(key, shards)].push((key, last));
                };
                match &self.graph.lines {
                    Some(lines) if self.lookahead > 1 => {
                        for &(key, last) in &*positions {
                            if lines.successors_unless_near(key, last, &mut emit) {
                                *near_goal = near_goal.or(Some(key));
                            }
                        }
                    }
                    _ => self.graph.successors(group, positions, emit),
                }
            }
        }
    }

    /// Adds to one shard what all threads found for it.
    fn insert(&self, shard: usize) {
        let (side, other) = self.sides();
        let other = other.map(|other| other.read(shard));
        let mut side = side.write(shard);
        let mut hit = None;
        for worker in &self.workers {
            let found = std::mem::take(&mut lock(worker).found[shard]);
            match &other {
                Some(other) => {
                    let before = side.layers.len();
                    side.insert(&found, |key| other.prefetch(key));
                    let mut new = (before..side.layers.len()).map(|index| side.layers.key(index));
                    hit = hit.or(new.find(|&key| other.contains(key)));
                }
                None if self.lookahead == FAR_GOALS => {
                    let before = side.layers.len();
                    side.insert(&found, |_| {});
                    let mut new = (before..side.layers.len()).map(|index| side.layers.key(index));
                    hit = hit.or_else(|| new.find(|&key| self.is_near_goal(key, shard)));
                }
                None if self.lookahead > 1 => side.insert(&found, |_| {}),
                None => side.insert(&found, |key| {
                    if hit.is_none() && self.graph.is_goal(key) {
                        hit = Some(key);
                    }
                }),
            }
            lock(worker).found[shard] = emptied(found);
        }
        if hit.is_some() {
            *lock(&self.found) = hit;
        }
    }

    /// Is this a goal, or one move from one if goals are recognised there? Only between the rounds of this worker.
    #[inline]
    fn is_near_goal(&self, key: K, worker: usize) -> bool {
        let most = if self.lookahead == FAR_GOALS { 1 } else { 0 };
        self.graph.is_near_goal(key, most)
            && self.graph.path_to_goal(&mut lock(&self.workers[worker]).group, key, most).is_some()
    }

    /// Takes note of what a round came to; returns how many positions were generated.
    fn settle(&mut self) -> u64 {
        let mut total = 0;
        let mut near_goal = None;
        for worker in &mut self.workers {
            let worker = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
            self.stats.expanded += std::mem::take(&mut worker.expanded);
            total += std::mem::take(&mut worker.generated);
            near_goal = near_goal.or(worker.near_goal.take());
        }
        self.stats.generated += total;
        let found = self.found.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let (forward, backward) = (self.forward.depth(), self.backward.as_ref().map(Frontier::depth));
        match (near_goal, found) {
            (Some(near), _) => self.finish(near, forward, backward),
            (None, Some(found)) if self.is_backward => self.finish(found, forward, backward.map(|depth| depth + 1)),
            (None, Some(found)) => self.finish(found, forward + 1, backward),
            (None, None) => self.check_memory(),
        }
        total
    }

    /// The layer under way is done: goes on with the next one, on the side where it is smaller.
    fn descend(&mut self) {
        self.side_mut().descend();
        self.update_stats();
        if self.sides().0.current_len() == 0 {
            // Everything within reach of the start (or of the goals) was seen, and the ends have not met.
            self.status = Status::Exhausted;
            return;
        }
        let depth = self.forward.depth() + self.backward.as_ref().map_or(0, Frontier::depth);
        self.stats.lower_bound = (depth + self.lookahead) as Cost;
        self.stats.phase = Phase::Searching { depth: depth as Cost };
        let is_smaller = |other: &Frontier<K>| other.current_len() < self.forward.current_len();
        self.is_backward = self.backward.as_ref().is_some_and(is_smaller);
        // why: looking takes a small part of the time of expanding, and where the layers double, half of all positions would
        // be those of the last layer.
        let doubles = self.forward.current_len() as u64 * 2 >= self.forward.stored();
        if doubles && self.backward.is_none() && self.lookahead <= FAR_GOALS {
            self.unseen = self.forward.shards().map(|shard| shard.layers.current()).collect();
        }
    }

    /// Looks from positions of the layer under way one move further ahead than from new ones; returns what is left of the
    /// budget. All nearer goals would have been recognised.
    fn look_ahead(&mut self, budget: u64) -> u64 {
        let Some(Range { start, end }) = self.unseen.pop() else { return budget };
        let most = start.saturating_add(usize::try_from(budget).unwrap_or(usize::MAX)).min(end);
        let found = {
            let (shard, mut worker) = (self.forward.read(self.unseen.len()), lock(&self.workers[0]));
            let mut keys = (start..most).map(|index| shard.layers.key(index));
            keys.find(|&key| self.graph.path_to_goal(&mut worker.group, key, self.lookahead).is_some())
        };
        if most < end {
            self.unseen.push(most..end);
        }
        if let Some(found) = found {
            self.finish(found, self.forward.depth(), None);
        }
        budget - (most - start) as u64
    }

    /// Ends the search if it takes too much memory.
    fn check_memory(&mut self) {
        if self.unchecked > 0 {
            self.unchecked -= 1;
            return;
        }
        let bytes = self.bytes();
        if bytes > self.memory_limit {
            self.status = Status::Full;
        } else if self.memory_limit - bytes > MUCH_MEMORY {
            self.unchecked = 16;
        }
    }

    /// A position was found so far from the start, and so far from a goal if there is a backward search; else it is a goal,
    /// or has one within the look-ahead.
    fn finish(&mut self, found: K, forward: usize, backward: Option<usize>) {
        self.update_stats();
        let mut path = path::ancestors(&self.graph, &self.forward, found, forward);
        path.reverse();
        path.push(found);
        match (&self.backward, backward) {
            (Some(side), Some(depth)) => path.extend(path::ancestors(&self.graph, side, found, depth)),
            _ if self.lookahead <= FAR_GOALS => {
                let group = &mut lock(&self.workers[0]).group;
                // why one after the other: a longer way may be found before a shorter one.
                let ways = (0..=self.lookahead).find_map(|most| self.graph.path_to_goal(group, found, most));
                path.extend(ways.unwrap_or_default());
            }
            _ => path.extend(self.graph.lines.iter().flat_map(|lines| lines.path_to_goal(found))),
        }
        // The first is the start itself.
        let path = &path[1..];
        self.stats.lower_bound = path.len() as Cost;
        self.solution = Some(path::moves(&self.graph, &self.puzzle, path));
        self.status = Status::Solved;
    }
}

/// A list without its items, but with its memory.
fn emptied<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}

/// What nobody else wants at the same time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
impl<B: Bits, K: Bits> BreadthFirst<B, K> {
    /// Is what is left of the layer worth having several threads stand by?
    fn is_worth_threads(&self, budget: u64) -> bool {
        let threads = self.workers.len();
        threads > 1 && budget >= (WORTH_A_THREAD * threads) as u64 && self.sides().0.left() >= WORTH_A_THREAD * threads
    }

    /// Works in rounds of all threads until that is no longer worth it; returns what is left of the budget.
    fn work_together(&mut self, budget: u64) -> u64 {
        use std::sync::RwLock;
        let threads = self.workers.len();
        // All read it during a round, and between rounds the caller changes it.
        let search = RwLock::new(self);
        let read = || search.read().unwrap_or_else(PoisonError::into_inner);
        let write = || search.write().unwrap_or_else(PoisonError::into_inner);
        crate::search::parallel::with_round_pool(
            threads - 1,
            |helper| read().take_part(helper + 1),
            |pool| {
                let mut left = budget;
                while left > 0 && read().status == Status::Paused {
                    if let Some(rest) = write().prepare(2 * TOGETHER, left) {
                        left = rest;
                        continue;
                    }
                    if !read().is_worth_threads(u64::MAX) {
                        left = write().work(left);
                        continue;
                    }
                    let most = usize::try_from(left).unwrap_or(usize::MAX).div_ceil(threads).min(TOGETHER);
                    write().step = Step::Expand { most };
                    pool.round(|| read().take_part(0));
                    write().begin_insert();
                    pool.round(|| read().take_part(0));
                    left = left.saturating_sub(write().settle());
                }
                left
            },
        )
    }
}

impl<B: Bits, K: Bits> Pump for BreadthFirst<B, K> {
    fn frontier(&self) -> u64 {
        let sides = std::iter::once(&self.forward).chain(&self.backward);
        sides.map(|side| side.current_len() as u64).sum()
    }
}

impl<B: Bits, K: Bits> Search for BreadthFirst<B, K> {
    type Move = Move;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
            if self.is_worth_threads(left) {
                left = self.work_together(left);
                continue;
            }
            left = self.work(left);
        }
        if self.solution.is_none() {
            self.update_stats();
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

#[cfg(test)]
mod tests {
    use super::{super::encoding::Encoding, *};
    use crate::blocks::{Metric, catalogue};

    /// A thread that comes too late for a round was missed: what was found for its shard came a layer too late.
    #[test]
    fn threads_that_miss_a_round_are_not_missed() {
        let (_, puzzle) = catalogue::find("Klotski").unwrap();
        let graph = Graph::<u64, u64>::new(puzzle, Encoding::new(puzzle), Metric::Moves);
        let mut search = BreadthFirst::new(puzzle, graph, &Options { threads: 3, ..Options::default() });
        while search.status == Status::Paused {
            if search.prepare(4 * ALONE, u64::MAX).is_some() {
                continue;
            }
            search.step = Step::Expand { most: ALONE };
            search.take_part(0);
            search.take_part(1);
            search.begin_insert();
            search.take_part(0);
            search.settle();
        }
        assert_eq!(search.solution.as_ref().map(|moves| Metric::Moves.cost(moves)), Some(81));
    }
}
