//! The parameters of the algorithms as data, so that every face can ask for them and check them.

use super::Algorithm;

/// A parameter of an algorithm: its name, what it may be, and what it is by default.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Parameter {
    /// Its name on the command line and in JSON.
    pub name: &'static str,
    /// How many decimals it may have: none for a whole number.
    pub decimals: u8,
    /// What it is if nothing is said.
    pub default: i16,
    /// The least that it may be.
    pub min: i16,
    /// The most that it may be.
    pub max: u32,
    /// The parameter that it must not be below, besides `min`.
    pub at_least: Option<&'static str>,
}

/// What a number with decimals may be at most.
const MAX_DECIMAL: u32 = 1_000_000;

/// ε of weighted A\*.
pub(super) const EPSILON: Parameter =
    Parameter { name: "epsilon", decimals: 3, default: 5, min: 1, max: MAX_DECIMAL, at_least: None };
/// ε of dynamic weighting, which adds to one instead of multiplying.
const DYNAMIC_EPSILON: Parameter = Parameter { min: 0, ..EPSILON };
pub(super) const ANTICIPATED: Parameter =
    Parameter { name: "anticipated", decimals: 0, default: 100, min: 1, max: u32::MAX, at_least: None };
pub(super) const LAMBDA: Parameter =
    Parameter { name: "lambda", decimals: 3, default: 0, min: -1, max: MAX_DECIMAL, at_least: None };
pub(super) const BIG_LAMBDA: Parameter =
    Parameter { name: "big-lambda", decimals: 3, default: 5, min: -1, max: MAX_DECIMAL, at_least: Some("lambda") };

impl Algorithm {
    /// Its parameters, besides the heuristic.
    ///
    /// ```
    /// use taquin::tiles::Algorithm;
    ///
    /// let names = |algorithm: Algorithm| algorithm.parameters().iter().map(|parameter| parameter.name).collect::<Vec<_>>();
    /// assert_eq!(names(Algorithm::DynamicAStar), ["epsilon", "anticipated"]);
    /// assert!(names(Algorithm::AStar).is_empty());
    /// ```
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::WeightedAStar => &[EPSILON],
            Self::DynamicAStar => &[DYNAMIC_EPSILON, ANTICIPATED],
            Self::AlphaStar => &[LAMBDA, BIG_LAMBDA],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::rank::Decimal,
        tiles::{Options, Shape, solver},
    };

    /// Options with one parameter set.
    fn with(algorithm: Algorithm, name: &str, value: &str) -> Options {
        let mut options = Options::new(algorithm);
        let decimal = || value.parse::<Decimal>().unwrap();
        match name {
            "epsilon" => options.epsilon = decimal(),
            "lambda" => options.lambda = decimal(),
            "big-lambda" => options.big_lambda = decimal(),
            _ => options.anticipated = value.parse().unwrap(),
        }
        options
    }

    /// What is said about parameters is what a search accepts and refuses, and what the options are by default.
    #[test]
    fn ranges_and_defaults_are_those_of_the_search() {
        let shape = Shape::new(3, 3).unwrap();
        let mut seen = 0;
        for algorithm in Algorithm::ALL {
            for parameter in algorithm.parameters() {
                seen += 1;
                let Parameter { name, decimals, default, min, max, at_least } = *parameter;
                let is_accepted = |value: String| solver::check(shape, &with(algorithm, name, &value)).is_ok();
                let least = if at_least.is_some() { LAMBDA.default } else { min };
                assert!(is_accepted(least.to_string()), "{algorithm} {name}");
                assert!(!is_accepted(if decimals > 0 {
                    (f64::from(least) - 0.5).to_string()
                } else {
                    (least - 1).to_string()
                }));
                assert!(at_least.is_some() || name == "lambda" || is_accepted(max.to_string()), "{algorithm} {name}");
                let (plain, set) = (Options::new(algorithm), with(algorithm, name, &default.to_string()));
                assert_eq!(plain.rank(), set.rank(), "{algorithm} {name}");
            }
        }
        assert_eq!(seen, 5);
    }
}
