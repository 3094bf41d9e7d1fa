//! One breadth-first search, forwards from the start or backwards from the goals, and its expansion by one or more
//! threads.
//!
//! Moves can be taken back, so a position's neighbours lie in the layer before, the same or the next: only these three
//! need to be in the table. Older ones stay in it as long as there is room, then it is rebuilt from the layers.

use super::{
    bits::Bits,
    layers::{Layer, Planes},
    layout::{Last, Layout, Position},
    table::{Key, Table},
};
use std::ops::Range;

/// Positions gathered before they are looked up together, so that the waits for memory overlap.
const BATCH: usize = 48;

/// Fewer positions than this are not worth waking another thread.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const WORTH_A_THREAD: usize = 2_048;

pub(super) struct Side<K> {
    pub(super) table: Table,
    /// The layers before the current one.
    pub(super) history: Vec<Planes>,
    pub(super) current: Layer<K>,
    next: Layer<K>,
    /// The parts of the current layer that are still to be expanded.
    todo: Vec<Range<usize>>,
    key_bits: u32,
    /// The least size of the table.
    min_log_slots: u32,
    history_bytes: u64,
}

/// What an expansion came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Report<K> {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// A new position that the other side has reached; without another side, one that is a goal or one move from it.
    pub(super) found: Option<K>,
}

impl<K: Key> Side<K> {
    /// A search from these positions, which are all different.
    ///
    /// - `overshoot`: how many positions may be inserted after the table has no more room.
    pub(super) fn new(origin: Vec<K>, key_bits: u32, overshoot: usize) -> Self {
        let last = vec![Last::default(); origin.len()];
        let min_log_slots = (overshoot + BATCH).next_power_of_two().trailing_zeros() + 2;
        let mut side = Self {
            table: Table::new::<K>(Table::log_slots_for(origin.len()).max(min_log_slots)),
            min_log_slots,
            history: Vec::new(),
            todo: whole(origin.len()),
            current: Layer { keys: origin, last },
            next: Layer::default(),
            key_bits,
            history_bytes: 0,
        };
        side.refill();
        side
    }

    /// The distance of the current layer.
    pub(super) fn depth(&self) -> usize {
        self.history.len()
    }

    /// Is every position of the current layer expanded?
    pub(super) fn is_layer_done(&self) -> bool {
        self.todo.is_empty()
    }

    /// Positions found so far.
    pub(super) fn stored(&self) -> u64 {
        let finished: usize = self.history.iter().map(Planes::len).sum();
        (finished + self.current.len() + self.next.len()) as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes() + self.history_bytes + self.current.bytes() + self.next.bytes()
    }

    /// Goes on to the next layer, which may be empty.
    pub(super) fn descend(&mut self) {
        let finished = Planes::new(&self.current.keys, self.key_bits);
        self.history_bytes += finished.bytes();
        self.history.push(finished);
        self.current.clear();
        std::mem::swap(&mut self.current, &mut self.next);
        self.todo = whole(self.current.len());
    }

    /// Bytes that this side would take with room for more positions.
    pub(super) fn bytes_with_room(&self) -> u64 {
        self.bytes() - self.table.bytes() + Table::bytes_of::<K>(self.log_slots_wanted())
    }

    fn log_slots_wanted(&self) -> u32 {
        let before = self.history.last().map_or(0, Planes::len);
        Table::log_slots_for(before + self.current.len() + self.next.len()).max(self.min_log_slots)
    }

    /// Makes room in the table: forgets what is too old to matter, and grows if that is not enough.
    pub(super) fn make_room(&mut self) {
        let log_slots = self.log_slots_wanted();
        // The old table goes first: both together would be the peak.
        self.table = Table::new::<K>(1);
        self.table = Table::new::<K>(log_slots);
        self.refill();
    }

    fn refill(&mut self) {
        let insert = |table: &Table, key: K| table.insert::<K, false>(table.home(key), key);
        let before = self.history.last();
        for key in before.into_iter().flat_map(Planes::keys::<K>) {
            insert(&self.table, key);
        }
        for &key in self.current.keys.iter().chain(&self.next.keys) {
            insert(&self.table, key);
        }
        self.table.add_len(before.map_or(0, Planes::len) + self.current.len() + self.next.len());
    }
}

/// A layer of which nothing is expanded yet.
fn whole(len: usize) -> Vec<Range<usize>> {
    if len == 0 { Vec::new() } else { Vec::from([Range { start: 0, end: len }]) }
}

/// What a thread needs to expand positions, kept from one call to the next.
pub(super) struct Worker<B, K> {
    position: Position<B, K>,
    /// Positions generated, with the slots where they will be looked for.
    pending: Vec<(K, Last, usize)>,
    out: Layer<K>,
    report: Report<K>,
    /// Where in its range it stopped.
    stopped_at: usize,
}

/// What a search is looking for.
#[derive(Clone, Copy)]
pub(super) enum Target<'a> {
    /// A goal.
    Goal,
    /// A position one move from a goal. With several goal blocks few positions are so near, and looking at these saves
    /// a whole layer.
    NearGoal,
    /// A position in the other side's table.
    Meeting(&'a Table),
    /// Nothing: all positions are wanted.
    Nothing,
}

/// What a worker works on.
struct Job<'a, B, K> {
    layout: &'a Layout<B, K>,
    table: &'a Table,
    target: Target<'a>,
    current: &'a Layer<K>,
    /// Positions it may add to the table.
    room: usize,
    /// Positions it may generate.
    budget: u64,
}

impl<B: Bits, K: Key> Worker<B, K> {
    pub(super) fn new(layout: &Layout<B, K>) -> Self {
        Self {
            position: layout.blank(),
            pending: Vec::with_capacity(2 * BATCH),
            out: Layer::default(),
            report: Report::default(),
            stopped_at: 0,
        }
    }

    /// Expands positions until the range, the room, the budget or the puzzle is done.
    fn work<const SHARED: bool>(&mut self, job: &Job<'_, B, K>, range: Range<usize>) {
        let before = self.out.len();
        self.report = Report::default();
        self.stopped_at = range.end;
        for index in range {
            let inserted = self.out.len() - before;
            if inserted + self.pending.len() >= job.room || self.report.generated >= job.budget {
                self.stopped_at = index;
                break;
            }
            self.expand(job, job.current.keys[index], job.current.last[index]);
            if self.pending.len() >= BATCH {
                self.flush::<SHARED>(job);
            }
            if self.report.found.is_some() {
                break;
            }
        }
        self.flush::<SHARED>(job);
    }

    #[inline]
    fn expand(&mut self, job: &Job<'_, B, K>, key: K, last: Last) {
        let Self { position, pending, report, .. } = self;
        job.layout.unpack(key, position);
        report.expanded += 1;
        job.layout.hops(position, last, |hops| {
            let may_be_goal = matches!(job.target, Target::Goal) && job.layout.is_goal_class(hops.class);
            job.layout.after(position, hops, |key, last| {
                if may_be_goal && job.layout.is_goal(key) {
                    report.found = Some(key);
                }
                let home = job.table.home(key);
                job.table.prefetch::<K>(home);
                pending.push((key, last, home));
            });
        });
    }

    /// Looks the pending positions up and keeps those that are new.
    #[inline]
    fn flush<const SHARED: bool>(&mut self, job: &Job<'_, B, K>) {
        let before = self.out.len();
        self.report.generated += self.pending.len() as u64;
        for (key, last, home) in self.pending.drain(..) {
            if job.table.insert::<K, SHARED>(home, key) {
                self.out.push(key, last);
                if let Target::Meeting(other) = job.target {
                    other.prefetch::<K>(other.home(key));
                }
            }
        }
        let mut new = self.out.keys[before..].iter().copied();
        let found = match job.target {
            Target::Meeting(other) => new.find(|&key| other.contains(key)),
            Target::NearGoal => {
                new.find(|&key| job.layout.is_near_goal(key) && job.layout.next_goal(key, &mut self.position).is_some())
            }
            Target::Goal | Target::Nothing => None,
        };
        self.report.found = self.report.found.or(found);
    }
}

impl<K: Key> Side<K> {
    /// Expands part of the current layer, generating about `budget` positions. The table must have room.
    pub(super) fn expand<B: Bits>(
        &mut self,
        layout: &Layout<B, K>,
        target: Target<'_>,
        workers: &mut [Worker<B, K>],
        budget: u64,
    ) -> Report<K> {
        let Some(range) = self.todo.pop() else { return Report::default() };
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if workers.len() > 1 && range.len() >= WORTH_A_THREAD * workers.len() {
            return self.expand_together(layout, target, workers, range, budget);
        }
        let worker = &mut workers[0];
        worker.out = std::mem::take(&mut self.next);
        let before = worker.out.len();
        let room = self.table.room();
        let job = Job { layout, table: &self.table, target, current: &self.current, room, budget };
        worker.work::<false>(&job, range.clone());
        self.next = std::mem::take(&mut worker.out);
        self.table.add_len(self.next.len() - before);
        if worker.stopped_at < range.end {
            self.todo.push(worker.stopped_at..range.end);
        }
        worker.report
    }

    /// The same with one thread for each worker.
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    fn expand_together<B: Bits>(
        &mut self,
        layout: &Layout<B, K>,
        target: Target<'_>,
        workers: &mut [Worker<B, K>],
        range: Range<usize>,
        budget: u64,
    ) -> Report<K> {
        let count = workers.len();
        let (room, budget) = (self.table.room() / count, budget / count as u64);
        let job = Job { layout, table: &self.table, target, current: &self.current, room, budget };
        let share = range.len().div_ceil(count);
        let shares: Vec<Range<usize>> =
            (0..count).map(|at| range.start + at * share..range.end.min(range.start + (at + 1) * share)).collect();
        std::thread::scope(|scope| {
            let (first, rest) = workers.split_at_mut(1);
            for (worker, range) in rest.iter_mut().zip(&shares[1..]) {
                let job = &job;
                scope.spawn(move || worker.work::<true>(job, range.clone()));
            }
            first[0].work::<true>(&job, shares[0].clone());
        });
        let mut total = Report::default();
        for (worker, range) in workers.iter_mut().zip(shares) {
            self.table.add_len(worker.out.len());
            self.next.append(std::mem::take(&mut worker.out));
            total.expanded += worker.report.expanded;
            total.generated += worker.report.generated;
            total.found = total.found.or(worker.report.found);
            if worker.stopped_at < range.end {
                self.todo.push(worker.stopped_at..range.end);
            }
        }
        total
    }
}
