//! `taquin check`: can boards be solved, and what is known about them without a search?

use crate::{
    input::{self, Sources},
    outcome::Outcome,
    output::{self, Output, count},
};
use anstyle::AnsiColor;
use anyhow::Result;
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::io::{self, Write};
use taquin::{
    search::Cost,
    tiles::{
        Board, Problem, ProblemError, Shape,
        optimal::Resources,
        pattern_db::Store,
        solve::{self, Algorithm, HeuristicName, LowerBound, Options},
    },
};

/// Tell whether boards can be solved, and what is known without a search
///
/// For each board: can it be solved (and if not, why, and which two tiles to exchange), how many moves are needed at
/// least by every heuristic, and how many tiles are out of place.
#[derive(clap::Args)]
#[command(after_help = "Example: this one cannot be solved\n  taquin check \"1 2 3/4 5 6/8 7 0\"")]
pub(crate) struct Args {
    #[command(flatten)]
    sources: Sources,

    /// The board to be reached (a board or a file) [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    goal: Option<Board>,

    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let output = Output::new();
    let mut outcome = Outcome::Done;
    let mut targets = Targets { goal: args.goal.clone(), recent: Vec::new() };
    for board in args.sources.read(&output)? {
        let finding = match &board {
            Ok(board) => targets.of(board.shape()).check(board),
            Err(error) => Finding::error(format!("{error:#}")),
        };
        outcome = outcome.max(finding.outcome());
        if args.json {
            output.json(&finding)?;
        } else {
            finding.print(&output)?;
        }
    }
    output.flush()?;
    Ok(outcome)
}

/// The goals met lately: what is computed for one is kept, so that streams of boards are fast, in bounded memory.
struct Targets {
    /// The goal asked for; none for the default one of each size.
    goal: Option<Board>,
    /// The last one first.
    recent: Vec<Target>,
}

impl Targets {
    /// How many sizes may be mixed in a stream without computing anything twice.
    const KEPT: usize = 8;

    /// The target of boards of this shape.
    fn of(&mut self, shape: Shape) -> &Target {
        let shape = self.goal.as_ref().map_or(shape, Board::shape);
        match self.recent.iter().position(|target| target.goal.shape() == shape) {
            Some(found) => self.recent[..=found].rotate_right(1),
            None => {
                self.recent.truncate(Self::KEPT - 1);
                let goal = self.goal.clone().unwrap_or_else(|| Board::solved(shape));
                self.recent.insert(0, Target::new(goal));
            }
        }
        &self.recent[0]
    }
}

/// A goal and everything that is computed once for it.
struct Target {
    goal: Board,
    text: String,
    bounds: Vec<(&'static str, LowerBound)>,
}

impl Target {
    fn new(goal: Board) -> Self {
        // why: the maximum of others says nothing new, and each bound but that is told.
        let names = HeuristicName::ALL.into_iter().filter(|&name| name != HeuristicName::Maximum);
        let bound = |heuristic: HeuristicName| {
            let options =
                Options { heuristic, resources: Resources::new(Store::of_user()), ..Options::new(Algorithm::AStar) };
            // A heuristic that does not serve boards of this size has nothing to say.
            Some((heuristic.name(), solve::lower_bound(&goal, &options).ok()?))
        };
        let bounds = names.filter_map(bound).collect();
        Self { text: goal.to_string(), goal, bounds }
    }

    fn check<'f>(&'f self, board: &'f Board) -> Finding<'f> {
        let finding = Finding {
            board: Some(board),
            goal: Some(&self.text),
            rows: Some(board.shape().rows()),
            cols: Some(board.shape().cols()),
            ..Finding::default()
        };
        match Problem::new(board.clone(), self.goal.clone()) {
            Ok(problem) => {
                let bounds = self.bounds.iter().map(|(name, bound)| (*name, bound(problem.start())));
                let lower_bounds = Bounds(bounds.collect());
                Finding {
                    status: "solvable",
                    solvable: Some(true),
                    misplaced: Some(board.misplaced(&self.goal)),
                    lower_bound: lower_bounds.0.iter().map(|&(_, bound)| bound).max(),
                    lower_bounds: Some(lower_bounds),
                    ..finding
                }
            }
            Err(error @ ProblemError::Shape { .. }) => {
                let message = format!("{}: {error}", input::quoted(&board.to_string()));
                Finding { status: "error", message: Some(message), ..finding }
            }
            Err(error) => Finding {
                status: "unsolvable",
                solvable: Some(false),
                misplaced: Some(board.misplaced(&self.goal)),
                exchange: match error {
                    ProblemError::Parity { exchange } => Some(exchange),
                    _ => None,
                },
                message: Some(error.to_string()),
                ..finding
            },
        }
    }
}

/// What `check` has to say about one board; what does not apply is left out of the JSON.
#[derive(Default, Serialize)]
struct Finding<'f> {
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
struct Bounds(Vec<(&'static str, Cost)>);

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

impl Finding<'_> {
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
            output::complain(self.message.as_deref().unwrap_or_default());
            return Ok(());
        };
        let paint = output::paint();
        let (good, bad) = (paint(AnsiColor::Green.on_default().bold()), paint(AnsiColor::Yellow.on_default().bold()));
        let mut out = output.writer();
        output::draw(&mut *out, board)?;
        match &self.message {
            Some(message) => writeln!(out, "{bad}{message}{bad:#}")?,
            None => writeln!(out, "{good}solvable{good:#}")?,
        }
        if let (Some(most), Some(Bounds(bounds))) = (self.lower_bound, &self.lower_bounds) {
            let each: Vec<String> = bounds.iter().map(|(name, bound)| format!("{name} {bound}")).collect();
            writeln!(out, "at least {} ({})", count(most.into(), "move"), each.join(", "))?;
        }
        let tiles = count(board.shape().cells() as u64 - 1, "tile");
        writeln!(out, "{} of {tiles} out of place\n", self.misplaced.unwrap_or_default())
    }
}
