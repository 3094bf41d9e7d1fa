//! What is said about malformed puzzles: one snapshot of all messages, so that a change of any is seen.

use taquin::blocks::{
    Cell, Direction, ForeignStateError, IllegalMoveError, Info, Move, Obstacle, Optimum, PackError, Puzzle, read_pack,
    write_pack,
};

/// A name for what is wrong, and the text.
const MALFORMED: &[(&str, &str)] = &[
    ("nothing", ""),
    ("white space only", "  \n\t\n"),
    ("start only", "A.b\n .\n"),
    ("start and an empty goal", "A.b\n--\n"),
    ("start and an empty second goal", "A.b\n--\n..A\n\n--\n\n"),
    ("indented line before the goal", "\nA.b\n --\n..A\n"),
    ("three dashes before the goal", "name: a\n\nA.b\n---\n..A\n"),
    ("a block named by an escape", "A.\u{1b}\n--\n..A\n"),
    ("an invisible block in the second goal", "A.b\n--\n..A\n--\nA.\0\n"),
    ("a byte order mark in the middle", "A.b\n--\n\u{feff}.A\n"),
    ("several puzzles", "1A9BF0C\n1A9BF0C\n"),
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
        "too long a line",
        "A...........................................................................................................................................................................................................................................................................................................\n--\n...........................................................................................................................................................................................................................................................................................................A\n",
    ),
    (
        "too large",
        "A...................................\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n--\nA\n",
    ),
    ("unknown key", "title: Foo\n\nA.\n--\n.A\n"),
    ("unknown key with a hyphen", "\n\nmin-moves: 2\n\nA.\n--\n.A\n"),
    ("unknown key with spaces", "# by me\nName: a\nNumber of moves: 2\n\nA.\n--\n.A\n"),
    ("escape in a name", "name: \u{1b}[31mred\n\nA.\n--\n.A\n"),
    ("key given twice, in two headers", "name: a\n\nNAME: b\n\nA.\n--\n.A\n"),
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
    ("Rush Hour, too short", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHH"),
    ("Rush Hour, too long", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHMM"),
    ("Rush Hour, a letter of two bytes", "IBBxooIooLDDJÄALooJoKEEMFFKooMGGHHHM"),
    ("Rush Hour in six lines, no red car", "IBBxoo\nIooLDD\nJCCLoo\nJoKEEM\nFFKooM\nGGHHHM"),
    ("Klotski, too long", "1A9BF0C000"),
    ("Klotski, the letter O", "1A9BFOC"),
    ("start of blocks with hexadecimal names only", "ABBC\nABBC\nD..E\n"),
    ("start of six lines of six only", "BBC...\n..C.DD\nEAAF..\nE..F..\nGG....\n......\n"),
    ("Klotski, the large block sticks out", "3A9BF0C"),
    ("Klotski, no room", "1AAAAAAAA"),
];

/// What can be wrong with exits, blocks that leave and blocks that are pinned.
const RULES: [(&str, &str); 32] = [
    ("exit without a character", "exit:\n\nA.\n--\n.A\n"),
    ("exit drawn as free", "exit: .\n\nA.\n--\n.A\n"),
    ("exit of two characters", "exit: EE\n\nA.\n--\n.A\n"),
    ("exit with an empty key", "exit: E=\n\nA.E\n--\n.AE\n"),
    ("exit with a key twice", "exit: E=AA\n\nA.E\n--\n.AE\n"),
    ("exit with a free cell as key", "exit: E=A.\n\nA.E\n--\n.AE\n"),
    ("exit declared twice", "exit: E E\n\nA.E\n--\n.AE\n"),
    ("exit and gate in one character", "gate: E\nexit: E\n\nA.E\n--\n.AE\n"),
    ("exit before the gate in one character", "exit: E\ngate: E\n\nA.E\n--\n.AE\n"),
    ("exit given in two lines", "exit: E\nexit: F\n\nA.EF\n--\n.AEF\n"),
    ("exit with two signs", "exit: E==A\n\nA.E\n--\n.AE\n"),
    ("exit not drawn", "exit: E\n\nA..\n--\n.A.\n"),
    ("second exit not drawn", "exit: E F\n\nA.E\n--\n.AE\n"),
    ("exit for a block that is not there", "exit: E=B\n\nA.E\n--\n.AE\n"),
    ("exit for another exit", "exit: E=F F\n\nA.EF\n--\n.AEF\n"),
    ("gone without a block", "exit: E\ngone:\n\nA.E\n--\n..E\n"),
    ("gone with a space", "exit: E\ngone: A B\n\nA.E\n--\n..E\n"),
    ("gone twice", "exit: E\ngone: AA\n\nA.E\n--\n..E\n"),
    ("gone block that is not there", "exit: E\ngone: B\n\nA.E\n--\n..E\n"),
    ("gone without an exit", "gone: A\n\nA.\n--\n..\n"),
    ("gone by too small an exit", "exit: E\ngone: A\n\nAA.E\n--\n...E\n"),
    ("gone by an exit for others", "exit: E=b\ngone: A\n\nAb.E\n--\n...E\n"),
    ("gone by a bent exit", "exit: E\ngone: A\n\nAA.E\n...E\n--\n...E\n...E\n"),
    ("gone and drawn in the goal", "exit: E\ngone: A\n\nA.E\n--\n.AE\n"),
    ("gone and drawn in the second goal", "exit: E\ngone: A\n\nAbE\n--\n.bE\n--\n.AE\n"),
    ("gone given twice", "exit: E\ngone: A\nGone: A\n\nA.E\n--\n..E\n"),
    ("gone from the beginning", "exit: E\n\nb.A\n--\nb.E\n"),
    ("pin without a block", "pin:\n\nA.\n--\n.A\n"),
    ("pin of a block that is not there", "pin: B\n\nA.\n--\n.A\n"),
    ("pin of a free cell", "pin: A.\n\nA.\n--\n.A\n"),
    ("pin of a control character", "pin: \u{1b}\n\nA.\n--\n.A\n"),
    ("pin given twice", "pin: A\npin: A\n\nA.\n--\n.A\n"),
];

#[test]
fn malformed_rules_are_told_apart() {
    let mut messages = String::new();
    for (name, text) in RULES {
        let error = text.parse::<Puzzle>().map(|puzzle| puzzle.to_string()).expect_err(name);
        messages += &format!("{name}: {error}\n");
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn malformed_puzzles_are_told_apart() {
    let mut messages = String::new();
    for &(name, text) in MALFORMED {
        let error = text.parse::<Puzzle>().map(|puzzle| puzzle.to_string()).expect_err(name);
        messages += &format!("{name}: {error}\n");
    }
    let packs = [
        ("a pack", "name: good\n\nA.\n--\n.A\n===\nname: bad\n\nA.\n--\n.B\n===\n\nA.\n===\n\nsteps: x\n\nA."),
        ("a list", "1A9BF0C\n\n1A9BFOC # the letter\nhello\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHH 2332\n"),
    ];
    for (name, text) in packs {
        for error in read_pack(text).filter_map(Result::err) {
            messages += &format!("{name}: {error}\n");
        }
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
    // Common indentation, Windows line ends, trailing spaces, a block in two parts, no goal block at all, a byte order
    // mark, comments, lines of `=` around it.
    let plain = Puzzle::from_pictures("A.A\n.b.", "...\n...").unwrap();
    for text in [
        "  A.A\n  .b.\n--\n  ...\n  ...",
        "A.A\r\n.b.\r\n--\r\n...\r\n...\r\n",
        "\n\nA.A  \n.b.\n\n--\n...\n...\n\n",
        "\u{feff}A.A\n.b.\n--\n...\n...",
        "# two blocks\n\n# one of them in two parts\nA.A\n.b.\n--\n...\n...",
        "===\nA.A\n.b.\n--\n...\n...\n=====\n\n===\n# the end\n",
    ] {
        assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
    }
    assert_eq!(Puzzle::from_pictures("\u{feff}A.A\n.b.", "\u{feff}...\n...").as_ref(), Ok(&plain));
    assert!(plain.start().is_solved(&plain));
    assert_eq!(plain.blocks()[0].shape().len(), 2);
}

#[test]
fn headers_are_taken_as_people_write_them() {
    let usual: Puzzle = "name: Foo\nauthor: Bar\nmoves: none\naxis: keep\n\nA.\n--\n.A".parse().unwrap();
    for text in [
        "Name: Foo\nAUTHOR: Bar\nmoves: None\naxis: Keep\n\nA.\n--\n.A",
        "name:Foo\nauthor:Bar\nmoves:none\naxis :keep\n\nA.\n--\n.A",
        "name: Foo\n\nauthor: Bar\n\nmoves: none\naxis: keep\n\nA.\n--\n.A",
        "\u{feff}# a comment\nname: Foo\n# another\nauthor: Bar\nmoves: none\naxis: keep\n\n# the last\nA.\n--\n.A",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&usual), "{text:?}");
    }
}

#[test]
fn rows_that_look_like_something_else_are_written_so_that_they_read_back() {
    for (start, goal) in [
        ("--.", "..."),
        ("--\n..", "..\n--"),
        ("===", "==="),
        ("=====\n.", "=====\n."),
        ("a: b", ".. b"),
        ("Ab: c", "... c"),
        ("name:x", "......"),
        ("# #\n###", "# #\n###"),
        (" a\n--\n.", " .\n..\na"),
    ] {
        let plain = Puzzle::from_pictures(start, goal).unwrap_or_else(|error| panic!("{start:?}: {error}"));
        let named = plain.clone().with_info(Info { name: Some("a".to_owned()), ..Info::default() });
        for puzzle in [plain, named] {
            assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "{puzzle}");
            assert_eq!(good(&write_pack([&puzzle, &puzzle])), [puzzle.clone(), puzzle]);
        }
    }
    assert_eq!(good(&write_pack([])), []);
}

fn good(pack: &str) -> Vec<Puzzle> {
    read_pack(pack).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{pack}: {error}"))
}

#[test]
fn any_text_can_be_a_name() {
    let puzzle = Puzzle::from_pictures("A.", ".A").unwrap();
    for (text, name) in
        [("a", Some("a")), (" a\tb ", Some("a\tb")), ("a\r\nb: c\u{1b}", Some("a  b: c")), ("\n", None), ("", None)]
    {
        let named = |text: &str| Some(text.to_owned());
        let info = Info { name: named(text), author: named(text), source: named(text), ..Info::default() };
        let puzzle = puzzle.clone().with_info(info);
        assert_eq!(puzzle.info().name.as_deref(), name, "{text:?}");
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle), "{text:?}");
    }
}

#[test]
fn a_bad_puzzle_of_a_pack_does_not_stop_the_others() {
    let pack = "name: a\n\nA.\n--\n.A\n===\nName: b\n\nA.\n--\n.B\n===\nname: c\n\nA.\n--\n.A\n";
    let names: Vec<_> = read_pack(pack).map(|puzzle| puzzle.map(|puzzle| puzzle.info().name.clone())).collect();
    let [Ok(a), Err(PackError { number: 2, count: 3, name: b, line: 7, .. }), Ok(c)] = &names[..] else {
        panic!("{names:?}")
    };
    assert_eq!([a, b, c].map(|name| name.as_deref()), [Some("a"), Some("b"), Some("c")]);
}

#[test]
fn codes_may_come_one_to_the_line() {
    const BOARD: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let board = Puzzle::from_rush_hour(BOARD).unwrap();
    let klotski = Puzzle::from_klotski_code("1A9BF0C").unwrap();
    assert_eq!((board.info().name.as_deref(), klotski.info().name.as_deref()), (Some(BOARD), Some("1A9BF0C")));
    let listed = board.clone().with_info(Info { moves: Some(Optimum::Cost(60)), ..board.info().clone() });
    let list = format!("\u{feff}# a list\n 1A9BF0C\r\n\n{BOARD} # the hardest\n60 {BOARD} 2332\n60 {BOARD}\n");
    assert_eq!(good(&list), [klotski.clone(), board.clone(), listed.clone(), listed]);
    let rows = "IBBxoo\nIooLDD\nJAALoo\nJoKEEM\nFFKooM\nGGHHHM\n";
    assert_eq!(good(&format!("{rows}===\n1A9BF0C\n===\n{rows}")), [board.clone(), klotski, board]);
}

#[test]
fn what_is_in_the_way_is_told() {
    let puzzle: Puzzle = "exit: E=A\ngate: +\npin: c\n\nA.bE\nc.+d\n--\n..bE\nc.+d\n".parse().unwrap();
    let state = puzzle.start();
    let try_step = |symbol: char, direction: Direction| {
        let block = puzzle.blocks().iter().position(|block| block.symbol() == symbol).unwrap();
        let from = state.corners()[block];
        let to = from.step(direction).unwrap_or(from);
        match state.clone().apply(&puzzle, &Move { block, from, to, path: vec![direction] }) {
            Err(error @ IllegalMoveError::Blocked { obstacle, .. }) => {
                assert!(error.to_string().ends_with(&obstacle.to_string()), "{error}");
                Some(obstacle)
            }
            Err(error) => panic!("{error}"),
            Ok(()) => None,
        }
    };
    assert_eq!(try_step('A', Direction::Right), None);
    assert_eq!(try_step('A', Direction::Up), Some(Obstacle::Edge { cell: None }));
    assert_eq!(try_step('A', Direction::Down), Some(Obstacle::Block { block: 2, symbol: 'c' }));
    assert_eq!(try_step('b', Direction::Right), Some(Obstacle::Exit { cell: Cell::new(0, 3) }));
    assert_eq!(try_step('d', Direction::Left), None);
    assert_eq!(try_step('c', Direction::Right), Some(Obstacle::Pinned));
    assert_eq!(try_step('d', Direction::Down), Some(Obstacle::Edge { cell: Some(Cell::new(2, 3)) }));
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
        assert_eq!(state.apply(&puzzle, &wrong), Err(IllegalMoveError::WrongEnd { symbol, to }));
        assert_eq!(state, puzzle.start());
    }
    assert_eq!(state.apply(&puzzle, &right), Ok(()));
    assert_eq!(puzzle.starting_at(&state).map(|puzzle| puzzle.start_picture()), Ok(".A.\nbb.\n".to_owned()));
    // Another number of blocks, off the board, two blocks on one cell.
    for (start, goal) in [("A..\n...", "..A\n..."), ("...\nbb.\n..A", "...\n...\nA.."), (".cd\nd..", "...\n...")] {
        let other = Puzzle::from_pictures(start, goal).unwrap();
        assert_eq!(puzzle.starting_at(&other.start()), Err(ForeignStateError), "{start}");
    }
}
