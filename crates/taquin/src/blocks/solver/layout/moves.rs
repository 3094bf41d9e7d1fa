//! Generating moves, and the packed positions that they lead to.

use super::{
    super::{super::Metric, bits::Bits, table::Key},
    Image, Layout, Mover, Position, Spot, Step,
};

/// The block moved last: where it is and where it came from; the same if none was moved. On rails, the line it is on,
/// counted from 1, and that line's arrangement before; 0 if none was moved.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in super::super) struct Last {
    pub(in super::super) anchor: u8,
    pub(in super::super) from: u8,
}

/// What the last move makes superfluous.
///
/// - Moving the same block again: in `moves` in all directions, in `slides` along the same line, in `steps` the way
///   back. What that leads to is reached from the parent at no greater cost.
/// - Moving a block of lower rank that has nothing to do with it: it could as well have moved first, so the same
///   position is found by that order of the two moves, or by another in which the ranks go on rising.
struct Recent<B> {
    anchor: u32,
    /// The directions in which it need not move again.
    banned: u8,
    class: usize,
    /// Its rank; 0 if no block was moved.
    rank: usize,
    /// All cells that it may have passed.
    swept: B,
}

/// Moves of one block from one place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Hops<B> {
    pub(in super::super) class: usize,
    pub(in super::super) from: u32,
    /// The anchors that it can get to.
    pub(in super::super) to: B,
}

impl<B: Bits> Hops<B> {
    /// Each of them alone.
    pub(in super::super) fn each(self) -> impl Iterator<Item = Self> {
        self.to.ones().map(move |to| Self { to: B::bit(to), ..self })
    }
}

const ALL_DIRECTIONS: u8 = 0b1111;

/// The most images that a position has.
const MAX_IMAGES: usize = 7;

impl<B: Bits, K: Key> Layout<B, K> {
    /// Generates the moves of a position, but for those that the last move makes superfluous.
    #[inline]
    pub(in super::super) fn hops(&self, position: &Position<B, K>, last: Last, mut emit: impl FnMut(Hops<B>)) {
        let occupied = position.occupied;
        let recent = self.recent(position, last);
        for (class, mover) in self.movers.iter().enumerate() {
            let anchors = position.anchors[class];
            let skippable = self.skippable(class, mover, &recent);
            if mover.is_lone {
                self.hops_of(class, anchors.lowest(), occupied, &recent, skippable, &mut emit);
                continue;
            }
            // Which of the blocks can move at all is found for the whole class at once.
            let free = mover.ground & !occupied;
            let movable = mover.steps.iter().fold(B::default(), |all, step| all | step.movable(anchors, free));
            for from in movable.ones() {
                self.hops_of(class, from, occupied, &recent, skippable, &mut emit);
            }
        }
    }

    /// Generates the moves of goal blocks to where they belong, and maybe others.
    pub(in super::super) fn goal_hops(&self, position: &Position<B, K>, mut emit: impl FnMut(Hops<B>)) {
        let recent = self.recent(position, Last::default());
        for (class, mover) in self.movers.iter().enumerate().filter(|(_, mover)| mover.is_goal) {
            for from in position.anchors[class].ones() {
                let others = position.occupied & !mover.spots[from as usize].cells;
                // why: mostly something is in the way, which is seen at once.
                if !(mover.fits(others) & mover.targets & !B::bit(from)).is_empty() {
                    self.hops_of(class, from, position.occupied, &recent, B::default(), &mut emit);
                }
            }
        }
    }

    #[inline(always)]
    fn recent(&self, position: &Position<B, K>, last: Last) -> Recent<B> {
        let Last { anchor, from } = last;
        let (anchor, from) = (u32::from(anchor), u32::from(from));
        if anchor == from {
            return Recent { anchor: u32::MAX, banned: 0, class: 0, rank: 0, swept: B::default() };
        }
        let bit = B::bit(anchor);
        let class = position.anchors.iter().position(|&anchors| !(anchors & bit).is_empty()).unwrap_or_default();
        let mover = &self.movers[class];
        let own = mover.spots[anchor as usize].cells;
        let ends = own | mover.spots[from as usize].cells;
        let distance = anchor.abs_diff(from);
        let is_line = distance < self.major;
        let is_step = distance == if is_line { 1 } else { self.major };
        let (banned, swept) = match self.metric {
            Metric::Moves if is_step => (ALL_DIRECTIONS, ends),
            // why: which way it went is not known, so all that it could go count.
            Metric::Moves => {
                let passed = self.flood(mover.fits(position.occupied & !own), bit);
                (ALL_DIRECTIONS, mover.offsets.iter().flatten().fold(ends, |all, &offset| all | passed << offset))
            }
            Metric::Slides => {
                let (first, stride) = (anchor.min(from), if is_line { 1 } else { self.major });
                let between = (first..first + distance).step_by(stride as usize);
                (self.axis(is_line), between.fold(ends, |all, at| all | mover.spots[at as usize].cells))
            }
            Metric::Steps => {
                let is_back = |&stride: &i32| anchor.wrapping_add_signed(stride) == from;
                (1 << self.strides.iter().position(is_back).unwrap_or_default(), ends)
            }
        };
        Recent { anchor, banned, class, rank: mover.rank, swept }
    }

    /// The directions along a line of the board, or across.
    fn axis(&self, is_line: bool) -> u8 {
        if is_line == (self.plan.col_stride == 1) { 0b1100 } else { 0b0011 }
    }

    /// The anchors to which this class's moves are superfluous if they have nothing to do with the last one.
    #[inline(always)]
    fn skippable(&self, class: usize, mover: &Mover<B, K>, recent: &Recent<B>) -> B {
        if mover.rank < recent.rank {
            !B::default()
        } else if class == recent.class && mover.rank == recent.rank && self.images.is_empty() {
            B::bit(recent.anchor).minus(B::from_low(1))
        } else {
            B::default()
        }
    }

    /// Generates the moves of one block.
    #[inline(always)]
    fn hops_of(
        &self,
        class: usize,
        from: u32,
        occupied: B,
        recent: &Recent<B>,
        skippable: B,
        emit: &mut impl FnMut(Hops<B>),
    ) {
        let mover = &self.movers[class];
        let spot = &mover.spots[from as usize];
        let (banned, skippable) = if from == recent.anchor { (recent.banned, B::default()) } else { (0, skippable) };
        let swept = recent.swept;
        let others = occupied & !spot.cells;
        match self.metric {
            Metric::Moves => {
                // why: of a class of several only those that can move are looked at.
                if banned == 0 && (!mover.is_lone || spot.ways(occupied) != 0) {
                    let to = self.moves(mover, from, others, swept, skippable);
                    if !to.is_empty() {
                        emit(Hops { class, from, to });
                    }
                }
            }
            Metric::Slides => {
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
                        if !(mover.spots[at as usize].fronts[direction] & others).is_empty() {
                            break;
                        }
                    }
                    emit(Hops { class, from, to });
                }
            }
            Metric::Steps => {
                for direction in directions(spot.ways(occupied) & !banned) {
                    let to = B::bit(from.wrapping_add_signed(self.strides[direction]));
                    if (to & skippable).is_empty() || !(spot.fronts[direction] & swept).is_empty() {
                        emit(Hops { class, from, to });
                    }
                }
            }
        }
    }

    /// The anchors that a block can get to on any path, but for those among the skippable that it gets to without
    /// touching what was swept.
    #[inline(always)]
    fn moves(&self, mover: &Mover<B, K>, from: u32, others: B, swept: B, skippable: B) -> B {
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
    fn flood(&self, fits: B, mut reached: B) -> B {
        let (line, place) = (self.plan.row_stride, self.plan.col_stride);
        // why: places off the block's axis are not among the class's places, so all four ways may be tried.
        let grow =
            |reached: B| reached | (reached << line | reached >> line | reached << place | reached >> place) & fits;
        loop {
            let grown = grow(reached);
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// For each of these moves, the least key of the position after it and its images, and how the moved block looks
    /// there.
    #[inline(always)]
    pub(in super::super) fn after(&self, position: &Position<B, K>, hops: Hops<B>, mut emit: impl FnMut(K, Last)) {
        let mover = &self.movers[hops.class];
        let from = hops.from as usize;
        if !mover.is_additive {
            self.after_in_list(position, hops, emit);
            return;
        }
        let codes = &mover.codes;
        let rest = position.key.minus(codes[from]);
        if position.images.is_empty() {
            for to in hops.to.ones() {
                emit(rest.plus(codes[to as usize]), Last { anchor: to as u8, from: hops.from as u8 });
            }
            return;
        }
        let mut image_rests = [K::default(); MAX_IMAGES];
        for ((rest, key), codes) in image_rests.iter_mut().zip(&position.images).zip(&mover.image_codes) {
            *rest = key.minus(codes[from]);
        }
        for to in hops.to.ones() {
            let mut least = rest.plus(codes[to as usize]);
            let mut image = None;
            for (index, (rest, codes)) in image_rests.iter().zip(&mover.image_codes).enumerate() {
                let key = rest.plus(codes[to as usize]);
                if key < least {
                    (least, image) = (key, Some(&self.images[index]));
                }
            }
            emit(least, last(hops, to, image));
        }
    }

    /// The same for a class that is packed as a list, which has to be sorted again.
    fn after_in_list(&self, position: &Position<B, K>, hops: Hops<B>, mut emit: impl FnMut(K, Last)) {
        let Hops { class, from, .. } = hops;
        let anchors = position.anchors[class];
        let rest = position.key.minus(self.field(class, anchors));
        let left = anchors ^ B::bit(from);
        let mut images = [(K::default(), B::default()); MAX_IMAGES];
        for ((slot, &key), image) in images.iter_mut().zip(&position.images).zip(&self.images) {
            let turned = self.turned(image, class, anchors);
            let left = turned ^ B::bit(u32::from(image.anchors[class][from as usize]));
            *slot = (key.minus(self.field(image.classes[class], turned)), left);
        }
        for to in hops.to.ones() {
            let mut least = rest.plus(self.field(class, left | B::bit(to)));
            let mut least_image = None;
            for (image, &(rest, left)) in self.images.iter().zip(&images) {
                let at = B::bit(u32::from(image.anchors[class][to as usize]));
                let key = rest.plus(self.field(image.classes[class], left | at));
                if key < least {
                    (least, least_image) = (key, Some(image));
                }
            }
            emit(least, last(hops, to, least_image));
        }
    }
}

/// How the moved block looks in the position or in its image.
#[inline(always)]
fn last<B: Bits>(hops: Hops<B>, to: u32, image: Option<&Image>) -> Last {
    let Some(image) = image else { return Last { anchor: to as u8, from: hops.from as u8 } };
    let anchors = &image.anchors[hops.class];
    Last { anchor: anchors[to as usize], from: anchors[hops.from as usize] }
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

impl<B: Bits, K> Mover<B, K> {
    /// The places where a block could be beside others.
    #[inline(always)]
    pub(super) fn fits(&self, others: B) -> B {
        self.places & !self.dilated(others)
    }

    /// The anchors at which a block covers any of these cells.
    #[inline(always)]
    fn dilated(&self, cells: B) -> B {
        let [first, rest @ ..] = &*self.offsets else { return B::default() };
        let anchors = first.iter().fold(B::default(), |all, &offset| all | cells >> offset);
        rest.iter().flatten().fold(anchors, |all, &offset| all | cells >> offset)
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
