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
    assert_eq!(counts, [("classics", 18), ("huarongdao", 40), ("rushhour", 6), ("s4", 24)]);
    for pack in catalogue::packs() {
        assert_eq!(read_pack(&write_pack(&pack.puzzles)).unwrap(), pack.puzzles);
        for puzzle in &pack.puzzles {
            assert!(puzzle.info().source.is_some(), "{} has no source", name(puzzle));
        }
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

fn prove(pack: &str) {
    let pack = catalogue::packs().iter().find(|known| known.name == pack).unwrap();
    for puzzle in pack.puzzles.iter().filter(|puzzle| !HEAVY.contains(&name(puzzle))) {
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
fn huarongdao_has_its_optima() {
    prove("huarongdao");
}

#[test]
fn rush_hour_has_its_optima() {
    prove("rushhour");
}

#[test]
fn the_s4_pack_has_its_optima() {
    prove("s4");
}
