//! The flags that tune a search, the same for every command that searches.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use taquin::{
    search::rank::Decimal,
    tiles::{
        Metric,
        optimal::Resources,
        pattern_db::Store,
        solve::{Algorithm, HeuristicName, Options, Refusal},
    },
};

/// What guides a search, and how much.
#[derive(clap::Args)]
pub(crate) struct Tuning {
    /// The lower bound that guides the search
    #[arg(long, value_name = "NAME", default_value = HeuristicName::default().name(), value_parser = heuristic())]
    heuristic: HeuristicName,

    /// The weight of weighted-astar (at least 1) and dynamic-astar (at least 0), with at most three decimals
    #[arg(long, value_name = "X", default_value = "5", allow_negative_numbers = true)]
    epsilon: Decimal,

    /// The length of a solution that dynamic-astar anticipates
    #[arg(long, value_name = "N", default_value = "100")]
    anticipated: u32,

    /// The weight that alpha-star gives to nodes that go on where it is (at least -1)
    #[arg(long, value_name = "X", default_value = "0", allow_negative_numbers = true)]
    lambda: Decimal,

    /// The weight that alpha-star gives to all other nodes (at least lambda)
    #[arg(long, value_name = "X", default_value = "5", allow_negative_numbers = true)]
    big_lambda: Decimal,

    /// Try even what is hopeless on a board of this size
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
            metric: Metric::Stm,
            force: self.force,
            resources: Resources::new(Store::of_user()),
            threads: taquin::search::parallel::available(),
            boards: 1,
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

/// A refusal, with the flag that overrides it where one does.
pub(crate) fn explain(refusal: Refusal) -> anyhow::Error {
    match refusal {
        Refusal::TooLarge { .. } => anyhow::anyhow!("{refusal}, or --force to try it all the same"),
        _ => refusal.into(),
    }
}
