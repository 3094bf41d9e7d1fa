//! Generated puzzles: as hard as wanted, on the board that was given, and good reasons where there is none.

use taquin::{
    blocks::{
        Cell, CellKind, Metric, Optimum, Options, Puzzle, PuzzleError, Solver,
        generate::{AttemptError, Generator, Recipe, RecipeError, USUAL_POSITIONS, rectangle},
    },
    search::{Search, Status},
};

fn recipe(board: Vec<Cell>, shapes: Vec<Vec<Cell>>, difficulty: u32) -> Recipe {
    Recipe { board, shapes, keep_axis: false, metric: Metric::Moves, difficulty, most_positions: USUAL_POSITIONS }
}

fn refused(recipe: Recipe) -> RecipeError {
    Generator::new(recipe, 1).err().unwrap()
}

/// Pumps with this budget until a puzzle is made.
fn made(recipe: Recipe, seed: u64, budget: u64) -> Puzzle {
    let mut generator = Generator::new(recipe, seed).unwrap();
    (0..1_000_000).find_map(|_| generator.run(budget)?.ok()).unwrap()
}

fn first_failure(recipe: Recipe) -> AttemptError {
    Generator::new(recipe, 1).unwrap().run(u64::MAX).unwrap().unwrap_err()
}

fn proven(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    let mut solver = Solver::new(puzzle, &Options { metric, ..Options::default() }).unwrap();
    assert_eq!(solver.run(u64::MAX), Status::Solved);
    solver.checked_solution().unwrap().map(|moves| metric.cost(moves))
}

#[test]
fn a_puzzle_keeps_to_the_outline_and_is_as_hard_as_wanted() {
    // A ring of eight cells with a tail, drawn away from the corner.
    let mut board: Vec<Cell> = rectangle(3, 3).iter().map(|cell| Cell::new(cell.row + 2, cell.col + 1)).collect();
    board.retain(|&cell| cell != Cell::new(3, 2));
    board.push(Cell::new(2, 4));
    for metric in Metric::ALL {
        let shapes = vec![rectangle(1, 2), rectangle(1, 1), rectangle(1, 1)];
        let puzzle = made(Recipe { metric, ..recipe(board.clone(), shapes, 4) }, 3, u64::MAX);
        assert_eq!((puzzle.rows(), puzzle.cols(), proven(&puzzle, metric)), (3, 4, Some(4)), "{metric}\n{puzzle}");
        let floor = rectangle(3, 4).into_iter().filter(|&cell| puzzle.ground(cell) == CellKind::Floor);
        assert_eq!(floor.collect::<Vec<_>>(), [0, 1, 2, 3, 10, 12, 20, 21, 22].map(|at| Cell::new(at / 10, at % 10)));
    }
}

#[test]
fn what_comes_of_a_seed_does_not_depend_on_the_budget() {
    let shapes = || [rectangle(2, 2), rectangle(2, 1), rectangle(1, 2), rectangle(1, 1), rectangle(1, 1)].to_vec();
    let whole = made(recipe(rectangle(4, 4), shapes(), 7), 5, u64::MAX);
    assert_eq!(whole.info().moves, Some(Optimum::Cost(7)));
    for budget in [1, 1_000, 30_000] {
        assert_eq!(made(recipe(rectangle(4, 4), shapes(), 7), 5, budget), whole, "{budget}");
    }
}

#[test]
fn it_does_not_matter_where_a_shape_is_drawn() {
    let aside = vec![Cell::new(7, 9), Cell::new(7, 9)];
    let puzzle = made(recipe(rectangle(3, 1), vec![aside, rectangle(1, 1)], 1), 1, u64::MAX);
    assert!(puzzle.blocks().iter().all(|block| block.shape() == [Cell::new(0, 0)]), "{puzzle}");
}

#[test]
fn there_are_characters_for_as_many_blocks_as_a_board_takes() {
    let mut generator = Generator::new(recipe(rectangle(15, 16), vec![rectangle(1, 1); 239], 1), 1).unwrap();
    assert_ne!(generator.run(1), Some(Err(AttemptError::NoRoom)));
    let puzzle = made(recipe(rectangle(9, 9), vec![rectangle(1, 1); 80], 1), 1, u64::MAX);
    assert_eq!(puzzle.blocks().len(), 80);
    assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
}

#[test]
fn recipes_that_no_puzzle_can_follow_are_refused() {
    let single = || rectangle(1, 1);
    let long = || rectangle(6, 1);
    assert_eq!(refused(recipe(rectangle(5, 4), vec![], 1)), RecipeError::NoShape);
    assert_eq!(refused(recipe(rectangle(5, 4), vec![single(), vec![]], 1)), RecipeError::EmptyShape { number: 2 });
    assert_eq!(refused(recipe(vec![], vec![single()], 1)), RecipeError::NoRoom { found: 1, cells: 0 });
    assert_eq!(refused(recipe(rectangle(2, 1), vec![single(); 2], 1)), RecipeError::NoRoom { found: 2, cells: 2 });
    assert_eq!(refused(recipe(rectangle(5, 4), vec![long(), single()], 1)), RecipeError::DoesNotFit { number: 1 });
    assert_eq!(refused(recipe(rectangle(5, 4), vec![single(), long()], 1)), RecipeError::DoesNotFit { number: 2 });
    let corner = vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0)];
    assert_eq!(refused(recipe(corner, vec![rectangle(1, 2)], 1)), RecipeError::OnlyOnePlace);
    let too_large = RecipeError::Board(PuzzleError::TooLarge { rows: 255, cols: 255 });
    assert_eq!(refused(recipe(rectangle(255, 255), vec![single()], 1)), too_large);
}

#[test]
fn failures_are_told_apart() {
    let singles = |count| vec![rectangle(1, 1); count];
    let no_room = recipe(rectangle(2, 3), vec![rectangle(1, 3), rectangle(2, 1)], 1);
    assert_eq!(first_failure(no_room), AttemptError::NoRoom);
    let on_rails = Recipe { keep_axis: true, ..recipe(rectangle(2, 2), singles(1), 1) };
    assert_eq!(first_failure(on_rails), AttemptError::OutOfReach);
    let large = Recipe { most_positions: 1_000, ..recipe(rectangle(4, 4), singles(8), 1) };
    assert_eq!(first_failure(large), AttemptError::TooManyPositions);
    assert_eq!(first_failure(recipe(rectangle(2, 2), singles(1), 9)), AttemptError::TooEasy);
}
