//! Scrambles: solvable, reproducible, and as random as they claim.

use crate::support::{random_goal, shape};
use std::collections::HashMap;
use taquin::{
    rng::Rng,
    tiles::{Board, Problem, scramble},
};

/// Chi-square over the 360 reachable boards of 2×3: with 359 degrees of freedom, values outside 270…460 have a chance
/// of about 1 in 5 000 on either side.
#[test]
fn uniform_is_uniform_over_solvable_boards() {
    let goal = Board::solved(shape(2, 3));
    let mut rng = Rng::from_seed(2026);
    let draws = 360 * 200;
    let mut counts: HashMap<Board, f64> = HashMap::new();
    for _ in 0..draws {
        *counts.entry(scramble::uniform(&goal, &mut rng)).or_default() += 1.0;
    }
    assert_eq!(counts.len(), 360, "every reachable board occurs");
    let chi_square: f64 = counts.values().map(|count| (count - 200.0).powi(2) / 200.0).sum();
    assert!((270.0..460.0).contains(&chi_square), "chi-square {chi_square}");
}

#[test]
fn every_scramble_is_solvable_for_any_shape_and_goal() {
    let mut rng = Rng::from_seed(8);
    let sizes = [(1, 1), (1, 2), (1, 7), (7, 1), (2, 2), (2, 5), (5, 2), (3, 3), (4, 4), (9, 6)];
    for shape in sizes.map(|(rows, cols)| shape(rows, cols)) {
        for _ in 0..50 {
            let blank = rng.below(shape.cells() as u64) as usize;
            let goal = random_goal(shape, blank, &mut rng);
            let walked = scramble::walk(&goal, 30, &mut rng);
            let displaced = scramble::displaced(&goal, 40, &mut rng).unwrap_or_else(|_| goal.clone());
            for board in [scramble::uniform(&goal, &mut rng), walked, displaced] {
                assert!(Problem::new(board.clone(), goal.clone()).is_ok(), "{board} to {goal}");
            }
        }
    }
}

#[test]
fn a_seed_means_the_same_board_for_good() {
    let goal = Board::solved(shape(4, 4));
    let mut rng = Rng::from_seed(1);
    assert_eq!(scramble::uniform(&goal, &mut rng).to_string(), "11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12");
    assert_eq!(scramble::walk(&goal, 20, &mut rng).to_string(), "1 6 2 7/9 5 4 3/13 10 15 8/14 0 12 11");
    assert_eq!(scramble::displaced(&goal, 80, &mut rng).unwrap().to_string(), "1 4 7 3/5 10 2 6/13 9 12 8/0 14 11 15");
}

#[test]
fn a_walk_never_takes_its_last_move_back() {
    let goal = Board::solved(shape(3, 3));
    let mut rng = Rng::from_seed(3);
    for _ in 0..200 {
        assert_ne!(scramble::walk(&goal, 2, &mut rng), goal);
    }
}

#[test]
fn displaced_keeps_its_promise() {
    let mut rng = Rng::from_seed(4);
    for (rows, cols) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (1, 6), (6, 1), (20, 20)] {
        let goal = Board::solved(shape(rows, cols));
        for percent in [0, 1, 50, 80, 100] {
            let board = scramble::displaced(&goal, percent, &mut rng).unwrap();
            let tiles = goal.cells().len() - 1;
            let wrong_cells = board.cells().iter().zip(goal.cells()).filter(|(here, there)| here != there).count();
            assert!(board.misplaced(&goal) * 100 >= tiles * percent as usize, "{board}");
            assert!(wrong_cells * 100 >= (tiles + 1) * percent as usize, "{board}");
        }
    }
}

#[test]
fn a_share_out_of_reach_is_refused() {
    let mut rng = Rng::from_seed(5);
    let middle: Board = "1 2 0 3 4".parse().unwrap();
    assert!(scramble::displaced(&middle, 50, &mut rng).is_ok());
    let error = scramble::displaced(&middle, 80, &mut rng).unwrap_err();
    assert_eq!(error.to_string(), "80 % of the tiles cannot be out of place on a board of 1x5 with this goal");
    let error = scramble::displaced(&middle, 101, &mut rng).unwrap_err();
    assert_eq!(error.to_string(), "101 % of the tiles cannot be out of place: give 0 to 100");
    assert!(scramble::displaced(&Board::solved(shape(1, 1)), 1, &mut rng).is_err());
}
