//! Finding moves on boards that are wider than a word of the processor: by the numbers of places, of which a kind of
//! blocks has few enough for one word even there.
//!
//! For each place a table tells which places a block there leaves to each class. So what is open to all blocks is known
//! from one look-up for each, whatever their shapes.

mod find;
mod tables;

use super::{
    super::{bits::Bits, table::Key},
    recent::Order,
};
use std::{hint::select_unpredictable, ops::Range};

/// Places of one class, a bit each.
type Set = u64;

/// The most classes that there may be: their sets fit into a line of the cache.
const CLASSES: usize = 8;

/// The classes and places of a puzzle, by numbers.
pub(super) struct Numbered {
    /// The fields of single blocks, which come first, and of the classes of several.
    lone: Vec<Field>,
    pairs: Vec<Field>,
    masks: Vec<Field>,
    lists: Vec<Field>,
    /// For each pair of blocks, for each value of its field: its places.
    both: Vec<[u16; 2]>,
    /// For each block, its class.
    classes: Vec<u8>,
    /// For each block, its partner in a packed pair, if it has one, and whether it has.
    partners: Vec<(u8, bool)>,
    lattices: Vec<Lattice>,
    /// The places of all classes, in the order of their packing.
    places: Vec<Place>,
    /// For each class and number, the place.
    by_number: Vec<u16>,
    /// For each class and anchor, the place.
    by_anchor: Vec<u16>,
    /// Anchors of a class.
    stride: usize,
}

/// A class's field in the key.
struct Field {
    shift: u32,
    mask: u64,
    /// Where its places begin; for a pair, its values.
    begin: usize,
    /// Its blocks.
    blocks: Range<usize>,
}

/// How the places of a class are numbered: along lines of the board, as far as any of them goes.
#[derive(Clone, Copy)]
struct Lattice {
    /// Numbers of a line.
    length: u32,
    /// Those that are numbers of places.
    places: Set,
    /// All but the first, and all but the last of each line.
    not_first: Set,
    not_last: Set,
}

#[repr(align(64))]
struct Place {
    /// For each class, the places that a block here leaves to it; to its own, all of them.
    leaves: [Set; CLASSES],
    /// The places that it takes from other blocks of its class.
    takes: Set,
    /// The places one step away.
    near: Set,
    /// For each direction, the places that way as far as the board goes.
    rays: [Set; 4],
    anchor: u8,
    number: u8,
}

/// Positions, by numbers, and what is found of them.
#[derive(Default)]
pub(super) struct Scratch {
    positions: Vec<Numbers>,
    /// The numbers of positions and of blocks that can move.
    mobile: Vec<(u32, u32)>,
    /// The same with the places that they can get to.
    reached: Vec<(u32, u32, Set)>,
}

/// A position.
#[derive(Clone)]
struct Numbers {
    /// The place of each block.
    blocks: Vec<u16>,
    open: Open,
    recent: Recent,
}

/// What is open to blocks.
#[derive(Clone, Copy, Default)]
struct Open {
    /// For each class, the places that the other classes leave to it.
    left: [Set; CLASSES],
    /// For each class of several blocks, the places that one of them takes from the others, and that several do.
    once: [Set; CLASSES],
    twice: [Set; CLASSES],
}

impl Open {
    /// What is open to a block of a class.
    #[inline(always)]
    fn to(&self, class: usize, place: &Place) -> Set {
        self.left[class] & (!self.once[class] | place.takes & !self.twice[class])
    }
}

/// What the last move makes superfluous, as [`super::Recent`] tells.
#[derive(Clone, Copy)]
struct Recent {
    /// The block that was moved; beyond all if none was.
    block: usize,
    order: Order<Set>,
    /// The places that it need not be moved to.
    banned: Set,
    /// For each class, the places that leave free what it covered on its way.
    clear: [Set; CLASSES],
}

impl Default for Recent {
    /// If nothing was moved.
    fn default() -> Self {
        Self { block: usize::MAX, order: Order::default(), banned: 0, clear: [Set::MAX; CLASSES] }
    }
}

/// A block where it stands.
#[derive(Clone, Copy)]
struct Block<'a> {
    class: usize,
    place: &'a Place,
    /// The places open to it.
    open: Set,
}

impl Block<'_> {
    /// Its place alone.
    #[inline(always)]
    fn start(self) -> Set {
        1 << self.place.number
    }

    /// The places that it can slide to, as far as these are open.
    #[inline(always)]
    fn slides(self, open: Set) -> Set {
        // why: numbers rise along each direction or fall, so the first place that is not open is the lowest of those on
        // the ray, or the highest.
        let rising = |ray: Set| {
            let shut = ray & !open;
            ray & (shut & shut.wrapping_neg()).wrapping_sub(1)
        };
        let falling = |ray: Set| {
            let shut = ray & !open;
            ray & !Set::MAX.checked_shr(shut.leading_zeros()).unwrap_or(0)
        };
        let [up, down, left, right] = self.place.rays;
        falling(up) | rising(down) | falling(left) | rising(right)
    }
}

impl Field {
    #[inline(always)]
    fn value<K: Key>(&self, key: K) -> u64 {
        (key >> self.shift).low() & self.mask
    }
}

impl Lattice {
    /// The places connected with these, and they themselves.
    #[inline(always)]
    fn flood(self, open: Set, mut reached: Set) -> Set {
        let (not_first, not_last) = (open & self.not_first, open & self.not_last);
        let grown = |reached: Set| {
            let across = (reached << self.length | reached >> self.length) & open;
            reached | across | reached << 1 & not_first | reached >> 1 & not_last
        };
        loop {
            // why two: as in `Layout::flood`.
            let once = grown(reached);
            let twice = grown(once);
            if once == twice {
                return once;
            }
            reached = twice;
        }
    }
}

/// Keeps what is in both.
#[inline(always)]
fn meet(sets: &mut [Set; CLASSES], others: &[Set; CLASSES]) {
    sets.iter_mut().zip(others).for_each(|(set, other)| *set &= other);
}

impl Numbered {
    /// Room for so many positions.
    pub(super) fn scratch(&self, positions: usize) -> Scratch {
        let blocks = self.classes.len();
        let blank = Numbers { blocks: vec![0; blocks], open: Open::default(), recent: Recent::default() };
        Scratch {
            positions: vec![blank; positions],
            // One more, for blocks that cannot.
            mobile: vec![(0, 0); positions * blocks + 1],
            reached: vec![(0, 0, 0); positions * blocks + 1],
        }
    }

    /// Reads where blocks are.
    #[inline(always)]
    fn unpack<K: Key>(&self, key: K, blocks: &mut [u16]) {
        for (field, block) in self.lone.iter().zip(&mut *blocks) {
            *block = (field.begin + field.value(key) as usize) as u16;
        }
        for field in &self.pairs {
            blocks[field.blocks.clone()].copy_from_slice(&self.both[field.begin + field.value(key) as usize]);
        }
        for field in &self.masks {
            for (block, number) in blocks[field.blocks.clone()].iter_mut().zip(field.value(key).ones()) {
                *block = (field.begin + number as usize) as u16;
            }
        }
        for field in &self.lists {
            for (at, block) in (0..).zip(&mut blocks[field.blocks.clone()]) {
                let value = (key >> (field.shift + at * field.mask.count_ones())).low() & field.mask;
                *block = (field.begin + value as usize) as u16;
            }
        }
    }

    /// Finds out what is open to the blocks of a position, and which of them is at this anchor.
    #[inline(always)]
    fn look_round(&self, position: &mut Numbers, anchor: u8) -> usize {
        let Numbers { blocks, open, .. } = position;
        let (lone, many) = blocks.split_at(self.lone.len());
        let mut found = 0;
        let mut left = [Set::MAX; CLASSES];
        for (index, &block) in lone.iter().enumerate() {
            let place = &self.places[usize::from(block)];
            found = select_unpredictable(place.anchor == anchor, index, found);
            meet(&mut left, &place.leaves);
        }
        // why in place: what is written in parts and then read as a whole, to be put elsewhere, makes the processor wait.
        (open.once, open.twice) = ([0; CLASSES], [0; CLASSES]);
        for (index, (&block, &class)) in (lone.len()..).zip(many.iter().zip(&self.classes[lone.len()..])) {
            let place = &self.places[usize::from(block)];
            found = select_unpredictable(place.anchor == anchor, index, found);
            meet(&mut left, &place.leaves);
            let class = usize::from(class) % CLASSES;
            open.twice[class] |= open.once[class] & place.takes;
            open.once[class] |= place.takes;
        }
        open.left = left;
        found
    }

    /// A block of a position.
    #[inline(always)]
    fn block(&self, position: &Numbers, block: usize) -> Block<'_> {
        let class = usize::from(self.classes[block]) % CLASSES;
        let place = &self.places[usize::from(position.blocks[block])];
        Block { class, place, open: position.open.to(class, place) }
    }

    /// The place of a class with this number.
    #[inline(always)]
    fn place(&self, class: usize, number: u32) -> &Place {
        &self.places[usize::from(self.by_number[class * Set::BITS as usize + number as usize])]
    }

    /// What a block of a class leaves open at two places, and at these between them.
    #[inline(always)]
    fn clear(&self, class: usize, [from, to]: [&Place; 2], between: Set, clear: &mut [Set; CLASSES]) {
        let (mut left, mut own) = (from.leaves, !(from.takes | to.takes));
        meet(&mut left, &to.leaves);
        for number in between.ones() {
            let place = self.place(class, number);
            meet(&mut left, &place.leaves);
            own &= !place.takes;
        }
        *clear = left;
        clear[class] = own;
    }

    /// Lists the blocks of a position that can move.
    #[inline(always)]
    fn find_mobile(&self, number: u32, position: &Numbers, mobile: &mut [(u32, u32)], len: &mut usize) {
        for index in 0..position.blocks.len() {
            let Block { place, open, .. } = self.block(position, index);
            let banned = if index == position.recent.block { position.recent.banned } else { 0 };
            // why: no branch, which would be hard to foretell.
            mobile[*len] = (number, index as u32);
            *len += usize::from(place.near & open & !banned != 0);
        }
    }
}

#[cfg(test)]
mod tests;
