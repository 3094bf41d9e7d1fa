//! `optimal` as faces use it.

use taquin::{
    replay,
    rng::Rng,
    search::{Phase, Search, Status},
    tiles::{
        Board, Problem, Shape, catalogue,
        optimal::{Optimal, OptimalOptions, Resources},
        pattern_db::{Level, Store},
        scramble,
    },
};

fn solve(problem: &Problem, resources: &Resources, plan: OptimalOptions) -> (usize, bool) {
    let mut search = Optimal::new(problem, resources, plan).unwrap();
    let mut built = false;
    while search.run(20_000) == Status::Paused {
        built |= matches!(search.stats().phase, Phase::Building { .. });
    }
    let moves = search.solution().unwrap();
    replay::tiles(problem.start(), problem.goal(), moves).unwrap();
    assert_eq!(search.stats().lower_bound as usize, moves.len());
    (moves.len(), built)
}

/// The first of Korf's boards, each with its length.
fn korf(count: usize) -> Vec<(usize, Board)> {
    let instances = catalogue::korf100().into_iter().take(count);
    instances.map(|instance| (instance.optimum as usize, instance.problem.start().clone())).collect()
}

/// The proven lengths of a part of Korf's boards, with the middle tables on two threads, all threads sharing each
/// board.
#[test]
fn korfs_boards_have_their_known_lengths() {
    let resources = Resources::default();
    for (length, board) in korf(100) {
        let problem = Problem::to_default_goal(board).unwrap();
        let plan = OptimalOptions { threads: 2, expected_boards: 100, ..OptimalOptions::default() };
        assert_eq!(solve(&problem, &resources, plan).0, length, "{}", problem.start());
    }
}

/// The same board after relabelling, turning and reflecting has the same length, for any goal.
#[test]
fn lengths_survive_relabelling_and_reflection() {
    let (mut rng, resources) = (Rng::from_seed(8), Resources::default());
    for (length, board) in korf(12) {
        let mut names: Vec<u16> = (1..16).collect();
        rng.shuffle(&mut names);
        names.insert(0, 0);
        let renamed = |board: &Board, source: &dyn Fn(usize) -> usize| {
            let cells: Vec<u16> = (0..16).map(|cell| names[usize::from(board.cells()[source(cell)])]).collect();
            Board::new(board.shape(), &cells).unwrap()
        };
        let goal = Board::solved(board.shape());
        let sources: [&dyn Fn(usize) -> usize; 3] =
            [&|cell| 15 - cell, &|cell| cell % 4 * 4 + cell / 4, &|cell| cell / 4 * 4 + 3 - cell % 4];
        for source in sources {
            let problem = Problem::new(renamed(&board, source), renamed(&goal, source)).unwrap();
            assert_eq!(
                solve(&problem, &resources, OptimalOptions { expected_boards: 50, ..OptimalOptions::default() }).0,
                length
            );
        }
    }
}

#[test]
fn trivial_and_narrow_boards_are_solved() {
    let resources = Resources::default();
    let mut rng = Rng::from_seed(1);
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 16), (16, 1), (2, 2), (1, 25), (2, 3)] {
        let goal = Board::solved(Shape::new(rows, cols).unwrap());
        for _ in 0..4 {
            let problem = Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).unwrap();
            let (length, _) = solve(&problem, &resources, OptimalOptions::default());
            assert!(length <= 21.max(rows.max(cols)));
        }
        let solved = Problem::new(goal.clone(), goal).unwrap();
        assert_eq!(solve(&solved, &resources, OptimalOptions::default()), (0, false));
    }
}

/// Boards of more than 16 cells go through the generic search.
#[test]
fn larger_boards_near_their_goal_are_solved() {
    let (mut rng, resources) = (Rng::from_seed(5), Resources::default());
    for (rows, cols) in [(5, 5), (4, 5), (2, 10)] {
        let goal = Board::solved(Shape::new(rows, cols).unwrap());
        let problem = Problem::new(scramble::walk(&goal, 40, &mut rng), goal.clone()).unwrap();
        let (length, built) =
            solve(&problem, &resources, OptimalOptions { level: Some(Level::Small), ..OptimalOptions::default() });
        assert!(built && length <= 40 && length.is_multiple_of(2));
    }
    let goal = Board::solved(Shape::new(2, 13).unwrap());
    assert!(Optimal::new(&Problem::new(goal.clone(), goal).unwrap(), &resources, OptimalOptions::default()).is_none());
}

/// Tables beyond the memory limit are not built, however hard the board.
#[test]
fn the_memory_limit_keeps_to_small_tables() {
    let (length, board) = korf(100).into_iter().max_by_key(|&(length, _)| length).unwrap();
    let problem = Problem::to_default_goal(board).unwrap();
    let plan = OptimalOptions { memory_limit: 8 << 20, ..OptimalOptions::default() };
    let mut search = Optimal::new(&problem, &Resources::default(), plan).unwrap();
    while search.run(1_000_000) == Status::Paused {}
    assert_eq!((search.level(), search.solution().map(<[_]>::len)), (Level::Small, Some(length)));
    let many = OptimalOptions { expected_boards: 100_000, ..plan };
    assert_eq!(Optimal::new(&problem, &Resources::default(), many).unwrap().level(), Level::Small);
}

/// A board that is too hard for the small tables is solved with larger ones, which are then there for the next.
#[test]
fn hard_boards_get_larger_tables() {
    let directory = tempfile::tempdir().unwrap();
    let (length, board) = korf(100).into_iter().max_by_key(|&(length, _)| length).unwrap();
    let problem = Problem::to_default_goal(board).unwrap();
    let resources = Resources::new(Store::in_directory(directory.path()));
    let mut search = Optimal::new(&problem, &resources, OptimalOptions::default()).unwrap();
    assert_eq!(search.level(), Level::Small);
    while search.run(100_000) == Status::Paused {}
    assert_eq!(search.level(), Level::Middle);
    assert_eq!(search.solution().map(<[_]>::len), Some(length));
    let again = Resources::new(Store::in_directory(directory.path()));
    assert_eq!(solve(&problem, &again, OptimalOptions::default()).0, length);
    assert_eq!(Optimal::new(&problem, &again, OptimalOptions::default()).unwrap().level(), Level::Middle);
}
