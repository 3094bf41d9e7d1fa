//! Boards and goals by labels, whose tiles are still told apart: a page moves each of them.

use std::collections::BTreeSet;
use taquin::{
    rng::Rng,
    tiles::{
        self, Shape,
        labels::{self, Alphabet, AnyBoard, AnyGoal, GapMove, Label, LabelledBoard, LabelledGoal},
    },
};

/// A board or a goal that is no ordinary board.
#[derive(Clone)]
pub(crate) struct Labelled {
    /// What is in its cells; a goal may leave some free.
    pub(crate) goal: LabelledGoal,
    /// The board, if no cell is free.
    pub(crate) board: Option<LabelledBoard>,
    /// A number for the tile of each cell, 0 for a gap: tiles of a label have neighbouring numbers.
    pub(crate) tiles: Vec<u16>,
}

impl Labelled {
    fn new(goal: LabelledGoal) -> Self {
        let cells: Option<Vec<Label>> = goal.cells().iter().copied().collect();
        let board = cells.and_then(|cells| LabelledBoard::new(goal.shape(), goal.alphabet(), &cells).ok());
        let tiles = numbers(goal.cells());
        Self { goal, board, tiles }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// The board after some moves; each tile keeps its number.
    pub(crate) fn after(&self, moves: &[GapMove]) -> Result<Self, String> {
        let mut board = self.board.clone().ok_or("a goal with free cells cannot be played")?;
        let mut tiles = self.tiles.clone();
        for (index, &mv) in moves.iter().enumerate() {
            let illegal = || format!("move {} ({}) is illegal: no tile can move there", index + 1, mv.direction);
            let gap = *board.gaps().get(usize::from(mv.gap)).ok_or_else(illegal)?;
            let source = board.source(mv).ok_or_else(illegal)?;
            if !board.slide(mv) {
                return Err(illegal());
            }
            tiles.swap(source, gap);
        }
        Ok(Self { goal: LabelledGoal::from(&board), board: Some(board), tiles })
    }

    /// What is written on each tile, by its number.
    pub(crate) fn names(&self) -> Vec<String> {
        let most = self.tiles.iter().max().copied().unwrap_or_default();
        let mut names = vec![String::new(); usize::from(most) + 1];
        for (text, &tile) in self.goal.texts().zip(&self.tiles) {
            if tile > 0 {
                names[usize::from(tile)] = text;
            }
        }
        names
    }
}

/// Tiles by their labels, then in reading order; what is in free cells comes last.
fn numbers(cells: &[Option<Label>]) -> Vec<u16> {
    let mut order: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != Some(0)).collect();
    order.sort_by_key(|&cell| (cells[cell].is_none(), cells[cell]));
    let mut numbers = vec![0; cells.len()];
    order.into_iter().enumerate().for_each(|(number, cell)| numbers[cell] = number as u16 + 1);
    numbers
}

/// A board of either kind.
#[derive(Clone)]
pub(crate) enum Kind {
    Ordinary(tiles::Board),
    Labelled(Box<Labelled>),
}

impl From<AnyBoard> for Kind {
    fn from(board: AnyBoard) -> Self {
        match board {
            AnyBoard::Ordinary(board) => Self::Ordinary(board),
            AnyBoard::Labelled(board) => Self::Labelled(Box::new(Labelled::new(LabelledGoal::from(&board)))),
        }
    }
}

impl From<AnyGoal> for Kind {
    fn from(goal: AnyGoal) -> Self {
        match goal {
            AnyGoal::Ordinary(board) => Self::Ordinary(board),
            AnyGoal::Labelled(goal) => Self::Labelled(Box::new(Labelled::new(goal))),
        }
    }
}

impl Kind {
    /// What these cells are: an ordinary board where they can be one.
    pub(crate) fn of_cells(shape: Shape, alphabet: Alphabet, cells: &[Option<Label>]) -> Result<Self, String> {
        let goal = LabelledGoal::new(shape, alphabet, cells).map_err(|error| error.to_string())?;
        let labelled = Labelled::new(goal);
        Ok(match labelled.board.as_ref().and_then(LabelledBoard::ordinary) {
            Some(board) => Self::Ordinary(board),
            None => Self::Labelled(Box::new(labelled)),
        })
    }

    pub(crate) fn shape(&self) -> Shape {
        match self {
            Self::Ordinary(board) => board.shape(),
            Self::Labelled(labelled) => labelled.shape(),
        }
    }

    /// As a goal by labels.
    pub(crate) fn goal(&self) -> LabelledGoal {
        match self {
            Self::Ordinary(board) => board.into(),
            Self::Labelled(labelled) => labelled.goal.clone(),
        }
    }

    /// As a board by labels; none if cells are free.
    pub(crate) fn board(&self) -> Option<LabelledBoard> {
        match self {
            Self::Ordinary(board) => Some(board.into()),
            Self::Labelled(labelled) => labelled.board.clone(),
        }
    }

    /// The ordinary board that it is, or an error that says that it is none.
    pub(crate) fn ordinary(&self) -> Result<&tiles::Board, String> {
        match self {
            Self::Ordinary(board) => Ok(board),
            Self::Labelled(_) => Err("this is for boards whose tiles are all different".to_owned()),
        }
    }

    /// Do they look alike, as far as neither leaves a cell free?
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        if let (Self::Ordinary(a), Self::Ordinary(b)) = (self, other) {
            return a == b;
        }
        let (a, b) = (self.goal(), other.goal());
        let fits = |(a, b): (&Option<Label>, &Option<Label>)| a.is_none() || b.is_none() || a == b;
        a.shape() == b.shape() && a.cells().iter().zip(b.cells()).all(fits)
    }

    /// With some labels made one, the first of them.
    pub(crate) fn merged(&self, names: &BTreeSet<String>) -> Result<Self, String> {
        let goal = self.goal();
        let texts: Vec<String> = goal.texts().collect();
        let chosen: BTreeSet<Label> = goal
            .cells()
            .iter()
            .zip(&texts)
            .filter(|(_, text)| names.contains(*text))
            .filter_map(|(label, _)| *label)
            .collect();
        let first = chosen.iter().copied().find(|&label| label != 0);
        let merge = |label: &Option<Label>| match *label {
            Some(label) if label != 0 && chosen.contains(&label) => first,
            other => other,
        };
        Self::of_cells(goal.shape(), goal.alphabet(), &goal.cells().iter().map(merge).collect::<Vec<_>>())
    }

    /// With something else in one cell: a gap, or anything.
    pub(crate) fn with_cell(&self, cell: usize, holds: Option<Label>) -> Result<Self, String> {
        let goal = self.goal();
        let mut cells = goal.cells().to_vec();
        *cells.get_mut(cell).ok_or_else(|| format!("there are only {} cells", goal.cells().len()))? = holds;
        Self::of_cells(goal.shape(), goal.alphabet(), &cells)
    }

    /// A random board with its tiles, from which a goal can be reached.
    pub(crate) fn shuffled_for(&self, goal: &Self, seed: u64) -> Result<Self, String> {
        let board = self.board().ok_or("a goal with free cells does not say which tiles there are")?;
        let drawn = labels::uniform(&board, &goal.goal(), &mut Rng::from_seed(seed));
        Self::of_cells(drawn.shape(), drawn.alphabet(), &drawn.cells().iter().copied().map(Some).collect::<Vec<_>>())
    }

    /// The board after so many random moves.
    pub(crate) fn walked(&self, count: u64, seed: u64) -> Result<Self, String> {
        let board = self.board().ok_or("a goal with free cells does not say which tiles there are")?;
        let walked = labels::walk(&board, count, &mut Rng::from_seed(seed));
        Self::of_cells(walked.shape(), walked.alphabet(), &walked.cells().iter().copied().map(Some).collect::<Vec<_>>())
    }
}
