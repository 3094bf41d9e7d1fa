//! All solutions of a number of slides.

use super::{
    deepening::is_within,
    line_graph::Axis,
    node::SlideNode,
    tables::{BoundView, GoalTables, SlideGoal},
};
use crate::{
    search::Cost,
    tiles::{
        Direction, Problem,
        all_solutions::{Walk, WalkCounts, WalkStatus},
        optimal::Resources,
        pattern_db::Level,
    },
};
use std::sync::Arc;

/// A depth-first search from line to line for all walks of an exact length.
pub(in crate::tiles) struct SlideWalk {
    tables: Arc<GoalTables>,
    /// The start, with either axis first.
    roots: [SlideNode; 2],
    /// Open nodes, the next one last.
    stack: Vec<SlideNode>,
    /// For each step on the way to the node last taken up, the place to which the blank went.
    path: Vec<u8>,
    steps: u8,
    /// The axis of the first slide on the way to the solution just found.
    first_axis: Axis,
}

impl SlideWalk {
    /// A walk with the tables that a search for the fewest slides has made; `None` if there are none.
    pub(in crate::tiles) fn new(problem: &Problem, resources: &Resources) -> Option<Self> {
        let goal = SlideGoal { shape: problem.shape(), blank: problem.goal().blank() };
        let tables = |level| resources.slide_tables().get(goal, level);
        let tables = tables(Level::Large).or_else(|| tables(Level::Small))?;
        let start = tables.graph.start(problem.start(), problem.goal());
        let roots = [SlideNode::new(&tables, 0, start), SlideNode::new(&tables, 1, start.turned())];
        Some(Self { tables, roots, stack: Vec::new(), path: Vec::new(), steps: 0, first_axis: 0 })
    }

    /// Opens all lines that cross that of a node and may be near enough, so that the first one in order is taken up next;
    /// returns how many others there are.
    fn expand(&mut self, tables: &GoalTables, node: &SlideNode) -> u64 {
        if tables.graph.lines.contains(&1) {
            // Nothing crosses the line of a single row or column, and there are no tables of colours for it.
            return 0;
        }
        let first = self.stack.len();
        let views = tables.views(1 - usize::from(node.axis));
        let crossings = node.crossings(&tables.graph, |next| {
            let exceeds =
                |(view, colours): (&BoundView<'_>, u32)| view.exceeds(view.at(colours, next.position.line), next.left);
            if !views.iter().zip(next.along).any(exceeds) {
                self.stack.push(next);
            }
        });
        self.stack[first..].reverse();
        crossings
    }
}

impl Walk for SlideWalk {
    fn begin(&mut self, length: Cost) {
        // A walk has a step less than slides; boards of 16 cells are solved in far fewer than 200.
        self.steps = u8::try_from(length.saturating_sub(1)).unwrap_or(u8::MAX);
        self.path.resize(usize::from(self.steps) + 1, 0);
        // The last one is taken up first: slides up and down.
        self.stack.extend(self.roots.iter().map(|&root| SlideNode { left: self.steps, ..root }));
    }

    fn run(&mut self, budget: u64, counts: &mut WalkCounts) -> WalkStatus {
        let tables = self.tables.clone();
        while counts.generated < budget {
            let Some(node) = self.stack.pop() else { return WalkStatus::Ended };
            let axis = usize::from(node.axis);
            self.path[usize::from(self.steps - node.left)] = node.position.line;
            if !is_within(&tables, &node) {
                continue;
            }
            let is_near = node.is_at_goal(&tables.graph);
            if is_near && node.position.place == tables.graph.goal[1 - axis].number {
                // At the goal before the last slide.
                continue;
            }
            if node.left > 0 {
                counts.expanded += 1;
                counts.generated += self.expand(&tables, &node);
            } else if is_near {
                // The axes take turns.
                self.first_axis = (axis + usize::from(self.steps)) % 2;
                return WalkStatus::Found;
            }
        }
        WalkStatus::Paused
    }

    fn solution(&self) -> Vec<Direction> {
        let start = self.roots[self.first_axis].position;
        let last_axis = (self.first_axis + usize::from(self.steps)) % 2;
        let end = self.tables.graph.goal[1 - last_axis].number;
        let places = self.path[1..=usize::from(self.steps)].iter().copied().chain([end]);
        start.moves(self.first_axis, places)
    }

    fn table_bytes(&self) -> u64 {
        self.tables.bytes()
    }
}
