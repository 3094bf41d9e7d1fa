//! The multi-tile metric against brute force.

use std::collections::HashMap;
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status},
    tiles::{
        Board, Direction, Moves, Problem, Shape,
        mtm::{Mtm, Turns},
        scramble,
    },
};

fn slides(problem: &Problem) -> usize {
    slides_by(&Turns::new(problem.goal()).unwrap(), problem)
}

fn slides_by(turns: &Turns, problem: &Problem) -> usize {
    let mut search = turns.search(problem.start());
    while search.run(10_000) == Status::Paused {}
    let moves = search.solution().unwrap();
    replay::tiles(problem.start(), problem.goal(), moves).unwrap();
    let length = Moves::from(moves).mtm();
    assert_eq!(search.stats().lower_bound as usize, length);
    length
}

/// The fewest slides of every board, by the simplest search there is.
fn distances(goal: &Board) -> HashMap<Board, usize> {
    let mut seen = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal.clone()];
    for depth in 1.. {
        let mut next_layer = Vec::new();
        for board in layer {
            for direction in Direction::ALL {
                let mut next = board.clone();
                while next.slide(direction) {
                    if !seen.contains_key(&next) {
                        seen.insert(next.clone(), depth);
                        next_layer.push(next.clone());
                    }
                }
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    seen
}

/// Every so many of the 181 440 boards of 3×3, the hardest of which need 24 slides.
fn boards_of_nine_cells(every: usize) {
    let goal = Board::solved(Shape::new(3, 3).unwrap());
    let distances = distances(&goal);
    assert_eq!((distances.len(), distances.values().max()), (181_440, Some(&24)));
    let turns = Turns::new(&goal).unwrap();
    for (board, distance) in distances.into_iter().step_by(every) {
        let problem = Problem::new(board, goal.clone()).unwrap();
        assert_eq!(slides_by(&turns, &problem), distance, "{}", problem.start());
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
        let goal = scramble::uniform(&Board::solved(Shape::new(rows, cols).unwrap()), &mut rng);
        let turns = Turns::new(&goal).unwrap();
        for (board, distance) in distances(&goal) {
            let problem = Problem::new(board, goal.clone()).unwrap();
            assert_eq!(slides_by(&turns, &problem), distance, "{} to {goal}", problem.start());
        }
    }
}

/// A walk of few slides on 4×4 is never shorter than what is found, which has the right parity of cells.
#[test]
fn boards_of_sixteen_cells_near_the_goal() {
    let (mut rng, goal) = (Rng::from_seed(7), Board::solved(Shape::new(4, 4).unwrap()));
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
    let goal = Board::solved(Shape::new(4, 5).unwrap());
    let error = Mtm::new(&Problem::new(goal.clone(), goal).unwrap()).err().unwrap();
    assert!(error.to_string().contains("16 cells"));
}
