//! The partitions that a proof chooses from.

use super::kernel::Geometry;
use crate::{
    sort::{sort_short, sort_short_by_key},
    tiles::{
        Shape,
        optimal::FAST_CELLS,
        pattern_db::{Pattern, parity},
    },
};

/// A partition by the goal cells of its patterns' tiles, and the view that it is looked up in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct PartitionPlan {
    pub(super) patterns: Vec<Pattern>,
    pub(super) view: usize,
}

/// The partitions of the 24-puzzle with six tiles each of Clausecker's small compound collection (Clausecker and Reinefeld,
/// 2019): fourteen patterns, combined in seven ways. A letter for each cell, the blank last.
const SIX: [&str; 7] = [
    "CCDDD CCDDD CCAAA BBBAA BBBA-",
    "CCDDD CCDDD CCBAA BBBAA BBAA-",
    "DDDDD DCCCC CCAAA BBBAA BBBA-",
    "DDDDD DCCCC CCBAA BBBAA BBAA-",
    "DDCCA DDCCA DDCCA BBBAA BBBA-",
    "BCDDD BCDDD BCCAA BCCAA BBAA-",
    "DDDDA DCCCA DCCCA BBBAA BBBA-",
];

/// Partitions of the 24-puzzle into three patterns of seven tiles and one of three.
const SEVEN: [&str; 3] =
    ["CCCCC CCDAA BDDAA BBBAA BBBA-", "CCCDD BCCCD BBCAA BBAAA BBAA-", "DCCCC DCCCA DBBAA BBBAA BBAA-"];

/// All partitions into patterns of at most `most_tiles` tiles for a goal, the ones to begin with first. A partition that is
/// seen in several views counts once for each, unless the views show it as another one of the list.
pub(super) fn partitions(geometry: &Geometry, most_tiles: usize) -> Vec<PartitionPlan> {
    let (shape, blank) = (geometry.shape(), geometry.blank());
    let pictures: &[&str] = match (shape.rows(), shape.cols(), most_tiles) {
        (5, 5, 6) => &SIX,
        (5, 5, 7) => &SEVEN,
        _ => &[],
    };
    let mut groups: Vec<Vec<u32>> = pictures.iter().map(|picture| pictured(picture, blank)).collect();
    if pictures.is_empty() {
        // why: on long boards a group of whole columns is compact, one of half a row is not.
        let is_long = shape.cells() <= FAST_CELLS && shape.rows() < shape.cols();
        let rows_first = [false].into_iter().filter(|_| !is_long);
        for columns_first in [true].into_iter().chain(rows_first) {
            for backwards in [true, false] {
                groups.push(swept(shape, blank, most_tiles, columns_first, backwards));
            }
        }
    }
    let mut seen: Vec<Vec<u32>> = Vec::new();
    let mut plans = Vec::new();
    for partition in groups {
        for view in 0..geometry.views() {
            let mut tiles: Vec<u32> = partition.iter().map(|&group| geometry.viewed(group, view)).collect();
            sort_short(&mut tiles);
            let patterns = partition.iter().map(|&tiles| Pattern::new(shape, blank, tiles)).collect::<Option<_>>();
            if let Some(patterns) = patterns.filter(|_| !seen.contains(&tiles)) {
                seen.push(tiles);
                plans.push(PartitionPlan { patterns, view });
            }
        }
    }
    plans
}

/// The partition that a picture shows for the blank in the last cell; for another blank, the tile of the last cell takes
/// the place of the one that would be there.
fn pictured(picture: &str, blank: usize) -> Vec<u32> {
    let letters: Vec<char> = picture.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut groups = Vec::new();
    for letter in 'A'..='D' {
        let mut group =
            (0..letters.len()).filter(|&cell| letters[cell] == letter).fold(0_u32, |set, cell| set | 1 << cell);
        if group >> blank & 1 == 1 {
            group ^= 1 << blank | 1 << (letters.len() - 1);
        }
        groups.push(group);
    }
    groups
}

/// As many tiles as allowed into each group, row by row or column by column, from the first cell or from the last.
fn swept(shape: Shape, blank: usize, most: usize, columns_first: bool, backwards: bool) -> Vec<u32> {
    let mut tiles: Vec<usize> = (0..shape.cells()).filter(|&cell| cell != blank).collect();
    sort_short_by_key(&mut tiles, |&cell| {
        let (row, col) = shape.place(cell);
        if columns_first { (col, row) } else { (row, col) }
    });
    if backwards {
        tiles.reverse();
    }
    tiles.chunks(most).map(|group| group.iter().fold(0, |set, cell| set | 1 << cell)).collect()
}

/// The different patterns of some partitions.
pub(super) fn patterns(plans: &[PartitionPlan]) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for &pattern in plans.iter().flat_map(|plan| &plan.patterns) {
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    patterns
}

/// As many of these partitions, in their order, as can be built and kept within the memory.
pub(super) fn fitting(plans: Vec<PartitionPlan>, memory_limit: u64) -> Vec<PartitionPlan> {
    let mut kept: Vec<PartitionPlan> = Vec::new();
    for plan in plans {
        kept.push(plan);
        let patterns = patterns(&kept);
        let tables: u64 = patterns.iter().copied().map(parity::estimated_bytes).sum();
        let build = patterns.into_iter().map(build_bytes).max().unwrap_or(0);
        if tables + build > memory_limit {
            kept.pop();
        }
    }
    kept
}

/// About what building a table takes: one and a half bytes for each arrangement, as measured.
fn build_bytes(pattern: Pattern) -> u64 {
    let cells = pattern.shape().cells() as u64;
    (0..pattern.len() as u64).map(|placed| cells - placed).product::<u64>() * 3 / 2
}
