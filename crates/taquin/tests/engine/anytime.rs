//! The anytime search: a valid solution at every moment, never a longer one, and bounds that hold.

use crate::support::{random_problem, shape, unpacked};
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status, bfs},
    tiles::{
        Board, Problem,
        anytime::{Anytime, AnytimeOptions},
        catalogue::{self, Instance},
        grid::{Cells, Grid, Nibbles},
        scramble,
    },
};

fn options() -> AnytimeOptions {
    AnytimeOptions { memory_limit: 64 << 20, ..AnytimeOptions::default() }
}

/// Runs for `nodes` in random slices; checks every solution on the way; the length at the end.
fn pump(problem: &Problem, nodes: u64, threads: usize, rng: &mut Rng) -> usize {
    let mut search = Anytime::new(problem, &AnytimeOptions { threads, ..options() });
    let (mut last, mut bound) = (usize::MAX, 0);
    let mut wanted = true;
    while wanted && search.run(1 + rng.below(nodes.div_ceil(8))) == Status::Paused {
        wanted = search.stats().generated < nodes || search.solution().is_none();
        assert!(search.stats().lower_bound >= bound, "a proof was lost");
        bound = search.stats().lower_bound;
        let Some(solution) = search.solution() else { continue };
        assert!(solution.len() <= last, "{} moves after {last}", solution.len());
        assert!(solution.len() >= bound as usize);
        last = solution.len();
        replay::tiles(problem.start(), problem.goal(), solution).unwrap();
    }
    let solution = search.solution().expect("a solution from the first on");
    replay::tiles(problem.start(), problem.goal(), solution).unwrap();
    solution.len()
}

#[test]
fn every_solution_is_valid_and_none_is_longer_than_the_one_before() {
    let mut rng = Rng::from_seed(1);
    let shapes = [(5, 5), (2, 20), (20, 2), (3, 9), (6, 6), (4, 11), (8, 8), (12, 12), (7, 30), (1, 30)];
    for (rows, cols) in shapes {
        for threads in [1, 2] {
            let problem = random_problem(shape(rows, cols), &mut rng);
            let early = pump(&problem, 1, 1, &mut rng.clone());
            let late = pump(&problem, 1_500_000, threads, &mut rng);
            // On narrow boards there is little to choose between.
            assert!(late < early || rows.min(cols) <= 3, "{rows}x{cols}: {late} after {early}");
        }
    }
}

#[test]
fn small_boards_are_solved_to_the_proven_optimum() {
    for (rows, cols) in [(3, 3), (2, 4), (4, 2), (2, 5)] {
        let goal = Board::solved(shape(rows, cols));
        let distances = bfs::distances(&Grid::new(&goal), Nibbles::pack(&goal));
        let mut rng = Rng::from_seed(2);
        for _ in 0..50 {
            let problem = Problem::to_default_goal(scramble::uniform(&goal, &mut rng)).unwrap();
            let mut search = Anytime::new(&problem, &options());
            let distance = distances[&Nibbles::pack(problem.start())];
            let mut status = Status::Paused;
            while status == Status::Paused {
                status = search.run(1 + rng.below(500));
                assert!(search.stats().lower_bound <= distance);
            }
            assert_eq!(status, Status::Solved);
            assert_eq!((search.solution().unwrap().len() as u32, search.stats().lower_bound), (distance, distance));
        }
    }
}

/// The bound that a search begins with, on the whole space.
#[test]
fn lower_bounds_hold_on_all_of_3x3() {
    let goal = Board::solved(shape(3, 3));
    let distances = bfs::distances(&Grid::new(&goal), Nibbles::pack(&goal));
    for (state, &distance) in &distances {
        let problem = Problem::to_default_goal(unpacked(goal.shape(), state)).unwrap();
        assert!(Anytime::new(&problem, &options()).stats().lower_bound <= distance);
    }
}

#[test]
fn lower_bounds_hold_on_korfs_boards() {
    for Instance { problem, optimum } in catalogue::korf100().into_iter().chain(catalogue::korf24()) {
        let mut search = Anytime::new(&problem, &options());
        search.run(10_000);
        assert!(search.stats().lower_bound <= optimum, "{}", problem.start());
    }
}

#[test]
fn one_thread_does_the_same_whatever_the_slices() {
    let mut rng = Rng::from_seed(3);
    for (rows, cols) in [(5, 5), (6, 7), (12, 11)] {
        let problem = random_problem(shape(rows, cols), &mut rng);
        let mut searches = [Anytime::new(&problem, &options()), Anytime::new(&problem, &options())];
        let nodes = 300_000;
        for (search, slice) in searches.iter_mut().zip([1_000, 37_000]) {
            while search.stats().generated < nodes {
                search.run(slice.min(nodes - search.stats().generated));
            }
        }
        let [a, b] = searches.map(|search| search.solution().unwrap().to_vec());
        assert_eq!(a, b, "{rows}x{cols}");
    }
}
