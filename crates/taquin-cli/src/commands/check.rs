//! `taquin check`: solvability, lower bounds and misplaced tiles of boards, without a search.

mod labelled;

use crate::{
    input::{self, Goal as AskedGoal, Sources},
    interrupt,
    outcome::Outcome,
    output::{self, Output, count},
};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::io::{self, Write};
use taquin::{
    search::Cost,
    tiles::{
        Algorithm, Board, HeuristicName, Options, Problem, ProblemError, Shape,
        labels::AnyBoard,
        optimal::Resources,
        pattern_db::Store,
        solver::{self, LowerBound},
    },
};

/// Check whether boards can be solved, without a search
///
/// For each board: whether it can be solved (and if not, why, and which two tiles to exchange), the lower bound of every
/// heuristic, and how many tiles are out of place.
#[derive(clap::Args)]
#[command(after_help = "Example: this one cannot be solved\n  taquin check \"1 2 3/4 5 6/8 7 0\"")]
pub(crate) struct Args {
    #[command(flatten)]
    sources: Sources,

    /// The goal: a board (* is a free cell) or a file, or one in which tiles look alike: rows, columns, fringe or grids
    /// [default: 1, 2, 3, … and the blanks last]
    #[arg(long, value_name = "BOARD", value_parser = input::goal)]
    goal: Option<AskedGoal>,

    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let mut outcome = Outcome::Done;
    let is_ordinary = args.goal.as_ref().is_none_or(|goal| goal.ordinary().is_some());
    let mut goals = GoalCache { goal: args.goal.as_ref().and_then(AskedGoal::ordinary).cloned(), recent: Vec::new() };
    for board in args.sources.read(&output)? {
        let report = match &board {
            Ok(AnyBoard::Ordinary(board)) if is_ordinary => goals.for_shape(board.shape()).check(board),
            Ok(board) => {
                let report = labelled::check(board, args.goal.as_ref());
                outcome = outcome.max(report.outcome());
                let printed = if args.json { output.json(&report) } else { report.print(&output) };
                printed?;
                continue;
            }
            Err(error) => Report::error(format!("{error:#}")),
        };
        outcome = outcome.max(report.outcome());
        if args.json {
            output.json(&report)?;
        } else {
            report.print(&output)?;
        }
    }
    output.flush()?;
    Ok(interrupt::outcome(outcome))
}

/// The goals of the last few sizes with their tables, so that streams of boards are fast in bounded memory.
struct GoalCache {
    /// The goal of all boards; `None` for the default goal of each size.
    goal: Option<Board>,
    /// Most recent first.
    recent: Vec<Goal>,
}

impl GoalCache {
    /// Sizes that can be mixed in a stream without computing anything twice.
    const CAPACITY: usize = 8;

    /// The goal for boards of this shape.
    fn for_shape(&mut self, shape: Shape) -> &Goal {
        let shape = self.goal.as_ref().map_or(shape, Board::shape);
        match self.recent.iter().position(|goal| goal.goal.shape() == shape) {
            Some(found) => self.recent[..=found].rotate_right(1),
            None => {
                self.recent.truncate(Self::CAPACITY - 1);
                let goal = self.goal.clone().unwrap_or_else(|| Board::solved(shape));
                self.recent.insert(0, Goal::new(goal));
            }
        }
        &self.recent[0]
    }
}

/// A goal and what is computed once for it.
struct Goal {
    goal: Board,
    text: String,
    bounds: Vec<(&'static str, LowerBound)>,
}

impl Goal {
    fn new(goal: Board) -> Self {
        // why: the maximum of the others adds nothing.
        let names = HeuristicName::ALL.into_iter().filter(|&name| name != HeuristicName::Maximum);
        let bound = |heuristic: HeuristicName| {
            let options =
                Options { heuristic, resources: Resources::new(Store::of_user()), ..Options::new(Algorithm::AStar) };
            // A heuristic that does not support this size is left out.
            Some((heuristic.name(), solver::lower_bound(&goal, &options).ok()?))
        };
        let bounds = names.filter_map(bound).collect();
        Self { text: goal.to_string(), goal, bounds }
    }

    fn check<'f>(&'f self, board: &'f Board) -> Report<'f> {
        let report = Report {
            board: Some(board),
            goal: Some(&self.text),
            rows: Some(board.shape().rows()),
            cols: Some(board.shape().cols()),
            ..Report::default()
        };
        match Problem::new(board.clone(), self.goal.clone()) {
            Ok(problem) => {
                let bounds = self.bounds.iter().map(|(name, bound)| (*name, bound(problem.start())));
                let lower_bounds = Bounds(bounds.collect());
                Report {
                    status: "solvable",
                    solvable: Some(true),
                    misplaced: Some(board.misplaced(&self.goal)),
                    lower_bound: lower_bounds.0.iter().map(|&(_, bound)| bound).max(),
                    lower_bounds: Some(lower_bounds),
                    ..report
                }
            }
            Err(error @ ProblemError::Shape { .. }) => {
                let message = format!("{}: {error}", input::quoted(&board.to_string()));
                Report { status: "error", message: Some(message), ..report }
            }
            Err(error) => Report {
                status: "unsolvable",
                solvable: Some(false),
                misplaced: Some(board.misplaced(&self.goal)),
                exchange: match error {
                    ProblemError::Parity { exchange } => Some(exchange),
                    _ => None,
                },
                message: Some(error.to_string()),
                ..report
            },
        }
    }
}

/// The result for one board; what does not apply is left out of the JSON.
#[derive(Default, Serialize)]
struct Report<'f> {
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "one_line")]
    board: Option<&'f Board>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<usize>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    misplaced: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bounds: Option<Bounds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exchange: Option<(u16, u16)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Lower bounds by name, as a JSON object.
pub(super) struct Bounds(Vec<(&'static str, Cost)>);

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, bound) in &self.0 {
            map.serialize_entry(name, bound)?;
        }
        map.end()
    }
}

fn one_line<S: Serializer>(board: &Option<&Board>, serializer: S) -> Result<S::Ok, S::Error> {
    match board {
        Some(board) => serializer.collect_str(board),
        None => serializer.serialize_none(),
    }
}

impl Report<'_> {
    fn error(message: String) -> Self {
        Self { status: "error", message: Some(message), ..Self::default() }
    }

    fn outcome(&self) -> Outcome {
        match self.solvable {
            Some(true) => Outcome::Done,
            Some(false) => Outcome::Partial,
            None => Outcome::Failed,
        }
    }

    fn print(&self, output: &Output) -> io::Result<()> {
        let (Some(board), Some(_)) = (self.board, self.solvable) else {
            output.flush()?;
            output::eprint_error(self.message.as_deref().unwrap_or_default());
            return Ok(());
        };
        let paint = output::paint();
        let (good, bad) = (paint(AnsiColor::Green.on_default().bold()), paint(AnsiColor::Yellow.on_default().bold()));
        // why text first: standard output takes it in one piece, which is quicker than by word.
        let mut text = String::with_capacity(256);
        output::draw(&mut text, board);
        let (style, verdict) = self.message.as_deref().map_or((good, "solvable"), |message| (bad, message));
        if style == Style::new() {
            text = text + verdict + "\n";
        } else {
            text += &format!("{style}{verdict}{style:#}\n");
        }
        if let (Some(most), Some(Bounds(bounds))) = (self.lower_bound, &self.lower_bounds) {
            text = text + "at least " + &count(most.into(), "move");
            for (index, &(name, bound)) in bounds.iter().enumerate() {
                text = text + if index == 0 { " (" } else { ", " } + name + " ";
                output::push_number(&mut text, bound.into());
            }
            text += ")\n";
        }
        output::push_number(&mut text, self.misplaced.unwrap_or_default() as u64);
        text = text + " of " + &count(board.shape().cells() as u64 - 1, "tile") + " out of place\n\n";
        output.writer().write_all(text.as_bytes())
    }
}
