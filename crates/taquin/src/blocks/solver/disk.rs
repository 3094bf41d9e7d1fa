//! The search beyond memory: layers as sorted files, duplicates removed while merging.
//!
//! Delayed duplicate detection (Korf, *Best-first frontier search with delayed duplicate detection*, 2004): a layer is expanded into sorted
//! *runs*, which are merged into the next layer; what is in the two layers before is left out, or in all of them where
//! moves are not reversible. All layers stay on disk, so that the path can be found.
//!
//! Everything is in files with speaking names (`layer-DEPTH-POSITIONS`, `run-DEPTH-NUMBER-EXPANDED`) that appear only when they
//! are complete. So a search that is killed is resumed from the names alone.

use super::{
    DiskError, Options, Pump,
    bits::Bits,
    commuting::Last,
    graph::Graph,
    movegen::Group,
    path,
    run_file::{RunReader, RunWriter, UNFINISHED},
    search::BreadthFirst,
};
use crate::{
    blocks::{Metric, Move, Puzzle},
    search::{Cost, Phase, Search, Stats, Status},
};
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// The most keys that are sorted at once: more would take longer than a second.
const RUN: usize = 1 << 22;

/// Positions that are expanded together.
const GROUP: usize = 32;

/// The file that says what is searched.
const PUZZLE: &str = "puzzle";

/// Where a disk search may write, and how much.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DiskOptions {
    /// A directory; the search makes one of its own in it, and removes that when it is done.
    pub directory: PathBuf,
    /// The most bytes to write there.
    pub limit: u64,
}

/// What a disk search takes on disk, for a progress display.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct DiskUse {
    /// Bytes in its files now.
    pub bytes: u64,
    /// The most bytes there were.
    pub peak_bytes: u64,
    /// Positions of the layer under way that are expanded.
    pub expanded: u64,
    /// Positions of the layer under way.
    pub layer: u64,
}

enum Step<K> {
    Expand {
        layer: RunReader<K>,
        buffer: Vec<K>,
    },
    Merge(Merge<K>),
    /// The positions from a goal backwards, of which the last one is so far from the start.
    Trace {
        path: Vec<K>,
        depth: usize,
    },
}

/// The runs of a layer on their way into one file.
struct Merge<K> {
    runs: Vec<RunReader<K>>,
    /// The least key of each run that has any, and which.
    heap: BinaryHeap<Reverse<(K, usize)>>,
    /// The layers that duplicates are in.
    known: Vec<RunReader<K>>,
    last: Option<K>,
    layer: RunWriter<K>,
}

/// A search in the files of one directory.
struct Files<K> {
    directory: PathBuf,
    /// Held while the search lives, so that no other one works here.
    _lock: File,
    /// The files of the layers, with the positions in each.
    layers: Vec<(PathBuf, u64)>,
    runs: Vec<PathBuf>,
    step: Step<K>,
    disk: DiskUse,
    /// The most keys of a run.
    run: usize,
}

/// A search that goes on from disk when its memory is used up.
pub(super) struct DiskSearch<B, K> {
    puzzle: Puzzle,
    metric: Metric,
    /// The search in memory, as long as that suffices.
    memory: Option<BreadthFirst<B, K>>,
    graph: Option<Graph<B, K>>,
    group: Group<B, K>,
    files: Option<Files<K>>,
    options: DiskOptions,
    memory_limit: u64,
    is_begun: bool,
    error: Option<DiskError>,
    stats: Stats,
    status: Status,
    solution: Option<Vec<Move>>,
}

impl<B: Bits, K: Bits> DiskSearch<B, K> {
    pub(super) fn new(puzzle: &Puzzle, graph: Graph<B, K>, options: &Options, disk: &DiskOptions) -> Self {
        let group = graph.movegen.group();
        let memory = BreadthFirst::new(puzzle, graph, options);
        Self {
            puzzle: puzzle.clone(),
            metric: options.metric,
            stats: memory.stats().clone(),
            memory: Some(memory),
            graph: None,
            group,
            files: None,
            options: disk.clone(),
            memory_limit: options.memory_limit,
            is_begun: false,
            error: None,
            status: Status::Paused,
            solution: None,
        }
    }

    /// The directory of this puzzle and metric.
    fn directory(&self) -> PathBuf {
        let hash = xxhash_rust::xxh3::xxh3_64(self.title().as_bytes());
        self.options.directory.join(format!("taquin-blocks-{hash:016x}"))
    }

    /// What is searched, as the file `puzzle` says it.
    fn title(&self) -> String {
        format!("taquin block search 1\nmetric: {}\n{}", self.metric, self.puzzle)
    }

    /// Works for about `budget` positions; returns what is left of the budget.
    fn work(&mut self, budget: u64) -> Result<u64, DiskError> {
        if !self.is_begun {
            self.is_begun = true;
            if self.directory().join(PUZZLE).exists() && self.resume()? {
                return Ok(budget);
            }
        }
        if let Some(memory) = &mut self.memory {
            let before = memory.stats().generated;
            match memory.run(budget) {
                Status::Full => self.go_on_disk()?,
                status => {
                    (self.status, self.stats) = (status, memory.stats().clone());
                    self.solution = memory.solution().map(<[_]>::to_vec);
                }
            }
            let generated = self.memory.as_ref().map_or(1, |memory| memory.stats().generated - before);
            return Ok(budget.saturating_sub(generated.max(1)));
        }
        let (Some(graph), Some(files)) = (&self.graph, &mut self.files) else { return Ok(0) };
        let left = match &mut files.step {
            Step::Expand { .. } => files.expand(graph, &mut self.group, &mut self.stats, budget)?,
            Step::Merge(_) => files.merge(&mut self.stats, budget)?,
            Step::Trace { .. } => {
                files.trace(graph, &mut self.group)?;
                budget
            }
        };
        if files.disk.bytes > self.options.limit {
            return Err(DiskError::Limit { limit: self.options.limit });
        }
        match &files.step {
            Step::Trace { path, depth: 0 } => {
                let forwards: Vec<K> = path.iter().rev().skip(1).copied().collect();
                self.stats.lower_bound = forwards.len() as Cost;
                self.solution = Some(path::moves(graph, &self.puzzle, &forwards));
                self.status = Status::Solved;
            }
            Step::Expand { .. } if files.layers.last().is_some_and(|layer| layer.1 == 0) => {
                self.status = Status::Exhausted;
            }
            _ => {}
        }
        if self.status != Status::Paused {
            self.remove()?;
        }
        Ok(left)
    }

    /// Memory is used up: writes all layers to disk and goes on from there.
    fn go_on_disk(&mut self) -> Result<(), DiskError> {
        let Some(memory) = self.memory.take() else { return Ok(()) };
        self.stats = memory.stats().clone();
        let (graph, layers) = memory.into_layers();
        self.graph = Some(graph);
        let directory = self.directory();
        fs::create_dir_all(&directory).map_err(|error| DiskError::at(&directory, &error))?;
        let lock = lock(&directory)?;
        clear(&directory)?;
        let mut written = Vec::new();
        let mut bytes = 0;
        for (depth, mut keys) in layers.enumerate() {
            keys.sort_unstable();
            let (path, size) = write_sorted(&directory, &keys, |count| format!("layer-{depth:05}-{count}"))?;
            written.push((path, keys.len() as u64));
            bytes += size;
        }
        let title = directory.join(PUZZLE);
        fs::write(&title, self.title()).map_err(|error| DiskError::at(&title, &error))?;
        self.begin(directory, lock, written, Vec::new(), 0, bytes)
    }

    /// Goes on with what an earlier search left; `false` if that is not much.
    fn resume(&mut self) -> Result<bool, DiskError> {
        let directory = self.directory();
        let lock = lock(&directory)?;
        let title = directory.join(PUZZLE);
        let found = fs::read_to_string(&title).map_err(|error| DiskError::at(&title, &error))?;
        if found != self.title() {
            return Err(DiskError::Foreign { directory });
        }
        let (mut layers, mut runs, mut bytes) = (Vec::new(), Vec::new(), 0);
        let entries = fs::read_dir(&directory).map_err(|error| DiskError::at(&directory, &error))?;
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let numbers: Vec<u64> = name.split('-').filter_map(|part| part.parse().ok()).collect();
            match (name.split('-').next(), &*numbers) {
                (Some("layer"), &[depth, count]) => layers.push((depth, entry.path(), count)),
                (Some("run"), &[depth, number, expanded]) => runs.push((depth, number, expanded, entry.path())),
                _ => continue,
            }
            bytes += entry.metadata().map_or(0, |metadata| metadata.len());
        }
        layers.sort_unstable();
        runs.sort_unstable();
        let is_whole = (0..).zip(&layers).all(|(depth, layer)| layer.0 == depth);
        let Some(depth) = layers.last().map(|layer| layer.0).filter(|_| is_whole) else {
            return Err(DiskError::Foreign { directory });
        };
        // Runs of a layer that is complete are of no use any more, and those after a gap were written for nothing.
        let mut kept = Vec::new();
        for (of, number, expanded, path) in runs {
            if of == depth && number == kept.len() as u64 {
                kept.push((path, expanded));
            } else {
                fs::remove_file(&path).map_err(|error| DiskError::at(&path, &error))?;
            }
        }
        let Some(memory) = self.memory.take() else { return Ok(false) };
        self.graph = Some(memory.into_layers().0);
        let layers = layers.into_iter().map(|(_, path, count)| (path, count)).collect();
        let expanded = kept.last().map_or(0, |run| run.1);
        let runs = kept.into_iter().map(|run| run.0).collect();
        self.begin(directory, lock, layers, runs, expanded, bytes)?;
        Ok(true)
    }

    /// Begins to expand the last layer, from this position on.
    fn begin(
        &mut self,
        directory: PathBuf,
        lock: File,
        layers: Vec<(PathBuf, u64)>,
        runs: Vec<PathBuf>,
        expanded: u64,
        bytes: u64,
    ) -> Result<(), DiskError> {
        let step = expand_step(&layers, expanded)?;
        let depth = (layers.len() - 1) as Cost;
        self.stats.stored = layers.iter().map(|layer| layer.1).sum();
        self.stats.lower_bound = self.stats.lower_bound.max(depth + 1);
        self.stats.phase = Phase::Searching { depth };
        let run = usize::try_from(self.memory_limit / 2).unwrap_or(usize::MAX) / size_of::<K>();
        let layer = layers.last().map_or(0, |layer| layer.1);
        let disk = DiskUse { bytes, peak_bytes: bytes, expanded, layer };
        self.files = Some(Files { directory, _lock: lock, layers, runs, step, disk, run: run.clamp(1 << 8, RUN) });
        Ok(())
    }

    /// Removes all that was written.
    fn remove(&mut self) -> Result<(), DiskError> {
        if let Some(files) = &mut self.files {
            files.disk.bytes = 0;
            // why first: without it, what is left by a search that is killed now is not taken for one to be resumed.
            let title = files.directory.join(PUZZLE);
            fs::remove_file(&title).map_err(|error| DiskError::at(&title, &error))?;
            fs::remove_dir_all(&files.directory).map_err(|error| DiskError::at(&files.directory, &error))?;
        }
        Ok(())
    }
}

/// Removes what a search left that was killed before its layers were complete, or while it removed them.
fn clear(directory: &Path) -> Result<(), DiskError> {
    let entries = fs::read_dir(directory).map_err(|error| DiskError::at(directory, &error))?;
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("layer-") || name.starts_with("run-") {
            fs::remove_file(&path).map_err(|error| DiskError::at(&path, &error))?;
        }
    }
    Ok(())
}

/// Opens the last layer, to be expanded from this position on.
fn expand_step<K: Bits>(layers: &[(PathBuf, u64)], expanded: u64) -> Result<Step<K>, DiskError> {
    let Some((path, _)) = layers.last() else { return Err(DiskError::NoParent) };
    let open = || {
        let mut layer = RunReader::open(path)?;
        while layer.read < expanded && layer.pop()?.is_some() {}
        Ok(layer)
    };
    let layer = open().map_err(|error| DiskError::at(path, &error))?;
    Ok(Step::Expand { layer, buffer: Vec::new() })
}

/// Sees to it that no other search works in a directory, as long as the file is open.
fn lock(directory: &Path) -> Result<File, DiskError> {
    let path = directory.join("lock");
    let file = File::create(&path).map_err(|error| DiskError::at(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(DiskError::Busy { directory: directory.to_owned() }),
        Err(fs::TryLockError::Error(error)) => Err(DiskError::at(&path, &error)),
    }
}

/// Writes sorted keys, each once, to a file; returns its name and size.
fn write_sorted<K: Bits>(
    directory: &Path,
    keys: &[K],
    name: impl Fn(u64) -> String,
) -> Result<(PathBuf, u64), DiskError> {
    let write = || {
        let mut file = RunWriter::create(directory)?;
        keys.iter().try_for_each(|&key| file.push(key))?;
        let (path, bytes) = (directory.join(name(file.count)), file.bytes);
        file.finish(&path)?;
        Ok((path, bytes))
    };
    write().map_err(|error| DiskError::at(&directory.join(UNFINISHED), &error))
}

impl<K: Bits> Files<K> {
    fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    fn grow(&mut self, bytes: u64) {
        self.disk.bytes += bytes;
        self.disk.peak_bytes = self.disk.peak_bytes.max(self.disk.bytes);
    }

    /// Expands positions of the last layer; returns what is left of the budget.
    fn expand<B: Bits>(
        &mut self,
        graph: &Graph<B, K>,
        group: &mut Group<B, K>,
        stats: &mut Stats,
        budget: u64,
    ) -> Result<u64, DiskError> {
        let depth = self.depth();
        let Step::Expand { layer, buffer } = &mut self.step else { return Ok(budget) };
        let (mut left, mut goal) = (budget, None);
        while left > 0 && goal.is_none() && buffer.len() < self.run && layer.next.is_some() {
            let mut positions = Vec::with_capacity(GROUP);
            while positions.len() < GROUP
                && let Some(key) = layer.pop().map_err(|error| DiskError::at(&self.layers[depth].0, &error))?
            {
                positions.push((key, Last::default()));
            }
            let before = buffer.len();
            graph.successors(group, &positions, |key, _| {
                goal = goal.or(graph.is_goal(key).then_some(key));
                buffer.push(key);
            });
            stats.expanded += positions.len() as u64;
            stats.generated += (buffer.len() - before) as u64;
            left = left.saturating_sub((buffer.len() - before).max(1) as u64);
        }
        self.disk.expanded = layer.read;
        if let Some(goal) = goal {
            self.step = Step::Trace { path: vec![goal], depth: depth + 1 };
            return Ok(left);
        }
        let is_done = layer.next.is_none();
        if buffer.len() >= self.run || is_done && !buffer.is_empty() {
            buffer.sort_unstable();
            buffer.dedup();
            let (number, expanded) = (self.runs.len(), layer.read);
            let name = |_| format!("run-{depth}-{number}-{expanded}");
            let (path, bytes) = write_sorted(&self.directory, buffer, name)?;
            buffer.clear();
            self.runs.push(path);
            self.grow(bytes);
        }
        if is_done {
            self.step = Step::Merge(self.begin_merge(!graph.encoding().is_reversible())?);
        }
        Ok(left)
    }

    fn begin_merge(&self, compares_all: bool) -> Result<Merge<K>, DiskError> {
        let open = |path: &PathBuf| RunReader::open(path).map_err(|error| DiskError::at(path, &error));
        let first = if compares_all { 0 } else { self.depth().saturating_sub(1) };
        let runs: Vec<RunReader<K>> = self.runs.iter().map(open).collect::<Result<_, _>>()?;
        let least = runs.iter().enumerate().filter_map(|(index, run)| Some(Reverse((run.next?, index))));
        let unfinished = self.directory.join(UNFINISHED);
        Ok(Merge {
            heap: least.collect(),
            known: self.layers[first..].iter().map(|layer| open(&layer.0)).collect::<Result<_, _>>()?,
            runs,
            last: None,
            layer: RunWriter::create(&self.directory).map_err(|error| DiskError::at(&unfinished, &error))?,
        })
    }

    /// Merges runs into the next layer; returns what is left of the budget.
    fn merge(&mut self, stats: &mut Stats, budget: u64) -> Result<u64, DiskError> {
        let Step::Merge(merge) = &mut self.step else { return Ok(budget) };
        let before = merge.layer.bytes;
        let mut left = budget;
        let merged = merge.some(&mut left);
        let written = merge.layer.bytes - before;
        merged.map_err(|error| DiskError::at(&self.directory, &error))?;
        let is_done = merge.heap.is_empty();
        self.grow(written);
        if is_done {
            self.next_layer(stats)?;
        }
        Ok(left)
    }

    /// All runs are merged: goes on with the new layer, which may be empty.
    fn next_layer(&mut self, stats: &mut Stats) -> Result<(), DiskError> {
        let depth = self.layers.len();
        let empty = Step::Trace { path: Vec::new(), depth };
        let Step::Merge(merge) = std::mem::replace(&mut self.step, empty) else { return Ok(()) };
        let count = merge.layer.count;
        let path = self.directory.join(format!("layer-{depth:05}-{count}"));
        merge.layer.finish(&path).map_err(|error| DiskError::at(&path, &error))?;
        self.layers.push((path, count));
        for run in self.runs.drain(..) {
            self.disk.bytes -= fs::metadata(&run).map_or(0, |run| run.len()).min(self.disk.bytes);
            fs::remove_file(&run).map_err(|error| DiskError::at(&run, &error))?;
        }
        stats.stored += count;
        stats.lower_bound = depth as Cost + 1;
        stats.phase = Phase::Searching { depth: depth as Cost };
        (self.disk.expanded, self.disk.layer) = (0, count);
        self.step = expand_step(&self.layers, 0)?;
        Ok(())
    }

    /// Finds the parent of the last position of the path, in the layer before it.
    fn trace<B: Bits>(&mut self, graph: &Graph<B, K>, group: &mut Group<B, K>) -> Result<(), DiskError> {
        let Step::Trace { path, depth } = &mut self.step else { return Ok(()) };
        let Some(&child) = path.last() else { return Err(DiskError::NoParent) };
        *depth -= 1;
        let file = &self.layers[*depth].0;
        let mut find = || {
            let mut layer = RunReader::open(file)?;
            if graph.encoding().is_reversible() {
                let mut neighbours = graph.neighbours(group, child);
                neighbours.sort_unstable();
                for key in neighbours {
                    if layer.skip_to(key)? {
                        return Ok(Some(key));
                    }
                }
                return Ok(None);
            }
            while let Some(key) = layer.pop()? {
                if graph.neighbours(group, key).contains(&child) {
                    return Ok(Some(key));
                }
            }
            Ok(None)
        };
        let parent = find().map_err(|error: io::Error| DiskError::at(file, &error))?;
        path.push(parent.ok_or(DiskError::NoParent)?);
        Ok(())
    }
}

impl<K: Bits> Merge<K> {
    /// Goes on for as long as the budget allows.
    fn some(&mut self, left: &mut u64) -> io::Result<()> {
        while *left > 0
            && let Some(Reverse((key, index))) = self.heap.pop()
        {
            *left -= 1;
            let run = &mut self.runs[index];
            run.pop()?;
            self.heap.extend(run.next.map(|next| Reverse((next, index))));
            if self.last.replace(key) == Some(key) {
                continue;
            }
            let mut is_known = false;
            for layer in &mut self.known {
                is_known |= layer.skip_to(key)?;
            }
            if !is_known {
                self.layer.push(key)?;
            }
        }
        Ok(())
    }
}

impl<B: Bits, K: Bits> Pump for DiskSearch<B, K> {
    fn frontier(&self) -> u64 {
        let on_disk = self.files.as_ref().map(|files| files.disk.layer);
        on_disk.or(self.memory.as_ref().map(Pump::frontier)).unwrap_or(0)
    }

    fn disk(&self) -> Option<DiskUse> {
        self.files.as_ref().map(|files| files.disk)
    }

    fn disk_error(&self) -> Option<&DiskError> {
        self.error.as_ref()
    }
}

impl<B: Bits, K: Bits> Search for DiskSearch<B, K> {
    type Move = Move;

    fn run(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Paused && left > 0 {
            match self.work(left) {
                Ok(rest) => left = rest.min(left - 1),
                Err(error) => {
                    if let Some(files) = &self.files {
                        // why: it may be what filled the disk. If it cannot be removed, that changes nothing.
                        _ = fs::remove_file(files.directory.join(UNFINISHED));
                    }
                    self.error = Some(error);
                    // why: what was found is found, even if its files cannot be removed.
                    self.status = if self.solution.is_some() { Status::Solved } else { Status::Full };
                }
            }
        }
        self.status
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self) -> Option<&[Move]> {
        self.solution.as_deref()
    }
}
