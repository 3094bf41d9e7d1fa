//! Solvers that build the solution up: stages that are explained, and moves that are printed as they come.

use crate::{json, stopped_by, taquin};
use taquin::{
    replay::{self, TileReplay},
    search::Search,
    tiles::{
        Board, Moves, Problem,
        constructive::{ConstructiveSearch, Method},
    },
};

const METHODS: [(&str, Method); 3] =
    [("greedy", Method::Greedy), ("divide-and-conquer", Method::DivideAndConquer), ("strategic", Method::Strategic)];

/// A board large enough that its solution is not held, in a file.
fn large() -> (tempfile::TempDir, String, Board) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("board.txt").to_str().unwrap().to_owned();
    let text = taquin(&["scramble", "--size", "65x64", "--seed", "5"]).stdout;
    std::fs::write(&path, &text).unwrap();
    (directory, path, text.trim().parse().unwrap())
}

#[test]
fn moves_that_are_printed_as_they_come_are_the_whole_solution() {
    let (_directory, path, board) = large();
    let problem = Problem::to_default_goal(board.clone()).unwrap();
    for (name, method) in METHODS {
        let mut search = ConstructiveSearch::new(&problem, method);
        search.run(u64::MAX);
        let expected = Moves::from(search.solution().unwrap());
        let quiet = taquin(&["solve", "-q", "-a", name, &path]);
        assert_eq!((quiet.code, quiet.stdout.trim_end() == expected.to_string()), (Some(0), true), "{name}");
        let text = taquin(&["solve", "-a", name, &path]).stdout;
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (4, "a board of 65x64"));
        assert_eq!(lines[1].parse::<Moves>().unwrap(), expected);
        let answer = &json(&taquin(&["solve", "--json", "-a", name, &path]))[0];
        let moves: Moves = answer["moves"].as_str().unwrap().parse().unwrap();
        assert!(replay::tiles(&board, &Board::solved(board.shape()), &moves).is_ok());
        assert_eq!(moves, expected);
        assert_eq!(answer["status"], "solved");
        assert_eq!((&answer["stm"], &answer["mtm"]), (&moves.stm().into(), &moves.mtm().into()));
        assert_eq!(answer["lower_bound"], search.stats().lower_bound);
        assert_eq!(answer["generated"], search.stats().generated);
        assert_eq!((&answer["optimal"], &answer["heuristic"]), (&false.into(), &serde_json::Value::Null));
    }
}

/// They keep the rules, and nobody can take them for a solution.
#[test]
fn a_solution_that_is_stopped_is_told_from_a_whole_one() {
    let (_directory, path, board) = large();
    let stopped = ["solve", "-a", "strategic", "--time-limit", "0.000001", &path];
    let run = taquin(&[&stopped[..], &["--json"]].concat());
    let answer = &json(&run)[0];
    assert_eq!((run.code, &answer["status"]), (Some(1), &"limit".into()));
    assert_eq!((&answer["stm"], &answer["optimal"]), (&serde_json::Value::Null, &false.into()));
    assert_eq!(stopped_by(answer), "time limit");
    let moves: Moves = answer["moves"].as_str().unwrap().parse().unwrap();
    let mut replay = TileReplay::new(&board);
    moves.iter().try_for_each(|&direction| replay.step(direction)).unwrap();
    let run = taquin(&[&stopped[..], &["--quiet"]].concat());
    assert!(run.code == Some(1) && run.stdout.ends_with(" limit\n"), "{}", run.stdout);
    let run = taquin(&stopped);
    assert_eq!((run.code, run.stdout.lines().next()), (Some(1), Some("a board of 65x64")), "{}", run.stdout);
}

/// A stage for each tile or pair, in words; together they are the solution.
#[test]
fn stages_are_explained() {
    let boards = [
        "11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12",
        // Where stages meet, moves that are taken back at once vanish.
        "3 21 1 11 19/7 8 16 22 13/5 24 0 15 2/12 4 6 23 14/10 18 9 17 20",
    ];
    let board = boards[0];
    let run = taquin(&["solve", "--explain", board]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!(crate::text::without_times(&run.stdout));
    for ((name, _), board) in METHODS.into_iter().flat_map(|method| boards.map(|board| (method, board))) {
        let answers = json(&taquin(&["solve", "--explain", "--json", "-a", name, board]));
        let stages = answers[0]["stages"].as_array().unwrap();
        assert!(stages.iter().all(|stage| !stage["task"].as_str().unwrap().is_empty()), "{name}");
        let parsed = |moves: &serde_json::Value| moves.as_str().unwrap().parse::<Moves>().unwrap();
        let joined: Moves = stages.iter().flat_map(|stage| parsed(&stage["moves"]).to_vec()).collect();
        let total: u64 = stages.iter().map(|stage| stage["stm"].as_u64().unwrap()).sum();
        assert_eq!(joined.stm() as u64, total);
        assert_eq!(joined, parsed(&answers[0]["moves"]), "{name}");
        assert_eq!(answers[0]["stm"], total);
        let text = taquin(&["solve", "--explain", "-a", name, board]).stdout;
        let listed = text.lines().filter_map(|line| line.split_once(". ")?.1.rsplit_once("  "));
        let listed: Moves = listed.flat_map(|(_, moves)| moves.parse::<Moves>().unwrap()).collect();
        assert_eq!(listed, joined, "{name}");
        assert!(text.contains(&format!("{total} moves ")), "{text}");
    }
    let refused = taquin(&["solve", "--explain", "-a", "astar", board]);
    assert_eq!(refused.code, Some(2));
    insta::assert_snapshot!(refused.stderr);
}
