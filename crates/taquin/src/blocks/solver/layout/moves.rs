//! Generating moves.

use super::{
    super::{super::Metric, bits::Bits, table::Key},
    Last, Layout, Mover, Position, Spot, Step,
    recent::{ALL_DIRECTIONS, Recent},
};
use std::hint::select_unpredictable;

/// Moves of one block from one place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Hops<B> {
    pub(in super::super) class: usize,
    pub(in super::super) from: u32,
    /// Its partner, or nobody.
    pub(super) partner: u32,
    /// The anchors that it can get to.
    pub(in super::super) to: B,
}

impl<B: Bits> Hops<B> {
    /// Each of them alone.
    pub(in super::super) fn each(self) -> impl Iterator<Item = Self> {
        self.to.ones().map(move |to| Self { to: B::bit(to), ..self })
    }
}

/// The moves of a position.
pub(in super::super) struct Found<B> {
    /// Those found, then whatever was there before.
    hops: Vec<Hops<B>>,
    len: usize,
    /// The classes of which some block may be able to move, and the anchors of these blocks.
    mobile: Vec<(usize, B)>,
}

impl<B: Bits> Found<B> {
    pub(super) fn new(classes: usize, blocks: usize) -> Self {
        let nothing = Hops { class: 0, from: 0, partner: 0, to: B::default() };
        // A move in each direction, and one that is none.
        Self { hops: vec![nothing; 4 * blocks + 1], len: 0, mobile: vec![(0, B::default()); classes + 1] }
    }

    pub(in super::super) fn list(&self) -> &[Hops<B>] {
        &self.hops[..self.len]
    }

    /// Adds moves, which may be none at all.
    #[inline(always)]
    fn add(&mut self, hops: Hops<B>) {
        // why: whether there are any is hard to foretell, and this takes no branch.
        self.hops[self.len] = hops;
        self.len += usize::from(!hops.to.is_empty());
    }
}

impl<B: Bits, K: Key> Layout<B, K> {
    /// Finds the moves of a position, but for those that the last move makes superfluous.
    #[inline]
    pub(in super::super) fn find_hops(&self, position: &mut Position<B, K>, last: Last) {
        position.hops.len = 0;
        let Position { anchors, occupied, hops, .. } = position;
        let recent = self.recent(anchors, *occupied, last);
        let mobile = self.find_mobile(anchors, *occupied, &recent, &mut hops.mobile);
        match self.metric {
            Metric::Moves => self.find_moves(anchors, *occupied, &recent, mobile, hops),
            Metric::Slides | Metric::Steps => {
                for number in 0..mobile {
                    let (class, blocks) = hops.mobile[number];
                    let skippable = self.skippable(class, &self.movers[class], &recent);
                    for from in blocks.ones() {
                        let block = (class, from, self.partner(class, from, anchors[class]));
                        self.straight_hops(block, *occupied, &recent, skippable, |found| hops.add(found));
                    }
                }
            }
        }
    }

    /// Lists the classes of which some block can move, and counts them. Some may be among them that cannot.
    #[inline(always)]
    fn find_mobile(&self, anchors: &[B], occupied: B, recent: &Recent<B>, list: &mut [(usize, B)]) -> usize {
        let mut len = 0;
        let resting = if recent.banned == ALL_DIRECTIONS { B::bit(recent.anchor) } else { B::default() };
        let (lone, many) = self.movers.split_at(self.fields.lone.len());
        for (class, (mover, &anchor)) in lone.iter().zip(anchors).enumerate() {
            list[len] = (class, anchor);
            let is_mobile = (mover.spots[anchor.lowest() as usize].ways(occupied) != 0) & (anchor != resting);
            len += usize::from(is_mobile);
        }
        for (class, (mover, &anchors)) in many.iter().zip(&anchors[lone.len()..]).enumerate() {
            let movable = mover.movable(anchors, occupied) & !resting;
            list[len] = (lone.len() + class, movable);
            len += usize::from(!movable.is_empty());
        }
        len
    }

    /// Finds the moves of the blocks listed as mobile.
    #[inline(always)]
    fn find_moves(&self, anchors: &[B], occupied: B, recent: &Recent<B>, mobile: usize, found: &mut Found<B>) {
        if mobile == 0 {
            return;
        }
        let mut at = 0;
        let (mut class, mut blocks) = found.mobile[at];
        loop {
            let mover = &self.movers[class];
            let from = blocks.lowest();
            let others = occupied & !mover.spots[from as usize].cells;
            let to = self.moves(mover, from, others, recent.swept, self.skippable(class, mover, recent));
            found.add(Hops { class, from, partner: self.partner(class, from, anchors[class]), to });
            let rest = blocks.without_lowest();
            at += usize::from(rest.is_empty());
            if at == mobile {
                return;
            }
            let next = found.mobile[at];
            (class, blocks) = (next.0, select_unpredictable(rest.is_empty(), next.1, rest));
        }
    }

    /// A block's partner in the class's packed pair.
    #[inline(always)]
    fn partner(&self, class: usize, from: u32, anchors: B) -> u32 {
        let nobody = self.codes.nobody() as u32;
        if !self.codes.has_pairs {
            return nobody;
        }
        select_unpredictable(self.movers[class].is_pair, (anchors ^ B::bit(from)).lowest(), nobody)
    }

    /// Finds the moves of goal blocks to where they belong, and maybe others.
    pub(in super::super) fn find_goal_hops(&self, position: &mut Position<B, K>) {
        let Position { anchors, occupied, hops, .. } = position;
        hops.len = 0;
        let recent = self.recent(anchors, *occupied, Last::default());
        for (class, mover) in self.movers.iter().enumerate().filter(|(_, mover)| mover.is_goal) {
            for from in anchors[class].ones() {
                let others = *occupied & !mover.spots[from as usize].cells;
                // why: mostly something is in the way, which is seen at once.
                if (mover.fits(others) & mover.targets & !B::bit(from)).is_empty() {
                    continue;
                }
                let partner = self.partner(class, from, anchors[class]);
                if self.metric == Metric::Moves {
                    let to = self.moves(mover, from, others, B::default(), B::default());
                    hops.add(Hops { class, from, partner, to });
                } else {
                    let block = (class, from, partner);
                    self.straight_hops(block, *occupied, &recent, B::default(), |found| hops.add(found));
                }
            }
        }
    }

    /// Generates the moves of one block where they are straight: slides or steps.
    #[inline(always)]
    fn straight_hops(
        &self,
        (class, from, partner): (usize, u32, u32),
        occupied: B,
        recent: &Recent<B>,
        skippable: B,
        mut emit: impl FnMut(Hops<B>),
    ) {
        let mover = &self.movers[class];
        let spot = &mover.spots[from as usize];
        let (banned, skippable) = if from == recent.anchor { (recent.banned, B::default()) } else { (0, skippable) };
        let swept = recent.swept;
        let others = occupied & !spot.cells;
        for direction in directions(spot.ways(occupied) & !banned) {
            let (mut at, mut to) = (from, B::default());
            let mut is_alone = true;
            loop {
                is_alone = is_alone && (mover.spots[at as usize].fronts[direction] & swept).is_empty();
                at = at.wrapping_add_signed(self.strides[direction]);
                let bit = B::bit(at);
                if !is_alone || (bit & skippable).is_empty() {
                    to = to | bit;
                }
                let is_end = !(mover.spots[at as usize].fronts[direction] & others).is_empty();
                if is_end || self.metric == Metric::Steps {
                    break;
                }
            }
            emit(Hops { class, from, partner, to });
        }
    }

    /// The anchors that a block can get to on any path, but for those among the skippable that it gets to without
    /// touching what was swept.
    #[inline(always)]
    fn moves(&self, mover: &Mover<B>, from: u32, others: B, swept: B, skippable: B) -> B {
        let fits = mover.fits(others);
        let start = B::bit(from);
        if skippable.is_empty() {
            return self.flood(fits, start) & !start;
        }
        let touched = mover.dilated(swept) & fits;
        // why: mostly nothing fits where the last block was, and then no move has to do with it.
        if touched.is_empty() {
            if (fits & !skippable).is_empty() {
                return B::default();
            }
            return self.flood(fits, start) & !start & !skippable;
        }
        let alone = self.flood(fits & !touched, start);
        self.flood(fits, alone) & !start & !(alone & skippable)
    }

    /// The places connected with these, and they themselves.
    #[inline(always)]
    pub(super) fn flood(&self, fits: B, mut reached: B) -> B {
        loop {
            // why two: most blocks get one place far, and how far is hard to foretell.
            let once = self.grown(reached, fits);
            let twice = self.grown(once, fits);
            if once == twice {
                return once;
            }
            reached = twice;
        }
    }

    /// These places and their neighbours.
    #[inline(always)]
    fn grown(&self, reached: B, fits: B) -> B {
        // why: places off the block's axis are not among the class's places, so all four ways may be tried.
        reached | (reached << self.major | reached >> self.major | reached << 1 | reached >> 1) & fits
    }
}

/// The members of a set of directions.
#[inline]
fn directions(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (direction < 4).then_some(direction as usize)
    })
}

impl<B: Bits> Spot<B> {
    /// The set of directions in which it can step.
    #[inline]
    fn ways(&self, occupied: B) -> u8 {
        let is_open = |direction: usize| u8::from((self.fronts[direction] & occupied).is_empty()) << direction;
        is_open(0) | is_open(1) | is_open(2) | is_open(3)
    }
}

impl<B: Bits> Mover<B> {
    /// Which of these blocks can move at all. Some that cannot may be among them.
    #[inline(always)]
    fn movable(&self, anchors: B, occupied: B) -> B {
        if self.is_seen_singly {
            let is_mobile = |from: &u32| self.spots[*from as usize].ways(occupied) != 0;
            return anchors.ones().filter(is_mobile).fold(B::default(), |all, from| all | B::bit(from));
        }
        // They are all found at once.
        let free = self.ground & !occupied;
        self.steps.iter().fold(B::default(), |all, step| all | step.movable(anchors, free))
    }

    /// The places where a block could be beside others.
    #[inline(always)]
    pub(super) fn fits(&self, others: B) -> B {
        self.places & !self.dilated(others)
    }

    /// The cells that blocks at these places cover.
    #[inline(always)]
    pub(super) fn covered(&self, places: B) -> B {
        let cells = self.offsets.iter().fold(B::default(), |all, &offset| all | places << offset);
        self.more_offsets.iter().flatten().fold(cells, |all, &offset| all | places << offset)
    }

    /// The anchors at which a block covers any of these cells.
    #[inline(always)]
    fn dilated(&self, cells: B) -> B {
        let anchors = self.offsets.iter().fold(B::default(), |all, &offset| all | cells >> offset);
        self.more_offsets.iter().flatten().fold(anchors, |all, &offset| all | cells >> offset)
    }
}

impl<B: Bits> Step<B> {
    /// Which of these blocks can make this step. Some that cannot may be among them.
    #[inline(always)]
    fn movable(&self, anchors: B, free: B) -> B {
        let pair = |[one, other]: [u32; 2]| free.rotated(one) & free.rotated(other);
        self.more.iter().fold(anchors & self.places & pair(self.edge), |movable, &edge| movable & pair(edge))
    }
}
