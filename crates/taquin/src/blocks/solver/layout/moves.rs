//! Generating moves.

use super::{
    super::{super::Metric, bits::Bits, table::Key},
    Group, Last, Layout, Mover, Position, Spot, Step,
    group::{Found, List, Mobile},
    recent::{ALL_DIRECTIONS, Recent},
};
use std::hint::select_unpredictable;

/// Moves of one block from one place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Hops<B> {
    /// The number of the position in its group.
    pub(super) position: u32,
    pub(in super::super) class: u32,
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

/// A block where it stands.
#[derive(Clone, Copy)]
struct Standing<'a, B> {
    mover: &'a Mover<B>,
    from: u32,
    /// The anchors to which its moves are superfluous if they have nothing to do with the last one.
    skippable: B,
}

impl<'a, B: Bits> Standing<'a, B> {
    #[inline(always)]
    fn spot(self) -> &'a Spot<B> {
        &self.mover.spots[self.from as usize]
    }

    /// The directions in which it need not go, and the anchors; the last block's moves have to do with themselves.
    #[inline(always)]
    fn limits(self, recent: &Recent<B>) -> (u8, B) {
        let is_last = self.from == recent.anchor;
        (if is_last { recent.banned } else { 0 }, select_unpredictable(is_last, B::default(), self.skippable))
    }
}

impl<B: Bits, K: Key> Layout<B, K> {
    /// Finds the moves of positions, but for those that their last moves make superfluous.
    #[inline]
    pub(in super::super) fn find_hops(&self, group: &mut Group<B, K>, of: &[(K, Last)]) {
        group.make_room(self, of.len());
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::has_avx2_bmi2() {
            #[expect(
                unsafe_code,
                reason = "shifting and looking all ways at once; 24 puzzles took 3 % longer without"
            )]
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.find_hops_modern(group, of) };
        }
        self.find_hops_anywhere(group, of);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn find_hops_modern(&self, group: &mut Group<B, K>, of: &[(K, Last)]) {
        self.find_hops_anywhere(group, of);
    }

    #[inline(always)]
    fn find_hops_anywhere(&self, group: &mut Group<B, K>, of: &[(K, Last)]) {
        let Group { positions, found, scratch } = group;
        found.clear();
        if let Some(numbered) = &self.numbered {
            positions.iter_mut().zip(of).for_each(|(position, &(key, _))| self.unpack_keys(key, position));
            self.find_numbered(numbered, scratch, found, of);
            return;
        }
        for ((number, position), &(key, last)) in (0..).zip(&mut *positions).zip(of) {
            self.unpack(key, position);
            position.recent = self.recent(&position.anchors, position.occupied, last);
            self.find_mobile(number, position, found);
        }
        match self.metric {
            // why three times: each loop knows its metric.
            Metric::Moves => self.find_each(Metric::Moves, positions, found),
            Metric::Slides => self.find_each(Metric::Slides, positions, found),
            Metric::Steps => self.find_each(Metric::Steps, positions, found),
        }
    }

    /// Lists the classes of which some block can move. Some may be among them that cannot.
    #[inline(always)]
    fn find_mobile(&self, number: u32, position: &Position<B, K>, found: &mut Found<B>) {
        let Position { anchors, recent, .. } = position;
        // why: a copy, which nothing that is written can change.
        let occupied = position.occupied;
        let resting = if recent.banned == ALL_DIRECTIONS { B::bit(recent.anchor) } else { B::default() };
        let mut list = List { items: &mut found.mobile, len: found.mobile_len };
        let (lone, many) = self.movers.split_at(self.fields.lone.len());
        let (lone_anchors, many_anchors) = anchors.split_at(lone.len());
        for (class, (mover, &blocks)) in (0..).zip(lone.iter().zip(lone_anchors)) {
            let can_move = mover.spots[blocks.lowest() as usize].can_step(occupied) & (blocks != resting);
            list.add(Mobile { position: number, class, blocks }, can_move);
        }
        for (class, (mover, &blocks)) in (lone.len() as u32..).zip(many.iter().zip(many_anchors)) {
            let blocks = mover.movable(blocks, occupied) & !resting;
            list.add(Mobile { position: number, class, blocks }, !blocks.is_empty());
        }
        found.mobile_len = list.len;
    }

    /// Finds the moves of the blocks listed as mobile.
    #[inline(always)]
    fn find_each(&self, metric: Metric, positions: &[Position<B, K>], found: &mut Found<B>) {
        let all = &found.mobile[..found.mobile_len];
        let Some(&(mut mobile)) = all.first() else { return };
        let mut list = List { items: &mut found.hops, len: 0 };
        let mut at = 0;
        loop {
            let Mobile { position: number, class, blocks } = mobile;
            let position = &positions[number as usize];
            let from = blocks.lowest();
            let mover = &self.movers[class as usize];
            let skippable = position.recent.skippable(class, mover);
            let to = self.reach(metric, Standing { mover, from, skippable }, position);
            let partner = self.partner(class, from, &position.anchors);
            list.add(Hops { position: number, class, from, partner, to }, !to.is_empty());
            // why: how many blocks of a class can move is hard to foretell; one loop over all takes no branch for each.
            let rest = blocks.without_lowest();
            at += usize::from(rest.is_empty());
            let Some(&next) = all.get(at) else { break };
            mobile = Mobile { blocks: select_unpredictable(rest.is_empty(), next.blocks, rest), ..next };
        }
        found.len = list.len;
    }

    /// A block's partner in the class's packed pair.
    #[inline(always)]
    fn partner(&self, class: u32, from: u32, anchors: &[B]) -> u32 {
        let nobody = self.codes.nobody() as u32;
        if !self.codes.has_pairs {
            return nobody;
        }
        let class = class as usize;
        select_unpredictable(self.movers[class].is_pair, (anchors[class] ^ B::bit(from)).lowest(), nobody)
    }

    /// Finds the moves of a position's goal blocks to where they belong, and maybe others.
    pub(in super::super) fn find_goal_hops(&self, group: &mut Group<B, K>, key: K) {
        group.make_room(self, 1);
        let Group { positions, found, .. } = group;
        let position = &mut positions[0];
        found.clear();
        self.unpack(key, position);
        position.recent = Recent::default();
        for (class, mover) in (0..).zip(&self.movers).filter(|(_, mover)| mover.is_goal) {
            for from in position.anchors[class as usize].ones() {
                let others = position.occupied & !mover.spots[from as usize].cells;
                // why: mostly something is in the way, which is seen at once.
                if (mover.fits(others) & mover.targets & !B::bit(from)).is_empty() {
                    continue;
                }
                let block = Standing { mover, from, skippable: B::default() };
                let to = self.reach(self.metric, block, position);
                let partner = self.partner(class, from, &position.anchors);
                if !to.is_empty() {
                    found.push(Hops { position: 0, class, from, partner, to });
                }
            }
        }
    }

    /// The anchors that a block can get to, but for those among the skippable that it gets to without touching what was
    /// swept.
    #[inline(always)]
    fn reach(&self, metric: Metric, block: Standing<'_, B>, position: &Position<B, K>) -> B {
        match metric {
            Metric::Moves => self.moves(block, position),
            Metric::Slides => self.slides(block, position),
            Metric::Steps => self.steps(block, position),
        }
    }

    /// The same in steps.
    #[inline(always)]
    fn steps(&self, block: Standing<'_, B>, position: &Position<B, K>) -> B {
        let Position { occupied, recent, .. } = position;
        let (banned, skippable) = block.limits(recent);
        let mut to = B::default();
        // why: no branch for each direction, which would be hard to foretell.
        for (direction, &front) in block.spot().fronts.iter().enumerate() {
            let next = B::bit(block.from.wrapping_add_signed(self.strides[direction]) % B::WIDTH);
            let is_open = (front & *occupied).is_empty() & (banned >> direction & 1 == 0);
            let is_skipped = (front & recent.swept).is_empty() & !(next & skippable).is_empty();
            to = to | select_unpredictable(is_open & !is_skipped, next, B::default());
        }
        to
    }

    /// The same in slides.
    #[inline(always)]
    fn slides(&self, block: Standing<'_, B>, position: &Position<B, K>) -> B {
        let Position { occupied, recent, .. } = position;
        let Standing { mover, from, .. } = block;
        let (banned, skippable) = block.limits(recent);
        let others = *occupied & !block.spot().cells;
        let mut to = B::default();
        // Those that it gets to without touching what was swept.
        let mut alone = B::default();
        for direction in directions(block.spot().ways(*occupied) & !banned) {
            let mut at = from;
            let mut is_alone = true;
            loop {
                is_alone &= (mover.spots[at as usize].fronts[direction] & recent.swept).is_empty();
                at = at.wrapping_add_signed(self.strides[direction]);
                let bit = B::bit(at);
                to = to | bit;
                alone = alone | select_unpredictable(is_alone, bit, B::default());
                if !(mover.spots[at as usize].fronts[direction] & others).is_empty() {
                    break;
                }
            }
        }
        to & !(alone & skippable)
    }

    /// The same on any path.
    #[inline(always)]
    fn moves(&self, block: Standing<'_, B>, position: &Position<B, K>) -> B {
        let Position { occupied, recent, .. } = position;
        let Standing { mover, from, skippable } = block;
        let fits = mover.fits(*occupied & !block.spot().cells);
        let start = B::bit(from);
        let touched = mover.dilated(recent.swept) & fits;
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
    /// Can it step at all?
    #[inline(always)]
    fn can_step(&self, occupied: B) -> bool {
        // why: no early end, so that all are looked at together.
        self.fronts.iter().fold(false, |can, &front| can | (front & occupied).is_empty())
    }

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
            let is_mobile = |from: &u32| self.spots[*from as usize].can_step(occupied);
            return anchors.ones().filter(is_mobile).fold(B::default(), |all, from| all | B::bit(from));
        }
        // They are all found at once.
        let free = self.ground & !occupied;
        if self.is_thin {
            let [up, down, left, right] = self.steps.each_ref().map(|step| ahead(step.edge, free));
            return anchors & (up | down | left | right);
        }
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
        let movable = anchors & self.places & ahead(self.edge, free);
        self.more.iter().fold(movable, |movable, &edge| movable & ahead(edge, free))
    }
}

/// The anchors in front of which two cells are free.
#[inline(always)]
fn ahead<B: Bits>([one, other]: [u32; 2], free: B) -> B {
    free.rotated(one) & free.rotated(other)
}

#[cfg(test)]
mod tests {
    use super::{
        super::super::{plan::Plan, trace},
        *,
    };
    use crate::{
        blocks::{Puzzle, catalogue},
        rng::Rng,
    };

    /// Walks about, and holds what is compiled for the processor at hand against what is compiled for any.
    fn finds_the_same_on_any_processor<B: Bits, K: Key>(puzzle: &Puzzle, metric: Metric) {
        let layout = Layout::<B, K>::new(Plan::new(puzzle), metric);
        let mut group = Group::new(&layout, 1);
        let mut rng = Rng::from_seed(1);
        let mut at = (trace::start(&layout, puzzle), Last::default());
        for _ in 0..100 {
            let list = |group: &Group<B, K>| -> Vec<_> {
                group.hops().iter().map(|hops| (hops.class, hops.from, hops.partner, hops.to)).collect()
            };
            layout.find_hops_anywhere(&mut group, &[at]);
            let anywhere = list(&group);
            layout.find_hops(&mut group, &[at]);
            assert_eq!(list(&group), anywhere, "{metric} {}", puzzle.info().name.as_deref().unwrap_or_default());
            let mut next = Vec::new();
            layout.after_each(&group, |key, last| next.push((key, last)));
            let Some(&some) = next.get(rng.below(next.len().max(1) as u64) as usize) else { return };
            at = some;
        }
    }

    #[test]
    fn processors_make_no_difference() {
        for puzzle in catalogue::packs().iter().filter(|pack| pack.name == "layton").flat_map(|pack| &pack.puzzles) {
            let plan = Plan::new(puzzle);
            for metric in Metric::ALL {
                match (plan.board_bits, plan.key_bits) {
                    (..=64, ..=63) => finds_the_same_on_any_processor::<u64, u64>(puzzle, metric),
                    _ => finds_the_same_on_any_processor::<u128, u128>(puzzle, metric),
                }
            }
        }
    }
}
