//! Inverse pairs, incremental = from scratch, and what must hold for any input.

use crate::support;
use proptest::prelude::*;
use taquin::{
    replay,
    rng::Rng,
    search::{Heuristic, Search, Space, Status},
    tiles::{
        Algorithm, Board, Direction, Manhattan, Moves, Options, Problem, ProblemError, Shape, Solver,
        grid::{Bytes, Cells, Grid, Nibbles, Words},
        scramble,
        text::Boards,
    },
};

fn any_shape(longest: usize) -> impl Strategy<Value = Shape> {
    (1..=longest, 1..=longest).prop_map(|(rows, cols)| support::shape(rows, cols))
}

fn any_board(longest: usize) -> impl Strategy<Value = Board> {
    (any_shape(longest), any::<u64>()).prop_map(|(shape, seed)| {
        let mut cells: Vec<u16> = (0..shape.cells()).map(|tile| tile as u16).collect();
        Rng::from_seed(seed).shuffle(&mut cells);
        Board::new(shape, &cells).unwrap()
    })
}

fn any_moves() -> impl Strategy<Value = Moves> {
    prop::collection::vec(prop::sample::select(Direction::ALL.to_vec()), 0..60).prop_map(Moves::from)
}

/// Moves that are legal from this board.
fn legal_moves(board: &Board, seed: u64, count: usize) -> Moves {
    let mut rng = Rng::from_seed(seed);
    let mut board = board.clone();
    let tries = std::iter::repeat_with(|| Direction::ALL[rng.below(4) as usize]).take(count);
    tries.filter(|&direction| board.slide(direction)).collect()
}

/// Every text form of a board. Only square boards have the one with a dimension.
fn forms(board: &Board, blank: &str) -> Vec<String> {
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let cell = |tile: &u16| if *tile == 0 { blank.to_owned() } else { tile.to_string() };
    let join = |between: &str, row_end: &str| {
        let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(between);
        board.cells().chunks(cols).map(row).collect::<Vec<_>>().join(row_end)
    };
    let mut forms = vec![
        format!("{rows}x{cols}:{}", join(",", ",")),
        format!(" {rows} x {cols} : {}", join(" ", "  ")),
        join(" ", "\n"),
        format!("\u{feff}# a comment\r\n{}   # the end\r\n\r\n", join("\t", " \r\n  ")),
    ];
    if rows > 1 {
        forms.extend([join(" ", "/"), join(",", "|"), join("  ", " / ")]);
    }
    if rows == cols && rows > 1 {
        forms.extend([format!("{rows}\n{}", join(" ", "\n")), format!("{rows}\n\n{}", join("\n", "\n"))]);
        forms.push(format!("{rows} {}", join(" ", " ")));
    }
    forms
}

proptest! {
    #[test]
    fn every_form_reads_back(board in any_board(7), blank in prop::sample::select(vec!["0", "_", ".", "x", "-", "-1"])) {
        prop_assert_eq!(&board.to_string().parse::<Board>().unwrap(), &board);
        for form in forms(&board, blank) {
            let read = form.parse::<Board>();
            prop_assert!(read.as_ref().is_ok_and(|read| *read == board), "{:?} gave {:?}", form, read);
        }
    }

    #[test]
    fn many_boards_read_back_one_per_line(boards in prop::collection::vec(any_board(5), 1..20)) {
        let text: String = boards.iter().map(|board| format!("{board}\n")).collect();
        // why: boards of one row among others are told apart by an empty line.
        let text = if boards.iter().any(|board| board.shape().rows() == 1) { text.replace('\n', "\n\n") } else { text };
        let read: Vec<Board> = Boards::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read, boards);
    }

    #[test]
    fn one_row_boards_read_back_one_per_line(seeds in prop::collection::vec(any::<u64>(), 1..9), cols in 1_usize..12) {
        let goal = Board::solved(support::shape(1, cols));
        let boards: Vec<Board> = seeds.iter().map(|&seed| scramble::uniform(&goal, &mut Rng::from_seed(seed))).collect();
        let text: String = boards.iter().map(|board| format!("{board}\n")).collect();
        let read: Vec<Board> = Boards::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read, boards);
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in "[0-9 /|:x,#\n_.-]{0,40}") {
        for board in Boards::new(text.as_bytes()).flatten() {
            prop_assert_eq!(&board.to_string().parse::<Board>().unwrap(), &board);
        }
    }

    #[test]
    fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Boards::new(&bytes[..]).count() <= bytes.len() + 1);
    }

    #[test]
    fn moves_read_back(moves in any_moves()) {
        prop_assert_eq!(&moves.to_string().parse::<Moves>().unwrap(), &moves);
        let words = moves.iter().map(|direction| format!("{direction:?} ")).collect::<String>();
        prop_assert_eq!(&words.to_lowercase().parse::<Moves>().unwrap(), &moves);
        prop_assert!(moves.mtm() <= moves.stm());
    }

    #[test]
    fn inverse_takes_back(board in any_board(6), seed in any::<u64>()) {
        let moves = legal_moves(&board, seed, 100);
        let after = board.after(&moves).unwrap();
        prop_assert_eq!(after.after(&moves.inverse()).unwrap(), board.clone());
        prop_assert_eq!(moves.inverse().inverse(), moves.clone());
        prop_assert_eq!(board.after(&moves.simplified()).unwrap(), after.clone());
        prop_assert!(replay::tiles(&board, &after, &moves).is_ok());
    }

    #[test]
    fn simplified_is_shortest_in_form(moves in any_moves()) {
        let simplified = moves.simplified();
        prop_assert!(simplified.windows(2).all(|pair| pair[0] != pair[1].inverse()));
        prop_assert_eq!(simplified.simplified(), simplified);
    }

    #[test]
    fn transposing_twice_changes_nothing(board in any_board(6), seed in any::<u64>()) {
        prop_assert_eq!(board.transposed().transposed(), board.clone());
        let moves = legal_moves(&board, seed, 50);
        let after = board.after(&moves).unwrap();
        prop_assert_eq!(board.transposed().after(&moves.transposed()).unwrap(), after.transposed());
    }

    #[test]
    fn board_and_replay_agree_on_what_is_legal(board in any_board(4), moves in any_moves()) {
        match board.after(&moves) {
            Ok(after) => prop_assert!(replay::tiles(&board, &after, &moves).is_ok()),
            Err(illegal) => prop_assert_eq!(
                replay::tiles(&board, &board, &moves),
                Err(replay::ReplayError::Illegal { index: illegal.index })
            ),
        }
    }

    #[test]
    fn incremental_manhattan_is_manhattan(start in any_board(9), goal_seed in any::<u64>(), seed in any::<u64>()) {
        let blank = goal_seed as usize % start.cells().len();
        let goal = support::random_goal(start.shape(), blank, &mut Rng::from_seed(goal_seed));
        let moves = legal_moves(&start, seed, 80);
        prop_assert!(manhattan_agrees::<Words>(&start, &goal, &moves));
        prop_assert!(start.cells().len() > 64 || manhattan_agrees::<Bytes>(&start, &goal, &moves));
        prop_assert!(start.cells().len() > 16 || manhattan_agrees::<Nibbles>(&start, &goal, &moves));
    }

    #[test]
    fn exactly_one_of_a_board_and_its_twin_is_solvable(board in any_board(6)) {
        prop_assume!(board.shape().rows() > 1 && board.shape().cols() > 1);
        let solvable = |board: &Board| Problem::to_default_goal(board.clone()).is_ok();
        prop_assert!(solvable(&board) != solvable(&board.twin().unwrap()));
        if let Err(ProblemError::Parity { exchange: (a, b) }) = Problem::to_default_goal(board.clone()) {
            let positions = board.positions();
            prop_assert!(solvable(&board.exchanged(positions[usize::from(a)], positions[usize::from(b)])));
        }
    }

    #[test]
    fn run_by_run_equals_run_to_the_end(seed in any::<u64>(), budget in 1_u64..50) {
        let problem = support::random_problem(support::shape(2, 4), &mut Rng::from_seed(seed));
        for algorithm in Algorithm::ALL {
            let options = Options::new(algorithm);
            let mut whole = Solver::new(&problem, &options).unwrap();
            let mut parts = Solver::new(&problem, &options).unwrap();
            let status = whole.run(u64::MAX);
            prop_assert_ne!(status, Status::Paused);
            while parts.run(budget) == Status::Paused {}
            prop_assert_eq!(parts.run(budget), status);
            prop_assert_eq!(parts.solution(), whole.solution());
            let counts = |search: &Solver| {
                let stats = search.stats();
                (stats.expanded, stats.generated, stats.lower_bound, stats.bounds.clone())
            };
            prop_assert_eq!(counts(&parts), counts(&whole));
        }
    }
}

fn manhattan_agrees<C: Cells>(start: &Board, goal: &Board, moves: &Moves) -> bool {
    let (grid, manhattan) = (Grid::<C>::new(goal), Manhattan::new(goal));
    let value = |state: &C| Heuristic::<Grid<C>>::start(&manhattan, state);
    let mut state = C::pack(start);
    let mut memo = value(&state);
    moves.iter().all(|&direction| {
        memo = manhattan.step(memo, &state, direction);
        grid.apply(&mut state, direction);
        memo == value(&state)
    }) && memo == manhattan.estimate(&start.after(moves).unwrap())
}

#[test]
fn solvability_is_reachability() {
    let sizes = [(2, 2), (2, 3), (3, 2), (1, 1), (1, 2), (1, 5), (5, 1), (1, 6)];
    for shape in sizes.map(|(rows, cols)| support::shape(rows, cols)) {
        let mut rng = Rng::from_seed(5);
        for blank in 0..shape.cells() {
            let goal = support::random_goal(shape, blank, &mut rng);
            let reachable = taquin::search::bfs::distances(&Grid::new(&goal), Nibbles::pack(&goal));
            for cells in support::arrangements(shape.cells()) {
                let board = Board::new(shape, &cells).unwrap();
                let solvable = Problem::new(board.clone(), goal.clone()).is_ok();
                assert_eq!(solvable, reachable.contains_key(&Nibbles::pack(&board)), "{board} to {goal}");
            }
        }
    }
}
