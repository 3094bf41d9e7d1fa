//! One breadth-first search, forwards from the start or backwards from the goals, and its expansion by one or more
//! threads.
//!
//! Moves can be taken back, so a position's neighbours lie in the layer before, the same or the next: only these three
//! need to be in the table. Older ones stay in it as long as there is room, then it is rebuilt from the layers.

use super::{
    bits::Bits,
    layers::Layers,
    layout::{Last, Layout, Position},
    table::{Key, Table},
};
use std::ops::Range;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions gathered before they are looked up together, so that the waits for memory overlap.
const BATCH: usize = 48;

/// The least size of a table: small puzzles need not rebuild theirs again and again.
const MIN_LOG_SLOTS: u32 = 10;

/// Fewer positions than this are not worth waking another thread.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const WORTH_A_THREAD: usize = 1_024;

/// Positions that a thread takes at once.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const SHARE: usize = 128;

/// Positions that each thread expands before what they found is put together: so what they hold stays small.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
const AT_ONCE: usize = 1 << 14;

pub(super) struct Side<K> {
    pub(super) table: Table,
    pub(super) layers: Layers<K>,
    /// The parts of the layer under way that are still to be expanded.
    todo: Vec<Range<usize>>,
    /// The positions that a new table still lacks.
    missing: Range<usize>,
    /// The least size of the table.
    min_log_slots: u32,
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
    pub(super) fn new(origin: &[K], key_bits: u32, overshoot: usize) -> Self {
        let min_log_slots = ((overshoot + BATCH).next_power_of_two().trailing_zeros() + 2).max(MIN_LOG_SLOTS);
        let layers = Layers::new(origin, key_bits);
        let mut side = Self {
            table: Table::new::<K>(Table::log_slots_for(origin.len()).max(min_log_slots)),
            todo: Vec::from([layers.current()]),
            missing: layers.recent(),
            layers,
            min_log_slots,
        };
        side.refill(u64::MAX, 1);
        side
    }

    /// The distance of the layer under way.
    pub(super) fn depth(&self) -> usize {
        self.layers.depth()
    }

    /// Is every position of the layer under way expanded?
    pub(super) fn is_layer_done(&self) -> bool {
        self.todo.is_empty()
    }

    /// Positions found so far.
    pub(super) fn stored(&self) -> u64 {
        self.layers.len() as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes() + self.layers.bytes()
    }

    /// Goes on to the next layer, which may be empty.
    pub(super) fn descend(&mut self) {
        self.layers.descend();
        self.leave(self.layers.current());
    }

    /// Leaves a part of the layer under way to be expanded later.
    fn leave(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.todo.push(range);
        }
    }

    /// Bytes that this side would take with room for more positions.
    pub(super) fn bytes_with_room(&self) -> u64 {
        self.layers.bytes() + Table::bytes_of::<K>(self.log_slots_wanted())
    }

    fn log_slots_wanted(&self) -> u32 {
        Table::log_slots_for(self.layers.recent().len()).max(self.min_log_slots)
    }

    /// Makes room in the table: forgets what is too old to matter, and grows if that is not enough. From now on the
    /// table must be refilled before it is used.
    pub(super) fn make_room(&mut self) {
        let log_slots = self.log_slots_wanted();
        // The old table goes first: both together would be the peak.
        self.table = Table::new::<K>(1);
        self.table = Table::new::<K>(log_slots);
        self.missing = self.layers.recent();
    }

    /// Works on a new table for about as long as it takes to generate `budget` positions; returns what is left of that.
    /// The table is ready when something is left.
    pub(super) fn refill(&mut self, budget: u64, threads: usize) -> u64 {
        /// why: a slot is emptied so much faster than a position is generated, with a margin.
        const SLOTS: usize = 32;
        let most = usize::try_from(budget).unwrap_or(usize::MAX);
        if !self.table.clear(most.saturating_mul(SLOTS)) {
            return 0;
        }
        let now = self.missing.start..self.missing.end.min(self.missing.start.saturating_add(most));
        self.missing.start = now.end;
        self.table.add_len(now.len());
        let left = budget - now.len() as u64;
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if threads > 1 && now.len() >= WORTH_A_THREAD * threads {
            let share = now.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for begin in now.clone().step_by(share) {
                    let (side, range) = (&*self, begin..now.end.min(begin + share));
                    scope.spawn(move || side.insert::<true>(range));
                }
            });
            return left;
        }
        let _ = threads;
        self.insert::<false>(now);
        left
    }

    /// Inserts positions into the table.
    fn insert<const SHARED: bool>(&self, range: Range<usize>) {
        for key in self.layers.keys(range) {
            self.table.insert::<K, SHARED>(self.table.home(key), key);
        }
    }
}

/// What a thread needs to expand positions, kept from one call to the next.
pub(super) struct Worker<B, K> {
    position: Position<B, K>,
    /// Positions generated, with the slots where they will be looked for.
    pending: Vec<(K, Last, usize)>,
    /// Positions read to be expanded.
    batch: Vec<(K, Last)>,
    /// New positions.
    out: Vec<(K, Last)>,
    report: Report<K>,
    /// Where in its share of the layer it stopped, and where that ends.
    stopped_at: usize,
    share_end: usize,
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
            batch: Vec::new(),
            out: Vec::with_capacity(2 * BATCH),
            report: Report::default(),
            stopped_at: 0,
            share_end: 0,
        }
    }

    /// What it holds of positions.
    pub(super) fn bytes(&self) -> u64 {
        let lists = (self.batch.capacity() + self.out.capacity()) * size_of::<(K, Last)>();
        (lists + self.pending.capacity() * size_of::<(K, Last, usize)>()) as u64
    }

    /// Expands positions until the range, the room, the budget or the puzzle is done.
    fn work_alone(&mut self, job: &Job<'_, B, K>, layers: &mut Layers<K>, range: Range<usize>) {
        self.begin(&range);
        let mut room = job.room;
        while self.stopped_at < range.end && !self.is_done(job, room) {
            self.expand_some::<false>(job, layers, self.stopped_at..range.end, room);
            room = room.saturating_sub(self.out.len());
            layers.extend(&self.out);
            self.out.clear();
        }
        self.flush::<false>(job);
        layers.extend(&self.out);
        self.out.clear();
    }

    /// The same beside other threads, with shares that begin at `next`; what is new is left in `out`.
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    fn work_together(&mut self, job: &Job<'_, B, K>, layers: &Layers<K>, next: &AtomicUsize, end: usize) {
        self.begin(&Range::default());
        while !self.is_done(job, job.room) {
            if self.stopped_at == self.share_end {
                self.stopped_at = next.fetch_add(SHARE, Ordering::Relaxed).min(end);
                self.share_end = end.min(self.stopped_at + SHARE);
                if self.stopped_at == end {
                    break;
                }
            }
            self.expand_some::<true>(job, layers, self.stopped_at..self.share_end, job.room);
        }
        self.flush::<true>(job);
    }

    /// Expands the next few positions.
    fn expand_some<const SHARED: bool>(
        &mut self,
        job: &Job<'_, B, K>,
        layers: &Layers<K>,
        range: Range<usize>,
        room: usize,
    ) {
        let mut batch = std::mem::take(&mut self.batch);
        layers.read(range, &mut batch);
        for &(key, last) in &batch {
            if self.out.len() + self.pending.len() >= room {
                break;
            }
            self.stopped_at += 1;
            self.expand(job, key, last);
            if self.pending.len() >= BATCH {
                self.flush::<SHARED>(job);
            }
        }
        self.batch = batch;
    }

    fn begin(&mut self, range: &Range<usize>) {
        self.report = Report::default();
        (self.stopped_at, self.share_end) = (range.start, range.end);
    }

    fn is_done(&self, job: &Job<'_, B, K>, room: usize) -> bool {
        let is_full = self.out.len() + self.pending.len() >= room;
        is_full || self.report.generated >= job.budget || self.report.found.is_some()
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
                self.out.push((key, last));
                if let Target::Meeting(other) = job.target {
                    other.prefetch::<K>(other.home(key));
                }
            }
        }
        let mut new = self.out[before..].iter().map(|new| new.0);
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
        let before = self.layers.len();
        let job = Job { layout, table: &self.table, target, room: self.table.room(), budget };
        worker.work_alone(&job, &mut self.layers, range.clone());
        self.table.add_len(self.layers.len() - before);
        self.leave(workers[0].stopped_at..range.end);
        workers[0].report
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
        let end = range.end.min(range.start + AT_ONCE * count);
        let (room, budget) = (self.table.room() / count, budget / count as u64);
        let (job, layers) = (Job { layout, table: &self.table, target, room, budget }, &self.layers);
        // The threads take small shares one after the other, so that all are busy until the end.
        let next = AtomicUsize::new(range.start);
        std::thread::scope(|scope| {
            let (first, rest) = workers.split_at_mut(1);
            for worker in rest {
                scope.spawn(|| worker.work_together(&job, layers, &next, end));
            }
            first[0].work_together(&job, layers, &next, end);
        });
        self.leave(end..range.end);
        self.leave(next.into_inner()..end);
        let mut total = Report::default();
        for worker in workers {
            self.table.add_len(worker.out.len());
            self.layers.extend(&worker.out);
            worker.out.clear();
            total.expanded += worker.report.expanded;
            total.generated += worker.report.generated;
            total.found = total.found.or(worker.report.found);
            self.leave(worker.stopped_at..worker.share_end);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that is cancelled while its table grows stops at the next step, not at the end.
    #[test]
    fn a_table_is_refilled_in_steps() {
        let keys: Vec<u64> = (0..10_000).collect();
        let mut side = Side::new(&keys, 16, 8);
        side.make_room();
        let mut steps = 0;
        while side.refill(100, 1) == 0 {
            steps += 1;
        }
        assert!(steps >= keys.len() / 100, "{steps}");
        assert!(keys.iter().all(|&key| side.table.contains(key)) && !side.table.contains(10_000_u64));
    }
}
