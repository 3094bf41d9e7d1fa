//! The constructive solvers: they solve every board, of any shape, to any goal, and not in too many moves.

use crate::support::{self, arrangements, random_problem, shape};
use taquin::{
    replay::{self, TileReplay},
    rng::Rng,
    search::{Search, Status},
    tiles::{
        Algorithm, Board, Moves, Options, Problem, Solver,
        constructive::{Constructive, ConstructiveSearch, Method},
        scramble,
    },
};

const METHODS: [Method; 3] = [Method::Greedy, Method::DivideAndConquer, Method::Strategic];

/// Solves and replays; the number of moves.
fn solve(problem: &Problem, method: Method) -> usize {
    let mut replay = TileReplay::new(problem.start());
    let mut length = 0;
    for stage in Constructive::new(problem, method) {
        assert!(!stage.moves.is_empty(), "a stage without moves: {}", stage.task);
        length += stage.moves.len();
        stage.moves.iter().for_each(|&direction| replay.step(direction).unwrap());
    }
    replay.finish(problem.goal()).unwrap_or_else(|error| panic!("{method:?} on {}: {error}", problem.start()));
    length
}

#[test]
fn random_boards_with_random_goals_are_solved() {
    solve_random_boards(1_000);
}

#[test]
#[ignore = "a minute of processor time; the first thousand of them always run"]
fn ten_thousand_random_boards_with_random_goals_are_solved() {
    solve_random_boards(10_000);
}

fn solve_random_boards(count: usize) {
    let mut rng = Rng::from_seed(1);
    for _ in 0..count {
        let side = |rng: &mut Rng| 2 + rng.below(11) as usize;
        let shape = support::shape(side(&mut rng), side(&mut rng));
        let problem = random_problem(shape, &mut rng);
        for method in METHODS {
            solve(&problem, method);
        }
    }
}

#[test]
fn narrow_and_tiny_boards_are_solved() {
    let mut rng = Rng::from_seed(2);
    let sides = (1..=9).chain([33, 256]);
    for long in sides {
        for (rows, cols) in [(1, long), (long, 1), (2, long), (long, 2), (3, long), (long, 3)] {
            for _ in 0..if long < 10 { 20 } else { 1 } {
                let problem = random_problem(shape(rows, cols), &mut rng);
                for method in METHODS {
                    solve(&problem, method);
                }
            }
        }
    }
}

/// Every start and every goal of the boards on which the least room is left.
#[test]
fn all_small_boards_are_solved() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let shape = support::shape(rows, cols);
        for blank in 0..shape.cells() {
            let goal = Board::solved(shape).exchanged(blank, shape.cells() - 1);
            for cells in arrangements(shape.cells()) {
                let start = Board::new(shape, &cells).unwrap();
                if let Ok(problem) = Problem::new(start, goal.clone()) {
                    for method in METHODS {
                        solve(&problem, method);
                    }
                }
            }
        }
    }
}

/// Means of the first constructive solvers that this one is measured against: 44, 135, 299 and 2 824 moves.
#[test]
fn answers_are_short() {
    let mut rng = Rng::from_seed(3);
    for (side, limit) in [(3, 44.0), (4, 135.0), (5, 299.0), (10, 2_824.0)] {
        let shape = support::shape(side, side);
        for method in METHODS {
            let lengths = (0..200).map(|_| {
                let problem = Problem::to_default_goal(scramble::uniform(&Board::solved(shape), &mut rng)).unwrap();
                solve(&problem, method)
            });
            let mean = lengths.sum::<usize>() as f64 / 200.0;
            assert!(mean < limit, "{method:?} on {side}x{side}: {mean}");
        }
    }
}

#[test]
fn large_boards_are_solved() {
    let mut rng = Rng::from_seed(4);
    for (rows, cols) in [(100, 100), (64, 256)] {
        let problem = random_problem(shape(rows, cols), &mut rng);
        for method in METHODS {
            solve(&problem, method);
        }
    }
    solve(&random_problem(shape(256, 256), &mut rng), Method::Strategic);
}

/// What each stage does, and how: together the stages are the solution, move for move, and nothing in it is taken back
/// at once.
#[test]
fn stages_are_the_solution() {
    let mut rng = Rng::from_seed(6);
    let sizes = [(1, 7), (2, 2), (2, 9), (3, 3), (4, 4), (5, 5), (7, 4), (10, 10), (12, 17)];
    for (rows, cols) in sizes {
        let shape = support::shape(rows, cols);
        for number in 0..60 {
            // The goal in order, and goals in random order with the blank anywhere.
            let problem = match number % 2 {
                0 => Problem::to_default_goal(scramble::uniform(&Board::solved(shape), &mut rng)).unwrap(),
                _ => random_problem(shape, &mut rng),
            };
            for algorithm in [Algorithm::Greedy, Algorithm::DivideAndConquer, Algorithm::Strategic] {
                let mut solver = Solver::new(&problem, &Options::new(algorithm)).unwrap();
                let moves = solver.finish().unwrap().unwrap();
                let stages: Vec<_> = solver.stages().unwrap().collect();
                assert!(stages.iter().all(|(_, moves)| !moves.is_empty()));
                let sum: usize = stages.iter().map(|(_, moves)| moves.len()).sum();
                assert_eq!(sum, moves.stm(), "{algorithm} on {}", problem.start());
                let joined: Moves = stages.iter().flat_map(|(_, moves)| *moves).copied().collect();
                assert_eq!(joined, moves, "{algorithm} on {}", problem.start());
                assert_eq!(moves.simplified(), moves, "{algorithm} on {}", problem.start());
            }
        }
    }
}

#[test]
fn other_algorithms_have_no_stages() {
    let problem = random_problem(shape(3, 3), &mut Rng::from_seed(7));
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.method().is_none()) {
        let solver = Solver::new(&problem, &Options::new(algorithm)).unwrap();
        assert!(solver.stages().is_none(), "{algorithm}");
    }
}

#[test]
fn a_search_in_slices_collects_the_same_moves() {
    let problem = random_problem(shape(7, 5), &mut Rng::from_seed(5));
    for method in METHODS {
        let streamed: Moves = Constructive::new(&problem, method).flat_map(|stage| stage.moves).collect();
        let mut search = ConstructiveSearch::new(&problem, method);
        let mut slices = 0;
        while search.run(10) == Status::Paused {
            assert!(search.solution().is_none());
            slices += 1;
        }
        assert!(slices > 10);
        let solution = search.solution().unwrap();
        assert_eq!(solution, &*streamed);
        assert!(search.stats().lower_bound as usize <= solution.len());
        replay::tiles(problem.start(), problem.goal(), solution).unwrap();
    }
}
