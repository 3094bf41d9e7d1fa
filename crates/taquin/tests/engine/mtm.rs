//! The multi-tile metric against brute force.

use crate::support::{distances, shape};
use std::collections::HashSet;
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Stats, Status},
    tiles::{
        Algorithm, Board, Direction, Metric, Moves, Options, Problem, Solver,
        mtm::Mtm,
        optimal::{OptimalOptions, Resources},
        pattern_db::Level,
        scramble,
    },
};

fn slides_by(resources: &Resources, problem: &Problem) -> usize {
    let mut search = Mtm::new(problem, resources, OptimalOptions::default()).unwrap();
    while search.run(10_000) == Status::Paused {}
    let moves = search.solution().unwrap();
    replay::tiles(problem.start(), problem.goal(), moves).unwrap();
    let length = Moves::from(moves).mtm();
    assert_eq!(search.stats().lower_bound as usize, length);
    length
}

/// Every so many of the 181 440 boards of 3×3, the hardest of which need 24 slides.
fn boards_of_nine_cells(every: usize) {
    let goal = Board::solved(shape(3, 3));
    let distances = distances(&goal, true);
    assert_eq!((distances.len(), distances.values().max()), (181_440, Some(&24)));
    let resources = Resources::default();
    for (board, distance) in distances.into_iter().step_by(every) {
        let problem = Problem::new(board, goal.clone()).unwrap();
        assert_eq!(slides_by(&resources, &problem), distance as usize, "{}", problem.start());
    }
}

#[test]
fn some_boards_of_nine_cells() {
    boards_of_nine_cells(20);
}

#[test]
#[ignore = "half a minute of processor time; the sample above is drawn anew in each run"]
fn every_board_of_nine_cells() {
    boards_of_nine_cells(1);
}

/// Every board of other small shapes, with other goals.
#[test]
fn other_small_boards() {
    let mut rng = Rng::from_seed(6);
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (4, 2)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let resources = Resources::default();
        for (board, distance) in distances(&goal, true) {
            let problem = Problem::new(board, goal.clone()).unwrap();
            assert_eq!(slides_by(&resources, &problem), distance as usize, "{} to {goal}", problem.start());
        }
    }
}

/// A board some random slides away.
fn walk(goal: &Board, count: usize, rng: &mut Rng) -> Board {
    let mut board = goal.clone();
    for _ in 0..count {
        let direction = Direction::ALL[rng.below(4) as usize];
        for _ in 0..=rng.below(3) {
            let _ = board.slide(direction);
        }
    }
    board
}

/// All boards one slide from those of a layer that were not seen before.
fn next_layer(layer: &[Board], seen: &mut HashSet<Board>) -> Vec<Board> {
    let mut next = Vec::new();
    for board in layer {
        for direction in Direction::ALL {
            let mut board = board.clone();
            while board.slide(direction) {
                if seen.insert(board.clone()) {
                    next.push(board.clone());
                }
            }
        }
    }
    next
}

/// The fewest slides, by breadth-first search from both ends.
fn slides_by_two_searches(problem: &Problem) -> usize {
    let mut layers = [problem.start(), problem.goal()].map(|board| vec![board.clone()]);
    let mut seen = layers.each_ref().map(|layer| HashSet::from_iter(layer.clone()));
    let mut slides = 0;
    while !layers[0].iter().any(|board| seen[1].contains(board)) {
        let side = usize::from(layers[1].len() < layers[0].len());
        layers[side] = next_layer(&layers[side], &mut seen[side]);
        slides += 1;
        if layers[1].iter().any(|board| seen[0].contains(board)) {
            break;
        }
    }
    slides
}

/// Boards of all shapes of 10 to 16 cells, with goals whose blank is anywhere.
#[test]
fn boards_of_other_shapes_near_the_goal() {
    let mut rng = Rng::from_seed(8);
    for (rows, cols) in [(2, 5), (5, 2), (2, 6), (3, 4), (4, 3), (2, 7), (7, 2), (3, 5), (5, 3), (2, 8), (8, 2), (4, 4)]
    {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let resources = Resources::default();
        for count in [6, 10, 14] {
            let problem = Problem::new(walk(&goal, count, &mut rng), goal.clone()).unwrap();
            let expected = slides_by_two_searches(&problem);
            assert_eq!(slides_by(&resources, &problem), expected, "{} to {goal}", problem.start());
        }
    }
}

/// On 4×4 as well, with the usual goal, by the small tables and farther than their perimeter.
#[test]
fn boards_of_sixteen_cells_near_the_goal() {
    let (mut rng, goal) = (Rng::from_seed(7), Board::solved(shape(4, 4)));
    let resources = Resources::default();
    for _ in 0..6 {
        let problem = Problem::new(walk(&goal, 22, &mut rng), goal.clone()).unwrap();
        assert_eq!(slides_by(&resources, &problem), slides_by_two_searches(&problem), "{}", problem.start());
    }
}

/// Small tables and large ones agree.
#[test]
#[ignore = "a quarter of a minute of processor time"]
fn large_tables_of_sixteen_cells() {
    let (mut rng, goal) = (Rng::from_seed(11), Board::solved(shape(4, 4)));
    let resources = Resources::default();
    for _ in 0..20 {
        let problem = Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).unwrap();
        let [small, large] = [Level::Small, Level::Large].map(|level| {
            let options = OptimalOptions { level: Some(level), threads: 2, ..OptimalOptions::default() };
            let mut search = Mtm::new(&problem, &resources, options).unwrap();
            while search.run(1 << 20) == Status::Paused {}
            search.stats().lower_bound
        });
        assert_eq!(small, large, "{}", problem.start());
    }
}

/// Two of the sixteen boards that are farthest from the goal (Norskog and Davidson, *The Fifteen Puzzle can be solved in 43
/// "moves"*, 2010).
#[test]
#[ignore = "a minute of processor time"]
fn boards_that_need_43_slides() {
    let resources = Resources::default();
    for board in ["1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0", "0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1"] {
        let problem = Problem::to_default_goal(board.parse().unwrap()).unwrap();
        let options = OptimalOptions { level: Some(Level::Large), threads: 2, ..OptimalOptions::default() };
        let mut search = Mtm::new(&problem, &resources, options).unwrap();
        while search.run(1 << 20) == Status::Paused {}
        let moves = search.solution().unwrap();
        replay::tiles(problem.start(), problem.goal(), moves).unwrap();
        assert_eq!((Moves::from(moves).mtm(), search.stats().lower_bound), (43, 43), "{board}");
    }
}

/// A search in steps of one node costs and finds the same as one in a single run.
#[test]
fn pauses_change_nothing() {
    let problem = Problem::to_default_goal("7 2 5/4 6 1/3 8 0".parse().unwrap()).unwrap();
    let [whole, steps] = [u64::MAX, 1].map(|budget| {
        let mut search = Mtm::new(&problem, &Resources::default(), OptimalOptions::default()).unwrap();
        while search.run(budget) == Status::Paused {}
        // What the tables took while they were built is seen at the pauses only.
        (search.solution().unwrap().to_vec(), Stats { peak_bytes: 0, ..search.stats().clone() })
    });
    assert_eq!(whole, steps);
}

#[test]
fn large_boards_are_refused() {
    let goal = Board::solved(shape(4, 5));
    let refused =
        Mtm::new(&Problem::new(goal.clone(), goal).unwrap(), &Resources::default(), OptimalOptions::default())
            .err()
            .unwrap();
    assert_eq!(refused.shape, shape(4, 5));
}

fn anytime(problem: &Problem, algorithm: Algorithm) -> Solver {
    let options = Options { metric: Metric::Mtm, ..Options::new(algorithm) };
    Solver::new(problem, &options).unwrap()
}

/// `anytime` proves small boards, and its first lower bound, which holds for boards of any size, never exceeds the truth.
#[test]
fn anytime_counts_slides_of_small_boards() {
    let goal = Board::solved(shape(3, 3));
    for (number, (board, distance)) in distances(&goal, true).into_iter().enumerate() {
        let problem = Problem::new(board, goal.clone()).unwrap();
        let mut solver = anytime(&problem, Algorithm::Anytime);
        assert!(solver.stats().lower_bound <= distance, "{}", problem.start());
        if number % 2_000 == 0 {
            let moves = solver.finish().unwrap().unwrap();
            assert_eq!((moves.mtm(), solver.is_proven()), (distance as usize, true), "{}", problem.start());
        }
    }
}

/// On larger boards it has a solution at once, shortens it in slides, and never says more than it has proven.
#[test]
fn anytime_shortens_slides_of_large_boards() {
    let mut rng = Rng::from_seed(12);
    for (rows, cols) in [(4, 5), (5, 5), (3, 9), (7, 7), (2, 10), (1, 20)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let problem = Problem::new(scramble::uniform(&goal, &mut rng), goal).unwrap();
        let mut solver = anytime(&problem, Algorithm::Auto);
        while solver.solution().is_none() {
            solver.run(1_000);
        }
        let first = solver.checked_solution().unwrap().unwrap().mtm();
        solver.run(600_000);
        let last = solver.checked_solution().unwrap().unwrap();
        assert!(solver.stats().lower_bound as usize <= last.mtm());
        let is_thin = rows == 1;
        assert!(last.mtm() < first || is_thin, "{rows}x{cols}: {first} to {}", last.mtm());
        assert_eq!(solver.is_proven(), last.mtm() == solver.stats().lower_bound as usize);
    }
}
