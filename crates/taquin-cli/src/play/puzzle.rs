//! What makes a puzzle playable.

use super::{
    grid::{Grid, Place},
    paint::Paint,
    worker::Task,
};
use ratatui::buffer::Buffer;
use taquin::tiles::Direction;

/// A puzzle that is being played.
pub(crate) trait Puzzle {
    /// The smallest move: one tile, or one block, by one cell.
    type Step: Clone + PartialEq + Send + 'static;

    /// The title of the panel.
    fn title(&self) -> String;

    /// The cells to be drawn.
    fn grid(&self) -> Grid;

    /// Draws it; the piece that the marked step moves stands out.
    fn draw(&self, buffer: &mut Buffer, place: &Place, paint: Paint, marked: Option<&Self::Step>);

    /// Lines that show the goal, where it is not obvious.
    fn goal(&self) -> Vec<String>;

    fn is_solved(&self) -> bool;

    /// Makes a legal step.
    fn make(&mut self, step: &Self::Step);

    /// Undoes a step.
    fn undo(&mut self, step: &Self::Step);

    /// The length of these steps in every metric, with the metric's noun.
    fn lengths(&self, steps: &[Self::Step]) -> Vec<(&'static str, usize)>;

    /// A quick lower bound from here, in the first metric; called after every turn.
    ///
    /// - `before`: a lower bound from where the last turn began.
    fn lower_bound(&self, before: u32) -> u32;

    /// A search for a better lower bound from here, where there is one.
    fn bound_search(&self) -> Option<Task<Self::Step>>;

    /// The steps of a key; as far as it goes if `far`. Empty if nothing can move that way.
    fn go(&mut self, direction: Direction, far: bool) -> Vec<Self::Step>;

    /// The steps of a click on a cell.
    fn click(&mut self, cell: (usize, usize)) -> Vec<Self::Step>;

    /// Does the player choose which piece the keys move?
    fn has_choice(&self) -> bool;

    /// Chooses the next piece that can move; the previous one if `back`.
    fn choose(&mut self, back: bool);

    /// Switches what keys move, the tile or the gap, and returns which; `None` where there is no choice.
    fn toggle_keys(&mut self) -> Option<&'static str>;

    /// A step in words.
    fn describe(&self, step: &Self::Step) -> String;

    /// The steps grouped into turns, as they are played back.
    fn turns(&self, steps: Vec<Self::Step>) -> Vec<Vec<Self::Step>>;

    /// The names of the algorithms.
    fn algorithms(&self) -> Vec<&'static str>;

    /// The algorithm that is selected at first.
    fn default_algorithm(&self) -> usize;

    /// A search from here with an algorithm; with `force`, even if the board is too large for it.
    fn search(&self, algorithm: usize, force: bool) -> Task<Self::Step>;

    /// A quick search for a hint.
    fn hint(&self) -> Task<Self::Step>;

    /// The names of the ways to start a new game.
    fn new_games(&self) -> Vec<&'static str>;

    /// Starts a new game, or says why it cannot.
    fn start_new(&mut self, choice: usize) -> Result<(), String>;
}
