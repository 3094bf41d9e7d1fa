//! One suite for every algorithm and every heuristic: the same boards, the known optima, every answer replayed.
//!
//! What an algorithm does not do is said in [`extent`], with its reason, and counted in the report of each test: nothing
//! is left out silently.

use crate::support::{goals, shape, unpacked};
use std::{collections::BTreeMap, fmt::Write};
use taquin::{
    rng::Rng,
    search::{Search, Status, bfs},
    tiles::{
        Algorithm, Board, HeuristicName, Options, Problem, Shape, Solver,
        catalogue::{self, Instance},
        grid::{Cells, Grid, Nibbles},
        optimal::Resources,
    },
};

/// Every algorithm, with every heuristic that it takes.
fn combinations() -> impl Iterator<Item = (Algorithm, Option<HeuristicName>)> {
    Algorithm::ALL.into_iter().flat_map(|algorithm| {
        let heuristics = algorithm.takes_heuristic().then_some(HeuristicName::ALL);
        let with = heuristics.into_iter().flatten().map(move |heuristic| (algorithm, Some(heuristic)));
        with.chain((!algorithm.takes_heuristic()).then_some((algorithm, None)))
    })
}

/// How far a combination goes on boards of a size.
enum Extent {
    /// To the end.
    Whole,
    /// To the end, unless that takes more nodes than this, for a reason.
    Nodes(u64, &'static str),
    /// Not at all, for a reason.
    Skipped(&'static str),
}

fn extent(algorithm: Algorithm, heuristic: Option<HeuristicName>, shape: Shape) -> Extent {
    let cells = shape.cells();
    let needs_walking = matches!(heuristic, Some(HeuristicName::WalkingDistance | HeuristicName::Maximum));
    let is_weak = matches!(heuristic, Some(HeuristicName::Manhattan | HeuristicName::LinearConflict));
    match algorithm {
        _ if needs_walking && (shape.rows().max(shape.cols()) > 6 || cells > 16) => {
            Extent::Skipped("the walking distance refuses this size: its tables would be too large")
        }
        Algorithm::Bfs if cells > 12 => Extent::Skipped("breadth-first search refuses more than 12 cells"),
        Algorithm::Bfs if cells > 9 => Extent::Skipped("hundreds of millions of boards take minutes and gigabytes"),
        Algorithm::AStar | Algorithm::AlphaStar if cells > 15 => {
            Extent::Nodes(20_000, "the whole hundred to the end would take too long for a test")
        }
        Algorithm::AStar | Algorithm::AlphaStar if cells > 12 && is_weak => {
            Extent::Nodes(200_000, "may store millions of boards under so weak a bound on 14 cells or more")
        }
        Algorithm::IdaStar if cells > 12 && heuristic != Some(HeuristicName::PatternDb) => {
            let nodes = if cells > 15 { 100_000 } else { 2_000_000 };
            Extent::Nodes(nodes, "may take minutes on 14 cells or more without pattern databases")
        }
        Algorithm::DynamicAStar if cells > 12 && heuristic == Some(HeuristicName::Manhattan) => {
            Extent::Nodes(100_000, "may store millions of boards under so weak a bound on 14 cells or more")
        }
        _ => Extent::Whole,
    }
}

/// Runs all combinations on all instances as far as they go; the report has a line for each combination, so that
/// whatever is left out is seen.
fn run(instances: &[Instance], extent: impl Fn(Algorithm, Option<HeuristicName>, Shape) -> Extent) -> String {
    let resources = Resources::default();
    let mut report = String::new();
    for (algorithm, heuristic) in combinations() {
        let options = Options {
            heuristic: heuristic.unwrap_or_default(),
            resources: resources.clone(),
            threads: 2,
            ..Options::new(algorithm)
        };
        let mut solved = 0;
        let mut left_out = BTreeMap::<_, u32>::new();
        for Instance { problem, optimum } in instances {
            let (nodes, what, reason) = match extent(algorithm, heuristic, problem.shape()) {
                Extent::Whole => (u64::MAX, String::new(), ""),
                Extent::Nodes(nodes, reason) => (nodes, format!("stopped after {nodes} nodes"), reason),
                Extent::Skipped(reason) => (0, "skipped".to_owned(), reason),
            };
            if nodes > 0 && check(problem, *optimum as usize, &options, nodes) {
                solved += 1;
            } else {
                *left_out.entry((what, reason)).or_default() += 1;
            }
        }
        let name = heuristic.map_or(algorithm.to_string(), |heuristic| format!("{algorithm} with {heuristic}"));
        write!(report, "{name}: {solved} solved").unwrap();
        for ((what, reason), count) in left_out {
            write!(report, "; {count} {what}: {reason}").unwrap();
        }
        report.push('\n');
    }
    report
}

/// Solves a board within so many nodes, and checks whatever comes of it; is it solved?
fn check(problem: &Problem, optimum: usize, options: &Options, nodes: u64) -> bool {
    let what = format!("{} with {} on {} to {}", options.algorithm, options.heuristic, problem.start(), problem.goal());
    let mut search = Solver::new(problem, options).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
    // Tables that are built on demand are no part of the limit.
    let mut status = Status::Paused;
    while status == Status::Paused && search.stats().generated < nodes {
        status = search.run(nodes - search.stats().generated);
    }
    let stats = search.stats();
    assert!(stats.lower_bound as usize <= optimum, "{what}: claims to have proven {}", stats.lower_bound);
    if status == Status::Paused && nodes < u64::MAX {
        return false;
    }
    assert_eq!(status, Status::Solved, "{what}");
    let moves = search.checked_solution().expect("an answer that keeps the rules").expect("a solution").len();
    assert!(moves >= optimum, "{what}: {moves} moves, but the known optimum is {optimum}");
    if let Some((numerator, denominator)) = options.factor() {
        let within = moves as u64 * denominator <= optimum as u64 * numerator;
        assert!(within, "{what}: {moves} moves, proven to be at most {numerator}/{denominator} times {optimum}");
        if options.is_optimal() {
            assert_eq!(stats.lower_bound as usize, moves, "{what}: an optimal solution is proven to be one");
        }
    }
    true
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
            let start = unpacked(goal.shape(), &state);
            Instance { problem: Problem::new(start, goal.clone()).unwrap(), optimum: distance }
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
    insta::assert_snapshot!(run(&instances, extent));
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
    insta::assert_snapshot!(run(&instances, extent));
}

#[test]
fn samples_of_twelve_to_fifteen_cells() {
    insta::assert_snapshot!(run(&catalogue::oblong(), extent));
}

#[test]
fn korf_s_hundred() {
    insta::assert_snapshot!(run(&catalogue::korf100(), extent));
}

/// The easiest of Korf's boards, to the end by the searches that store too many boards on the others.
#[test]
fn korf_s_easiest_by_the_thorough() {
    let easiest = [9, 42, 47, 55, 79, 93, 94, 97];
    let instances = catalogue::korf100().into_iter().enumerate().filter(|(at, _)| easiest.contains(&(at + 1)));
    let instances: Vec<_> = instances.map(|(_, instance)| instance).collect();
    let report = run(&instances, |algorithm, heuristic, _| {
        let is_strong = matches!(heuristic, Some(HeuristicName::PatternDb | HeuristicName::Maximum));
        match algorithm {
            Algorithm::AStar | Algorithm::IdaStar | Algorithm::AlphaStar if is_strong => Extent::Whole,
            Algorithm::AStar | Algorithm::IdaStar | Algorithm::AlphaStar => {
                Extent::Skipped("may take minutes or gigabytes under so weak a bound")
            }
            _ => Extent::Skipped("as far as it goes in the test of the whole hundred"),
        }
    });
    insta::assert_snapshot!(report);
}
