//! Line tables, for boards where every block keeps to its line, as in Rush Hour: the moves of a whole line are looked up at
//! once, and a goal is recognised three moves ahead.
//!
//! Blocks never leave their line or change their order in it, so a line has few *arrangements*. Which of them one move
//! leads to depends on the cells that blocks of crossing lines take, one bit each, and is the same in every position.
//! The tables are built in [`super::line_tables`].

use super::{bits::Bits, commuting::Last};

/// Arrangements of one line, a bit each.
pub(super) type Set = u16;

/// The longest line.
pub(super) const LENGTH: usize = 8;

/// Rows and columns together.
const LINES: usize = 2 * LENGTH;

/// How many moves ahead goals are recognised, where they are looked out for.
const LOOKAHEAD: usize = 3;

/// The number of a value of a field that is no arrangement.
pub(super) const GAP: u8 = u8::MAX;

/// All lines of a board.
pub(super) struct LineTables<K> {
    /// Those with blocks.
    pub(super) lines: Vec<Line>,
    /// For each line, for each value of its field in the key.
    pub(super) arrangements: Vec<Arrangement<K>>,
    /// For each line, for each arrangement, what it adds to the key.
    pub(super) codes: Vec<K>,
    /// For each arrangement, for each set of cells taken by others: what one move leads to.
    pub(super) reach: Vec<Set>,
    /// For each line, for each of its cells: the arrangements that leave it free.
    pub(super) avoiding: Vec<Set>,
    /// For each line, for each two arrangements with a move between them.
    pub(super) sweeps: Vec<Sweep>,
    /// Cells taken for good, as each kind of line sees them.
    pub(super) fixed: Crossing,
    /// The numbers of the rows and of the columns that have blocks.
    pub(super) numbers: [[Option<u8>; LENGTH]; 2],
    pub(super) goal: Option<GoalLine>,
}

/// What rows see of columns and columns of rows: the cells taken, row after row for the first and column after column for
/// the second.
pub(super) type Crossing = [u64; 2];

pub(super) struct Line {
    /// Its field in the key.
    pub(super) shift: u32,
    pub(super) mask: u64,
    /// 0 for a row, 1 for a column.
    pub(super) kind: usize,
    /// Its number among those of its kind.
    pub(super) index: usize,
    /// Where its cells begin among those of its kind, and all of them.
    pub(super) at: u32,
    pub(super) cells: u64,
    /// Its arrangements.
    pub(super) count: usize,
    pub(super) has_several_blocks: bool,
    /// May a move on it be followed by another on it?
    pub(super) goes_on: bool,
    /// Where its part of each table begins.
    pub(super) reach: usize,
    pub(super) arrangements: usize,
    pub(super) codes: usize,
    pub(super) avoiding: usize,
    pub(super) sweeps: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Arrangement<K> {
    /// The cells it takes.
    pub(super) seen: Crossing,
    pub(super) code: K,
    pub(super) number: u8,
    /// Where its part of `reach` begins.
    pub(super) reach: u32,
}

/// A move within a line.
#[derive(Clone, Copy, Default)]
pub(super) struct Sweep {
    /// The cells that the block passes, as crossing lines see them and as its own does.
    pub(super) seen: Crossing,
    pub(super) passed: u8,
    /// The arrangements that moving the same block again need not lead to, and all that blocks after it lead to.
    pub(super) same: Set,
    pub(super) after: Set,
}

/// The line of the only block that a goal asks for, which has it for itself.
pub(super) struct GoalLine {
    pub(super) line: usize,
    /// For each arrangement, the cells from the block to its target, which is the arrangement of this number.
    pub(super) paths: Vec<u64>,
    pub(super) target: u8,
}

/// A position, line by line.
struct Unpacked<'a, K> {
    tables: &'a LineTables<K>,
    /// For each line, its arrangement.
    lines: [usize; LINES],
    taken: Crossing,
}

impl<K: Bits> LineTables<K> {
    /// How many moves before it a goal is recognised: 1 if only once it is generated.
    pub(super) fn lookahead(&self) -> usize {
        if self.goal.is_some() { LOOKAHEAD } else { 1 }
    }

    /// Generates the moves of a position, but for those that the last move makes superfluous: of the same block (in `steps`
    /// only back), and of blocks after it (on later lines or on its own) that have nothing to do with the cells that it passed, as
    /// these could as well have moved first.
    #[inline]
    pub(super) fn successors(&self, key: K, last: Last, emit: impl FnMut(K, Last)) {
        self.unpack(key).moves(key, last, emit);
    }

    /// The same unless a goal is near; says whether one is.
    #[inline]
    pub(super) fn successors_unless_near(&self, key: K, last: Last, emit: impl FnMut(K, Last)) -> bool {
        let unpacked = self.unpack(key);
        let is_near = unpacked.moves_to_goal().is_some();
        if !is_near {
            unpacked.moves(key, last, emit);
        }
        is_near
    }

    /// Do all blocks stand in the order in which they always do?
    pub(super) fn is_in_order(&self, key: K) -> bool {
        let unpacked = self.unpack(key);
        (0..self.lines.len()).all(|line| unpacked.arrangement(line).number != GAP)
    }

    /// How many moves away a goal is, if it is near.
    pub(super) fn moves_to_goal(&self, key: K) -> Option<usize> {
        self.unpack(key).moves_to_goal()
    }

    /// The positions from this one to a goal near, without the first.
    pub(super) fn path_to_goal(&self, mut key: K) -> Vec<K> {
        let mut path = Vec::new();
        while let Some(moves @ 1..) = self.moves_to_goal(key) {
            let mut next = None;
            self.successors(key, Last::default(), |key, _| {
                if next.is_none() && self.moves_to_goal(key) == Some(moves - 1) {
                    next = Some(key);
                }
            });
            let Some(next) = next else { break };
            path.push(next);
            key = next;
        }
        path
    }

    #[inline(always)]
    fn unpack(&self, key: K) -> Unpacked<'_, K> {
        let mut taken = self.fixed;
        let mut lines = [0; LINES];
        for (line, slot) in self.lines.iter().zip(&mut lines) {
            *slot = line.arrangements + (key.low_from(line.shift) & line.mask) as usize;
            let seen = self.arrangements[*slot].seen;
            taken = [taken[0] | seen[0], taken[1] | seen[1]];
        }
        Unpacked { tables: self, lines, taken }
    }
}

impl<K: Bits> Unpacked<'_, K> {
    #[inline(always)]
    fn moves(&self, key: K, last: Last, mut emit: impl FnMut(K, Last)) {
        let lines = &*self.tables.lines;
        // why: 0 if nothing was moved.
        let Some(moved) = last.class().checked_sub(1) else {
            for index in 0..lines.len() {
                self.moves_on(index, self.reach(index), key, &mut emit);
            }
            return;
        };
        for index in 0..moved {
            self.moves_on(index, self.reach(index), key, &mut emit);
        }
        let sweep = self.sweep(moved, last.from());
        if lines[moved].goes_on {
            let taken = self.taken(&lines[moved]);
            let superfluous = sweep.same | sweep.after & self.reach_past(moved, taken | u64::from(sweep.passed));
            self.moves_on(moved, self.reach_past(moved, taken) & !superfluous, key, &mut emit);
        }
        for (index, line) in lines.iter().enumerate().skip(moved + 1) {
            let swept = sweep.seen[line.kind] >> line.at & line.cells;
            if swept == 0 {
                continue;
            }
            let taken = self.taken(line);
            let set = self.reach_past(index, taken) & !self.reach_past(index, taken | swept);
            self.moves_on(index, set, key, &mut emit);
        }
    }

    /// The moves on one line to these arrangements.
    #[inline(always)]
    fn moves_on(&self, index: usize, set: Set, key: K, emit: &mut impl FnMut(K, Last)) {
        if set == 0 {
            return;
        }
        let from = self.arrangement(index);
        let rest = key.minus(from.code);
        let codes = &self.tables.codes[self.tables.lines[index].codes..];
        for to in u64::from(set).ones() {
            emit(rest.plus(codes[to as usize]), Last::new(index + 1, 0, from.number.into()));
        }
    }

    /// The last move on a line, from the arrangement of this number.
    #[inline(always)]
    fn sweep(&self, index: usize, from: usize) -> &Sweep {
        let line = &self.tables.lines[index];
        let number = from * line.count + usize::from(self.arrangement(index).number);
        &self.tables.sweeps[line.sweeps + number]
    }

    #[inline(always)]
    fn arrangement(&self, line: usize) -> &Arrangement<K> {
        &self.tables.arrangements[self.lines[line]]
    }

    /// The cells of a line that crossing lines take.
    #[inline(always)]
    fn taken(&self, line: &Line) -> u64 {
        self.taken[line.kind] >> line.at & line.cells
    }

    /// The arrangements that one move on a line leads to.
    #[inline(always)]
    fn reach(&self, line: usize) -> Set {
        self.reach_past(line, self.taken(&self.tables.lines[line]))
    }

    /// The same if crossing lines took these cells.
    #[inline(always)]
    fn reach_past(&self, line: usize, taken: u64) -> Set {
        self.tables.reach[self.arrangement(line).reach as usize + taken as usize]
    }

    /// How many moves away a goal is, if it is near. Each block in the way must move, and then the goal block.
    #[inline(always)]
    fn moves_to_goal(&self) -> Option<usize> {
        let goal = self.tables.goal.as_ref()?;
        let line = &self.tables.lines[goal.line];
        let number = self.arrangement(goal.line).number;
        let in_the_way = self.taken(line) & goal.paths[usize::from(number)];
        match in_the_way.count_ones() {
            0 => Some(usize::from(number != goal.target)),
            1 if self.leaves(line, in_the_way) => Some(2),
            1 => self.leaves_soon(line, in_the_way).then_some(3),
            2 => {
                let one = in_the_way & in_the_way.wrapping_neg();
                (self.leaves(line, one) && self.leaves(line, in_the_way ^ one)).then_some(3)
            }
            _ => None,
        }
    }

    /// The line that crosses this one at this cell, and those of its arrangements that would not.
    #[inline(always)]
    fn crossing(&self, line: &Line, cell: u64) -> Option<(usize, Set)> {
        let number = usize::from(self.tables.numbers[1 - line.kind][cell.trailing_zeros() as usize]?);
        Some((number, self.tables.avoiding[self.tables.lines[number].avoiding + line.index]))
    }

    /// Can the block that takes this cell of a line leave it by one move?
    #[inline(always)]
    fn leaves(&self, line: &Line, cell: u64) -> bool {
        self.crossing(line, cell).is_some_and(|(crossing, wanted)| self.reach(crossing) & wanted != 0)
    }

    /// Can it after one move of another block?
    fn leaves_soon(&self, line: &Line, cell: u64) -> bool {
        let Some((stuck, wanted)) = self.crossing(line, cell) else { return false };
        let line = &self.tables.lines[stuck];
        let taken = self.taken(line);
        let mut obstacles = taken;
        while obstacles != 0 {
            let cell = obstacles & obstacles.wrapping_neg();
            obstacles ^= cell;
            if self.reach_past(stuck, taken ^ cell) & wanted != 0 && self.leaves(line, cell) {
                return true;
            }
        }
        line.has_several_blocks && self.reach_twice(stuck, taken) & wanted != 0
    }

    /// The arrangements that two moves on one line lead to.
    fn reach_twice(&self, line: usize, taken: u64) -> Set {
        let (line, once) = (&self.tables.lines[line], u64::from(self.reach_past(line, taken)));
        let size = line.cells as usize + 1;
        once.ones().fold(0, |all, next| all | self.tables.reach[line.reach + next as usize * size + taken as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{encoding::Encoding, graph::Graph},
        *,
    };
    use crate::{
        blocks::{Metric, Puzzle},
        rng::Rng,
    };
    use std::collections::BTreeSet;

    /// Several cars on a line, walls, a goal before the end of its row, and a block that never moves.
    const BOARDS: [&str; 5] = [
        "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo",
        "HoooEoHoooEoHAAoEoooBoCCooBoGGFFDDoo",
        "oxBBoooooCooAAoCooEEFGooooFGHHooFIII",
        "name: short\naxis: keep\n\nb..c.\nbaac.\n.d.ee\n.d.ff\n--\n.....\n..aa.\n.....\n.....\n",
        "name: fixed\naxis: keep\n\nb..f..\nbaac..\n.d.cee\n.d..g.\n--\n......\n....aa\n......\n......\n",
    ];

    fn graph(board: &str, metric: Metric) -> Graph<u64, u64> {
        let puzzle: Puzzle = board.parse().expect(board);
        Graph::new(&puzzle, Encoding::new(&puzzle), metric)
    }

    /// What all blocks one by one can do.
    fn neighbours(graph: &Graph<u64, u64>, key: u64) -> BTreeSet<u64> {
        let (mut keys, mut scratch) = (BTreeSet::new(), graph.movegen.group());
        graph.movegen.successors(&mut scratch, &[(key, Last::default())], |key, _| assert!(keys.insert(key)));
        keys
    }

    /// The distance of the nearest goal, if it is within the look-ahead, by trying everything.
    fn distance(graph: &Graph<u64, u64>, key: u64) -> Option<usize> {
        let mut layer = BTreeSet::from([key]);
        (0..=LOOKAHEAD).find(|_| {
            let is_near = layer.iter().any(|&key| graph.is_goal(key));
            layer = layer.iter().flat_map(|&key| neighbours(graph, key)).collect();
            is_near
        })
    }

    /// What never moves would be taken for something that can leave.
    #[test]
    fn goals_are_not_seen_past_fixed_blocks() {
        let lookahead = BOARDS.map(|board| graph(board, Metric::Moves).lines.as_ref().map(LineTables::lookahead));
        assert_eq!(lookahead, [Some(3), Some(3), Some(3), Some(3), Some(1)]);
    }

    #[test]
    fn whole_lines_move_as_their_blocks_do() {
        let mut rng = Rng::from_seed(1);
        for (board, metric) in BOARDS.into_iter().flat_map(|board| Metric::ALL.map(|metric| (board, metric))) {
            let graph = graph(board, metric);
            let lines = graph.lines.as_ref().expect("all blocks keep to lines");
            let mut key = graph.start;
            for _ in 0..300 {
                let mut keys = BTreeSet::new();
                lines.successors(key, Last::default(), |key, _| assert!(keys.insert(key)));
                assert_eq!(keys, neighbours(&graph, key), "{metric} {board}");
                let seen = (lines.lookahead() > 1).then(|| distance(&graph, key));
                assert_eq!(lines.moves_to_goal(key), seen.flatten(), "{metric} {board}");
                let Some(&next) = keys.iter().nth(rng.below(keys.len() as u64) as usize) else { break };
                key = next;
            }
        }
    }
}
