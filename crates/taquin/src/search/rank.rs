//! The order in which a best-first search expands its nodes, which is all that A\* and its variants differ in.
//!
//! All arithmetic is on integers, so that equal parameters give equal searches on every platform.

use super::Cost;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// The evaluation function of a best-first search: the open node with the lowest value is expanded next, where `g` is the
/// number of moves made and `h` the heuristic's lower bound on those to come. Ties go to the lower `h`, then to the node
/// that was reached last.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Rank {
    /// `g + h`: A\* (Hart, Nilsson and Raphael, 1968). The solution is a shortest one.
    AStar,
    /// `g + ε·h`: static weighting (Pohl, 1970). The solution has at most `ε` times the fewest moves.
    Weighted {
        /// At least 1.
        epsilon: Decimal,
    },
    /// `g + (1 + ε·w)·h`, where `w = 1 − g/N` up to the depth `N` and 0 beyond: dynamic weighting (Pohl, 1973).
    /// The solution has at most `1 + ε` times the fewest moves.
    Dynamic {
        /// At least 0.
        epsilon: Decimal,
        /// `N`, the expected number of moves; at least 1.
        anticipated: u32,
    },
    /// `(1 + w)·(g + h)`, where `w` is `λ` if the node's parent lies at least as deep as the node expanded just
    /// before that parent, else `Λ`: AlphA\* (Reese, 1999). It prefers to go on from where it last went deeper. The
    /// solution has at most `(1 + Λ) / (1 + λ)` times the fewest moves.
    Alpha {
        /// At least −1; with −1 itself nothing bounds the solution.
        lambda: Decimal,
        /// At least `λ`.
        big_lambda: Decimal,
    },
    /// `h` alone: greedy best-first search (Doran and Michie, 1966). Fast, but the length of the solution is unbounded.
    Greedy,
}

/// Why a parameter of a [`Rank`] is refused.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum RankError {
    /// A static weight below 1.
    #[error("epsilon is {epsilon}, but f = g + epsilon*h needs at least 1")]
    Weight {
        /// The weight given.
        epsilon: Decimal,
    },
    /// A negative dynamic weight.
    #[error("epsilon is {epsilon}, but f = g + (1 + epsilon*w)*h needs at least 0")]
    DynamicWeight {
        /// The weight given.
        epsilon: Decimal,
    },
    /// An anticipated length of 0, by which dynamic weighting would divide.
    #[error("the anticipated length is 0, but must be at least 1")]
    Anticipated,
    /// Parameters of AlphA\* that violate −1 ≤ λ ≤ Λ.
    #[error("lambda is {lambda} and big lambda {big_lambda}, but -1 <= lambda <= big lambda must hold")]
    Lambdas {
        /// The weight of nodes that go on from the deepest point.
        lambda: Decimal,
        /// The weight of the others.
        big_lambda: Decimal,
    },
}

impl Rank {
    /// The rank itself, if its parameters are in range.
    ///
    /// # Errors
    /// A [`RankError`] that names the parameter that is out of range.
    pub fn checked(self) -> Result<Self, RankError> {
        match self {
            Self::Weighted { epsilon } if epsilon < Decimal::ONE => Err(RankError::Weight { epsilon }),
            Self::Dynamic { epsilon, .. } if epsilon < Decimal::ZERO => Err(RankError::DynamicWeight { epsilon }),
            Self::Dynamic { anticipated: 0, .. } => Err(RankError::Anticipated),
            Self::Alpha { lambda, big_lambda } if lambda < -Decimal::ONE || big_lambda < lambda => {
                Err(RankError::Lambdas { lambda, big_lambda })
            }
            _ => Ok(self),
        }
    }

    /// The value of a node, scaled to an integer; the node with the lowest value is expanded first.
    ///
    /// - `g`: the moves from the start to the node;
    /// - `h`: the lower bound on the moves from there;
    /// - `off_front`: was its parent less deep than the node expanded just before that parent? Only AlphA\* uses it.
    #[inline]
    pub fn value(self, g: Cost, h: Cost, off_front: bool) -> u128 {
        let (g, h) = (u128::from(g), u128::from(h));
        match self {
            Self::AStar => g + h,
            Self::Weighted { epsilon } => ONE * g + epsilon.scaled() * h,
            Self::Dynamic { epsilon, anticipated } => {
                let anticipated = u128::from(anticipated);
                ONE * anticipated * (g + h) + epsilon.scaled() * anticipated.saturating_sub(g) * h
            }
            Self::Alpha { lambda, big_lambda } => {
                let weight = if off_front { big_lambda } else { lambda };
                (Decimal::ONE + weight).scaled() * (g + h)
            }
            Self::Greedy => h,
        }
    }

    /// Proven bound on the solution, given an admissible heuristic: it has at most `numerator / denominator` times the
    /// fewest moves. `None` if nothing is proven.
    ///
    /// Why: at any time some open node lies on a shortest path and was reached by it (nodes are opened again when
    /// a shorter path to them is found). Its value is at most `numerator` times the optimum, and the goal's is at
    /// least `denominator` times the moves to it; the goal was expanded first.
    ///
    /// ```
    /// # use taquin::search::rank::{Decimal, Rank};
    /// assert_eq!(Rank::AStar.factor(), Some((1000, 1000)));
    /// assert_eq!(Rank::Weighted { epsilon: Decimal::whole(5) }.factor(), Some((5000, 1000)));
    /// assert_eq!(Rank::Greedy.factor(), None);
    /// ```
    pub fn factor(self) -> Option<(u64, u64)> {
        let factor = |above: Decimal, below: Decimal| (above.scaled() as u64, below.scaled() as u64);
        match self {
            Self::AStar => Some(factor(Decimal::ONE, Decimal::ONE)),
            Self::Weighted { epsilon } => Some(factor(epsilon, Decimal::ONE)),
            Self::Dynamic { epsilon, .. } => Some(factor(Decimal::ONE + epsilon, Decimal::ONE)),
            Self::Alpha { lambda, .. } if lambda <= -Decimal::ONE => None,
            Self::Alpha { lambda, big_lambda } => Some(factor(Decimal::ONE + big_lambda, Decimal::ONE + lambda)),
            Self::Greedy => None,
        }
    }
}

const ONE: u128 = Decimal::ONE.0 as u128;

/// An exact number with three decimals, stored as an integer number of thousandths.
///
/// ```
/// # use taquin::search::rank::Decimal;
/// let epsilon: Decimal = "1.25".parse()?;
/// assert_eq!(epsilon.to_string(), "1.25");
/// assert!("0.0001".parse::<Decimal>().is_err());
/// # Ok::<(), taquin::search::rank::DecimalError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Decimal(i64);

/// Why a text is not a [`Decimal`].
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{found:?} is not a number between -1000000 and 1000000 with at most three decimals")]
pub struct DecimalError {
    /// What was given.
    pub found: String,
}

impl Decimal {
    /// 0.
    pub const ZERO: Self = Self(0);
    /// 1.
    pub const ONE: Self = Self(1000);
    const MAX_WHOLE: i64 = 1_000_000;

    /// A whole number.
    pub const fn whole(number: i16) -> Self {
        Self(number as i64 * Self::ONE.0)
    }

    /// The number in thousandths; negative numbers count as 0.
    fn scaled(self) -> u128 {
        self.0.max(0) as u128
    }

    fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + decimals.len() == 0 || decimals.len() > 3 || !is_number(whole) || !is_number(decimals) {
            return None;
        }
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let thousandths: i64 = format!("{decimals:0<3}").parse().ok()?;
        let value = (whole <= Self::MAX_WHOLE).then_some(whole * Self::ONE.0 + thousandths)?;
        (value <= Self::MAX_WHOLE * Self::ONE.0).then_some(Self(if negative { -value } else { value }))
    }
}

impl std::ops::Add for Decimal {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::ops::Neg for Decimal {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        Self::parse(text).ok_or_else(|| DecimalError { found: text.to_owned() })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, thousandths) = (self.0.abs() / 1000, self.0.abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        let decimals = format!(".{thousandths:03}");
        write!(f, "{sign}{whole}{}", decimals.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn values_follow_their_formulas() {
        let value = |rank: Rank, g, h, off_front| rank.checked().unwrap().value(g, h, off_front);
        assert_eq!(value(Rank::AStar, 10, 7, false), 17);
        assert_eq!(value(Rank::Greedy, 10, 7, false), 7);
        // 10 + 1.5 · 7, in thousandths.
        assert_eq!(value(Rank::Weighted { epsilon: decimal("1.5") }, 10, 7, false), 20_500);
        // 10 + (1 + 5 · (1 − 10/100)) · 7 = 48.5, in thousandths of a hundredth.
        let dynamic = Rank::Dynamic { epsilon: decimal("5"), anticipated: 100 };
        assert_eq!(value(dynamic, 10, 7, false), 4_850_000);
        // At and beyond the anticipated depth nothing is added.
        assert_eq!(value(dynamic, 100, 7, false), 10_700_000);
        assert_eq!(value(dynamic, 200, 7, false), 20_700_000);
        let alpha = Rank::Alpha { lambda: decimal("-0.5"), big_lambda: decimal("5") };
        assert_eq!(value(alpha, 10, 7, false), 8_500);
        assert_eq!(value(alpha, 10, 7, true), 102_000);
    }

    #[test]
    fn senseless_parameters_are_refused() {
        let refused = [
            Rank::Weighted { epsilon: decimal("0.999") },
            Rank::Dynamic { epsilon: decimal("-0.001"), anticipated: 1 },
            Rank::Dynamic { epsilon: decimal("1"), anticipated: 0 },
            Rank::Alpha { lambda: decimal("-1.001"), big_lambda: decimal("1") },
            Rank::Alpha { lambda: decimal("2"), big_lambda: decimal("1.999") },
        ];
        for rank in refused {
            assert!(rank.checked().is_err(), "{rank:?}");
        }
        assert!(Rank::Alpha { lambda: decimal("-1"), big_lambda: decimal("-1") }.checked().is_ok());
    }

    #[test]
    fn text_that_is_no_decimal_is_refused() {
        for text in ["", "-", ".", "1e3", "+1", " 1", "1.0000", "--1", "1.-5", "1000000.001", "99999999999999999999"] {
            assert!(text.parse::<Decimal>().is_err(), "{text:?}");
        }
        assert_eq!((decimal(".5"), decimal("5.")), (Decimal(500), Decimal(5000)));
    }

    proptest! {
        #[test]
        fn decimals_print_as_they_read(thousandths in -1_000_000_000..=1_000_000_000_i64) {
            let number = Decimal(thousandths);
            prop_assert_eq!(number.to_string().parse(), Ok(number));
        }
    }
}
