//! Moves on boards where every block keeps to its line, as in Rush Hour.

use super::{
    super::{
        super::{Axis, Metric},
        bits::Bits,
        plan::{Class, Plan},
        table::Key,
    },
    Hops, Last, Layout, Mover, Position,
};

/// A block that keeps to its line, at one place.
#[derive(Clone, Copy, Default)]
struct Rail<B> {
    /// The cells that it can come to cover, in front (of higher bits) and behind.
    ahead: B,
    behind: B,
    /// Its places there.
    next: B,
    previous: B,
    /// The cells next to it.
    ends: B,
    own: B,
}

/// The blocks of a board where each has a line to itself or shares it with others that it cannot pass.
pub(super) struct Rails<B> {
    /// For each class, by anchor.
    rails: Vec<Rail<B>>,
    /// Anchors of one class.
    anchors: usize,
    /// For each class.
    kinds: Vec<Kind>,
}

/// What is the same for a block wherever it is.
struct Kind {
    rank: usize,
    /// Bits from the anchor to the last cell.
    length: u32,
}

impl<B: Bits> Rails<B> {
    /// `None` if some block does not keep to a line, or in a metric that counts single steps.
    pub(super) fn new<K>(plan: &Plan, movers: &[Mover<B, K>], metric: Metric) -> Option<Self> {
        let keeps_line = |class: &Class| class.axis != Axis::Free && class.blocks.len() == 1;
        if metric == Metric::Steps || !plan.classes.iter().all(keeps_line) {
            return None;
        }
        let anchors = plan.board_bits as usize;
        let mut rails = vec![Rail::default(); plan.classes.len() * anchors];
        for ((class, mover), rails) in plan.classes.iter().zip(movers).zip(rails.chunks_mut(anchors)) {
            set_rails(class, mover, rails);
        }
        let kind = |(class, mover): (&Class, &Mover<B, K>)| Kind {
            rank: mover.rank,
            length: class.offsets.iter().copied().max().unwrap_or(0),
        };
        Some(Self { rails, anchors, kinds: plan.classes.iter().zip(movers).map(kind).collect() })
    }

    fn rail(&self, class: usize, anchor: u32) -> &Rail<B> {
        &self.rails[class * self.anchors + anchor as usize]
    }
}

/// why: the places of a block that keeps to its line are in the order of their bits.
fn set_rails<B: Bits, K>(class: &Class, mover: &Mover<B, K>, rails: &mut [Rail<B>]) {
    let (mut passed, mut previous) = (B::default(), B::default());
    for &place in &class.places {
        let own = mover.spots[place as usize].cells;
        rails[place as usize] = Rail { behind: passed & !own, previous, own, ..Rail::default() };
        (passed, previous) = (passed | own, previous | B::bit(place));
    }
    let (mut ahead, mut next) = (B::default(), B::default());
    let mut after = B::default();
    for &place in class.places.iter().rev() {
        let rail = &mut rails[place as usize];
        (rail.ahead, rail.next) = (ahead & !rail.own, next);
        rail.ends = rail.ends | after & !rail.own;
        (ahead, next, after) = (ahead | rail.own, next | B::bit(place), rail.own);
    }
    let mut before = B::default();
    for &place in &class.places {
        let rail = &mut rails[place as usize];
        rail.ends = rail.ends | before & !rail.own;
        before = rail.own;
    }
}

impl<B: Bits> Rail<B> {
    /// The places that the block can get to.
    #[inline(always)]
    fn reach(&self, occupied: B, length: u32) -> B {
        let ahead = occupied & self.ahead;
        let first = ahead & !ahead.without_lowest();
        // why: all of the block must be before what is in front of it, but only its anchor is a place.
        self.next & (first >> length).minus(B::from_low(1)) | self.previous & (occupied & self.behind).above_highest()
    }
}

impl<B: Bits, K: Key> Layout<B, K> {
    /// Generates the moves of a position, but for those that the last move makes superfluous: of the same block, and
    /// of a block of lower rank that could as well have moved first, as it does not touch what the last one swept.
    #[inline]
    pub(super) fn rail_hops(
        &self,
        rails: &Rails<B>,
        position: &Position<B, K>,
        last: Last,
        mut emit: impl FnMut(Hops<B>),
    ) {
        let occupied = position.occupied;
        let (moved, swept) = rails.swept(position, last);
        let moved_rank = rails.kinds.get(moved).map_or(0, |kind| kind.rank);
        for (number, anchors) in position.anchors.chunks(64).enumerate() {
            let first = 64 * number;
            // why: which blocks can move is hard to foretell; a set of them takes no branch for each.
            let mut mobile = 0u64;
            for (at, (anchors, kind)) in anchors.iter().zip(&rails.kinds[first..]).enumerate() {
                let rail = rails.rail(first + at, anchors.lowest());
                let is_free = !(rail.ends & !occupied).is_empty();
                let matters = kind.rank >= moved_rank || !((rail.ahead | rail.behind) & swept).is_empty();
                mobile |= u64::from(is_free & matters) << at;
            }
            for at in mobile.ones() {
                let class = first + at as usize;
                if class == moved {
                    continue;
                }
                let from = position.anchors[class].lowest();
                let (rail, kind) = (rails.rail(class, from), &rails.kinds[class]);
                let mut to = rail.reach(occupied, kind.length);
                if kind.rank < moved_rank {
                    to = to & !rail.reach(occupied | swept, kind.length);
                }
                if !to.is_empty() {
                    emit(Hops { class, from, to });
                }
            }
        }
    }
}

impl<B: Bits> Rails<B> {
    /// The class moved last, if any, and the cells that it passed.
    #[inline(always)]
    fn swept<K>(&self, position: &Position<B, K>, last: Last) -> (usize, B) {
        if last.anchor == last.from {
            return (usize::MAX, B::default());
        }
        let bit = B::bit(u32::from(last.anchor));
        let here = position.anchors.iter().enumerate().filter(|&(_, &anchors)| !(anchors & bit).is_empty());
        let class = here.fold(0, |_, (class, _)| class);
        let (from, to) = (self.rail(class, u32::from(last.from)), self.rail(class, u32::from(last.anchor)));
        (class, from.own | to.own | from.ahead & !to.ahead | from.behind & !to.behind)
    }
}
