//! Routes of the blank and of single tiles across the free cells, in few moves.

use super::free_cells::FreeCells;
use crate::tiles::Direction;
use rustc_hash::FxHashMap;
use std::{cmp::Reverse, collections::BinaryHeap};

/// Plans routes of the blank and of single tiles. It keeps its queues between plans and counts the states it generates.
///
/// Both kinds of plan are A\* searches whose estimate is exact where nothing is fixed nearby, so they generate little
/// more than the route itself: the cost grows with the length of the route, not with the size of the board.
#[derive(Default)]
pub(super) struct Router {
    walks: RouteSearch,
    deliveries: RouteSearch,
}

/// A tile to be brought to a target cell.
#[derive(Clone, Copy)]
pub(super) struct Delivery {
    pub(super) blank: usize,
    pub(super) tile: usize,
    pub(super) target: usize,
    /// One more cell to leave alone, besides the fixed ones.
    pub(super) avoid: Option<usize>,
}

impl Router {
    /// States that all plans so far have generated.
    pub(super) fn generated(&self) -> u64 {
        self.walks.generated + self.deliveries.generated
    }

    /// A shortest route of the blank from `from` to `to` over free cells other than `avoid`, as moves of tiles;
    /// `None` if there is none.
    pub(super) fn walk(
        &mut self,
        free: &FreeCells,
        from: usize,
        to: usize,
        avoid: [Option<usize>; 2],
    ) -> Option<Vec<Direction>> {
        let is_open = |cell: usize| free.is_free(cell) && !avoid.contains(&Some(cell));
        if let Some(moves) = one_turn(free, from, to, is_open) {
            self.walks.generated += moves.len() as u64;
            return Some(moves);
        }
        if !is_open(to) {
            return None;
        }
        let search = &mut self.walks;
        search.begin();
        // why backwards: a target that cannot be reached is walled in, so few cells around it are searched in vain.
        search.reach(to as u32, 0, distance(free, to, from), NONE);
        while let Some((cell, cost)) = search.next() {
            if cell as usize == from {
                let route = search.route(cell);
                // A tile moves against the direction of the blank.
                return Some(
                    route.windows(2).rev().map(|step| direction(step[0] as usize, step[1] as usize)).collect(),
                );
            }
            for direction in Direction::ALL {
                if let Some(next) = free.step(cell as usize, direction).filter(|&next| is_open(next)) {
                    search.reach(next as u32, cost + 1, distance(free, next, from), cell);
                }
            }
        }
        None
    }

    /// Moves that bring a tile to its target without disturbing fixed cells: few, and the fewest if the target is near.
    /// `None` if there are none, or none with fewer than `limit` moves.
    pub(super) fn deliver(&mut self, free: &FreeCells, delivery: Delivery, limit: usize) -> Option<Vec<Direction>> {
        let Delivery { blank, tile, target, avoid } = delivery;
        if tile == target {
            return (limit > 0).then(Vec::new);
        }
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        self.deliveries.begin();
        let mut approaches = Approaches::new(free, delivery);
        loop {
            // why: the blank's route to a side of the tile is planned only once that side is the most promising.
            while let Some(side) = approaches.next(self.deliveries.least_length().min(limit)) {
                let beside = free.step(tile, side)?;
                if let Some(route) = self.walk(free, blank, beside, [Some(tile), avoid]) {
                    let rest = estimate(free, beside, side.inverse(), target);
                    self.deliveries.reach(pack(beside, side.inverse()), route.len() as u32 + 1, rest, NONE);
                    approaches.routes[side as usize] = route;
                }
            }
            let (state, cost) = self.deliveries.next()?;
            let (cell, side) = unpack(state);
            if cell == target {
                return self.moves(free, state, approaches, avoid);
            }
            for direction in Direction::ALL {
                let Some(next) = free.step(cell, direction).filter(|&next| Some(next) != avoid) else { continue };
                let Some(turn) = around(free, cell, side, direction, avoid) else { continue };
                let rest = estimate(free, next, direction.inverse(), target);
                let reached = cost + turn.length + 1;
                if reached + rest < limit {
                    self.deliveries.reach(pack(next, direction.inverse()), reached, rest, state);
                }
            }
        }
    }

    /// The moves of the plan that ends in this state.
    fn moves(
        &self,
        free: &FreeCells,
        last: u32,
        mut approaches: Approaches,
        avoid: Option<usize>,
    ) -> Option<Vec<Direction>> {
        let route = self.deliveries.route(last);
        let first = unpack(route[0]).1.inverse();
        let mut moves = std::mem::take(&mut approaches.routes[first as usize]);
        moves.push(first);
        for step in route.windows(2) {
            let ((cell, side), (_, next_side)) = (unpack(step[0]), unpack(step[1]));
            let turn = next_side.inverse();
            around(free, cell, side, turn, avoid)?.append_to(&mut moves);
            moves.push(turn);
        }
        Some(moves)
    }
}

/// The open list and the reached states of an A\* search over numbered states.
#[derive(Default)]
struct RouteSearch {
    /// Length of the plan, estimate of its rest, state.
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    reached: FxHashMap<u32, Reached>,
    generated: u64,
}

/// How a state was reached.
#[derive(Clone, Copy)]
struct Reached {
    cost: u32,
    parent: u32,
}

/// In place of the parent of a first state.
const NONE: u32 = u32::MAX;

impl RouteSearch {
    fn begin(&mut self) {
        self.open.clear();
        // why: clearing takes time in proportion to the capacity, and most plans are small.
        if self.reached.capacity() > 4_096 {
            self.reached = FxHashMap::default();
        }
        self.reached.clear();
    }

    fn reach(&mut self, state: u32, cost: u32, rest: u32, parent: u32) {
        self.generated += 1;
        let reached = self.reached.entry(state).or_insert(Reached { cost: u32::MAX, parent });
        if cost < reached.cost {
            *reached = Reached { cost, parent };
            // why: of equally promising states the one nearest to the end goes first.
            self.open.push(Reverse((cost + inflated(rest), rest, state)));
        }
    }

    /// Least length of a plan that is still open.
    fn least_length(&self) -> u32 {
        self.open.peek().map_or(u32::MAX, |Reverse((length, ..))| *length)
    }

    fn next(&mut self) -> Option<(u32, u32)> {
        let Reverse((_, _, state)) = self.open.pop()?;
        Some((state, self.reached[&state].cost))
    }

    /// The states from a first one to `last`.
    fn route(&self, last: u32) -> Vec<u32> {
        let mut route = vec![last];
        let mut state = last;
        while self.reached[&state].parent != NONE {
            state = self.reached[&state].parent;
            route.push(state);
        }
        route.reverse();
        route
    }
}

/// The estimate as the search weighs it: a little more than it is if the end is far.
///
/// why: because of fixed cells near the target, the last steps often cost two moves more than estimated. Plain A\* would
/// then expand every other route of the estimated length, and between distant cells there are very many. Routes of up
/// to 40 moves stay exactly shortest.
fn inflated(rest: u32) -> u32 {
    rest + rest.saturating_sub(40) / 8
}

/// The sides from which the blank can approach a tile.
struct Approaches {
    /// For each side, a lower bound on the plans that begin there; `u32::MAX` once it is taken.
    bounds: [u32; 4],
    /// For each side that is taken, the blank's route to it.
    routes: [Vec<Direction>; 4],
}

impl Approaches {
    fn new(free: &FreeCells, delivery: Delivery) -> Self {
        let bound = |side: Direction| {
            let beside = free.step(delivery.tile, side).filter(|&beside| Some(beside) != delivery.avoid);
            beside.map_or(u32::MAX, |beside| {
                let rest = estimate(free, beside, side.inverse(), delivery.target);
                distance(free, delivery.blank, beside) + 1 + inflated(rest)
            })
        };
        Self { bounds: Direction::ALL.map(bound), routes: Default::default() }
    }

    /// Takes the side with the least bound, if that is less than `limit`.
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

fn distance(free: &FreeCells, a: usize, b: usize) -> u32 {
    let ((row, col), (other_row, other_col)) = (free.shape.place(a), free.shape.place(b));
    (row.abs_diff(other_row) + col.abs_diff(other_col)) as u32
}

/// A route of the blank with at most one turn, if one is open: the common case, and quick to find.
fn one_turn(free: &FreeCells, from: usize, to: usize, is_open: impl Fn(usize) -> bool) -> Option<Vec<Direction>> {
    let ((row, col), (to_row, to_col)) = (free.shape.place(from), free.shape.place(to));
    let vertical = if to_row > row { Direction::Down } else { Direction::Up };
    let horizontal = if to_col > col { Direction::Right } else { Direction::Left };
    let [rows, cols] = [(vertical, row.abs_diff(to_row)), (horizontal, col.abs_diff(to_col))];
    [[rows, cols], [cols, rows]].into_iter().find_map(|legs| {
        let mut cell = from;
        let mut moves = Vec::with_capacity(rows.1 + cols.1);
        for (direction, steps) in legs {
            for _ in 0..steps {
                cell = free.step(cell, direction).filter(|&next| is_open(next))?;
                moves.push(direction.inverse());
            }
        }
        Some(moves)
    })
}

/// The state of a tile in `cell` with the blank beside it, on the side towards which the tile can move.
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

/// Moves that bring a tile to its target where nothing is fixed: a step that turns takes three moves, a step straight on
/// takes five, and the blank has to get to the right side first.
fn estimate(free: &FreeCells, cell: usize, side: Direction, target: usize) -> u32 {
    let ((row, col), (to_row, to_col)) = (free.shape.place(cell), free.shape.place(target));
    let (rows, cols) = (row.abs_diff(to_row) as u32, col.abs_diff(to_col) as u32);
    let steps = rows + cols;
    if steps == 0 {
        return 0;
    }
    let vertical = if to_row < row { Direction::Up } else { Direction::Down };
    let horizontal = if to_col < col { Direction::Left } else { Direction::Right };
    // Extra moves if the first step goes along this axis: turning at every step where possible.
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

/// A walk of the blank around a tile, from one of its sides to another.
struct Around {
    from: usize,
    clockwise: bool,
    length: u32,
}

/// Moves of tiles while the blank goes clockwise around a tile, from the cell above it.
const CLOCKWISE: [Direction; 8] = {
    use Direction::{Down, Left, Right, Up};
    [Left, Up, Up, Right, Right, Down, Down, Left]
};

/// The number of a side among the eight cells around a tile, clockwise from the cell above it.
const fn hour(side: Direction) -> usize {
    match side {
        Direction::Up => 0,
        Direction::Right => 2,
        Direction::Down => 4,
        Direction::Left => 6,
    }
}

impl Around {
    fn append_to(&self, moves: &mut Vec<Direction>) {
        for step in 0..self.length as usize {
            moves.push(if self.clockwise {
                CLOCKWISE[(self.from + step) % 8]
            } else {
                CLOCKWISE[(self.from + 7 - step) % 8].inverse()
            });
        }
    }
}

/// The shorter of the two walks around the tile in `cell` that are open; `None` if both are blocked.
fn around(free: &FreeCells, cell: usize, from: Direction, to: Direction, avoid: Option<usize>) -> Option<Around> {
    let (from, to) = (hour(from), hour(to));
    let is_open = |hour: usize| {
        let (row, col) = free.shape.place(cell);
        let (down, right) = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)][hour % 8];
        let (row, col) = (row + down, col + right); // Shifted by one, so that they are never negative.
        let inside = row > 0 && col > 0 && row <= free.shape.rows() && col <= free.shape.cols();
        inside && {
            let cell = free.shape.cell(row - 1, col - 1);
            free.is_free(cell) && Some(cell) != avoid
        }
    };
    let clockwise = (to + 8 - from) % 8;
    let walks = [(clockwise, true), ((8 - clockwise) % 8, false)];
    let open = walks.into_iter().filter(|&(length, clockwise)| {
        (1..=length).all(|step| is_open(if clockwise { from + step } else { from + 8 - step }))
    });
    let shorter = open.min_by_key(|&(length, _)| length);
    shorter.map(|(length, clockwise)| Around { from, clockwise, length: length as u32 })
}
