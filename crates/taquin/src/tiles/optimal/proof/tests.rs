//! The proof against plain searches, in every way that it can be run.

use super::*;
use crate::{
    replay,
    rng::Rng,
    tiles::{
        Board, Shape,
        optimal::{Optimal, OptimalOptions, Resources},
        pattern_db::{Build, Level, PatternDb},
        scramble,
    },
};
use kernel::{Node, Scratch};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn fsm() -> Arc<PruningFsm> {
    static FSM: std::sync::OnceLock<Arc<PruningFsm>> = std::sync::OnceLock::new();
    FSM.get_or_init(|| Arc::new(PruningFsm::new(12))).clone()
}

fn excess_table(pattern: Pattern) -> PatternDb {
    let mut build = Build::new(pattern, 2);
    while !build.run(u64::MAX) {}
    build.finish().unwrap()
}

fn prepared(store: &Store, plans: &[PartitionPlan]) -> Vec<Partition> {
    let patterns = plans.iter().flat_map(|plan| plan.patterns.clone()).collect();
    let mut preparation = ParityPreparation::new(store, patterns, 2);
    while !preparation.run(1_000_000) {}
    let mut tables = preparation.finish().into_iter();
    let partition = |plan: &PartitionPlan| Partition {
        tables: tables.by_ref().take(plan.patterns.len()).collect(),
        view: plan.view,
    };
    plans.iter().map(partition).collect()
}

/// The parities lead to the values that the table with four bits an entry has.
#[test]
fn parities_hold_what_the_excess_is() {
    let mut rng = Rng::from_seed(1);
    for (rows, cols, blank, tiles) in
        [(3, 4, 11, 0b0101_0011_0001_u32), (4, 4, 15, 0b111_1100), (2, 9, 4, 0b1_0010_1110), (5, 5, 12, 0b1101)]
    {
        let goal = Board::solved(shape(rows, cols)).exchanged(rows * cols - 1, blank);
        let pattern = Pattern::new(shape(rows, cols), blank, tiles).unwrap();
        let (store, table) = (Store::in_memory(), excess_table(pattern));
        let parity = store.keep_as_parity(&table, 2);
        for _ in 0..200 {
            let board = scramble::uniform(&goal, &mut rng);
            let positions = board.positions();
            let cells: Vec<usize> = pattern.cells().map(|cell| positions[usize::from(goal.cells()[cell])]).collect();
            let distance = |cell: usize, goal: usize| {
                let ((row, col), (goal_row, goal_col)) = (board.shape().place(cell), board.shape().place(goal));
                row.abs_diff(goal_row) + col.abs_diff(goal_col)
            };
            let manhattan: usize = cells.iter().zip(pattern.cells()).map(|(&cell, goal)| distance(cell, goal)).sum();
            let moves = manhattan as u32 + 2 * u32::from(parity.excess(&cells, board.blank()));
            assert_eq!(moves, table.moves(&cells, board.blank()), "{board} to {goal}");
        }
    }
}

/// What a search within a bound counts, node by node.
fn plain(kernel: &ProofKernel, node: &Node, bound: Cost, counts: &mut Counts) {
    counts.expanded += 1;
    for direction in Direction::ALL {
        let Some(child) = kernel.child(node, direction) else { continue };
        counts.generated += 1;
        if kernel.estimate(&child) <= bound {
            plain(kernel, &child, bound, counts);
        }
    }
}

/// The hot loop, for this processor and for any, counts what the plain search counts; on all kinds of boards.
#[test]
fn the_kernels_count_the_same_nodes() {
    let mut rng = Rng::from_seed(2);
    for (rows, cols) in [(4, 4), (3, 5), (5, 3), (2, 8), (3, 6), (9, 2)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let geometry = Arc::new(Geometry::new(&goal));
        let plans = collection::partitions(&geometry, 5);
        let partitions = prepared(&Store::in_memory(), &plans[..plans.len().min(3)]);
        let kernel = ProofKernel::new(geometry, &partitions, fsm());
        for _ in 0..4 {
            let root = kernel.root(&scramble::walk(&goal, 60, &mut rng));
            let mut bound = kernel.estimate(&root);
            let mut expected = Counts::default();
            // Below the optimum, so that all is searched.
            while expected.expanded < 3_000 && bound < 60 {
                expected = Counts::default();
                plain(&kernel, &root, bound, &mut expected);
                let node = kernel.within(&root, bound).unwrap();
                let (mut modern, mut anywhere) = (Counts::default(), Counts::default());
                let found = kernel.dive(&mut vec![node], &mut modern, &mut Scratch::default(), u64::MAX);
                assert_eq!(
                    found,
                    kernel.dive_anywhere(&mut vec![node], &mut anywhere, &mut Scratch::default(), u64::MAX)
                );
                assert_eq!(modern, anywhere);
                if found {
                    break;
                }
                assert_eq!(
                    (modern.expanded, modern.generated),
                    (expected.expanded, expected.generated),
                    "{rows}x{cols}"
                );
                bound += 2;
            }
        }
    }
}

/// A proof to the end; its statistics.
fn proven(
    problem: &Problem,
    store: &Store,
    threads: usize,
    budget: u64,
    upper: Option<Vec<Direction>>,
) -> (u32, Stats) {
    let plan = ProofPlan { threads, memory_limit: u64::MAX, most_tiles: 6 };
    let mut proof = Proof::new(problem, store, fsm(), plan, 0);
    if let Some(moves) = upper {
        proof.offer(moves);
    }
    while proof.run(budget) == Status::Paused {}
    let moves = proof.solution().unwrap();
    replay::tiles(problem.start(), problem.goal(), moves).unwrap();
    assert_eq!(proof.stats().lower_bound as usize, moves.len());
    (moves.len() as u32, proof.stats().clone())
}

fn optimum(problem: &Problem) -> Vec<Direction> {
    // why: larger tables would be those of the proof.
    let level = (problem.shape().cells() > 16).then_some(Level::Small);
    let mut search =
        Optimal::new(problem, &Resources::default(), OptimalOptions { level, ..OptimalOptions::default() }).unwrap();
    while search.run(1_000_000) == Status::Paused {}
    search.solution().unwrap().to_vec()
}

/// Boards of other sizes through this path and through the other one; with a solution known before, one that is too
/// long, and none.
#[test]
fn proofs_agree_with_the_other_search() {
    let mut rng = Rng::from_seed(3);
    for (rows, cols, count, walk) in [(4, 4, 8, 80), (3, 5, 5, 80), (2, 7, 4, 60), (4, 5, 2, 50), (3, 6, 2, 50)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let store = Store::in_memory();
        for _ in 0..count {
            let problem = Problem::new(scramble::walk(&goal, walk, &mut rng), goal.clone()).unwrap();
            let shortest = optimum(&problem);
            let length = shortest.len() as u32;
            let (found, _) = proven(&problem, &store, 1, u64::MAX, None);
            assert_eq!(found, length, "{} to {goal}", problem.start());
            let (known, stats) = proven(&problem, &store, 2, 3_000, Some(shortest.clone()));
            assert_eq!(known, length);
            let below = |stats: &Stats| stats.bounds.iter().filter(|b| b.bound < length).copied().collect::<Vec<_>>();
            let there_and_back = [Direction::ALL.map(|way| [way, way.inverse()])].concat();
            let detour = there_and_back.into_iter().find(|ways| {
                let mut board = problem.start().clone();
                board.slide(ways[0])
            });
            let too_long = [&detour.unwrap()[..], &shortest].concat();
            let (again, others) = proven(&problem, &store, 1, 100_000, Some(too_long));
            assert_eq!(again, length);
            assert_eq!(below(&stats), below(&others), "threads and slices do not change what a bound counts");
        }
    }
}

/// Goals with the blank in each of the six kinds of cells of 5×5, and boards near them.
#[test]
fn goals_with_the_blank_anywhere() {
    let mut rng = Rng::from_seed(4);
    let solved = Board::solved(shape(5, 5));
    for blank in [0, 21, 10, 6, 17, 12] {
        let goal = scramble::uniform(&solved, &mut rng);
        let goal = goal.exchanged(goal.blank(), blank);
        let geometry = Geometry::new(&goal);
        let plans = collection::partitions(&geometry, 6);
        assert!(plans.len() >= 7);
        for plan in &plans {
            let union = plan.patterns.iter().fold(0, |union, pattern| union | pattern.tiles());
            let count: usize = plan.patterns.iter().map(Pattern::len).sum();
            assert_eq!((union.count_ones(), count), (24, 24));
        }
    }
}

/// A proof that is broken off again and again, each time going on from bytes, counts what one that is not counts.
#[test]
fn checkpoints_lose_nothing() {
    let mut rng = Rng::from_seed(5);
    let goal = Board::solved(shape(4, 4));
    let store = Store::in_memory();
    let plan = ProofPlan { threads: 2, memory_limit: u64::MAX, most_tiles: 6 };
    for _ in 0..4 {
        let problem = Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).unwrap();
        let shortest = optimum(&problem);
        let (length, expected) = proven(&problem, &store, 1, u64::MAX, Some(shortest.clone()));
        let mut bytes: Option<Vec<u8>> = None;
        let stats = loop {
            let mut proof = Proof::new(&problem, &store, fsm(), plan, 0);
            proof.offer(shortest.clone());
            if let Some(bytes) = &bytes {
                proof.resume(Checkpoint::from_bytes(bytes).unwrap()).unwrap();
            }
            let mut status = Status::Paused;
            for _ in 0..rng.below(60) {
                status = proof.run(1 + rng.below(100_000));
            }
            if status == Status::Solved {
                assert_eq!(proof.solution().unwrap().len() as u32, length);
                break proof.stats().clone();
            }
            bytes = proof.checkpoint().map(|checkpoint| checkpoint.to_bytes()).or(bytes);
        };
        assert_eq!(stats.bounds, expected.bounds);
        assert_eq!((stats.expanded, stats.generated), (expected.expanded, expected.generated));
    }
}

/// A checkpoint keeps what is under way: however soon a proof is broken off, it gets on.
#[test]
fn work_in_units_under_way_is_kept() {
    let goal = Board::solved(shape(4, 4));
    let (store, mut rng) = (Store::in_memory(), Rng::from_seed(9));
    let problem = Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).unwrap();
    let shortest = optimum(&problem);
    let (_, expected) = proven(&problem, &store, 1, u64::MAX, Some(shortest.clone()));
    // why so few: less than the larger units of the last bound have.
    let (budget, plan) = (expected.generated / 100, ProofPlan { threads: 2, memory_limit: u64::MAX, most_tiles: 6 });
    let (mut bytes, mut pieces): (Option<Vec<u8>>, u64) = (None, 0);
    let stats = loop {
        let mut proof = Proof::new(&problem, &store, fsm(), plan, 0);
        proof.offer(shortest.clone());
        if let Some(bytes) = &bytes {
            proof.resume(Checkpoint::from_bytes(bytes).unwrap()).unwrap();
        }
        while !matches!(proof.stage, ProofStage::Searching(_)) {
            proof.run(1);
        }
        let before = proof.stats().generated;
        if proof.run(budget) == Status::Solved {
            break proof.stats().clone();
        }
        assert!(proof.stats().generated > before, "it got on");
        pieces += 1;
        assert!(pieces < 10 + 2 * expected.generated / budget, "it gets on by what it searches");
        bytes = proof.checkpoint().map(|checkpoint| checkpoint.to_bytes());
    };
    assert!(pieces > 20);
    assert_eq!(stats.bounds, expected.bounds);
}

/// The counts of an optimal search that is broken off are those of one that is not, with those of the small tables.
#[test]
fn checkpoints_keep_the_counts_of_smaller_tables() {
    let mut rng = Rng::from_seed(10);
    let goal = Board::solved(shape(2, 8));
    // why resources of its own for each: where larger tables are at hand, the search begins with them.
    let search = |problem: &Problem| Optimal::new(problem, &Resources::default(), OptimalOptions::default()).unwrap();
    let mut resumed = 0;
    for _ in 0..4 {
        let problem = Problem::new(scramble::uniform(&goal, &mut rng), goal.clone()).unwrap();
        let mut whole = search(&problem);
        while whole.run(1_000_000) == Status::Paused {}
        let mut broken = search(&problem);
        let mut checkpoint = None;
        while broken.run(20_000) == Status::Paused && checkpoint.is_none() {
            checkpoint = broken.checkpoint();
        }
        if let Some(checkpoint) = checkpoint {
            broken = search(&problem);
            broken.resume(Checkpoint::from_bytes(&checkpoint.to_bytes()).unwrap()).unwrap();
            resumed += 1;
        }
        while broken.run(300_000) == Status::Paused {}
        assert_eq!(broken.solution().unwrap().len(), whole.solution().unwrap().len());
        let below = |search: &Optimal| {
            let length = search.solution().unwrap().len() as Cost;
            search.stats().bounds.iter().filter(|b| b.bound < length).copied().collect::<Vec<_>>()
        };
        assert_eq!(below(&broken), below(&whole), "{}", problem.start());
    }
    assert!(resumed > 0);
}

/// From the goal to the start the shortest solutions have the same length; with units for others, too.
#[test]
fn proofs_from_the_goal_are_proofs() {
    let mut rng = Rng::from_seed(11);
    for (rows, cols, walk) in [(4, 4, 200), (3, 5, 80), (2, 7, 60), (3, 6, 50)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let resources = Resources::default();
        let problem = Problem::new(scramble::walk(&goal, walk, &mut rng), goal.clone()).unwrap();
        let shortest = optimum(&problem);
        let options = OptimalOptions { level: Some(Level::Middle), ..OptimalOptions::default() };
        let mut search = UnitSearch::new(&problem, &resources, options).unwrap();
        while search.checkpoint().is_none() {
            search.run(1_000);
        }
        let side = Side::new(&problem, true);
        let backward = Checkpoint {
            is_backward: true,
            partitions: first_plans(&side.geometry, 6, u64::MAX),
            finished: Vec::new(),
            bound: 0,
            units: Vec::new(),
            best: None,
            ..search.checkpoint().unwrap()
        };
        let backward = Checkpoint::from_bytes(&backward.to_bytes()).unwrap();
        let plan = ProofPlan { threads: 1, memory_limit: u64::MAX, most_tiles: 6 };
        let mut proof = Proof::new(&problem, resources.store(), fsm(), plan, 0);
        proof.resume(backward.clone()).unwrap();
        while proof.run(100_000) == Status::Paused {}
        assert!(proof.side.is_backward);
        let moves = proof.solution().unwrap();
        replay::tiles(problem.start(), problem.goal(), moves).unwrap();
        assert_eq!((moves.len(), proof.stats().lower_bound as usize), (shortest.len(), shortest.len()));
        let mut search = UnitSearch::new(&problem, &resources, options).unwrap();
        search.resume(backward).unwrap();
        let mut runner: Option<UnitRunner> = None;
        while search.status() == Status::Paused {
            if search.bound().is_none() {
                search.run(10_000);
                continue;
            }
            let assignment = search.assignment().unwrap();
            let runner = runner.get_or_insert_with(|| UnitRunner::new(&assignment, &resources, 1).unwrap());
            while !runner.prepare(10_000) {}
            for unit in search.units() {
                let outcome = runner.run(&unit, 20_000).unwrap();
                search.absorb(&unit, &outcome).unwrap();
            }
        }
        replay::tiles(problem.start(), problem.goal(), search.solution().unwrap()).unwrap();
        assert_eq!(search.solution().unwrap().len(), shortest.len());
        let below = |stats: &Stats| {
            stats.bounds.iter().filter(|b| (b.bound as usize) < shortest.len()).copied().collect::<Vec<_>>()
        };
        assert_eq!(below(search.stats()), below(proof.stats()));
    }
}

/// What is not a checkpoint of this problem is refused.
#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let goal = Board::solved(shape(3, 5));
    let problem = Problem::new(scramble::walk(&goal, 60, &mut Rng::from_seed(6)), goal.clone()).unwrap();
    let plan = ProofPlan { threads: 1, memory_limit: u64::MAX, most_tiles: 6 };
    let proof = |problem: &Problem| Proof::new(problem, &Store::in_memory(), fsm(), plan, 0);
    let mut search = proof(&problem);
    while search.checkpoint().is_none() {
        assert_eq!(search.run(10_000), Status::Paused);
    }
    let checkpoint = search.checkpoint().unwrap();
    let bytes = checkpoint.to_bytes();
    assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint.clone()));
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        assert!(Checkpoint::from_bytes(&flipped).is_err(), "byte {at}");
        assert!(Checkpoint::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let mut version = bytes.clone();
    version[8] = 77;
    assert_eq!(Checkpoint::from_bytes(&version), Err(CheckpointError::Version { found: 77 }));
    assert_eq!(Checkpoint::from_bytes(b"1 2 3/4 5 6/7 8 0, which is a board"), Err(CheckpointError::Foreign));
    let other = Problem::new(goal.clone(), goal).unwrap();
    assert!(matches!(proof(&other).resume(checkpoint), Err(CheckpointError::Problem { .. })));
}

/// Long boards, which are proven by parities if there are several: against a search with the small tables.
#[test]
fn long_boards_have_the_lengths_of_the_other_search() {
    let mut rng = Rng::from_seed(7);
    for (rows, cols) in [(2, 7), (7, 2), (2, 8), (8, 2), (3, 5), (5, 3)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let resources = Resources::default();
        for _ in 0..6 {
            let problem = Problem::new(scramble::walk(&goal, 70, &mut rng), goal.clone()).unwrap();
            let length = |options| {
                let mut search = Optimal::new(&problem, &resources, options).unwrap();
                while search.run(100_000) == Status::Paused {}
                let moves = search.solution().unwrap();
                replay::tiles(problem.start(), problem.goal(), moves).unwrap();
                assert!(search.stats().proves(moves.len() as Cost));
                (search.level(), moves.len())
            };
            let small = length(OptimalOptions { level: Some(Level::Small), ..OptimalOptions::default() });
            let many = length(OptimalOptions { expected_boards: 10, threads: 2, ..OptimalOptions::default() });
            assert_eq!((many.0, many.1), (Level::Middle, small.1), "{} to {goal}", problem.start());
        }
    }
}

/// Units run by others, in any order and for any budget, some of them twice, with threads of the proof's own in between: the
/// counts are those of one process.
#[test]
fn units_count_what_one_process_counts() {
    let mut rng = Rng::from_seed(7);
    for (rows, cols, walk) in [(4, 4, 200), (3, 5, 70), (5, 3, 70), (2, 8, 60)] {
        let goal = scramble::uniform(&Board::solved(shape(rows, cols)), &mut rng);
        let resources = Resources::default();
        let problem = Problem::new(scramble::walk(&goal, walk, &mut rng), goal.clone()).unwrap();
        let shortest = optimum(&problem);
        let (length, expected) = proven(&problem, resources.store(), 1, u64::MAX, Some(shortest.clone()));
        for (budget, is_known) in [(1, true), (40, true), (3_000, true), (u64::MAX, true), (500, false)] {
            let options = OptimalOptions { level: Some(Level::Middle), threads: 2, ..OptimalOptions::default() };
            let mut search = UnitSearch::new(&problem, &resources, options).unwrap();
            if is_known {
                search.offer(&shortest).unwrap();
            }
            let mut runner: Option<UnitRunner> = None;
            let mut rounds = 0;
            while search.status() == Status::Paused {
                rounds += 1;
                // why: the smallest budget would take for ever in the larger bounds.
                let budget = if rounds > 200 { budget.max(20_000) } else { budget };
                if search.bound().is_none() || rng.below(4) == 0 {
                    search.run(1 + rng.below(2_000));
                    continue;
                }
                let assignment = Checkpoint::from_bytes(&search.assignment().unwrap().to_bytes()).unwrap();
                let runner = runner.get_or_insert_with(|| UnitRunner::new(&assignment, &resources, 1).unwrap());
                while !runner.prepare(10_000) {}
                let mut units = search.units();
                rng.shuffle(&mut units);
                units.truncate(1 + rng.below(400) as usize);
                for unit in units {
                    let outcome = runner.run(&unit, budget).unwrap();
                    assert_eq!(runner.run(&unit, budget).unwrap(), outcome, "running is pure");
                    let is_taken = search.absorb(&unit, &outcome).unwrap();
                    assert!(is_taken || search.bound() != Some(unit.bound));
                    assert!(!search.absorb(&unit, &outcome).unwrap(), "nothing counts twice");
                }
            }
            let moves = search.solution().unwrap();
            replay::tiles(problem.start(), problem.goal(), moves).unwrap();
            assert_eq!(moves.len() as u32, length);
            let below = |stats: &Stats| stats.bounds.iter().filter(|b| b.bound < length).copied().collect::<Vec<_>>();
            assert_eq!(below(search.stats()), below(&expected), "{rows}x{cols}, budget {budget}");
        }
    }
}

/// What is no unit of the proof is refused.
#[test]
fn foreign_units_are_refused() {
    let goal = Board::solved(shape(3, 5));
    let problem = Problem::new(scramble::walk(&goal, 60, &mut Rng::from_seed(8)), goal).unwrap();
    let resources = Resources::default();
    let mut search = UnitSearch::new(&problem, &resources, OptimalOptions::default()).unwrap();
    assert!(search.units().is_empty() && search.assignment().is_none(), "there are no tables yet");
    while search.bound().is_none() {
        search.run(10_000);
    }
    let mut runner = UnitRunner::new(&search.assignment().unwrap(), &resources, 1).unwrap();
    let unit = search.units()[0].clone();
    assert_eq!(runner.run(&unit, 1), Err(UnitError::NotPrepared));
    while !runner.prepare(10_000) {}
    let there_and_back: crate::tiles::Moves = [unit.moves[0], unit.moves[0].inverse()].into_iter().collect();
    let foreign = Unit { moves: there_and_back, ..unit.clone() };
    assert!(matches!(runner.run(&foreign, 1), Err(UnitError::NoPath { .. })));
    let outcome = runner.run(&unit, 1_000).unwrap();
    assert_eq!(search.absorb(&foreign, &outcome), Ok(false));
    assert_eq!(search.absorb(&Unit { bound: unit.bound + 2, ..unit.clone() }, &outcome), Ok(false));
    let wrong = UnitOutcome { solution: Some(unit.moves.clone()), ..outcome };
    assert!(search.absorb(&unit, &wrong).is_err(), "it solves nothing");
    let row = Problem::to_default_goal(Board::solved(shape(1, 5))).unwrap();
    assert!(UnitSearch::new(&row, &resources, OptimalOptions::default()).is_none());
}
