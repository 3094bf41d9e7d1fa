//! Block puzzles as text: any text is read or refused, and what is read is written back the same, alone and in a pack;
//! and a solver that begins on it answers, if at all, with moves that the rules allow.

use crate::{Target, pack_text};
use taquin::{
    blocks::{Metric, Options, Puzzle, Solver, read_pack, write_pack},
    search::Search,
};

pub(crate) const TARGET: Target = Target { name: "blocks", run, seeds };

fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Puzzle>() {
        Ok(puzzle) => {
            assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "{puzzle}");
            Metric::ALL.into_iter().for_each(|metric| try_to_solve(&puzzle, metric));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let (good, bad): (Vec<_>, Vec<_>) = read_pack(text).partition(Result::is_ok);
    let puzzles: Vec<Puzzle> = good.into_iter().flatten().collect();
    assert_eq!(read_pack(&write_pack(&puzzles)).collect::<Result<Vec<_>, _>>(), Ok(puzzles));
    let lines = text.lines().count();
    for error in bad.into_iter().filter_map(Result::err) {
        assert!((1..=error.count).contains(&error.number) && (1..=lines).contains(&error.line), "{error:?}");
        assert!(!error.to_string().is_empty());
    }
}

fn try_to_solve(puzzle: &Puzzle, metric: Metric) {
    let options = Options { metric, memory_limit: 1 << 20, ..Options::default() };
    let Ok(mut solver) = Solver::new(puzzle, &options) else { return };
    solver.run(1_000);
    solver.checked_solution().expect("a solution is legal");
}

fn seeds() -> Vec<Vec<u8>> {
    let packs = ["classics", "layton", "rushhour"].map(pack_text);
    let puzzles = packs.iter().flat_map(|pack| pack.split("===\n").take(6)).map(str::to_owned);
    let others = [
        "A.b\n .\n--\n..A\n .",
        "1A9BF0C\n# a comment\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332",
        "IBBxoo\nIooLDD\nJAALoo\nJoKEEM\nFFKooM\nGGHHHM",
        "exit: E=Ac\ngone: A\npin: b\n\nA.bE\nc..E\n--\n...E\n...E",
        "# a comment\nName:a\n\ngate: +\n\nA+.\n--\n.+A\n--\nA+.\n====\n===\n",
    ];
    puzzles.chain(others.map(str::to_owned)).map(String::into_bytes).collect()
}
