//! The tables of places by their numbers.

use super::{
    super::super::plan::{Class, Coding, Plan},
    CLASSES, Field, Lattice, Numbered, Place, Set,
};
use crate::blocks::Direction;

/// No number.
const NONE: u8 = u8::MAX;

impl Numbered {
    /// The tables of a plan with these strides; `None` if there are too many classes, or too many places in one.
    pub(in super::super) fn new(plan: &Plan, strides: &[i32; 4]) -> Option<Self> {
        let (count, stride) = (plan.classes.len(), plan.board_bits as usize);
        if count > CLASSES {
            return None;
        }
        let mut numbered = Self {
            lone: Vec::new(),
            pairs: Vec::new(),
            masks: Vec::new(),
            lists: Vec::new(),
            both: Vec::new(),
            classes: Vec::new(),
            partners: Vec::new(),
            lattices: Vec::new(),
            places: Vec::new(),
            by_number: vec![0; count * Set::BITS as usize],
            by_anchor: vec![0; count * stride],
            stride,
        };
        for (index, class) in plan.classes.iter().enumerate() {
            let (lattice, numbers) = number(plan, class)?;
            numbered.lattices.push(lattice);
            numbered.add_field(class);
            numbered.add_blocks(index, class);
            numbered.add_places(index, class, &numbers, strides);
        }
        numbered.set_apart(plan);
        Some(numbered)
    }

    fn add_field(&mut self, class: &Class) {
        let (count, block) = (class.blocks.len(), self.classes.len());
        let width = if class.coding == Coding::List { class.width / count as u32 } else { class.width };
        let (fields, begin) = match class.coding {
            Coding::Index => (&mut self.lone, self.places.len()),
            Coding::Pair => (&mut self.pairs, self.both.len()),
            Coding::Mask => (&mut self.masks, self.places.len()),
            Coding::List => (&mut self.lists, self.places.len()),
        };
        fields.push(Field {
            // why: a field of no bits may begin beyond the key's last bit.
            shift: if width == 0 { 0 } else { class.shift },
            mask: Set::MAX.checked_shr(Set::BITS - width).unwrap_or(0),
            begin,
            blocks: block..block + count,
        });
        if class.coding == Coding::Pair {
            let places = self.places.len() as u16..(self.places.len() + class.places.len()) as u16;
            // All pairs with the same higher place follow each other.
            self.both.extend(places.clone().flat_map(|high| (places.start..high).map(move |low| [low, high])));
        }
    }

    fn add_blocks(&mut self, index: usize, class: &Class) {
        let (count, first) = (class.blocks.len(), self.classes.len() as u8);
        self.classes.resize(self.classes.len() + count, index as u8);
        match class.coding {
            Coding::Pair => self.partners.extend([(first + 1, true), (first, true)]),
            _ => self.partners.resize(self.partners.len() + count, (first, false)),
        }
    }

    fn add_places(&mut self, index: usize, class: &Class, numbers: &[u8], strides: &[i32; 4]) {
        let mut number_of = vec![NONE; self.stride];
        for (&anchor, &number) in class.places.iter().zip(numbers) {
            number_of[anchor as usize] = number;
        }
        for (&anchor, &number) in class.places.iter().zip(numbers) {
            let place = self.places.len() as u16;
            self.by_anchor[index * self.stride + anchor as usize] = place;
            self.by_number[index * Set::BITS as usize + usize::from(number)] = place;
            let mut near = 0;
            let rays = std::array::from_fn(|direction| {
                let way = class.axis.allows(Direction::ALL[direction]).then_some(strides[direction]);
                let mut ray = 0;
                for number in way.into_iter().flat_map(|stride| along(&number_of, anchor, stride)) {
                    near |= if ray == 0 { 1 << number } else { 0 };
                    ray |= 1 << number;
                }
                ray
            });
            let leaves = [0; CLASSES];
            self.places.push(Place { leaves, takes: 0, near, rays, anchor: anchor as u8, number });
        }
    }

    /// Finds out which places take each other's cells.
    fn set_apart(&mut self, plan: &Plan) {
        // For each class and cell, the places that cover it.
        let mut covering = vec![0; plan.classes.len() * self.stride];
        let mut places = &self.places[..];
        for (class, covering) in plan.classes.iter().zip(covering.chunks_mut(self.stride)) {
            let (own, others) = places.split_at(class.places.len());
            for place in own {
                cells(class, place).for_each(|cell| covering[cell] |= 1 << place.number);
            }
            places = others;
        }
        let all: [Set; CLASSES] =
            std::array::from_fn(|class| self.lattices.get(class).map_or(0, |lattice| lattice.places));
        let mut places = self.places.iter_mut();
        for (index, class) in plan.classes.iter().enumerate() {
            for place in places.by_ref().take(class.places.len()) {
                place.leaves = all;
                for (other, covering) in covering.chunks(self.stride).enumerate() {
                    let taken = cells(class, place).fold(0, |all, cell| all | covering[cell]);
                    if other == index {
                        place.takes = taken;
                    } else {
                        place.leaves[other] &= !taken;
                    }
                }
            }
        }
    }
}

/// The cells that a block covers at a place.
fn cells(class: &Class, place: &Place) -> impl Iterator<Item = usize> {
    let anchor = usize::from(place.anchor);
    class.offsets.iter().map(move |&offset| anchor + offset as usize)
}

/// The numbers of the places from an anchor on, one stride after the other.
fn along(number_of: &[u8], mut anchor: u32, stride: i32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        anchor = anchor.wrapping_add_signed(stride);
        number_of.get(anchor as usize).copied().filter(|&number| number != NONE)
    })
}

/// Numbers the places of a class in the order of their lines, as many for each as the longest has; `None` if that is too
/// many.
fn number(plan: &Plan, class: &Class) -> Option<(Lattice, Vec<u8>)> {
    let spot = |&anchor: &u32| {
        let cell = plan.cell(anchor);
        if plan.col_stride == 1 { [cell.row, cell.col] } else { [cell.col, cell.row] }
    };
    let spots: Vec<[u8; 2]> = class.places.iter().map(spot).collect();
    let range = |axis: usize| {
        let all = || spots.iter().map(|spot| spot[axis]);
        Some((all().min()?, all().max()?))
    };
    let ((line, last_line), (column, last_column)) = (range(0)?, range(1)?);
    let (lines, length) = (u32::from(last_line - line) + 1, u32::from(last_column - column) + 1);
    // why: shifting a word by its whole width is no shift.
    if lines * length > Set::BITS || length == Set::BITS {
        return None;
    }
    let firsts = (0..lines).fold(0, |all, line| all | 1 << (line * length));
    let number = |spot: &[u8; 2]| (spot[0] - line) * length as u8 + (spot[1] - column);
    let numbers: Vec<u8> = spots.iter().map(number).collect();
    let places = numbers.iter().fold(0, |all, number| all | 1 << number);
    Some((Lattice { length, places, not_first: !firsts, not_last: !(firsts << (length - 1)) }, numbers))
}
