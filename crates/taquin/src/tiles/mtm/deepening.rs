//! Iterative deepening from the start to the perimeter of the goal.

use super::{
    colours::WIDTH,
    line_graph::{Axis, Position, backward, forward},
    tables::GoalTables,
};
use crate::{
    search::{Bound, Cost, Phase, Stats, Status},
    tiles::Direction,
};
use std::sync::Arc;

/// A position on the way, entered by a slide across the axis of the next one.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    /// The colours of both readings, for both bounds.
    along: [u64; 2],
    across: [u64; 2],
    axis: u8,
    /// Steps from line to line that are left.
    left: u8,
}

/// A search for the fewest slides, with tables that are there.
pub(super) struct SlideDeepening {
    tables: Arc<GoalTables>,
    /// The start, with either axis first, and what is known of it.
    roots: [(Node, u8); 2],
    /// Open nodes of the round, the next one last.
    stack: Vec<Node>,
    /// For each step on the way to the node last taken up, the place to which the blank went.
    path: Vec<u8>,
    /// Steps that the round allows; a solution has a slide more.
    steps: u8,
    pub(super) stats: Stats,
    pub(super) status: Status,
    pub(super) solution: Option<Vec<Direction>>,
}

impl SlideDeepening {
    /// - `lower_bound`: slides proven before.
    pub(super) fn new(tables: Arc<GoalTables>, start: Position, lower_bound: Cost) -> Self {
        let root = |axis: Axis, position: Position| {
            let (along, across) = (tables.paint(position.along), tables.paint(position.across));
            let node = Node { position, along, across, axis: axis as u8, left: 0 };
            (node, tables.bound(axis, &position))
        };
        let roots = [root(0, start), root(1, start.turned())];
        let proven = lower_bound.saturating_sub(1) as u8;
        let steps = roots[0].1.min(roots[1].1).max(proven);
        let stats = Stats { peak_bytes: tables.bytes(), ..Stats::default() };
        let status = Status::Paused;
        let (stack, path) = (Vec::new(), Vec::new());
        let mut search = Self { tables, roots, stack, path, steps, stats, status, solution: None };
        search.begin_round();
        search
    }

    fn begin_round(&mut self) {
        let slides = Cost::from(self.steps) + 1;
        let left = self.steps;
        let roots = self.roots.iter().filter(|(_, bound)| *bound <= left);
        self.stack.extend(roots.map(|&(node, _)| Node { left, ..node }));
        self.path.resize(usize::from(left) + 1, 0);
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
        let (mut expanded, mut generated) = (0, 0);
        while let Some(node) = self.stack.pop() {
            self.path[usize::from(self.steps - node.left)] = node.position.line;
            if node.left <= tables.perimeter.steps() {
                let axis = usize::from(node.axis);
                let steps = tables.perimeter.find(tables.graph.table(axis), node.position.line());
                if steps.is_none_or(|steps| steps > node.left) {
                    continue;
                }
                if node.position.line() == tables.graph.goal[axis] {
                    self.status = Status::Solved;
                    self.solution = Some(self.moves(&node));
                    break;
                }
                if node.left == 0 {
                    continue;
                }
            }
            expanded += 1;
            generated += self.expand(&tables, &node);
            if generated >= budget {
                break;
            }
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

    /// Opens all lines that cross that of a node and may be near enough; returns how many others there are.
    #[inline]
    fn expand(&mut self, tables: &GoalTables, node: &Node) -> u64 {
        let axis = usize::from(node.axis);
        let (lines, len) = (tables.graph.lines[axis] as u32, tables.graph.lens[axis] as u8);
        let Position { line, place, .. } = node.position;
        let first = |place: u8| u32::from(place) * lines + u32::from(line);
        let (mut reading, mut colours) = (node.position.across, node.across);
        for place in place + 1..len {
            let first = first(place - 1);
            reading = forward::<4>(reading, first, lines);
            colours = colours.map(|colours| forward::<WIDTH>(colours, first, lines));
            self.open(tables, node, place, reading, colours);
        }
        (reading, colours) = (node.position.across, node.across);
        for place in (0..place).rev() {
            let first = first(place);
            reading = backward::<4>(reading, first, lines);
            colours = colours.map(|colours| backward::<WIDTH>(colours, first, lines));
            self.open(tables, node, place, reading, colours);
        }
        u64::from(len) - 1
    }

    /// Opens the line across in a place of a node's line, unless it is too far from the goal.
    #[inline]
    fn open(&mut self, tables: &GoalTables, node: &Node, place: u8, across: u64, colours: [u64; 2]) {
        let (axis, left) = (1 - node.axis, node.left - 1);
        if tables.exceeds(axis.into(), &colours, place, left) {
            return;
        }
        let position = Position { along: across, across: node.position.along, line: place, place: node.position.line };
        self.stack.push(Node { position, along: colours, across: node.along, axis, left });
    }

    /// The moves of a walk that has come to the goal's line.
    fn moves(&self, last: &Node) -> Vec<Direction> {
        let (graph, steps) = (&self.tables.graph, usize::from(self.steps - last.left));
        let (mut axis, end) = (usize::from(last.axis), graph.goal[1 - usize::from(last.axis)].number);
        // The axes take turns.
        if steps % 2 == 1 {
            axis = 1 - axis;
        }
        let start = self.roots[axis].0.position;
        let places = self.path[1..=steps].iter().copied().chain([end]);
        let mut blank = [start.place, start.line];
        let mut moves = Vec::new();
        for to in places {
            // Of a row the places are columns; the tiles go the other way than the blank.
            let from = blank[0];
            let towards =
                if axis == 0 { [Direction::Left, Direction::Right] } else { [Direction::Up, Direction::Down] };
            let direction = towards[usize::from(to < from)];
            moves.extend(std::iter::repeat_n(direction, from.abs_diff(to).into()));
            blank = [blank[1], to];
            axis = 1 - axis;
        }
        moves
    }
}
