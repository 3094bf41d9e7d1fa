//! All shortest solutions of boards, or how many there are, printed as they are found.

use super::{
    Args,
    answer::{Length, Listed, TileAnswer},
};
use crate::{
    answer::{Answer, Verdict},
    input,
    listing::{self, Wanted},
    outcome::Outcome,
    output::Output,
    tuning,
};
use anyhow::{Result, anyhow, ensure};
use std::time::Instant;
use taquin::{
    search::{Cost, Search, Stats},
    tiles::{Algorithm, AllSolutions, Board, Moves, Options, Problem, ProblemError, labels::AnyBoard},
};

/// What is asked about the solutions of a board.
#[derive(clap::Args)]
pub(super) struct ListingArgs {
    /// Print all shortest solutions, or the first LIMIT of them (optimal and auto)
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["count_solutions", "explain", "show", "checkpoint", "picture"])]
    all: Option<Option<u64>>,

    /// Print how many shortest solutions there are (optimal and auto)
    #[arg(long, conflicts_with_all = ["explain", "show", "checkpoint", "picture"])]
    count_solutions: bool,

    /// With --all or --count-solutions: also solutions that are up to K moves longer
    #[arg(long, value_name = "K", default_value_t = 0)]
    beyond: Cost,
}

impl ListingArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        self.all.is_some() || self.count_solutions
    }

    /// Refuses what does not go together, before the first board.
    pub(super) fn check(&self, algorithm: Algorithm) -> Result<()> {
        let is_alone = self.beyond == 0 || self.is_asked_for();
        ensure!(is_alone, "--beyond needs --all or --count-solutions");
        let can_list = matches!(algorithm, Algorithm::Optimal | Algorithm::Auto) || !self.is_asked_for();
        ensure!(can_list, "--all and --count-solutions need --algorithm optimal or auto, not {algorithm}");
        Ok(())
    }

    fn wanted(&self, args: &Args) -> Wanted {
        let limit = self.all.map(|limit| limit.unwrap_or(u64::MAX));
        Wanted { limit, time_limit: args.limits.time_limit, quiet: args.quiet }
    }
}

/// Lists the solutions of all boards, one board after the other.
pub(super) fn run(args: &Args, options: &Options, output: &Output) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    for (number, board) in args.sources.read(output)?.enumerate() {
        let options = Options { expected_boards: number + 1, ..options.clone() };
        let one = match board {
            Ok(board) => match ordinary(&board, args) {
                Some((board, goal)) => list(board, goal, args, &options, output)?,
                None => {
                    let error = anyhow!("--all and --count-solutions need one gap and tiles that all differ");
                    print(&TileAnswer::error(error.context(input::quoted(&board.to_string()))), args, output)?
                }
            },
            Err(error) => print(&TileAnswer::error(error), args, output)?,
        };
        output.flush()?;
        tuning::warn_of_tables(&options);
        outcome = outcome.max(one);
    }
    Ok(outcome)
}

fn print(answer: &TileAnswer, args: &Args, output: &Output) -> Result<Outcome> {
    answer.print(args, output)?;
    Ok(answer.outcome())
}

/// A board and its goal, unless tiles look alike or there are several gaps.
fn ordinary<'b>(board: &'b AnyBoard, args: &Args) -> Option<(&'b Board, Board)> {
    match board {
        AnyBoard::Ordinary(board) => Some((board, input::ordinary_goal(board, args.goal.as_ref())?)),
        _ => None,
    }
}

fn list(board: &Board, goal: Board, args: &Args, options: &Options, output: &Output) -> Result<Outcome> {
    let mut answer = TileAnswer::new(board.clone(), goal.clone(), options);
    let problem = match Problem::new(board.clone(), goal) {
        Ok(problem) => problem,
        Err(error @ ProblemError::Shape { .. }) => {
            let error = anyhow!(error).context(input::quoted(&board.to_string()));
            return print(&answer.unsearched(Verdict::Error(error)), args, output);
        }
        Err(error) => return print(&answer.unsearched(Verdict::NoSolution(error)), args, output),
    };
    let began = Instant::now();
    let search = match AllSolutions::new(&problem, options, args.listing.beyond) {
        Ok(search) if args.listing.count_solutions => search.counting(),
        Ok(search) => search,
        Err(error) => return print(&answer.unsearched(Verdict::Error(tuning::explain(error))), args, output),
    };
    let print = |moves: &Moves, number| answer.list(args, number, moves, &mut *output.writer());
    let mut ended = listing::run(search, &args.listing.wanted(args), output, print)?;
    let count = ended.search.count();
    let first: Option<Moves> = ended.search.solution().filter(|_| count > 0).map(Into::into);
    let length = first.as_ref().map(Length::from);
    // A prediction is about the fewest moves only.
    let stats = Stats { predicted: None, ..ended.search.stats().clone() };
    let verdict = ended.verdict(length, Verdict::unsolved);
    answer.found = Answer { verdict, is_proven: length.is_some(), stats, seconds: began.elapsed().as_secs_f64() };
    let is_counting = args.listing.count_solutions;
    let listed = Listed {
        first,
        counts: ended.search.counts().to_vec(),
        listed: if is_counting { count } else { ended.printed },
        is_complete: ended.is_exhausted && (is_counting || ended.printed == count),
        is_counting,
    };
    answer.conclude_list(args, listed, &mut *output.writer())?;
    Ok(answer.outcome())
}
