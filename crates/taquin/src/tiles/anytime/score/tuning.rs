//! The tuned weights of the evaluation function.

use crate::tiles::anytime::Grain;

/// Weights in moves, for one [`Grain`]. They were found by an evolution strategy that solved random boards (10×10 line by
/// line, 20×20 tile by tile) with new boards in each generation; the weights that apply once all subgoals are solved were
/// tuned by hand on 5×5.
pub(super) struct Tuning {
    /// One step of a tile of the current line.
    pub(super) line: f32,
    /// One step of a tile anywhere else, at least.
    pub(super) rest: f32,
    /// Share of `rest` that is added for the next line.
    pub(super) next: f32,
    /// Factor by which that share falls from each line to the one after it.
    pub(super) decay: f32,
    /// A distance weighs in proportion to this power of it.
    pub(super) power: f32,
    /// The power for tiles of the current line.
    pub(super) line_power: f32,
    /// The power once all subgoals are solved.
    pub(super) inner_power: f32,
    pub(super) line_conflict: f32,
    pub(super) conflict: f32,
    pub(super) hole: f32,
    pub(super) approach: f32,
    pub(super) carry: f32,
    pub(super) subgoal: f32,
}

impl Tuning {
    pub(super) fn new(grain: Grain, side: usize) -> Self {
        match grain {
            Grain::Whole | Grain::Lines => Self {
                line: 3.6,
                rest: 1.0,
                next: 0.8,
                decay: 0.54,
                power: 1.75,
                line_power: 1.38,
                inner_power: 1.6,
                line_conflict: 8.4,
                conflict: 0.8,
                hole: 6.5,
                approach: 1.87,
                carry: 0.0,
                subgoal: 125.0,
            },
            Grain::Tiles => Self {
                line: 0.0,
                rest: 0.58,
                next: 2.09,
                decay: 0.64,
                power: 1.55,
                line_power: 1.0,
                inner_power: 1.6,
                line_conflict: 0.0,
                conflict: 0.77,
                hole: 0.0,
                approach: 0.0,
                carry: 2.05,
                // why: more than any tile costs, so that finishing one always pays.
                subgoal: 160.0 * side as f32,
            },
        }
    }
}
