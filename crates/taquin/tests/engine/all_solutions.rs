//! All solutions up to a length against brute force.

use crate::support::{random_problem, shape};
use std::collections::HashMap;
use taquin::{
    rng::Rng,
    search::{Search, Status},
    tiles::{AllSolutions, Board, Direction, Metric, Moves, Options, Problem, scramble},
};

/// Boards as plain cells, and slides made by exchanging cells.
type Plain = Vec<u16>;

fn slide(cells: &Plain, (rows, cols): (usize, usize), direction: Direction) -> Option<Plain> {
    let blank = cells.iter().position(|&tile| tile == 0).unwrap();
    let (row, col) = (blank / cols, blank % cols);
    let from = match direction {
        Direction::Up if row + 1 < rows => blank + cols,
        Direction::Down if row > 0 => blank - cols,
        Direction::Left if col + 1 < cols => blank + 1,
        Direction::Right if col > 0 => blank - 1,
        _ => return None,
    };
    let mut after = cells.clone();
    after.swap(blank, from);
    Some(after)
}

/// All boards one move from another, with the direction and how many tiles moved.
fn after(cells: &Plain, size: (usize, usize), metric: Metric) -> Vec<(Direction, usize, Plain)> {
    let mut all = Vec::new();
    for direction in Direction::ALL {
        let mut next = slide(cells, size, direction);
        for count in 1.. {
            let Some(board) = next.filter(|_| count == 1 || metric == Metric::Mtm) else { break };
            next = slide(&board, size, direction);
            all.push((direction, count, board));
        }
    }
    all
}

/// Boards within a few moves of the goal, by breadth-first search.
struct Near {
    size: (usize, usize),
    metric: Metric,
    radius: usize,
    distances: HashMap<Plain, usize>,
}

impl Near {
    fn new(goal: &Board, metric: Metric, radius: usize) -> Self {
        let size = (goal.shape().rows(), goal.shape().cols());
        let mut distances = HashMap::from([(goal.cells().to_vec(), 0)]);
        let mut layer = vec![goal.cells().to_vec()];
        for distance in 1..=radius {
            let mut next_layer = Vec::new();
            for (_, _, next) in layer.iter().flat_map(|board| after(board, size, metric)) {
                distances.entry(next.clone()).or_insert_with(|| {
                    next_layer.push(next);
                    distance
                });
            }
            layer = next_layer;
        }
        Self { size, metric, radius, distances }
    }

    /// All solutions of a length, in the order in which moves are tried: the ways of a person with patience.
    fn solutions(&self, start: &Board, length: usize) -> Vec<String> {
        let mut found = Vec::new();
        self.extend(&start.cells().to_vec(), length, &mut Vec::new(), &mut found);
        found
    }

    fn extend(&self, board: &Plain, left: usize, path: &mut Vec<(Direction, usize)>, found: &mut Vec<String>) {
        let distance = self.distances.get(board).copied();
        if distance == Some(0) {
            if left == 0 {
                let directions = path.iter().flat_map(|&(direction, count)| vec![direction; count]);
                found.push(Moves::from_iter(directions).to_string());
            }
            return;
        }
        if left <= self.radius && distance.is_none_or(|distance| distance > left) || left == 0 {
            return;
        }
        let last = path.last().map(|&(direction, _)| direction);
        for (direction, count, next) in after(board, self.size, self.metric) {
            let is_same_line = |last: Direction| direction == last || direction == last.inverse();
            let is_pruned = match self.metric {
                Metric::Stm => last == Some(direction.inverse()),
                Metric::Mtm => last.is_some_and(is_same_line),
            };
            if !is_pruned {
                path.push((direction, count));
                self.extend(&next, left - 1, path, found);
                path.pop();
            }
        }
    }
}

/// All that a search finds, in its order.
fn all(problem: &Problem, options: &Options, beyond: u32, budget: u64) -> (Vec<String>, AllSolutions) {
    let mut search = AllSolutions::new(problem, options, beyond).unwrap();
    let mut found = Vec::new();
    while search.run(budget) == Status::Paused {
        found.extend(search.take_solutions().unwrap());
    }
    found.extend(search.take_solutions().unwrap());
    assert_eq!(found.len() as u64, search.count());
    (found.iter().map(Moves::to_string).collect(), search)
}

/// Compares the lists for random boards, and the counts alone; returns how many solutions there were.
fn compare(goal: &Board, metric: Metric, radius: usize, starts: impl Iterator<Item = Board>, beyond: u32) -> usize {
    let near = Near::new(goal, metric, radius);
    let options = Options { metric, expected_boards: 100, ..Options::default() };
    let mut total = 0;
    for start in starts {
        let problem = Problem::new(start, goal.clone()).unwrap();
        let (found, search) = all(&problem, &options, beyond, 100_000);
        let shortest = search.stats().lower_bound;
        let expected: Vec<String> = (shortest..=shortest + beyond)
            .flat_map(|length| near.solutions(problem.start(), length as usize))
            .collect();
        assert_eq!(found, expected, "{} to {goal} in {metric}", problem.start());
        let shorter =
            (1..=2.min(shortest)).flat_map(|less| near.solutions(problem.start(), (shortest - less) as usize));
        assert_eq!(shorter.count(), 0, "{}", problem.start());
        let mut counting = AllSolutions::new(&problem, &options, beyond).unwrap().counting();
        while counting.run(u64::MAX) == Status::Paused {}
        assert_eq!(counting.counts(), search.counts());
        assert!(counting.take_solutions().unwrap().is_empty());
        total += found.len();
    }
    total
}

/// 200 boards of 3×3, with the usual goal and with another.
#[test]
fn boards_of_nine_cells() {
    let mut rng = Rng::from_seed(31);
    let other = random_problem(shape(3, 3), &mut rng).goal().clone();
    for goal in [Board::solved(shape(3, 3)), other] {
        for metric in Metric::ALL {
            let starts: Vec<Board> = (0..100).map(|_| scramble::uniform(&goal, &mut rng)).collect();
            assert!(compare(&goal, metric, 40, starts.into_iter(), 0) > 100);
        }
    }
}

/// 50 boards of 3×4 in each metric.
#[test]
fn boards_of_twelve_cells() {
    let mut rng = Rng::from_seed(34);
    for (metric, radius) in [(Metric::Stm, 15), (Metric::Mtm, 9)] {
        let goal = Board::solved(shape(3, 4));
        let starts: Vec<Board> = (0..50).map(|_| walk(&goal, 44, &mut rng)).collect();
        assert!(compare(&goal, metric, radius, starts.into_iter(), 0) >= 50);
    }
}

/// A board some random moves away, none of which takes back the one before.
fn walk(goal: &Board, moves: usize, rng: &mut Rng) -> Board {
    let (mut board, mut last) = (goal.clone(), None);
    for _ in 0..moves {
        let direction = Direction::ALL[rng.below(4) as usize];
        if last != Some(direction.inverse()) && board.slide(direction) {
            last = Some(direction);
        }
    }
    board
}

/// Solutions that are a little longer, on boards of all small shapes.
#[test]
fn longer_solutions() {
    let mut rng = Rng::from_seed(33);
    for (rows, cols, beyond) in [(2, 2, 14), (2, 3, 6), (3, 2, 5), (1, 5, 4), (5, 1, 3), (3, 3, 4), (2, 4, 4)] {
        for metric in Metric::ALL {
            let goal = random_problem(shape(rows, cols), &mut rng).goal().clone();
            let starts: Vec<Board> = (0..6).map(|_| walk(&goal, 12, &mut rng)).collect();
            compare(&goal, metric, 12, starts.into_iter(), beyond);
        }
    }
}

/// A board that is its own goal has one solution, the empty one.
#[test]
fn the_goal_itself() {
    let goal = Board::solved(shape(3, 3));
    for metric in Metric::ALL {
        let options = Options { metric, ..Options::default() };
        let (found, search) = all(&Problem::new(goal.clone(), goal.clone()).unwrap(), &options, 20, 1);
        assert_eq!((&found[..], search.counts()), (&[String::new()][..], &[(0, 1)][..]));
        assert_eq!(search.solution(), Some(&[][..]));
    }
}

/// A search in small steps finds the same, in the same order and at the same cost, as one in large steps.
#[test]
fn pauses_change_nothing() {
    let problem = Problem::to_default_goal("8 6 7/2 5 4/3 0 1".parse().unwrap()).unwrap();
    for metric in Metric::ALL {
        let options = Options { metric, ..Options::default() };
        let [whole, steps] = [u64::MAX, 7].map(|budget| {
            let (found, search) = all(&problem, &options, 1, budget);
            (found, search.counts().to_vec(), search.stats().bounds.clone())
        });
        assert_eq!(whole, steps);
    }
}

/// A run ends early when many solutions wait to be taken.
#[test]
fn solutions_do_not_fill_the_memory() {
    let problem = Problem::to_default_goal("8 6 7/2 5 4/3 0 1".parse().unwrap()).unwrap();
    let mut search = AllSolutions::new(&problem, &Options::default(), 12).unwrap();
    let (mut most, mut total) = (0, 0);
    while search.run(u64::MAX) == Status::Paused && total < 20_000 {
        let taken = search.take_solutions().unwrap().len();
        (most, total) = (most.max(taken), total + taken);
    }
    assert!(total >= 20_000 && most <= 5_000, "{most} of {total}");
}

/// Boards of 17 to 25 cells near their goal, in single-tile moves; slides are refused there.
#[test]
fn larger_boards() {
    let (mut rng, goal) = (Rng::from_seed(35), Board::solved(shape(4, 5)));
    let starts: Vec<Board> = (0..3).map(|_| walk(&goal, 20, &mut rng)).collect();
    assert!(compare(&goal, Metric::Stm, 8, starts.into_iter(), 2) >= 3);
    let options = Options { metric: Metric::Mtm, ..Options::default() };
    assert!(AllSolutions::new(&Problem::new(goal.clone(), goal).unwrap(), &options, 0).is_err());
}
