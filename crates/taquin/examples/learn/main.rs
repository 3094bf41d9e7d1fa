//! Learns what 5×5 boards are worth: the weights that the anytime search judges them by.
//!
//! Each round solves random boards by a beam search with the weights so far, then some of the boards that its beams
//! met, and fits the weights to the moves that were left from every board on these solutions. Better weights find
//! shorter solutions, and those make better weights. The first round starts from distances and reversed pairs.
//!
//! `cargo run --release -p taquin --example learn` takes half an hour and overwrites the weights that the engine embeds.

mod beam;
mod weights;

use anyhow::{Context, Result};
use beam::beam;
use clap::Parser;
use std::{fs, path::Path, thread, time::Instant};
use taquin::{
    rng::Rng,
    tiles::{Board, Shape, scramble},
};
use weights::{CELLS, SIDE, Steps, TILES, Weights};

/// Where the engine expects the weights.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tiles/anytime/score/learned/5x5.bin");
/// How many threads solve boards: always as many, so that the weights do not depend on the machine.
const THREADS: usize = 2;
/// Solutions of so many rounds are learned from.
const MEMORY: usize = 3;
/// How often they are gone through in each round.
const EPOCHS: usize = 3;
/// By what part of its error a weight is corrected at first.
const RATE: f32 = 0.02;

/// Learns anew what 5×5 boards are worth.
#[derive(Parser)]
struct Args {
    /// How many times to solve and to learn.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Boards to solve in each round.
    #[arg(long, default_value_t = 5_000)]
    boards: usize,
    /// Boards that a beam keeps of each layer.
    #[arg(long, default_value_t = 1_000)]
    width: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The tile in each cell: tiles are numbered by their cell in the goal, and the blank is the last.
type Position = [u8; CELLS];

/// A position and the moves of the solution that was left there.
type Sample = (Position, u8);

fn main() -> Result<()> {
    let args = Args::parse();
    let path = Path::new(FILE);
    let begin = Instant::now();
    let mut rng = Rng::from_seed(args.seed);
    let mut weights = Weights::by_hand();
    let mut memory: Vec<Vec<Sample>> = Vec::new();
    for round in 0..args.rounds {
        let (samples, mean) = solve(&weights.steps(), &args, &mut rng);
        println!("round {}: {mean:.2} moves on average, {:.0} s", round + 1, begin.elapsed().as_secs_f32());
        memory.push(samples);
        memory.drain(..memory.len().saturating_sub(MEMORY));
        let mut samples = memory.concat();
        for epoch in 0..EPOCHS {
            rng.shuffle(&mut samples);
            let rate = RATE / (1.0 + round as f32 / 2.0) * (1.0 - epoch as f32 / EPOCHS as f32);
            for (position, moves) in &samples {
                weights.fit(position, (*moves).into(), rate);
                weights.fit(&weights::mirrored(position), (*moves).into(), rate);
            }
        }
        fs::write(path, weights.to_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// What is to be learned from the boards of a round, and how long their solutions are on average.
fn solve(steps: &Steps, args: &Args, rng: &mut Rng) -> (Vec<Sample>, f64) {
    let boards = args.boards.div_ceil(THREADS);
    let seeds: Vec<u64> = (0..THREADS).map(|_| rng.bits()).collect();
    let results: Vec<_> = thread::scope(|scope| {
        let solve = |seed| scope.spawn(move || solve_some(steps, args.width, boards, Rng::from_seed(seed)));
        let running: Vec<_> = seeds.into_iter().map(solve).collect();
        running.into_iter().map(|thread| thread.join().expect("a beam search does not panic")).collect()
    });
    let moves: usize = results.iter().map(|(_, moves)| moves).sum();
    (results.into_iter().flat_map(|(samples, _)| samples).collect(), moves as f64 / (boards * THREADS) as f64)
}

/// What is to be learned from so many random boards, and how many moves they take together.
fn solve_some(steps: &Steps, width: usize, boards: usize, mut rng: Rng) -> (Vec<Sample>, usize) {
    let goal = Board::solved(Shape::new(SIDE, SIDE).expect("a small board"));
    let mut samples = Vec::new();
    let mut moves = 0;
    for _ in 0..boards {
        let board = scramble::uniform(&goal, &mut rng);
        let start =
            std::array::from_fn(|cell| board.cells()[cell].checked_sub(1).map_or(TILES as u8, |tile| tile as u8));
        let mut met = Vec::new();
        let Some(solution) = beam(steps, start, width, |layer| met.push(layer[rng.below(layer.len() as u64) as usize]))
        else {
            continue;
        };
        moves += solution.len() - 1;
        samples.extend(samples_of(&solution));
        // why: boards that a beam wrongly takes for good are seldom on a solution.
        for _ in 0..2 {
            let start = met[rng.below(met.len() as u64) as usize];
            samples.extend(beam(steps, start, width, |_| {}).iter().flat_map(|solution| samples_of(solution)));
        }
    }
    (samples, moves)
}

/// Every other position of a solution: neighbours are too much alike.
fn samples_of(solution: &[Position]) -> impl Iterator<Item = Sample> {
    let last = solution.len() - 1;
    solution.iter().enumerate().step_by(2).map(move |(index, &position)| (position, (last - index) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_solved_and_learned_from() {
        let mut weights = Weights::by_hand();
        let (samples, moves) = solve_some(&weights.steps(), 100, 2, Rng::from_seed(1));
        assert!(moves > 100 && samples.len() > moves / 2, "{moves} moves, {} samples", samples.len());
        let error = |weights: &Weights| {
            let steps = weights.steps();
            samples
                .iter()
                .map(|(position, moves)| (steps.estimate(position) - 16 * i32::from(*moves)).abs())
                .sum::<i32>()
        };
        let before = error(&weights);
        for _ in 0..20 {
            samples.iter().for_each(|(position, moves)| weights.fit(position, (*moves).into(), RATE));
        }
        assert!(error(&weights) < before / 2, "{before} before, {} after", error(&weights));
        assert_eq!(weights.to_bytes().len() as u64, fs::metadata(FILE).unwrap().len());
    }

    #[test]
    fn changes_are_what_they_are_from_scratch() {
        let steps = Weights::by_hand().steps();
        let mut position: Position = std::array::from_fn(|cell| cell as u8);
        let mut estimate = steps.estimate(&position);
        assert_eq!(estimate, 0);
        // The blank goes round in larger and larger circles.
        for to in [19, 18, 17, 22, 23, 18, 13, 8, 3, 2, 1, 0, 5, 10, 11, 12, 7, 6, 5, 0] {
            let blank = position.iter().position(|&tile| usize::from(tile) == TILES).unwrap();
            estimate += steps.change(&position, to, blank);
            position.swap(to, blank);
            assert_eq!(estimate, steps.estimate(&position), "blank in {to}");
        }
        assert_eq!(steps.estimate(&weights::mirrored(&position)), estimate);
    }
}
