//! Where the positions found lately are, as long as they are few: in less memory than a table takes.

use std::ops::Range;

/// Numbers that a slot can hold.
const NUMBERS: usize = u8::MAX as usize;

/// Slots at least.
const LEAST: usize = 16;

/// Fewer slots than this are as many as are needed; of more there are a power of two, as some to spare make it quicker.
const FEW: usize = 128;

/// Slots for each position at least, in eighths.
const ROOM: usize = 20;

/// A hash table of the numbers of positions, whose keys are elsewhere.
pub(super) struct Numbers {
    /// How far a position is from the first, modulo `NUMBERS`, plus 1; 0 if the slot is empty.
    slots: Box<[u8]>,
    positions: Range<usize>,
}

impl Numbers {
    /// With room for so many positions, of which this is the first; none of them is there yet.
    pub(super) fn new(first: usize, positions: usize) -> Self {
        let slots = match (positions * ROOM / 8).max(LEAST) {
            few @ ..FEW => few,
            many => many.next_power_of_two(),
        };
        Self { slots: vec![0; slots].into(), positions: first..first }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len()
    }

    /// The first position.
    pub(super) fn first(&self) -> usize {
        self.positions.start
    }

    /// Is there no room for another position?
    #[inline]
    pub(super) fn are_full(&self) -> bool {
        self.positions.len() * ROOM / 8 >= self.slots.len()
    }

    /// Looks for a position with this mark; `is` tells whether it is the one with a number. If it is not there, returns
    /// the slot for it.
    #[inline]
    pub(super) fn find(&self, mark: u32, is: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = self.first_slot(mark);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Some(at);
            }
            let mut index = self.positions.start + usize::from(slot) - 1;
            while index < self.positions.end {
                if is(index) {
                    return None;
                }
                index += NUMBERS;
            }
            at = self.next_slot(at);
        }
    }

    /// The slot for a position with this mark that is not there.
    pub(super) fn empty(&self, mark: u32) -> usize {
        let mut at = self.first_slot(mark);
        while self.slots[at] != 0 {
            at = self.next_slot(at);
        }
        at
    }

    /// The slot where a position with this mark belongs.
    #[inline]
    fn first_slot(&self, mark: u32) -> usize {
        ((u64::from(mark) * self.slots.len() as u64) >> u32::BITS) as usize
    }

    /// The one to try after a slot that is taken.
    #[inline]
    fn next_slot(&self, slot: usize) -> usize {
        if slot + 1 < self.slots.len() { slot + 1 } else { 0 }
    }

    /// Puts the next position into an empty slot.
    #[inline]
    pub(super) fn set(&mut self, slot: usize) {
        self.slots[slot] = (self.positions.len() % NUMBERS + 1) as u8;
        self.positions.end += 1;
    }
}
