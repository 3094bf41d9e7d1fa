//! The kernel with and without duplicate pruning, on one thread and on several, against breadth-first search.

use super::{fsm::PruningFsm, *};
use crate::{
    replay,
    rng::Rng,
    search::ida_star::IdaStar,
    tiles::{
        Board, Shape,
        grid::{Grid, Nibbles},
        pattern_db::{Store, Tables},
        scramble,
    },
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn tables(goal: &Board, level: Level) -> Tables {
    let mut preparation = Preparation::new(&Store::in_memory(), goal, level, 1).unwrap();
    while !preparation.run(1_000_000) {}
    preparation.finish().unwrap()
}

/// The length of the shortest solution, which is replayed.
fn length(solver: &Searcher, problem: &Problem, threads: usize, budget: u64) -> u32 {
    let mut search = solver.search(problem, 0, threads);
    while search.run(budget) == Status::Paused {}
    let moves = search.solution().unwrap();
    replay::tiles(problem.start(), problem.goal(), moves).unwrap();
    assert_eq!(search.stats().lower_bound as usize, moves.len());
    moves.len() as u32
}

/// All boards of 3×3 for a goal with the blank in a corner, and some of those with it at an edge and in the middle.
#[test]
fn every_board_of_nine_cells_with_and_without_pruning() {
    for (blank, every) in [(8, 1), (7, 19), (4, 19)] {
        let goal = Board::solved(shape(3, 3)).exchanged(8, blank);
        let tables = tables(&goal, Level::Small);
        let solvers = [2, 12].map(|length| Searcher::new(&tables, &Arc::new(PruningFsm::new(length))));
        assert!(solvers.iter().all(|solver| !matches!(solver, Searcher::Generic(_))));
        let mut seen = FxHashMap::from_iter([(goal.clone(), 0)]);
        let mut layer = vec![goal.clone()];
        for depth in 1.. {
            let mut next_layer = Vec::new();
            for board in &layer {
                for direction in Direction::ALL {
                    let mut next = board.clone();
                    if next.slide(direction) && !seen.contains_key(&next) {
                        seen.insert(next.clone(), depth);
                        next_layer.push(next);
                    }
                }
            }
            layer = next_layer;
            if layer.is_empty() {
                break;
            }
        }
        assert_eq!(seen.len(), 181_440);
        for (board, distance) in seen.into_iter().step_by(every) {
            let problem = Problem::new(board, goal.clone()).unwrap();
            for solver in &solvers {
                assert_eq!(length(solver, &problem, 1, 1_000), distance, "{} to {goal}", problem.start());
            }
        }
    }
}

/// Hundreds of larger boards of all kinds, with random goals: pruning, threads and tables do not change the length.
#[test]
fn larger_boards_with_and_without_pruning() {
    let mut rng = Rng::from_seed(12);
    let machines = [2, 8, 12].map(|length| Arc::new(PruningFsm::new(length)));
    let kinds =
        [(4, 4, 60), (3, 4, 100), (4, 3, 50), (2, 6, 60), (3, 5, 40), (5, 3, 20), (2, 7, 30), (2, 5, 40), (7, 2, 10)];
    for (rows, cols, count) in kinds {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let small = tables(&goal, Level::Small);
        let solvers = machines.clone().map(|machine| Searcher::new(&small, &machine));
        for number in 0..count {
            // Anywhere on small boards; near enough to the goal to be fast without pruning on larger ones.
            let near = rows * cols > 12 || number % 2 == 0;
            let start = if near { scramble::walk(&goal, 50, &mut rng) } else { scramble::uniform(&goal, &mut rng) };
            let problem = Problem::new(start, goal.clone()).unwrap();
            let lengths = [0, 1, 2].map(|machine| length(&solvers[machine], &problem, 1 + machine, 5_000));
            assert!(lengths.iter().all(|&length| length == lengths[0]), "{lengths:?} {} to {goal}", problem.start());
        }
    }
}

/// The kernel agrees with the generic search over the same tables, which shares no code with it.
#[test]
fn the_kernel_agrees_with_the_generic_search() {
    let mut rng = Rng::from_seed(3);
    for blank in [15, 14, 10, 0] {
        let goal = scramble::uniform(&Board::solved(shape(4, 4)), &mut rng);
        let goal = goal.exchanged(goal.blank(), blank);
        let tables = tables(&goal, Level::Small);
        let solver = Searcher::new(&tables, &Arc::new(PruningFsm::new(8)));
        for _ in 0..15 {
            let problem = Problem::new(scramble::walk(&goal, 70, &mut rng), goal.clone()).unwrap();
            let (grid, start) = Grid::<Nibbles>::for_problem(&problem);
            let mut generic = IdaStar::new(grid, tables.clone(), start);
            assert_eq!(generic.run(u64::MAX), Status::Solved);
            assert_eq!(length(&solver, &problem, 1, u64::MAX) as usize, generic.solution().unwrap().len());
        }
    }
}

/// Hard boards, for which a solution is shortened beside the proof: budgets of any size lead to the same solution by the same
/// nodes.
#[test]
fn budgets_do_not_change_the_search() {
    let boards = ["3 1 13 0 5 15 14 11/7 8 4 6 10 9 2 12", "5 13 4 7 11/3 12 8 1 6/10 9 0 2 14"];
    for board in boards {
        let problem = Problem::to_default_goal(board.parse().unwrap()).unwrap();
        let resources = Resources::default();
        let options = OptimalOptions { level: Some(Level::Small), ..OptimalOptions::default() };
        let run = |budget: u64| {
            let mut search = Optimal::new(&problem, &resources, options).unwrap();
            assert!(
                search.solution().is_some_and(|moves| replay::tiles(problem.start(), problem.goal(), moves).is_ok())
            );
            while search.run(budget) == Status::Paused {}
            assert!(search.upper.is_some(), "hard enough");
            let stats = search.stats();
            assert!(stats.proves(search.solution().unwrap().len() as Cost));
            (search.solution().unwrap().to_vec(), stats.generated, stats.bounds.clone())
        };
        let whole = run(u64::MAX);
        for budget in [1_777, 300_000, 5_000_000] {
            assert_eq!(run(budget), whole);
        }
    }
}
