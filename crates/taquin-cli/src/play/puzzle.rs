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

    /// What is played, for the top of the panel.
    fn title(&self) -> String;

    /// Its cells.
    fn grid(&self) -> Grid;

    /// Draws it; the piece that the marked step moves stands out.
    fn draw(&self, buffer: &mut Buffer, place: &Place, paint: Paint, marked: Option<&Self::Step>);

    /// Lines that show the goal, where it is not obvious.
    fn goal(&self) -> Vec<String>;

    fn is_solved(&self) -> bool;

    /// Makes a legal step.
    fn make(&mut self, step: &Self::Step);

    /// Takes a step back.
    fn take_back(&mut self, step: &Self::Step);

    /// What has been made so far in every metric: its name and the number.
    fn lengths(&self, steps: &[Self::Step]) -> Vec<(&'static str, usize)>;

    /// No solution from here is shorter than this, in the first metric; no solution from where the last turn began
    /// is shorter than `before`. Quick: it is asked for after every turn.
    fn at_least(&self, before: u32) -> u32;

    /// A search that finds a better bound from here, if that takes longer.
    fn bounding(&self) -> Option<Task<Self::Step>>;

    /// The steps that a key asks for; as far as it goes if `far`. None if nothing can move that way.
    fn go(&mut self, direction: Direction, far: bool) -> Vec<Self::Step>;

    /// The steps that a click on a cell asks for.
    fn click(&mut self, cell: (usize, usize)) -> Vec<Self::Step>;

    /// Is there more than one piece that keys could move?
    fn has_choice(&self) -> bool;

    /// Chooses the next piece to be moved, where there is a choice; the one before if `back`.
    fn choose(&mut self, back: bool);

    /// Exchanges what keys move: the tile or the gap. Says what it is now, where there is a choice.
    fn exchange_keys(&mut self) -> Option<&'static str>;

    /// A step in words.
    fn told(&self, step: &Self::Step) -> String;

    /// Steps grouped as they are shown one after the other.
    fn turns(&self, steps: Vec<Self::Step>) -> Vec<Vec<Self::Step>>;

    /// The names of what can solve it.
    fn algorithms(&self) -> Vec<&'static str>;

    /// The algorithm that is chosen first.
    fn default_algorithm(&self) -> usize;

    /// The search of an algorithm from here. With `force`, even if it is hopeless.
    fn search(&self, algorithm: usize, force: bool) -> Task<Self::Step>;

    /// The search that gives a hint soon.
    fn hint(&self) -> Task<Self::Step>;

    /// The ways to begin anew.
    fn beginnings(&self) -> Vec<&'static str>;

    /// Begins anew; what went wrong, if it did.
    fn begin(&mut self, choice: usize) -> Result<(), String>;
}
