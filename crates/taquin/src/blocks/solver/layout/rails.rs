//! Boards where every block keeps to its line, as in Rush Hour: the moves of a whole line are looked up at once, and a
//! goal is seen three moves ahead.
//!
//! Blocks never leave their line or change their order in it, so a line has few *arrangements*. Which of them one move
//! leads to depends on the cells that blocks of crossing lines take, one bit each, and is the same in every position.

mod tables;

use super::{
    super::{bits::Bits, table::Key},
    Last,
};

/// Arrangements of one line, a bit each.
type Set = u16;

/// The longest line.
const LENGTH: usize = 8;

/// Rows and columns together.
const LINES: usize = 2 * LENGTH;

/// The number of a value of a field that is no arrangement.
const GAP: u8 = u8::MAX;

/// All lines of a board.
pub(in super::super) struct Rails<K> {
    /// Those with blocks.
    lines: Vec<Line>,
    /// For each line, for each value of its field in the key.
    arrangements: Vec<Arrangement<K>>,
    /// For each line, for each arrangement, what it adds to the key.
    codes: Vec<K>,
    /// For each arrangement, for each set of cells taken by others: what one move leads to.
    reach: Vec<Set>,
    /// For each line, for each of its cells: the arrangements that leave it free.
    avoiding: Vec<Set>,
    /// For each line, for each two arrangements with a move between them.
    sweeps: Vec<Sweep>,
    /// Cells taken for good, as each kind of line sees them.
    fixed: Crossing,
    /// The numbers of the rows and of the columns that have blocks.
    numbers: [[Option<u8>; LENGTH]; 2],
    goal: Option<GoalLine>,
}

/// What rows see of columns and columns of rows: the cells taken, row after row for the first and column after column for
/// the second.
type Crossing = [u64; 2];

struct Line {
    /// Its field in the key.
    shift: u32,
    mask: u64,
    /// 0 for a row, 1 for a column.
    kind: usize,
    /// Its number among those of its kind.
    index: usize,
    /// Where its cells begin among those of its kind, and all of them.
    at: u32,
    cells: u64,
    /// Its arrangements.
    count: usize,
    has_several_blocks: bool,
    /// May a move on it be followed by another on it?
    goes_on: bool,
    /// Where its part of each table begins.
    reach: usize,
    arrangements: usize,
    codes: usize,
    avoiding: usize,
    sweeps: usize,
}

#[derive(Clone, Copy)]
struct Arrangement<K> {
    /// The cells it takes.
    seen: Crossing,
    code: K,
    number: u8,
    /// Where its part of `reach` begins.
    reach: u32,
}

/// A move within a line.
#[derive(Clone, Copy, Default)]
struct Sweep {
    /// The cells that the block passes, as crossing lines see them and as its own does.
    seen: Crossing,
    passed: u8,
    /// The arrangements that moving the same block again need not lead to, and all that blocks after it lead to.
    same: Set,
    after: Set,
}

/// The line of the only block that a goal asks for, which has it for itself.
struct GoalLine {
    line: usize,
    /// For each arrangement, the cells from the block to its target, which is the arrangement of this number.
    paths: Vec<u64>,
    target: u8,
}

/// A position, line by line.
struct Unpacked<'a, K> {
    rails: &'a Rails<K>,
    /// For each line, its arrangement.
    lines: [usize; LINES],
    taken: Crossing,
}

impl<K: Key> Rails<K> {
    /// How many moves ahead goals are seen.
    pub(in super::super) const SIGHT: usize = 3;

    /// Are goals looked out for?
    pub(in super::super) fn sees_goals(&self) -> bool {
        self.goal.is_some()
    }

    /// Generates the moves of a position, but for those that the last move makes superfluous: of the same block (in `steps`
    /// only back), and of blocks after it (on later lines or on its own) that have nothing to do with the cells that it passed, as
    /// these could as well have moved first.
    #[inline]
    pub(in super::super) fn expand(&self, key: K, last: Last, emit: impl FnMut(K, Last)) {
        self.unpack(key).hops(key, last, emit);
    }

    /// The same unless a goal is in sight; says whether one is.
    #[inline]
    pub(in super::super) fn expand_unless_in_sight(&self, key: K, last: Last, emit: impl FnMut(K, Last)) -> bool {
        let unpacked = self.unpack(key);
        let is_in_sight = unpacked.moves_to_goal().is_some();
        if !is_in_sight {
            unpacked.hops(key, last, emit);
        }
        is_in_sight
    }

    /// Do all blocks stand in the order in which they always do?
    pub(in super::super) fn is_in_order(&self, key: K) -> bool {
        let unpacked = self.unpack(key);
        (0..self.lines.len()).all(|line| unpacked.arrangement(line).number != GAP)
    }

    /// How many moves away a goal is, if it is in sight.
    pub(in super::super) fn moves_to_goal(&self, key: K) -> Option<usize> {
        self.unpack(key).moves_to_goal()
    }

    /// The positions from this one to a goal in sight, without the first.
    pub(in super::super) fn way_to_goal(&self, mut key: K) -> Vec<K> {
        let mut way = Vec::new();
        while let Some(moves @ 1..) = self.moves_to_goal(key) {
            let mut next = None;
            self.expand(key, Last::default(), |key, _| {
                if next.is_none() && self.moves_to_goal(key) == Some(moves - 1) {
                    next = Some(key);
                }
            });
            let Some(next) = next else { break };
            way.push(next);
            key = next;
        }
        way
    }

    #[inline(always)]
    fn unpack(&self, key: K) -> Unpacked<'_, K> {
        let mut taken = self.fixed;
        let mut lines = [0; LINES];
        for (line, slot) in self.lines.iter().zip(&mut lines) {
            *slot = line.arrangements + ((key >> line.shift).low() & line.mask) as usize;
            let seen = self.arrangements[*slot].seen;
            taken = [taken[0] | seen[0], taken[1] | seen[1]];
        }
        Unpacked { rails: self, lines, taken }
    }
}

impl<K: Key> Unpacked<'_, K> {
    #[inline(always)]
    fn hops(&self, key: K, last: Last, mut emit: impl FnMut(K, Last)) {
        let lines = &*self.rails.lines;
        // why: 0 if nothing was moved.
        let Some(moved) = usize::from(last.anchor).checked_sub(1) else {
            for index in 0..lines.len() {
                self.hops_on(index, self.reach(index), key, &mut emit);
            }
            return;
        };
        for index in 0..moved {
            self.hops_on(index, self.reach(index), key, &mut emit);
        }
        let sweep = self.sweep(moved, last.from);
        if lines[moved].goes_on {
            let taken = self.taken(&lines[moved]);
            let superfluous = sweep.same | sweep.after & self.reach_past(moved, taken | u64::from(sweep.passed));
            self.hops_on(moved, self.reach_past(moved, taken) & !superfluous, key, &mut emit);
        }
        for (index, line) in lines.iter().enumerate().skip(moved + 1) {
            let swept = sweep.seen[line.kind] >> line.at & line.cells;
            if swept == 0 {
                continue;
            }
            let taken = self.taken(line);
            let set = self.reach_past(index, taken) & !self.reach_past(index, taken | swept);
            self.hops_on(index, set, key, &mut emit);
        }
    }

    /// The moves on one line to these arrangements.
    #[inline(always)]
    fn hops_on(&self, index: usize, set: Set, key: K, emit: &mut impl FnMut(K, Last)) {
        if set == 0 {
            return;
        }
        let from = self.arrangement(index);
        let rest = key.minus(from.code);
        let codes = &self.rails.codes[self.rails.lines[index].codes..];
        for to in u64::from(set).ones() {
            emit(rest.plus(codes[to as usize]), Last { anchor: index as u8 + 1, from: from.number });
        }
    }

    /// The last move on a line, from the arrangement of this number.
    #[inline(always)]
    fn sweep(&self, index: usize, from: u8) -> &Sweep {
        let line = &self.rails.lines[index];
        let number = usize::from(from) * line.count + usize::from(self.arrangement(index).number);
        &self.rails.sweeps[line.sweeps + number]
    }

    #[inline(always)]
    fn arrangement(&self, line: usize) -> &Arrangement<K> {
        &self.rails.arrangements[self.lines[line]]
    }

    /// The cells of a line that crossing lines take.
    #[inline(always)]
    fn taken(&self, line: &Line) -> u64 {
        self.taken[line.kind] >> line.at & line.cells
    }

    /// The arrangements that one move on a line leads to.
    #[inline(always)]
    fn reach(&self, line: usize) -> Set {
        self.reach_past(line, self.taken(&self.rails.lines[line]))
    }

    /// The same if crossing lines took these cells.
    #[inline(always)]
    fn reach_past(&self, line: usize, taken: u64) -> Set {
        self.rails.reach[self.arrangement(line).reach as usize + taken as usize]
    }

    /// How many moves away a goal is, if it is in sight. Each block in the way must move, and then the goal block.
    #[inline(always)]
    fn moves_to_goal(&self) -> Option<usize> {
        let goal = self.rails.goal.as_ref()?;
        let line = &self.rails.lines[goal.line];
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
        let number = usize::from(self.rails.numbers[1 - line.kind][cell.trailing_zeros() as usize]?);
        Some((number, self.rails.avoiding[self.rails.lines[number].avoiding + line.index]))
    }

    /// Can the block that takes this cell of a line leave it by one move?
    #[inline(always)]
    fn leaves(&self, line: &Line, cell: u64) -> bool {
        self.crossing(line, cell).is_some_and(|(crossing, wanted)| self.reach(crossing) & wanted != 0)
    }

    /// Can it after one move of another block?
    fn leaves_soon(&self, line: &Line, cell: u64) -> bool {
        let Some((stuck, wanted)) = self.crossing(line, cell) else { return false };
        let line = &self.rails.lines[stuck];
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
        let (line, once) = (&self.rails.lines[line], u64::from(self.reach_past(line, taken)));
        let size = line.cells as usize + 1;
        once.ones().fold(0, |all, next| all | self.rails.reach[line.reach + next as usize * size + taken as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{super::plan::Plan, Group, Layout},
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

    fn layout(board: &str, metric: Metric) -> (Puzzle, Layout<u64, u64>) {
        let puzzle: Puzzle = board.parse().expect(board);
        let layout = Layout::new(Plan::new(&puzzle), metric);
        (puzzle, layout)
    }

    /// What all blocks one by one can do.
    fn neighbours(layout: &Layout<u64, u64>, key: u64) -> BTreeSet<u64> {
        let mut group = Group::new(layout, 1);
        let mut keys = BTreeSet::new();
        layout.find_hops(&mut group, &[(key, Last::default())]);
        layout.after_each(&group, |key, _| assert!(keys.insert(key)));
        keys
    }

    /// The distance of the nearest goal, if it is in sight, by trying everything.
    fn distance(layout: &Layout<u64, u64>, key: u64) -> Option<usize> {
        let mut layer = BTreeSet::from([key]);
        (0..=Rails::<u64>::SIGHT).find(|_| {
            let is_near = layer.iter().any(|&key| layout.is_goal(key));
            layer = layer.iter().flat_map(|&key| neighbours(layout, key)).collect();
            is_near
        })
    }

    /// What never moves would be taken for something that can leave.
    #[test]
    fn goals_are_not_seen_past_fixed_blocks() {
        let sees_goals = BOARDS.map(|board| layout(board, Metric::Moves).1.rails().is_some_and(Rails::sees_goals));
        assert_eq!(sees_goals, [true, true, true, true, false]);
    }

    #[test]
    fn whole_lines_move_as_their_blocks_do() {
        let mut rng = Rng::from_seed(1);
        for (board, metric) in BOARDS.into_iter().flat_map(|board| Metric::ALL.map(|metric| (board, metric))) {
            let (puzzle, layout) = layout(board, metric);
            let rails = layout.rails().expect("all blocks keep to lines");
            let mut key = super::super::super::trace::start(&layout, &puzzle);
            for _ in 0..300 {
                let mut keys = BTreeSet::new();
                rails.expand(key, Last::default(), |key, _| assert!(keys.insert(key)));
                assert_eq!(keys, neighbours(&layout, key), "{metric} {board}");
                let seen = rails.sees_goals().then(|| distance(&layout, key));
                assert_eq!(rails.moves_to_goal(key), seen.flatten(), "{metric} {board}");
                let Some(&next) = keys.iter().nth(rng.below(keys.len() as u64) as usize) else { break };
                key = next;
            }
        }
    }
}
