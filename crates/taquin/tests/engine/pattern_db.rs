//! Pattern databases against brute force, from every side.

use crate::support::{distances, shape, tables};
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};
use taquin::{
    rng::Rng,
    search::{Heuristic, Space},
    tiles::{
        Board, Direction,
        grid::{Bytes, Cells, Grid, Nibbles},
        pattern_db::{Build, FileError, FormatError, Level, Pattern, PatternDb, Preparation, Store, Tables},
        scramble,
    },
};

fn built(pattern: Pattern, threads: usize, budget: u64) -> PatternDb {
    let mut build = Build::new(pattern, threads);
    while !build.run(budget) {}
    build.finish().unwrap()
}

/// One pattern of all the tiles is the exact distance.
#[test]
fn a_pattern_of_all_tiles_is_exact() {
    for (rows, cols, blank) in [(3, 3, 8), (3, 3, 4), (2, 4, 7), (2, 4, 6), (2, 2, 3), (1, 5, 4)] {
        let shape = shape(rows, cols);
        let goal = Board::solved(shape).exchanged(shape.cells() - 1, blank);
        let tiles = ((1 << shape.cells()) - 1) & !(1 << blank);
        let table = built(Pattern::new(shape, blank, tiles).unwrap(), 2, 10_000);
        let tables = Tables::new(&goal, vec![Arc::new(table)]).unwrap();
        for (board, distance) in distances(&goal, false) {
            assert_eq!(tables.estimate(&board), distance, "{board} to {goal}");
        }
    }
}

/// Each table's entry is the least number of moves of its own tiles: 0-1 breadth-first over tiles and blank.
#[test]
fn entries_match_a_plain_search() {
    let patterns = [
        (3, 3, 8, 0b000_101_011),
        (3, 4, 11, 0b0001_1000_1010),
        (2, 5, 3, 0b10101_00001),
        (4, 4, 15, 0b1010_0100_0001),
    ];
    for (rows, cols, blank, tiles) in patterns {
        let shape = shape(rows, cols);
        let pattern = Pattern::new(shape, blank, tiles).unwrap();
        let table = built(pattern, 1, 1);
        let start: (Vec<usize>, usize) = (pattern.cells().collect(), blank);
        let mut least = HashMap::from([(start.clone(), 0_u32)]);
        let mut queue = VecDeque::from([start]);
        while let Some((cells, blank)) = queue.pop_front() {
            let cost = least[&(cells.clone(), blank)];
            for direction in Direction::ALL {
                let Some(from) = shape.source(blank, direction) else { continue };
                let mut next = cells.clone();
                let own = cells.iter().position(|&cell| cell == from);
                own.into_iter().for_each(|tile| next[tile] = blank);
                let (key, cost) = ((next, from), cost + u32::from(own.is_some()));
                if least.get(&key).is_none_or(|&old| old > cost) {
                    least.insert(key.clone(), cost);
                    if own.is_some() {
                        queue.push_back(key);
                    } else {
                        queue.push_front(key);
                    }
                }
            }
        }
        for ((cells, blank), cost) in least {
            assert_eq!(table.moves(&cells, blank), cost, "{cells:?} {blank}");
        }
    }
}

/// The same bytes for any number of threads and any way of pumping.
#[test]
fn builds_do_not_depend_on_threads_or_budgets() {
    let pattern = Pattern::new(shape(4, 4), 15, 0b111110).unwrap();
    let table = built(pattern, 1, u64::MAX);
    assert_eq!(table.entries(), built(pattern, 3, 1_000).entries());
}

/// Admissible for any goal: never above the true distance, for every board of 3×3.
#[test]
fn sums_never_overestimate() {
    let goals = [
        [1, 2, 3, 4, 5, 6, 7, 8, 0],
        [5, 0, 2, 7, 1, 8, 3, 6, 4],
        [8, 7, 6, 5, 0, 4, 3, 2, 1],
        [4, 1, 2, 0, 5, 3, 7, 8, 6],
    ];
    for goal in goals.map(|cells| Board::new(shape(3, 3), &cells).unwrap()) {
        let tables = tables(&goal, Level::Small).unwrap();
        let (mut sum, mut bound) = (0, 0);
        for (board, distance) in distances(&goal, false) {
            assert!(tables.estimate(&board) <= distance, "{board} to {goal}");
            (sum, bound) = (sum + distance, bound + tables.estimate(&board));
        }
        assert!(bound * 4 > sum * 3, "the bound is good: {bound} of {sum}");
    }
}

fn walk<C: Cells>(goal: &Board, tables: &Tables, rng: &mut Rng) {
    let board = scramble::uniform(goal, rng);
    let (grid, mut state) = (Grid::<C>::new(goal), C::pack(&board));
    let (mut memo, mut board) = (Heuristic::<Grid<C>>::start(tables, &state), board);
    for _ in 0..200 {
        let moves: Vec<Direction> = grid.moves(&state, None).collect();
        let direction = moves[rng.below(moves.len() as u64) as usize];
        let old = Heuristic::<Grid<C>>::value(tables, memo);
        memo = Heuristic::<Grid<C>>::step(tables, memo, &state, direction);
        grid.apply(&mut state, direction);
        assert!(board.slide(direction));
        assert_eq!(memo, Heuristic::<Grid<C>>::start(tables, &state), "{board} to {goal}");
        let new = Heuristic::<Grid<C>>::value(tables, memo);
        assert_eq!(new, tables.estimate(&board));
        assert_eq!(old.abs_diff(new), 1, "consistent, and of the right parity");
    }
    assert_eq!(tables.estimate(goal), 0);
}

#[test]
fn step_by_step_agrees_with_from_scratch_for_any_shape_and_goal() {
    let mut rng = Rng::from_seed(4);
    for (rows, cols) in [(4, 4), (3, 5), (5, 3), (2, 8), (8, 2), (2, 2), (3, 3), (1, 6), (4, 3)] {
        for _ in 0..3 {
            let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
            walk::<Nibbles>(&goal, &tables(&goal, Level::Small).unwrap(), &mut rng);
        }
    }
    for (rows, cols) in [(5, 5), (4, 5), (3, 8)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        walk::<Bytes>(&goal, &tables(&goal, Level::Small).unwrap(), &mut rng);
    }
}

fn prepare(store: &Store, goal: &Board) -> (Tables, bool) {
    let mut preparation = Preparation::new(store, goal, Level::Small, 1).unwrap();
    let mut built = false;
    while !preparation.run(1_000) {
        built |= preparation.progress() != (0, 0);
    }
    (preparation.finish().unwrap(), built)
}

#[test]
fn files_are_found_again_and_damaged_ones_are_refused_and_rebuilt() {
    let directory = tempfile::tempdir().unwrap();
    let goal = Board::solved(shape(3, 4));
    let (first, built) = prepare(&Store::in_directory(directory.path()), &goal);
    assert!(built);
    let store = Store::in_directory(directory.path());
    let (second, built) = prepare(&store, &goal);
    assert!(!built, "all tables come from files");
    assert!(store.take_errors().is_empty());
    for (a, b) in first.databases().iter().zip(second.databases()) {
        assert_eq!(a.entries(), b.entries());
    }
    let files: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), first.databases().len(), "no temporary file is left");
    let bytes = std::fs::read(&files[0]).unwrap();
    let change = |at: usize| {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        damaged
    };
    let length = bytes.len() as u64;
    let cases = [
        (change(0), FormatError::Foreign),
        (change(8), FormatError::Version { found: u32::from(bytes[8] ^ 1) }),
        (change(13), FormatError::Pattern),
        (change(bytes.len() / 2), FormatError::Checksum),
        (bytes[..bytes.len() - 1].to_vec(), FormatError::Length { found: length - 1, expected: length }),
        (Vec::new(), FormatError::Foreign),
        (std::fs::read(&files[1]).unwrap(), FormatError::Pattern),
    ];
    for (damaged, expected) in cases {
        std::fs::remove_file(&files[0]).unwrap();
        std::fs::write(&files[0], damaged).unwrap();
        let store = Store::in_directory(directory.path());
        let (again, built) = prepare(&store, &goal);
        let errors = store.take_errors();
        let [FileError::Format { path, source }] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!((built, path, source), (true, &files[0], &expected));
        assert_eq!(again.databases()[0].entries(), first.databases()[0].entries());
        assert_eq!(std::fs::read(&files[0]).unwrap(), bytes, "the file is good again");
    }
}

#[test]
fn bytes_are_taken_back_and_damaged_ones_are_refused() {
    let goal = Board::solved(shape(3, 4));
    let store = Store::in_memory();
    let (first, _) = prepare(&store, &goal);
    assert_eq!(store.tables().len(), first.databases().len());
    let later = Store::in_memory();
    for table in first.databases() {
        let (pattern, bytes) = (table.pattern(), table.to_bytes());
        for (at, error) in
            [(0, FormatError::Foreign), (13, FormatError::Pattern), (bytes.len() - 1, FormatError::Checksum)]
        {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(later.adopt(pattern, damaged).unwrap_err(), error);
        }
        let cut = bytes[..bytes.len() - 1].to_vec();
        assert!(matches!(later.adopt(pattern, cut), Err(FormatError::Length { .. })));
        assert_eq!(later.adopt(pattern, Vec::new()).unwrap_err(), FormatError::Foreign);
        assert!(!later.has(pattern), "nothing damaged is kept");
        assert_eq!(later.adopt(pattern, bytes).unwrap().entries(), table.entries());
    }
    let (_, built) = prepare(&later, &goal);
    assert!(!built, "all tables are there already");
}
