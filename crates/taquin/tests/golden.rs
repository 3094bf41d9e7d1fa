//! What each search did on a dozen boards, to the node: a change of behaviour does not pass unseen.

mod common;

use common::finish;
use std::fmt::Write;
use taquin::{
    search::Stats,
    tiles::{
        Problem,
        solve::{self, Algorithm, HeuristicName, Options},
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

fn run(board: &str, options: &Options) -> (usize, Stats) {
    let problem = Problem::to_default_goal(board.parse().unwrap()).unwrap();
    let (_, moves, search) = finish(&problem, solve::search(&problem, options).unwrap());
    (moves.expect("a solution").len(), search.stats().clone())
}

/// One line for each board: moves, proven bound, expanded, generated, stored.
fn table(algorithm: Algorithm, heuristic: HeuristicName) -> String {
    let mut table = String::new();
    let far = FAR.into_iter().filter(|_| algorithm.takes_heuristic());
    for board in BOARDS.into_iter().chain(far) {
        let options = Options { heuristic, force: true, ..Options::new(algorithm) };
        let (moves, stats) = run(board, &options);
        let Stats { expanded, generated, stored, lower_bound, .. } = stats;
        writeln!(table, "{moves:>3} {lower_bound:>3} {expanded:>8} {generated:>8} {stored:>8}  {board}").unwrap();
    }
    table
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
