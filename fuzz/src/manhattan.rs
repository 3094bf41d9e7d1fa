//! The Manhattan distance: kept up move by move, it stays what it is from scratch, in every state type.

use crate::Target;
use taquin::{
    rng::Rng,
    search::{Heuristic, Space},
    tiles::{
        Board, Direction, Manhattan, Shape,
        grid::{Bytes, Cells, Grid, Nibbles, Words},
        scramble,
    },
};

pub(crate) const TARGET: Target = Target { name: "manhattan", run, seeds };

/// The first bytes say the size, the next eight seed goal and start, the rest are moves, four to the byte.
fn run(data: &[u8]) {
    let Some((&[rows, cols, ref seed @ ..], steps)) = data.split_first_chunk::<10>() else { return };
    let side = |byte: u8| usize::from(byte % 12) + 1;
    let shape = Shape::new(side(rows), side(cols)).expect("a size within the limits");
    let mut rng = Rng::from_seed(seed.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)));
    let goal = scramble::uniform(&Board::solved(shape), &mut rng);
    let start = scramble::uniform(&goal, &mut rng);
    let walk: Vec<Direction> =
        steps.iter().flat_map(|byte| [0, 2, 4, 6].map(|bit| Direction::ALL[usize::from(byte >> bit & 3)])).collect();
    follow::<Words>(&goal, &start, &walk);
    if shape.cells() <= Bytes::CAPACITY {
        follow::<Bytes>(&goal, &start, &walk);
    }
    if shape.cells() <= Nibbles::CAPACITY {
        follow::<Nibbles>(&goal, &start, &walk);
    }
}

fn follow<C: Cells>(goal: &Board, start: &Board, walk: &[Direction]) {
    let (grid, heuristic) = (Grid::<C>::new(goal), Manhattan::new(goal));
    let (mut board, mut state) = (start.clone(), C::pack(start));
    let mut memo = Heuristic::<Grid<C>>::start(&heuristic, &state);
    for &direction in walk {
        let before = state.clone();
        if !board.slide(direction) {
            continue;
        }
        grid.apply(&mut state, direction);
        memo = Heuristic::<Grid<C>>::step(&heuristic, memo, &before, direction);
        assert!(state == C::pack(&board), "the state went another way than the board {board}");
        assert_eq!(Heuristic::<Grid<C>>::value(&heuristic, memo), from_scratch(&board, goal), "{board}, goal {goal}");
    }
}

/// The distance by its definition, sharing nothing with the engine's.
fn from_scratch(board: &Board, goal: &Board) -> u32 {
    let (shape, home) = (board.shape(), goal.positions());
    let tiles = board.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let distance = tiles.map(|(cell, &tile)| {
        let ((row, col), (home_row, home_col)) = (shape.place(cell), shape.place(home[usize::from(tile)]));
        row.abs_diff(home_row) + col.abs_diff(home_col)
    });
    distance.sum::<usize>() as u32
}

fn seeds() -> Vec<Vec<u8>> {
    let sizes: [(u8, u8); 7] = [(0, 4), (1, 1), (1, 2), (3, 3), (4, 4), (7, 7), (11, 8)];
    let mut rng = Rng::from_seed(0);
    let mut bytes = |count: usize| (0..count).map(|_| rng.below(256) as u8).collect::<Vec<_>>();
    sizes.map(|(rows, cols)| [vec![rows, cols], bytes(40)].concat()).to_vec()
}
