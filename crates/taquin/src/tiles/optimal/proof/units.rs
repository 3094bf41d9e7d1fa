//! The work of one bound, in units that can be done in any order, by anybody.
//!
//! The paths of the first moves are the **roots**, for all bounds alike. A unit is everything below one root within a bound.
//! What a unit counts does not depend on who works on it, when, or in how many pieces; so the counts of a finished bound
//! are exact whatever the threads and interruptions. The heuristic is consistent: whoever is within the bound has only
//! ancestors within the bound, so the nodes above the roots can be counted apart.

use super::kernel::{Counts, Node, ProofKernel, Scratch};
use crate::{
    search::{Cost, parallel},
    tiles::{Board, Direction},
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// At least so many roots, if there are: enough for many threads, and for saving the work of one bound in small steps.
pub(super) const ROOTS: usize = 4_000;
/// No deeper, so that the roots of the smallest boards are few.
const MAX_DEPTH: Cost = 24;

/// The paths of the first moves from a board.
#[derive(Debug)]
pub(super) struct Roots {
    /// The nodes before the roots, each with its lower bound and its number of children.
    trunk: Vec<(Cost, u64)>,
    roots: Vec<Root>,
    /// The shallowest goal among all these.
    goal: Option<(Cost, Vec<u8>)>,
}

#[derive(Debug)]
struct Root {
    node: Node,
    estimate: Cost,
    /// The cells of the blank from the start to here.
    blanks: Vec<u8>,
}

impl Roots {
    pub(super) fn new(kernel: &ProofKernel, start: &Board, least: usize) -> Self {
        let root = |node: Node, blanks| Root { node, estimate: kernel.estimate(&node), blanks };
        let start = kernel.root(start);
        let mut roots = vec![root(start, vec![kernel.blank(&start)])];
        let (mut trunk, mut goal) = (Vec::new(), None);
        for depth in 0..MAX_DEPTH {
            let found = roots.iter().find(|root| ProofKernel::is_goal(&root.node));
            goal = goal.or_else(|| found.map(|root| (depth, root.blanks.clone())));
            if roots.len() >= least {
                break;
            }
            let mut next = Vec::new();
            for parent in &roots {
                let before = next.len();
                next.extend(Direction::ALL.into_iter().filter_map(|direction| {
                    let node = kernel.child(&parent.node, direction)?;
                    let blanks = [&*parent.blanks, &[kernel.blank(&node)]].concat();
                    Some(root(node, blanks))
                }));
                trunk.push((parent.estimate, (next.len() - before) as u64));
            }
            roots = next;
        }
        Self { trunk, roots, goal }
    }

    /// The least bound that is worth searching.
    pub(super) fn first_bound(&self) -> Cost {
        self.trunk.first().map(|&(estimate, _)| estimate).or(self.roots.first().map(|root| root.estimate)).unwrap_or(0)
    }

    /// How many units each bound has.
    pub(super) fn count(&self) -> usize {
        self.roots.len()
    }

    /// What the nodes before the roots count within a bound.
    fn counts(&self, bound: Cost) -> Counts {
        let mut counts = Counts::default();
        for &(_, children) in self.trunk.iter().filter(|&&(estimate, _)| estimate <= bound) {
            counts += Counts { expanded: 1, generated: children, looked_up: 0 };
        }
        counts
    }
}

/// How far a unit is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Unit {
    pub(super) counts: Counts,
    pub(super) is_done: bool,
}

/// All units of one bound, and the threads that work on them.
pub(super) struct Round {
    bound: Cost,
    units: Vec<Unit>,
    /// The next unit to begin.
    next: AtomicUsize,
    workers: Vec<Worker>,
    /// The cells of the blank on the way to the goal.
    solution: Option<Vec<u8>>,
    above: Counts,
}

#[derive(Default)]
struct Worker {
    stack: Vec<Node>,
    unit: Option<usize>,
    /// Units that ended or were worked on, with what they counted here.
    log: Vec<(usize, Counts, bool)>,
    /// The unit with a goal.
    goal: Option<usize>,
    scratch: Scratch,
}

impl Round {
    /// Begins to work on a bound.
    pub(super) fn new(roots: &Roots, bound: Cost, threads: usize) -> Self {
        let solution = roots.goal.as_ref().filter(|(depth, _)| *depth <= bound).map(|(_, blanks)| blanks.clone());
        Self {
            bound,
            units: vec![Unit::default(); roots.count()],
            next: AtomicUsize::new(0),
            workers: (0..threads.max(1)).map(|_| Worker::default()).collect(),
            solution,
            above: roots.counts(bound),
        }
    }

    /// Units that are done, with what they counted.
    pub(super) fn done(&self) -> impl Iterator<Item = (u32, Counts)> {
        let units = self.units.iter().enumerate().filter(|(_, unit)| unit.is_done);
        units.map(|(number, unit)| (number as u32, unit.counts))
    }

    /// Takes over units that were done before.
    pub(super) fn restore(&mut self, done: &[(u32, Counts)]) {
        for &(number, counts) in done {
            if let Some(unit) = self.units.get_mut(number as usize) {
                *unit = Unit { counts, is_done: true };
            }
        }
    }

    pub(super) fn bound(&self) -> Cost {
        self.bound
    }

    /// All that was counted within the bound so far, in units under way as well.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = self.above;
        self.units.iter().for_each(|unit| counts += unit.counts);
        counts
    }

    /// Is every unit done?
    pub(super) fn is_done(&self) -> bool {
        self.units.iter().all(|unit| unit.is_done)
    }

    /// The cells of the blank on the way to a goal within the bound.
    pub(super) fn solution(&self) -> Option<&[u8]> {
        self.solution.as_deref()
    }

    /// Open nodes.
    pub(super) fn stored(&self) -> u64 {
        self.workers.iter().map(|worker| worker.stack.len() as u64).sum()
    }

    /// Works on, each thread for about `budget` generated nodes.
    pub(super) fn work(&mut self, kernel: &ProofKernel, roots: &Roots, budget: u64) {
        if self.solution.is_some() {
            return;
        }
        self.share();
        let (units, next, bound) = (&self.units, &self.next, self.bound);
        let threads = self.workers.len();
        parallel::for_each(threads, self.workers.iter_mut(), |worker| {
            worker.work(kernel, roots, bound, units, next, budget);
        });
        self.collect(kernel, roots);
    }

    /// Once no unit is left to begin, gives open nodes to those that have none, from those that have most.
    fn share(&mut self) {
        if self.next.load(Ordering::Relaxed) < self.units.len() {
            return;
        }
        for poor in 0..self.workers.len() {
            if self.workers[poor].unit.is_some() {
                continue;
            }
            let rich = (0..self.workers.len()).max_by_key(|&worker| self.workers[worker].stack.len()).unwrap_or(poor);
            let Some(unit) = self.workers[rich].unit.filter(|_| self.workers[rich].stack.len() > 1) else { continue };
            // why: every second one, because those at the bottom of the stack have the largest subtrees.
            let mut number = 0;
            let moved = self.workers[rich].stack.extract_if(.., |_| {
                number += 1;
                number % 2 == 0
            });
            let moved = moved.collect();
            let worker = &mut self.workers[poor];
            (worker.stack, worker.unit) = (moved, Some(unit));
        }
    }

    fn collect(&mut self, kernel: &ProofKernel, roots: &Roots) {
        for worker in &mut self.workers {
            for (unit, counts, ended) in worker.log.drain(..) {
                let unit = &mut self.units[unit];
                unit.counts += counts;
                unit.is_done |= ended;
            }
        }
        // A unit in several pieces is done when nobody works on it.
        for worker in &self.workers {
            if let Some(unit) = worker.unit {
                self.units[unit].is_done = false;
            }
        }
        if let Some(unit) = self.workers.iter_mut().find_map(|worker| worker.goal.take()) {
            self.solution = path_below(kernel, &roots.roots[unit], self.bound);
        }
    }
}

impl Worker {
    fn work(
        &mut self,
        kernel: &ProofKernel,
        roots: &Roots,
        bound: Cost,
        units: &[Unit],
        next: &AtomicUsize,
        budget: u64,
    ) {
        let mut left = budget;
        while left > 0 {
            let unit = match self.unit {
                Some(unit) => unit,
                None => {
                    let unit = next.fetch_add(1, Ordering::Relaxed);
                    if unit >= roots.count() {
                        return;
                    }
                    if units[unit].is_done {
                        continue;
                    }
                    self.stack.extend(kernel.within(&roots.roots[unit].node, bound));
                    self.unit = Some(unit);
                    unit
                }
            };
            let mut counts = Counts::default();
            let found = kernel.dive(&mut self.stack, &mut counts, &mut self.scratch, left);
            if found {
                self.goal = Some(unit);
            }
            let ended = self.stack.is_empty() && !found;
            self.log.push((unit, counts, ended));
            if ended {
                self.unit = None;
            }
            if found {
                return;
            }
            left = left.saturating_sub(counts.generated.max(1));
        }
    }
}

/// The cells of the blank on the way to a goal below a root, which is known to be there.
fn path_below(kernel: &ProofKernel, root: &Root, bound: Cost) -> Option<Vec<u8>> {
    let node = kernel.within(&root.node, bound)?;
    let mut blanks = root.blanks.clone();
    descend(kernel, &node, bound, &mut blanks).then_some(blanks)
}

/// Depth first, one node after the other: the plain form of the hot loop, which keeps the path.
fn descend(kernel: &ProofKernel, node: &Node, bound: Cost, blanks: &mut Vec<u8>) -> bool {
    if ProofKernel::is_goal(node) {
        return true;
    }
    for direction in Direction::ALL {
        let Some(child) = kernel.child(node, direction).filter(|child| kernel.estimate(child) <= bound) else {
            continue;
        };
        blanks.push(kernel.blank(&child));
        if descend(kernel, &child, bound, blanks) {
            return true;
        }
        blanks.pop();
    }
    false
}
