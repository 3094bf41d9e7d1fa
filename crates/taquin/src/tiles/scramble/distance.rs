//! Boards whose shortest solution has a given length.
//!
//! Where all boards can be listed, they are, goal first, and one is drawn uniformly from those at the distance.
//! Elsewhere a random walk from the goal, at first as long as the distance, is solved optimally. If that takes at least
//! as many moves as wanted, the board that is left after all but the wanted number of moves is one: the rest of a
//! shortest solution is a shortest solution. If not, the next walk is longer. So short distances are found at once,
//! and nothing much harder than what is wanted is ever solved. Such boards are not drawn uniformly from all at that
//! distance.

use super::{uniform, walk};
use crate::{
    rng::Rng,
    search::{Search, Space, Stats, Status, ida_star::IdaStar},
    tiles::{
        Board, Direction, Manhattan, Moves, Problem, Shape,
        grid::{Bytes, Cells, Grid, Nibbles, Words},
        optimal::{Optimal, OptimalOptions, Resources},
        pattern_db::{Level, MAX_CELLS},
    },
};
use std::fmt;
use thiserror::Error;

/// Boards of so many cells are listed: 1.8 million at most.
const LISTED_CELLS: usize = 10;
/// Walks of so many moves are solved without tables, on boards of any size.
const SHORT: usize = 40;
/// Beyond this length a walk is as good as a uniformly random board.
const LONG: usize = 1_000;
/// So many random boards are tried before a distance counts as out of reach.
const TRIES: u32 = 2_000;

/// No board is farther from a goal with its blank in a corner. All but the last were found by exhaustive breadth-first search and
/// are attained (Korf, "Linear-Time Disk-Based Implicit Graph Search", 2008, Table III; OEIS A151944). Of 5×5 only bounds are
/// known: 210 moves suffice (Karlemo & Östergård, "On Sliding Block Puzzles", 2000).
const FARTHEST: [(usize, usize, usize); 7] =
    [(2, 6, 80), (2, 7, 108), (2, 8, 140), (3, 4, 53), (3, 5, 84), (4, 4, 80), (5, 5, 210)];

/// Why no board can be found at a distance.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum DistanceError {
    /// There is none.
    #[error("no board of {shape} has a distance of {distance} moves: none is farther than {farthest}")]
    TooFar {
        /// The size.
        shape: Shape,
        /// The distance asked for.
        distance: usize,
        /// No board is farther than this.
        farthest: usize,
    },
    /// It could not be proven.
    #[error("on boards of {shape} only distances up to {SHORT} can be proven: more is for up to {MAX_CELLS} cells")]
    Unprovable {
        /// The size.
        shape: Shape,
    },
}

/// Scrambles under way; the caller pumps them, because boards have to be solved for it.
///
/// ```
/// use taquin::{rng::Rng, search::Status, tiles::{Board, Shape, optimal::Resources, scramble::AtDistance}};
///
/// let goal = Board::solved(Shape::new(3, 3)?);
/// let mut scramble = AtDistance::new(&goal, 31, Rng::from_seed(1), &Resources::default())?;
/// while scramble.run(100_000) == Status::Paused {}
/// assert!(scramble.board().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AtDistance {
    goal: Board,
    distance: usize,
    rng: Rng,
    way: Way,
    board: Option<Board>,
    status: Status,
}

impl fmt::Debug for AtDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtDistance")
            .field("goal", &self.goal)
            .field("distance", &self.distance)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// How boards are found.
enum Way {
    List(Layers),
    Walk(Walks),
}

impl AtDistance {
    /// Begins to look for a board at this distance.
    ///
    /// # Errors
    ///
    /// If there certainly is none, or if none could be proven to be: beyond 40 moves only boards of up to
    /// [`MAX_CELLS`] cells can.
    pub fn new(goal: &Board, distance: usize, rng: Rng, resources: &Resources) -> Result<Self, DistanceError> {
        let (shape, farthest) = (goal.shape(), farthest(goal));
        if distance > farthest {
            return Err(DistanceError::TooFar { shape, distance, farthest });
        }
        if distance > SHORT && shape.cells() > MAX_CELLS && !is_line(shape) {
            return Err(DistanceError::Unprovable { shape });
        }
        let way = if shape.cells() <= LISTED_CELLS {
            Way::List(Layers::new(goal))
        } else {
            Way::Walk(Walks { resources: resources.clone(), tries: 0, length: distance, search: None })
        };
        Ok(Self { goal: goal.clone(), distance, rng, way, board: None, status: Status::Paused })
    }

    /// Works on for about as long as a search takes for `budget` nodes. [`Status::Exhausted`] if no board was found:
    /// after many tries where boards cannot be listed, so that there is none or hardly any.
    pub fn run(&mut self, budget: u64) -> Status {
        if self.status != Status::Paused {
            return self.status;
        }
        (self.status, self.board) = match &mut self.way {
            Way::List(layers) => layers.run(&self.goal, self.distance, &mut self.rng),
            Way::Walk(_) if is_line(self.goal.shape()) => {
                (Status::Solved, on_line(&self.goal, self.distance, &mut self.rng))
            }
            Way::Walk(walks) => walks.run(&self.goal, self.distance, &mut self.rng, budget),
        };
        self.status
    }

    /// The board, once [`AtDistance::run`] returned [`Status::Solved`].
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Begins to look for another board at the distance, if one was found; what was listed for it is kept.
    pub fn begin_another(&mut self) {
        if self.status == Status::Solved {
            (self.status, self.board) = (Status::Paused, None);
        }
    }

    /// No board is farther than this, as far as is known so far.
    pub fn farthest(&self) -> usize {
        match &self.way {
            Way::List(layers) if layers.next.is_empty() => layers.depth,
            _ => farthest(&self.goal),
        }
    }

    /// What the proof under way has cost so far, where one is.
    pub fn stats(&self) -> Option<&Stats> {
        match &self.way {
            Way::Walk(Walks { search: Some((_, search)), .. }) => Some(search.stats()),
            _ => None,
        }
    }
}

fn is_line(shape: Shape) -> bool {
    shape.rows() == 1 || shape.cols() == 1
}

/// No board is farther from this goal; on a line one is as far.
fn farthest(goal: &Board) -> usize {
    let shape = goal.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    if is_line(shape) {
        return goal.blank().max(shape.cells() - 1 - goal.blank());
    }
    // From any goal to one with the blank in the nearest corner.
    let (row, col) = shape.place(goal.blank());
    let to_corner = row.min(rows - 1 - row) + col.min(cols - 1 - col);
    let known = FARTHEST.iter().find(|(short, long, _)| (*short, *long) == (rows.min(cols), rows.max(cols)));
    match known {
        Some((_, _, farthest)) => farthest + to_corner,
        // One tile after the other: the blank goes there, five moves take the tile a cell on, and corners take some more.
        None => shape.cells() * (6 * (rows + cols) + 40),
    }
}

/// A board of one row or column with the blank so far from its place, if there is one.
fn on_line(goal: &Board, distance: usize, rng: &mut Rng) -> Option<Board> {
    let to = |blank: usize| {
        let mut cells: Vec<u16> = goal.cells().iter().copied().filter(|&tile| tile != 0).collect();
        cells.insert(blank, 0);
        Board::new(goal.shape(), &cells).ok()
    };
    let last = goal.shape().cells() - 1;
    let sides = [goal.blank().checked_sub(distance), goal.blank().checked_add(distance).filter(|&cell| cell <= last)];
    let mut sides: Vec<usize> = sides.into_iter().flatten().collect();
    rng.shuffle(&mut sides);
    to(*sides.first()?)
}

/// All boards by their distance from the goal. Moves can be taken back, so a board one move from one layer is in that
/// layer's neighbour before or behind it, never elsewhere.
struct Layers {
    grid: Grid<Nibbles>,
    depth: usize,
    /// The boards at that depth, those before them, and those behind them, each packed and in order.
    here: Vec<u64>,
    before: Vec<u64>,
    next: Vec<u64>,
}

impl Layers {
    fn new(goal: &Board) -> Self {
        let mut start = [0];
        Nibbles::pack(goal).store(goal.shape().cells(), &mut start);
        let mut layers =
            Self { grid: Grid::new(goal), depth: 0, here: start.to_vec(), before: Vec::new(), next: Vec::new() };
        layers.look_ahead();
        layers
    }

    /// Lists one layer more, or draws from the one that is wanted.
    fn run(&mut self, goal: &Board, distance: usize, rng: &mut Rng) -> (Status, Option<Board>) {
        if self.depth == distance {
            let drawn = self.here[rng.below(self.here.len() as u64) as usize];
            let state = Nibbles::load(goal.shape().cells(), &[drawn]);
            let cells: Vec<u16> = (0..goal.shape().cells()).map(|cell| state.tile(cell) as u16).collect();
            return (Status::Solved, Board::new(goal.shape(), &cells).ok());
        }
        if self.next.is_empty() {
            return (Status::Exhausted, None);
        }
        self.depth += 1;
        self.before = std::mem::replace(&mut self.here, std::mem::take(&mut self.next));
        self.look_ahead();
        (Status::Paused, None)
    }

    fn look_ahead(&mut self) {
        let cells = self.grid.shape().cells();
        for &packed in &self.here {
            let state = Nibbles::load(cells, &[packed]);
            for direction in self.grid.moves(&state, None) {
                let (mut after, mut words) = (state, [0]);
                self.grid.apply(&mut after, direction);
                after.store(cells, &mut words);
                self.next.push(words[0]);
            }
        }
        self.next.sort_unstable();
        self.next.dedup();
        let before = &self.before;
        self.next.retain(|packed| before.binary_search(packed).is_err());
    }
}

/// Random walks that are solved, each longer than the one before until one leads far enough.
struct Walks {
    resources: Resources,
    tries: u32,
    /// Moves of the next walk.
    length: usize,
    search: Option<(Problem, Box<dyn Search<Move = Direction>>)>,
}

impl Walks {
    fn run(&mut self, goal: &Board, distance: usize, rng: &mut Rng, budget: u64) -> (Status, Option<Board>) {
        let Some((problem, search)) = &mut self.search else {
            self.search = self.next_try(goal, rng);
            let is_given_up = self.search.is_none() || self.tries > TRIES;
            return (if is_given_up { Status::Exhausted } else { Status::Paused }, None);
        };
        if search.run(budget) == Status::Paused {
            return (Status::Paused, None);
        }
        let moves: Moves = search.solution().unwrap_or_default().into();
        let found = moves.len().checked_sub(distance).and_then(|surplus| {
            let way = Moves::from(&moves[..surplus]);
            problem.start().after(&way).ok()
        });
        self.search = None;
        match found {
            Some(board) => {
                (self.tries, self.length) = (0, distance);
                (Status::Solved, Some(board))
            }
            None => {
                self.length += 1 + self.length / 16;
                (Status::Paused, None)
            }
        }
    }

    fn next_try(&mut self, goal: &Board, rng: &mut Rng) -> Option<(Problem, Box<dyn Search<Move = Direction>>)> {
        let start = if self.length <= LONG {
            walk(goal, self.length as u64, rng)
        } else {
            self.tries += 1;
            uniform(goal, rng)
        };
        let problem = Problem::new(start, goal.clone()).ok()?;
        let search = if self.length <= SHORT || goal.shape().cells() > MAX_CELLS {
            without_tables(&problem)
        } else {
            // why: which of several shortest solutions is found depends on tables and threads; a seed must not.
            let options = OptimalOptions {
                threads: 1,
                expected_boards: 1,
                level: Some(Level::Small),
                ..OptimalOptions::default()
            };
            Box::new(Optimal::new(&problem, &self.resources, options)?)
        };
        Some((problem, search))
    }
}

fn without_tables(problem: &Problem) -> Box<dyn Search<Move = Direction>> {
    fn search<C: Cells + 'static>(problem: &Problem) -> Box<dyn Search<Move = Direction>> {
        let (grid, start) = Grid::<C>::for_problem(problem);
        Box::new(IdaStar::new(grid, Manhattan::new(problem.goal()), start))
    }
    let cells = problem.shape().cells();
    if cells <= Nibbles::CAPACITY {
        search::<Nibbles>(problem)
    } else if cells <= Bytes::CAPACITY {
        search::<Bytes>(problem)
    } else {
        search::<Words>(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn solved(rows: usize, cols: usize) -> Board {
        Board::solved(Shape::new(rows, cols).unwrap())
    }

    fn scrambles(goal: &Board, distance: usize) -> Result<AtDistance, DistanceError> {
        AtDistance::new(goal, distance, Rng::from_seed(9), &Resources::default())
    }

    fn found(scramble: &mut AtDistance) -> Option<Board> {
        while scramble.run(1_000_000) == Status::Paused {}
        scramble.board().cloned()
    }

    #[track_caller]
    fn assert_distance(board: Board, goal: &Board, distance: usize) {
        let problem = Problem::new(board, goal.clone()).unwrap();
        let mut search: Box<dyn Search<Move = Direction>> = match distance {
            ..=SHORT => without_tables(&problem),
            _ => Box::new(Optimal::new(&problem, &Resources::default(), OptimalOptions::default()).unwrap()),
        };
        while search.run(1_000_000) == Status::Paused {}
        assert_eq!(search.solution().unwrap().len(), distance);
    }

    #[test]
    fn boards_are_at_exactly_their_distance() {
        let center =
            Board::new(Shape::new(4, 4).unwrap(), &[1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).unwrap();
        for (goal, distances) in [
            (solved(3, 3), vec![0, 1, 7, 24, 30, 31]),
            (solved(2, 4), vec![35, 36]),
            (solved(2, 3), vec![15, 21]),
            (solved(1, 6), vec![0, 3, 5]),
            (solved(4, 4), vec![0, 2, 31, 50]),
            (center, vec![9, 41]),
            (solved(5, 5), vec![5, 30]),
        ] {
            for distance in distances {
                let mut scramble = scrambles(&goal, distance).unwrap();
                for _ in 0..2 {
                    assert_distance(found(&mut scramble).unwrap(), &goal, distance);
                    scramble.begin_another();
                }
            }
        }
    }

    /// The known numbers of boards of 3×3: two are 31 moves away, and 30 moves are 221.
    #[test]
    fn listed_boards_are_drawn_from_all_at_the_distance() {
        let goal = solved(3, 3);
        let mut scramble = scrambles(&goal, 31).unwrap();
        let drawn: BTreeSet<String> = (0..40)
            .map(|_| {
                scramble.begin_another();
                found(&mut scramble).unwrap().to_string()
            })
            .collect();
        assert_eq!(drawn.len(), 2);
        let mut layers = Layers::new(&goal);
        let mut sizes = vec![1];
        while !layers.next.is_empty() {
            layers.run(&goal, usize::MAX, &mut Rng::from_seed(1));
            sizes.push(layers.here.len());
        }
        assert_eq!((sizes.len() - 1, sizes.iter().sum::<usize>()), (31, 181_440));
        assert_eq!(sizes[29..], [760, 221, 2]);
    }

    #[test]
    fn what_is_impossible_is_told_at_once() {
        let told = |goal: &Board, distance| scrambles(goal, distance).err().map(|error| error.to_string());
        let farther = |shape: &str, distance: usize, farthest: usize| {
            format!("no board of {shape} has a distance of {distance} moves: none is farther than {farthest}")
        };
        assert_eq!(told(&solved(4, 4), 81), Some(farther("4x4", 81, 80)));
        assert_eq!(told(&solved(4, 4), usize::MAX), Some(farther("4x4", usize::MAX, 80)));
        assert_eq!(told(&solved(1, 9), 9), Some(farther("1x9", 9, 8)));
        assert!(told(&solved(6, 6), 41).unwrap().contains("up to 40"));
        assert!(told(&solved(4, 4), 80).is_none() && told(&solved(6, 6), 40).is_none());
        let mut beyond = scrambles(&solved(2, 3), 22).unwrap();
        assert_eq!((found(&mut beyond), beyond.farthest()), (None, 21));
    }

    #[test]
    fn large_boards_are_scrambled_a_few_moves() {
        for (rows, cols) in [(6, 6), (9, 9), (20, 3)] {
            let goal = solved(rows, cols);
            let board = found(&mut scrambles(&goal, 12).unwrap()).unwrap();
            let mut proof = without_tables(&Problem::new(board, goal).unwrap());
            while proof.run(1_000_000) == Status::Paused {}
            assert_eq!(proof.solution().unwrap().len(), 12);
        }
    }
}
