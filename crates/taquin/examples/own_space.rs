//! A puzzle of one's own, solved by the engine's searches: `cargo run --example own_space`.
//!
//! Pancakes: turn the top of a stack over, as often as it takes, until the sizes are in order. Any puzzle will do whose
//! moves cost one each and can be taken back.

use std::ops::RangeInclusive;
use taquin::search::{Cost, DEFAULT_MEMORY_LIMIT, Heuristic, Search, Space, Status, bfs::Bfs, ida_star::IdaStar};

/// A stack of pancakes, the top first.
type Stack = Vec<u8>;

struct Pancakes {
    count: usize,
}

/// How many pancakes from the top are turned over.
type Flip = usize;

/// The flips of a state but the one that would take the last one back.
struct Flips {
    all: RangeInclusive<Flip>,
    except: Option<Flip>,
}

impl Iterator for Flips {
    type Item = Flip;

    fn next(&mut self) -> Option<Flip> {
        self.all.by_ref().find(|flip| Some(*flip) != self.except)
    }
}

impl Space for Pancakes {
    type State = Stack;
    type Move = Flip;
    type Moves = Flips;

    fn is_goal(&self, stack: &Stack) -> bool {
        stack.is_sorted()
    }

    fn moves(&self, _: &Stack, last: Option<Flip>) -> Flips {
        Flips { all: 2..=self.count, except: last }
    }

    fn apply(&self, stack: &mut Stack, flip: Flip) {
        stack[..flip].reverse();
    }

    fn inverse(&self, flip: Flip) -> Flip {
        flip
    }

    fn heap_bytes(&self) -> u64 {
        self.count as u64
    }
}

/// The gaps: neighbours whose sizes differ by more than one. A flip mends one of them at most.
struct Gaps;

impl Heuristic<Pancakes> for Gaps {
    type Memo = Cost;

    fn start(&self, stack: &Stack) -> Cost {
        let plate = stack.len() as u8 + 1;
        let below = stack.iter().skip(1).chain([&plate]);
        stack.iter().zip(below).filter(|(above, below)| above.abs_diff(**below) > 1).count() as Cost
    }

    fn step(&self, _: Cost, before: &Stack, flip: Flip) -> Cost {
        let mut after = before.clone();
        after[..flip].reverse();
        self.start(&after)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

fn main() {
    let stack: Stack = vec![3, 7, 1, 5, 8, 2, 6, 4];
    let count = stack.len();
    report("breadth-first", Bfs::new(Pancakes { count }, stack.clone(), DEFAULT_MEMORY_LIMIT));
    report("IDA* with gaps", IdaStar::new(Pancakes { count }, Gaps, stack));
}

fn report(name: &str, mut search: impl Search<Move = Flip>) {
    while search.run(10_000) == Status::Paused {}
    let flips = search.solution().unwrap_or_default();
    println!("{name}: flips {flips:?}, {} states expanded", search.stats().expanded);
}
