//! The work of one bound, in units that can be done in any order, by anybody.
//!
//! The paths of the first moves are the **roots**, for all bounds alike. A unit is everything below one root within a bound.
//! What a unit counts does not depend on who works on it, when, or in how many pieces; so the counts of a finished bound
//! are exact whatever the threads and interruptions. The heuristic is consistent: whoever is within the bound has only
//! ancestors within the bound, so the nodes above the roots can be counted apart.
//!
//! A unit that was begun is a stack of open nodes ([`Begun`]). It can be worked on for a while, divided between two
//! threads, or given back as **pieces**, smaller units below longer paths. Threads of this process and workers on other
//! machines ([`super::UnitSearch`]) do the same with it.

use super::kernel::{Counts, Node, ProofKernel, Scratch};
use crate::{
    search::{Cost, parallel},
    tiles::{Board, Direction},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Mutex, OnceLock, PoisonError};

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
    start: Node,
    /// The shallowest goal among all these.
    goal: Option<(Cost, Vec<u8>)>,
    /// The number of each root by its cells of the blank, once somebody asks.
    numbers: OnceLock<FxHashMap<Vec<u8>, u32>>,
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
        Self { trunk, roots, start, goal, numbers: OnceLock::new() }
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

impl Roots {
    /// The cells of the blank from the start down to a piece.
    pub(super) fn blanks(&self, kernel: &ProofKernel, piece: &Piece) -> Vec<u8> {
        let root = &self.roots[piece.root as usize];
        let (mut node, mut blanks) = (root.node, root.blanks.clone());
        for &direction in &piece.trail {
            let Some(child) = kernel.child(&node, direction) else { break };
            blanks.push(kernel.blank(&child));
            node = child;
        }
        blanks
    }

    /// The piece at the end of a path of the board's moves; `None` if there is no such path below a root.
    pub(super) fn piece(&self, kernel: &ProofKernel, moves: &[Direction]) -> Option<Piece> {
        let (nodes, ways) = walked(kernel, self.start, moves)?;
        let length = self.roots.first()?.blanks.len();
        let blanks: Vec<u8> = nodes.get(..length)?.iter().map(|node| kernel.blank(node)).collect();
        let number = |(root, number): (&Root, u32)| (root.blanks.clone(), number);
        let numbers = self.numbers.get_or_init(|| self.roots.iter().zip(0..).map(number).collect());
        Some(Piece { root: *numbers.get(&blanks)?, trail: ways[length - 1..].to_vec() })
    }

    fn node(&self, kernel: &ProofKernel, piece: &Piece) -> Option<Node> {
        let root = self.roots[piece.root as usize].node;
        piece.trail.iter().try_fold(root, |node, &direction| kernel.child(&node, direction))
    }
}

/// The nodes along a path of the board's moves, and the moves as the frame has them; `None` if the path is not one that is
/// searched.
pub(super) fn walked(kernel: &ProofKernel, start: Node, moves: &[Direction]) -> Option<(Vec<Node>, Vec<Direction>)> {
    let (mut nodes, mut ways) = (vec![start], Vec::new());
    for &direction in moves {
        let node = nodes[nodes.len() - 1];
        let way = kernel.framed(&node, direction)?;
        nodes.push(kernel.child(&node, way)?);
        ways.push(way);
    }
    Some((nodes, ways))
}

/// A part of a unit: everything below a path from its root.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Piece {
    root: u32,
    /// The moves from the root, as the frame has them; none for the whole unit.
    trail: Vec<Direction>,
}

/// A piece that is being worked on.
pub(super) struct Begun {
    /// Where it begins.
    base: Node,
    /// The open nodes.
    stack: Vec<Node>,
}

impl Begun {
    /// Begins to work below a node, within a bound.
    pub(super) fn new(kernel: &ProofKernel, base: Node, bound: Cost) -> Self {
        Self { base, stack: kernel.within(&base, bound).into_iter().collect() }
    }

    pub(super) fn is_done(&self) -> bool {
        self.stack.is_empty()
    }

    /// Works for about `budget` generated nodes, or to the end; says whether a goal was found.
    pub(super) fn run(
        &mut self,
        kernel: &ProofKernel,
        scratch: &mut Scratch,
        budget: u64,
        counts: &mut Counts,
    ) -> bool {
        kernel.dive(&mut self.stack, counts, scratch, budget)
    }

    /// Divides the open nodes in two, if there are two.
    fn split(&mut self) -> Option<Self> {
        let mut number = 0;
        // why: every second one, because those at the bottom of the stack have the largest subtrees.
        let is_second = |_: &mut Node| {
            number += 1;
            number % 2 == 0
        };
        let stack: Vec<Node> = self.stack.extract_if(.., is_second).collect();
        (!stack.is_empty()).then_some(Self { base: self.base, stack })
    }

    /// Gives the open nodes back, as the moves from where it began, as the frame has them. Nodes that are deeper than a node
    /// remembers its way are searched to the end; `None` if a goal was among them.
    ///
    /// why that is quick: so deep below, little is left of a unit.
    pub(super) fn hand_back(
        self,
        kernel: &ProofKernel,
        scratch: &mut Scratch,
        counts: &mut Counts,
    ) -> Option<Vec<Vec<Direction>>> {
        let depth = ProofKernel::depth(&self.base);
        let (mut trails, mut deep) = (Vec::new(), Vec::new());
        for node in self.stack {
            match ProofKernel::trail(&node, depth) {
                Some(trail) => trails.push(trail),
                None => deep.push(node),
            }
        }
        (!kernel.dive(&mut deep, counts, scratch, u64::MAX)).then_some(trails)
    }

    /// The cells of the blank from where it began to a goal that is known to be there.
    pub(super) fn path(&self, kernel: &ProofKernel, bound: Cost) -> Option<Vec<u8>> {
        let mut blanks = vec![kernel.blank(&self.base)];
        descend(kernel, &self.base, bound, &mut blanks).then_some(blanks)
    }
}

/// How far a unit is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Unit {
    counts: Counts,
    /// Its pieces that are not done.
    open: u32,
}

/// A unit that was begun, as a checkpoint has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct SavedUnit {
    pub(super) number: u32,
    pub(super) counts: Counts,
    /// What is left to do: everything below these moves from the unit's root, as the frame has them.
    pub(super) open: Vec<Vec<Direction>>,
}

/// All units of one bound, and the threads that work on them.
pub(super) struct Round {
    bound: Cost,
    units: Vec<Unit>,
    /// Pieces to begin, the next one last.
    waiting: Mutex<Vec<Piece>>,
    /// Pieces that others may be working on.
    given: FxHashSet<Piece>,
    workers: Vec<Worker>,
    /// The cells of the blank on the way to the goal.
    solution: Option<Vec<u8>>,
    above: Counts,
}

#[derive(Default)]
struct Worker {
    piece: Option<(Piece, Begun)>,
    /// Units that were worked on, with what was counted here, and whether the piece is done.
    log: Vec<(u32, Counts, bool)>,
    /// Was a goal found in the piece?
    has_goal: bool,
    scratch: Scratch,
}

impl Round {
    /// Begins to work on a bound.
    pub(super) fn new(roots: &Roots, bound: Cost, threads: usize) -> Self {
        let solution = roots.goal.as_ref().filter(|(depth, _)| *depth <= bound).map(|(_, blanks)| blanks.clone());
        let pieces = (0..roots.count() as u32).rev().map(|root| Piece { root, trail: Vec::new() });
        Self {
            bound,
            units: vec![Unit { counts: Counts::default(), open: 1 }; roots.count()],
            waiting: Mutex::new(pieces.collect()),
            given: FxHashSet::default(),
            workers: (0..threads.max(1)).map(|_| Worker::default()).collect(),
            solution,
            above: roots.counts(bound),
        }
    }

    /// All units that were begun, with what they counted and what is left of them. The threads hand back what they are
    /// working on, and begin it again when they work on.
    pub(super) fn save(&mut self, kernel: &ProofKernel, roots: &Roots) -> Vec<SavedUnit> {
        let mut open: Vec<Vec<Vec<Direction>>> = vec![Vec::new(); self.units.len()];
        for piece in self.give(kernel, roots) {
            open[piece.root as usize].push(piece.trail.clone());
        }
        let saved = |((unit, open), number): ((&Unit, Vec<Vec<Direction>>), u32)| SavedUnit {
            number,
            counts: unit.counts,
            open,
        };
        let is_begun = |unit: &SavedUnit| unit.open != [[]];
        self.units.iter().zip(open).zip(0..).map(saved).filter(is_begun).collect()
    }

    /// Takes over units as they were saved; `false` if they are none of this bound.
    #[must_use]
    pub(super) fn restore(&mut self, kernel: &ProofKernel, roots: &Roots, saved: &[SavedUnit]) -> bool {
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        let is_saved: FxHashSet<u32> = saved.iter().map(|unit| unit.number).collect();
        waiting.retain(|piece| !is_saved.contains(&piece.root));
        for SavedUnit { number, counts, open } in saved {
            let Some(unit) = self.units.get_mut(*number as usize) else { return false };
            *unit = Unit { counts: *counts, open: open.len() as u32 };
            let pieces: Vec<Piece> = open.iter().map(|trail| Piece { root: *number, trail: trail.clone() }).collect();
            if !pieces.iter().all(|piece| roots.node(kernel, piece).is_some()) {
                return false;
            }
            waiting.extend(pieces);
        }
        true
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
        self.units.iter().all(|unit| unit.open == 0)
    }

    /// The cells of the blank on the way to a goal within the bound.
    pub(super) fn solution(&self) -> Option<&[u8]> {
        self.solution.as_deref()
    }

    /// Open nodes.
    pub(super) fn stored(&self) -> u64 {
        let stacks = self.workers.iter().flat_map(|worker| &worker.piece).map(|(_, begun)| begun.stack.len() as u64);
        stacks.sum()
    }

    /// Works on, each thread for about `budget` generated nodes.
    pub(super) fn work(&mut self, kernel: &ProofKernel, roots: &Roots, budget: u64) {
        if self.solution.is_some() {
            return;
        }
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(self.given.drain());
        if waiting.is_empty() {
            self.share();
        }
        let (waiting, bound) = (&self.waiting, self.bound);
        let threads = self.workers.len();
        parallel::for_each(threads, self.workers.iter_mut(), |worker| {
            worker.work(kernel, roots, bound, waiting, budget);
        });
        self.collect(kernel, roots);
    }

    /// Gives open nodes to the threads that have none, from those that have most.
    fn share(&mut self) {
        let length = |worker: &Worker| worker.piece.as_ref().map_or(0, |(_, begun)| begun.stack.len());
        for poor in 0..self.workers.len() {
            if self.workers[poor].piece.is_some() {
                continue;
            }
            let rich = (0..self.workers.len()).max_by_key(|&worker| length(&self.workers[worker])).unwrap_or(poor);
            let Some((piece, begun)) = &mut self.workers[rich].piece else { continue };
            let Some(half) = begun.split() else { continue };
            let piece = piece.clone();
            self.units[piece.root as usize].open += 1;
            self.workers[poor].piece = Some((piece, half));
        }
    }

    fn collect(&mut self, kernel: &ProofKernel, roots: &Roots) {
        for worker in &mut self.workers {
            for (root, counts, is_done) in worker.log.drain(..) {
                let unit = &mut self.units[root as usize];
                unit.counts += counts;
                unit.open -= u32::from(is_done);
            }
        }
        if let Some(worker) = self.workers.iter().find(|worker| worker.has_goal)
            && let Some((piece, begun)) = &worker.piece
            && let Some(rest) = begun.path(kernel, self.bound)
        {
            self.solution = Some([&roots.blanks(kernel, piece)[..], &rest[1..]].concat());
        }
    }

    /// All pieces that are not done, which others may work on from now on; what the threads have begun among them.
    pub(super) fn give(&mut self, kernel: &ProofKernel, roots: &Roots) -> impl Iterator<Item = &Piece> {
        for worker in &mut self.workers {
            let Some((piece, begun)) = worker.piece.take() else { continue };
            let mut counts = Counts::default();
            let base = begun.base;
            let unit = &mut self.units[piece.root as usize];
            if let Some(trails) = begun.hand_back(kernel, &mut worker.scratch, &mut counts) {
                unit.open = unit.open + trails.len() as u32 - 1;
                let below = |trail: Vec<Direction>| [&piece.trail[..], &trail].concat();
                self.given.extend(trails.into_iter().map(|trail| Piece { root: piece.root, trail: below(trail) }));
            } else if let Some(rest) = (Begun { base, stack: Vec::new() }).path(kernel, self.bound) {
                self.solution = Some([&roots.blanks(kernel, &piece)[..], &rest[1..]].concat());
            }
            unit.counts += counts;
        }
        self.given.extend(self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..));
        self.given.iter()
    }

    /// Takes what somebody found out about a piece that was given to them: what was counted, and the pieces that are left of
    /// it. `false` if nobody was waiting for it: it is done already, say.
    pub(super) fn take(&mut self, piece: &Piece, counts: Counts, unfinished: Vec<Piece>) -> bool {
        let is_below = |other: &Piece| other.root == piece.root && other.trail.starts_with(&piece.trail);
        if !unfinished.iter().all(is_below) || !self.given.remove(piece) {
            return false;
        }
        let unit = &mut self.units[piece.root as usize];
        unit.counts += counts;
        unit.open = unit.open + unfinished.len() as u32 - 1;
        self.given.extend(unfinished);
        true
    }
}

impl Worker {
    fn work(&mut self, kernel: &ProofKernel, roots: &Roots, bound: Cost, waiting: &Mutex<Vec<Piece>>, budget: u64) {
        let mut left = budget;
        while left > 0 {
            if self.piece.is_none() {
                let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let begin = |piece: Piece| {
                    let node = roots.node(kernel, &piece)?;
                    Some((piece, Begun::new(kernel, node, bound)))
                };
                self.piece = next.and_then(begin);
            }
            let Some((piece, begun)) = &mut self.piece else { return };
            let mut counts = Counts::default();
            self.has_goal = begun.run(kernel, &mut self.scratch, left, &mut counts);
            let is_done = begun.is_done() && !self.has_goal;
            self.log.push((piece.root, counts, is_done));
            if self.has_goal {
                return;
            }
            if is_done {
                self.piece = None;
            }
            left = left.saturating_sub(counts.generated.max(1));
        }
    }
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
