//! What one thread does: it expands positions of a layer and finds out which of those it generates are new.

use super::super::{
    bits::Bits,
    layers::Layers,
    layout::{Group, Last, Layout},
    table::{Key, Table},
};
use super::Side;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
use super::{super::layers::Sheaf, Round};
use std::{cell::Cell, ops::Range};

/// Positions gathered before they are looked up together, so that the waits for memory overlap.
pub(super) const BATCH: usize = 36;

/// Positions expanded together: on rails, where they are expanded one by one; elsewhere at least, and at most. More lead to
/// more that waits to be looked up, and so take memory.
const ON_RAILS: usize = 8;
const TOGETHER: Range<usize> = 8..32;

/// For each so many positions found, one more is expanded together with others.
const FOUND_FOR_EACH: usize = 64;

/// What a position adds, at most, mostly.
const ADDED: usize = 8;

/// Positions that a thread holds beside others, mostly: those that do not fill a chunk of the layers, a batch, and what
/// the positions read last lead to.
const HELD_BESIDE_OTHERS: usize = 288;

/// What a thread needs to expand positions, kept from one call to the next.
pub(in super::super) struct Worker<B, K> {
    group: Group<B, K>,
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

/// Positions to be expanded together, as many as there may be.
type Batch<K> = [(K, Last); TOGETHER.end];

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
            group: Group::new(layout, 0),
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
        (self.found.capacity() * size_of::<(K, Last)>()) as u64
    }

    /// Expands positions until the range, the room, the budget or the puzzle is done.
    pub(super) fn work_alone(&mut self, job: &Job<'_, B, K>, layers: &mut Layers<K>, range: Range<usize>) {
        self.begin(&range);
        let mut room = job.room;
        while self.stopped_at < range.end && !self.is_done(job, room) {
            let range = self.stopped_at..range.end;
            let new = if layers.are_numbered() {
                self.expand_into(job, layers, range, room)
            } else {
                self.expand_some::<false>(job, layers, range, room);
                self.hand_over(layers)
            };
            room = room.saturating_sub(new);
        }
        self.flush::<false>(job);
        self.hand_over(layers);
    }

    /// Expands the next few positions, and adds what that leads to at once to the layers, which know whether it is new;
    /// returns how many are.
    fn expand_into(&mut self, job: &Job<'_, B, K>, layers: &mut Layers<K>, range: Range<usize>, room: usize) -> usize {
        let mut batch = Batch::default();
        let positions = self.read(job, layers, range, room, &mut batch);
        let Self { group, report, .. } = self;
        let before = layers.len();
        let mut generated = 0;
        job.expand(positions, group, report, |key, last| {
            generated += 1;
            layers.add_new((key, last));
        });
        report.generated += generated;
        report.found = report.found.or(job.find(layers.keys(before..layers.len()), group));
        layers.len() - before
    }

    /// Adds the new positions to the layers; returns how many they are.
    pub(super) fn hand_over(&mut self, layers: &mut Layers<K>) -> usize {
        let new = std::mem::take(&mut self.new);
        layers.extend(&self.found[..new]);
        self.found.drain(..new);
        new
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
        let mut batch = Batch::default();
        let positions = self.read(job, layers, range, room, &mut batch);
        let Self { group, found, report, .. } = self;
        job.expand(positions, group, report, |key, last| {
            job.table.prefetch(job.table.scramble(key));
            found.push((key, last));
        });
        if self.found.len() - self.new >= job.gathered {
            self.flush::<SHARED>(job);
        }
    }

    /// Reads the next few positions, to be expanded together.
    #[inline]
    fn read<'a>(
        &mut self,
        job: &Job<'_, B, K>,
        layers: &Layers<K>,
        range: Range<usize>,
        room: usize,
        batch: &'a mut Batch<K>,
    ) -> &'a [(K, Last)] {
        let together = match job.layout.rails() {
            Some(_) => ON_RAILS,
            None => (layers.len() / FOUND_FOR_EACH).clamp(TOGETHER.start, TOGETHER.end),
        };
        // why: near the end of the room few at a time, as each may add several.
        let most = (room.saturating_sub(self.found.len()) / ADDED).clamp(1, together);
        let read = batch.iter_mut().zip(layers.read(range).take(most)).map(|(slot, position)| *slot = position).count();
        self.stopped_at += read;
        &batch[..read]
    }

    fn begin(&mut self, range: &Range<usize>) {
        self.report = Report::default();
        (self.stopped_at, self.share_end) = (range.start, range.end);
    }

    fn is_done(&self, job: &Job<'_, B, K>, room: usize) -> bool {
        let is_full = self.found.len() >= room;
        is_full || self.report.generated >= job.budget || self.report.found.is_some()
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
    /// Expands positions; `add` is told what they lead to.
    #[inline]
    fn expand(
        &self,
        positions: &[(K, Last)],
        group: &mut Group<B, K>,
        report: &mut Report<K>,
        mut add: impl FnMut(K, Last),
    ) {
        report.expanded += positions.len() as u64;
        match (self.layout.rails(), self.target) {
            (Some(rails), Target::InSight) => {
                for &(key, last) in positions {
                    if rails.expand_unless_in_sight(key, last, &mut add) {
                        report.found = Some(key);
                    }
                }
            }
            (Some(rails), _) => positions.iter().for_each(|&(key, last)| rails.expand(key, last, &mut add)),
            (None, _) => {
                self.layout.find_hops(group, positions);
                self.layout.after_each(group, add);
            }
        }
    }

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
