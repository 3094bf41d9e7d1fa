//! Which tile goes to which cell of the goal: labelled problems as ordinary ones.

use super::{GapMove, GapMoves, LabelledBoard, LabelledProblem};
use crate::tiles::{Board, Direction, Problem, Shape};
use std::collections::HashMap;

/// Up to so many cells the cheapest assignment is found; it takes time with the cube of them.
const CHEAPEST_CELLS: usize = 400;

/// For each cell of the start, the cell of the goal where its tile or gap is to end.
#[derive(Clone, Debug)]
pub(super) struct Targets(Vec<usize>);

impl Targets {
    /// Tiles to cells of their label, with short ways.
    pub(super) fn new(problem: &LabelledProblem) -> Self {
        match problem.shape().cells() {
            _ if problem.is_line() => Self(on_line(problem)),
            ..=CHEAPEST_CELLS => Self(cheapest(problem)),
            _ => Self(in_order(problem)),
        }
    }

    /// Tiles to cells of their label in reading order, at once on boards of any size.
    pub(super) fn in_order(problem: &LabelledProblem) -> Self {
        Self(in_order(problem))
    }

    pub(super) fn of(&self, cell: usize) -> usize {
        self.0[cell]
    }

    /// Is the permutation of the wrong parity for the way of the gap that begins in `blank`?
    fn is_odd(&self, shape: Shape, blank: usize) -> bool {
        let mut visited = vec![false; self.0.len()];
        let mut exchanges = 0;
        for first in 0..self.0.len() {
            let mut cell = first;
            while !std::mem::replace(&mut visited[cell], true) {
                cell = self.0[cell];
                exchanges += usize::from(cell != first);
            }
        }
        (exchanges + distance(shape, blank, self.0[blank])) % 2 == 1
    }

    /// On a board with one gap: makes the parity right by the cheapest exchange; returns whether there is one.
    pub(super) fn repair_parity(&mut self, problem: &LabelledProblem) -> bool {
        let (shape, blank) = (problem.shape(), problem.start().gaps()[0]);
        if !self.is_odd(shape, blank) {
            return true;
        }
        let cost = |from: usize, to: usize| if from == blank { 0 } else { distance(shape, from, to) as i64 };
        let price = |&(a, b): &(usize, usize)| {
            cost(a, self.0[b]) + cost(b, self.0[a]) - cost(a, self.0[a]) - cost(b, self.0[b])
        };
        let repairs = |&(a, b): &(usize, usize)| {
            // A way of the gap that is longer by an odd number undoes what the exchange does.
            let is_undone = (a == blank || b == blank) && distance(shape, self.0[a], self.0[b]) % 2 == 1;
            !is_undone && problem.fits(a, self.0[b]) && problem.fits(b, self.0[a])
        };
        let best = self.pairs(problem).into_iter().filter(repairs).min_by_key(price);
        best.inspect(|&(a, b)| self.0.swap(a, b)).is_some()
    }

    /// Pairs of cells whose targets may perhaps be exchanged: all of them, or on large boards those that follow each other
    /// among the cells of the same label, or among those whose tiles may end anywhere.
    fn pairs(&self, problem: &LabelledProblem) -> Vec<(usize, usize)> {
        if self.0.len() <= CHEAPEST_CELLS {
            return (0..self.0.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        }
        let (mut last, mut last_free, mut pairs) = (HashMap::new(), None, Vec::new());
        for (cell, &label) in problem.start().cells().iter().enumerate() {
            pairs.extend(last.insert(label, cell).map(|before| (cell, before)));
            if problem.goal().cells()[self.0[cell]].is_none() {
                pairs.extend(last_free.replace(cell).map(|before| (cell, before)));
            }
        }
        pairs
    }
}

/// Tiles on a single row or column, which keep their order; the gaps to the cells that are left.
fn on_line(problem: &LabelledProblem) -> Vec<usize> {
    let cells = problem.start().cells();
    let homes = problem.line_targets().unwrap_or_default();
    let mut left = (0..cells.len()).filter(|cell| !homes.contains(cell));
    let mut homes = homes.iter().copied();
    let mut target = |label: u16| if label == 0 { left.next() } else { homes.next() };
    cells.iter().map(|&label| target(label).unwrap_or_default()).collect()
}

/// The cheapest assignment, by the Hungarian method (Kuhn 1955, as Jonker and Volgenant 1987 have it).
fn cheapest(problem: &LabelledProblem) -> Vec<usize> {
    const NEVER: i64 = 1 << 24;
    let (shape, count) = (problem.shape(), problem.shape().cells());
    let has_one_gap = problem.start().gaps().len() == 1;
    let cost = |from: usize, to: usize| match problem.start().cells()[from] {
        _ if !problem.fits(from, to) => NEVER,
        0 if has_one_gap => 0,
        _ => distance(shape, from, to) as i64,
    };
    // Potentials of both sides; index 0 stands for none.
    let (mut rows, mut cols) = (vec![0; count + 1], vec![0; count + 1]);
    let (mut matched, mut way) = (vec![0; count + 1], vec![0; count + 1]);
    for row in 1..=count {
        matched[0] = row;
        let mut col = 0;
        let (mut least, mut used) = (vec![i64::MAX; count + 1], vec![false; count + 1]);
        while matched[col] != 0 {
            used[col] = true;
            let (mut delta, mut next) = (i64::MAX, 0);
            for other in 1..=count {
                if used[other] {
                    continue;
                }
                let reduced = cost(matched[col] - 1, other - 1) - rows[matched[col]] - cols[other];
                if reduced < least[other] {
                    (least[other], way[other]) = (reduced, col);
                }
                if least[other] < delta {
                    (delta, next) = (least[other], other);
                }
            }
            for other in 0..=count {
                if used[other] {
                    rows[matched[other]] += delta;
                    cols[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
            col = next;
        }
        while col != 0 {
            matched[col] = matched[way[col]];
            col = way[col];
        }
    }
    let mut targets = vec![0; count];
    (1..=count).for_each(|col| targets[matched[col] - 1] = col - 1);
    targets
}

/// Tiles of a label to its cells in reading order; what is left over to the free cells.
fn in_order(problem: &LabelledProblem) -> Vec<usize> {
    let mut waiting: HashMap<_, std::collections::VecDeque<usize>> = HashMap::new();
    for (cell, &label) in problem.start().cells().iter().enumerate() {
        waiting.entry(label).or_default().push_back(cell);
    }
    let mut targets = vec![0; problem.shape().cells()];
    let goal = problem.goal().cells();
    for (cell, label) in goal.iter().enumerate().filter_map(|(cell, label)| Some((cell, (*label)?))) {
        if let Some(from) = waiting.get_mut(&label).and_then(std::collections::VecDeque::pop_front) {
            targets[from] = cell;
        }
    }
    let mut rest: Vec<usize> = waiting.into_values().flatten().collect();
    rest.sort_unstable();
    let free = (0..goal.len()).filter(|&cell| goal[cell].is_none());
    rest.into_iter().zip(free).for_each(|(from, cell)| targets[from] = cell);
    targets
}

fn distance(shape: Shape, a: usize, b: usize) -> usize {
    let ((row, col), (other_row, other_col)) = (shape.place(a), shape.place(b));
    row.abs_diff(other_row) + col.abs_diff(other_col)
}

/// An ordinary problem whose solutions solve a labelled one: every tile has its own cell, and all gaps but one are tiles that
/// nobody sees.
///
/// ```
/// use taquin::tiles::{Algorithm, Options, Solver, labels::{Assignment, LabelledBoard, LabelledGoal, LabelledProblem}};
///
/// let start: LabelledBoard = "A A B/0 B C/D D 0".parse()?;
/// let problem = LabelledProblem::new(start.clone(), LabelledGoal::sorted(&start))?;
/// let assignment = Assignment::new(&problem).expect("it is not a single row or column");
/// let moves = Solver::new(assignment.problem(), &Options::new(Algorithm::Strategic))?.finish()?;
/// let moves = assignment.gap_moves(&moves.expect("it has a solution"));
/// assert!(start.after(&moves)?.fits(problem.goal()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Assignment {
    start: LabelledBoard,
    /// Moves before the ordinary problem begins, where it could not be solved otherwise.
    before: Vec<GapMove>,
    problem: Problem,
}

impl Assignment {
    /// An assignment with short ways; `None` on a single row or column with several gaps, where there need not be any.
    pub fn new(labelled: &LabelledProblem) -> Option<Self> {
        let start = labelled.start().clone();
        if start.gaps().len() == 1 {
            let mut targets = Targets::new(labelled);
            if !labelled.is_line() {
                targets.repair_parity(labelled);
            }
            let problem = ordinary(labelled, &targets.0, start.gaps()[0])?;
            return Some(Self { start, before: Vec::new(), problem });
        }
        if labelled.is_line() {
            return None;
        }
        if let Some(problem) = with_gaps(labelled) {
            return Some(Self { start, before: Vec::new(), problem });
        }
        // A single move changes the distance of two gaps by one, and with it the parity of exchanging them.
        let first =
            (0..start.gaps().len() as u16).flat_map(|gap| Direction::ALL.map(|direction| GapMove { gap, direction }));
        first.into_iter().find_map(|mv| {
            let next = LabelledProblem::new(start.after(&[mv]).ok()?, labelled.goal().clone()).ok()?;
            Some(Self { start: start.clone(), before: vec![mv], problem: with_gaps(&next)? })
        })
    }

    /// All assignments that can be solved, of a board with one gap; `None` if there are more than `most`.
    pub(super) fn all(labelled: &LabelledProblem, most: usize) -> Option<Vec<Self>> {
        let start = labelled.start();
        if start.gaps().len() > 1 || start.cells().len() > CHEAPEST_CELLS || ways(labelled) > 2 * most as u64 + 1 {
            return None;
        }
        let goal = labelled.goal().cells();
        let (free, mut order): (Vec<usize>, Vec<usize>) = (0..goal.len()).partition(|&cell| goal[cell].is_none());
        order.extend(free);
        let mut all =
            Every { labelled, order: &order, targets: vec![usize::MAX; goal.len()], found: Vec::new(), most, tried: 0 };
        all.place(0).then_some(())?;
        Some(all.found.into_iter().map(|problem| Self { start: start.clone(), before: Vec::new(), problem }).collect())
    }

    /// The ordinary problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What a solution of the ordinary problem does on the labelled board. Exchanging two gaps does nothing.
    ///
    /// # Panics
    /// If the moves are illegal on the start of the ordinary problem.
    pub fn gap_moves(&self, moves: &[Direction]) -> GapMoves {
        let mut board = self.start.after(&self.before).expect("moves that were tried");
        let mut blank = self.problem.start().blank();
        let mut made = self.before.clone();
        for &direction in moves {
            let source = board.shape().source(blank, direction).expect("a legal move");
            if let Some(gap) = board.gaps().iter().position(|&gap| gap == blank) {
                let mv = GapMove { gap: gap as u16, direction };
                if board.slide(mv) {
                    made.push(mv);
                }
            }
            blank = source;
        }
        GapMoves::from(made)
    }
}

/// In how many ways tiles can be assigned, whatever the parity.
fn ways(labelled: &LabelledProblem) -> u64 {
    let goal = labelled.goal().cells();
    let mut have = labelled.have();
    let mut ways = 1_u64;
    for label in goal.iter().filter_map(|label| *label) {
        let left = have.entry(label).or_default();
        ways = ways.saturating_mul(*left as u64);
        *left = left.saturating_sub(1);
    }
    let free = goal.iter().filter(|label| label.is_none()).count() as u64;
    (1..=free).fold(ways, u64::saturating_mul)
}

/// Finds every assignment: the cells of the goal in turn, the free ones last.
struct Every<'a> {
    labelled: &'a LabelledProblem,
    order: &'a [usize],
    targets: Vec<usize>,
    found: Vec<Problem>,
    most: usize,
    tried: usize,
}

impl Every<'_> {
    /// Fills the cells from the one of this number on; `false` if there are too many ways.
    fn place(&mut self, number: usize) -> bool {
        let Some(&cell) = self.order.get(number) else {
            self.tried += 1;
            let blank = self.labelled.start().gaps()[0];
            self.found.extend(ordinary(self.labelled, &self.targets, blank));
            return self.found.len() <= self.most && self.tried <= 2 * self.most + 1;
        };
        for from in 0..self.targets.len() {
            if self.targets[from] == usize::MAX && self.labelled.fits(from, cell) {
                self.targets[from] = cell;
                let goes_on = self.place(number + 1);
                self.targets[from] = usize::MAX;
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
}

/// Several gaps: one of them is the blank, such that the parity is right.
fn with_gaps(labelled: &LabelledProblem) -> Option<Problem> {
    let targets = Targets::new(labelled);
    let gaps = labelled.start().gaps();
    let direct = gaps.iter().find_map(|&blank| ordinary(labelled, &targets.0, blank));
    direct.or_else(|| {
        let pairs = targets.pairs(labelled);
        let Targets(targets) = targets;
        let fit = pairs.into_iter().filter(|&(a, b)| labelled.fits(a, targets[b]) && labelled.fits(b, targets[a]));
        let mut exchanged = fit.map(|(a, b)| {
            let mut targets = targets.clone();
            targets.swap(a, b);
            targets
        });
        exchanged.find_map(|targets| gaps.iter().find_map(|&blank| ordinary(labelled, &targets, blank)))
    })
}

/// The ordinary problem in which everything goes to its target; `None` if that cannot be solved.
fn ordinary(labelled: &LabelledProblem, targets: &[usize], blank: usize) -> Option<Problem> {
    let goal_blank = targets[blank];
    let number = |cell: usize| match cell.cmp(&goal_blank) {
        std::cmp::Ordering::Less => cell as u16 + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => cell as u16,
    };
    let start: Vec<u16> = targets.iter().map(|&target| number(target)).collect();
    let goal: Vec<u16> = (0..targets.len()).map(number).collect();
    let shape = labelled.shape();
    Problem::new(Board::new(shape, &start).ok()?, Board::new(shape, &goal).ok()?).ok()
}
