//! What each search did on a dozen boards, to the node: a change of behaviour does not pass unseen.

use crate::support::{finish, random_problem, shape};
use std::fmt::Write;
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Stats, Status},
    tiles::{
        Algorithm, Direction, HeuristicName, Options, Problem, Solver,
        constructive::{Constructive, Method},
        optimal::{Optimal, OptimalOptions, Resources},
        pattern_db::Level,
    },
};

/// Boards from 2×2 to 5×5, each with the goal in order and the blank last; none is farther away than breadth-first
/// search goes at once.
const BOARDS: [&str; 12] = [
    "0 3/2 1",
    "4 5 0/1 2 3",
    "5 4/3 2/1 0",
    "8 2 0/4 6 1/3 7 5",
    "1 5 7/6 0 4/3 8 2",
    "6 4 7/8 5 0/3 2 1",
    "0 7 6 5/4 3 2 1",
    "5 1 4 7/3 2 0 8/6 9 10 11",
    "3 1 6/2 0 4/7 9 8/10 5 11",
    "5 3 4 8/2 0 1 11/9 10 6 7/13 14 15 12",
    "0 3 4 8/5 2 1 11/9 10 6 7/13 14 15 12",
    "6 1 3 4 5/11 2 7 9 10/12 17 8 13 15/16 18 14 0 19/21 22 23 24 20",
];

/// Farther away: for searches with a heuristic.
const FAR: [&str; 2] = ["7 6 4 8/1 3 2 10/5 0 11 9", "5 10 14 4/6 12 11 1/9 0 15 7/13 2 8 3"];

/// More cells than any proof reaches, with goals in random order: for searches that serve any size.
const LARGE: [(usize, usize); 12] =
    [(5, 5), (5, 6), (6, 5), (6, 6), (2, 20), (20, 2), (3, 9), (4, 11), (7, 7), (8, 8), (10, 10), (12, 7)];

fn problem(board: &str) -> Problem {
    Problem::to_default_goal(board.parse().unwrap()).unwrap()
}

fn large() -> Vec<Problem> {
    let mut rng = Rng::from_seed(12);
    LARGE.into_iter().map(|(rows, cols)| random_problem(shape(rows, cols), &mut rng)).collect()
}

fn run(board: &str, options: &Options) -> (usize, Stats) {
    let problem = problem(board);
    let (_, moves, search) = finish(Solver::new(&problem, options).unwrap());
    (moves.expect("a solution").len(), search.stats().clone())
}

/// One line for each board: moves, proven bound, expanded, generated, stored.
fn table(algorithm: Algorithm, heuristic: HeuristicName) -> String {
    let mut table = String::new();
    let far = FAR.into_iter().filter(|_| algorithm.takes_heuristic());
    for board in BOARDS.into_iter().chain(far) {
        let options = Options { heuristic, force: true, ..Options::new(algorithm) };
        let (moves, stats) = run(board, &options);
        line(&mut table, moves, &stats, board);
    }
    table
}

fn line(table: &mut String, moves: usize, stats: &Stats, what: &str) {
    let Stats { expanded, generated, stored, lower_bound, .. } = stats;
    writeln!(table, "{moves:>3} {lower_bound:>3} {expanded:>8} {generated:>8} {stored:>8}  {what}").unwrap();
}

/// A search pumped in budgets of so many nodes; its answer is replayed.
fn bounded_line(table: &mut String, problem: &Problem, mut search: impl Search<Move = Direction>, nodes: u64) {
    while search.stats().generated < nodes && search.run(nodes - search.stats().generated) == Status::Paused {}
    let moves = search.solution().expect("a solution");
    replay::tiles(problem.start(), problem.goal(), moves).unwrap();
    let what = match problem.shape().cells() {
        ..=16 => problem.start().to_string(),
        _ => problem.shape().to_string(),
    };
    line(table, moves.len(), search.stats(), &what);
}

/// The constructive solvers on small boards and large ones: each stage of the moves counts.
fn constructed(method: Method) -> String {
    let mut table = String::new();
    for problem in BOARDS.into_iter().map(problem).chain(large()) {
        let mut solver = Constructive::new(&problem, method);
        let stages: Vec<_> = solver.by_ref().collect();
        let moves: Vec<_> = stages.iter().flat_map(|stage| stage.moves.iter().copied()).collect();
        replay::tiles(problem.start(), problem.goal(), &moves).unwrap();
        let lengths: Vec<_> = stages.iter().map(|stage| stage.moves.len().to_string()).collect();
        let (generated, lengths) = (solver.generated(), lengths.join(" "));
        writeln!(table, "{:>4} {generated:>7}  {}: {lengths}", moves.len(), problem.shape()).unwrap();
    }
    table
}

#[test]
fn greedy() {
    insta::assert_snapshot!(constructed(Method::Greedy));
}

#[test]
fn divide_and_conquer() {
    insta::assert_snapshot!(constructed(Method::DivideAndConquer));
}

#[test]
fn strategic() {
    insta::assert_snapshot!(constructed(Method::Strategic));
}

/// What a person is told, word for word.
#[test]
fn strategic_stages() {
    let mut text = String::new();
    for board in BOARDS {
        writeln!(text, "{board}").unwrap();
        for stage in Constructive::new(&problem(board), Method::Strategic) {
            let moves: String = stage.moves.iter().map(|direction| direction.letter()).collect();
            writeln!(text, "    {}: {moves}", stage.task).unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn optimal() {
    let resources = Resources::default();
    let plan = OptimalOptions { threads: 1, level: Some(Level::Small), ..OptimalOptions::default() };
    let mut table = String::new();
    for problem in BOARDS.into_iter().chain(FAR).map(problem) {
        let search = Optimal::new(&problem, &resources, plan).unwrap();
        bounded_line(&mut table, &problem, search, u64::MAX);
    }
    insta::assert_snapshot!(table);
}

/// On one thread the course depends on the nodes spent only.
#[test]
fn anytime() {
    let options = Options { memory_limit: 64 << 20, ..Options::new(Algorithm::Anytime) };
    let mut table = String::new();
    for problem in large() {
        bounded_line(&mut table, &problem, Solver::new(&problem, &options).unwrap(), 1_500_000);
    }
    insta::assert_snapshot!(table);
}

/// The optimum with the tables that it chooses itself where that is soon proven, else what `anytime` does.
#[test]
fn auto() {
    let options = Options { memory_limit: 64 << 20, ..Options::new(Algorithm::Auto) };
    let mut table = String::new();
    for problem in BOARDS.into_iter().chain(FAR).map(problem).chain(large()) {
        let nodes = if problem.shape().cells() <= 16 { u64::MAX } else { 100_000 };
        bounded_line(&mut table, &problem, Solver::new(&problem, &options).unwrap(), nodes);
    }
    insta::assert_snapshot!(table);
}

macro_rules! golden {
    ($($name:ident: $algorithm:ident, $heuristic:ident;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(table(Algorithm::$algorithm, HeuristicName::$heuristic));
        }
    )*};
}

golden! {
    bfs: Bfs, Manhattan;
    astar_manhattan: AStar, Manhattan;
    astar_linear_conflict: AStar, LinearConflict;
    astar_pattern_db: AStar, PatternDb;
    weighted_astar: WeightedAStar, LinearConflict;
    dynamic_astar: DynamicAStar, LinearConflict;
    alpha_star: AlphaStar, LinearConflict;
    greedy_best_first: GreedyBestFirst, LinearConflict;
    ida_star_manhattan: IdaStar, Manhattan;
    ida_star_linear_conflict: IdaStar, LinearConflict;
}
