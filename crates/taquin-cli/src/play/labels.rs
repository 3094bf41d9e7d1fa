//! The game with boards whose tiles look alike, with free cells and with several gaps.

use super::{
    grid::{Grid, Place},
    paint::Paint,
    puzzle::Puzzle,
    tiles::draw,
    worker::{SearchResult, Task, WorkerHandle},
};
use crate::{answer::Verdict, args, output};
use anyhow::Result;
use ratatui::buffer::Buffer;
use std::time::Duration;
use taquin::{
    rng::Rng,
    tiles::{
        Algorithm, Direction, Options, Shape, SolveError,
        labels::{
            self, GapMove, GapMoves, LabelledBoard, LabelledGoal, LabelledProblem, LabelledProblemError, LabelledSolver,
        },
        optimal::Resources,
        pattern_db::Store,
    },
};

/// A labelled board being played, and its goal.
pub(crate) struct Labels {
    board: LabelledBoard,
    goal: LabelledGoal,
    rng: Rng,
    /// The gap that keys move into, by its number.
    chosen: u16,
    /// Do keys move the gap?
    moves_gap: bool,
    context: SearchContext,
}

#[derive(Clone)]
struct SearchContext {
    memory_limit: u64,
    resources: Resources,
}

impl SearchContext {
    fn options(&self, algorithm: Algorithm, force: bool) -> Options {
        Options {
            memory_limit: self.memory_limit,
            resources: self.resources.clone(),
            force,
            threads: args::threads(None),
            ..Options::new(algorithm)
        }
    }
}

/// The ways to start a new game, in the order of [`Labels::start_new`].
const NEW_GAMES: [&str; 3] = ["random board", "10 moves from here", "40 moves from here"];

impl Labels {
    /// A game with this board, which must be solvable.
    pub(crate) fn new(
        board: LabelledBoard,
        goal: LabelledGoal,
        rng: Rng,
        memory_limit: u64,
    ) -> Result<Self, LabelledProblemError> {
        let board = LabelledProblem::new(board, goal.clone())?.start().clone();
        let context = SearchContext { memory_limit, resources: Resources::new(Store::of_user()) };
        Ok(Self { board, goal, rng, chosen: 0, moves_gap: false, context })
    }

    fn shape(&self) -> Shape {
        self.board.shape()
    }

    fn problem(&self) -> Result<LabelledProblem, LabelledProblemError> {
        LabelledProblem::new(self.board.clone(), self.goal.clone())
    }

    fn attempt(
        handle: &WorkerHandle<GapMove>,
        problem: &LabelledProblem,
        options: &Options,
        limit: Option<Duration>,
    ) -> SearchResult<GapMove> {
        match LabelledSolver::new(problem, options) {
            Ok(mut solver) => handle.solve(&mut solver, limit, |moves: GapMoves| moves.to_vec(), Verdict::unsolved),
            Err(error @ SolveError::TooLarge { .. }) => SearchResult::TooLarge(error.to_string()),
            Err(error) => SearchResult::Failed(error.to_string()),
        }
    }
}

impl Puzzle for Labels {
    type Step = GapMove;

    fn title(&self) -> String {
        format!("Taquin {}", self.shape())
    }

    fn grid(&self) -> Grid {
        let label = output::faces(&self.board).iter().map(String::len).max().unwrap_or(1);
        Grid { rows: self.shape().rows(), cols: self.shape().cols(), label }
    }

    fn draw(&self, buffer: &mut Buffer, place: &Place, paint: Paint, marked: Option<&GapMove>) {
        let marked = marked.and_then(|&mv| Some((self.board.source(mv)?, mv.direction)));
        let shape = self.shape();
        let homes: Vec<Option<usize>> = (0..shape.cells())
            .map(|cell| self.goal.cells().iter().position(|wanted| *wanted == Some(self.board.cells()[cell])))
            .collect();
        for (cell, face) in output::faces(&self.board).into_iter().enumerate() {
            let (row, col) = shape.place(cell);
            let area = place.cell(row, col);
            if self.board.cells()[cell] == 0 {
                let is_chosen = self.has_choice() && self.board.gaps()[usize::from(self.chosen)] == cell;
                draw::gap(buffer, area, paint, is_chosen);
                continue;
            }
            let arrow = marked.filter(|&(marked, _)| marked == cell).map(|(_, direction)| direction);
            let colour = paint.piece(homes[cell].map_or(row, |home| shape.place(home).0), shape.rows());
            let is_home = self.goal.cells()[cell].is_none_or(|wanted| wanted == self.board.cells()[cell]);
            draw::piece(buffer, area, paint, &draw::Face { label: face, colour, is_home, arrow });
        }
    }

    fn goal(&self) -> Vec<String> {
        let text = |text: String| if text == "0" { "_".to_owned() } else { text };
        output::rows_of(self.shape(), &self.goal.texts().map(text).collect::<Vec<_>>())
    }

    fn is_solved(&self) -> bool {
        self.board.fits(&self.goal)
    }

    fn make(&mut self, step: &GapMove) {
        let was_legal = self.board.slide(*step);
        debug_assert!(was_legal, "only legal steps are made");
        self.chosen = step.gap;
    }

    fn undo(&mut self, step: &GapMove) {
        self.make(&step.inverse());
    }

    fn lengths(&self, steps: &[GapMove]) -> Vec<(&'static str, usize)> {
        let moves = GapMoves::from(steps);
        vec![("move", moves.stm()), ("slide", moves.mtm())]
    }

    fn lower_bound(&self, _before: u32) -> u32 {
        self.problem().map_or(0, |problem| problem.lower_bound())
    }

    fn bound_search(&self) -> Option<Task<GapMove>> {
        None
    }

    fn go(&mut self, direction: Direction, far: bool) -> Vec<GapMove> {
        let direction = if self.moves_gap { direction.inverse() } else { direction };
        let Some(mv) = self.board.gap_for(direction, self.chosen) else { return Vec::new() };
        let mut board = self.board.clone();
        let mut steps = Vec::new();
        while board.slide(mv) {
            steps.push(mv);
            if !far {
                break;
            }
        }
        steps
    }

    fn click(&mut self, (row, col): (usize, usize)) -> Vec<GapMove> {
        let cell = self.shape().cell(row, col);
        match self.board.gaps().iter().position(|&gap| gap == cell) {
            Some(gap) => {
                self.chosen = gap as u16;
                Vec::new()
            }
            None => self.board.toward(cell).to_vec(),
        }
    }

    fn has_choice(&self) -> bool {
        self.board.gaps().len() > 1
    }

    fn choose(&mut self, back: bool) {
        let count = self.board.gaps().len() as u16;
        self.chosen = (self.chosen + if back { count - 1 } else { 1 }) % count;
    }

    fn toggle_keys(&mut self) -> Option<&'static str> {
        self.moves_gap = !self.moves_gap;
        Some(if self.moves_gap { "the gap" } else { "the tile" })
    }

    fn describe(&self, step: &GapMove) -> String {
        let word = ["up", "down", "left", "right"][step.direction as usize];
        let faces = output::faces(&self.board);
        self.board.source(*step).map_or_else(String::new, |cell| format!("{} {word}", faces[cell]))
    }

    fn turns(&self, steps: Vec<GapMove>) -> Vec<Vec<GapMove>> {
        steps.chunk_by(PartialEq::eq).map(<[_]>::to_vec).collect()
    }

    fn algorithms(&self) -> Vec<&'static str> {
        Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect()
    }

    fn default_algorithm(&self) -> usize {
        Algorithm::ALL.iter().position(|&algorithm| algorithm == Algorithm::Auto).unwrap_or_default()
    }

    fn search(&self, algorithm: usize, force: bool) -> Task<GapMove> {
        let (problem, options) = (self.problem(), self.context.options(Algorithm::ALL[algorithm], force));
        Box::new(move |handle| match problem {
            Ok(problem) => Self::attempt(handle, &problem, &options, None),
            Err(error) => SearchResult::Failed(error.to_string()),
        })
    }

    fn hint(&self) -> Task<GapMove> {
        let (problem, context) = (self.problem(), self.context.clone());
        Box::new(move |handle| {
            let problem = match problem {
                Ok(problem) => problem,
                Err(error) => return SearchResult::Failed(error.to_string()),
            };
            let limit = Some(Duration::from_secs(3));
            match Self::attempt(handle, &problem, &context.options(Algorithm::Auto, false), limit) {
                solved @ SearchResult::Solved { .. } => solved,
                other if handle.is_stopped() => other,
                _ => Self::attempt(handle, &problem, &context.options(Algorithm::Strategic, false), None),
            }
        })
    }

    fn new_games(&self) -> Vec<&'static str> {
        NEW_GAMES.to_vec()
    }

    fn start_new(&mut self, choice: usize) -> Result<(), String> {
        self.board = match choice {
            0 => labels::uniform(&self.board, &self.goal, &mut self.rng),
            1 => labels::walk(&self.board, 10, &mut self.rng),
            _ => labels::walk(&self.board, 40, &mut self.rng),
        };
        self.chosen = 0;
        Ok(())
    }
}
