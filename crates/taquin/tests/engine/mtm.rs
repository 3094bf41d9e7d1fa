//! The multi-tile metric against brute force.

use crate::support::{distances, shape};
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status},
    tiles::{Board, Direction, Moves, Problem, mtm::Mtm, optimal::Resources, scramble},
};

fn slides(problem: &Problem) -> usize {
    slides_by(&Resources::default(), problem)
}

fn slides_by(resources: &Resources, problem: &Problem) -> usize {
    let mut search = Mtm::new(problem, resources, u64::MAX).unwrap();
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

/// A walk of few slides on 4×4 is never shorter than what is found, which has the right parity of cells.
#[test]
fn boards_of_sixteen_cells_near_the_goal() {
    let (mut rng, goal) = (Rng::from_seed(7), Board::solved(shape(4, 4)));
    for _ in 0..20 {
        let mut board = goal.clone();
        for _ in 0..22 {
            let direction = Direction::ALL[rng.below(4) as usize];
            for _ in 0..=rng.below(3) {
                let _ = board.slide(direction);
            }
        }
        assert!(slides(&Problem::new(board, goal.clone()).unwrap()) <= 22);
    }
}

#[test]
fn large_boards_are_refused() {
    let goal = Board::solved(shape(4, 5));
    let refused = Mtm::new(&Problem::new(goal.clone(), goal).unwrap(), &Resources::default(), u64::MAX).err().unwrap();
    assert_eq!(refused.shape, shape(4, 5));
}
