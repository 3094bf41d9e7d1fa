//! Tiles that look alike, free cells and several gaps, against a search that knows nothing of the engine.

use crate::support::shape;
use std::collections::HashMap;
use taquin::{
    replay,
    rng::Rng,
    search::{Search, Status},
    tiles::{
        Algorithm, HeuristicName, Metric, Options, Shape,
        labels::{
            self, Alphabet, AnyBoard, AnyGoal, Assignment, GapMove, GapMoves, LabelledBoard, LabelledGoal,
            LabelledProblem, LabelledProblemError, LabelledSolver, NamedGoal,
        },
    },
};

/// The fewest moves or slides from a board to a goal, by the simplest search there is; `None` if the goal cannot be reached.
fn brute_force(shape: Shape, start: &[u16], goal: &[Option<u16>], metric: Metric) -> Option<u32> {
    let (rows, cols) = (shape.rows() as isize, shape.cols() as isize);
    let is_goal =
        |cells: &[u16]| cells.iter().zip(goal).all(|(label, wanted)| wanted.is_none_or(|wanted| wanted == *label));
    let mut seen: HashMap<Vec<u16>, ()> = HashMap::from([(start.to_vec(), ())]);
    let (mut layer, mut depth) = (vec![start.to_vec()], 0);
    while !layer.is_empty() {
        if layer.iter().any(|cells| is_goal(cells)) {
            return Some(depth);
        }
        let mut next_layer = Vec::new();
        for cells in layer {
            for gap in (0..cells.len()).filter(|&cell| cells[cell] == 0) {
                for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let mut next = cells.clone();
                    let (mut row, mut col) = (gap as isize / cols, gap as isize % cols);
                    loop {
                        let to = (row * cols + col) as usize;
                        (row, col) = (row + down, col + right);
                        let from = (row * cols + col) as usize;
                        if row < 0 || row >= rows || col < 0 || col >= cols || next[from] == 0 {
                            break;
                        }
                        next.swap(from, to);
                        if seen.insert(next.clone(), ()).is_none() {
                            next_layer.push(next.clone());
                        }
                        if metric == Metric::Stm {
                            break;
                        }
                    }
                }
            }
        }
        (layer, depth) = (next_layer, depth + 1);
    }
    None
}

/// In how many ways these cells can be arranged.
fn arrangements(cells: &[u16]) -> u64 {
    let mut counts: HashMap<u16, u64> = HashMap::new();
    let mut ways = 1;
    for (number, label) in cells.iter().enumerate() {
        let count = counts.entry(*label).or_default();
        *count += 1;
        ways = ways * (number as u64 + 1) / *count;
    }
    ways
}

const SHAPES: [(usize, usize); 11] =
    [(2, 2), (1, 4), (5, 1), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 3)];

/// Start cells of at most so many arrangements, and a goal that may have free cells.
fn random_cells(most: u64, rng: &mut Rng) -> (Shape, Vec<u16>, Vec<Option<u16>>) {
    loop {
        let (rows, cols) = SHAPES[rng.below(SHAPES.len() as u64) as usize];
        let shape = shape(rows, cols);
        let gaps = 1 + rng.below(3).min(rng.below(3)) as usize;
        let labels = 1 + rng.below(shape.cells() as u64);
        let tiles = (gaps..shape.cells()).map(|number| {
            // Mostly different ones, so that parity matters.
            if rng.below(2) == 0 { 1 + rng.below(labels) as u16 } else { number as u16 }
        });
        let mut start: Vec<u16> = tiles.collect();
        start.resize(shape.cells(), 0);
        if arrangements(&start) > most {
            continue;
        }
        rng.shuffle(&mut start);
        let mut goal = start.clone();
        rng.shuffle(&mut goal);
        let free = if rng.below(2) == 0 { 0 } else { rng.below(4) };
        let is_free = |rng: &mut Rng| rng.below(8) < free;
        let mut goal: Vec<Option<u16>> = goal.into_iter().map(|label| (!is_free(rng)).then_some(label)).collect();
        if shape.rows() == 1 && rng.below(2) == 0 {
            // Unsolvable goals are the rule on a line; a rotation often is not.
            goal = start.iter().copied().map(Some).collect();
            goal.rotate_left(1);
        }
        return (shape, start, goal);
    }
}

fn solved(problem: &LabelledProblem, options: &Options) -> (GapMoves, bool) {
    let mut solver = LabelledSolver::new(problem, options).unwrap();
    let moves = solver.finish().unwrap().unwrap_or_else(|| panic!("no solution of {problem:?}"));
    (moves, solver.is_proven())
}

fn with(algorithm: Algorithm, metric: Metric) -> Options {
    Options { metric, ..Options::new(algorithm) }
}

/// Random problems of 2×2 to 3×4, solvable and not, with all that is new mixed.
fn against_brute_force(count: usize, most: u64, seed: u64) {
    let mut rng = Rng::from_seed(seed);
    let (mut unsolvable, mut with_gaps, mut with_free) = (0, 0, 0);
    for number in 0..count {
        let (shape, start, goal) = random_cells(most, &mut rng);
        let metric = if number % 4 == 3 { Metric::Mtm } else { Metric::Stm };
        let expected = brute_force(shape, &start, &goal, metric);
        let board = LabelledBoard::new(shape, Alphabet::Numbers, &start).unwrap();
        let goal = LabelledGoal::new(shape, Alphabet::Numbers, &goal).unwrap();
        let context = format!("{board} to {goal} in {metric}");
        let Some(expected) = expected else {
            unsolvable += 1;
            let error = LabelledProblem::new(board, goal).unwrap_err();
            assert!(error.is_unsolvable(), "{context}: {error}");
            continue;
        };
        let problem = LabelledProblem::new(board, goal).unwrap_or_else(|error| panic!("{context}: {error}"));
        with_gaps += usize::from(problem.start().gaps().len() > 1);
        with_free += usize::from(problem.goal().cells().contains(&None));
        let (moves, is_proven) = solved(&problem, &with(Algorithm::Optimal, metric));
        assert_eq!((metric.gap_cost(&moves), is_proven), (expected, true), "{context}: {moves}");
        if metric == Metric::Stm {
            assert!(problem.lower_bound() <= expected, "{context}");
        }
    }
    assert!(
        unsolvable >= count / 20 && with_gaps >= count / 5 && with_free >= count / 5,
        "{unsolvable} {with_gaps} {with_free}"
    );
}

#[test]
fn two_thousand_random_problems_against_brute_force() {
    against_brute_force(2_000, 2_600, 23);
}

#[test]
#[ignore = "minutes: larger spaces than the test above"]
fn larger_random_problems_against_brute_force() {
    against_brute_force(300, 1_000_000, 42);
}

/// Every algorithm keeps the rules, and those that promise the shortest solution give it.
#[test]
fn every_algorithm_solves_what_can_be_solved() {
    let mut rng = Rng::from_seed(5);
    let mut tried = 0;
    for _ in 0..60 {
        let (shape, start, goal) = random_cells(1_000, &mut rng);
        let board = LabelledBoard::new(shape, Alphabet::Numbers, &start).unwrap();
        let goal = LabelledGoal::new(shape, Alphabet::Numbers, &goal).unwrap();
        let Ok(problem) = LabelledProblem::new(board, goal) else { continue };
        let least = brute_force(shape, &start, problem.goal().cells(), Metric::Stm).unwrap();
        for algorithm in Algorithm::ALL {
            let heuristics: &[HeuristicName] = match algorithm.takes_heuristic() {
                true => &[HeuristicName::Manhattan, HeuristicName::LinearConflict, HeuristicName::PatternDb],
                false => &[HeuristicName::Manhattan],
            };
            for &heuristic in heuristics {
                let options = Options { heuristic, ..Options::new(algorithm) };
                let Ok(mut solver) = LabelledSolver::new(&problem, &options) else { continue };
                let moves = solver.finish().unwrap().unwrap();
                let context = format!("{algorithm} {heuristic} {problem:?}: {moves}");
                assert!(moves.stm() as u32 >= least, "{context}");
                assert!(!algorithm.is_optimal() || moves.stm() as u32 == least, "{context}");
                assert!(!solver.is_proven() || moves.stm() as u32 == least, "{context}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// A search in small steps gives the same answer as one in one go.
#[test]
fn pumping_changes_nothing() {
    let start: LabelledBoard = "3 1 2 2/1 4 4 5/5 0 3 6/6 7 7 8".parse().unwrap();
    let problem = LabelledProblem::new(start.clone(), LabelledGoal::sorted(&start)).unwrap();
    let (moves, is_proven) = solved(&problem, &Options::default());
    let mut solver = LabelledSolver::new(&problem, &Options::default()).unwrap();
    while solver.run(10_000) == Status::Paused {}
    assert_eq!(solver.checked_solution().unwrap(), Some(moves));
    assert!(is_proven && solver.is_proven());
}

/// Tiles of 4×4 that are told apart only by pairs: the tables of unordered tiles against those of the ordinary solver.
#[test]
fn few_assignments_agree_with_the_tables_of_unordered_tiles() {
    let mut rng = Rng::from_seed(11);
    let goal: LabelledGoal = "1 1 1 2/3 4 5 6/7 8 9 10/11 12 13 0".parse().unwrap();
    let board: LabelledBoard = goal.to_string().parse().unwrap();
    for _ in 0..3 {
        let start = labels::walk(&board, 34, &mut rng);
        let problem = LabelledProblem::new(start, goal.clone()).unwrap();
        let (few, _) = solved(&problem, &Options::new(Algorithm::Optimal));
        let by_tables = Options { heuristic: HeuristicName::PatternDb, ..Options::new(Algorithm::IdaStar) };
        let (unordered, is_proven) = solved(&problem, &by_tables);
        assert_eq!((few.stm(), true), (unordered.stm(), is_proven));
    }
}

/// Beyond 16 cells a solution is found at once, and it is not absurdly long.
#[test]
fn large_boards_are_solved_by_assigning_tiles() {
    let mut rng = Rng::from_seed(7);
    let board = |text: String| text.parse::<LabelledBoard>().unwrap();
    let two_gaps: LabelledBoard = board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 0".to_owned());
    let goals = [
        board(NamedGoal::Rows.goal(shape(5, 5)).to_string()),
        board(NamedGoal::Grids.goal(shape(4, 6)).to_string()),
        two_gaps,
    ];
    for solution in goals {
        let goal = LabelledGoal::from(&solution);
        let start = labels::uniform(&solution, &goal, &mut rng);
        let problem = LabelledProblem::new(start, goal).unwrap();
        for algorithm in [Algorithm::Anytime, Algorithm::Strategic, Algorithm::Greedy] {
            let mut solver = LabelledSolver::new(&problem, &Options::new(algorithm)).unwrap();
            while solver.solution().is_none() && solver.run(100_000) == Status::Paused {}
            let moves = solver.checked_solution().unwrap().unwrap();
            assert!(moves.stm() as u32 >= problem.lower_bound());
            assert!(moves.stm() < 400, "{algorithm}: {} moves of {}", moves.stm(), problem.start());
            assert!(solver.stats().lower_bound >= problem.lower_bound());
        }
    }
}

/// An assignment is an ordinary problem whose solution solves the labelled one, whatever the parity of the gaps.
#[test]
fn assignments_serve_any_number_of_gaps() {
    let mut rng = Rng::from_seed(99);
    for _ in 0..200 {
        let (shape, start, goal) = random_cells(u64::MAX, &mut rng);
        let board = LabelledBoard::new(shape, Alphabet::Numbers, &start).unwrap();
        let goal = LabelledGoal::new(shape, Alphabet::Numbers, &goal).unwrap();
        let Ok(problem) = LabelledProblem::new(board, goal) else { continue };
        let is_line = shape.rows() == 1 || shape.cols() == 1;
        let Some(assignment) = Assignment::new(&problem) else {
            assert!(is_line && problem.start().gaps().len() > 1, "{problem:?}");
            continue;
        };
        let options = Options::new(Algorithm::Strategic);
        let mut solver = taquin::tiles::Solver::new(assignment.problem(), &options).unwrap();
        let moves = assignment.gap_moves(&solver.finish().unwrap().unwrap());
        replay::labels(problem.start(), problem.goal(), &moves).unwrap();
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let error = |start: &str, goal: &str| {
        let (start, goal) = (start.parse::<LabelledBoard>().unwrap(), goal.parse::<LabelledGoal>().unwrap());
        LabelledProblem::new(start, goal).unwrap_err()
    };
    use LabelledProblemError as E;
    assert!(matches!(error("1 1/2 0", "1 1 2 0"), E::Shape { .. }));
    assert!(matches!(error("1 1/2 0", "A A/B 0"), E::Alphabet { .. }));
    assert!(matches!(error("1 1/2 0", "1 3/* *"), E::Missing { .. }));
    assert!(matches!(error("1 1/2 0", "2 2/* *"), E::TooFew { start: 1, goal: 2, .. }));
    assert!(matches!(error("1 1/2 0", "1 0/0 *"), E::TooFewGaps { start: 1, goal: 2 }));
    assert!(matches!(error("1 2/3 0", "2 1/3 0"), E::Parity { .. }));
    assert!(matches!(error("1 2 2 0", "2 1 2 0"), E::Order));
    // A free cell that only the gap can take is no freedom.
    assert!(matches!(error("1 2/3 0", "2 1/3 *"), E::Parity { .. }));
    // Two free cells for a tile and the gap: next to each other they change nothing, across they do.
    assert!(matches!(error("1 2/3 0", "2 1/* *"), E::Parity { .. }));
    let across = LabelledProblem::new("1 2/3 0".parse().unwrap(), "* 1/2 *".parse().unwrap());
    assert!(across.is_ok());
}

#[test]
fn text_is_read_and_printed() {
    let read = |text: &str| text.parse::<AnyBoard>().map_or_else(|error| error.to_string(), |board| board.to_string());
    assert_eq!(read("1 1 2/2 3 0/3 4 4"), "1 1 2/2 3 0/3 4 4");
    assert_eq!(read("A A B\nB C C\n_ D D"), "A A B/B C C/0 D D");
    assert_eq!(read("2x2:7,7,0,0"), "7 7/0 0");
    assert_eq!(read("3\n1 1 2\n2 3 0\n3 4 4"), "1 1 2/2 3 0/3 4 4");
    assert_eq!(read("1 2/x ."), "1 2/0 0");
    // What is an ordinary board stays one, in every form.
    for text in ["1 2/3 0", "2\n1 2\n3 0", "2 1 2 3 0", "2\n1\n2\n3\n0"] {
        assert!(matches!(text.parse(), Ok(AnyBoard::Ordinary(_))), "{text}");
    }
    assert!(read("1 *\n2 0").contains("line 1, column 3: a cell of a start"));
    assert!(read("1 A/2 0").contains("line 1, column 3: labels are either all numbers or all letters"));
    assert!(read("A B/C 1").contains("column 7"));
    assert!(read("a B/C 0").contains("expected a tile number, a letter from A to Z or a blank"));
    assert!(read("A B/C D").contains("no blank"));
    assert!(read("1 2/9 0").contains("tile 9 does not belong"));
    let goal = |text: &str| text.parse::<AnyGoal>().map_or_else(|error| error.to_string(), |goal| goal.to_string());
    assert_eq!(goal("1 2 3/* * */* * *"), "1 2 3/* * */* * *");
    assert_eq!(goal("A *\n* 0"), "A */* 0");
    assert!(goal("1 1/2 2").contains("no blank"));
}

#[test]
fn moves_of_gaps_are_made_and_undone() {
    let board: LabelledBoard = "1 0 1/2 2 3/3 3 0".parse().unwrap();
    let moves: GapMoves = "R 2:D 1:U".parse().unwrap();
    let after = board.after(&moves).unwrap();
    assert_eq!(after.to_string(), "2 1 1/0 2 0/3 3 3");
    assert_eq!(after.after(&moves.inverse()).unwrap(), board);
    let illegal = board.after(&"R2".parse::<GapMoves>().unwrap()).unwrap_err();
    assert_eq!(illegal.index, 1);
    assert!(board.after(&"3:U".parse::<GapMoves>().unwrap()).unwrap_err().to_string().contains("not so many gaps"));
    assert_eq!(board.gap_for(taquin::tiles::Direction::Down, 0).map(|mv: GapMove| mv.gap), Some(1));
}
