//! All positions in which a goal is reached: where a backward search begins.

use super::{
    bits::Bits,
    layout::{Layout, Position},
    table::Key,
};
use std::cmp::Reverse;

/// The packed goal positions, each the least of its images, sorted; `None` if there are more than `limit`.
///
/// They are all placements of the other blocks round the goal blocks, so some may be out of reach. On rails, those with
/// blocks in another order are left out.
pub(super) fn positions<B: Bits, K: Key>(layout: &Layout<B, K>, limit: usize) -> Option<Vec<K>> {
    let images = layout.plan().symmetries.len() + 1;
    // why: counting is much quicker than packing, and most goals are too many.
    listed(layout, limit * images, true)?;
    let mut found = listed(layout, limit * images, false)?;
    if let Some(rails) = layout.rails() {
        found.retain(|&key| rails.is_in_order(key));
    }
    found.sort_unstable();
    found.dedup();
    (found.len() <= limit).then_some(found)
}

/// All goal positions, unless there are more than `limit`; only counted if `is_count`.
fn listed<B: Bits, K: Key>(layout: &Layout<B, K>, limit: usize, is_count: bool) -> Option<Vec<K>> {
    let mut found = Vec::new();
    let mut left = limit;
    let mut order: Vec<usize> = (0..layout.plan().classes.len()).collect();
    // why: large blocks leave few places for each other, so dead ends are seen early.
    order.sort_by_key(|&class| Reverse(layout.plan().classes[class].offsets.len()));
    for goal in &layout.plan().goals {
        let mut placing = Placing {
            layout,
            order: &order,
            fixed: goal.iter().map(|anchors| anchors.iter().fold(B::default(), |all, &at| all | B::bit(at))).collect(),
            anchors: vec![B::default(); goal.len()],
            scratch: layout.blank(),
            found,
            // why: dead ends cost as much as positions; a goal with many of either is not worth listing.
            steps: limit * 20,
            left,
            is_count,
        };
        let mut occupied = B::default();
        for (class, &fixed) in placing.fixed.iter().enumerate() {
            occupied = fixed.ones().fold(occupied, |all, anchor| all | layout.cells(class, anchor));
        }
        placing.place(0, occupied)?;
        (found, left) = (placing.found, placing.left);
    }
    Some(found)
}

struct Placing<'a, B, K> {
    layout: &'a Layout<B, K>,
    /// The classes in the order in which they are placed.
    order: &'a [usize],
    /// For each class, the anchors that the goal takes.
    fixed: Vec<B>,
    anchors: Vec<B>,
    scratch: Position<B, K>,
    found: Vec<K>,
    steps: usize,
    /// Positions that may still be found.
    left: usize,
    is_count: bool,
}

impl<B: Bits, K: Key> Placing<'_, B, K> {
    /// Places all blocks of the classes from this number on.
    fn place(&mut self, number: usize, occupied: B) -> Option<()> {
        let Some(&class) = self.order.get(number) else {
            self.left = self.left.checked_sub(1)?;
            if !self.is_count {
                self.layout.unpack(self.layout.pack(&self.anchors), &mut self.scratch);
                self.found.push(self.layout.canonical(&self.scratch));
            }
            return Some(());
        };
        let fixed = self.fixed[class];
        self.anchors[class] = fixed;
        let open = self.layout.plan().classes[class].blocks.len() - fixed.count() as usize;
        self.place_more(number, open, !B::default(), occupied)
    }

    /// Places `open` more blocks of the class of this number, at some of these places.
    fn place_more(&mut self, number: usize, open: usize, places: B, occupied: B) -> Option<()> {
        if open == 0 {
            return self.place(number + 1, occupied);
        }
        let class = self.order[number];
        let mut places = places & self.layout.fits(class, occupied);
        let is_one_cell = self.layout.plan().classes[class].offsets.len() == 1;
        // why: nothing but the cells themselves is in the way of the last single cells, so their ways need not be tried.
        if self.is_count && number + 1 == self.order.len() && (open == 1 || is_one_cell) {
            self.left = self.left.checked_sub(combinations(places.count() as usize, open))?;
            return Some(());
        }
        let before = self.anchors[class];
        while !places.is_empty() {
            self.steps = self.steps.checked_sub(1)?;
            let anchor = places.lowest();
            places = places.without_lowest();
            self.anchors[class] = before | B::bit(anchor);
            self.place_more(number, open - 1, places, occupied | self.layout.cells(class, anchor))?;
        }
        self.anchors[class] = before;
        Some(())
    }
}

/// The ways to choose some of these; at most the largest number there is.
fn combinations(of: usize, chosen: usize) -> usize {
    (0..chosen).fold(1usize, |ways, at| ways.saturating_mul(of.saturating_sub(at)) / (at + 1))
}
