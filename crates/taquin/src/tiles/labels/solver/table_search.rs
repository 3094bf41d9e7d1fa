//! A search of all arrangements that waits for its tables, and takes larger ones if the board proves hard.

use super::{
    super::{
        classes::Classes,
        packed::{LabelSpace, Packed, Push},
        pattern_tables::{LabelTables, TableSize, TablesBuild},
        slide_tables::SlideTablesBuild,
    },
    building,
};
use crate::{
    search::{BoxedSearch, Search, Stats, Status, best_first::BestFirst, ida_star::IdaStar, rank::Rank},
    tiles::{Metric, optimal::Resources},
};
use std::sync::Arc;

/// Nodes after which a board is too hard for small tables: about as many as are searched while large ones are built.
const PATIENCE: u64 = 20_000_000;

/// Tables first, then the search.
pub(super) struct TableSearch {
    classes: Classes,
    start: Packed,
    metric: Metric,
    /// Best-first by this rank; iterative deepening if there is none.
    rank: Option<Rank>,
    resources: Resources,
    memory_limit: u64,
    size: TableSize,
    activity: Activity,
    before: Stats,
    stats: Stats,
    status: Status,
}

enum Activity {
    Building(Box<TablesBuild>),
    BuildingSlides(Box<SlideTablesBuild>),
    Searching(BoxedSearch<Push>),
}

impl TableSearch {
    pub(super) fn new(
        classes: &Classes,
        start: Packed,
        metric: Metric,
        rank: Option<Rank>,
        resources: &Resources,
        memory_limit: u64,
    ) -> Self {
        let activity = match metric {
            Metric::Stm => Activity::Building(Box::new(TablesBuild::new(classes, TableSize::Small))),
            Metric::Mtm => Activity::BuildingSlides(Box::new(SlideTablesBuild::new(classes))),
        };
        let mut search = Self {
            classes: classes.clone(),
            start,
            metric,
            rank,
            resources: resources.clone(),
            memory_limit,
            size: TableSize::Small,
            activity,
            before: Stats::default(),
            stats: Stats { phase: building((0, 0)), ..Stats::default() },
            status: Status::Paused,
        };
        if metric == Metric::Stm {
            let cached = |size| search.resources.label_tables().get(&search.classes, size);
            let found = [TableSize::Large, TableSize::Small].into_iter().find_map(|size| Some((size, cached(size)?)));
            if let Some((size, tables)) = found {
                search.size = size;
                search.begin(&tables);
            }
        }
        search
    }

    fn begin(&mut self, tables: &Arc<LabelTables>) {
        let space = LabelSpace::new(&self.classes, self.metric);
        let search: BoxedSearch<Push> = match self.rank {
            Some(rank) => Box::new(BestFirst::new(space, tables.clone(), &self.start, rank, self.memory_limit)),
            None => Box::new(IdaStar::new(space, tables.clone(), self.start)),
        };
        self.stats = self.before.followed_by(search.stats());
        self.activity = Activity::Searching(search);
    }

    /// Nodes after which larger tables are taken. A best-first search would lose what it has stored.
    fn patience(&self) -> u64 {
        let may_go_on = self.size == TableSize::Small && self.rank.is_none() && self.metric == Metric::Stm;
        if may_go_on { PATIENCE } else { u64::MAX }
    }

    /// One step of work; how many nodes it counts for.
    fn step(&mut self, budget: u64) -> u64 {
        let patience = self.patience();
        // Expanding a placement takes about as long as ten nodes.
        let placements = (budget / 10).clamp(1, 1 << 18);
        match &mut self.activity {
            Activity::Building(build) => {
                let built = build.run(placements);
                self.stats.phase = building(build.progress());
                if let Some(tables) = built {
                    let tables = self.resources.label_tables().keep(&self.classes, self.size, tables);
                    self.begin(&tables);
                }
                placements.saturating_mul(10)
            }
            Activity::BuildingSlides(build) => {
                let built = build.run(placements);
                self.stats.phase = building(build.progress());
                if let Some(tables) = built {
                    let space = LabelSpace::new(&self.classes, self.metric);
                    let search: BoxedSearch<Push> = Box::new(IdaStar::new(space, Arc::new(tables), self.start));
                    self.stats = search.stats().clone();
                    self.activity = Activity::Searching(search);
                }
                placements.saturating_mul(10)
            }
            Activity::Searching(search) => {
                let before = search.stats().generated;
                self.status = search.run(budget.min(patience.saturating_sub(before)));
                let done = search.stats().generated - before;
                self.stats = self.before.followed_by(search.stats());
                if self.status == Status::Paused && search.stats().generated >= patience {
                    self.before = self.stats.clone();
                    self.size = TableSize::Large;
                    self.activity = Activity::Building(Box::new(TablesBuild::new(&self.classes, TableSize::Large)));
                }
                done.max(1)
            }
        }
    }
}

impl Search for TableSearch {
    type Move = Push;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            left = left.saturating_sub(self.step(left));
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Push]> {
        match &self.activity {
            Activity::Searching(search) => search.solution(),
            _ => None,
        }
    }
}
