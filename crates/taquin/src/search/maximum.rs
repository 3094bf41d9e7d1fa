//! The maximum of two heuristics.

use super::{Cost, Heuristic, Space};

/// The maximum of two heuristics: admissible if both are, consistent if both are, and never weaker than either. Can be
/// nested for more than two.
#[derive(Clone, Debug)]
pub struct Maximum<A, B>(pub A, pub B);

impl<P: Space, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Maximum<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn start(&self, state: &P::State) -> Self::Memo {
        (self.0.start(state), self.1.start(state))
    }

    #[inline]
    fn step(&self, memo: Self::Memo, before: &P::State, mv: P::Move) -> Self::Memo {
        (self.0.step(memo.0, before, mv), self.1.step(memo.1, before, mv))
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        self.0.value(memo.0).max(self.1.value(memo.1))
    }

    fn table_bytes(&self) -> u64 {
        self.0.table_bytes() + self.1.table_bytes()
    }
}
