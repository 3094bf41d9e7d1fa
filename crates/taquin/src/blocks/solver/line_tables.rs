//! Building the tables of [`super::lines`].

use super::{
    bits::Bits,
    classes::{Class, LineOf},
    encoding::{Encoding, Field},
    lines::{Arrangement, Crossing, GAP, GoalLine, LENGTH, Line, LineTables, Set, Sweep},
};
use crate::{
    blocks::{Axis, Cell, Metric},
    sort::sort_short_by_key,
};
use std::{cmp::Reverse, ops::Range};

/// Bits of the widest field of a line: tables by value are mostly gaps.
const FIELD_BITS: u32 = 12;

/// The blocks of a line.
struct Blocks<'a> {
    classes: &'a [Class],
    fields: &'a [Field],
    metric: Metric,
    /// For each, at each of its places, the cells of the line that it takes.
    cells: Vec<Vec<u64>>,
    /// All ways to have them side by side: for each block, the number of its place.
    arrangements: Vec<Vec<usize>>,
}

/// A line that is in the tables.
struct Known {
    length: usize,
    cells: Vec<Vec<u64>>,
    reach: usize,
}

/// The size of a board.
#[derive(Clone, Copy)]
struct Sides {
    rows: usize,
    cols: usize,
}

impl<K: Bits> LineTables<K> {
    /// `None` if some block does not keep to a line, if positions have images (the tables have none), and if lines are
    /// too long or too full.
    pub(super) fn new(encoding: &Encoding, metric: Metric) -> Option<Self> {
        let keeps_line = |class: &Class| class.axis != Axis::Free && class.blocks.len() == 1 && class.exits.is_empty();
        if !encoding.symmetries.is_empty() || !encoding.classes.iter().all(keeps_line) {
            return None;
        }
        let sides = Sides { rows: encoding.board.rows, cols: encoding.board.cols };
        if sides.rows.max(sides.cols) > LENGTH {
            return None;
        }
        let mut tables = Self {
            lines: Vec::new(),
            arrangements: Vec::new(),
            codes: Vec::new(),
            reach: Vec::new(),
            avoiding: Vec::new(),
            sweeps: Vec::new(),
            fixed: [0; 2],
            numbers: [[None; LENGTH]; 2],
            goal: None,
        };
        let mut known = Vec::new();
        let mut groups = Vec::new();
        let mut first = 0;
        for classes in encoding.classes.chunk_by(|one, other| one.line(encoding.board) == other.line(encoding.board)) {
            groups.push((classes, first));
            first += classes.len();
        }
        // why: of two moves that have nothing to do with each other, that of the earlier line comes last. With full lines
        // first the fewest positions are generated twice: 13 % fewer than by number.
        sort_short_by_key(&mut groups, |(classes, _)| {
            Reverse(classes.iter().map(|class| class.offsets.len()).sum::<usize>())
        });
        for (classes, first) in groups {
            match classes[0].line(encoding.board) {
                Some(line) => {
                    let blocks = Blocks::new(encoding, first..first + classes.len(), line.kind, metric)?;
                    let code = |block: usize, place: usize| encoding.code(first + block, place);
                    tables.add_line(sides, line, blocks, &mut known, code);
                }
                None => {
                    let cells =
                        |class: &'_ Class| class.offsets.iter().map(|offset| class.places[0] + offset).collect();
                    let cells: Vec<u32> = classes.iter().flat_map(cells as fn(&Class) -> Vec<u32>).collect();
                    cells.into_iter().for_each(|bit| tables.fix(sides, encoding.board.cell(bit)));
                }
            }
        }
        tables.goal = tables.goal_line(encoding, metric);
        Some(tables)
    }

    /// Adds a block that never moves.
    fn fix(&mut self, sides: Sides, cell: Cell) {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        self.fixed[0] |= 1 << (row * sides.cols + col);
        self.fixed[1] |= 1 << (col * sides.rows + row);
    }

    /// Adds a line; `known` are the blocks of those before it.
    fn add_line(
        &mut self,
        sides: Sides,
        LineOf { kind, index }: LineOf,
        blocks: Blocks<'_>,
        known: &mut Vec<Known>,
        code: impl Fn(usize, usize) -> K,
    ) {
        let length = sides.length(kind);
        // why: many lines have the same blocks.
        let twin = known.iter().find(|known| known.length == length && known.cells == blocks.cells);
        let reach = twin.map_or_else(|| self.add_reach(&blocks, length), |twin| twin.reach);
        let width = blocks.width();
        self.numbers[kind][index] = Some(self.lines.len() as u8);
        let line = Line {
            shift: blocks.fields[0].shift,
            mask: (1 << width) - 1,
            kind,
            index,
            at: (index * length) as u32,
            cells: (1 << length) - 1,
            count: blocks.arrangements.len(),
            has_several_blocks: blocks.classes.len() > 1,
            goes_on: blocks.classes.len() > 1 || blocks.metric == Metric::Steps,
            reach,
            arrangements: self.arrangements.len(),
            codes: self.codes.len(),
            avoiding: self.avoiding.len(),
            sweeps: self.sweeps.len(),
        };
        let gap = Arrangement { seen: [0; 2], code: K::default(), number: GAP, reach: reach as u32 };
        self.arrangements.resize(line.arrangements + (1 << width), gap);
        let seen = |cells: u64| sides.seen(kind, index, cells);
        for (number, places) in blocks.arrangements.iter().enumerate() {
            let parts = places.iter().enumerate().map(|(block, &place)| code(block, place));
            let code = parts.fold(K::default(), K::plus);
            let value = (code >> line.shift).low() & line.mask;
            self.arrangements[line.arrangements + value as usize] = Arrangement {
                seen: seen(blocks.cells_of(places)),
                code,
                number: number as u8,
                reach: (reach + (number << length)) as u32,
            };
            self.codes.push(code);
        }
        self.avoiding.extend((0..length).map(|cell| blocks.those(|places| blocks.cells_of(places) >> cell & 1 == 0)));
        for from in &blocks.arrangements {
            self.sweeps.extend(blocks.arrangements.iter().map(|to| blocks.sweep(from, to, seen)));
        }
        self.lines.push(line);
        known.push(Known { length, cells: blocks.cells, reach });
    }

    /// For each arrangement and each set of cells taken by others, what one move leads to.
    fn add_reach(&mut self, blocks: &Blocks<'_>, length: usize) -> usize {
        let begin = self.reach.len();
        for from in &blocks.arrangements {
            let ways = blocks.ways(from);
            let open = |taken: u64| ways.iter().filter(move |(_, way)| way & taken == 0);
            self.reach.extend((0..1 << length).map(|taken| open(taken).fold(0, |all, (to, _)| all | to)));
        }
        begin
    }

    /// `None` unless there is one goal, of one block alone on its line, and nothing stands in ways for good. In `steps`, how
    /// many it takes to clear a way is not told by the blocks in it.
    fn goal_line(&self, encoding: &Encoding, metric: Metric) -> Option<GoalLine> {
        let [goal] = &*encoding.goals else { return None };
        if self.fixed != [0; 2] || metric == Metric::Steps {
            return None;
        }
        let mut targets = goal.iter().enumerate().filter(|(_, targets)| !targets.is_empty());
        let (first, &[target]) = targets.next().map(|(class, targets)| (class, &**targets))? else { return None };
        let class = &encoding.classes[first];
        let LineOf { kind, index } = class.line(encoding.board)?;
        let number = usize::from(self.numbers[kind][index]?);
        if targets.next().is_some() || self.lines[number].has_several_blocks {
            return None;
        }
        let blocks = Blocks::new(encoding, first..first + 1, kind, metric)?;
        let path = |from: usize| blocks.passed(0, from, target) & !blocks.cells[0][from];
        Some(GoalLine { line: number, paths: (0..class.places.len()).map(path).collect(), target: target as u8 })
    }
}

impl Sides {
    /// The cells of a row or column.
    fn length(self, kind: usize) -> usize {
        [self.cols, self.rows][kind]
    }

    /// Cells of a line as crossing lines see them.
    fn seen(self, kind: usize, index: usize, cells: u64) -> Crossing {
        let across = self.length(1 - kind);
        let mut seen = [0; 2];
        seen[1 - kind] = cells.ones().fold(0, |all, cell| all | 1 << (cell as usize * across + index));
        seen
    }
}

impl<'a> Blocks<'a> {
    /// `None` if there are too many arrangements, or some block is not in one piece.
    fn new(encoding: &'a Encoding, of: Range<usize>, kind: usize, metric: Metric) -> Option<Self> {
        let (classes, fields) = (&encoding.classes[of.clone()], &encoding.fields[of]);
        let cell = |bit: u32| [encoding.board.cell(bit).col, encoding.board.cell(bit).row][kind];
        let taken =
            |class: &Class, place: u32| class.offsets.iter().fold(0, |all, offset| all | 1 << cell(place + offset));
        let cells = |class: &Class| class.places.iter().map(|&place| taken(class, place)).collect();
        let cells: Vec<Vec<u64>> = classes.iter().map(cells).collect();
        // A block of several parts may have others between them.
        let is_whole = |cells: &u64| (cells + (cells & cells.wrapping_neg())).is_power_of_two();
        if !cells.iter().flatten().all(is_whole) {
            return None;
        }
        let mut arrangements = vec![Vec::new()];
        for (block, places) in cells.iter().enumerate() {
            let mut longer = Vec::new();
            for before in &arrangements {
                // why: blocks do not pass each other, and they come in the order in which they stand.
                let end = before.last().map_or(0, |&place: &usize| cells[block - 1][place]);
                let after = (0..places.len()).filter(|&place| places[place] & end == 0 && places[place] > end);
                longer.extend(after.map(|place| [&**before, &[place]].concat()));
            }
            arrangements = longer;
        }
        let blocks = Self { classes, fields, metric, cells, arrangements };
        let fits = blocks.arrangements.len() <= Set::BITS as usize && blocks.width() <= FIELD_BITS;
        fits.then_some(blocks)
    }

    /// Bits of all their fields, which follow each other.
    fn width(&self) -> u32 {
        self.fields.iter().map(Field::bits).sum()
    }

    fn cells_of(&self, places: &[usize]) -> u64 {
        places.iter().zip(&self.cells).fold(0, |all, (&place, cells)| all | cells[place])
    }

    /// The cells that a block takes on its way between two places, both included.
    fn passed(&self, block: usize, from: usize, to: usize) -> u64 {
        self.cells[block][from.min(to)..=from.max(to)].iter().fold(0, |all, cells| all | cells)
    }

    /// The set of arrangements of which something holds.
    fn those(&self, holds: impl Fn(&[usize]) -> bool) -> Set {
        let numbers = self.arrangements.iter().enumerate().filter(|(_, places)| holds(places));
        numbers.fold(0, |all, (number, _)| all | 1 << number)
    }

    /// The block that one move takes from its place, if it can be one: no other has another place, and in `steps` it is
    /// the next one.
    fn moved(&self, from: &[usize], to: &[usize]) -> Option<usize> {
        let mut moved = (0..from.len()).filter(|&block| from[block] != to[block]);
        let is_far = |&block: &usize| self.metric == Metric::Steps && from[block].abs_diff(to[block]) > 1;
        moved.next().filter(|block| moved.next().is_none() && !is_far(block))
    }

    /// The arrangements that one move may lead to, each with the cells that it takes to be free.
    fn ways(&self, from: &[usize]) -> Vec<(Set, u64)> {
        let mut ways = Vec::new();
        for (number, to) in self.arrangements.iter().enumerate() {
            let Some(block) = self.moved(from, to) else { continue };
            let own = self.cells[block][from[block]];
            let way = self.passed(block, from[block], to[block]) & !own;
            // Another block of the line may be in the way.
            if way & self.cells_of(from) == 0 {
                ways.push((1 << number, way));
            }
        }
        ways
    }

    fn sweep(&self, from: &[usize], to: &[usize], seen: impl Fn(u64) -> Crossing) -> Sweep {
        let Some(block) = self.moved(from, to) else { return Sweep::default() };
        let passed = self.passed(block, from[block], to[block]);
        let is_same = |next: &[usize]| match self.metric {
            Metric::Moves | Metric::Slides => self.moved(to, next) == Some(block),
            Metric::Steps => next == from,
        };
        Sweep {
            seen: seen(passed),
            passed: passed as u8,
            same: self.those(is_same),
            after: self.those(|next| self.moved(to, next).is_some_and(|moved| moved > block)),
        }
    }
}
