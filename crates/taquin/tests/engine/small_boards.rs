//! Every small board solved by `ida-star`, against the distances that breadth-first search finds from the goal.

use crate::support::{self, random_goal, random_problem, shape, unpacked};
use taquin::{
    rng::Rng,
    search::{Search, Status, bfs, ida_star::IdaStar},
    tiles::{
        Algorithm, Board, Direction, Manhattan, Options, Problem, Solver,
        grid::{Bytes, Cells, Grid, Nibbles, Words},
    },
};

fn ida_star_length(goal: &Board, start: Nibbles) -> u32 {
    let mut search = IdaStar::new(Grid::<Nibbles>::new(goal), Manhattan::new(goal), start);
    assert_eq!(search.run(u64::MAX), Status::Solved);
    let moves = search.solution().unwrap();
    taquin::replay::tiles(&unpacked(goal.shape(), &start), goal, moves).unwrap();
    assert_eq!(search.stats().lower_bound as usize, moves.len(), "a finished IDA* has proven its length");
    moves.len() as u32
}

/// Solves every board that can reach this goal and returns how many there are at each distance.
fn solve_all(goal: &Board) -> Vec<usize> {
    solve_some(goal, 1)
}

/// Solves every so many of the boards that can reach this goal and returns how many there are at each distance.
fn solve_some(goal: &Board, every: usize) -> Vec<usize> {
    let distances = bfs::distances(&Grid::new(goal), Nibbles::pack(goal));
    let mut histogram = vec![0; 1 + *distances.values().max().unwrap() as usize];
    for (index, (&state, &distance)) in distances.iter().enumerate() {
        histogram[distance as usize] += 1;
        if !index.is_multiple_of(every) {
            continue;
        }
        assert_eq!(ida_star_length(goal, state), distance, "{} to {goal}", unpacked(goal.shape(), &state));
    }
    histogram
}

#[test]
fn two_by_two_for_every_place_of_the_blank() {
    let mut rng = Rng::from_seed(22);
    assert_eq!(solve_all(&Board::solved(shape(2, 2))), [1, 2, 2, 2, 2, 2, 1]);
    for blank in 0..4 {
        assert_eq!(solve_all(&random_goal(shape(2, 2), blank, &mut rng)).iter().sum::<usize>(), 12);
    }
}

#[test]
fn two_by_three_and_three_by_two_for_every_place_of_the_blank() {
    let known = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1];
    let mut rng = Rng::from_seed(23);
    for shape in [shape(2, 3), shape(3, 2)] {
        assert_eq!(solve_all(&Board::solved(shape)), known);
        for blank in 0..6 {
            assert_eq!(solve_all(&random_goal(shape, blank, &mut rng)).iter().sum::<usize>(), 360);
        }
    }
}

/// The number of 3×3 boards at each distance, as published many times (Schofield, 1967).
const THREE_BY_THREE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn some_of_three_by_three() {
    assert_eq!(solve_some(&Board::solved(shape(3, 3)), 20), THREE_BY_THREE);
}

#[test]
#[ignore = "half a minute of processor time; every twentieth of them always runs"]
fn all_of_three_by_three() {
    assert_eq!(solve_all(&Board::solved(shape(3, 3))), THREE_BY_THREE);
}

#[test]
fn three_by_three_for_every_place_of_the_blank() {
    let mut rng = Rng::from_seed(33);
    for blank in 0..9 {
        let goal = random_goal(shape(3, 3), blank, &mut rng);
        let distances = bfs::distances(&Grid::new(&goal), Nibbles::pack(&goal));
        assert_eq!(distances.len(), 181_440);
        for (&state, &distance) in distances.iter().step_by(181) {
            assert_eq!(ida_star_length(&goal, state), distance, "{} to {goal}", unpacked(goal.shape(), &state));
        }
    }
}

#[test]
fn a_problem_and_its_transpose_have_equal_optima() {
    let mut rng = Rng::from_seed(34);
    for shape in [shape(2, 3), shape(3, 2), shape(2, 4), shape(4, 2), shape(3, 3), shape(1, 5)] {
        for _ in 0..60 {
            let problem = random_problem(shape, &mut rng);
            let length = |problem: &Problem| {
                let options = Options::new(Algorithm::IdaStar);
                let (status, moves, _) = support::finish(Solver::new(problem, &options).unwrap());
                assert_eq!(status, Status::Solved);
                moves.unwrap().len()
            };
            assert_eq!(length(&problem), length(&problem.transposed()), "{problem:?}");
        }
    }
}

/// The solution and the counts of IDA\* with one type of state.
fn run_in<C: Cells>(problem: &Problem) -> (Vec<Direction>, u64, u64) {
    let (grid, start) = Grid::<C>::for_problem(problem);
    let mut search = IdaStar::new(grid, Manhattan::new(problem.goal()), start);
    search.run(u64::MAX);
    (search.solution().unwrap().to_vec(), search.stats().generated, search.stats().expanded)
}

#[test]
fn every_type_of_state_gives_the_same_search() {
    let mut rng = Rng::from_seed(35);
    for shape in [shape(3, 3), shape(2, 4), shape(4, 2)] {
        for _ in 0..20 {
            let problem = random_problem(shape, &mut rng);
            let nibbles = run_in::<Nibbles>(&problem);
            assert_eq!(nibbles, run_in::<Bytes>(&problem));
            assert_eq!(nibbles, run_in::<Words>(&problem));
        }
    }
}

#[test]
fn a_solved_board_needs_no_move() {
    for shape in [shape(1, 1), shape(1, 4), shape(4, 1), shape(3, 3), shape(5, 5), shape(9, 9)] {
        let problem = Problem::to_default_goal(Board::solved(shape)).unwrap();
        for algorithm in Algorithm::ALL {
            let options = Options { force: true, ..Options::new(algorithm) };
            let (status, moves, search) = support::finish(Solver::new(&problem, &options).unwrap());
            assert_eq!((status, moves.unwrap().len(), search.stats().lower_bound), (Status::Solved, 0, 0));
        }
    }
}

#[test]
fn bfs_stops_at_its_memory_limit_and_keeps_what_it_learnt() {
    let start: Board = "1 14 8 12/10 11 9 13/2 6 5 15/3 7 4 0".parse().unwrap();
    let problem = Problem::to_default_goal(start).unwrap();
    let limit = 16 << 20;
    let options = Options { force: true, memory_limit: limit, ..Options::new(Algorithm::Bfs) };
    let (status, moves, search) = support::finish(Solver::new(&problem, &options).unwrap());
    assert_eq!((status, moves), (Status::Full, None));
    assert!(search.stats().peak_bytes <= limit, "{:?}", search.stats());
    assert!(search.stats().lower_bound > 10 && search.stats().stored > 100_000, "{:?}", search.stats());
    // The cells of large boards are on the heap: 3 200 bytes of each, twice.
    let large = random_problem(shape(40, 40), &mut Rng::from_seed(1));
    let (status, _, search) = support::finish(Solver::new(&large, &options).unwrap());
    assert!(status == Status::Full && search.stats().stored <= limit / 6_400, "{:?}", search.stats());
}
