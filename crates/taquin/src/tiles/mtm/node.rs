//! A position on the way of a search from line to line.

use super::{
    colours::{BOUNDS, WIDTH},
    line_graph::{Axis, LineGraph, Position, backward, forward},
    tables::GoalTables,
};

/// A position, entered by a slide across the axis of the next one.
#[derive(Clone, Copy)]
pub(super) struct SlideNode {
    pub(super) position: Position,
    /// The colours of both readings, for all bounds.
    pub(super) along: [u32; BOUNDS],
    pub(super) across: [u32; BOUNDS],
    /// Where the way to it is recorded, for searches that record it.
    pub(super) trail: u32,
    pub(super) axis: u8,
    /// Steps from line to line that are left.
    pub(super) left: u8,
}

impl SlideNode {
    pub(super) fn new(tables: &GoalTables, axis: Axis, position: Position) -> Self {
        let (along, across) = (tables.paint(position.along), tables.paint(position.across));
        Self { position, along, across, trail: u32::MAX, axis: axis as u8, left: 0 }
    }

    /// Is its line the goal's?
    #[inline]
    pub(super) fn is_at_goal(&self, graph: &LineGraph) -> bool {
        self.position.line() == graph.goal[usize::from(self.axis)]
    }

    /// Visits all lines that cross its line in another place than the blank's, in the order of the directions of tiles: those
    /// to which the blank goes on come first. Returns how many there are. It must have steps left.
    #[inline(always)]
    pub(super) fn crossings(&self, graph: &LineGraph, visit: impl FnMut(Self)) -> u64 {
        let axis = usize::from(self.axis);
        // why: with constants the shifts of the usual board are constant as well.
        match (graph.lines[axis], graph.lens[axis]) {
            (4, 4) => self.crossings_of(4, 4, visit),
            (lines, len) => self.crossings_of(lines as u32, len as u8, visit),
        }
    }

    #[inline(always)]
    fn crossings_of(&self, lines: u32, len: u8, mut visit: impl FnMut(Self)) -> u64 {
        let Position { along, across, line, place } = self.position;
        let first = |place: u8| u32::from(place) * lines + u32::from(line);
        let crossing = |to: u8, reading: u64, colours: [u32; BOUNDS]| Self {
            position: Position { along: reading, across: along, line: to, place: line },
            along: colours,
            across: self.along,
            trail: self.trail,
            axis: 1 - self.axis,
            left: self.left - 1,
        };
        let (mut reading, mut colours) = (across, self.across);
        for to in place + 1..len {
            let first = first(to - 1);
            reading = forward::<4>(reading, first, lines);
            colours = colours.map(|colours| forward::<WIDTH>(colours.into(), first, lines) as u32);
            visit(crossing(to, reading, colours));
        }
        (reading, colours) = (across, self.across);
        for to in (0..place).rev() {
            let first = first(to);
            reading = backward::<4>(reading, first, lines);
            colours = colours.map(|colours| backward::<WIDTH>(colours.into(), first, lines) as u32);
            visit(crossing(to, reading, colours));
        }
        u64::from(len) - 1
    }
}
