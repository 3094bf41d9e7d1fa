//! Iterative deepening from the start to the perimeter of the goal.
//!
//! The tables are much larger than the caches, so that most of the time would be waiting for memory. Therefore a few
//! nodes are taken up together: what they need is asked for, one node after the other, before the first of it is
//! looked at.

use super::{
    colours::BOUNDS,
    line_graph::{Axis, Position},
    node::SlideNode,
    tables::{BoundView, GoalTables},
};
use crate::{
    search::{Bound, Cost, Phase, Stats, Status},
    tiles::Direction,
};
use std::sync::Arc;

/// Nodes that are taken up together.
const TOGETHER: usize = 16;
/// Entries of the trail after which those that no open node needs are removed.
const MOST_TRAIL: usize = 1 << 20;
/// The trail of the start.
const NO_TRAIL: u32 = u32::MAX;

/// A search for the fewest slides, with tables that are there.
pub(super) struct SlideDeepening {
    tables: Arc<GoalTables>,
    /// The start, with either axis first, and what is known of it.
    roots: [(SlideNode, u8); 2],
    /// Open nodes of the round, the next one last.
    stack: Vec<SlideNode>,
    /// Nodes that passed some of the bounds, with where the next two are looked up.
    sieved: [Vec<(SlideNode, [u32; 2])>; 2],
    /// For each node that was expanded: the entry of the node before it, and its line.
    trail: Vec<(u32, u8)>,
    /// Steps that the round allows; a solution has a slide more.
    steps: u8,
    pub(super) stats: Stats,
    pub(super) status: Status,
    pub(super) solution: Option<Vec<Direction>>,
}

impl SlideDeepening {
    /// - `lower_bound`: slides proven before.
    pub(super) fn new(tables: Arc<GoalTables>, start: Position, lower_bound: Cost) -> Self {
        let root =
            |axis: Axis, position: Position| (SlideNode::new(&tables, axis, position), tables.bound(axis, &position));
        let roots = [root(0, start), root(1, start.turned())];
        let proven = lower_bound.saturating_sub(1) as u8;
        let steps = roots[0].1.min(roots[1].1).max(proven);
        let stats = Stats { peak_bytes: tables.bytes(), ..Stats::default() };
        let status = Status::Paused;
        let (stack, sieved, trail) = (Vec::new(), Default::default(), Vec::new());
        let mut search = Self { tables, roots, stack, sieved, trail, steps, stats, status, solution: None };
        search.begin_round();
        search
    }

    fn begin_round(&mut self) {
        let slides = Cost::from(self.steps) + 1;
        let left = self.steps;
        let roots = self.roots.iter().filter(|(_, bound)| *bound <= left);
        self.stack.extend(roots.map(|&(node, _)| SlideNode { left, trail: NO_TRAIL, ..node }));
        self.trail.clear();
        self.stats.bounds.push(Bound { bound: slides, expanded: 0, generated: 0 });
        self.stats.phase = Phase::Searching { depth: slides };
        self.stats.lower_bound = slides;
    }

    /// Works for about `budget` nodes.
    pub(super) fn run(&mut self, budget: u64) -> Status {
        let end = self.stats.generated.saturating_add(budget);
        while self.status == Status::Paused && self.stats.generated < end {
            self.work(end - self.stats.generated);
        }
        self.status
    }

    /// Explores nodes of the round.
    fn work(&mut self, budget: u64) {
        let tables = self.tables.clone();
        let views = [0, 1].map(|axis| tables.views(axis));
        let (mut expanded, mut generated) = (0, 0);
        while self.status == Status::Paused && !self.stack.is_empty() && generated < budget {
            if self.trail.len() >= MOST_TRAIL {
                self.compact_trail();
            }
            for _ in 0..TOGETHER {
                let Some(node) = self.stack.pop() else { break };
                if !is_within(&tables, &node) {
                    continue;
                }
                if node.left <= tables.perimeter.steps() && node.is_at_goal(&tables.graph) {
                    self.status = Status::Solved;
                    self.solution = Some(self.moves(&node));
                    break;
                }
                if node.left > 0 {
                    expanded += 1;
                    generated += self.expand(&tables, &views, &node);
                }
            }
            self.sieve(&tables, &views);
        }
        self.stats.expanded += expanded;
        self.stats.generated += generated;
        self.stats.stored = self.stack.len() as u64;
        if let Some(round) = self.stats.bounds.last_mut() {
            round.expanded += expanded;
            round.generated += generated;
        }
        if self.stack.is_empty() && self.status == Status::Paused {
            self.steps += 1;
            self.begin_round();
        }
    }

    /// Takes up all lines that cross that of a node; returns how many there are.
    #[inline]
    fn expand(&mut self, tables: &GoalTables, views: &[[BoundView<'_>; BOUNDS]; 2], node: &SlideNode) -> u64 {
        self.trail.push((node.trail, node.position.line));
        let node = SlideNode { trail: self.trail.len() as u32 - 1, ..*node };
        let [first, second, ..] = &views[1 - usize::from(node.axis)];
        let sieved = &mut self.sieved[0];
        node.crossings(&tables.graph, |next| {
            let line = next.position.line;
            sieved.push((next, [first.prefetch(next.along[0], line), second.prefetch(next.along[1], line)]));
        })
    }

    /// Opens the nodes that were taken up, unless a bound excludes them.
    #[inline]
    fn sieve(&mut self, tables: &GoalTables, views: &[[BoundView<'_>; BOUNDS]; 2]) {
        let [once, twice] = &mut self.sieved;
        for (node, at) in once.drain(..) {
            let [first, second, third, fourth] = &views[usize::from(node.axis)];
            if !first.exceeds(at[0], node.left) && !second.exceeds(at[1], node.left) {
                let line = node.position.line;
                twice.push((node, [third.prefetch(node.along[2], line), fourth.prefetch(node.along[3], line)]));
            }
        }
        for (node, at) in twice.drain(..) {
            let [_, _, third, fourth] = &views[usize::from(node.axis)];
            if !third.exceeds(at[0], node.left) && !fourth.exceeds(at[1], node.left) {
                if node.left <= tables.perimeter.steps() {
                    tables.perimeter.prefetch(tables.graph.table(node.axis.into()), node.position.line());
                }
                self.stack.push(node);
            }
        }
    }

    /// Removes the entries of the trail that no open node needs. Entries come after those that they name.
    fn compact_trail(&mut self) {
        let mut is_needed = vec![false; self.trail.len()];
        for node in &self.stack {
            let mut at = node.trail;
            while at != NO_TRAIL && !std::mem::replace(&mut is_needed[at as usize], true) {
                at = self.trail[at as usize].0;
            }
        }
        let mut moved = vec![NO_TRAIL; self.trail.len()];
        let mut kept = 0;
        for at in 0..self.trail.len() {
            if is_needed[at] {
                let (before, line) = self.trail[at];
                let before = if before == NO_TRAIL { NO_TRAIL } else { moved[before as usize] };
                self.trail[kept] = (before, line);
                moved[at] = kept as u32;
                kept += 1;
            }
        }
        self.trail.truncate(kept);
        for node in self.stack.iter_mut().filter(|node| node.trail != NO_TRAIL) {
            node.trail = moved[node.trail as usize];
        }
    }

    /// The moves of a walk that has come to the goal's line.
    fn moves(&self, last: &SlideNode) -> Vec<Direction> {
        let (mut places, mut at) = (vec![last.position.line], last.trail);
        while at != NO_TRAIL {
            let (before, line) = self.trail[at as usize];
            places.push(line);
            at = before;
        }
        // The line of the start is no step.
        places.pop();
        let last_axis = usize::from(last.axis);
        // The axes take turns.
        let axis = (last_axis + places.len()) % 2;
        let end = self.tables.graph.goal[1 - last_axis].number;
        self.roots[axis].0.position.moves(axis, places.into_iter().rev().chain([end]))
    }
}

/// Can a node still come to the goal, as far as the perimeter knows?
#[inline]
pub(super) fn is_within(tables: &GoalTables, node: &SlideNode) -> bool {
    if node.left > tables.perimeter.steps() {
        return true;
    }
    let steps = tables.perimeter.find(tables.graph.table(node.axis.into()), node.position.line());
    steps.is_some_and(|steps| steps <= node.left)
}
