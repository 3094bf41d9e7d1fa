//! The weights by hand and by search.

use super::super::Grain;

/// How a board of some grain is judged, in moves. Found by an evolution strategy that solved random boards, 10×10 line
/// by line and 20×20 tile by tile, with ever new boards in each generation; what counts once all units are solved by
/// trying on 5×5.
pub(super) struct Tuning {
    /// What one step of a tile of the line under way weighs.
    pub(super) line: f32,
    /// What one step of a tile anywhere else weighs at least, and how much more in the next line.
    pub(super) rest: f32,
    pub(super) next: f32,
    /// What of that is left from each line to the one after it.
    pub(super) decay: f32,
    /// A distance weighs as much as this power of it.
    pub(super) power: f32,
    /// The same for the tiles of the line under way.
    pub(super) line_power: f32,
    /// The same once all units are solved.
    pub(super) inner_power: f32,
    pub(super) line_conflict: f32,
    pub(super) conflict: f32,
    pub(super) hole: f32,
    pub(super) approach: f32,
    pub(super) carry: f32,
    pub(super) unit: f32,
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
                unit: 125.0,
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
                // why: more than any tile takes, so that finishing one always pays.
                unit: 160.0 * side as f32,
            },
        }
    }
}
