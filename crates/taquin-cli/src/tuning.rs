//! The options that tune a search, shared by all commands that search tile boards.

use crate::{args, output};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use taquin::{
    search::rank::Decimal,
    tiles::{Algorithm, HeuristicName, Options, SolveError, optimal::Resources, pattern_db::Store},
};

/// Heuristic and weights of a search.
#[derive(clap::Args)]
pub(crate) struct Tuning {
    /// The heuristic that guides the search
    #[arg(long, value_name = "NAME", default_value = HeuristicName::default().name(), value_parser = heuristic())]
    heuristic: HeuristicName,

    /// The weight of weighted-astar (at least 1) and dynamic-astar (at least 0), with at most three decimals
    #[arg(long, value_name = "X", default_value_t = Options::default().epsilon, allow_negative_numbers = true)]
    epsilon: Decimal,

    /// The solution length that dynamic-astar expects
    #[arg(long, value_name = "N", default_value_t = Options::default().anticipated)]
    anticipated: u32,

    /// The weight that alpha-star gives to nodes that continue from where it last went deeper (at least -1)
    #[arg(long, value_name = "X", default_value_t = Options::default().lambda, allow_negative_numbers = true)]
    lambda: Decimal,

    /// The weight that alpha-star gives to all other nodes (at least --lambda)
    #[arg(long, value_name = "X", default_value_t = Options::default().big_lambda, allow_negative_numbers = true)]
    big_lambda: Decimal,

    /// Search even where the board is too large for the algorithm
    #[arg(long)]
    force: bool,
}

impl Tuning {
    /// The options for an algorithm.
    pub(crate) fn options(&self, algorithm: Algorithm, memory_limit: u64) -> Options {
        Options {
            algorithm,
            heuristic: self.heuristic,
            epsilon: self.epsilon,
            anticipated: self.anticipated,
            lambda: self.lambda,
            big_lambda: self.big_lambda,
            memory_limit,
            force: self.force,
            resources: Resources::new(Store::of_user()),
            threads: args::threads(None),
            ..Options::default()
        }
    }
}

/// Algorithms by name, so that the help and the completions know them all.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}

fn heuristic() -> impl TypedValueParser<Value = HeuristicName> {
    PossibleValuesParser::new(HeuristicName::ALL.map(HeuristicName::name)).try_map(|name| name.parse::<HeuristicName>())
}

/// Warns of table files that were refused or could not be written, each once; tables were built all the same.
pub(crate) fn warn_of_tables(options: &Options) {
    for error in options.resources.store().take_errors() {
        output::warn(error);
    }
}

/// The error, with the option that overrides it where one does.
pub(crate) fn explain(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::TooLarge { .. } => anyhow::anyhow!("{error}, or --force to try it all the same"),
        _ => error.into(),
    }
}
