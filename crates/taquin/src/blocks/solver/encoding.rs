//! Packed positions (*keys*): for each class, where its blocks are, in as few bits as the places that they can reach need.
//!
//! A class of one block is packed as the number of its place; one of several as a set of bits, or as a sorted list of
//! numbers where that is shorter. Numbers and sets are sums of one *code* per block, so a move is a subtraction and an
//! addition.

use super::{
    bits::Bits,
    board::BoardLayout,
    classes::{self, Class, GoalNumbers},
    symmetry::{self, Symmetry},
};
use crate::{
    blocks::{Puzzle, State},
    sort::sort_short,
};

/// How the places of a class are packed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Coding {
    /// One block: the number of its place.
    Number,
    /// The numbers of the places, sorted.
    List,
    /// A bit for each place.
    Mask,
}

/// The part of a key that holds a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) coding: Coding,
    pub(super) shift: u32,
    /// Bits of one number, or of the whole set.
    pub(super) width: u32,
    /// Blocks of the class.
    pub(super) blocks: u32,
    /// Where the class begins among the places of all classes.
    first: usize,
}

impl Field {
    /// Bits of the whole field.
    pub(super) fn bits(&self) -> u32 {
        if self.coding == Coding::List { self.blocks * self.width } else { self.width }
    }

    /// The number in a list's slot, or of a single block.
    #[inline(always)]
    pub(super) fn number<K: Bits>(&self, key: K, slot: u32) -> u64 {
        key.low_from(self.shift + slot * self.width) & low_bits(self.width)
    }

    /// Calls `add` for the number of each block.
    #[inline(always)]
    fn numbers<K: Bits>(&self, key: K, mut add: impl FnMut(u64)) {
        match self.coding {
            Coding::Number => add(self.number(key, 0)),
            Coding::List => (0..self.blocks).for_each(|slot| add(self.number(key, slot))),
            Coding::Mask if self.width <= 64 => {
                let mut set = key.low_from(self.shift) & low_bits(self.width);
                while set != 0 {
                    add(set.trailing_zeros().into());
                    set &= set - 1;
                }
            }
            Coding::Mask => {
                (key >> self.shift).ones().take(self.blocks as usize).for_each(|number| add(number.into()));
            }
        }
    }

    /// A list of two numbers, in place.
    #[inline(always)]
    fn pair<K: Bits>(&self, one: u64, other: u64) -> K {
        K::from_low(one.min(other) | one.max(other) << self.width) << self.shift
    }

    /// The index of a place among those of all classes.
    #[inline(always)]
    pub(super) fn place(&self, number: usize) -> usize {
        self.first + number
    }
}

/// What a block at one place adds to the key: a small number, shifted.
#[derive(Clone, Copy, Debug)]
struct Code {
    value: u16,
    shift: u16,
}

impl Code {
    #[inline(always)]
    fn key<K: Bits>(self) -> K {
        K::from_low(self.value.into()) << self.shift.into()
    }
}

/// A block in a position.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Placed {
    pub(super) class: u16,
    /// The number of its place.
    pub(super) number: u16,
}

/// How the positions of a puzzle are packed.
#[derive(Clone, Debug)]
pub(super) struct Encoding {
    pub(super) board: BoardLayout,
    pub(super) classes: Vec<Class>,
    pub(super) fields: Vec<Field>,
    pub(super) symmetries: Vec<Symmetry>,
    /// The goals that can be met on the empty board.
    pub(super) goals: Vec<GoalNumbers>,
    pub(super) key_bits: u32,
    /// By class and number.
    codes: Vec<Code>,
    /// By symmetry, class and number: the code of the image.
    image_codes: Vec<Code>,
}

/// Bits of the keys of each width that the solver is compiled for.
pub(super) const KEY_BITS: [u32; 4] = [64, 128, 256, 10368];

impl Encoding {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let board = BoardLayout::new(puzzle);
        let classes = classes::classes(puzzle, board);
        let goals = classes::goals(puzzle, board, &classes);
        let fields = fields(&classes, &goals);
        let key_bits = fields.iter().map(Field::bits).sum();
        let symmetries = symmetry::symmetries(puzzle, board, &classes, &goals);
        let code = |field: &Field, number: usize| match field.coding {
            Coding::Number | Coding::List => Code { value: number as u16, shift: field.shift as u16 },
            Coding::Mask => Code { value: 1, shift: (field.shift as usize + number) as u16 },
        };
        let codes = classes.iter().zip(&fields);
        let codes = codes.flat_map(|(class, field)| (0..class.numbers()).map(move |number| code(field, number)));
        let codes: Vec<Code> = codes.collect();
        let mut image_codes = Vec::new();
        for symmetry in &symmetries {
            for (&class, numbers) in symmetry.classes.iter().zip(&symmetry.numbers) {
                image_codes.extend(numbers.iter().map(|&number| codes[fields[class].place(number.into())]));
            }
        }
        Self { board, codes, image_codes, classes, fields, symmetries, goals, key_bits }
    }

    /// The same, with every position told from its mirror images.
    pub(super) fn without_symmetries(self) -> Self {
        Self { symmetries: Vec::new(), image_codes: Vec::new(), ..self }
    }

    /// Do all moves have a way back? They do unless blocks leave the board.
    pub(super) fn is_reversible(&self) -> bool {
        self.classes.iter().all(|class| class.exits.is_empty())
    }

    /// What a block adds to the key; the number itself in a list.
    #[inline(always)]
    pub(super) fn code<K: Bits>(&self, class: usize, number: usize) -> K {
        self.codes[self.fields[class].place(number)].key()
    }

    /// The key after a move of a block.
    #[inline(always)]
    pub(super) fn moved<K: Bits>(&self, key: K, class: usize, from: usize, to: usize) -> K {
        let field = &self.fields[class];
        if field.coding != Coding::List {
            return key.minus(self.code(class, from)).plus(self.code(class, to));
        }
        if field.blocks == 2 {
            let (low, high) = (field.number(key, 0), field.number(key, 1));
            let other = low + high - from as u64;
            return key.minus(field.pair(low, high)).plus(field.pair(other, to as u64));
        }
        moved_in_list(key, field, from as u64, to as u64)
    }

    /// Packs the numbers of a class's places.
    pub(super) fn field_of<K: Bits>(&self, class: usize, numbers: &mut [u16]) -> K {
        sort_short(numbers);
        let field = &self.fields[class];
        let slot = |(slot, &number): (usize, &u16)| {
            let code = self.code::<K>(class, number.into());
            if field.coding == Coding::List { code << (slot as u32 * field.width) } else { code }
        };
        numbers.iter().enumerate().map(slot).fold(K::default(), K::plus)
    }

    /// Packs a state as it is (not the least of its images).
    pub(super) fn pack<K: Bits>(&self, state: &State) -> K {
        let field = |(index, class): (usize, &Class)| {
            let anchors = class.blocks.iter().map(|&block| class.anchor(self.board, state.corners()[block]));
            let mut numbers: Vec<u16> = anchors.filter_map(|anchor| class.number(anchor).map(|at| at as u16)).collect();
            self.field_of(index, &mut numbers)
        };
        self.classes.iter().enumerate().map(field).fold(K::default(), K::plus)
    }

    /// Lists the blocks of a key, class by class.
    #[inline(always)]
    pub(super) fn unpack<K: Bits>(&self, key: K, mut add: impl FnMut(Placed)) {
        for (class, field) in (0..).zip(&self.fields) {
            field.numbers(key, |number| add(Placed { class, number: number as u16 }));
        }
    }

    /// The state of a key: which of interchangeable blocks is where is chosen freely.
    pub(super) fn state<K: Bits>(&self, key: K, puzzle: &Puzzle) -> State {
        let mut corners = puzzle.start().corners().to_vec();
        let mut blocks = self.classes.iter().flat_map(|class| &class.blocks);
        self.unpack(key, |Placed { class, number }| {
            let class = &self.classes[usize::from(class)];
            if let Some(&block) = blocks.next() {
                corners[block] = class.corner(self.board, class.anchor_of(number.into()));
            }
        });
        State::new(corners)
    }

    /// The least of a position and its images under the symmetries of the puzzle.
    pub(super) fn canonical<K: Bits>(&self, key: K) -> K {
        (0..self.symmetries.len()).map(|symmetry| self.image_of(symmetry, key)).fold(key, K::min)
    }

    /// The key of an image of a position.
    #[inline(always)]
    pub(super) fn image_of<K: Bits>(&self, symmetry: usize, key: K) -> K {
        let Symmetry { classes, numbers } = &self.symmetries[symmetry];
        let codes = &self.image_codes[symmetry * self.codes.len()..];
        let mut image = K::default();
        for (from, (&class, numbers)) in self.fields.iter().zip(classes.iter().zip(numbers)) {
            let turned = |number: u64| numbers[number as usize];
            match from.coding {
                Coding::List if from.blocks == 2 => {
                    let [one, other] = [from.number(key, 0), from.number(key, 1)].map(turned);
                    image = image.plus(self.fields[class].pair(one.into(), other.into()));
                }
                Coding::List => {
                    let mut images: Vec<u16> = (0..from.blocks).map(|slot| turned(from.number(key, slot))).collect();
                    image = image.plus(self.field_of(class, &mut images));
                }
                Coding::Number | Coding::Mask => {
                    let codes = &codes[from.first..];
                    from.numbers(key, |number| image = image.plus(codes[number as usize].key()));
                }
            }
        }
        image
    }
}

/// Takes a number out of a sorted list and puts another one in.
fn moved_in_list<K: Bits>(key: K, field: &Field, from: u64, to: u64) -> K {
    let (mut moved, mut slot, mut is_out, mut is_in) = (key, 0, false, false);
    let mut write = |number: u64| {
        let old = K::from_low(field.number(key, slot)) << (field.shift + slot * field.width);
        moved = moved.minus(old).plus(K::from_low(number) << (field.shift + slot * field.width));
        slot += 1;
    };
    for number in (0..field.blocks).map(|slot| field.number(key, slot)) {
        if number == from && !is_out {
            is_out = true;
            continue;
        }
        if to <= number && !is_in {
            is_in = true;
            write(to);
        }
        write(number);
    }
    if !is_in {
        write(to);
    }
    moved
}

/// Chooses each class's coding, as narrow as the next smaller width of keys needs: lists of many are slow.
fn fields(classes: &[Class], goals: &[GoalNumbers]) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut savings = Vec::new();
    for (index, class) in classes.iter().enumerate() {
        let (blocks, numbers) = (class.blocks.len() as u32, class.numbers() as u32);
        let number_width = numbers.next_power_of_two().trailing_zeros();
        // why: the goal test looks at single bits, which a sorted list has not, unless the goal fixes all of it.
        let may_list = goals.iter().all(|goal| goal[index].is_empty() || goal[index].len() == class.blocks.len());
        let saving = numbers.saturating_sub(blocks * number_width);
        // why: several blocks may be gone, which a set of places cannot tell.
        let must_list = !class.exits.is_empty();
        let (coding, width) = match blocks {
            1 => (Coding::Number, number_width),
            _ if must_list || blocks == 2 && may_list && saving > 0 => (Coding::List, number_width),
            _ => (Coding::Mask, numbers),
        };
        if coding == Coding::Mask && may_list && saving > 0 {
            savings.push((saving, index, number_width));
        }
        fields.push(Field { coding, shift: 0, width, blocks, first: 0 });
    }
    let total = |fields: &[Field]| fields.iter().map(Field::bits).sum::<u32>();
    let least = total(&fields) - savings.iter().map(|(saving, ..)| saving).sum::<u32>();
    let wanted = KEY_BITS.into_iter().find(|&bits| least <= bits).unwrap_or(least);
    sort_short(&mut savings);
    while total(&fields) > wanted
        && let Some((_, index, width)) = savings.pop()
    {
        fields[index] = Field { coding: Coding::List, width, ..fields[index] };
    }
    let (mut shift, mut first) = (0, 0);
    for (field, class) in fields.iter_mut().zip(classes) {
        // why: a field of no bits may begin beyond the last one.
        field.shift = if field.bits() == 0 { 0 } else { shift };
        field.first = first;
        shift += field.bits();
        first += class.numbers();
    }
    fields
}

/// So many bits.
#[inline(always)]
fn low_bits(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}
