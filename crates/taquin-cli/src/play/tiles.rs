//! The game with tile boards.

pub(super) mod draw;
mod solve;

use super::{
    grid::{Grid, Place},
    paint::Paint,
    puzzle::Puzzle,
    worker::Task,
};
use anyhow::Result;
use ratatui::buffer::Buffer;
use taquin::{
    rng::Rng,
    tiles::{Algorithm, Board, Direction, Moves, Problem, ProblemError, scramble, solver::LowerBound},
};

/// A board being played, and its goal.
pub(crate) struct Tiles {
    board: Board,
    goal: Board,
    /// The goal cell of each tile, for its colour.
    homes: Vec<usize>,
    bound: LowerBound,
    rng: Rng,
    /// Do keys move the gap?
    moves_gap: bool,
    context: solve::SearchContext,
}

/// The ways to start a new game, in the order of [`Tiles::start_new`].
const NEW_GAMES: [&str; 5] = [
    "random board",
    "10 moves from the goal",
    "20 moves from the goal",
    "80 % of the tiles out of place",
    "the goal itself",
];

impl Tiles {
    /// A game with this board, which must be solvable, or else with a random one.
    pub(crate) fn new(board: Option<Board>, goal: Board, rng: Rng, memory_limit: u64) -> Result<Self, ProblemError> {
        let bound = solve::lower_bound(&goal);
        let homes = goal.positions();
        let mut tiles = Self {
            board: goal.clone(),
            goal,
            homes,
            bound,
            rng,
            moves_gap: false,
            context: solve::SearchContext::new(memory_limit),
        };
        match board {
            Some(board) => tiles.board = Problem::new(board, tiles.goal.clone())?.start().clone(),
            None => tiles.board = tiles.random(),
        }
        Ok(tiles)
    }

    /// A random board other than the goal, unless there is none.
    fn random(&mut self) -> Board {
        let mut board = scramble::uniform(&self.goal, &mut self.rng);
        while board == self.goal && self.goal.cells().len() > 1 {
            board = scramble::uniform(&self.goal, &mut self.rng);
        }
        board
    }

    /// An unsolvable board, which no game should have: for the test of a panic.
    #[cfg(test)]
    pub(super) fn unsolvable() -> Self {
        let goal = Board::solved(taquin::tiles::Shape::new(3, 3).unwrap());
        let mut tiles = Self::new(None, goal.clone(), Rng::from_seed(0), 0).unwrap();
        tiles.board = goal.twin().unwrap();
        tiles
    }

    fn problem(&self) -> Problem {
        // why: the first board was checked, and moves keep it solvable.
        Problem::new(self.board.clone(), self.goal.clone()).expect("moves keep a board solvable")
    }
}

impl Puzzle for Tiles {
    type Step = Direction;

    fn title(&self) -> String {
        format!("Taquin {}", self.board.shape())
    }

    fn grid(&self) -> Grid {
        let shape = self.board.shape();
        Grid { rows: shape.rows(), cols: shape.cols(), label: (shape.cells() - 1).to_string().len() }
    }

    fn draw(&self, buffer: &mut Buffer, place: &Place, paint: Paint, marked: Option<&Direction>) {
        let marked =
            marked.and_then(|&direction| Some((self.board.shape().source(self.board.blank(), direction)?, direction)));
        draw::board(self, buffer, place, paint, marked);
    }

    fn goal(&self) -> Vec<String> {
        if self.goal == Board::solved(self.goal.shape()) {
            return Vec::new();
        }
        let width = self.grid().label;
        let cell = |&tile: &u16| if tile == 0 { format!("{:>width$}", '_') } else { format!("{tile:>width$}") };
        let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        self.goal.cells().chunks(self.goal.shape().cols()).map(row).collect()
    }

    fn is_solved(&self) -> bool {
        self.board == self.goal
    }

    fn make(&mut self, step: &Direction) {
        let was_legal = self.board.slide(*step);
        debug_assert!(was_legal, "only legal steps are made");
    }

    fn undo(&mut self, step: &Direction) {
        self.make(&step.inverse());
    }

    fn lengths(&self, steps: &[Direction]) -> Vec<(&'static str, usize)> {
        let moves = Moves::from(steps);
        vec![("move", moves.stm()), ("slide", moves.mtm())]
    }

    fn lower_bound(&self, _before: u32) -> u32 {
        (self.bound)(&self.board)
    }

    fn bound_search(&self) -> Option<Task<Direction>> {
        None
    }

    fn go(&mut self, direction: Direction, far: bool) -> Vec<Direction> {
        let direction = if self.moves_gap { direction.inverse() } else { direction };
        let shape = self.board.shape();
        let mut steps = Vec::new();
        let mut blank = self.board.blank();
        while let Some(source) = shape.source(blank, direction) {
            steps.push(direction);
            blank = source;
            if !far {
                break;
            }
        }
        steps
    }

    /// Everything between a cell in the blank's row or column and the blank slides.
    fn click(&mut self, (row, col): (usize, usize)) -> Vec<Direction> {
        self.board.toward(self.board.shape().cell(row, col)).into()
    }

    fn has_choice(&self) -> bool {
        false
    }

    fn choose(&mut self, _back: bool) {}

    fn toggle_keys(&mut self) -> Option<&'static str> {
        self.moves_gap = !self.moves_gap;
        Some(if self.moves_gap { "the gap" } else { "the tile" })
    }

    fn describe(&self, step: &Direction) -> String {
        let word = ["up", "down", "left", "right"][*step as usize];
        let source = self.board.shape().source(self.board.blank(), *step);
        source.map_or_else(String::new, |cell| format!("{} {word}", self.board.cells()[cell]))
    }

    fn turns(&self, steps: Vec<Direction>) -> Vec<Vec<Direction>> {
        steps.chunk_by(PartialEq::eq).map(<[_]>::to_vec).collect()
    }

    fn algorithms(&self) -> Vec<&'static str> {
        Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect()
    }

    fn default_algorithm(&self) -> usize {
        Algorithm::ALL.iter().position(|&algorithm| algorithm == Algorithm::Auto).unwrap_or_default()
    }

    fn search(&self, algorithm: usize, force: bool) -> Task<Direction> {
        solve::task(self.problem(), Algorithm::ALL[algorithm], force, self.context.clone())
    }

    fn hint(&self) -> Task<Direction> {
        solve::hint(self.problem(), self.context.clone())
    }

    fn new_games(&self) -> Vec<&'static str> {
        NEW_GAMES.to_vec()
    }

    fn start_new(&mut self, choice: usize) -> Result<(), String> {
        self.board = match choice {
            0 => self.random(),
            1 => scramble::walk(&self.goal, 10, &mut self.rng),
            2 => scramble::walk(&self.goal, 20, &mut self.rng),
            3 => scramble::displaced(&self.goal, 80, &mut self.rng).map_err(|error| error.to_string())?,
            _ => self.goal.clone(),
        };
        Ok(())
    }
}
