//! Generating moves, and the packed positions that they lead to.

use super::{
    super::{super::Metric, bits::Bits, table::Key},
    Image, Layout, Mover, Position, Spot, Step,
};

/// The block moved last, and the directions in which moving it again cannot lead to anything new.
///
/// In `moves` that is all directions, in `slides` both along the same line, in `steps` the way back. The positions so
/// left out are reached from the parent at no greater cost.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in super::super) struct Last {
    pub(in super::super) anchor: u8,
    pub(in super::super) banned: u8,
}

/// Moves of one block from one place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Hops<B> {
    pub(in super::super) class: usize,
    pub(in super::super) from: u32,
    /// The anchors that it can get to.
    pub(in super::super) to: B,
    banned: u8,
}

impl<B: Bits> Hops<B> {
    /// Each of them alone.
    pub(in super::super) fn each(self) -> impl Iterator<Item = Self> {
        self.to.ones().map(move |to| Self { to: B::bit(to), ..self })
    }
}

const AXIS: [u8; 4] = [0b0011, 0b0011, 0b1100, 0b1100];
const BACK: [u8; 4] = [0b0010, 0b0001, 0b1000, 0b0100];
const ALL_DIRECTIONS: u8 = 0b1111;

/// The most images that a position has.
const MAX_IMAGES: usize = 7;

impl<B: Bits, K: Key> Layout<B, K> {
    /// Generates the moves of a position.
    #[inline]
    pub(in super::super) fn hops(&self, position: &Position<B, K>, last: Last, mut emit: impl FnMut(Hops<B>)) {
        let occupied = position.occupied;
        for (class, mover) in self.movers.iter().enumerate() {
            let anchors = position.anchors[class];
            if mover.is_lone {
                self.hops_of(class, mover, anchors.lowest(), occupied, last, &mut emit);
                continue;
            }
            // Which of the blocks can move at all is found for the whole class at once.
            let free = mover.ground & !occupied;
            let movable = mover.steps.iter().fold(B::default(), |all, step| all | step.movable(anchors, free));
            for from in movable.ones() {
                self.hops_of(class, mover, from, occupied, last, &mut emit);
            }
        }
    }

    /// Generates the moves of one block.
    #[inline(always)]
    fn hops_of(
        &self,
        class: usize,
        mover: &Mover<B, K>,
        from: u32,
        occupied: B,
        last: Last,
        emit: &mut impl FnMut(Hops<B>),
    ) {
        let spot = &mover.spots[from as usize];
        let banned = if from == u32::from(last.anchor) { last.banned } else { 0 };
        let ways = spot.ways(occupied) & !banned;
        if ways == 0 {
            return;
        }
        let others = occupied & !spot.cells;
        match self.metric {
            Metric::Moves => {
                emit(Hops { class, from, to: self.reach(mover, others, from), banned: ALL_DIRECTIONS });
            }
            Metric::Slides => {
                for direction in directions(ways) {
                    let (mut at, mut to) = (from, B::default());
                    loop {
                        at = at.wrapping_add_signed(self.strides[direction]);
                        to = to | B::bit(at);
                        if !(mover.spots[at as usize].fronts[direction] & others).is_empty() {
                            break;
                        }
                    }
                    emit(Hops { class, from, to, banned: AXIS[direction] });
                }
            }
            Metric::Steps => {
                for direction in directions(ways) {
                    let to = B::bit(from.wrapping_add_signed(self.strides[direction]));
                    emit(Hops { class, from, to, banned: BACK[direction] });
                }
            }
        }
    }

    /// The anchors that a block can get to in any number of steps, by a flood fill of all at once.
    #[inline(always)]
    fn reach(&self, mover: &Mover<B, K>, others: B, from: u32) -> B {
        let [first, rest @ ..] = &*mover.offsets else { return B::default() };
        let blocked = first.iter().fold(B::default(), |blocked, &offset| blocked | others >> offset);
        let blocked = rest.iter().flatten().fold(blocked, |blocked, &offset| blocked | others >> offset);
        let fits = mover.places & !blocked;
        let (line, place) = (self.plan.row_stride, self.plan.col_stride);
        let start = B::bit(from);
        let mut reached = start;
        loop {
            // why: places off the block's axis are not among the class's places, so all four ways may be tried.
            let near = reached << line | reached >> line | reached << place | reached >> place;
            let grown = reached | near & fits;
            if grown == reached {
                return reached & !start;
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
                emit(rest.plus(codes[to as usize]), Last { anchor: to as u8, banned: hops.banned });
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
    let Some(image) = image else { return Last { anchor: to as u8, banned: hops.banned } };
    Last { anchor: image.anchors[hops.class][to as usize], banned: image.directions[usize::from(hops.banned)] }
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

impl<B: Bits> Step<B> {
    /// Which of these blocks can make this step. Some that cannot may be among them.
    #[inline(always)]
    fn movable(&self, anchors: B, free: B) -> B {
        let pair = |[one, other]: [u32; 2]| free.rotated(one) & free.rotated(other);
        self.edge.iter().fold(anchors & self.places, |movable, &edge| movable & pair(edge))
    }
}
