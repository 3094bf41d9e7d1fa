//! The constructive solvers: they solve every board, of any shape, to any goal, and not in too many moves.

use taquin::{
    replay::{self, TileReplay},
    rng::Rng,
    search::{Search, Status},
    tiles::{
        Board, Moves, Problem, Shape,
        constructive::{Constructive, ConstructiveSearch, Method},
        scramble,
    },
};

const METHODS: [Method; 3] = [Method::Greedy, Method::DivideAndConquer, Method::Strategic];

fn random_problem(shape: Shape, rng: &mut Rng) -> Problem {
    let goal = scramble::uniform(&Board::solved(shape), rng);
    let start = scramble::uniform(&goal, rng);
    Problem::new(start, goal).unwrap()
}

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
fn ten_thousand_random_boards_with_random_goals_are_solved() {
    let mut rng = Rng::from_seed(1);
    for _ in 0..10_000 {
        let side = |rng: &mut Rng| 2 + rng.below(11) as usize;
        let shape = Shape::new(side(&mut rng), side(&mut rng)).unwrap();
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
                let problem = random_problem(Shape::new(rows, cols).unwrap(), &mut rng);
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
        let shape = Shape::new(rows, cols).unwrap();
        for blank in 0..shape.cells() {
            let mut cells: Vec<u16> = (1..shape.cells() as u16).collect();
            cells.insert(blank, 0);
            let goal = Board::new(shape, &cells).unwrap();
            permutations(&mut cells, 0, &mut |cells| {
                let start = Board::new(shape, cells).unwrap();
                if let Ok(problem) = Problem::new(start, goal.clone()) {
                    for method in METHODS {
                        solve(&problem, method);
                    }
                }
            });
        }
    }
}

fn permutations(cells: &mut Vec<u16>, fixed: usize, visit: &mut impl FnMut(&[u16])) {
    if fixed == cells.len() {
        return visit(cells);
    }
    for other in fixed..cells.len() {
        cells.swap(fixed, other);
        permutations(cells, fixed + 1, visit);
        cells.swap(fixed, other);
    }
}

/// Means of the first constructive solvers that this one is measured against: 44, 135, 299 and 2 824 moves.
#[test]
fn answers_are_short() {
    let mut rng = Rng::from_seed(3);
    for (side, limit) in [(3, 44.0), (4, 135.0), (5, 299.0), (10, 2_824.0)] {
        let shape = Shape::new(side, side).unwrap();
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
        let problem = random_problem(Shape::new(rows, cols).unwrap(), &mut rng);
        for method in METHODS {
            solve(&problem, method);
        }
    }
    solve(&random_problem(Shape::new(256, 256).unwrap(), &mut rng), Method::Strategic);
}

#[test]
fn a_search_in_slices_collects_the_same_moves() {
    let problem = random_problem(Shape::new(7, 5).unwrap(), &mut Rng::from_seed(5));
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
        assert_eq!(solution, &*streamed.simplified());
        assert!(search.stats().lower_bound as usize <= solution.len());
        replay::tiles(problem.start(), problem.goal(), solution).unwrap();
    }
}
