//! A proof under way as bytes, so that it can go on later, in another process or on another machine.
//!
//! | bytes | what |
//! |---|---|
//! | 0…8 | `TAQUINCP` |
//! | 8…12 | version, little-endian as all numbers |
//! | 12…20 | checksum (XXH3) of all that follows |
//! | 20… | rows and columns, the start, the goal, bounds searched with smaller tables, nodes of the search from above, whether the search begins at the goal, partitions, finished bounds, units of the bound under way, best solution |

use super::{Finished, collection::PartitionPlan, kernel::Counts, units::SavedUnit};
use crate::{
    search::{Bound, Cost, Stats},
    tiles::{Board, Direction, Problem, Shape, pattern_db::Pattern},
};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"TAQUINCP";
/// Changes whenever the format, the roots or the counting of nodes change.
const VERSION: u32 = 2;
const HEADER: usize = 20;

/// Why a checkpoint cannot be resumed.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Not a checkpoint.
    #[error("not a checkpoint of Taquin")]
    Foreign,
    /// Written by another version.
    #[error("checkpoint version {found}, but this program reads version {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// Cut off or changed since it was written.
    #[error("the checkpoint is damaged (its checksum is wrong)")]
    Damaged,
    /// Made for another problem.
    #[error("the checkpoint is of another board: {start} to {goal}")]
    Problem {
        /// The start that it is for.
        start: Board,
        /// The goal that it is for.
        goal: Board,
    },
}

/// What is known of a proof: everything that its counts and its result depend on.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Checkpoint {
    pub(super) start: Board,
    pub(super) goal: Board,
    /// The bounds that were searched with smaller tables, before the proof.
    pub(super) before: Vec<Bound>,
    /// What the search from above, for a solution, has generated.
    pub(super) above: u64,
    /// Does the search begin at the goal?
    pub(super) is_backward: bool,
    pub(super) partitions: Vec<PartitionPlan>,
    pub(super) is_chosen: bool,
    pub(super) finished: Vec<Finished>,
    pub(super) bound: Cost,
    /// The units of the bound under way that were begun.
    pub(super) units: Vec<SavedUnit>,
    pub(super) best: Option<Vec<Direction>>,
}

impl Checkpoint {
    /// The start of its problem.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The goal of its problem.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> Cost {
        self.bound
    }

    /// What the searches before the proof counted.
    pub(in crate::tiles::optimal) fn before(&self) -> Stats {
        Stats {
            expanded: self.before.iter().map(|bound| bound.expanded).sum(),
            generated: self.before.iter().map(|bound| bound.generated).sum(),
            bounds: self.before.clone(),
            ..Stats::default()
        }
    }

    /// What the search from above has generated.
    pub(in crate::tiles::optimal) fn above(&self) -> u64 {
        self.above
    }

    /// This checkpoint after searches that counted `before`, beside one from above that generated `above` nodes.
    pub(in crate::tiles::optimal) fn beside(self, before: &Stats, above: u64) -> Self {
        Self { before: before.bounds.clone(), above, ..self }
    }

    /// The checkpoint as bytes with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Writer(Vec::new());
        let shape = self.start.shape();
        body.numbers([shape.rows() as u64, shape.cols() as u64]);
        for board in [&self.start, &self.goal] {
            body.numbers(board.cells().iter().map(|&tile| tile.into()));
        }
        body.number(self.before.len() as u64);
        for &Bound { bound, expanded, generated } in &self.before {
            body.numbers([bound.into(), expanded, generated]);
        }
        body.numbers([self.above, self.is_backward.into()]);
        body.number(self.partitions.len() as u64);
        for partition in &self.partitions {
            body.numbers([partition.view as u64, partition.patterns.len() as u64]);
            for pattern in &partition.patterns {
                let shape = pattern.shape();
                let parts = [shape.rows(), shape.cols(), pattern.blank()].map(|number| number as u64);
                body.numbers(parts.into_iter().chain([pattern.tiles().into()]));
            }
        }
        body.numbers([self.is_chosen.into(), self.finished.len() as u64]);
        for round in &self.finished {
            body.numbers([round.bound.into(), round.is_chosen.into()]);
            body.counts(round.counts);
        }
        body.numbers([self.bound.into(), self.units.len() as u64]);
        for SavedUnit { number, counts, open } in &self.units {
            body.number((*number).into());
            body.counts(*counts);
            body.number(open.len() as u64);
            open.iter().for_each(|trail| body.directions(trail));
        }
        body.number(self.best.is_some().into());
        body.directions(self.best.as_deref().unwrap_or_default());
        let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &xxh3_64(&body.0).to_le_bytes()].concat();
        bytes.extend(body.0);
        bytes
    }

    /// Reads what [`Checkpoint::to_bytes`] wrote.
    ///
    /// # Errors
    /// A [`CheckpointError`] if the bytes are not a checkpoint, are of another version, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        if bytes.len() < HEADER || bytes[..8] != *MAGIC {
            return Err(CheckpointError::Foreign);
        }
        let found = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]);
        if found != VERSION {
            return Err(CheckpointError::Version { found });
        }
        let (header, body) = bytes.split_at(HEADER);
        if header[12..] != xxh3_64(body).to_le_bytes() {
            return Err(CheckpointError::Damaged);
        }
        Reader(body).checkpoint().ok_or(CheckpointError::Damaged)
    }

    /// Is it of this problem?
    ///
    /// # Errors
    /// [`CheckpointError::Problem`] if it is of another one.
    pub fn check(&self, problem: &Problem) -> Result<(), CheckpointError> {
        if self.start == *problem.start() && self.goal == *problem.goal() {
            return Ok(());
        }
        Err(CheckpointError::Problem { start: self.start.clone(), goal: self.goal.clone() })
    }
}

/// Numbers with seven bits in a byte, the lowest first; all but the last byte have the eighth bit set.
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    fn directions(&mut self, directions: &[Direction]) {
        self.number(directions.len() as u64);
        self.numbers(directions.iter().map(|&direction| direction as u64));
    }

    fn counts(&mut self, counts: Counts) {
        self.numbers([counts.expanded, counts.generated, counts.looked_up]);
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        self.number()?.try_into().ok()
    }

    /// A list after its length; no more is reserved than can be there.
    fn list<T>(&mut self, length: usize, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::with_capacity(length.min(self.0.len()));
        for _ in 0..length {
            items.push(item(self)?);
        }
        Some(items)
    }

    fn counts(&mut self) -> Option<Counts> {
        Some(Counts { expanded: self.number()?, generated: self.number()?, looked_up: self.number()? })
    }

    fn directions(&mut self) -> Option<Vec<Direction>> {
        let length = self.small()?;
        self.list(length, |reader| Direction::ALL.get(reader.small::<usize>()?).copied())
    }

    fn board(&mut self, shape: Shape) -> Option<Board> {
        let cells: Vec<u16> = self.list(shape.cells(), Self::small)?;
        Board::new(shape, &cells).ok()
    }

    fn partition(&mut self) -> Option<PartitionPlan> {
        let (view, count) = (self.small()?, self.small()?);
        let patterns = self.list(count, |reader| {
            let shape = Shape::new(reader.small()?, reader.small()?).ok()?;
            Pattern::new(shape, reader.small()?, reader.small()?)
        })?;
        Some(PartitionPlan { patterns, view })
    }

    fn checkpoint(mut self) -> Option<Checkpoint> {
        let shape = Shape::new(self.small()?, self.small()?).ok()?;
        let (start, goal) = (self.board(shape)?, self.board(shape)?);
        let count = self.small()?;
        let before = self.list(count, |reader| {
            Some(Bound { bound: reader.small()?, expanded: reader.number()?, generated: reader.number()? })
        })?;
        let (above, is_backward, count) = (self.number()?, self.number()? == 1, self.small()?);
        let partitions = self.list(count, Self::partition)?;
        let (is_chosen, count) = (self.number()? == 1, self.small()?);
        let finished = self.list(count, |reader| {
            let (bound, is_chosen) = (reader.small()?, reader.number()? == 1);
            Some(Finished { bound, counts: reader.counts()?, is_chosen })
        })?;
        let (bound, count) = (self.small()?, self.small()?);
        let units = self.list(count, |reader| {
            let (number, counts, count) = (reader.small()?, reader.counts()?, reader.small()?);
            Some(SavedUnit { number, counts, open: reader.list(count, Self::directions)? })
        })?;
        let (has_best, moves) = (self.number()? == 1, self.directions()?);
        let best = has_best.then_some(moves);
        let checkpoint =
            Checkpoint { start, goal, before, above, is_backward, partitions, is_chosen, finished, bound, units, best };
        self.0.is_empty().then_some(checkpoint)
    }
}
