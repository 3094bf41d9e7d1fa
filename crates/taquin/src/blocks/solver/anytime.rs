//! A proof and a solution side by side: an exact search, and [`super::beam`] for as long as there is no proof.

use super::{DiskError, DiskUse, Pump, beam::Beam, bits::Bits};

use crate::{
    blocks::Move,
    search::{Cost, Search, Stats, Status},
};

/// Positions that the exact search generates before the other one begins with [`super::Algorithm::Auto`]: about a second.
const ALONE: u64 = 1 << 22;

/// Positions that each of the searches generates in turn; they take about the same time.
const SLICE: u64 = 1 << 16;
const BEAM_SLICE: u64 = 1 << 12;

pub(super) struct Anytime<B, K> {
    /// `None` once its memory is used up: then it is the other one's.
    exact: Option<Box<dyn Pump + Send>>,
    exact_status: Status,
    exact_stats: Stats,
    disk_error: Option<DiskError>,
    memory_limit: u64,
    beam: Beam<B, K>,
    /// Is any solution enough until there is a proof?
    is_content: bool,
    /// What no solution can be shorter than, known from the beginning.
    lower_bound: Cost,
    stats: Stats,
    status: Status,
}

impl<B: Bits, K: Bits> Anytime<B, K> {
    /// - `is_content`: once there is a solution, only the proof is worked on.
    pub(super) fn new(exact: Box<dyn Pump + Send>, mut beam: Beam<B, K>, is_content: bool, memory_limit: u64) -> Self {
        let mut search = Self {
            exact_stats: exact.stats().clone(),
            exact: Some(exact),
            exact_status: Status::Paused,
            disk_error: None,
            memory_limit,
            lower_bound: beam.lower_bound(),
            beam,
            is_content,
            stats: Stats::default(),
            status: Status::Paused,
        };
        search.update_stats();
        search
    }

    fn update_stats(&mut self) {
        let peak_bytes = if self.exact.is_some() { self.exact_stats.peak_bytes + self.beam.peak_bytes } else { 0 };
        self.stats = Stats {
            expanded: self.exact_stats.expanded + self.beam.expanded,
            generated: self.exact_stats.generated + self.beam.generated,
            peak_bytes: self.stats.peak_bytes.max(peak_bytes).max(self.beam.peak_bytes),
            ..self.exact_stats.clone()
        };
        // A search that is exhausted has no bound if the goal is out of reach on the empty board.
        if self.exact_status != Status::Exhausted {
            self.stats.lower_bound = self.stats.lower_bound.max(self.lower_bound);
        }
    }

    fn is_beam_due(&self) -> bool {
        let is_late = self.exact_status == Status::Full || self.exact_stats.generated >= ALONE;
        let is_wanted = !self.is_content || is_late && self.beam.solution.is_none();
        is_wanted && !self.beam.is_done
    }

    /// Works for a slice with each of the searches; returns what is left of the budget.
    fn work(&mut self, budget: u64) -> u64 {
        let before = self.stats.generated;
        if let Some(exact) = &mut self.exact
            && self.exact_status == Status::Paused
        {
            self.exact_status = exact.run(budget.min(SLICE));
            self.exact_stats = exact.stats().clone();
        }
        let is_open = matches!(self.exact_status, Status::Paused | Status::Full);
        if is_open && self.is_beam_due() {
            self.beam.run(budget.min(BEAM_SLICE));
        }
        self.update_stats();
        if self.exact_status == Status::Full
            && let Some(exact) = self.exact.take()
        {
            self.disk_error = exact.disk_error().cloned();
            self.beam.allow(self.memory_limit);
        }
        let is_proven = self.beam.cost().is_some_and(|cost| self.stats.proves(cost));
        self.status = match self.exact_status {
            Status::Paused | Status::Full if is_proven => Status::Solved,
            Status::Full if self.is_beam_due() => Status::Paused,
            status => status,
        };
        budget.saturating_sub((self.stats.generated - before).max(1))
    }
}

impl<B: Bits, K: Bits> Search for Anytime<B, K> {
    type Move = Move;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            left = self.work(left);
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Move]> {
        self.exact.as_ref().and_then(|exact| exact.solution()).or(self.beam.solution.as_deref())
    }
}

impl<B: Bits, K: Bits> Pump for Anytime<B, K> {
    fn frontier(&self) -> u64 {
        self.exact.as_ref().map_or(0, |exact| exact.frontier())
    }

    fn disk(&self) -> Option<DiskUse> {
        self.exact.as_ref().and_then(|exact| exact.disk())
    }

    fn disk_error(&self) -> Option<&DiskError> {
        self.disk_error.as_ref()
    }
}
