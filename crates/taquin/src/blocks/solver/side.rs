//! One breadth-first search, forwards from the start or backwards from the goals, and its expansion by one or more
//! threads.
//!
//! Moves can be taken back, so a position's neighbours lie in the layer before, the same or the next: only these three
//! need to be known. As long as they have few positions, the layers number these; then they are in a table. Older ones
//! stay in it as long as there is room, then it is rebuilt from the layers.

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
mod round;
mod worker;

use super::{
    bits::Bits,
    layers::Layers,
    layout::{Group, Layout},
    table::{Key, Size, Table},
};
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(super) use round::Round;
use std::ops::Range;
use worker::{BATCH, Job};
pub(super) use worker::{Report, Target, Worker};

/// Quarters of a byte for each position that a new table may bring a search to, unless it has to be larger.
const THRIFTY: u64 = 4 * 12 - 1;

/// What is held besides, about.
const BESIDES: u64 = 2 << 10;

/// Bytes of a table that stays in the nearer caches.
const NEAR: u64 = 256 << 10;

/// Bytes of a table that stays in the nearest cache, so that there is nothing to wait for.
const NEAREST: u64 = 16 << 10;

/// Recent positions that need no table. With fewer, small puzzles take more memory; with more, looking up takes longer.
const FEW: usize = 320;

/// Positions that any new table has room for: half a batch at least.
const MORE: usize = 24;

/// Bytes that any table may take.
const SMALL: u64 = 1 << 10;

pub(super) struct Side<K> {
    table: Table<K>,
    pub(super) layers: Layers<K>,
    /// The parts of the layer under way that are still to be expanded.
    todo: Vec<Range<usize>>,
    /// The positions that a new table still lacks.
    missing: Range<usize>,
    key_bits: u32,
}

impl<K: Key> Side<K> {
    /// A search from these positions, which are all different.
    pub(super) fn new(origin: &[K], key_bits: u32) -> Self {
        let layers = Layers::new(origin, key_bits);
        let todo = Vec::from([layers.current()]);
        let mut side = Self { table: Table::new(key_bits), todo, missing: 0..0, layers, key_bits };
        if origin.len() < FEW {
            side.layers.number(1);
        } else {
            side.make_room(u64::MAX);
            side.refill(u64::MAX);
        }
        side
    }

    /// Was this position found lately?
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        if self.layers.are_numbered() { self.layers.contain(key) } else { self.table.contains(key) }
    }

    /// Has what tells that brought into the cache, as it will be needed soon.
    #[inline]
    fn prefetch(&self, key: K) {
        self.table.prefetch(self.table.scramble(key));
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

    /// How many positions more there is room for, with `spare` bytes for layers; a few at least, if there are any for the
    /// table, so that the search comes to its end.
    fn room(&self, spare: u64) -> usize {
        let layers = usize::try_from(spare / self.layers.bytes_each()).unwrap_or(usize::MAX);
        self.room_to_look_up().min(layers.max(BATCH))
    }

    /// The same without regard to layers.
    fn room_to_look_up(&self) -> usize {
        match (self.layers.are_numbered(), self.layers.recent().len()) {
            (true, ..FEW) => FEW,
            (true, _) => 0,
            (false, _) => self.table.room(),
        }
    }

    /// How many positions are gathered before they are looked up in the table together.
    fn gathered(&self) -> usize {
        match self.table.size().bytes() {
            _ if self.layers.are_numbered() => usize::MAX,
            ..NEAREST => 1,
            _ => BATCH,
        }
    }

    /// Is there room in the table for so many threads to go on?
    pub(super) fn has_room(&self, threads: usize) -> bool {
        // why: a new table has room for half a batch, though maybe not for a position of each of many threads, and must do;
        // where so many share a layer, there is more.
        self.room_to_look_up() >= threads.min(BATCH / 2)
    }

    /// Bytes that this side would take with room for more positions.
    pub(super) fn bytes_with_room(&self) -> u64 {
        self.layers.bytes() + self.least_size().bytes()
    }

    fn least_size(&self) -> Size {
        let recent = self.layers.recent().len();
        Size::for_keys(recent + growth(recent), self.key_bits)
    }

    /// Makes room in the table: forgets what is too old to matter, and grows if that is not enough, but not so that this
    /// side takes more than `most` bytes if less will do. From now on the table must be refilled before it is used.
    pub(super) fn make_room(&mut self, most: u64) {
        // A roomy table is quick and lasts long; but with few old positions the table is most of what is held.
        let thrifty = (THRIFTY * self.layers.len() as u64 / 4).saturating_sub(self.layers.bytes() + BESIDES);
        let recent = self.layers.recent().len();
        // Room in the table is of no use without room in the layers.
        let layers = self.layers.bytes() + growth(recent) as u64 * self.layers.bytes_each();
        let spare = thrifty.max(SMALL).min(most.saturating_sub(layers));
        let roomy = |times: usize| Size::for_keys((times * recent).max(SMALL as usize / 4), self.key_bits);
        // why: where memory is short, layers need it more.
        let times = if thrifty > SMALL && roomy(8).bytes() < NEAR.min(most / 16) { 8 } else { 3 };
        let size = self.least_size().grown_to(spare, roomy(times));
        self.layers.drop_numbers();
        self.table.renew(size);
        self.missing = self.layers.recent();
    }

    /// Works on a new table for about as long as it takes to generate `budget` positions; returns what is left of that.
    /// The table is ready when something is left.
    pub(super) fn refill(&mut self, budget: u64) -> u64 {
        let (now, left) = self.begin_refill(budget);
        self.insert::<false>(now);
        left
    }

    /// The same, but leaves it to the caller to insert these positions.
    fn begin_refill(&mut self, budget: u64) -> (Range<usize>, u64) {
        /// why: a slot is emptied so much faster than a position is generated, with a margin.
        const SLOTS: usize = 32;
        let most = usize::try_from(budget).unwrap_or(usize::MAX);
        if !self.table.clear(most.saturating_mul(SLOTS)) {
            return (0..0, 0);
        }
        let now = self.missing.start..self.missing.end.min(self.missing.start.saturating_add(most));
        self.missing.start = now.end;
        self.table.add_len(now.len());
        (now.clone(), budget - now.len() as u64)
    }

    /// Inserts positions into the table.
    fn insert<const SHARED: bool>(&self, range: Range<usize>) {
        if self.gathered() != BATCH {
            let keys = self.layers.keys(range);
            self.table.insert_new::<SHARED>(keys.map(|key| (key, self.table.scramble(key))));
            return;
        }
        let mut pending = Vec::with_capacity(BATCH);
        for begin in range.clone().step_by(BATCH) {
            let keys = self.layers.keys(begin..range.end.min(begin + BATCH));
            pending.extend(keys.map(|key| {
                let scrambled = self.table.scramble(key);
                self.table.prefetch(scrambled);
                (key, scrambled)
            }));
            self.table.insert_new::<SHARED>(pending.drain(..));
        }
    }
}

/// How many positions more a new table must have room for, besides this many.
fn growth(recent: usize) -> usize {
    2 * recent / 5 + MORE
}

impl<K: Key> Side<K> {
    /// One of these positions that leads to a goal one move further away than those that a search for this target sees.
    pub(super) fn look_further<B: Bits>(
        &self,
        layout: &Layout<B, K>,
        target: Target<'_, K>,
        range: Range<usize>,
    ) -> Option<K> {
        let mut scratch = [Group::new(layout, 1), Group::new(layout, 1)];
        let leads_to_goal = |&key: &K| match target {
            Target::NearGoal => layout.next_two(key, &mut scratch).is_some(),
            _ => layout.is_near_goal(key) && layout.next_goal(key, &mut scratch[0]).is_some(),
        };
        self.layers.keys(range).find(leads_to_goal)
    }

    /// Expands part of the current layer, generating about `budget` positions and taking about `spare` bytes more. The
    /// table must have room.
    pub(super) fn expand<B: Bits>(
        &mut self,
        layout: &Layout<B, K>,
        target: Target<'_, K>,
        worker: &mut Worker<B, K>,
        spare: u64,
        budget: u64,
    ) -> Report<K> {
        let Some(range) = self.todo.pop() else { return Report::default() };
        let before = self.layers.len();
        let (room, gathered) = (self.room(spare), self.gathered());
        let job = Job { layout, table: &self.table, target, room, budget, gathered };
        worker.work_alone(&job, &mut self.layers, range.clone());
        self.table.add_len(self.layers.len() - before);
        self.leave(worker.stopped_at..range.end);
        worker.report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that is solved at once takes next to nothing, and one from many goals has a table from the beginning.
    #[test]
    fn few_positions_need_no_table() {
        for count in [1, FEW as u64 - 1, FEW as u64, 2 * FEW as u64] {
            let keys: Vec<u64> = (0..count).collect();
            let side = Side::new(&keys, 16);
            assert_eq!(side.table.bytes() == 0, count < FEW as u64, "{count}");
            assert!(keys.iter().all(|&key| side.contains(key)) && !side.contains(count), "{count}");
        }
        assert!(Side::new(&[0_u64], 16).bytes() < 300);
    }

    /// A search that is cancelled while its table grows stops at the next step, not at the end.
    #[test]
    fn a_table_is_refilled_in_steps() {
        let keys: Vec<u64> = (0..10_000).collect();
        let mut side = Side::new(&keys, 16);
        side.make_room(u64::MAX);
        let mut steps = 0;
        while side.refill(100) == 0 {
            steps += 1;
        }
        assert!(steps >= keys.len() / 100, "{steps}");
        assert!(keys.iter().all(|&key| side.table.contains(key)) && !side.table.contains(10_000_u64));
    }
}
