//! One suite for every algorithm and every heuristic: the same boards, the known optima, every answer replayed.
//!
//! What an algorithm does not do is said in [`skipped`], with its reason; nothing is left out silently.

mod common;

use common::{finish, goals, shape};
use taquin::{
    rng::Rng,
    search::{Status, bfs},
    tiles::{
        Board, Problem, Shape,
        grid::{Cells, Grid, Nibbles},
        optimal::Resources,
        solve::{self, Algorithm, HeuristicName, Options},
    },
};

/// A problem and the fewest moves that solve it.
struct Instance {
    problem: Problem,
    optimum: usize,
}

/// Every algorithm, with every heuristic that it takes.
fn combinations() -> impl Iterator<Item = (Algorithm, Option<HeuristicName>)> {
    Algorithm::ALL.into_iter().flat_map(|algorithm| {
        let heuristics = algorithm.takes_heuristic().then_some(HeuristicName::ALL);
        let with = heuristics.into_iter().flatten().map(move |heuristic| (algorithm, Some(heuristic)));
        with.chain((!algorithm.takes_heuristic()).then_some((algorithm, None)))
    })
}

/// Why a combination is not tried on boards of a size, if it is not.
fn skipped(algorithm: Algorithm, heuristic: Option<HeuristicName>, shape: Shape) -> Option<&'static str> {
    let needs_walking = matches!(heuristic, Some(HeuristicName::WalkingDistance | HeuristicName::Maximum));
    let proves = Options::new(algorithm).is_optimal();
    let is_weak = matches!(heuristic, Some(HeuristicName::Manhattan | HeuristicName::LinearConflict));
    match algorithm {
        _ if needs_walking && (shape.rows().max(shape.cols()) > 6 || shape.cells() > 16) => {
            Some("the walking distance refuses this size: its tables would be too large")
        }
        Algorithm::Bfs if shape.cells() > 9 => Some("hundreds of millions of boards take minutes and gigabytes"),
        _ if proves && is_weak && shape.cells() > 12 => {
            Some("proving the optimum of a board of 14 cells or more with so weak a bound takes minutes")
        }
        Algorithm::IdaStar if shape.cells() > 12 && heuristic != Some(HeuristicName::PatternDb) => {
            Some("iterative deepening takes minutes on 14 cells or more without pattern databases")
        }
        Algorithm::DynamicAStar if shape.cells() > 12 && heuristic == Some(HeuristicName::Manhattan) => {
            Some("dynamic weighting stores millions of boards under so weak a bound on 14 cells or more")
        }
        Algorithm::AlphaStar if shape.cells() > 12 && is_weak => {
            Some("AlphA* stores millions of boards under weak bounds on 14 cells or more")
        }
        _ => None,
    }
}

/// Runs all that are not skipped on all instances; says how many searches that were.
fn run(instances: &[Instance], only: impl Fn(Algorithm, Option<HeuristicName>) -> bool) -> usize {
    let resources = Resources::default();
    let mut runs = 0;
    for (algorithm, heuristic) in combinations().filter(|&(algorithm, heuristic)| only(algorithm, heuristic)) {
        for Instance { problem, optimum } in instances {
            if skipped(algorithm, heuristic, problem.shape()).is_some() {
                continue;
            }
            let options = Options {
                heuristic: heuristic.unwrap_or_default(),
                resources: resources.clone(),
                threads: 2,
                ..Options::new(algorithm)
            };
            check(problem, *optimum, &options);
            runs += 1;
        }
    }
    runs
}

fn check(problem: &Problem, optimum: usize, options: &Options) {
    let what = format!("{} with {} on {} to {}", options.algorithm, options.heuristic, problem.start(), problem.goal());
    let search = solve::search(problem, options).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
    let (status, moves, search) = finish(problem, search);
    assert_eq!(status, Status::Solved, "{what}");
    let (moves, stats) = (moves.expect("a solution").len(), search.stats());
    assert!(moves >= optimum, "{what}: {moves} moves, but the known optimum is {optimum}");
    assert!(stats.lower_bound as usize <= optimum, "{what}: claims to have proven {}", stats.lower_bound);
    if let Some((numerator, denominator)) = options.factor() {
        let within = moves as u64 * denominator <= optimum as u64 * numerator;
        assert!(within, "{what}: {moves} moves, proven to be at most {numerator}/{denominator} times {optimum}");
        if options.is_optimal() {
            assert_eq!(stats.lower_bound as usize, moves, "{what}: an optimal solution is proven to be one");
        }
    }
}

/// Every board that reaches these goals.
fn all_boards(goals: &[Board], step: usize) -> Vec<Instance> {
    let instances = |goal: &Board| {
        let distances = bfs::distances(&Grid::new(goal), Nibbles::pack(goal));
        let mut states: Vec<_> = distances.into_iter().collect();
        // In an order that does not depend on the hash map.
        states.sort_unstable_by_key(|(state, distance)| {
            (*distance, (0..goal.shape().cells()).map(|cell| state.tile(cell)).collect::<Vec<_>>())
        });
        let instance = |(state, distance): (Nibbles, u32)| {
            let cells: Vec<u16> = (0..goal.shape().cells()).map(|cell| state.tile(cell) as u16).collect();
            let start = Board::new(goal.shape(), &cells).unwrap();
            Instance { problem: Problem::new(start, goal.clone()).unwrap(), optimum: distance as usize }
        };
        states.into_iter().rev().step_by(step).map(instance).collect::<Vec<_>>()
    };
    goals.iter().flat_map(instances).collect()
}

#[test]
fn all_boards_of_the_smallest_sizes() {
    let mut rng = Rng::from_seed(1);
    let mut instances = all_boards(&goals(shape(2, 2), &[0, 1], &mut rng), 1);
    instances.extend(all_boards(&goals(shape(2, 3), &[1], &mut rng), 1));
    instances.extend(all_boards(&goals(shape(3, 2), &[2], &mut rng), 1));
    instances.extend(all_boards(&goals(shape(1, 4), &[2], &mut rng), 1));
    instances.extend(all_boards(&goals(shape(5, 1), &[0], &mut rng), 1));
    let runs = run(&instances, |_, _| true);
    assert!(runs > 30 * 1_400, "{runs} runs");
}

/// Boards of 3×3, 2×4 and 4×2 at every distance, the farthest among them, with the blank in a corner, at an edge and
/// in the middle of the goal.
#[test]
fn samples_of_sizes_that_breadth_first_search_knows() {
    let mut rng = Rng::from_seed(8);
    let mut instances = all_boards(&goals(shape(3, 3), &[4, 5], &mut rng), 6_047);
    instances.extend(all_boards(&goals(shape(2, 4), &[1], &mut rng), 997));
    instances.extend(all_boards(&goals(shape(4, 2), &[3], &mut rng), 997));
    assert_eq!(instances.iter().map(|instance| instance.optimum).max(), Some(36));
    let runs = run(&instances, |_, _| true);
    assert!(runs > 30 * 100, "{runs} runs");
}

/// Instances from a table: the fewest moves and the board, in columns counted from the end.
fn table(text: &str) -> Vec<Instance> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let instance = |line: &str| {
        let fields: Vec<_> = line.split('\t').collect();
        let problem = Problem::to_default_goal(fields[2].parse().unwrap()).unwrap();
        Instance { problem, optimum: fields[1].parse().unwrap() }
    };
    lines.map(instance).collect()
}

#[test]
fn samples_of_twelve_to_fifteen_cells() {
    let runs = run(&table(include_str!("../../../data/oblong.tsv")), |_, _| true);
    assert!(runs > 150, "{runs} runs");
}

fn korf() -> Vec<Instance> {
    let instances = table(include_str!("../../../data/korf100.tsv"));
    assert_eq!(instances.len(), 100);
    instances
}

/// All of Korf's boards, by all that solve them without proving the optimum.
#[test]
fn korf_s_hundred_by_the_quick() {
    let runs = run(&korf(), |algorithm, _| !Options::new(algorithm).is_optimal() && algorithm != Algorithm::AlphaStar);
    assert!(runs >= 14 * 100, "{runs} runs");
}

/// The easiest of Korf's boards, by those that prove the optimum and by AlphA\*, whose search is nearly as large. The
/// others take seconds each; the bench `korf100` runs them all.
#[test]
fn korf_s_easiest_by_the_thorough() {
    let easiest = [9, 42, 47, 55, 79, 93, 94, 97];
    let instances: Vec<_> = korf().into_iter().enumerate().filter(|(at, _)| easiest.contains(&(at + 1))).collect();
    let instances: Vec<_> = instances.into_iter().map(|(_, instance)| instance).collect();
    let runs = run(&instances, |algorithm, heuristic| {
        let is_strong = matches!(heuristic, Some(HeuristicName::PatternDb | HeuristicName::Maximum));
        is_strong && matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar | Algorithm::AlphaStar)
    });
    assert_eq!(runs, 5 * instances.len());
}
