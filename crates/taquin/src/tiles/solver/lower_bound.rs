//! Every heuristic by itself, without a search.

use super::{HeuristicName, Options, SolveError, prepared};
use crate::{
    search::{Cost, Heuristic, maximum::Maximum},
    tiles::{
        Board, LinearConflict, Manhattan, WalkingDistance,
        grid::{Cells, Grid, Words},
    },
};

/// A lower bound on the moves from any board of the goal's size to the goal.
pub type LowerBound = Box<dyn Fn(&Board) -> Cost + Send>;

/// The heuristic of the options by itself, without a search. Tables are built at once where they are missing, which
/// takes a fraction of a second.
///
/// # Errors
///
/// [`SolveError`] if the heuristic does not serve boards of this size.
///
/// ```
/// use taquin::tiles::{Board, HeuristicName, Options, solver};
///
/// let board: Board = "2 1 3/4 5 6/7 8 0".parse()?;
/// let options = Options { heuristic: HeuristicName::LinearConflict, ..Options::default() };
/// let bound = solver::lower_bound(&Board::solved(board.shape()), &options)?;
/// assert_eq!(bound(&board), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "a preparation that is done has all tables")]
pub fn lower_bound(goal: &Board, options: &Options) -> Result<LowerBound, SolveError> {
    let walking = || WalkingDistance::with_tables(goal, options.resources.walking_tables());
    Ok(match options.heuristic {
        HeuristicName::Manhattan => from_scratch(Manhattan::new(goal)),
        HeuristicName::LinearConflict => from_scratch(LinearConflict::new(goal)),
        HeuristicName::WalkingDistance => from_scratch(walking()?),
        HeuristicName::Maximum => from_scratch(Maximum(LinearConflict::new(goal), walking()?)),
        HeuristicName::PatternDb => {
            let mut preparation = prepared::preparation(goal, options.resources.store(), options.threads)?;
            while !preparation.run(u64::MAX) {}
            let tables = preparation.finish().expect("a preparation that is done has all tables");
            Box::new(move |board| tables.estimate(board))
        }
    })
}

fn from_scratch(heuristic: impl Heuristic<Grid<Words>> + Send + 'static) -> LowerBound {
    Box::new(move |board| heuristic.value(heuristic.start(&Words::pack(board))))
}
