//! The speed of IDA\* with the Manhattan distance on 4×4, through the generic contract, one thread.
//!
//! `cargo bench -p taquin --bench ida_star` prints nodes a second for the ten easiest of Korf's hundred; the node
//! counts are checked, because a speed is only comparable for the same work.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::time::Instant;
use taquin::{
    search::{Search, ida_star::IdaStar},
    tiles::{
        Manhattan, catalogue,
        grid::{Grid, Nibbles},
    },
};

/// Number of the instance, optimal length, and the nodes that the search generates.
const EASIEST: [(usize, usize, u64); 10] = [
    (94, 53, 236_694),
    (55, 41, 568_504),
    (12, 45, 622_738),
    (79, 42, 835_355),
    (42, 42, 1_005_396),
    (47, 47, 1_474_121),
    (97, 44, 1_599_400),
    (9, 46, 1_632_771),
    (85, 44, 1_652_915),
    (19, 46, 1_656_449),
];

fn main() {
    let instances = catalogue::korf100();
    let mut best = f64::MAX;
    let total: u64 = EASIEST.iter().map(|instance| instance.2).sum();
    for _ in 0..5 {
        let begin = Instant::now();
        for (number, length, generated) in EASIEST {
            let problem = &instances[number - 1].problem;
            let (grid, start) = Grid::<Nibbles>::for_problem(problem);
            let mut search = IdaStar::new(grid, Manhattan::new(problem.goal()), start);
            search.run(u64::MAX);
            assert_eq!((search.solution().map(<[_]>::len), search.stats().generated), (Some(length), generated));
        }
        best = best.min(begin.elapsed().as_secs_f64());
    }
    let speed = total as f64 / best / 1e6;
    println!(
        "ida-star, manhattan, 4x4: {total} nodes generated in {best:.2} s (best of 5): {speed:.1} million a second"
    );
}
