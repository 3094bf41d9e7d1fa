//! Move generation on bit sets: which blocks can move, where to, and the keys of the positions after it.
//!
//! A block fits where none of its cells is taken, which a shift and an AND per cell tell for all places at once; what it
//! can reach along any free path is a flood fill on those. [`Movegen::successors`] is the only place where moves are
//! generated for the search, but for boards on which [`super::lines`] looks up whole lines.
//!
//! Positions are expanded in groups, in three loops: over the positions, over all blocks that can move, over all moves.
//! How many blocks and moves a position has is unpredictable, and a wrong prediction costs as much as a move; one loop
//! for a group has one end to be predicted instead of one for each position and block.

use super::{
    bits::Bits,
    classes::Class,
    commuting::{Commuting, Last},
    encoding::{Coding, Encoding, Field},
};
use crate::blocks::{Axis, Direction, Metric};
use std::{cmp::Reverse, hint::select_unpredictable};

/// A block of a class at one place.
#[derive(Clone, Copy)]
pub(super) struct Spot<B> {
    /// For each direction, the cells that must be free for a step; all bits if there is no such step.
    pub(super) fronts: [B; 4],
    /// The cells that it takes; none if it is gone.
    pub(super) cells: B,
    pub(super) anchor: u16,
}

/// A class on bit sets.
pub(super) struct Mover<B> {
    /// Where its spots begin, one for each number.
    spots: usize,
    /// Where its part of `numbers` begins.
    numbers: usize,
    /// All anchors that it can have, and those of them at which it is gone.
    anchors: B,
    exits: B,
    /// The bits of its first four cells relative to the anchor, the last repeated as needed, so that the inner loop has a
    /// fixed length; and those of the others.
    offsets: [u32; 4],
    more_offsets: Vec<u32>,
    /// For each direction, what a step must find free: two cells, relative to the anchor, as a word is turned to see them
    /// there. Where that tells sooner than the spots of all blocks which of them can move.
    fronts: Option<[[u32; 2]; 4]>,
    /// The cells that it may stand on.
    ground: B,
    /// Order in which commuting moves are made; at least 1, and equal for classes that are each other's images.
    pub(super) rank: usize,
    /// The anchors that goals ask for.
    targets: B,
}

/// The moves of one block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveSet<B> {
    /// The index of its position in the group.
    position: usize,
    pub(super) class: usize,
    /// The number of its place.
    pub(super) from: usize,
    /// The anchors that it can get to.
    pub(super) to: B,
}

/// A position being expanded.
#[derive(Clone)]
pub(super) struct Position<B, K> {
    key: K,
    /// The keys of its images, one for each symmetry.
    images: Vec<K>,
    /// For each class of one block, its spot.
    spots: Vec<u32>,
    /// For each of the others, the anchors of its blocks that are on the board.
    anchors: Vec<B>,
    occupied: B,
    commuting: Commuting<B>,
}

/// Positions that are expanded together, and their moves.
pub(super) struct Group<B, K> {
    positions: Vec<Position<B, K>>,
    mobile: List<Mobile<B>>,
    sets: List<MoveSet<B>>,
}

/// The blocks of a class that can move.
#[derive(Clone, Copy, Default)]
struct Mobile<B> {
    /// The index of their position in the group.
    position: u32,
    class: u32,
    /// Their anchors.
    blocks: B,
}

/// A class of one block: where its field in the key is, and where its spots begin.
#[derive(Clone, Copy)]
struct Single {
    shift: u32,
    mask: u64,
    spots: usize,
}

/// A list that is filled without a branch for each item: whether one counts is unpredictable.
#[derive(Default)]
struct List<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    /// Empties the list, and makes room for so many items.
    fn clear(&mut self, room: usize) {
        self.len = 0;
        // One more, for an item that does not count.
        if self.items.len() <= room {
            self.items.resize(room + 1, T::default());
        }
    }

    #[inline(always)]
    fn add(&mut self, item: T, counts: bool) {
        self.items[self.len] = item;
        self.len += usize::from(counts);
    }

    #[inline(always)]
    fn all(&self) -> &[T] {
        &self.items[..self.len]
    }
}

pub(super) struct Movegen<B> {
    pub(super) encoding: Encoding,
    pub(super) metric: Metric,
    pub(super) movers: Vec<Mover<B>>,
    /// The classes of one block, which come first.
    singles: Vec<Single>,
    pub(super) spots: Vec<Spot<B>>,
    /// By class and anchor, the number of the place.
    numbers: Vec<u16>,
    /// The shift that each direction means for an anchor.
    pub(super) strides: [i32; 4],
    pub(super) major: u32,
    /// A bit that is no cell, always taken: what is blocked for good stays so even on an empty board.
    wall: B,
}

impl<B: Bits> Movegen<B> {
    pub(super) fn new(encoding: Encoding, metric: Metric) -> Self {
        let mut movegen = Self {
            metric,
            movers: Vec::new(),
            singles: Vec::new(),
            spots: Vec::new(),
            numbers: Vec::new(),
            strides: encoding.board.strides(),
            major: encoding.board.major(),
            wall: B::bit(encoding.board.bits),
            encoding,
        };
        for index in 0..movegen.encoding.classes.len() {
            movegen.add_mover(index);
        }
        let single = |(field, mover): (&Field, &Mover<B>)| {
            let Field { coding, shift, .. } = *field;
            (coding == Coding::Number).then(|| Single { shift, mask: (1 << field.bits()) - 1, spots: mover.spots })
        };
        movegen.singles = movegen.encoding.fields.iter().zip(&movegen.movers).map_while(single).collect();
        movegen
    }

    fn add_mover(&mut self, index: usize) {
        let class = &self.encoding.classes[index];
        let is_alike = |other: &Class| {
            let of = |class: &Class| (class.axis, class.offsets.len());
            of(other) == of(class)
                && other.offsets == class.offsets
                && other.places == class.places
                && other.exits == class.exits
        };
        // why: on large boards the spots are most of what is held, and many blocks have the same.
        let twin = self.encoding.classes[..index].iter().position(is_alike).map(|twin| &self.movers[twin]);
        let (spots, numbers) = twin.map_or((self.spots.len(), self.numbers.len()), |twin| (twin.spots, twin.numbers));
        let set = |bits: &[u32]| bits.iter().fold(B::default(), |set, &bit| set | B::bit(bit));
        let at = |cell: usize| class.offsets[cell.min(class.offsets.len() - 1)];
        let mut mover = Mover {
            spots,
            numbers,
            fronts: fronts::<B>(class, &self.strides),
            ground: B::default(),
            anchors: set(&class.places) | set(&class.exits),
            exits: set(&class.exits),
            offsets: std::array::from_fn(at),
            more_offsets: class.offsets.iter().skip(4).copied().collect(),
            rank: 1 + rank(&self.encoding, index),
            targets: {
                let numbers = self.encoding.goals.iter().flat_map(|goal| &goal[index]);
                // A block may leave by any exit.
                let anchors =
                    numbers.map(|&number| class.places.get(number).map_or(set(&class.exits), |&at| B::bit(at)));
                anchors.fold(B::default(), |all, anchors| all | anchors)
            },
        };
        if twin.is_none() {
            let new_spots = spots_of(class, self.encoding.board.bits, &self.strides);
            self.spots.extend(new_spots);
            let number = |anchor: u32| class.number(anchor).unwrap_or_default() as u16;
            let numbers = (0..self.encoding.board.bits).map(number);
            self.numbers.extend(numbers);
        }
        mover.ground = mover.covered(set(&class.places));
        self.movers.push(mover);
    }

    /// Room for positions to be expanded.
    pub(super) fn group<K: Bits>(&self) -> Group<B, K> {
        Group { positions: Vec::new(), mobile: List::default(), sets: List::default() }
    }

    fn blank<K: Bits>(&self) -> Position<B, K> {
        Position {
            key: K::default(),
            images: vec![K::default(); self.encoding.symmetries.len()],
            spots: vec![0; self.singles.len()],
            anchors: vec![B::default(); self.movers.len() - self.singles.len()],
            occupied: B::default(),
            commuting: Commuting::default(),
        }
    }

    #[inline(always)]
    pub(super) fn spot(&self, class: usize, number: usize) -> &Spot<B> {
        &self.spots[self.movers[class].spots + number]
    }

    /// The number of the place with this anchor.
    #[inline(always)]
    pub(super) fn number(&self, class: usize, anchor: u32) -> usize {
        usize::from(self.numbers[self.movers[class].numbers + anchor as usize])
    }

    /// Unpacks a key, with the keys of its images.
    #[inline(always)]
    fn unpack<const BMI2: bool, K: Bits>(&self, key: K, position: &mut Position<B, K>) {
        let mut occupied = self.wall;
        for (single, spot) in self.singles.iter().zip(&mut position.spots) {
            let at = single.spots + (key.low_from(single.shift) & single.mask) as usize;
            *spot = at as u32;
            occupied = occupied | self.spots[at].cells;
        }
        let several = self.movers.iter().zip(&self.encoding.fields).skip(self.singles.len());
        for ((mover, field), anchors) in several.zip(&mut position.anchors) {
            *anchors = if field.coding == Coding::Mask {
                B::deposit::<BMI2>(|at| key.low_from(field.shift + at), mover.anchors)
            } else {
                let mut all = B::default();
                for slot in 0..field.blocks {
                    let spot = &self.spots[mover.spots + field.number(key, slot) as usize];
                    // Nothing is left of a block that is gone.
                    all = all | B::bit(spot.anchor.into()) & spot.cells;
                }
                all
            };
            occupied = occupied | mover.covered(*anchors);
        }
        (position.key, position.occupied) = (key, occupied);
        for (symmetry, image) in position.images.iter_mut().enumerate() {
            *image = self.encoding.image_of(symmetry, key);
        }
    }

    /// The anchors of the blocks of a class that are on the board.
    fn anchors<K>(&self, position: &Position<B, K>, class: usize) -> B {
        match class.checked_sub(self.singles.len()) {
            Some(class) => position.anchors[class],
            None => {
                let spot = &self.spots[position.spots[class] as usize];
                B::bit(spot.anchor.into()) & spot.cells
            }
        }
    }

    /// Generates the moves of positions, but for those that their last moves make superfluous: calls `emit` with the least
    /// key of each position after a move and its images, and with the move as it looks there.
    #[inline]
    pub(super) fn successors<K: Bits>(&self, group: &mut Group<B, K>, of: &[(K, Last)], mut emit: impl FnMut(K, Last)) {
        self.find_moves(group, of);
        let sets = group.sets.all();
        let Some(&(mut set)) = sets.first() else { return };
        let mut at = 0;
        loop {
            let (key, last) = self.after(&group.positions[set.position], set, set.to.lowest());
            emit(key, last);
            // why: how many moves a block has is unpredictable, and this takes no branch for each block.
            let rest = set.to.without_lowest();
            at += usize::from(rest.is_empty());
            let Some(&next) = sets.get(at) else { return };
            set = MoveSet { to: select_unpredictable(rest.is_empty(), next.to, rest), ..next };
        }
    }

    /// All moves of a position, block by block.
    pub(super) fn moves<'a, K: Bits>(&self, group: &'a mut Group<B, K>, key: K) -> &'a [MoveSet<B>] {
        self.find_moves(group, &[(key, Last::default())]);
        group.sets.all()
    }

    /// Finds the moves of positions, block by block.
    #[inline]
    fn find_moves<K: Bits>(&self, group: &mut Group<B, K>, of: &[(K, Last)]) {
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::has_avx2_bmi2() {
            #[expect(
                unsafe_code,
                reason = "the four fronts of a block are looked at together, and shifts are cheaper"
            )]
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.find_moves_with_avx2(group, of) };
        }
        self.find_moves_anywhere::<false, K>(group, of);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
    fn find_moves_with_avx2<K: Bits>(&self, group: &mut Group<B, K>, of: &[(K, Last)]) {
        self.find_moves_anywhere::<true, K>(group, of);
    }

    #[inline(always)]
    fn find_moves_anywhere<const BMI2: bool, K: Bits>(&self, group: &mut Group<B, K>, of: &[(K, Last)]) {
        match self.metric {
            // why three times: each copy knows its metric.
            Metric::Moves => self.find_moves_by::<BMI2, K>(Metric::Moves, group, of),
            Metric::Slides => self.find_moves_by::<BMI2, K>(Metric::Slides, group, of),
            Metric::Steps => self.find_moves_by::<BMI2, K>(Metric::Steps, group, of),
        }
    }

    #[inline(always)]
    fn find_moves_by<const BMI2: bool, K: Bits>(&self, metric: Metric, group: &mut Group<B, K>, of: &[(K, Last)]) {
        while group.positions.len() < of.len() {
            group.positions.push(self.blank());
        }
        let Group { positions, mobile, sets } = group;
        mobile.clear(of.len() * self.movers.len());
        let mut blocks = 0;
        for ((index, position), &(key, last)) in (0..).zip(&mut *positions).zip(of) {
            self.unpack::<BMI2, K>(key, position);
            position.commuting = self.commuting(metric, position.occupied, last);
            blocks += self.find_mobile(index, position, mobile);
        }
        sets.clear(blocks);
        let all = mobile.all();
        let Some(&(mut mobile)) = all.first() else { return };
        let mut at = 0;
        loop {
            let (position, class) = (&positions[mobile.position as usize], mobile.class as usize);
            let from = self.number(class, mobile.blocks.lowest());
            let to = self.reach(metric, class, self.spot(class, from), position.occupied, &position.commuting);
            sets.add(MoveSet { position: mobile.position as usize, class, from, to }, !to.is_empty());
            // why: as in `successors`.
            let rest = mobile.blocks.without_lowest();
            at += usize::from(rest.is_empty());
            let Some(&next) = all.get(at) else { return };
            mobile = Mobile { blocks: select_unpredictable(rest.is_empty(), next.blocks, rest), ..next };
        }
    }

    /// Lists the blocks of a position that can move, class by class (a few of them may not); returns how many they are.
    #[inline(always)]
    fn find_mobile<K>(&self, index: u32, position: &Position<B, K>, mobile: &mut List<Mobile<B>>) -> usize {
        let Position { spots, anchors, occupied, commuting, .. } = position;
        let resting = commuting.resting();
        let before = mobile.len;
        for (class, &spot) in (0..).zip(spots) {
            let spot = &self.spots[spot as usize];
            let blocks = B::bit(spot.anchor.into());
            mobile.add(Mobile { position: index, class, blocks }, spot.can_step(*occupied) & (blocks != resting));
        }
        let mut count = mobile.len - before;
        let several = &self.movers[spots.len()..];
        for ((class, mover), &anchors) in (spots.len() as u32..).zip(several).zip(anchors) {
            let blocks = self.movable(mover, anchors, *occupied) & !resting;
            mobile.add(Mobile { position: index, class, blocks }, !blocks.is_empty());
            count += blocks.count() as usize;
        }
        count
    }

    /// Which of these blocks of a class can step at all; there may be some among them that cannot.
    #[inline(always)]
    fn movable(&self, mover: &Mover<B>, anchors: B, occupied: B) -> B {
        let Some(fronts) = mover.fronts else {
            let (mut rest, mut all) = (anchors, B::default());
            while !rest.is_empty() {
                let number = usize::from(self.numbers[mover.numbers + rest.lowest() as usize]);
                let others = rest.without_lowest();
                let can_step = self.spots[mover.spots + number].can_step(occupied);
                all = all | select_unpredictable(can_step, rest & !others, B::default());
                rest = others;
            }
            return all;
        };
        let free = mover.ground & !occupied;
        let [up, down, left, right] = fronts.map(|[one, other]| free.rotated(one) & free.rotated(other));
        anchors & (up | down | left | right)
    }

    /// Calls `emit` for each position that one move of a goal block leads to from this one, to a place where goals want it.
    pub(super) fn goal_moves<K: Bits>(&self, group: &mut Group<B, K>, key: K, mut emit: impl FnMut(K)) {
        if group.positions.is_empty() {
            group.positions.push(self.blank());
        }
        let position = &mut group.positions[0];
        self.unpack::<false, K>(key, position);
        for (class, mover) in self.movers.iter().enumerate().filter(|(_, mover)| !mover.targets.is_empty()) {
            for anchor in self.anchors(position, class).ones() {
                let from = self.number(class, anchor);
                let spot = self.spot(class, from);
                // why: mostly something is in the way, which is seen at once.
                let open = mover.fits(position.occupied & !spot.cells) & mover.targets & !B::bit(anchor);
                if open.is_empty() {
                    continue;
                }
                let to = open & self.reach(self.metric, class, spot, position.occupied, &Commuting::default());
                let set = MoveSet { position: 0, class, from, to };
                to.ones().for_each(|to| emit(self.after(position, set, to).0));
            }
        }
    }

    /// The key after one of the moves of a block.
    #[inline(always)]
    fn after<K: Bits>(&self, position: &Position<B, K>, set: MoveSet<B>, to: u32) -> (K, Last) {
        let MoveSet { class, from, .. } = set;
        let number = self.number(class, to);
        let mut least = self.encoding.moved(position.key, class, from, number);
        let mut last = Last::new(class, number as u16, from as u16);
        for (symmetry, &image) in self.encoding.symmetries.iter().zip(&position.images) {
            let (class, numbers) = (symmetry.classes[class], &symmetry.numbers[class]);
            let (from, to) = (numbers[from], numbers[number]);
            let key = self.encoding.moved(image, class, from.into(), to.into());
            last = select_unpredictable(key < least, Last::new(class, to, from), last);
            least = least.min(key);
        }
        (least, last)
    }

    /// The anchors that a block can get to, but for those that the last move makes superfluous.
    #[inline(always)]
    fn reach(&self, metric: Metric, class: usize, spot: &Spot<B>, occupied: B, last: &Commuting<B>) -> B {
        let mover = &self.movers[class];
        let limits = last.limits(class, mover.rank, spot.anchor);
        let others = occupied & !spot.cells;
        match metric {
            Metric::Steps => {
                let mut to = B::default();
                // why: no branch for each direction, which would be unpredictable.
                for (direction, &front) in spot.fronts.iter().enumerate() {
                    let next = B::bit(self.neighbour(spot.anchor.into(), direction) % B::WIDTH);
                    let is_open = (front & occupied).is_empty() & (limits.banned >> direction & 1 == 0);
                    let is_pruned = (front & last.swept).is_empty() & !(next & limits.commuting).is_empty();
                    to = to | select_unpredictable(is_open & !is_pruned, next, B::default());
                }
                to
            }
            Metric::Slides => {
                // All places, and those that it gets to without touching what was swept.
                let (mut to, mut apart) = (B::default(), B::default());
                let mut open = spot.open_directions(occupied) & !limits.banned;
                while open != 0 {
                    let direction = open.trailing_zeros() as usize % 4;
                    open &= open - 1;
                    let (mut spot, mut is_apart) = (spot, true);
                    loop {
                        is_apart &= (spot.fronts[direction] & last.swept).is_empty();
                        let next = self.neighbour(spot.anchor.into(), direction);
                        to = to | B::bit(next);
                        apart = apart | select_unpredictable(is_apart, B::bit(next), B::default());
                        spot = self.spot(class, self.number(class, next));
                        if !(spot.fronts[direction] & others).is_empty() {
                            break;
                        }
                    }
                }
                to & !(apart & limits.commuting)
            }
            Metric::Moves => {
                if limits.banned != 0 {
                    return B::default();
                }
                let start = B::bit(spot.anchor.into());
                let fits = mover.fits(others);
                let apart = self.flood(mover, fits & !mover.covering(last.swept), start);
                self.flood(mover, fits, apart) & !start & !(apart & limits.commuting)
            }
        }
    }

    /// The places connected with these, and they themselves. From an exit nothing goes on.
    #[inline(always)]
    pub(super) fn flood(&self, mover: &Mover<B>, fits: B, from: B) -> B {
        let inside = fits & !mover.exits;
        let mut reached = from & !mover.exits;
        loop {
            // why two: most blocks get one place far, and how far is unpredictable.
            let once = self.grown(reached, inside);
            let twice = self.grown(once, inside);
            if once == twice {
                return if mover.exits.is_empty() { once } else { self.grown(once, fits) };
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

    /// The anchor after a step; beyond all bits if that leaves them.
    #[inline(always)]
    pub(super) fn neighbour(&self, anchor: u32, direction: usize) -> u32 {
        anchor.wrapping_add_signed(self.strides[direction])
    }
}

impl<B: Bits> Spot<B> {
    /// Can it step at all?
    #[inline(always)]
    fn can_step(&self, occupied: B) -> bool {
        // why: no early end, so that all are looked at together.
        self.fronts.iter().fold(false, |can, &front| can | (front & occupied).is_empty())
    }

    /// The directions in which it can step, a bit each.
    #[inline(always)]
    fn open_directions(&self, occupied: B) -> u8 {
        let is_open = |direction: usize| u8::from((self.fronts[direction] & occupied).is_empty()) << direction;
        is_open(0) | is_open(1) | is_open(2) | is_open(3)
    }
}

impl<B: Bits> Mover<B> {
    /// The places where a block could be beside others.
    #[inline(always)]
    pub(super) fn fits(&self, others: B) -> B {
        self.anchors & !self.covering(others)
    }

    /// The cells that blocks at these places cover.
    #[inline(always)]
    pub(super) fn covered(&self, places: B) -> B {
        let cells = self.offsets.iter().fold(B::default(), |all, &offset| all | places << offset);
        self.more_offsets.iter().fold(cells, |all, &offset| all | places << offset)
    }

    /// The anchors at which a block covers any of these cells.
    #[inline(always)]
    fn covering(&self, cells: B) -> B {
        let anchors = self.offsets.iter().fold(B::default(), |all, &offset| all | cells >> offset);
        self.more_offsets.iter().fold(anchors, |all, &offset| all | cells >> offset)
    }
}

/// What steps of a class must find free, if that is two cells at most in all directions, and there are enough blocks.
fn fronts<B: Bits>(class: &Class, strides: &[i32; 4]) -> Option<[[u32; 2]; 4]> {
    // why: turning a word takes as long as looking at half a block, and beyond the processor's own words as at one.
    let enough = if B::WIDTH == 64 { 4 } else { 8 };
    if class.axis != Axis::Free || !class.exits.is_empty() || class.blocks.len() < enough {
        return None;
    }
    let own: Vec<i32> = class.offsets.iter().map(|&offset| offset as i32).collect();
    let fronts = strides.map(|stride| {
        let front: Vec<i32> = own.iter().map(|offset| offset + stride).filter(|cell| !own.contains(cell)).collect();
        // why: a bit before the anchor comes round from above, where there may be any cell; such a step leaves the board,
        // and is found out when the block is looked at.
        let turn = |cell: i32| cell.rem_euclid(B::WIDTH as i32) as u32;
        (front.len() <= 2).then(|| [turn(front[0]), turn(front[front.len() - 1])])
    });
    let [Some(up), Some(down), Some(left), Some(right)] = fronts else { return None };
    Some([up, down, left, right])
}

/// A spot for each number of a class.
fn spots_of<B: Bits>(class: &Class, bits: u32, strides: &[i32; 4]) -> Vec<Spot<B>> {
    let is_place = |anchor: u32| anchor < bits && class.number(anchor).is_some();
    let cells = |anchor: u32| class.offsets.iter().fold(B::default(), |all, offset| all | B::bit(anchor + offset));
    let blocked = !B::default();
    let spot = |&anchor: &u32| {
        let front = |direction: usize| {
            let next = anchor.wrapping_add_signed(strides[direction]);
            let is_step = class.axis.allows(Direction::ALL[direction]) && is_place(next);
            if is_step { cells(next) & !cells(anchor) } else { blocked }
        };
        Spot { fronts: std::array::from_fn(front), cells: cells(anchor), anchor: anchor as u16 }
    };
    let gone =
        class.exits.first().map(|&anchor| Spot { fronts: [blocked; 4], cells: B::default(), anchor: anchor as u16 });
    class.places.iter().map(spot).chain(gone).collect()
}

/// The rank of a class: the least of those that any sequence of symmetries makes of this one.
fn rank(encoding: &Encoding, class: usize) -> usize {
    let mut images = vec![class];
    let mut next = 0;
    while let Some(&class) = images.get(next) {
        next += 1;
        for symmetry in &encoding.symmetries {
            let image = symmetry.classes[class];
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    // why: small and many blocks move most. With these at the lowest ranks the fewest positions are generated twice:
    // 5 % fewer than in reading order.
    let order = |class: usize| {
        let class = &encoding.classes[class];
        (class.offsets.len(), Reverse(class.blocks.len()), Reverse(class.blocks[0]))
    };
    let rank = |image: usize| (0..encoding.classes.len()).filter(|&other| order(other) < order(image)).count();
    images.into_iter().map(rank).min().unwrap_or_default()
}
