//! Shortening a solution window by window, in slides: between two boards on it there are often fewer.

use crate::tiles::{Board, Direction, Moves, Problem, Shape, anytime::window_problem};
use rustc_hash::FxHashMap;

/// A pass over a solution, from its start to its end, that tries to do each window in fewer slides.
pub(super) struct SlidePass {
    path: Vec<Direction>,
    /// The board after `done` moves.
    board: Board,
    done: usize,
    /// Slides of a window.
    slides: usize,
    /// Boards that the search for a window may see.
    most: usize,
    pub(super) generated: u64,
    /// Slides saved so far.
    pub(super) saved: usize,
}

/// Boards of a shape that a search for a window may see within so many bytes.
pub(super) fn boards_within(bytes: u64, shape: Shape) -> usize {
    // Each board is held twice, in the list and in its index: the cells, what allocating them takes, and the entries.
    let board = 2 * (shape.cells() * size_of::<u16>() + 32) + size_of::<Entry>() + 2 * size_of::<(Board, u32)>();
    usize::try_from(bytes).unwrap_or(usize::MAX) / board
}

impl SlidePass {
    /// - `effort`: slides of a window, and boards that the search for fewer may see.
    pub(super) fn new(start: &Board, path: Vec<Direction>, (slides, most): (usize, usize)) -> Self {
        let path = Moves::from(path).simplified().into();
        Self { path, board: start.clone(), done: 0, slides, most, generated: 0, saved: 0 }
    }

    /// The solution as it is now.
    pub(super) fn path(&self) -> &[Direction] {
        &self.path
    }

    /// Generates about `budget` boards; returns whether the pass is over.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        let end = self.generated.saturating_add(budget);
        while self.generated < end {
            let window = self.window();
            if window < 2 {
                // What is left is one slide.
                self.path = Moves::from(std::mem::take(&mut self.path)).simplified().into();
                return true;
            }
            self.shorten(window);
            self.step();
        }
        false
    }

    /// Moves of the window that begins here.
    fn window(&self) -> usize {
        self.path[self.done..].chunk_by(PartialEq::eq).take(self.slides).map(<[_]>::len).sum()
    }

    fn shorten(&mut self, window: usize) {
        let moves = &self.path[self.done..self.done + window];
        let slides = moves.chunk_by(PartialEq::eq).count();
        let problem = window_problem(&self.board, moves);
        let mut search = TwoSided::new(&problem, self.most);
        let found = search.run(slides.saturating_sub(1));
        self.generated += search.seen() as u64;
        if let Some(shorter) = found {
            self.saved += slides - shorter.chunk_by(PartialEq::eq).count();
            self.path.splice(self.done..self.done + window, shorter);
        }
    }

    /// Goes on to the next window, which overlaps this one by half.
    fn step(&mut self) {
        let half =
            self.path[self.done..].chunk_by(PartialEq::eq).take(self.slides.div_ceil(2)).map(<[_]>::len).sum::<usize>();
        for &direction in &self.path[self.done..self.done + half] {
            let _ = self.board.slide(direction);
        }
        self.done += half;
        self.generated += 1;
    }
}

/// Breadth-first search in slides from both ends.
struct TwoSided {
    sides: [BreadthFirst; 2],
    most: usize,
}

/// A board, the number of the one before, and the slide between them.
type Entry = (Board, u32, Direction, u8);

/// One of the two searches.
struct BreadthFirst {
    /// All boards found.
    found: Vec<Entry>,
    numbers: FxHashMap<Board, u32>,
    /// Boards before this one are expanded, and those before the other one belong to the layers before the last.
    next: usize,
    layer_end: usize,
    depth: usize,
}

impl BreadthFirst {
    fn new(board: &Board) -> Self {
        let found = vec![(board.clone(), 0, Direction::Up, 0)];
        Self { found, numbers: [(board.clone(), 0)].into_iter().collect(), next: 0, layer_end: 1, depth: 0 }
    }

    /// Adds the next layer; returns a board of it that the other search has found.
    fn grow(&mut self, other: &Self, most: usize) -> Option<u32> {
        self.depth += 1;
        self.layer_end = self.found.len();
        while self.next < self.layer_end && self.found.len() < most {
            let (board, _, last, count) = self.found[self.next].clone();
            for direction in Direction::ALL {
                if count > 0 && (direction == last || direction == last.inverse()) {
                    continue;
                }
                let mut board = board.clone();
                let mut tiles = 0;
                while board.slide(direction) {
                    tiles += 1;
                    if self.numbers.contains_key(&board) {
                        continue;
                    }
                    let number = self.found.len() as u32;
                    self.found.push((board.clone(), self.next as u32, direction, tiles));
                    self.numbers.insert(board.clone(), number);
                    if other.numbers.contains_key(&board) {
                        return Some(number);
                    }
                }
            }
            self.next += 1;
        }
        None
    }

    /// The moves from the beginning of the search to a board.
    fn path(&self, number: u32) -> Vec<Direction> {
        let mut slides = Vec::new();
        let mut at = number as usize;
        while at != 0 {
            let (_, before, direction, tiles) = &self.found[at];
            slides.push((*direction, usize::from(*tiles)));
            at = *before as usize;
        }
        slides.into_iter().rev().flat_map(|(direction, tiles)| std::iter::repeat_n(direction, tiles)).collect()
    }
}

impl TwoSided {
    fn new(problem: &Problem, most: usize) -> Self {
        Self { sides: [problem.start(), problem.goal()].map(BreadthFirst::new), most }
    }

    fn seen(&self) -> usize {
        self.sides.iter().map(|side| side.found.len()).sum()
    }

    /// A path of at most so many slides, if one is found before there are too many boards.
    fn run(&mut self, slides: usize) -> Option<Vec<Direction>> {
        if self.sides[0].found[0].0 == self.sides[1].found[0].0 {
            return Some(Vec::new());
        }
        while self.sides[0].depth + self.sides[1].depth < slides && self.seen() < self.most {
            let [one, two] = &mut self.sides;
            let (side, other, is_first) =
                if one.found.len() <= two.found.len() { (one, &*two, true) } else { (two, &*one, false) };
            if let Some(number) = side.grow(other, self.most) {
                let board = &side.found[number as usize].0;
                let numbers = if is_first { (number, other.numbers[board]) } else { (other.numbers[board], number) };
                return Some(self.join(numbers));
            }
        }
        None
    }

    /// The way from the start to the goal through a board that both searches have found.
    fn join(&self, (first, second): (u32, u32)) -> Vec<Direction> {
        let back: Moves = self.sides[1].path(second).into();
        let mut moves = self.sides[0].path(first);
        moves.extend(back.inverse());
        moves
    }
}
