//! A search that is watched does the same as one that is not.

use taquin::{
    search::Search,
    tiles::{
        Algorithm, HeuristicName, Options, Problem, Solver,
        solver::explored::{ExploreError, Explored},
    },
};

const WATCHED: [Algorithm; 7] = [
    Algorithm::Bfs,
    Algorithm::AStar,
    Algorithm::WeightedAStar,
    Algorithm::DynamicAStar,
    Algorithm::AlphaStar,
    Algorithm::GreedyBestFirst,
    Algorithm::IdaStar,
];

fn problem(board: &str) -> Problem {
    Problem::to_default_goal(board.parse().expect("a board")).expect("a solvable board")
}

#[test]
fn costs_and_solution_are_those_of_the_search_itself() {
    let problem = problem("8 2 0/4 6 1/3 7 5");
    for algorithm in WATCHED {
        for heuristic in HeuristicName::ALL {
            let options = Options { heuristic, ..Options::new(algorithm) };
            let mut plain = Solver::new(&problem, &options).expect("a search");
            let mut explored = Explored::new(&problem, &options).expect("a search");
            assert_eq!(plain.run(u64::MAX), explored.run(u64::MAX));
            let counts = |search: &dyn Search<Move = _>| {
                (search.stats().expanded, search.stats().generated, search.stats().stored)
            };
            assert_eq!(counts(&plain), counts(&explored), "{algorithm} with {heuristic}");
            assert_eq!(plain.solution(), explored.solution(), "{algorithm} with {heuristic}");
            assert_eq!(explored.opened().len() as u64, plain.stats().expanded, "{algorithm} with {heuristic}");
        }
    }
}

#[test]
fn the_map_holds_every_position_and_the_search_stays_on_it() {
    let problem = problem("8 2 0/4 6 1/3 7 5");
    let mut search = Explored::new(&problem, &Options::new(Algorithm::AStar)).expect("a search");
    search.run(u64::MAX);
    let (side, population) = (search.side(), search.population());
    assert_eq!(population.iter().sum::<u32>(), 181_440);
    // The start is 24 moves from the goal: it is alone at the left end of row 24, and the goal at the top of column 24.
    assert_eq!((population[24 * side], population[24]), (1, 1));
    // A* under a consistent estimate opens a position once, and none farther from the start than the goal.
    let mut counts = vec![0; side * side];
    for place in search.opened() {
        counts[usize::from(place)] += 1;
        assert!(usize::from(place) % side <= 24);
    }
    assert!(counts.iter().zip(&population).all(|(opened, all)| opened <= all));
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let large = problem("2 1 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
    assert!(matches!(Explored::new(&large, &Options::new(Algorithm::Bfs)), Err(ExploreError::TooLarge { .. })));
    let small = problem("8 2 0/4 6 1/3 7 5");
    let refused = Explored::new(&small, &Options::new(Algorithm::Strategic));
    assert!(matches!(refused, Err(ExploreError::Algorithm { algorithm: Algorithm::Strategic })));
}
