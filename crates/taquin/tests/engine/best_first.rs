//! The best-first family: AlphA\* by its definition, memory, limits and what they leave known.

use crate::support::{finish, random_problem, shape};
use taquin::{
    rng::Rng,
    search::{Heuristic, Search, Space, Status, best_first::BestFirst, rank::Rank},
    tiles::{
        Algorithm, Board, Direction, HeuristicName, Manhattan, Options, Problem, SolveError, Solver,
        grid::{Bytes, Cells, Grid, Nibbles, Words},
        scramble,
        solver::{self},
    },
};

/// AlphA\* word for word, slow and simple: f(n) = (1 + w)(g + h), w = λ if the parent of n is at least as deep as the
/// node expanded just before that parent, else Λ. The open list is a plain list; among equal f the lower h comes
/// first, then the newest. Returns the states in the order of their expansion.
fn alpha_star_by_definition(problem: &Problem, lambda: f64, big_lambda: f64) -> Vec<Nibbles> {
    struct Open {
        state: Nibbles,
        g: u32,
        h: u32,
        f: f64,
        last: Option<Direction>,
    }
    let (grid, start) = Grid::<Nibbles>::for_problem(problem);
    let manhattan = Manhattan::new(problem.goal());
    let bound = |state: &Nibbles| Heuristic::<Grid<Nibbles>>::start(&manhattan, state);
    let mut best_g = vec![(start, 0)];
    let mut open = vec![Open { state: start, g: 0, h: bound(&start), f: 0.0, last: None }];
    let mut expanded: Vec<Nibbles> = Vec::new();
    let mut depth_before = 0;
    while !open.is_empty() {
        let order = |a: &Open, b: &Open| a.f.total_cmp(&b.f).then(a.h.cmp(&b.h));
        // The newest of the best: `min_by` returns the first of equals, so the list is read from its end.
        let (at, _) = open.iter().enumerate().rev().min_by(|(_, a), (_, b)| order(a, b)).unwrap();
        let node = open.remove(at);
        if best_g.iter().any(|(state, g)| *state == node.state && *g < node.g) {
            continue;
        }
        if grid.is_goal(&node.state) {
            return expanded;
        }
        expanded.push(node.state);
        let w = if node.g >= depth_before { lambda } else { big_lambda };
        for mv in grid.moves(&node.state, node.last) {
            let mut state = node.state;
            grid.apply(&mut state, mv);
            let (g, h) = (node.g + 1, bound(&state));
            match best_g.iter_mut().find(|(known, _)| *known == state) {
                Some((_, known)) if *known <= g => continue,
                Some((_, known)) => *known = g,
                None => best_g.push((state, g)),
            }
            open.push(Open { state, g, h, f: (1.0 + w) * f64::from(g + h), last: Some(mv) });
        }
        depth_before = node.g;
    }
    panic!("every problem has a solution")
}

#[test]
fn alpha_star_follows_its_definition() {
    let mut rng = Rng::from_seed(1999);
    for (rows, cols) in [(2, 3), (3, 2), (3, 3), (3, 3), (2, 4), (3, 3)] {
        let goal = Board::solved(shape(rows, cols));
        let problem = Problem::new(scramble::walk(&goal, 24, &mut rng), goal).unwrap();
        for (lambda, big_lambda) in [("0", "5"), ("0", "0.25"), ("-0.5", "1"), ("1", "1")] {
            let options = Options {
                heuristic: HeuristicName::Manhattan,
                lambda: lambda.parse().unwrap(),
                big_lambda: big_lambda.parse().unwrap(),
                ..Options::new(Algorithm::AlphaStar)
            };
            let (_, _, search) = finish(Solver::new(&problem, &options).unwrap());
            let expected =
                alpha_star_by_definition(&problem, lambda.parse().unwrap(), big_lambda.parse().unwrap()).len();
            assert_eq!(search.stats().expanded, expected as u64, "{lambda} {big_lambda} on {}", problem.start());
        }
    }
}

fn expanded(problem: &Problem, options: &Options) -> u64 {
    let (status, _, search) = finish(Solver::new(problem, options).unwrap());
    assert_eq!(status, Status::Solved);
    search.stats().expanded
}

/// With its default weights AlphA\* is neither A\* nor static weighting; with equal weights it is A\*.
#[test]
fn alpha_star_is_itself() {
    let problem = Problem::to_default_goal("8 6 7/2 5 4/3 0 1".parse().unwrap()).unwrap();
    let counts = [Algorithm::AlphaStar, Algorithm::AStar, Algorithm::WeightedAStar]
        .map(|algorithm| expanded(&problem, &Options::new(algorithm)));
    insta::assert_snapshot!(format!("alpha-star {} · astar {} · weighted-astar {}", counts[0], counts[1], counts[2]));
    assert!(counts[0] != counts[1] && counts[0] != counts[2]);
    let equal = Options {
        lambda: "2".parse().unwrap(),
        big_lambda: "2".parse().unwrap(),
        ..Options::new(Algorithm::AlphaStar)
    };
    assert_eq!(expanded(&problem, &equal), counts[1]);
}

/// Static weighting by 1 and dynamic weighting by 0 are A\*.
#[test]
fn weights_of_nothing_are_a_star() {
    let mut rng = Rng::from_seed(5);
    for _ in 0..10 {
        let problem = random_problem(shape(3, 3), &mut rng);
        let a_star = expanded(&problem, &Options::new(Algorithm::AStar));
        let one = Options { epsilon: "1".parse().unwrap(), ..Options::new(Algorithm::WeightedAStar) };
        let zero = Options { epsilon: "0".parse().unwrap(), ..Options::new(Algorithm::DynamicAStar) };
        assert_eq!((expanded(&problem, &one), expanded(&problem, &zero)), (a_star, a_star));
    }
}

/// A board of Korf's that A\* cannot finish in the memory given here.
fn hard() -> Problem {
    Problem::to_default_goal("12 10 6 0/9 8 13 15/11 7 3 2/5 4 14 1".parse().unwrap()).unwrap()
}

#[test]
fn a_stored_node_takes_at_most_32_bytes() {
    let options =
        Options { heuristic: HeuristicName::Manhattan, memory_limit: 48 << 20, ..Options::new(Algorithm::AStar) };
    let mut search = Solver::new(&hard(), &options).unwrap();
    let mut most = 0.0_f64;
    while search.run(20_000) == Status::Paused {
        let stats = search.stats();
        // Below that the first chunks and tables, which are there for any number of nodes, weigh too much.
        if stats.stored > 200_000 {
            most = most.max(stats.peak_bytes as f64 / stats.stored as f64);
        }
    }
    assert_eq!(search.run(1), Status::Full);
    assert!(search.stats().stored > 1_300_000);
    assert!(most > 16.0 && most <= 32.0, "{most} bytes per node");
}

#[test]
fn a_full_memory_leaves_what_was_learnt() {
    let problem = hard();
    for algorithm in [Algorithm::AStar, Algorithm::AlphaStar, Algorithm::GreedyBestFirst] {
        for limit in [0, 1_000, 1 << 20, 4 << 20] {
            let options =
                Options { heuristic: HeuristicName::Manhattan, memory_limit: limit, ..Options::new(algorithm) };
            let (status, moves, search) = finish(Solver::new(&problem, &options).unwrap());
            let (stats, bound) = (search.stats(), solver::lower_bound(problem.goal(), &options).unwrap());
            assert!(stats.peak_bytes <= limit, "{algorithm}: {stats:?}");
            assert!(stats.lower_bound >= bound(problem.start()) && stats.lower_bound <= 65, "{algorithm}: {stats:?}");
            // Greed may get there before the memory is full.
            assert!(status == Status::Full && moves.is_none() || algorithm == Algorithm::GreedyBestFirst);
            if algorithm == Algorithm::AStar && limit == 4 << 20 {
                assert!(stats.lower_bound > bound(problem.start()), "more is proven than the first bound: {stats:?}");
            }
        }
    }
}

/// The cells of large boards count as memory, too.
#[test]
fn large_boards_keep_the_memory_limit() {
    let goal = Board::solved(shape(30, 30));
    let problem = Problem::new(scramble::uniform(&goal, &mut Rng::from_seed(30)), goal).unwrap();
    let options = Options { memory_limit: 8 << 20, force: true, ..Options::new(Algorithm::WeightedAStar) };
    let (status, _, search) = finish(Solver::new(&problem, &options).unwrap());
    let stats = search.stats();
    assert_eq!(status, Status::Full);
    // 900 cells of 10 bits, six of them in a word.
    assert!(stats.peak_bytes <= 8 << 20 && stats.peak_bytes >= stats.stored * 150 * 8, "{stats:?}");
}

/// Searches are equal whatever type holds their cells.
#[test]
fn state_types_agree() {
    fn run<C: Cells>(problem: &Problem) -> (u64, u64, usize) {
        let (grid, start) = Grid::<C>::for_problem(problem);
        let mut search = BestFirst::new(grid, Manhattan::new(problem.goal()), &start, Rank::AStar, u64::MAX);
        assert_eq!(search.run(u64::MAX), Status::Solved);
        (search.stats().expanded, search.stats().generated, search.solution().unwrap().len())
    }
    let mut rng = Rng::from_seed(6);
    for (rows, cols) in [(2, 2), (2, 4), (3, 3), (1, 9)] {
        let problem = random_problem(shape(rows, cols), &mut rng);
        let nibbles = run::<Nibbles>(&problem);
        assert_eq!(nibbles, run::<Bytes>(&problem));
        assert_eq!(nibbles, run::<Words>(&problem));
    }
}

#[test]
fn hopeless_searches_are_refused_unless_forced() {
    let problem = Problem::to_default_goal(Board::solved(shape(5, 5))).unwrap();
    for algorithm in [Algorithm::Bfs, Algorithm::AStar, Algorithm::IdaStar] {
        let refusal = Solver::new(&problem, &Options::new(algorithm)).expect_err("a refusal");
        let SolveError::TooLarge { alternative, .. } = refusal else { panic!("{refusal}") };
        assert!(Solver::new(&problem, &Options::new(alternative)).is_ok(), "{alternative} is no alternative");
        assert!(Solver::new(&problem, &Options { force: true, ..Options::new(algorithm) }).is_ok());
    }
    let options = Options { heuristic: HeuristicName::WalkingDistance, ..Options::new(Algorithm::WeightedAStar) };
    assert!(matches!(Solver::new(&problem, &options), Err(SolveError::NoWalkingDistance(_))));
    let options = Options { epsilon: "0.5".parse().unwrap(), ..Options::new(Algorithm::WeightedAStar) };
    assert!(matches!(Solver::new(&problem, &options), Err(SolveError::Parameter(_))));
}
