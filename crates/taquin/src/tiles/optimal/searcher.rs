//! Iterative deepening with the tables of one goal, by the kernel that suits them.

use super::{deepening::Deepening, fsm::PruningFsm, kernel::Kernel};
use crate::{
    search::{BoxedSearch, Cost, ida_star::IdaStar},
    tiles::{
        Direction, Problem,
        grid::{Bytes, Grid},
        pattern_db::Tables,
    },
};
use std::sync::Arc;

/// What searches with one set of tables share.
#[derive(Clone, Debug)]
pub(super) enum Searcher {
    /// The kernel, for tables without a second view.
    One(Arc<Kernel<1>>),
    /// The kernel, for tables with a reflection.
    Two(Arc<Kernel<2>>),
    /// The generic search, for all that the kernel is not made for.
    Generic(Tables),
}

impl Searcher {
    pub(super) fn new(tables: &Tables, fsm: &Arc<PruningFsm>) -> Self {
        let one = || Kernel::new(tables, fsm.clone()).map(|kernel| Self::One(Arc::new(kernel)));
        let two = || Kernel::new(tables, fsm.clone()).map(|kernel| Self::Two(Arc::new(kernel)));
        one().or_else(two).unwrap_or_else(|| Self::Generic(tables.clone()))
    }

    pub(super) fn tables(&self) -> &Tables {
        match self {
            Self::One(kernel) => kernel.tables(),
            Self::Two(kernel) => kernel.tables(),
            Self::Generic(tables) => tables,
        }
    }

    pub(super) fn search(&self, problem: &Problem, lower_bound: Cost, threads: usize) -> BoxedSearch<Direction> {
        match self {
            Self::One(kernel) => Box::new(Deepening::new(kernel.clone(), problem.start(), lower_bound, threads)),
            Self::Two(kernel) => Box::new(Deepening::new(kernel.clone(), problem.start(), lower_bound, threads)),
            Self::Generic(tables) => {
                let (grid, start) = Grid::<Bytes>::for_problem(problem);
                Box::new(IdaStar::new(grid, tables.clone(), start))
            }
        }
    }
}
