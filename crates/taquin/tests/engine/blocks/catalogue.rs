//! Every puzzle that comes with the engine is solved, and the solution is as long as its header says.

use std::collections::HashSet;
use taquin::{
    blocks::{Cell, Metric, Optimum, Options, Puzzle, Solver, State, catalogue, read_pack, write_pack},
    search::{Search, Status},
};

/// Too slow for every run of the tests; `taquin bench blocks` proves these as well.
const HEAVY: [&str; 5] =
    ["Puzzling.SE 95123", "The Time Machine", "The Greatest Escape 2", "Impassable Gate", "From Right to Left"];

fn name(puzzle: &Puzzle) -> &str {
    puzzle.info().name.as_deref().unwrap_or("?")
}

fn listed(puzzle: &Puzzle, metric: Metric) -> Option<Optimum> {
    match metric {
        Metric::Moves => puzzle.info().moves,
        Metric::Slides => puzzle.info().slides,
        Metric::Steps => puzzle.info().steps,
    }
}

fn solve(puzzle: &Puzzle, metric: Metric) -> Optimum {
    let mut solver = Solver::new(puzzle, &Options { metric, ..Options::default() }).unwrap();
    match solver.run(u64::MAX) {
        Status::Solved => {
            let cost = metric.cost(solver.checked_solution().unwrap().unwrap());
            assert_eq!(solver.stats().lower_bound, cost, "{}: the bound does not prove the cost", name(puzzle));
            Optimum::Cost(cost)
        }
        Status::Exhausted => Optimum::Unsolvable,
        status => panic!("{}: {status:?}", name(puzzle)),
    }
}

#[test]
fn the_catalogue_is_whole() {
    let counts: Vec<(&str, usize)> = catalogue::packs().iter().map(|pack| (pack.name, pack.puzzles.len())).collect();
    let expected = [
        ("classics", 19),
        ("gates", 14),
        ("huarongdao", 40),
        ("layton", 24),
        ("originals", 5),
        ("rushhour", 25),
        ("study", 7),
    ];
    assert_eq!(counts, expected);
    let mut names = HashSet::new();
    for pack in catalogue::packs() {
        let again: Result<Vec<_>, _> = read_pack(&write_pack(&pack.puzzles)).collect();
        assert_eq!(again.as_ref(), Ok(&pack.puzzles));
        for puzzle in &pack.puzzles {
            assert!(puzzle.info().source.is_some(), "{} has no source", name(puzzle));
            // why: a name must find its puzzle, whatever the case.
            assert!(names.insert(name(puzzle).to_lowercase()), "{} is there twice", name(puzzle));
        }
    }
}

fn pack(wanted: &str) -> &'static [Puzzle] {
    &catalogue::packs().iter().find(|pack| pack.name == wanted).unwrap().puzzles
}

#[test]
fn graded_packs_go_from_easy_to_hard() {
    for name in ["classics", "gates", "originals", "rushhour", "study"] {
        let cost = |puzzle: &Puzzle| match puzzle.info().moves {
            Some(Optimum::Cost(cost)) => cost,
            other => panic!("{other:?}"),
        };
        assert!(pack(name).is_sorted_by_key(cost), "{name}");
    }
}

/// Where the blocks are, those that may stand in for each other not told apart.
fn merged(puzzle: &Puzzle, state: &State) -> Vec<(usize, Cell)> {
    let kind = |block: usize| (0..block).find(|&other| puzzle.are_interchangeable(other, block)).unwrap_or(block);
    let mut places: Vec<(usize, Cell)> =
        state.corners().iter().enumerate().map(|(block, &corner)| (kind(block), corner)).collect();
    places.sort_unstable();
    places
}

fn count_within_reach(puzzle: &Puzzle) -> u64 {
    let mut seen = HashSet::from([merged(puzzle, &puzzle.start())]);
    let mut open = vec![puzzle.start()];
    while let Some(state) = open.pop() {
        for block in 0..puzzle.blocks().len() {
            for destination in state.destinations(puzzle, block) {
                let mut next = state.clone();
                next.apply(puzzle, &state.move_to(block, &destination)).unwrap();
                if seen.insert(merged(puzzle, &next)) {
                    open.push(next);
                }
            }
        }
    }
    seen.len() as u64
}

#[test]
fn listed_states_are_those_within_reach() {
    let puzzles = catalogue::packs().iter().flat_map(|pack| &pack.puzzles);
    let mut counted = 0;
    for (puzzle, states) in puzzles.filter_map(|puzzle| Some((puzzle, puzzle.info().states?))) {
        assert_eq!(count_within_reach(puzzle), states, "{}", name(puzzle));
        counted += 1;
    }
    assert_eq!(counted, 5);
}

fn prove(wanted: &str) {
    for puzzle in pack(wanted).iter().filter(|puzzle| !HEAVY.contains(&name(puzzle))) {
        for metric in Metric::ALL {
            assert_eq!(Some(solve(puzzle, metric)), listed(puzzle, metric), "{} in {metric}", name(puzzle));
        }
    }
}

#[test]
fn classics_have_their_optima() {
    prove("classics");
}

#[test]
fn gates_have_their_optima() {
    prove("gates");
}

#[test]
fn huarongdao_has_its_optima() {
    prove("huarongdao");
}

#[test]
fn originals_have_their_optima() {
    prove("originals");
}

#[test]
fn rush_hour_has_its_optima() {
    prove("rushhour");
}

#[test]
fn study_has_its_optima() {
    prove("study");
}

#[test]
fn layton_has_its_optima() {
    prove("layton");
}
