//! What is said about malformed puzzles: one snapshot of all messages, so that a change of any is seen.

use taquin::blocks::{Cell, ForeignState, IllegalMove, Move, Puzzle, read_pack};

/// A name for what is wrong, and the text.
const MALFORMED: [(&str, &str); 36] = [
    ("nothing", ""),
    ("white space only", "  \n\t\n"),
    ("start only", "A.b\n .\n"),
    ("start and an empty goal", "A.b\n--\n"),
    ("empty start", "--\n..A\n"),
    ("no block", "...\n--\n...\n"),
    ("goal wider", "A.b\n--\n..A.\n"),
    ("goal narrower", "A.b\n--\n.A\n"),
    ("goal taller", "A.b\n--\n..A\n.\n"),
    ("hole in the goal", "A.b\n...\n--\n..A\n. .\n"),
    ("hole in the start", "A.b\n. .\n--\n..A\n...\n"),
    ("second goal of another outline", "A.b\n--\n..A\n--\n..A.\n"),
    ("another shape in the goal", "AA.\n...\n--\n..A\n..A\n"),
    ("more cells in the goal", "A..\n--\n.AA\n"),
    ("goal block missing in the start", "A..\n--\n..B\n"),
    ("second goal block missing", "A..\n--\n..A\n--\n.C.\n"),
    (
        "too large",
        "A...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n...............\n................\n--\nA\n",
    ),
    ("unknown key", "title: Foo\n\nA.\n--\n.A\n"),
    ("key given twice", "name: a\nname: b\n\nA.\n--\n.A\n"),
    ("header without empty line", "name: a\nA.\n--\n.A\n"),
    ("header only", "name: a\n"),
    ("bad optimum", "moves: many\n\nA.\n--\n.A\n"),
    ("negative optimum", "steps: -1\n\nA.\n--\n.A\n"),
    ("bad number of states", "states: none\n\nA.\n--\n.A\n"),
    ("bad axis", "axis: free\n\nA.\n--\n.A\n"),
    ("bad goal rule", "goal: any\n\nA.\n--\n.A\n"),
    ("gate of two characters", "gate: --\n\nA.\n--\n.A\n"),
    ("gate drawn as free", "gate: .\n\nA.\n--\n.A\n"),
    ("empty name", "name:\n\nA.\n--\n.A\n"),
    ("block on a gate", "gate: +\n\nAb.\n--\n.+A\n"),
    ("Rush Hour, bad character", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHH?M"),
    ("Rush Hour, no red car", "IBBxooIooLDDJCCLooJoKEEMFFKooMGGHHHM"),
    ("Rush Hour, bent car", "AAooooBoooooBBoooooooooooooooooooooo"),
    ("Rush Hour, walled in", "ooooooooooooAAooxxoooooooooooooooooo"),
    ("Klotski, the large block sticks out", "3A9BF0C"),
    ("Klotski, no room", "1AAAAAAAA"),
];

#[test]
fn malformed_puzzles_are_told_apart() {
    let mut messages = String::new();
    for (name, text) in MALFORMED {
        let error = text.parse::<Puzzle>().map(|puzzle| puzzle.to_string()).expect_err(name);
        messages += &format!("{name}: {error}\n");
    }
    for (name, text) in [("a pack", "name: good\n\nA.\n--\n.A\n===\nname: bad\n\nA.\n--\n.B\n"), ("an empty pack", "")]
    {
        messages += &format!("{name}: {}\n", read_pack(text).expect_err(name));
    }
    for code in ["", "1A9BF0C001", "1A9BG0C", "055555555"] {
        let error = Puzzle::from_klotski_code(code).expect_err(code);
        messages += &format!("Klotski code {code:?}: {error}\n");
    }
    for code in [
        "AAo",
        "ooooooooooooAooooooAoooooooooooooooo",
        "ooooooooooooAooooooooooooooooooooooo",
        "AoooooAooooooooooooooooooooooooooooo",
    ] {
        let error = Puzzle::from_rush_hour(code).expect_err(code);
        messages += &format!("Rush-Hour string {code:?}: {error}\n");
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn odd_but_well_formed_puzzles_are_taken() {
    // Common indentation, Windows line ends, trailing spaces, a block in two parts, no goal block at all.
    let plain = Puzzle::from_pictures("A.A\n.b.", "...\n...").unwrap();
    for text in
        ["  A.A\n  .b.\n--\n  ...\n  ...", "A.A\r\n.b.\r\n--\r\n...\r\n...\r\n", "\n\nA.A  \n.b.\n\n--\n...\n...\n\n"]
    {
        assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
    }
    assert!(plain.start().is_solved(&plain));
    assert_eq!(plain.blocks()[0].shape().len(), 2);
}

#[test]
fn rows_that_look_like_something_else_are_written_so_that_they_read_back() {
    for (start, goal) in
        [("--.", "..."), ("--\n..", "..\n--"), ("===", "==="), ("a: b", ".. b"), (" a\n--\n.", " .\n..\na")]
    {
        let puzzle = Puzzle::from_pictures(start, goal).unwrap_or_else(|error| panic!("{start:?}: {error}"));
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()), "{puzzle}");
        assert_eq!(read_pack(&taquin::blocks::write_pack([&puzzle, &puzzle])).unwrap().len(), 2, "{puzzle}");
    }
}

#[test]
fn moves_and_states_that_do_not_fit_are_refused() {
    let puzzle = Puzzle::from_pictures("A..\nbb.", "..A\n...").unwrap();
    let mut state = puzzle.start();
    let right = state.move_to(0, &state.destinations(&puzzle, 0)[0]);
    let elsewhere = Move { to: Cell::new(0, 2), ..right.clone() };
    let nowhere = Move { to: right.from, path: Vec::new(), ..right.clone() };
    for wrong in [elsewhere, nowhere] {
        let (symbol, to) = ('A', wrong.to);
        assert_eq!(state.apply(&puzzle, &wrong), Err(IllegalMove::WrongEnd { symbol, to }));
        assert_eq!(state, puzzle.start());
    }
    assert_eq!(state.apply(&puzzle, &right), Ok(()));
    assert_eq!(puzzle.starting_at(&state).map(|puzzle| puzzle.start_picture()), Ok(".A.\nbb.\n".to_owned()));
    // Another number of blocks, off the board, two blocks on one cell.
    for (start, goal) in [("A..\n...", "..A\n..."), ("...\nbb.\n..A", "...\n...\nA.."), (".cd\nd..", "...\n...")] {
        let other = Puzzle::from_pictures(start, goal).unwrap();
        assert_eq!(puzzle.starting_at(&other.start()), Err(ForeignState), "{start}");
    }
}
