//! All shortest solutions of puzzles, or how many there are, printed as they are found.

use super::{
    answer::{self, BlockAnswer, Found, Listed},
    solve::Args,
    source::Sourced,
};
use crate::{
    answer::{Answer, Verdict},
    listing::{self, Wanted},
    outcome::Outcome,
    output::Output,
};
use anyhow::{Context, Result};
use std::time::Instant;
use taquin::{
    blocks::{AllSolutions, Move, Options},
    search::{Cost, Search},
};

/// What is asked about the solutions of a puzzle.
#[derive(clap::Args)]
pub(super) struct ListingArgs {
    /// Print all shortest solutions, or the first LIMIT of them
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["count_solutions", "steps", "disk", "algorithm"])]
    all: Option<Option<u64>>,

    /// Print how many shortest solutions there are
    #[arg(long, conflicts_with_all = ["steps", "disk", "algorithm"])]
    count_solutions: bool,

    /// With --all or --count-solutions: also solutions that cost up to K more
    #[arg(long, value_name = "K", default_value_t = 0)]
    beyond: Cost,
}

impl ListingArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        self.all.is_some() || self.count_solutions
    }

    /// Refuses what does not go together, before the first puzzle.
    pub(super) fn check(&self) -> Result<()> {
        anyhow::ensure!(self.beyond == 0 || self.is_asked_for(), "--beyond needs --all or --count-solutions");
        Ok(())
    }

    fn wanted(&self, args: &Args) -> Wanted {
        let limit = self.all.map(|limit| limit.unwrap_or(u64::MAX));
        Wanted { limit, time_limit: args.limits.time_limit, quiet: args.quiet }
    }
}

/// Lists the solutions of a puzzle.
pub(super) fn list(sourced: Sourced, args: &Args, options: &Options, output: &Output) -> Result<Outcome> {
    let Sourced { name, puzzle } = sourced;
    let began = Instant::now();
    let search = puzzle.and_then(|puzzle| {
        let search = AllSolutions::new(&puzzle, options, args.listing.beyond).with_context(|| name.clone())?;
        Ok((puzzle, search))
    });
    let (puzzle, search) = match search {
        Ok((puzzle, search)) if args.listing.count_solutions => (puzzle, search.counting()),
        Ok(found) => found,
        Err(error) => {
            let answer =
                BlockAnswer::new(name, args, options.memory_limit, None, Found::unsearched(Verdict::Error(error)));
            answer.conclude(args, output)?;
            return Ok(answer.outcome());
        }
    };
    let print = |moves: &Vec<Move>, number| answer::list(&name, &puzzle, moves, number, args, &mut *output.writer());
    let mut ended = listing::run(search, &args.listing.wanted(args), output, print)?;
    let stats = ended.search.stats().clone();
    let first = ended.search.solution().map(<[Move]>::to_vec);
    let verdict = ended.verdict(first, || Verdict::NoSolution(answer::proof(&stats)));
    let is_proven = matches!(verdict, Verdict::Solved(_));
    let found = Answer { verdict, is_proven, stats, seconds: began.elapsed().as_secs_f64() };
    let mut answer = BlockAnswer::new(name, args, options.memory_limit, Some(puzzle), found);
    let (is_counting, count, printed) = (args.listing.count_solutions, ended.search.count(), u128::from(ended.printed));
    answer.listed = Some(Listed {
        counts: ended.search.counts().to_vec(),
        listed: if is_counting { count } else { printed },
        is_complete: ended.is_exhausted && (is_counting || printed == count),
        is_counting,
    });
    answer.conclude(args, output)?;
    Ok(answer.outcome())
}
