//! Published boards whose fewest moves are known.

use super::{Board, Problem};

/// A problem of the literature with the blank last in its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The board and its goal.
    pub problem: Problem,
    /// The fewest single-tile moves that solve it.
    pub optimum: u32,
}

/// One hundred random 15-puzzles (Korf 1985), in their usual order.
///
/// ```
/// # use taquin::tiles::catalogue;
/// let total: u32 = catalogue::korf100().iter().map(|instance| instance.optimum).sum();
/// assert_eq!(total, 5_305);
/// ```
pub fn korf100() -> Vec<Instance> {
    read(include_str!("../../data/tiles/korf100.tsv"))
}

/// Fifty random 24-puzzles (Korf and Felner 2002), in their usual order.
pub fn korf24() -> Vec<Instance> {
    read(include_str!("../../data/tiles/korf50-24.tsv"))
}

/// 15-puzzles that need 70 to 80 moves.
pub fn hard15() -> Vec<Instance> {
    read(include_str!("../../data/tiles/hard15.tsv"))
}

/// Boards of 12 to 15 cells, none of them square.
pub fn oblong() -> Vec<Instance> {
    read(include_str!("../../data/tiles/oblong.tsv"))
}

/// Reads a table: the optimum in the second column, the board in the last.
fn read(table: &str) -> Vec<Instance> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let instance = |line: &str| {
        let mut fields = line.split('\t');
        let optimum = fields.nth(1)?.parse().ok()?;
        let board: Board = fields.next_back()?.parse().ok()?;
        Some(Instance { problem: Problem::to_default_goal(board).ok()?, optimum })
    };
    // why: the tables are part of the program, and a test counts their rows; a damaged row is left out, not a crash.
    lines.filter_map(instance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_is_left_out() {
        let summary = |instances: Vec<Instance>| {
            let optima = || instances.iter().map(|instance| instance.optimum);
            (instances.len(), optima().sum::<u32>(), optima().max())
        };
        assert_eq!(summary(korf100()), (100, 5_305, Some(66)));
        assert_eq!(summary(korf24()), (50, 5_039, Some(114)));
        assert_eq!(summary(hard15()), (12, 905, Some(80)));
        assert_eq!(summary(oblong()), (47, 1_759, Some(56)));
    }
}
