//! Block puzzles as stages and poses.

use super::{
    DrawError,
    colour::{Colour, PieceColours, Theme},
    drawing::{Fill, Place, Shape},
    stage::{Pose, Stage},
};
use taquin::blocks::{Cell, CellKind, Move, Puzzle};

/// A block puzzle to be drawn.
#[derive(Debug)]
pub struct Blocks<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its colours.
    pub theme: Theme,
    /// The longer side of the picture, in pixels.
    pub size: u32,
}

const SMALLEST_PITCH: i32 = 6;
const WIDEST_MARGIN: i32 = 24;
/// The hue of goal blocks; all others keep away from it.
const GOAL_HUE: f32 = 32.0;

/// The default size, in pixels.
pub fn default_size(puzzle: &Puzzle) -> u32 {
    (puzzle.rows().max(puzzle.cols()) as u32 * 32).clamp(480, 2048)
}

impl Blocks<'_> {
    fn pitch_and_margin(&self) -> (i32, i32) {
        let longest = self.puzzle.rows().max(self.puzzle.cols()) as i32;
        let size = self.size as i32;
        let margin = (size / 28).clamp(2, WIDEST_MARGIN);
        let pitch = (size - 2 * margin) / longest;
        (pitch, (size - pitch * longest) / 2)
    }

    /// The tray with all blocks where they start.
    ///
    /// # Errors
    /// [`DrawError::TooSmall`] if its cells would be too small to be seen.
    pub fn stage(&self) -> Result<Stage, DrawError> {
        let (pitch, margin) = self.pitch_and_margin();
        let (rows, cols) = (self.puzzle.rows() as i32, self.puzzle.cols() as i32);
        if pitch < SMALLEST_PITCH {
            let least = SMALLEST_PITCH * rows.max(cols) + 2 * WIDEST_MARGIN;
            return Err(DrawError::TooSmall { rows: rows as usize, cols: cols as usize, size: self.size, least });
        }
        let around = self.size as i32 - pitch * rows.max(cols);
        let (width, height) = ((pitch * cols + around) as u32, (pitch * rows + around) as u32);
        Ok(Stage {
            width,
            height,
            page: self.theme.page(),
            floor: self.theme.floor(),
            caption: self.theme.caption(),
            tray: self.tray(width, height, pitch, margin).into(),
            pieces: (0..self.puzzle.blocks().len()).map(|block| self.piece(block, pitch, margin).into()).collect(),
            picture: None,
        })
    }

    /// The rim, the floor cell by cell, and a tint where goal blocks must end.
    fn tray(&self, width: u32, height: u32, pitch: i32, margin: i32) -> Vec<Shape> {
        let whole = Place { left: 0.0, top: 0.0, width: width as f32, height: height as f32 };
        let colour = Fill::Colour(self.theme.tray());
        let mut shapes = vec![Shape::Box { place: whole, radius: margin as f32, fill: colour }];
        let cells = |row: u8| (0..self.puzzle.cols() as u8).map(move |col| Cell::new(row, col));
        for cell in (0..self.puzzle.rows() as u8).flat_map(cells) {
            let fill = match self.puzzle.ground(cell) {
                CellKind::Outside => continue,
                CellKind::Floor => self.theme.floor(),
                CellKind::Gate | CellKind::Exit(_) => self.theme.gate(),
            };
            // why: a little larger than its cell, so that no seams show between neighbours.
            let place = square(cell, pitch, margin).inset(-0.08 * margin as f32 - 0.5);
            shapes.push(Shape::Box { place, radius: 1.0, fill: Fill::Colour(fill) });
        }
        let Some(goal) = self.puzzle.goals().first() else { return shapes };
        for target in goal.targets() {
            let cells: Vec<Cell> = self.puzzle.blocks()[target.block].cells_at(target.corner).collect();
            let tint = self.theme.piece(GOAL_HUE, 0.0).face.with_alpha(0x38);
            // why: overlapping half-transparent boxes would show where they overlap, so every cell is one box.
            let boxes = cells.iter().map(|&cell| square(cell, pitch, margin).inset(pitch as f32 * 0.08));
            shapes.extend(boxes.map(|place| Shape::Box {
                place,
                radius: pitch as f32 * 0.12,
                fill: Fill::Colour(tint),
            }));
        }
        shapes
    }

    /// A block at its start: the edge below, then the face.
    fn piece(&self, block: usize, pitch: i32, margin: i32) -> Vec<Shape> {
        let cells: Vec<Cell> = self.puzzle.blocks()[block].cells_at(self.puzzle.blocks()[block].start()).collect();
        let colours = self.colours(block);
        let depth = (pitch as f32 * 0.05).max(1.0);
        let mut shapes = union(&cells, pitch, margin, depth, depth, colours.edge);
        shapes.extend(union(&cells, pitch, margin, depth, 0.0, colours.face));
        if self.puzzle.is_goal_block(block) {
            let (x, y) = middle(&cells, pitch, margin);
            let side = pitch as f32 * 0.2;
            let place = Place { left: x - side / 2.0, top: y - depth / 2.0 - side / 2.0, width: side, height: side };
            let fill = Fill::Colour(colours.ink.with_alpha(0xd0));
            shapes.push(Shape::Box { place, radius: side / 2.0, fill });
        }
        shapes
    }

    /// Goal blocks are coral; among the others, equal shapes have equal hues.
    fn colours(&self, block: usize) -> PieceColours {
        if self.puzzle.is_goal_block(block) {
            return self.theme.piece(GOAL_HUE, 0.0);
        }
        let blocks = self.puzzle.blocks();
        let mut shapes: Vec<&[Cell]> = Vec::new();
        for other in (0..blocks.len()).filter(|&other| !self.puzzle.is_goal_block(other)) {
            if !shapes.contains(&blocks[other].shape()) {
                shapes.push(blocks[other].shape());
            }
        }
        let index = shapes.iter().position(|&shape| shape == blocks[block].shape()).unwrap_or_default();
        let alike = blocks[..block].iter().filter(|other| other.shape() == blocks[block].shape()).count();
        let share = index as f32 / (shapes.len() - 1).max(1) as f32;
        self.theme.piece(190.0 + 125.0 * share, (alike % 4) as f32 / 4.0)
    }

    /// The position after each move, the start first, each with the number of moves made.
    pub fn poses(&self, moves: &[Move]) -> Vec<(usize, Pose)> {
        let mut pose: Pose = vec![(0, 0); self.puzzle.blocks().len()];
        let mut poses = vec![(0, pose.clone())];
        for (index, mv) in moves.iter().enumerate() {
            mv.path.iter().for_each(|direction| self.step(&mut pose, mv.block, direction.delta()));
            poses.push((index + 1, pose.clone()));
        }
        poses
    }

    /// The position after each straight slide, the start first, each with the number of moves made.
    pub fn slide_poses(&self, moves: &[Move]) -> Vec<(usize, Pose)> {
        let mut pose: Pose = vec![(0, 0); self.puzzle.blocks().len()];
        let mut poses = vec![(0, pose.clone())];
        for (index, mv) in moves.iter().enumerate() {
            for slide in mv.path.chunk_by(PartialEq::eq) {
                slide.iter().for_each(|direction| self.step(&mut pose, mv.block, direction.delta()));
                poses.push((index + 1, pose.clone()));
            }
        }
        poses
    }

    fn step(&self, pose: &mut Pose, block: usize, (down, right): (i8, i8)) {
        let (pitch, _) = self.pitch_and_margin();
        pose[block].0 += pitch * i32::from(right);
        pose[block].1 += pitch * i32::from(down);
    }
}

fn square(cell: Cell, pitch: i32, margin: i32) -> Place {
    let (left, top) = (margin + i32::from(cell.col) * pitch, margin + i32::from(cell.row) * pitch);
    Place { left: left as f32, top: top as f32, width: pitch as f32, height: pitch as f32 }
}

/// The middle of a block, or of its first cell where the block does not cover its own middle.
fn middle(cells: &[Cell], pitch: i32, margin: i32) -> (f32, f32) {
    let centres = || cells.iter().map(|&cell| square(cell, pitch, margin).centre());
    let count = cells.len() as f32;
    let sum = centres().fold((0.0, 0.0), |sum, centre| (sum.0 + centre.0, sum.1 + centre.1));
    let mean = (sum.0 / count, sum.1 / count);
    let is_near = |(x, y): (f32, f32)| (x - mean.0).abs().max((y - mean.1).abs()) <= pitch as f32 / 2.0;
    if centres().any(is_near) { mean } else { square(cells[0], pitch, margin).centre() }
}

/// Boxes that together look like one piece: one for each cell, and bridges between neighbours.
///
/// - `depth`: how much lower the piece is than its cells, to leave room for its edge;
/// - `down`: how far it is moved down.
fn union(cells: &[Cell], pitch: i32, margin: i32, depth: f32, down: f32, colour: Colour) -> Vec<Shape> {
    let inset = (pitch as f32 * 0.03).max(0.5);
    let face = |cell: Cell| {
        let place = square(cell, pitch, margin).inset(inset);
        Place { top: place.top + down, height: place.height - depth, ..place }
    };
    let fill = Fill::Colour(colour);
    let mut shapes = Vec::new();
    for &cell in cells {
        let place = face(cell);
        shapes.push(Shape::Box { place, radius: pitch as f32 * 0.16, fill });
        let (pitch, half) = (pitch as f32, pitch as f32 / 2.0);
        let has = |rows: u8, cols: u8| cells.contains(&Cell::new(cell.row + rows, cell.col + cols));
        let (right, below) = (has(0, 1), has(1, 0));
        let mut bridge = |place: Place| shapes.push(Shape::Box { place, radius: 0.0, fill });
        if right {
            bridge(Place { left: place.left + half, width: pitch, ..place });
        }
        if below {
            bridge(Place { top: place.top + half, height: pitch, ..place });
        }
        if right && below && has(1, 1) {
            bridge(Place { left: place.left + half, top: place.top + half, width: pitch, height: pitch });
        }
    }
    shapes
}
