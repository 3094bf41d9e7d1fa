//! Sliding-block puzzles for browsers: the catalogue, play, searches. A thin facade over `taquin::blocks`, without logic of its own.

use serde::{Deserialize, Serialize};
use taquin::{
    blocks::{
        self, Cell, CellKind, Metric, Move, Optimum, Puzzle, Solver, State, catalogue,
        generate::{Generator, Recipe, USUAL_POSITIONS},
    },
    search::{Search as _, Stats, Status},
};
use taquin_wasm::{MEMORY_LIMIT, SearchStats, object, status};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A cell as row and column, from 0. */
export type BlockCell = [number, number];
/** `pinned`: it never moves; `leaves`: where it leaves the board, as the corners of its bounding box. */
export interface BlockShape { symbol: string; cells: BlockCell[]; goal: boolean; pinned: boolean; leaves: BlockCell[] }
/** An exit, and the symbols of the blocks that may leave by it: all of them where there are none. */
export interface BlockExit { symbol: string; keys: string; cells: BlockCell[] }
/** A puzzle as it is drawn. `ground` has a letter for each cell row by row: `.` free, `+` gate, `>` exit, `#` outside. */
export interface BlockDrawing {
  name?: string; author?: string; rows: number; cols: number; ground: string; blocks: BlockShape[];
  /** Where the blocks start. */
  corners: BlockCell[];
  /** For each alternative, the goal blocks and the corners that they must reach. */
  goals: { block: number; corner: BlockCell }[][];
  optimum?: number; impossible: boolean; text: string;
  /** The rules of its header: straight blocks keep their axis, equal shapes may stand for each other in the goal, the letter of gates. */
  keepAxis: boolean; goalShapes: boolean; gate?: string; exits: BlockExit[];
  /** The symbols of the blocks that must have left the board in every goal. */
  gone: string;
}
/** A puzzle of a list or pack, in few words; `text` is the whole of it. */
export interface BlockEntry {
  name?: string; author?: string; rows: number; cols: number; cells: number; optimum?: number; impossible: boolean; text: string;
}
/** What a text of several puzzles holds, and what is wrong with those that cannot be read. */
export interface BlockList { puzzles: BlockEntry[]; problems: { line: number; message: string }[] }
export interface BlockPack { name: string; puzzles: BlockDrawing[] }
export interface BlockMove { block: number; from: BlockCell; to: BlockCell; path: string }
export interface BlockDestination { corner: BlockCell; path: string }
/** What a generated puzzle should be like: the cells of its board and of each block, of which the first is the goal block, and
 *  what its shortest solution costs. */
export interface BlockRecipe { board: BlockCell[]; shapes: BlockCell[][]; keepAxis: boolean; metric: string; difficulty: number }
"#;

type Place = (u8, u8);

fn place(cell: Cell) -> Place {
    (cell.row, cell.col)
}

#[derive(Serialize)]
struct Shape {
    symbol: char,
    cells: Vec<Place>,
    goal: bool,
    pinned: bool,
    leaves: Vec<Place>,
}

#[derive(Serialize)]
struct ExitObject {
    symbol: char,
    keys: String,
    cells: Vec<Place>,
}

#[derive(Serialize)]
struct Target {
    block: usize,
    corner: Place,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Drawing {
    name: Option<String>,
    author: Option<String>,
    rows: usize,
    cols: usize,
    ground: String,
    blocks: Vec<Shape>,
    corners: Vec<Place>,
    goals: Vec<Vec<Target>>,
    optimum: Option<u32>,
    impossible: bool,
    text: String,
    keep_axis: bool,
    goal_shapes: bool,
    gate: Option<char>,
    exits: Vec<ExitObject>,
    gone: String,
}

/// Every cell within the bounds of a board, row by row.
fn cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> + use<> {
    let (rows, cols) = (puzzle.rows() as u8, puzzle.cols() as u8);
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}

impl From<&Puzzle> for Drawing {
    fn from(puzzle: &Puzzle) -> Self {
        let (rows, cols) = (puzzle.rows(), puzzle.cols());
        let letter = |cell| match puzzle.ground(cell) {
            CellKind::Floor => '.',
            CellKind::Gate => '+',
            CellKind::Exit(_) => '>',
            CellKind::Outside => '#',
        };
        let (info, rules) = (puzzle.info(), puzzle.rules());
        let leaves = |index| match rules.exits.is_empty() {
            true => Vec::new(),
            false => cells(puzzle).filter(|&corner| puzzle.is_exit(index, corner)).map(place).collect(),
        };
        let shape = |(index, block): (usize, &blocks::Block)| Shape {
            symbol: block.symbol(),
            cells: block.shape().iter().copied().map(place).collect(),
            goal: puzzle.is_goal_block(index),
            pinned: rules.pinned.contains(&block.symbol()),
            leaves: leaves(index),
        };
        let target = |target: &blocks::Target| Target { block: target.block, corner: place(target.corner) };
        let exit = |(index, exit): (usize, &blocks::Exit)| ExitObject {
            symbol: exit.symbol,
            keys: exit.keys.iter().collect(),
            cells: cells(puzzle).filter(|&cell| puzzle.ground(cell) == CellKind::Exit(index)).map(place).collect(),
        };
        Self {
            name: info.name.clone(),
            author: info.author.clone(),
            rows,
            cols,
            ground: cells(puzzle).map(letter).collect(),
            blocks: puzzle.blocks().iter().enumerate().map(shape).collect(),
            corners: puzzle.blocks().iter().map(|block| place(block.start())).collect(),
            goals: puzzle.goals().iter().map(|goal| goal.targets().iter().map(target).collect()).collect(),
            optimum: optimum(puzzle),
            impossible: info.moves == Some(Optimum::Unsolvable),
            text: puzzle.to_string(),
            keep_axis: rules.keep_axis,
            goal_shapes: rules.goal_shapes,
            gate: rules.gate,
            exits: rules.exits.iter().enumerate().map(exit).collect(),
            gone: rules.gone.iter().collect(),
        }
    }
}

/// The fewest moves, where they are known.
fn optimum(puzzle: &Puzzle) -> Option<u32> {
    match puzzle.info().moves {
        Some(Optimum::Cost(moves)) => Some(moves),
        _ => None,
    }
}

#[derive(Serialize)]
struct Entry {
    name: Option<String>,
    author: Option<String>,
    rows: usize,
    cols: usize,
    cells: usize,
    optimum: Option<u32>,
    impossible: bool,
    text: String,
}

impl From<&Puzzle> for Entry {
    fn from(puzzle: &Puzzle) -> Self {
        let info = puzzle.info();
        Self {
            name: info.name.clone(),
            author: info.author.clone(),
            rows: puzzle.rows(),
            cols: puzzle.cols(),
            cells: cells(puzzle).filter(|&cell| puzzle.ground(cell) != CellKind::Outside).count(),
            optimum: optimum(puzzle),
            impossible: info.moves == Some(Optimum::Unsolvable),
            text: puzzle.to_string(),
        }
    }
}

#[derive(Default, Serialize)]
struct List {
    puzzles: Vec<Entry>,
    problems: Vec<Problem>,
}

/// Why a puzzle could not be read, and the line where it begins, from 1.
#[derive(Serialize)]
struct Problem {
    line: usize,
    message: String,
}

/// Reads a text of several puzzles: a pack, or a list of codes. Each is read or refused by itself.
#[wasm_bindgen(js_name = blockList, unchecked_return_type = "BlockList")]
pub fn list(text: &str) -> Result<JsValue, JsError> {
    let mut list = List::default();
    for puzzle in blocks::read_pack(text) {
        match puzzle {
            Ok(puzzle) => list.puzzles.push(Entry::from(&puzzle)),
            Err(error) => list.problems.push(Problem { line: error.line, message: error.error.to_string() }),
        }
    }
    object(&list)
}

#[derive(Serialize)]
struct Pack {
    name: &'static str,
    puzzles: Vec<Drawing>,
}

/// The catalogue.
#[wasm_bindgen(js_name = blockPacks, unchecked_return_type = "BlockPack[]")]
pub fn packs() -> Result<JsValue, JsError> {
    let pack =
        |pack: &catalogue::Pack| Pack { name: pack.name, puzzles: pack.puzzles.iter().map(Drawing::from).collect() };
    object(&catalogue::packs().iter().map(pack).collect::<Vec<_>>())
}

#[derive(Deserialize, Serialize)]
struct MoveObject {
    block: usize,
    from: Place,
    to: Place,
    path: String,
}

impl From<&Move> for MoveObject {
    fn from(mv: &Move) -> Self {
        Self { block: mv.block, from: place(mv.from), to: place(mv.to), path: mv.letters() }
    }
}

impl MoveObject {
    /// The move; `None` if the path has a letter that is no direction.
    fn to_move(&self) -> Option<Move> {
        let direction = |letter| blocks::Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
        let cell = |(row, col): Place| Cell::new(row, col);
        let path = self.path.chars().map(direction).collect::<Option<_>>()?;
        Some(Move { block: self.block, from: cell(self.from), to: cell(self.to), path })
    }
}

/// Joins moves of one block in a row into one; those that bring it back to where they began vanish.
fn joined(moves: &[MoveObject]) -> Option<Vec<MoveObject>> {
    let mut made = Vec::new();
    for mv in moves {
        mv.to_move()?.join_onto(&mut made);
    }
    Some(made.iter().map(MoveObject::from).collect())
}

/// Joins moves of one block in a row into one; those that bring it back to where they began vanish.
#[wasm_bindgen(js_name = joinBlockMoves, unchecked_return_type = "BlockMove[]")]
pub fn join_moves(#[wasm_bindgen(unchecked_param_type = "BlockMove[]")] moves: JsValue) -> Result<JsValue, JsError> {
    let moves: Vec<MoveObject> = serde_wasm_bindgen::from_value(moves)?;
    let joined = joined(&moves).ok_or_else(|| JsError::new("a path is written in the letters U, D, L and R"))?;
    object(&joined)
}

#[derive(Serialize)]
struct Destination {
    corner: Place,
    path: String,
}

/// A puzzle being played.
#[wasm_bindgen]
pub struct BlockGame {
    puzzle: Puzzle,
    state: State,
}

#[wasm_bindgen]
impl BlockGame {
    /// Reads a puzzle in any of the text forms, and begins it.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<BlockGame, JsError> {
        Ok(Self::begun(text.parse()?))
    }

    /// Begins a puzzle that is given as two pictures, start and goal.
    #[wasm_bindgen(js_name = fromPictures)]
    pub fn from_pictures(start: &str, goal: &str) -> Result<BlockGame, JsError> {
        Ok(Self::begun(Puzzle::from_pictures(start, goal)?))
    }

    fn begun(puzzle: Puzzle) -> Self {
        Self { state: puzzle.start(), puzzle }
    }

    /// The puzzle as it is drawn.
    #[wasm_bindgen(unchecked_return_type = "BlockDrawing")]
    pub fn drawing(&self) -> Result<JsValue, JsError> {
        object(&Drawing::from(&self.puzzle))
    }

    /// Where the blocks are: the corner of each one's bounding box.
    #[wasm_bindgen(unchecked_return_type = "BlockCell[]")]
    pub fn corners(&self) -> Result<JsValue, JsError> {
        object(&self.state.corners().iter().copied().map(place).collect::<Vec<_>>())
    }

    /// Every place that a block can reach in one move.
    #[wasm_bindgen(unchecked_return_type = "BlockDestination[]")]
    pub fn destinations(&self, block: usize) -> Result<JsValue, JsError> {
        let letters = |path: &[blocks::Direction]| path.iter().map(|direction| direction.letter()).collect();
        let all = self.state.destinations(&self.puzzle, block);
        let destination = |to: &blocks::Destination| Destination { corner: place(to.corner), path: letters(&to.path) };
        object(&all.iter().map(destination).collect::<Vec<_>>())
    }

    /// Moves a block to a place that it can reach; the move made, or nothing where it cannot.
    #[wasm_bindgen(js_name = moveTo, unchecked_return_type = "BlockMove | undefined")]
    pub fn move_to(&mut self, block: usize, row: u8, col: u8) -> Result<JsValue, JsError> {
        let all = self.state.destinations(&self.puzzle, block);
        let Some(to) = all.iter().find(|to| to.corner == Cell::new(row, col)) else {
            return Ok(JsValue::UNDEFINED);
        };
        let mv = self.state.move_to(block, to);
        self.state.apply(&self.puzzle, &mv)?;
        object(&MoveObject::from(&mv))
    }

    /// Is every goal block where it must be?
    #[wasm_bindgen(getter)]
    pub fn solved(&self) -> bool {
        self.state.is_solved(&self.puzzle)
    }

    /// Back to the start.
    pub fn restart(&mut self) {
        self.state = self.puzzle.start();
    }
}

/// A search for the fewest moves.
#[wasm_bindgen]
pub struct BlockSearch {
    solver: Solver,
    metric: Metric,
}

#[wasm_bindgen]
impl BlockSearch {
    /// Begins a search from where the blocks of a game are; the metric is `moves`, `slides` or `steps`, the memory limit
    /// in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &BlockGame, metric: &str, memory_limit: Option<f64>) -> Result<BlockSearch, JsError> {
        // why not by way of a text: it numbers the blocks by where they are now, and shows no gate below a block.
        let puzzle = game.puzzle.starting_at(&game.state)?;
        let metric: Metric = metric.parse()?;
        let memory_limit = memory_limit.map_or(MEMORY_LIMIT, |bytes| bytes as u64);
        let options = blocks::Options { metric, memory_limit, ..blocks::Options::default() };
        Ok(Self { solver: Solver::new(&puzzle, &options)?, metric })
    }

    /// Works on for about so many positions.
    #[wasm_bindgen(unchecked_return_type = "SearchStatus")]
    pub fn run(&mut self, budget: f64) -> String {
        status(self.solver.run(budget as u64)).to_owned()
    }

    /// What it has cost and learnt so far.
    #[wasm_bindgen(unchecked_return_type = "SearchStats")]
    pub fn stats(&self) -> Result<JsValue, JsError> {
        object(&SearchStats::from(self.solver.stats()))
    }

    /// The cost of the solution in the metric asked for.
    pub fn cost(&self) -> Option<u32> {
        self.solver.solution().map(|moves| self.metric.cost(moves))
    }

    /// The solution, replayed against the rules.
    #[wasm_bindgen(unchecked_return_type = "BlockMove[] | undefined")]
    pub fn solution(&self) -> Result<JsValue, JsError> {
        match self.solver.checked_solution()? {
            Some(moves) => object(&moves.iter().map(MoveObject::from).collect::<Vec<_>>()),
            None => Ok(JsValue::UNDEFINED),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecipeObject {
    board: Vec<Place>,
    shapes: Vec<Vec<Place>>,
    keep_axis: bool,
    metric: String,
    difficulty: u32,
}

/// Attempts at a puzzle of a given difficulty.
#[wasm_bindgen]
pub struct BlockGenerator {
    generator: Generator,
    attempts: u64,
    puzzle: Option<Puzzle>,
}

#[wasm_bindgen]
impl BlockGenerator {
    /// Begins; the same seed gives the same puzzle everywhere.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "BlockRecipe")] recipe: JsValue,
        seed: u64,
    ) -> Result<BlockGenerator, JsError> {
        let recipe: RecipeObject = serde_wasm_bindgen::from_value(recipe)?;
        let cells = |places: &[Place]| places.iter().map(|&(row, col)| Cell::new(row, col)).collect();
        let recipe = Recipe {
            board: cells(&recipe.board),
            shapes: recipe.shapes.iter().map(|shape| cells(shape)).collect(),
            keep_axis: recipe.keep_axis,
            metric: recipe.metric.parse()?,
            difficulty: recipe.difficulty,
            most_positions: USUAL_POSITIONS,
        };
        Ok(Self { generator: Generator::new(recipe, seed)?, attempts: 0, puzzle: None })
    }

    /// Works on for about so many positions of one attempt.
    #[wasm_bindgen(unchecked_return_type = "SearchStatus")]
    pub fn run(&mut self, budget: f64) -> String {
        if self.puzzle.is_none()
            && let Some(attempt) = self.generator.run(budget as u64)
        {
            self.attempts += 1;
            self.puzzle = attempt.ok();
        }
        status(if self.puzzle.is_some() { Status::Solved } else { Status::Paused }).to_owned()
    }

    /// The attempts so far, as `expanded`, and the positions of the one under way, as `generated`.
    #[wasm_bindgen(unchecked_return_type = "SearchStats")]
    pub fn stats(&self) -> Result<JsValue, JsError> {
        let stats = Stats { expanded: self.attempts, generated: self.generator.positions(), ..Stats::default() };
        object(&SearchStats::from(&stats))
    }

    /// The puzzle as text, once it is found.
    pub fn puzzle(&self) -> Option<String> {
        self.puzzle.as_ref().map(Puzzle::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(block: usize, from: Place, to: Place, path: &str) -> MoveObject {
        MoveObject { block, from, to, path: path.to_owned() }
    }

    #[test]
    fn moves_of_one_block_are_joined() {
        let steps = [step(0, (0, 0), (0, 1), "R"), step(0, (0, 1), (1, 1), "D"), step(1, (3, 3), (3, 2), "L")];
        let moves = joined(&steps).unwrap();
        assert_eq!(moves.len(), 2);
        assert_eq!((moves[0].from, moves[0].to, moves[0].path.as_str()), ((0, 0), (1, 1), "RD"));
        assert!(joined(&[step(0, (0, 0), (0, 1), "R"), step(0, (0, 1), (0, 0), "L")]).unwrap().is_empty());
        assert!(joined(&[step(0, (0, 0), (0, 1), "x")]).is_none());
    }
}
