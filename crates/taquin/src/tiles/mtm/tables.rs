//! What the searches towards a goal share: lower bounds by colours, and the perimeter of the goal.

pub(super) use super::projection::BoundView;
use super::{
    colours::{BOUNDS, Colours, colourings, paint},
    line_graph::{Axis, LineGraph, Position},
    perimeter::{Perimeter, PerimeterBuild},
    projection::{Projection, ProjectionBuild},
};
#[cfg(not(target_arch = "wasm32"))]
use crate::tiles::pattern_db::file::{Load, Save};
use crate::tiles::{
    Shape,
    pattern_db::{
        Level, Pattern, Store,
        pages::{Pages, Section},
    },
};
use rustc_hash::FxHashMap;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// Lines of a perimeter, at most: for small tables and for large ones.
const PERIMETER: [usize; 2] = [700_000, 16_000_000];
/// Smaller tables are made sooner than their file is read.
#[cfg(not(target_arch = "wasm32"))]
const WORTH_SAVING: usize = 1 << 20;
/// Bytes that building the large tables takes at most: 238 MB were measured on 4×4 with the usual goal.
pub(super) const BYTES_TO_BUILD_LARGE: u64 = 420 << 20;

/// All that tables depend on: tiles are called by their place in the goal.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct SlideGoal {
    pub(super) shape: Shape,
    pub(super) blank: usize,
}

impl SlideGoal {
    /// All tiles of the goal: what the tables' file is named by.
    pub(super) fn pattern(self) -> Option<Pattern> {
        Pattern::of_all(self.shape, self.blank)
    }

    /// The colourings of all bounds.
    fn colours(self, graph: &LineGraph, level: Level) -> [Colours; BOUNDS] {
        let mut colours = colourings(self.shape, self.blank, level);
        if graph.is_symmetric {
            for bound in [0, 2] {
                colours[bound + 1] = std::array::from_fn(|tile| colours[bound][graph.reflected(tile)]);
            }
        }
        colours
    }

    /// How many of the colourings one projection serves: that of a symmetric goal serves its reflection as well.
    fn colourings_per_projection(self, graph: &LineGraph) -> usize {
        if graph.is_symmetric { 2 } else { 1 }
    }
}

type TablesByGoal = FxHashMap<(SlideGoal, Level), Arc<GoalTables>>;

/// Tables for the boards of one process. Copies share them.
#[derive(Clone, Default)]
pub(in crate::tiles) struct SlideTables(Arc<Mutex<TablesByGoal>>);

impl SlideTables {
    pub(super) fn get(&self, goal: SlideGoal, level: Level) -> Option<Arc<GoalTables>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&(goal, level)).cloned()
    }

    fn insert(&self, goal: SlideGoal, level: Level, tables: Arc<GoalTables>) -> Arc<GoalTables> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry((goal, level)).or_insert(tables).clone()
    }
}

impl fmt::Debug for SlideTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(tables.keys()).finish()
    }
}

/// Bytes before the perimeter: how many first places of lines it has, how many steps it reaches, and zeros.
const PREFIX: usize = 64;

/// The tables for one goal, all in one row of bytes, which is what their file has.
pub(super) struct GoalTables {
    pub(super) graph: LineGraph,
    pub(super) perimeter: Perimeter,
    projections: Vec<Projection>,
    /// The colourings of the bounds that are looked up for a line.
    colours: [Colours; BOUNDS],
}

impl GoalTables {
    /// The tables in a row of bytes; `None` if they are not those of this goal.
    pub(super) fn from_pages(goal: SlideGoal, level: Level, pages: &Arc<Pages>) -> Option<Self> {
        let graph = LineGraph::new(goal.shape, goal.blank);
        let colours = goal.colours(&graph, level);
        let mut end = PREFIX;
        let mut take = |bytes: usize| {
            let begin = end;
            end = begin.checked_add(bytes)?;
            Section::new(pages, begin..end)
        };
        let (homes, rest) = pages.split_first_chunk()?;
        let (homes, steps) = (u64::from_le_bytes(*homes), *rest.first()?);
        let perimeter = Perimeter::from_section(take(Perimeter::section_bytes(homes)?)?, homes, steps)?;
        let own = colours.iter().step_by(goal.colourings_per_projection(&graph));
        let projections =
            own.map(|colours| Projection::from_sections(&graph, colours, steps, &mut take)).collect::<Option<_>>()?;
        (end == pages.len()).then_some(Self { graph, perimeter, projections, colours })
    }

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
struct TablesBuild {
    graph: LineGraph,
    /// The colourings that a table is made for.
    colours: Vec<Colours>,
    threads: usize,
    perimeter: Option<PerimeterBuild>,
    finished: Option<Perimeter<Pages>>,
    projection: Option<ProjectionBuild>,
    tables: Vec<Pages>,
    /// Projections that are made.
    made: usize,
}

impl TablesBuild {
    fn new(goal: SlideGoal, level: Level, threads: usize) -> Self {
        let graph = LineGraph::new(goal.shape, goal.blank);
        let colours = goal.colours(&graph, level);
        let most = PERIMETER[usize::from(level != Level::Small)];
        Self {
            perimeter: Some(PerimeterBuild::new(&graph, most)),
            colours: colours.into_iter().step_by(goal.colourings_per_projection(&graph)).collect(),
            graph,
            threads,
            finished: None,
            projection: None,
            tables: Vec::new(),
            made: 0,
        }
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether the tables are there.
    fn run(&mut self, budget: u64) -> bool {
        if let Some(perimeter) = &mut self.perimeter {
            if perimeter.run(budget) {
                self.finished = self.perimeter.take().map(PerimeterBuild::finish);
            }
            return false;
        }
        if let Some(projection) = &mut self.projection {
            if projection.run(budget) {
                let exact = self.finished.as_ref().map_or(0, Perimeter::steps);
                self.tables.extend(self.projection.take().into_iter().flat_map(|projection| projection.finish(exact)));
                self.made += 1;
            }
            return false;
        }
        let Some(colours) = self.colours.get(self.made) else { return true };
        self.projection = Some(ProjectionBuild::new(&self.graph, colours, self.threads));
        false
    }

    fn progress(&self) -> (u64, u64) {
        let perimeter = self.perimeter.as_ref().map(PerimeterBuild::progress);
        perimeter.or_else(|| self.projection.as_ref().map(ProjectionBuild::progress)).unwrap_or((0, 0))
    }

    fn bytes(&self) -> u64 {
        let perimeter = self.perimeter.as_ref().map_or(0, PerimeterBuild::bytes);
        let finished = self.finished.as_ref().map_or(0, Perimeter::bytes);
        let projection = self.projection.as_ref().map_or(0, ProjectionBuild::bytes);
        perimeter + finished + projection + self.tables.iter().map(|table| table.len() as u64).sum::<u64>()
    }

    /// All tables in a row, once [`Self::run`] has returned `true`.
    fn finish(self) -> Option<Pages> {
        let (perimeter, homes, steps) = self.finished?.into_parts();
        let parts = || [&perimeter].into_iter().chain(&self.tables);
        let mut pages = Pages::zeroed(PREFIX + parts().map(|part| part.len()).sum::<usize>());
        pages[..8].copy_from_slice(&homes.to_le_bytes());
        pages[8] = steps;
        let mut begin = PREFIX;
        for part in parts() {
            pages[begin..][..part.len()].copy_from_slice(part);
            begin += part.len();
        }
        Some(pages)
    }
}

/// Loads or makes the tables for a goal, pumped by the caller.
pub(in crate::tiles) struct SlidePreparation {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser has no files"))]
    store: Store,
    goal: SlideGoal,
    level: Level,
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "files are read and written by threads"))]
    threads: usize,
    work: SlideWork,
    ready: Option<Arc<GoalTables>>,
}

/// What is being done for the tables.
enum SlideWork {
    #[cfg(not(target_arch = "wasm32"))]
    Load(Load),
    Build(Box<TablesBuild>),
    #[cfg(not(target_arch = "wasm32"))]
    Save(Save),
    Done,
}

impl SlidePreparation {
    /// Begins with the file, if the tables are large and there is one.
    pub(super) fn new(store: &Store, goal: SlideGoal, level: Level, threads: usize) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        let load =
            goal.pattern().filter(|_| level == Level::Large).and_then(|pattern| store.begin_load_slides(pattern));
        #[cfg(not(target_arch = "wasm32"))]
        let work = load.map(SlideWork::Load);
        #[cfg(target_arch = "wasm32")]
        let work = None;
        let work = work.unwrap_or_else(|| SlideWork::Build(Box::new(TablesBuild::new(goal, level, threads))));
        Self { store: store.clone(), goal, level, threads, work, ready: None }
    }

    /// Works for about as long as a search takes for `budget` nodes; returns whether the tables are there.
    pub(in crate::tiles) fn run(&mut self, budget: u64) -> bool {
        self.work = match std::mem::replace(&mut self.work, SlideWork::Done) {
            #[cfg(not(target_arch = "wasm32"))]
            SlideWork::Load(load) => self.load_on(load),
            SlideWork::Build(mut build) => {
                if build.run(budget) {
                    self.end_build(*build)
                } else {
                    SlideWork::Build(build)
                }
            }
            #[cfg(not(target_arch = "wasm32"))]
            SlideWork::Save(save) => {
                self.store.keep_error(save.run(self.threads)).flatten().map_or(SlideWork::Done, SlideWork::Save)
            }
            SlideWork::Done => SlideWork::Done,
        };
        matches!(self.work, SlideWork::Done)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn load_on(&mut self, mut load: Load) -> SlideWork {
        match self.store.keep_error(load.run(self.threads)) {
            Some(false) => return SlideWork::Load(load),
            Some(true) => {
                let pages = self.store.end_load_slides(load, self.threads).map(Arc::new);
                let tables = pages.and_then(|pages| GoalTables::from_pages(self.goal, self.level, &pages));
                self.ready = tables.map(Arc::new);
                if self.ready.is_some() {
                    return SlideWork::Done;
                }
            }
            None => {}
        }
        SlideWork::Build(Box::new(TablesBuild::new(self.goal, self.level, self.threads)))
    }

    /// Keeps tables that were made, and begins to save them if that spares time.
    fn end_build(&mut self, build: TablesBuild) -> SlideWork {
        let Some(pages) = build.finish().map(Arc::new) else { return SlideWork::Done };
        self.ready = GoalTables::from_pages(self.goal, self.level, &pages).map(Arc::new);
        #[cfg(not(target_arch = "wasm32"))]
        if self.level == Level::Large && pages.len() >= WORTH_SAVING {
            let save = |pattern| self.store.begin_save_slides(pattern, &pages, self.threads);
            return self.goal.pattern().and_then(save).map_or(SlideWork::Done, SlideWork::Save);
        }
        SlideWork::Done
    }

    pub(in crate::tiles) fn progress(&self) -> (u64, u64) {
        match &self.work {
            SlideWork::Build(build) => build.progress(),
            _ => (0, 0),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let building = match &self.work {
            SlideWork::Build(build) => build.bytes(),
            _ => 0,
        };
        building + self.table_bytes()
    }

    /// Bytes of the tables, once they are there.
    pub(in crate::tiles) fn table_bytes(&self) -> u64 {
        self.ready.as_ref().map_or(0, |tables| tables.bytes())
    }

    /// Keeps the tables for other boards, once [`Self::run`] has returned `true`.
    pub(super) fn finish(self, tables: &SlideTables) -> Option<Arc<GoalTables>> {
        Some(tables.insert(self.goal, self.level, self.ready?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rng::Rng,
        search::{Search, Stats, Status},
        tiles::{
            Board, Problem,
            mtm::Mtm,
            optimal::{OptimalOptions, Resources},
            scramble,
        },
    };

    /// The lengths of some boards with the large tables of a store, and what they took.
    fn solved(store: &Store, problems: &[Problem]) -> Vec<(usize, Stats)> {
        let resources = Resources::new(store.clone());
        let options = OptimalOptions { expected_boards: 100, ..OptimalOptions::default() };
        let solve = |problem: &Problem| {
            let mut search = Mtm::new(problem, &resources, options).unwrap();
            while search.run(100_000) == Status::Paused {}
            let stats = Stats { peak_bytes: 0, phase: crate::search::Phase::default(), ..search.stats().clone() };
            (search.solution().unwrap().len(), stats)
        };
        problems.iter().map(solve).collect()
    }

    /// Tables from a file are those that were made; a file that is damaged, of another goal or cut off is told and made anew.
    #[test]
    fn files_hold_the_tables() {
        let directory = tempfile::tempdir().unwrap();
        let store = || Store::in_directory(directory.path());
        let (goal, mut rng) = (Board::solved(Shape::new(3, 3).unwrap()), Rng::from_seed(1));
        let problems: Vec<Problem> =
            (0..10).map(|_| Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).unwrap()).collect();
        let expected = solved(&Store::in_memory(), &problems);
        assert_eq!(solved(&store(), &problems), expected, "made and saved");
        let path = directory.path().join("3x3-blank8-slides.taquin");
        let bytes = std::fs::read(&path).unwrap();
        let [Ok(file)] = &store().files()[..] else { panic!("one file") };
        assert_eq!((&file.path, file.bytes), (&path, bytes.len() as u64));
        store().verify(file, 1).unwrap();
        let before = std::fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(solved(&store(), &problems), expected, "read");
        assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before, "not written again");
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 4;
        let mut other = bytes.clone();
        other[14] = 7;
        for wrong in [&flipped[..], &other[..], &bytes[..bytes.len() - 1], &bytes[..70], b"no table", b""] {
            std::fs::write(&path, wrong).unwrap();
            let store = store();
            assert_eq!(solved(&store, &problems), expected);
            assert_eq!(store.take_errors().len(), 1, "it is told");
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "and mended");
        }
    }
}
