//! From the boards of a layer to the candidates for the next one.

use super::{Candidate, Layers, Tile};
use crate::tiles::Direction;

/// Boards of a layer that are expanded together.
const BATCH: usize = 64;

/// A move from a board of the layer.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// Of the board that it leads to.
    hash: u64,
    parent: u32,
    direction: Direction,
}

impl<T: Tile> Layers<T> {
    /// Expands the next boards of the layer.
    pub(super) fn expand(&mut self) {
        let boards = self.expanded..(self.expanded + BATCH).min(self.layer.nodes.len());
        self.expanded = boards.end;
        self.work.expanded += boards.len() as u64;
        self.moves.clear();
        for index in boards {
            self.generate(index);
        }
        self.work.generated += self.moves.len() as u64;
        self.drop_seen();
        for index in 0..self.moves.len() {
            let candidate = self.judge(self.moves[index]);
            self.selection.count(candidate.score);
            self.candidates.push(candidate);
        }
    }

    /// Adds all moves of a board of the layer but the one back.
    fn generate(&mut self, index: usize) {
        let size = self.shape().cells();
        let node = self.layer.nodes[index];
        let cells = &self.layer.cells[index * size..][..size];
        let (blank, unit) = (usize::from(node.blank), usize::from(node.unit));
        for direction in Direction::ALL {
            let source = self.score.source(blank, direction);
            if source >= size || node.last == Some(direction.inverse()) || self.score.is_wall(source, unit) {
                continue;
            }
            let hash = self.hashes.after(node.hash, cells[source].into(), source, blank);
            self.moves.push(Move { hash, parent: index as u32, direction });
        }
    }

    /// Drops the moves to boards that were seen lately.
    ///
    /// why: a loop without branches, so that the processor waits for many places of memory at once; looked up one by one
    /// they took half of the time.
    fn drop_seen(&mut self) {
        // why 64 bits: the hash has them, also where a `usize` has 32.
        let shift = (self.seen.len() as u64).leading_zeros() + 1;
        let mut kept = 0;
        for index in 0..self.moves.len() {
            let to = self.moves[index];
            let seen = &mut self.seen[(to.hash >> shift) as usize];
            let is_new = std::mem::replace(seen, to.hash as u32) != to.hash as u32;
            self.moves[kept] = to;
            kept += usize::from(is_new);
        }
        self.moves.truncate(kept);
    }

    /// The board that a move leads to, with its score.
    fn judge(&self, Move { hash, parent, direction }: Move) -> Candidate {
        let size = self.shape().cells();
        let longest = self.score.layout.longest;
        let index = parent as usize;
        let node = self.layer.nodes[index];
        let cells = &self.layer.cells[index * size..][..size];
        let seats = &self.layer.seats[index * longest..][..longest];
        let (blank, unit) = (usize::from(node.blank), usize::from(node.unit));
        let source = self.score.source(blank, direction);
        let base = node.base + self.score.step(cells, source, blank, direction.is_vertical(), unit);
        let candidate = Candidate { hash, base, score: base, parent, unit: node.unit, direction };
        if unit == self.score.units() {
            return candidate;
        }
        match self.score.focus_after(unit, source, seats, (cells[source].into(), blank)) {
            Some(focus) => Candidate { score: base + self.urgent(focus), ..candidate },
            None => {
                let (unit, base, focus) = self.score.finish(cells, source, blank, unit);
                Candidate { unit: unit as u16, base, score: base + self.urgent(focus), ..candidate }
            }
        }
    }
}
