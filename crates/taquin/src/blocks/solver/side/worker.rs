//! What one thread does: it expands positions of a layer and finds out which of those it generates are new.

use super::super::{
    bits::Bits,
    layers::{Layers, READ},
    layout::{Group, Last, Layout},
    table::{Key, Table},
};
use super::Side;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
use super::{super::layers::Sheaf, Round};
use std::{cell::Cell, ops::Range};

/// Positions gathered before they are looked up together, so that the waits for memory overlap.
pub(super) const BATCH: usize = 36;

/// What a position adds, at most, mostly.
const ADDED: usize = 8;

/// Positions that a thread holds beside others, mostly: those that do not fill a chunk of the layers, and a batch.
const HELD_BESIDE_OTHERS: usize = 192;

/// What a thread needs to expand positions, kept from one call to the next.
pub(in super::super) struct Worker<B, K> {
    group: Group<B, K>,
    /// Positions read to be expanded.
    batch: Vec<(K, Last)>,
    /// Positions generated; of those that were looked up only the new ones.
    found: Vec<(K, Last)>,
    /// How many of them were looked up.
    new: usize,
    /// More new ones.
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    pub(super) sheaf: Sheaf,
    pub(super) report: Report<K>,
    /// Where in its share of the layer it stopped, and where that ends.
    pub(super) stopped_at: usize,
    pub(super) share_end: usize,
}

/// What an expansion came to.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Report<K> {
    pub(in super::super) expanded: u64,
    pub(in super::super) generated: u64,
    /// A new position that the other side has reached; without another side, one that is a goal or one move from it, or
    /// one that was to be expanded and has a goal in sight.
    pub(in super::super) found: Option<K>,
}

/// What a search is looking for.
#[derive(Clone, Copy)]
pub(in super::super) enum Target<'a, K> {
    /// A goal.
    Goal,
    /// A position one move from a goal. With several goal blocks few positions are so near, and looking at these saves
    /// a whole layer.
    NearGoal,
    /// A position that the other side has found lately.
    Meeting(&'a Side<K>),
    /// A position from which a goal is in sight on rails, seen when it is expanded.
    InSight,
    /// Nothing: all positions are wanted.
    Nothing,
}

/// What a worker works on.
pub(super) struct Job<'a, B, K> {
    pub(super) layout: &'a Layout<B, K>,
    pub(super) table: &'a Table<K>,
    pub(super) target: Target<'a, K>,
    /// Positions it may add to the table.
    pub(super) room: usize,
    /// Positions it may generate.
    pub(super) budget: u64,
    /// Positions to be gathered before they are looked up in the table.
    pub(super) gathered: usize,
}

impl<B: Bits, K: Key> Worker<B, K> {
    pub(in super::super) fn new(layout: &Layout<B, K>, is_alone: bool) -> Self {
        Self {
            // On rails positions are expanded one by one, and it only looks for goals.
            group: Group::new(layout, if layout.rails().is_some() { 1 } else { READ }),
            batch: Vec::new(),
            // why: if many threads' lists grow late, they exceed the memory limit.
            found: Vec::with_capacity(if is_alone { 0 } else { HELD_BESIDE_OTHERS }),
            new: 0,
            #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
            sheaf: Sheaf::default(),
            report: Report::default(),
            stopped_at: 0,
            share_end: 0,
        }
    }

    /// What it holds of positions.
    pub(in super::super) fn bytes(&self) -> u64 {
        ((self.batch.capacity() + self.found.capacity()) * size_of::<(K, Last)>()) as u64
    }

    /// Expands positions until the range, the room, the budget or the puzzle is done.
    pub(super) fn work_alone(&mut self, job: &Job<'_, B, K>, layers: &mut Layers<K>, range: Range<usize>) {
        self.begin(&range);
        let mut room = job.room;
        while self.stopped_at < range.end && !self.is_done(job, room) {
            self.expand_some::<false>(job, layers, self.stopped_at..range.end, room);
            if layers.are_numbered() {
                room = room.saturating_sub(self.add_new(job, layers));
            } else {
                room = room.saturating_sub(self.new);
                self.hand_over(layers);
            }
        }
        self.flush::<false>(job);
        self.hand_over(layers);
    }

    /// Adds those positions generated that are new to the layers, which know that; returns how many they are.
    fn add_new(&mut self, job: &Job<'_, B, K>, layers: &mut Layers<K>) -> usize {
        let before = layers.len();
        self.report.generated += self.found.len() as u64;
        self.found.drain(..).for_each(|position| layers.add_new(position));
        let found = job.find(layers.keys(before..layers.len()), &mut self.group);
        self.report.found = self.report.found.or(found);
        layers.len() - before
    }

    /// Adds the new positions to the layers.
    pub(super) fn hand_over(&mut self, layers: &mut Layers<K>) {
        layers.extend(&self.found[..self.new]);
        self.found.drain(..std::mem::take(&mut self.new));
    }

    /// The same beside other threads, with shares of the layer that it takes one after the other; what is new is left in
    /// `sheaf` and `found`.
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    pub(super) fn work_together(&mut self, job: &Job<'_, B, K>, layers: &Layers<K>, round: &Round) {
        self.begin(&Range::default());
        let mut room = job.room;
        while !self.is_done(job, room) {
            if self.stopped_at == self.share_end {
                Range { start: self.stopped_at, end: self.share_end } = round.take_share();
                if self.stopped_at == self.share_end {
                    break;
                }
            }
            self.expand_some::<true>(job, layers, self.stopped_at..self.share_end, room);
            let bound = self.sheaf.bind(&self.found[..self.new], layers, &round.fading);
            self.found.drain(..bound);
            self.new -= bound;
            room = job.room.saturating_sub(self.sheaf.len());
        }
        self.flush::<true>(job);
        if self.report.found.is_some() {
            round.stop();
        }
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
        // why: near the end of the room few at a time, as each may add several.
        let at_once = (room.saturating_sub(self.found.len()) / ADDED).clamp(1, batch.len());
        for positions in batch.chunks(at_once) {
            if self.found.len() >= room {
                break;
            }
            self.stopped_at += positions.len();
            self.expand(job, positions);
            if self.found.len() - self.new >= job.gathered {
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
        let is_full = self.found.len() >= room;
        is_full || self.report.generated >= job.budget || self.report.found.is_some()
    }

    #[inline]
    fn expand(&mut self, job: &Job<'_, B, K>, positions: &[(K, Last)]) {
        let Self { group, found, report, .. } = self;
        report.expanded += positions.len() as u64;
        let mut add = |key, last| {
            job.table.prefetch(job.table.scramble(key));
            found.push((key, last));
        };
        match (job.layout.rails(), job.target) {
            (Some(rails), Target::InSight) => {
                for &(key, last) in positions {
                    if rails.expand_unless_in_sight(key, last, &mut add) {
                        report.found = Some(key);
                    }
                }
            }
            (Some(rails), _) => positions.iter().for_each(|&(key, last)| rails.expand(key, last, &mut add)),
            (None, _) => {
                job.layout.find_hops(group, positions);
                job.layout.after_each(group, add);
            }
        }
    }

    /// Looks up those positions generated that were not, and keeps the new ones.
    #[inline]
    fn flush<const SHARED: bool>(&mut self, job: &Job<'_, B, K>) {
        let before = self.new;
        self.report.generated += (self.found.len() - before) as u64;
        let found = Cell::from_mut(&mut self.found[before..]).as_slice_of_cells();
        let mut new = 0;
        job.table.insert_each::<_, SHARED>(found.iter().map(Cell::get), |key, last| {
            found[new].set((key, last));
            new += 1;
            if let Target::Meeting(other) = job.target {
                other.prefetch(key);
            }
        });
        self.new += new;
        self.found.truncate(self.new);
        let found = job.find(self.found[before..].iter().map(|new| new.0), &mut self.group);
        self.report.found = self.report.found.or(found);
    }
}

impl<B: Bits, K: Key> Job<'_, B, K> {
    /// The first of these new positions that is looked for.
    #[inline]
    fn find(&self, mut new: impl Iterator<Item = K>, scratch: &mut Group<B, K>) -> Option<K> {
        match self.target {
            Target::Meeting(other) => new.find(|&key| other.contains(key)),
            Target::NearGoal => {
                new.find(|&key| self.layout.is_near_goal(key) && self.layout.next_goal(key, scratch).is_some())
            }
            Target::Goal => new.find(|&key| self.layout.is_goal(key)),
            Target::InSight | Target::Nothing => None,
        }
    }
}
