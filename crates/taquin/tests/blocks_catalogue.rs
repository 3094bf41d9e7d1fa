//! Every puzzle that comes with the engine is solved, and the solution is as long as its header says.

use taquin::{
    blocks::{Metric, Optimum, Options, Puzzle, Solver, catalogue, read_pack, write_pack},
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
