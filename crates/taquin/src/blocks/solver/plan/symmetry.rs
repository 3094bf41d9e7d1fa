//! The symmetries of a puzzle.

use super::{
    super::super::{Block, Cell, Puzzle},
    GoalAnchors, Plan, cells, far_corner,
};

/// A reflection or rotation under which board, blocks and goals are the same.
#[derive(Clone, Debug)]
pub(in super::super) struct Symmetry {
    /// The class that each class becomes.
    pub(in super::super) classes: Vec<usize>,
    /// For each class, what its places become.
    pub(in super::super) places: Vec<Vec<u32>>,
}

/// A reflection, rotation or both of the board's bounding box.
#[derive(Clone, Copy)]
struct Turn {
    flip_rows: bool,
    flip_cols: bool,
    transpose: bool,
    rows: u8,
    cols: u8,
}

impl Turn {
    fn cell(self, cell: Cell) -> Cell {
        let row = if self.flip_rows { self.rows - 1 - cell.row } else { cell.row };
        let col = if self.flip_cols { self.cols - 1 - cell.col } else { cell.col };
        if self.transpose { Cell::new(col, row) } else { Cell::new(row, col) }
    }

    /// The corner of a turned block's bounding box; `far` is its opposite corner, relative to the one it has now.
    fn corner(self, corner: Cell, far: Cell) -> Cell {
        let (one, other) = (self.cell(corner), self.cell(Cell::new(corner.row + far.row, corner.col + far.col)));
        Cell::new(one.row.min(other.row), one.col.min(other.col))
    }

    /// The shape of a turned block, its cells in reading order.
    fn shape(self, block: &Block, far: Cell) -> Vec<Cell> {
        let corner = self.corner(block.start(), far);
        let turned = block.cells_at(block.start()).map(|cell| self.cell(cell));
        let mut shape: Vec<Cell> = turned.map(|cell| Cell::new(cell.row - corner.row, cell.col - corner.col)).collect();
        shape.sort_unstable();
        shape
    }
}

/// All symmetries but the identity. They merge a position with its images, which are as far from a goal.
pub(super) fn symmetries(puzzle: &Puzzle, plan: &Plan) -> Vec<Symmetry> {
    let (rows, cols) = (puzzle.rows() as u8, puzzle.cols() as u8);
    let turns = (1..8u8).map(|turn| Turn {
        flip_rows: turn & 1 != 0,
        flip_cols: turn & 2 != 0,
        transpose: turn & 4 != 0,
        rows,
        cols,
    });
    turns.filter(|turn| !turn.transpose || rows == cols).filter_map(|turn| symmetry(puzzle, plan, turn)).collect()
}

fn symmetry(puzzle: &Puzzle, plan: &Plan, turn: Turn) -> Option<Symmetry> {
    if cells(puzzle).any(|cell| puzzle.ground(cell) != puzzle.ground(turn.cell(cell))) {
        return None;
    }
    let mut classes = Vec::new();
    let mut places = Vec::new();
    for (index, class) in plan.classes.iter().enumerate() {
        let block = &puzzle.blocks()[class.blocks[0]];
        let far = far_corner(block);
        let shape = turn.shape(block, far);
        let image = |other: usize, anchor: &u32| plan.anchor(other, turn.corner(plan.corner(index, *anchor), far));
        let sorted = |mut anchors: Vec<u32>| {
            anchors.sort_unstable();
            anchors
        };
        let becomes = |other: &usize| {
            let (other, twin) = (*other, &plan.classes[*other]);
            // The targets of a class in all goals; which belong to the same goal is checked at the end.
            let targets = |class: usize| plan.goals.iter().map(move |goal| goal[class].clone());
            let turned = || sorted(targets(index).flatten().map(|anchor| image(other, &anchor)).collect());
            !classes.contains(&other)
                && twin.blocks.len() == class.blocks.len()
                && twin.is_goal == class.is_goal
                && puzzle.blocks()[twin.blocks[0]].shape() == shape
                && sorted(class.places.iter().map(|anchor| image(other, anchor)).collect()) == twin.places
                && turned() == sorted(targets(other).flatten().collect())
        };
        let other = (0..plan.classes.len()).find(becomes)?;
        classes.push(other);
        places.push(class.places.iter().map(|anchor| image(other, anchor)).collect::<Vec<u32>>());
    }
    let symmetry = Symmetry { classes, places };
    let keeps_goals = plan.goals.iter().all(|goal| plan.goals.contains(&turned_goal(plan, &symmetry, goal)));
    keeps_goals.then_some(symmetry)
}

fn turned_goal(plan: &Plan, symmetry: &Symmetry, goal: &GoalAnchors) -> GoalAnchors {
    let mut turned: GoalAnchors = vec![Vec::new(); goal.len()];
    for (class, anchors) in goal.iter().enumerate() {
        let places = &plan.classes[class].places;
        let image = |anchor: &u32| places.iter().position(|place| place == anchor).map(|at| symmetry.places[class][at]);
        let target = &mut turned[symmetry.classes[class]];
        target.extend(anchors.iter().filter_map(image));
        target.sort_unstable();
    }
    turned
}
