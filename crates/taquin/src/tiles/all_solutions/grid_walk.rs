//! All solutions of a length in single-tile moves.

use super::{Walk, WalkCounts, WalkStatus};
use crate::{
    search::{Cost, Heuristic, Space},
    tiles::{
        Direction, Problem,
        grid::{Cells, Grid},
    },
};

/// A walk through the boards of a goal, guided by a heuristic.
pub(super) struct GridWalk<C: Cells, H: Heuristic<Grid<C>>> {
    grid: Grid<C>,
    heuristic: H,
    start: C,
    length: Cost,
    /// Open nodes, the next one last.
    stack: Vec<WalkNode<C, H::Memo>>,
    /// The moves to the node last taken up.
    path: Vec<Direction>,
}

struct WalkNode<C, M> {
    state: C,
    memo: M,
    depth: Cost,
    /// The move that led here.
    last: Option<Direction>,
}

impl<C: Cells, H: Heuristic<Grid<C>>> GridWalk<C, H> {
    pub(super) fn new(problem: &Problem, heuristic: H) -> Self {
        let (grid, start) = Grid::for_problem(problem);
        Self { grid, heuristic, start, length: 0, stack: Vec::new(), path: Vec::new() }
    }

    /// Opens the boards after a node, the first one in the order of directions last, so that it is taken up next; returns how
    /// many there are.
    fn expand(&mut self, node: &WalkNode<C, H::Memo>) -> u64 {
        let depth = node.depth + 1;
        let (first, mut generated) = (self.stack.len(), 0);
        for direction in self.grid.moves(&node.state, node.last) {
            generated += 1;
            let memo = self.heuristic.step(node.memo, &node.state, direction);
            if depth + self.heuristic.value(memo) <= self.length {
                let mut state = node.state.clone();
                self.grid.apply(&mut state, direction);
                self.stack.push(WalkNode { state, memo, depth, last: Some(direction) });
            }
        }
        self.stack[first..].reverse();
        generated
    }
}

impl<C: Cells + Send, H: Heuristic<Grid<C>> + Send> Walk for GridWalk<C, H>
where
    H::Memo: Send,
{
    fn begin(&mut self, length: Cost) {
        let memo = self.heuristic.start(&self.start);
        self.length = length;
        self.path.clear();
        self.stack.push(WalkNode { state: self.start.clone(), memo, depth: 0, last: None });
    }

    fn run(&mut self, budget: u64, counts: &mut WalkCounts) -> WalkStatus {
        while counts.generated < budget {
            let Some(node) = self.stack.pop() else { return WalkStatus::Ended };
            if let Some(last) = node.last {
                self.path.truncate(node.depth as usize - 1);
                self.path.push(last);
            }
            if self.grid.is_goal(&node.state) {
                if node.depth == self.length {
                    return WalkStatus::Found;
                }
            } else if node.depth < self.length {
                counts.expanded += 1;
                counts.generated += self.expand(&node);
            }
        }
        WalkStatus::Paused
    }

    fn solution(&self) -> Vec<Direction> {
        self.path.clone()
    }

    fn table_bytes(&self) -> u64 {
        self.heuristic.table_bytes()
    }
}
