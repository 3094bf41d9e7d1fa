//! What the searches towards a goal share: lower bounds by colours, and the perimeter of the goal.

pub(super) use super::projection::BoundView;
use super::{
    colours::{BOUNDS, Colours, colourings, paint},
    line_graph::{Axis, LineGraph, Position},
    perimeter::{Perimeter, PerimeterBuild},
    projection::{Projection, ProjectionBuild},
};
use crate::tiles::{Shape, pattern_db::Level};
use rustc_hash::FxHashMap;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// Lines of a perimeter, at most: for small tables and for large ones.
const PERIMETER: [usize; 2] = [700_000, 16_000_000];
/// Bytes that building the large tables takes at most: 238 MB were measured on 4×4 with the usual goal.
pub(super) const BYTES_TO_BUILD_LARGE: u64 = 420 << 20;

/// All that tables depend on: tiles are called by their place in the goal.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct SlideGoal {
    pub(super) shape: Shape,
    pub(super) blank: usize,
}

type TablesByGoal = FxHashMap<(SlideGoal, Level), Arc<GoalTables>>;

/// Tables for the boards of one process. Copies share them.
#[derive(Clone, Default)]
pub(in crate::tiles) struct SlideTables(Arc<Mutex<TablesByGoal>>);

impl SlideTables {
    pub(super) fn get(&self, goal: SlideGoal, level: Level) -> Option<Arc<GoalTables>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&(goal, level)).cloned()
    }

    pub(super) fn insert(&self, goal: SlideGoal, level: Level, tables: GoalTables) -> Arc<GoalTables> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry((goal, level)).or_insert_with(|| Arc::new(tables)).clone()
    }
}

impl fmt::Debug for SlideTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(tables.keys()).finish()
    }
}

/// The tables for one goal.
pub(super) struct GoalTables {
    pub(super) graph: LineGraph,
    pub(super) perimeter: Perimeter,
    projections: Vec<Projection>,
    /// The colourings of the bounds that are looked up for a line.
    colours: [Colours; BOUNDS],
}

impl GoalTables {
    pub(super) fn bytes(&self) -> u64 {
        self.perimeter.bytes() + self.projections.iter().map(Projection::bytes).sum::<u64>()
    }

    /// The bounds for lines along an axis. The projections of a symmetric goal are looked up for the board and for its
    /// reflection.
    pub(super) fn views(&self, axis: Axis) -> [BoundView<'_>; BOUNDS] {
        std::array::from_fn(|bound| match self.graph.is_symmetric {
            true => self.projections[bound / 2].view(bound % 2),
            false => self.projections[bound].view(axis),
        })
    }

    /// The colours of a reading, for all bounds.
    pub(super) fn paint(&self, reading: u64) -> [u32; BOUNDS] {
        let tiles = self.graph.lines[0] * self.graph.lens[0] - 1;
        self.colours.each_ref().map(|colours| paint(reading, tiles, colours) as u32)
    }

    /// At least so many steps are to be made from the line of a position.
    pub(super) fn bound(&self, axis: Axis, position: &Position) -> u8 {
        if let Some(steps) = self.perimeter.find(self.graph.table(axis), position.line()) {
            return steps;
        }
        let bounds = self.views(axis).into_iter().zip(self.paint(position.along));
        let bounds = bounds.map(|(view, painted)| view.bound(view.at(painted, position.line)));
        bounds.fold(self.perimeter.steps() + 1, u8::max)
    }
}

/// The tables for a goal that are being made, in slices.
pub(super) struct TablesBuild {
    goal: SlideGoal,
    level: Level,
    graph: LineGraph,
    colours: [Colours; BOUNDS],
    threads: usize,
    perimeter: Option<PerimeterBuild>,
    finished: Option<Perimeter>,
    projection: Option<ProjectionBuild>,
    projections: Vec<Projection>,
}

impl TablesBuild {
    pub(super) fn new(goal: SlideGoal, level: Level, threads: usize) -> Self {
        let graph = LineGraph::new(goal.shape, goal.blank);
        let mut colours = colourings(goal.shape, goal.blank, level);
        if graph.is_symmetric {
            for bound in [0, 2] {
                colours[bound + 1] = std::array::from_fn(|tile| colours[bound][graph.reflected(tile)]);
            }
        }
        let most = PERIMETER[usize::from(level != Level::Small)];
        let perimeter = Some(PerimeterBuild::new(&graph, most));
        let projections = Vec::new();
        Self { goal, level, graph, colours, threads, perimeter, finished: None, projection: None, projections }
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether the tables are there.
    pub(super) fn run(&mut self, budget: u64) -> bool {
        if let Some(perimeter) = &mut self.perimeter {
            if perimeter.run(budget) {
                self.finished = self.perimeter.take().map(PerimeterBuild::finish);
            }
            return false;
        }
        if let Some(projection) = &mut self.projection {
            if projection.run(budget) {
                let exact = self.finished.as_ref().map_or(0, Perimeter::steps);
                self.projections.extend(self.projection.take().map(|projection| projection.finish(exact)));
            }
            return false;
        }
        let step = if self.graph.is_symmetric { 2 } else { 1 };
        let Some(colours) = self.colours.get(step * self.projections.len()) else { return true };
        self.projection = Some(ProjectionBuild::new(&self.graph, colours, self.threads));
        false
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        let perimeter = self.perimeter.as_ref().map(PerimeterBuild::progress);
        perimeter.or_else(|| self.projection.as_ref().map(ProjectionBuild::progress)).unwrap_or((0, 0))
    }

    pub(super) fn bytes(&self) -> u64 {
        let perimeter = self.perimeter.as_ref().map_or(0, PerimeterBuild::bytes);
        let finished = self.finished.as_ref().map_or(0, Perimeter::bytes);
        let projection = self.projection.as_ref().map_or(0, ProjectionBuild::bytes);
        perimeter + finished + projection + self.projections.iter().map(Projection::bytes).sum::<u64>()
    }

    /// Keeps the tables for other boards, once [`Self::run`] has returned `true`.
    pub(super) fn finish(self, tables: &SlideTables) -> Option<Arc<GoalTables>> {
        let Self { goal, level, graph, colours, finished, projections, .. } = self;
        Some(tables.insert(goal, level, GoalTables { graph, perimeter: finished?, projections, colours }))
    }
}
