//! Every heuristic against exact distances: admissible, consistent, and the same move by move as from scratch.

use crate::support::{goals, random_goal, shape, tables};
use rustc_hash::FxHashMap;
use taquin::{
    rng::Rng,
    search::{Cost, Heuristic, Space, bfs, maximum::Maximum},
    tiles::{
        Board, LinearConflict, Manhattan, WalkingDistance,
        grid::{Bytes, Cells, Grid, Nibbles, Words},
        pattern_db::Level,
        scramble,
    },
};

/// Does the same with every heuristic that serves the goal.
macro_rules! with_every_heuristic {
    ($goal:expr, $check:expr) => {{
        let goal: &Board = $goal;
        $check("manhattan", &Manhattan::new(goal));
        $check("linear-conflict", &LinearConflict::new(goal));
        if let Ok(walking) = WalkingDistance::new(goal) {
            $check("walking-distance", &walking);
            $check("maximum", &Maximum(LinearConflict::new(goal), walking));
        }
        if let Some(tables) = tables(goal, Level::Middle) {
            $check("pattern-db", &tables);
        }
    }};
}

/// Checks a state and all moves from it, given its exact distance. All five claim to be consistent.
fn check_state<C: Cells>(name: &str, heuristic: &impl Heuristic<Grid<C>>, grid: &Grid<C>, state: &C, distance: Cost) {
    let memo = heuristic.start(state);
    let value = heuristic.value(memo);
    assert!(value <= distance, "{name} says {value} where {distance} are enough");
    assert!(!grid.is_goal(state) || value == 0, "{name} says {value} at the goal");
    assert_eq!(value % 2, distance % 2, "{name}: every move changes the parity of all of them");
    for mv in grid.moves(state, None) {
        let mut next = state.clone();
        grid.apply(&mut next, mv);
        let stepped = heuristic.value(heuristic.step(memo, state, mv));
        assert_eq!(stepped, heuristic.value(heuristic.start(&next)), "{name}: incremental and from scratch");
        assert_eq!(stepped.abs_diff(value), 1, "{name} is consistent, and keeps the parity");
    }
}

/// Every board that can reach these goals.
fn check_all(goals: &[Board], states: usize) {
    for goal in goals {
        let grid = Grid::<Nibbles>::new(goal);
        let distances = bfs::distances(&grid, Nibbles::pack(goal));
        assert_eq!(distances.len(), states);
        with_every_heuristic!(goal, |name, heuristic| {
            for (state, &distance) in &distances {
                check_state(name, heuristic, &grid, state, distance);
            }
        });
    }
}

#[test]
fn all_boards_of_three_by_three() {
    check_all(&goals(shape(3, 3), &[4, 1], &mut Rng::from_seed(33)), 181_440);
}

#[test]
fn all_boards_of_two_by_four_and_four_by_two() {
    let mut rng = Rng::from_seed(24);
    check_all(&goals(shape(2, 4), &[0, 1, 6], &mut rng), 20_160);
    check_all(&goals(shape(4, 2), &[1, 2, 5], &mut rng), 20_160);
}

#[test]
fn all_boards_of_the_smallest_sizes_for_every_place_of_the_blank() {
    let mut rng = Rng::from_seed(2);
    check_all(&goals(shape(2, 2), &[0, 1, 2, 3], &mut rng), 12);
    check_all(&goals(shape(2, 3), &[0, 1, 2, 3, 4, 5], &mut rng), 360);
    check_all(&goals(shape(3, 2), &[0, 1, 2, 3, 4, 5], &mut rng), 360);
    check_all(&goals(shape(1, 5), &[0, 2, 4], &mut rng), 5);
    check_all(&goals(shape(6, 1), &[0, 3], &mut rng), 6);
}

/// Exact distances without any heuristic: all boards near the goal are known, from others breadth-first search goes
/// until it meets one. 3×4 has 239 500 800 boards, too many to know them all.
struct Oracle {
    grid: Grid<Nibbles>,
    near: FxHashMap<Nibbles, u8>,
}

const NEAR: u8 = 20;

impl Oracle {
    fn new(goal: &Board) -> Self {
        let grid = Grid::new(goal);
        let mut near = FxHashMap::from_iter([(Nibbles::pack(goal), 0)]);
        let mut layer = vec![Nibbles::pack(goal)];
        for distance in 1..=NEAR {
            layer = next_layer(&grid, &layer, |state| {
                let is_new = !near.contains_key(&state);
                near.entry(state).or_insert(distance);
                is_new
            });
        }
        Self { grid, near }
    }

    fn distance(&self, start: Nibbles) -> Cost {
        let mut seen = FxHashMap::from_iter([(start, ())]);
        let mut layer = vec![start];
        for depth in 0.. {
            // A board at the rim lies on a shortest way, and the first layer that touches the rim is the nearest.
            if let Some(near) = layer.iter().filter_map(|state| self.near.get(state)).min() {
                return depth + Cost::from(*near);
            }
            layer = next_layer(&self.grid, &layer, |state| seen.insert(state, ()).is_none());
        }
        unreachable!("every board of a problem reaches the goal")
    }
}

fn next_layer(grid: &Grid<Nibbles>, layer: &[Nibbles], mut is_new: impl FnMut(Nibbles) -> bool) -> Vec<Nibbles> {
    let mut next = Vec::new();
    for state in layer {
        for mv in grid.moves(state, None) {
            let mut successor = *state;
            grid.apply(&mut successor, mv);
            if is_new(successor) {
                next.push(successor);
            }
        }
    }
    next
}

#[test]
fn samples_of_three_by_four_and_four_by_three() {
    let mut rng = Rng::from_seed(34);
    let goals = [Board::solved(shape(3, 4)), random_goal(shape(4, 3), 4, &mut rng)];
    for goal in &goals {
        let oracle = Oracle::new(goal);
        let samples: Vec<_> = (0..80).map(|_| Nibbles::pack(&scramble::uniform(goal, &mut rng))).collect();
        let known: Vec<_> = samples.into_iter().map(|state| (state, oracle.distance(state))).collect();
        // Random boards are hard, so boards near the goal come as well: where a bound is too high, it shows there.
        let near = oracle.near.iter().step_by(97).map(|(&state, &distance)| (state, Cost::from(distance)));
        let all: Vec<_> = known.into_iter().chain(near).collect();
        assert!(all.len() > 1_000);
        with_every_heuristic!(goal, |name, heuristic| {
            for (state, distance) in &all {
                check_state(name, heuristic, &oracle.grid, state, *distance);
            }
        });
    }
}

/// Random walks on boards of any size: what is kept move by move equals what is computed anew.
fn check_walk<C: Cells>(name: &str, heuristic: &impl Heuristic<Grid<C>>, goal: &Board, rng: &mut Rng) {
    let grid = Grid::<C>::new(goal);
    let mut state = C::pack(&scramble::uniform(goal, rng));
    let mut memo = heuristic.start(&state);
    for _ in 0..if goal.shape().cells() > 100 { 60 } else { 300 } {
        let count = grid.moves(&state, None).count() as u64;
        let Some(mv) = (count > 0).then(|| grid.moves(&state, None).nth(rng.below(count) as usize)).flatten() else {
            return;
        };
        memo = heuristic.step(memo, &state, mv);
        grid.apply(&mut state, mv);
        let (stepped, anew) = (heuristic.value(memo), heuristic.value(heuristic.start(&state)));
        assert_eq!(stepped, anew, "{name} on {}", goal.shape());
    }
}

#[test]
fn incremental_equals_from_scratch_on_boards_of_any_size() {
    let mut rng = Rng::from_seed(400);
    let sides =
        [(1, 1), (1, 7), (2, 5), (2, 6), (2, 7), (3, 5), (5, 3), (4, 4), (4, 5), (5, 5), (6, 6), (8, 8), (7, 3)];
    for (rows, cols) in sides.into_iter().chain([(9, 9), (3, 40), (20, 20), (70, 2), (100, 100)]) {
        let shape = shape(rows, cols);
        for goal in goals(shape, &[shape.cells() / 2], &mut rng) {
            match shape.cells() {
                ..=16 => {
                    with_every_heuristic!(&goal, |name, h| check_walk::<Nibbles>(name, h, &goal, &mut rng));
                }
                17..=64 => with_every_heuristic!(&goal, |name, h| check_walk::<Bytes>(name, h, &goal, &mut rng)),
                _ => with_every_heuristic!(&goal, |name, h| check_walk::<Words>(name, h, &goal, &mut rng)),
            }
        }
    }
}

/// Linear conflict is never below Manhattan, and the maximum never below its parts.
#[test]
fn stronger_heuristics_are_never_weaker() {
    let mut rng = Rng::from_seed(44);
    for goal in goals(shape(4, 4), &[0, 5], &mut rng) {
        let (manhattan, linear) = (Manhattan::new(&goal), LinearConflict::new(&goal));
        let walking = WalkingDistance::new(&goal).unwrap();
        let maximum = Maximum(linear.clone(), walking.clone());
        for _ in 0..2_000 {
            let state = Nibbles::pack(&scramble::uniform(&goal, &mut rng));
            fn value(heuristic: &impl Heuristic<Grid<Nibbles>>, state: &Nibbles) -> Cost {
                heuristic.value(heuristic.start(state))
            }
            let manhattan = value(&manhattan, &state);
            assert!(value(&linear, &state) >= manhattan && value(&walking, &state) >= manhattan);
            assert_eq!(value(&maximum, &state), value(&linear, &state).max(value(&walking, &state)));
        }
    }
}
