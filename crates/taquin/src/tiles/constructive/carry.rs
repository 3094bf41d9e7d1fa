//! Carrying one tile across the free cells, in as few moves as possible.

use super::ground::Ground;
use crate::tiles::Direction;
use rustc_hash::FxHashMap;
use std::{cmp::Reverse, collections::BinaryHeap};

/// Plans ways of the blank and of single tiles. It keeps its queues between plans, and counts its work.
///
/// Both plans are A\* searches whose estimate is exact on open ground, so that they look at little more than the way
/// itself: a board of any size costs only the length of its ways.
#[derive(Default)]
pub(super) struct Carrier {
    walks: Frontier,
    carries: Frontier,
}

/// A tile to be carried somewhere.
#[derive(Clone, Copy)]
pub(super) struct Load {
    pub(super) blank: usize,
    pub(super) tile: usize,
    pub(super) target: usize,
    /// A cell to leave alone, besides the fixed ones.
    pub(super) avoid: Option<usize>,
}

impl Carrier {
    /// How many states all plans so far have looked at.
    pub(super) fn generated(&self) -> u64 {
        self.walks.generated + self.carries.generated
    }

    /// The shortest way of the blank from `from` to `to` over free cells other than `avoid`, as moves of tiles;
    /// `None` if there is none.
    pub(super) fn walk(
        &mut self,
        ground: &Ground,
        from: usize,
        to: usize,
        avoid: [Option<usize>; 2],
    ) -> Option<Vec<Direction>> {
        let is_open = |cell: usize| ground.is_free(cell) && !avoid.contains(&Some(cell));
        if let Some(moves) = angle(ground, from, to, is_open) {
            self.walks.generated += moves.len() as u64;
            return Some(moves);
        }
        if !is_open(to) {
            return None;
        }
        let frontier = &mut self.walks;
        frontier.begin();
        // why: backwards, because a cell that cannot be reached is walled in and has few cells around it.
        frontier.reach(to as u32, 0, distance(ground, to, from), NONE);
        while let Some((cell, cost)) = frontier.next() {
            if cell as usize == from {
                let way = frontier.way(cell);
                // A tile moves the other way than the blank.
                return Some(way.windows(2).rev().map(|step| direction(step[0] as usize, step[1] as usize)).collect());
            }
            for direction in Direction::ALL {
                if let Some(next) = ground.step(cell as usize, direction).filter(|&next| is_open(next)) {
                    frontier.reach(next as u32, cost + 1, distance(ground, next, from), cell);
                }
            }
        }
        None
    }

    /// Few moves that bring a tile to its target without disturbing fixed cells, and the fewest where it is near; `None`
    /// if there are none, or only `limit` moves and more.
    pub(super) fn carry(&mut self, ground: &Ground, load: Load, limit: usize) -> Option<Vec<Direction>> {
        let Load { blank, tile, target, avoid } = load;
        if tile == target {
            return (limit > 0).then(Vec::new);
        }
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        self.carries.begin();
        let mut approaches = Approaches::new(ground, load);
        loop {
            // why: the blank's way to a side of the tile is planned only once that side is the most promising.
            while let Some(side) = approaches.next(self.carries.promise().min(limit)) {
                let beside = ground.step(tile, side)?;
                if let Some(way) = self.walk(ground, blank, beside, [Some(tile), avoid]) {
                    let rest = estimate(ground, beside, side.inverse(), target);
                    self.carries.reach(pack(beside, side.inverse()), way.len() as u32 + 1, rest, NONE);
                    approaches.ways[side as usize] = way;
                }
            }
            let (state, cost) = self.carries.next()?;
            let (cell, side) = unpack(state);
            if cell == target {
                return self.moves(ground, state, approaches, avoid);
            }
            for direction in Direction::ALL {
                let Some(next) = ground.step(cell, direction).filter(|&next| Some(next) != avoid) else { continue };
                let Some(turn) = around(ground, cell, side, direction, avoid) else { continue };
                let rest = estimate(ground, next, direction.inverse(), target);
                let reached = cost + turn.length + 1;
                if reached + rest < limit {
                    self.carries.reach(pack(next, direction.inverse()), reached, rest, state);
                }
            }
        }
    }

    /// The moves of the plan that ends in this state.
    fn moves(
        &self,
        ground: &Ground,
        last: u32,
        mut approaches: Approaches,
        avoid: Option<usize>,
    ) -> Option<Vec<Direction>> {
        let way = self.carries.way(last);
        let first = unpack(way[0]).1.inverse();
        let mut moves = std::mem::take(&mut approaches.ways[first as usize]);
        moves.push(first);
        for step in way.windows(2) {
            let ((cell, side), (_, next_side)) = (unpack(step[0]), unpack(step[1]));
            let turn = next_side.inverse();
            around(ground, cell, side, turn, avoid)?.extend(&mut moves);
            moves.push(turn);
        }
        Some(moves)
    }
}

/// The open and the seen states of an A\* search over numbered states.
#[derive(Default)]
struct Frontier {
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    seen: FxHashMap<u32, Seen>,
    generated: u64,
}

#[derive(Clone, Copy)]
struct Seen {
    cost: u32,
    parent: u32,
}

/// The parent of a first state.
const NONE: u32 = u32::MAX;

impl Frontier {
    fn begin(&mut self) {
        self.open.clear();
        // why: clearing costs as much as the table once was large, and most plans are small.
        if self.seen.capacity() > 4_096 {
            self.seen = FxHashMap::default();
        }
        self.seen.clear();
    }

    fn reach(&mut self, state: u32, cost: u32, rest: u32, parent: u32) {
        self.generated += 1;
        let seen = self.seen.entry(state).or_insert(Seen { cost: u32::MAX, parent });
        if cost < seen.cost {
            *seen = Seen { cost, parent };
            // why: of equally promising states the one nearest to its end goes first.
            self.open.push(Reverse((cost + eager(rest), rest, state)));
        }
    }

    /// The least length of a plan that is still open.
    fn promise(&self) -> u32 {
        self.open.peek().map_or(u32::MAX, |Reverse((length, ..))| *length)
    }

    fn next(&mut self) -> Option<(u32, u32)> {
        let Reverse((_, _, state)) = self.open.pop()?;
        Some((state, self.seen[&state].cost))
    }

    /// The states from a first one to this one.
    fn way(&self, last: u32) -> Vec<u32> {
        let mut way = vec![last];
        let mut state = last;
        while self.seen[&state].parent != NONE {
            state = self.seen[&state].parent;
            way.push(state);
        }
        way.reverse();
        way
    }
}

/// How an estimate counts in the order of the search: a little more than it is where the end is far.
///
/// why: the last steps of a way often cost two moves more than the estimate knows, because of what is fixed there. Exact
/// A\* then turns over every other way of the estimated length, and between distant cells there are very many. Ways of
/// up to 40 moves stay exactly shortest.
fn eager(rest: u32) -> u32 {
    rest + rest.saturating_sub(40) / 8
}

/// The sides from which the blank can approach a tile, each with a bound on the plans that begin there.
struct Approaches {
    bounds: [u32; 4],
    ways: [Vec<Direction>; 4],
}

impl Approaches {
    fn new(ground: &Ground, load: Load) -> Self {
        let bound = |side: Direction| {
            let beside = ground.step(load.tile, side).filter(|&beside| Some(beside) != load.avoid);
            beside.map_or(u32::MAX, |beside| {
                let rest = estimate(ground, beside, side.inverse(), load.target);
                distance(ground, load.blank, beside) + 1 + eager(rest)
            })
        };
        Self { bounds: Direction::ALL.map(bound), ways: Default::default() }
    }

    /// Takes the most promising side, if it promises less than `limit`.
    fn next(&mut self, limit: u32) -> Option<Direction> {
        let side = Direction::ALL.into_iter().min_by_key(|&side| self.bounds[side as usize])?;
        let bound = std::mem::replace(&mut self.bounds[side as usize], u32::MAX);
        if bound < limit {
            return Some(side);
        }
        self.bounds[side as usize] = bound;
        None
    }
}

fn distance(ground: &Ground, a: usize, b: usize) -> u32 {
    let ((row, col), (other_row, other_col)) = (ground.shape.place(a), ground.shape.place(b));
    (row.abs_diff(other_row) + col.abs_diff(other_col)) as u32
}

/// The blank's way with at most one turn, if one of the two is open: the common case, and found fast.
fn angle(ground: &Ground, from: usize, to: usize, is_open: impl Fn(usize) -> bool) -> Option<Vec<Direction>> {
    let ((row, col), (to_row, to_col)) = (ground.shape.place(from), ground.shape.place(to));
    let vertical = if to_row > row { Direction::Down } else { Direction::Up };
    let horizontal = if to_col > col { Direction::Right } else { Direction::Left };
    let [rows, cols] = [(vertical, row.abs_diff(to_row)), (horizontal, col.abs_diff(to_col))];
    [[rows, cols], [cols, rows]].into_iter().find_map(|legs| {
        let mut cell = from;
        let mut moves = Vec::with_capacity(rows.1 + cols.1);
        for (direction, steps) in legs {
            for _ in 0..steps {
                cell = ground.step(cell, direction).filter(|&next| is_open(next))?;
                moves.push(direction.inverse());
            }
        }
        Some(moves)
    })
}

/// A tile and the blank beside it: the side is named by the direction in which the tile can move.
fn pack(cell: usize, side: Direction) -> u32 {
    (cell as u32) << 2 | side as u32
}

fn unpack(state: u32) -> (usize, Direction) {
    ((state >> 2) as usize, Direction::ALL[state as usize & 3])
}

/// The direction from a cell to its neighbour.
fn direction(from: usize, to: usize) -> Direction {
    match to.wrapping_sub(from) as isize {
        1 => Direction::Right,
        -1 => Direction::Left,
        difference if difference > 0 => Direction::Down,
        _ => Direction::Up,
    }
}

/// What carrying a tile costs on open ground: a step that turns takes three moves, a step straight on takes five, and
/// the blank has to get to the right side first.
fn estimate(ground: &Ground, cell: usize, side: Direction, target: usize) -> u32 {
    let ((row, col), (to_row, to_col)) = (ground.shape.place(cell), ground.shape.place(target));
    let (rows, cols) = (row.abs_diff(to_row) as u32, col.abs_diff(to_col) as u32);
    let steps = rows + cols;
    if steps == 0 {
        return 0;
    }
    let vertical = if to_row < row { Direction::Up } else { Direction::Down };
    let horizontal = if to_col < col { Direction::Left } else { Direction::Right };
    // The steps along one axis that follow each other, if this axis comes first: turning between them where possible.
    let begin = |direction: Direction, along: u32, across: u32| {
        let straight = if along > across { along - across - 1 } else { across - along };
        let approach = match side {
            side if side == direction => 0,
            side if side == direction.inverse() => 4,
            _ => 2,
        };
        if along == 0 { u32::MAX } else { approach + 2 * straight }
    };
    3 * steps - 2 + begin(vertical, rows, cols).min(begin(horizontal, cols, rows))
}

/// The blank's way around a tile, from one of its sides to another.
struct Around {
    from: usize,
    clockwise: bool,
    length: u32,
}

/// The blank's way around a tile, clockwise from the cell above it: the tile moves the other way.
const CLOCKWISE: [Direction; 8] = {
    use Direction::{Down, Left, Right, Up};
    [Left, Up, Up, Right, Right, Down, Down, Left]
};

/// For each side, its place on the way around, which has eight cells.
const fn hour(side: Direction) -> usize {
    match side {
        Direction::Up => 0,
        Direction::Right => 2,
        Direction::Down => 4,
        Direction::Left => 6,
    }
}

impl Around {
    fn extend(&self, moves: &mut Vec<Direction>) {
        for step in 0..self.length as usize {
            moves.push(if self.clockwise {
                CLOCKWISE[(self.from + step) % 8]
            } else {
                CLOCKWISE[(self.from + 7 - step) % 8].inverse()
            });
        }
    }
}

/// The shorter free way around the tile in `cell`; `None` if both are blocked.
fn around(ground: &Ground, cell: usize, from: Direction, to: Direction, avoid: Option<usize>) -> Option<Around> {
    let (from, to) = (hour(from), hour(to));
    let is_open = |hour: usize| {
        let (row, col) = ground.shape.place(cell);
        let (down, right) = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)][hour % 8];
        let (row, col) = (row + down, col + right); // One more than they are, so that they are never negative.
        let inside = row > 0 && col > 0 && row <= ground.shape.rows() && col <= ground.shape.cols();
        inside && {
            let cell = ground.shape.cell(row - 1, col - 1);
            ground.is_free(cell) && Some(cell) != avoid
        }
    };
    let clockwise = (to + 8 - from) % 8;
    let ways = [(clockwise, true), ((8 - clockwise) % 8, false)];
    let open = ways.into_iter().filter(|&(length, clockwise)| {
        (1..=length).all(|step| is_open(if clockwise { from + step } else { from + 8 - step }))
    });
    let shorter = open.min_by_key(|&(length, _)| length);
    shorter.map(|(length, clockwise)| Around { from, clockwise, length: length as u32 })
}
