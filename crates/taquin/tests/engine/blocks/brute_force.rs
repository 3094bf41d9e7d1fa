//! The solver agrees with a brute-force search on thousands of random small puzzles.
//!
//! The reference shares no code with the engine: it works on drawings, tells all blocks apart and knows no tricks.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    path::Path,
};
use taquin::{
    blocks::{Algorithm, AllSolutions, DiskError, DiskOptions, Metric, Optimum, Options, Puzzle, Solver},
    rng::Rng,
    search::{Search, Status},
};

/// A drawing: rows of characters, ` ` outside, `.` free.
type Drawing = Vec<Vec<char>>;

struct Rules {
    keep_axis: bool,
    goal_shapes: bool,
    has_gates: bool,
}

/// Rules by which blocks leave the board or stay where they are.
#[derive(Default)]
struct Exits {
    cells: Vec<(usize, usize)>,
    /// The blocks that may leave; all if empty.
    keys: Vec<char>,
    /// Those that must have left.
    gone: Vec<char>,
    pinned: Vec<char>,
}

struct Case {
    rules: Rules,
    exits: Exits,
    /// Cells that only goal blocks may enter.
    gates: Vec<(usize, usize)>,
    start: Drawing,
    goals: Vec<Drawing>,
}

fn cells(drawing: &Drawing, symbol: char) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (row, line) in drawing.iter().enumerate() {
        for (col, &drawn) in line.iter().enumerate() {
            if drawn == symbol {
                found.push((row, col));
            }
        }
    }
    found
}

fn symbols(drawing: &Drawing) -> Vec<char> {
    let mut found: Vec<char> = drawing.iter().flatten().copied().filter(|c| c.is_alphabetic()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Case {
    fn is_goal_block(&self, symbol: char) -> bool {
        self.exits.gone.contains(&symbol) || self.goals.iter().any(|goal| !cells(goal, symbol).is_empty())
    }

    fn may_leave(&self, symbol: char) -> bool {
        self.exits.keys.is_empty() || self.exits.keys.contains(&symbol)
    }

    fn is_way_out(&self, symbol: char, own: &[(usize, usize)]) -> bool {
        self.may_leave(symbol) && own.iter().all(|cell| self.exits.cells.contains(cell))
    }

    fn is_solved(&self, drawing: &Drawing) -> bool {
        if self.exits.gone.iter().any(|&symbol| !cells(drawing, symbol).is_empty()) {
            return false;
        }
        self.goals.iter().any(|goal| {
            symbols(goal).into_iter().all(|symbol| {
                let wanted = cells(goal, symbol);
                if self.is_way_out(symbol, &wanted) {
                    return cells(drawing, symbol).is_empty();
                }
                let others = symbols(drawing).into_iter().filter(|&other| self.is_goal_block(other));
                cells(drawing, symbol) == wanted
                    || self.rules.goal_shapes
                        && self.exits.cells.is_empty()
                        && others.into_iter().any(|other| cells(drawing, other) == wanted)
            })
        })
    }

    /// The drawing after a step of one block, if that is legal.
    fn step(&self, drawing: &Drawing, symbol: char, (rows, cols): (i32, i32)) -> Option<Drawing> {
        let own = cells(drawing, symbol);
        if own.is_empty() || self.exits.pinned.contains(&symbol) {
            return None;
        }
        let in_row = own.iter().all(|cell| cell.0 == own[0].0);
        let in_col = own.iter().all(|cell| cell.1 == own[0].1);
        if self.rules.keep_axis && (in_row && rows != 0 || in_col && cols != 0) {
            return None;
        }
        let mut next = drawing.clone();
        own.iter().for_each(|&(row, col)| next[row][col] = '.');
        for (row, col) in own {
            let (row, col) = (row as i32 + rows, col as i32 + cols);
            let cell = next.get_mut(usize::try_from(row).ok()?)?.get_mut(usize::try_from(col).ok()?)?;
            let at = (row as usize, col as usize);
            let is_shut = self.gates.contains(&at) && !self.is_goal_block(symbol)
                || self.exits.cells.contains(&at) && !self.may_leave(symbol);
            if *cell != '.' || is_shut {
                return None;
            }
            *cell = symbol;
        }
        let own = cells(&next, symbol);
        if self.is_way_out(symbol, &own) {
            own.iter().for_each(|&(row, col)| next[row][col] = '.');
        }
        Some(next)
    }

    fn neighbours(&self, drawing: &Drawing, metric: Metric) -> HashSet<Drawing> {
        const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let mut found = HashSet::new();
        for symbol in symbols(drawing) {
            match metric {
                Metric::Steps => found.extend(WAYS.iter().filter_map(|&way| self.step(drawing, symbol, way))),
                Metric::Slides => {
                    for way in WAYS {
                        let mut slid = self.step(drawing, symbol, way);
                        while let Some(next) = slid {
                            slid = self.step(&next, symbol, way);
                            found.insert(next);
                        }
                    }
                }
                Metric::Moves => {
                    let mut seen = HashSet::from([drawing.clone()]);
                    let mut queue = vec![drawing.clone()];
                    while let Some(at) = queue.pop() {
                        for next in WAYS.iter().filter_map(|&way| self.step(&at, symbol, way)) {
                            if seen.insert(next.clone()) {
                                queue.push(next);
                            }
                        }
                    }
                    found.extend(seen);
                }
            }
        }
        found
    }

    /// The fewest moves, or `None` if there is no solution; and `Err` if the space is too large for this simple code.
    fn brute_force(&self, metric: Metric) -> Result<Option<u32>, ()> {
        let mut distances = HashMap::from([(self.start.clone(), 0)]);
        let mut queue = VecDeque::from([self.start.clone()]);
        while let Some(drawing) = queue.pop_front() {
            let distance = distances[&drawing];
            if self.is_solved(&drawing) {
                return Ok(Some(distance));
            }
            if distances.len() > 3_000 {
                return Err(());
            }
            for next in self.neighbours(&drawing, metric) {
                distances.entry(next.clone()).or_insert_with(|| {
                    queue.push_back(next);
                    distance + 1
                });
            }
        }
        Ok(None)
    }

    /// The puzzle in the native form; with other cells, out of reach, so many columns beyond the board if there are any: a
    /// free one, or so many blocks that never move.
    fn text(&self, beyond: usize, blocks: usize) -> String {
        let mut text = String::from("name: random\n");
        let rules = &self.rules;
        text += if rules.keep_axis { "axis: keep\n" } else { "" };
        text += if rules.goal_shapes { "goal: shapes\n" } else { "" };
        text += if rules.has_gates { "gate: +\n" } else { "" };
        let word = |symbols: &[char]| symbols.iter().collect::<String>();
        let Exits { cells: exits, keys, gone, pinned } = &self.exits;
        if !exits.is_empty() {
            text += &if keys.is_empty() { "exit: 0\n".to_owned() } else { format!("exit: 0={}\n", word(keys)) };
        }
        text += &if gone.is_empty() { String::new() } else { format!("gone: {}\n", word(gone)) };
        text += &if pinned.is_empty() { String::new() } else { format!("pin: {}\n", word(pinned)) };
        for (index, drawing) in std::iter::once(&self.start).chain(&self.goals).enumerate() {
            text += if index == 0 { "\n" } else { "--\n" };
            for (row, line) in drawing.iter().enumerate() {
                let is_gate = |col: usize| line[col] == '.' && self.gates.contains(&(row, col));
                let is_exit = |col: usize| line[col] == '.' && exits.contains(&(row, col));
                let symbol = |col: usize| match line[col] {
                    _ if is_gate(col) => '+',
                    _ if is_exit(col) => '0',
                    drawn => drawn,
                };
                text.extend((0..line.len()).map(symbol));
                if beyond > 0 && row == 0 {
                    let symbols = if index == 0 && blocks > 0 { "1 2 3 4 5 6 7 8 9" } else { ". . . . . . . . ." };
                    text += &(" ".repeat(beyond) + &symbols[..2 * blocks.max(1) - 1]);
                }
                text.push('\n');
            }
        }
        text
    }

    /// Draws a random puzzle, maybe of straight blocks that keep to their lines; `None` if what was drawn is none (such as
    /// a block on a gate).
    fn random(rng: &mut Rng, is_straight: bool) -> Option<Self> {
        let (rows, cols) = (1 + rng.below(4) as usize, 1 + rng.below(5) as usize);
        let (rows, cols) = if is_straight { (rows + 2, cols + 1) } else { (rows, cols) };
        let holes = rng.below(4);
        let draw = |rng: &mut Rng| if rng.below(12) < holes { ' ' } else { '.' };
        let mut board: Drawing = (0..rows).map(|_| (0..cols).map(|_| draw(rng)).collect()).collect();
        let chance = |rng: &mut Rng, percent: u64| rng.below(100) < percent;
        let keep_axis = is_straight || chance(rng, 20);
        let rules = Rules { keep_axis, goal_shapes: chance(rng, 25), has_gates: chance(rng, 15) };
        // The corners of the picture are kept, so that no trimming moves it.
        (board[0][0], board[rows - 1][cols - 1]) = ('.', '.');
        let mut start = board.clone();
        for symbol in ('j'..='u').filter(|_| is_straight) {
            // why: only dense boards take many moves.
            for _ in 0..3 {
                draw_straight(&mut start, symbol, rng);
            }
        }
        for symbol in ('a'..='i').take(if is_straight { 0 } else { 1 + rng.below(9) as usize }) {
            let mut cell = (rng.below(rows as u64) as usize, rng.below(cols as u64) as usize);
            for _ in 0..[1, 1, 2, 2, 3, 4][rng.below(6) as usize] {
                if start[cell.0][cell.1] == '.' {
                    start[cell.0][cell.1] = symbol;
                }
                // Mostly connected, now and then in two parts.
                let far = u64::from(chance(rng, 8));
                let (row, col) = (rng.below(2) as usize, rng.below(2 + far) as usize);
                cell = ((cell.0 + row) % rows, (cell.1 + col) % cols);
            }
        }
        let gates = if rules.has_gates { cells(&board, '.') } else { Vec::new() };
        let gates = gates.into_iter().filter(|_| chance(rng, 15)).collect();
        let mut case = Case { rules, exits: Exits::default(), gates, start: start.clone(), goals: Vec::new() };
        for _ in 0..1 + rng.below(8) / 6 {
            let mut goal = board.clone();
            let mut walked = start.clone();
            for _ in 0..rng.below(120) {
                let options: Vec<Drawing> = case.neighbours(&walked, Metric::Steps).into_iter().collect();
                let mut options = options;
                options.sort();
                if !options.is_empty() {
                    walked = options.swap_remove(rng.below(options.len() as u64) as usize);
                }
            }
            for symbol in symbols(&start).into_iter().filter(|_| chance(rng, 40)).collect::<Vec<_>>() {
                let mut target = cells(&walked, symbol);
                if chance(rng, 45) {
                    // Anywhere, be it within reach or not.
                    let (top, left) =
                        target.iter().fold((9, 9), |(top, left), cell| (top.min(cell.0), left.min(cell.1)));
                    let (row, col) = (rng.below(rows as u64) as usize, rng.below(cols as u64) as usize);
                    target = target.into_iter().map(|cell| (cell.0 - top + row, cell.1 - left + col)).collect();
                }
                let is_free = |&(row, col): &(usize, usize)| goal.get(row).and_then(|line| line.get(col)) == Some(&'.');
                if target.iter().all(is_free) {
                    target.into_iter().for_each(|(row, col)| goal[row][col] = symbol);
                }
            }
            case.goals.push(goal);
        }
        // The walks above did not know the goal blocks yet, to which gates are open; blocks must not start on others.
        case.gates.retain(|&(row, col)| {
            let visible = |drawing: &Drawing| drawing[row][col] == '.';
            let drawn = start[row][col];
            (visible(&case.start) || case.goals.iter().any(visible))
                && (drawn == '.' || case.goals.iter().any(|goal| !cells(goal, drawn).is_empty()))
        });
        (!symbols(&start).is_empty()).then_some(case)
    }

    /// A random puzzle with an exit, blocks that must leave by it, and blocks that are pinned; `None` if what was drawn is no puzzle.
    fn random_with_exits(rng: &mut Rng) -> Option<Self> {
        let mut case = Self::random(rng, false)?;
        let (rows, cols) = (case.start.len(), case.start[0].len());
        let (top, left) = (rng.below(rows as u64) as usize, rng.below(cols as u64) as usize);
        let (height, width) = (1 + rng.below(2) as usize, 1 + rng.below(3) as usize);
        let is_free = |&(row, col): &(usize, usize)| {
            case.start.get(row).and_then(|line| line.get(col)) == Some(&'.') && !case.gates.contains(&(row, col))
        };
        let cells = (top..top + height).flat_map(|row| (left..left + width).map(move |col| (row, col)));
        case.exits.cells = cells.filter(is_free).collect();
        if case.exits.cells.is_empty() {
            return None;
        }
        let mut some = |percent: u64| -> Vec<char> {
            symbols(&case.start).into_iter().filter(|_| rng.below(100) < percent).collect()
        };
        case.exits.keys = if some(50).len() > 2 { some(60) } else { Vec::new() };
        case.exits.pinned = some(12);
        case.exits.gone = some(35);
        let gone = case.exits.gone.clone();
        for drawn in case.goals.iter_mut().flatten().flatten() {
            *drawn = if gone.contains(drawn) { '.' } else { *drawn };
        }
        Some(case)
    }
}

/// Draws a row or column of two or three cells, now and then a single one, if there is room and it is not drawn yet.
fn draw_straight(drawing: &mut Drawing, symbol: char, rng: &mut Rng) {
    let (length, is_row) = ([2, 3, 2, 3, 2, 3, 2, 3, 1][rng.below(9) as usize], rng.below(2) == 0);
    let (row, col) = (rng.below(drawing.len() as u64) as usize, rng.below(drawing[0].len() as u64) as usize);
    let cells = (0..length).map(|at| if is_row { (row, col + at) } else { (row + at, col) });
    let is_free = |&(row, col): &(usize, usize)| drawing.get(row).and_then(|line| line.get(col)) == Some(&'.');
    let cells: Vec<(usize, usize)> = cells.take_while(is_free).collect();
    if cells.len() == length && !drawing.iter().flatten().any(|&drawn| drawn == symbol) {
        cells.into_iter().for_each(|(row, col)| drawing[row][col] = symbol);
    }
}

fn solve(puzzle: &Puzzle, metric: Metric, threads: usize) -> Option<u32> {
    solve_with(puzzle, &Options { metric, threads, ..Options::default() })
}

fn solve_with(puzzle: &Puzzle, options: &Options) -> Option<u32> {
    let metric = options.metric;
    let mut solver = Solver::new(puzzle, options).unwrap();
    // Small budgets: pausing must not change the answer.
    let mut status = Status::Paused;
    while status == Status::Paused {
        status = solver.run(7);
    }
    let cost = solver.checked_solution().unwrap().map(|moves| metric.cost(moves));
    assert_eq!(solver.disk_error(), None, "{puzzle}");
    assert_eq!(status, if cost.is_some() { Status::Solved } else { Status::Exhausted });
    if let Some(cost) = cost {
        assert_eq!(cost, solver.stats().lower_bound, "{puzzle}");
    }
    cost
}

/// Holds the solver against brute force; returns how many cases were solved, how many have no solution, and the most
/// moves.
fn compare(seed: u64, count: usize, is_straight: bool) -> (u32, u32, u32) {
    let mut rng = Rng::from_seed(seed);
    let (mut solved, mut unsolvable, mut longest) = (0, 0, 0);
    let mut cases = 0;
    while cases < count {
        let Some(case) = Case::random(&mut rng, is_straight) else { continue };
        let text = case.text(0, 0);
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()), "{text}");
        let expected = Metric::ALL.map(|metric| case.brute_force(metric));
        // Puzzles of no or one move are common and teach little.
        let is_short = matches!(expected[0], Ok(Some(..2)));
        if expected.iter().any(Result::is_err) || is_short && rng.below(10) > 0 {
            continue;
        }
        cases += 1;
        for (metric, expected) in Metric::ALL.into_iter().zip(expected) {
            let expected = expected.unwrap();
            assert_eq!(solve(&puzzle, metric, 1), expected, "{metric} of\n{text}");
            longest = longest.max(expected.unwrap_or(0));
            if expected.is_some() {
                solved += 1;
            } else {
                unsolvable += 1;
            }
            if cases.is_multiple_of(5) {
                // On wide boards other words hold the cells, and moves are found in other ways.
                let (width, blocks) = ([70, 140][cases % 2] / case.start.len(), [0, 9][cases / 10 % 2]);
                let text = case.text(width.saturating_sub(2 * blocks).max(1), blocks);
                let wide: Puzzle = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(solve(&wide, metric, 1), expected, "{metric} of\n{text}");
            }
        }
    }
    (solved, unsolvable, longest)
}

#[test]
fn the_solver_agrees_with_brute_force() {
    let (solved, unsolvable, longest) = compare(20, 2_500, false);
    // The cases must be of all kinds, else agreeing means little.
    assert!(solved > 3_000 && unsolvable > 1_000 && longest > 20, "{solved} {unsolvable} {longest}");
}

#[test]
fn the_solver_agrees_with_brute_force_on_lines() {
    let (solved, unsolvable, longest) = compare(21, 1_000, true);
    assert!(solved > 500 && unsolvable > 500 && longest > 7, "{solved} {unsolvable} {longest}");
}

/// Blocks that leave the board, exits with keys, and pinned blocks, in memory and on disk.
#[test]
fn the_solver_agrees_with_brute_force_on_exits() {
    let directory = tempfile::tempdir().unwrap();
    let mut rng = Rng::from_seed(22);
    let (mut cases, mut solved, mut refused) = (0, 0, 0);
    while cases < 500 {
        let Some(case) = Case::random_with_exits(&mut rng) else { continue };
        let text = case.text(0, 0);
        // A block may be larger than the exit that it must leave by.
        let Ok(puzzle) = text.parse::<Puzzle>() else {
            refused += 1;
            continue;
        };
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()), "{text}");
        let expected = Metric::ALL.map(|metric| case.brute_force(metric));
        if expected.iter().any(Result::is_err) || matches!(expected[0], Ok(Some(..2))) && rng.below(10) > 0 {
            continue;
        }
        cases += 1;
        for (metric, expected) in Metric::ALL.into_iter().zip(expected) {
            assert_eq!(Ok(solve(&puzzle, metric, 1)), expected, "{metric} of\n{text}");
            solved += u32::from(expected != Ok(None));
            if cases % 10 == 0 {
                assert_eq!(
                    Ok(solve_with(&puzzle, &on_disk(metric, directory.path()))),
                    expected,
                    "{metric} of\n{text}"
                );
            }
        }
    }
    assert!(solved > 500 && refused > 100, "{solved} {refused}");
    assert_eq!(directory.path().read_dir().unwrap().count(), 0, "nothing is left behind");
}

/// Memory for next to nothing, so that the search goes on on disk at once.
fn on_disk(metric: Metric, directory: &Path) -> Options {
    let disk = Some(DiskOptions { directory: directory.to_owned(), limit: 1 << 30 });
    Options { metric, memory_limit: 1, disk, ..Options::default() }
}

#[test]
fn the_disk_search_agrees_with_brute_force() {
    let directory = tempfile::tempdir().unwrap();
    let mut rng = Rng::from_seed(23);
    let mut cases = 0;
    while cases < 170 {
        let Some(case) = Case::random(&mut rng, cases % 4 == 0) else { continue };
        let expected = Metric::ALL.map(|metric| case.brute_force(metric));
        if expected.iter().any(Result::is_err) || matches!(expected[0], Ok(Some(..3))) {
            continue;
        }
        cases += 1;
        let puzzle: Puzzle = case.text(0, 0).parse().unwrap();
        for (metric, expected) in Metric::ALL.into_iter().zip(expected) {
            assert_eq!(Ok(solve_with(&puzzle, &on_disk(metric, directory.path()))), expected, "{metric} of\n{puzzle}");
        }
    }
    assert_eq!(directory.path().read_dir().unwrap().count(), 0, "nothing is left behind");
}

/// A search that ends at any moment, as if it were killed, is resumed by the next one.
#[test]
fn a_disk_search_is_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let (_, puzzle) = taquin::blocks::catalogue::find("Royal Escape").unwrap();
    let options = on_disk(Metric::Moves, directory.path());
    let mut rng = Rng::from_seed(24);
    let mut kills = 0;
    let cost = loop {
        let mut solver = Solver::new(puzzle, &options).unwrap();
        if kills < 20 {
            // Dropped without a word, in the middle of a layer or of a merge.
            kills += 1;
            assert_eq!(solver.run(300 + rng.below(2_500)), Status::Paused);
            continue;
        }
        while solver.run(1_000) == Status::Paused {}
        assert!(solver.disk().is_some() && solver.disk_error().is_none());
        break solver.checked_solution().unwrap().map(|moves| Metric::Moves.cost(moves));
    };
    assert_eq!(cost, Some(81));
    assert_eq!(directory.path().read_dir().unwrap().count(), 0, "nothing is left behind");
}

/// Neither a limit that is too low nor a directory that cannot be written ends in anything but a word about it.
#[test]
fn a_full_disk_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let (_, puzzle) = taquin::blocks::catalogue::find("Royal Escape").unwrap();
    let mut options = on_disk(Metric::Moves, directory.path());
    options.memory_limit = 20_000;
    options.disk.as_mut().unwrap().limit = 10_000;
    let mut solver = Solver::new(puzzle, &options).unwrap();
    assert_eq!(solver.run(u64::MAX), Status::Full);
    assert_eq!(solver.disk_error(), Some(&DiskError::Limit { limit: 10_000 }));
    assert!(solver.stats().lower_bound > 10);
    drop(solver);
    // With more room the search goes on from there.
    options.disk.as_mut().unwrap().limit = 1 << 30;
    assert_eq!(solve_with(puzzle, &options), Some(81));
    assert_eq!(directory.path().read_dir().unwrap().count(), 0, "nothing is left behind");
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    options.disk.as_mut().unwrap().directory = file;
    let mut solver = Solver::new(puzzle, &options).unwrap();
    assert_eq!(solver.run(u64::MAX), Status::Full);
    assert!(matches!(solver.disk_error(), Some(DiskError::File { .. })));
}

/// At any moment the best solution is valid and no shorter than the optimum, and the lower bound no longer; in the end they
/// meet.
#[test]
fn anytime_searches_enclose_what_brute_force_finds() {
    let mut rng = Rng::from_seed(25);
    let (mut cases, mut unproven) = (0, 0);
    while cases < 500 {
        let case =
            if cases % 3 == 0 { Case::random_with_exits(&mut rng) } else { Case::random(&mut rng, cases % 3 == 1) };
        let Some(case) = case else { continue };
        let Ok(puzzle) = case.text(0, 0).parse::<Puzzle>() else { continue };
        let expected = Metric::ALL.map(|metric| case.brute_force(metric));
        if expected.iter().any(Result::is_err) || matches!(expected[0], Ok(Some(..3))) {
            continue;
        }
        cases += 1;
        for (metric, expected) in Metric::ALL.into_iter().zip(expected) {
            let expected = expected.unwrap();
            let mut solver =
                Solver::new(&puzzle, &Options { metric, algorithm: Algorithm::Anytime, ..Options::default() }).unwrap();
            while solver.run(1) == Status::Paused {
                let cost = solver.checked_solution().unwrap().map(|moves| metric.cost(moves));
                let optimum = expected.unwrap_or(u32::MAX);
                assert!(solver.stats().lower_bound <= optimum, "{metric} of\n{puzzle}");
                assert!(cost.is_none_or(|cost| cost >= optimum), "{metric} of\n{puzzle}");
                unproven += u32::from(cost.is_some());
            }
            let cost = solver.checked_solution().unwrap().map(|moves| metric.cost(moves));
            assert_eq!((cost, solver.is_proven()), (expected, expected.is_some()), "{metric} of\n{puzzle}");
            assert_eq!(
                solve_with(&puzzle, &Options { metric, algorithm: Algorithm::Auto, ..Options::default() }),
                expected
            );
        }
    }
    assert!(unproven > 50, "{unproven}");
}

/// A search whose memory is used up has a solution all the same.
#[test]
fn a_search_without_memory_for_the_proof_finds_a_solution() {
    let mut longer = 0;
    for algorithm in [Algorithm::Auto, Algorithm::Anytime] {
        for name in ["The Time Machine", "From Right to Left", "Sliding Pipes"] {
            let (_, puzzle) = taquin::blocks::catalogue::find(name).unwrap();
            let options = Options { algorithm, memory_limit: 2 << 20, ..Options::default() };
            let mut solver = Solver::new(puzzle, &options).unwrap();
            assert_eq!(solver.run(u64::MAX), Status::Full, "{name}");
            let stats = solver.stats();
            let Some(Optimum::Cost(optimum)) = puzzle.info().moves else { panic!("{name} has no optimum") };
            assert!(
                (10..optimum).contains(&stats.lower_bound) && stats.peak_bytes <= options.memory_limit,
                "{name}: {stats:?}"
            );
            let cost = solver.checked_solution().unwrap().map(|moves| Metric::Moves.cost(moves));
            assert!(cost.is_none_or(|cost| cost >= optimum) && !solver.is_proven(), "{name}: {cost:?}");
            longer += u32::from(cost.is_some_and(|cost| cost > optimum));
        }
    }
    assert!(longer >= 2, "{longer}");
}

/// A walk of the reference through all solutions.
struct Walk<'a> {
    case: &'a Case,
    metric: Metric,
    /// The positions on the way, with blocks that are alike not told apart.
    way: Vec<Position>,
    /// How many solutions there are of each length.
    counts: Vec<u128>,
    left: usize,
}

/// For each kind of block and each place of one, in order.
type Position = Vec<(Option<char>, Vec<(usize, usize)>)>;

impl Walk<'_> {
    fn position(&self, drawing: &Drawing) -> Position {
        let place = |symbol: char| {
            let is_like_others = !self.case.is_goal_block(symbol)
                && !self.case.exits.pinned.contains(&symbol)
                && (self.case.exits.cells.is_empty() || self.case.exits.keys.is_empty());
            ((!is_like_others).then_some(symbol), cells(drawing, symbol))
        };
        let mut position: Position = symbols(drawing).into_iter().map(place).collect();
        position.sort();
        position
    }

    /// Moves of one block, with the way of a slide.
    fn moves(&self, drawing: &Drawing) -> Vec<(char, bool, Drawing)> {
        let mut moves = Vec::new();
        for symbol in symbols(drawing) {
            for (is_vertical, ways) in [(false, [(0, 1), (0, -1)]), (true, [(1, 0), (-1, 0)])] {
                for way in ways {
                    let mut next = self.case.step(drawing, symbol, way);
                    while let Some(after) = next {
                        next = self.case.step(&after, symbol, way).filter(|_| self.metric == Metric::Slides);
                        moves.push((symbol, is_vertical, after));
                    }
                }
            }
            if self.metric == Metric::Moves {
                let mut at = moves.iter().position(|found| found.0 == symbol).unwrap_or(moves.len());
                while at < moves.len() {
                    for way in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                        let next = self.case.step(&moves[at].2, symbol, way);
                        let is_new = |next: &Drawing| next != drawing && moves.iter().all(|known| known.2 != *next);
                        moves.extend(next.filter(is_new).map(|next| (symbol, false, next)));
                    }
                    at += 1;
                }
            }
        }
        moves
    }

    /// Goes on from a drawing, the last of the way; false if that takes too long.
    fn go_on(&mut self, drawing: &Drawing, last: Option<(char, bool)>) -> bool {
        if self.case.is_solved(drawing) {
            self.counts[self.way.len() - 1] += 1;
            return true;
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.way.len() == self.counts.len() {
            return self.left > 0;
        }
        let mut seen = HashSet::new();
        self.moves(drawing).into_iter().all(|(symbol, is_vertical, next)| {
            let is_one = last.is_some_and(|(moved, was_vertical)| match self.metric {
                Metric::Moves => moved == symbol,
                Metric::Slides => (moved, was_vertical) == (symbol, is_vertical),
                Metric::Steps => false,
            });
            let position = self.position(&next);
            if is_one || self.way.contains(&position) || !seen.insert(position.clone()) {
                return true;
            }
            self.way.push(position);
            let is_done = self.go_on(&next, Some((symbol, is_vertical)));
            self.way.pop();
            is_done
        })
    }
}

#[test]
fn all_solutions_are_those_that_brute_force_finds() {
    let mut rng = Rng::from_seed(26);
    let (mut cases, mut several, mut longer) = (0, 0, 0);
    while cases < 400 {
        let case =
            if cases % 4 == 0 { Case::random_with_exits(&mut rng) } else { Case::random(&mut rng, cases % 4 == 1) };
        let Some(case) = case.filter(|case| !case.rules.goal_shapes) else { continue };
        let (text, metric) = (case.text(0, 0), Metric::ALL[cases % 3]);
        let (Ok(puzzle), Ok(Some(best @ 2..))) = (text.parse::<Puzzle>(), case.brute_force(metric)) else { continue };
        let beyond = [0, 1, 2][cases / 3 % 3];
        let counts = vec![0; (best + beyond) as usize + 1];
        let mut walk = Walk { case: &case, metric, way: Vec::new(), counts, left: 3_000 };
        walk.way.push(walk.position(&case.start));
        if !walk.go_on(&case.start, None) {
            continue;
        }
        cases += 1;
        let expected: Vec<(u32, u128)> = (0..).zip(walk.counts).skip(best as usize).collect();
        let options = Options { metric, ..Options::default() };
        let mut search = AllSolutions::new(&puzzle, &options, beyond).unwrap();
        let mut found = Vec::new();
        while search.run(50) == Status::Paused {
            found.extend(search.take_solutions().unwrap());
        }
        found.extend(search.take_solutions().unwrap());
        assert_eq!(search.counts(), expected, "{metric} of\n{text}");
        let lengths: Vec<u32> = found.iter().map(|moves| metric.cost(moves)).collect();
        let wanted: Vec<u32> = expected.iter().flat_map(|&(cost, count)| vec![cost; count as usize]).collect();
        assert_eq!(lengths, wanted, "{metric} of\n{text}");
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "{metric} of\n{text}");
        let mut counting = AllSolutions::new(&puzzle, &options, beyond).unwrap().counting();
        assert_eq!(counting.run(u64::MAX), Status::Solved);
        assert_eq!(counting.counts(), expected, "{metric} of\n{text}");
        several += u32::from(expected[0].1 > 1);
        longer += u32::from(expected.iter().skip(1).any(|&(_, count)| count > 0));
    }
    assert!(several > 130 && longer > 60, "{several} {longer}");
}

#[test]
fn a_block_alone_stops_at_the_wall() {
    let puzzle = Puzzle::from_pictures("a..\n...\n...", "...\n...\n..a").unwrap();
    assert_eq!(Metric::ALL.map(|metric| solve(&puzzle, metric, 1)), [Some(1), Some(2), Some(4)]);
}

#[test]
fn threads_find_the_same_costs() {
    // Wide layers, so that several threads really share the work; those of the second double, so that they look ahead too.
    let garbage = Metric::ALL.map(|metric| ("Garbage Disposal", metric));
    for (name, metric) in garbage.into_iter().chain([("The Elevator Switch", Metric::Moves)]) {
        let (_, puzzle) = taquin::blocks::catalogue::find(name).unwrap();
        let mut costs = [1, 2, 3].map(|threads| {
            let mut solver = Solver::new(puzzle, &Options { metric, threads, ..Options::default() }).unwrap();
            // In small portions too, so that threads stop in the middle of a layer.
            while solver.run(5_000) == Status::Paused {}
            metric.cost(solver.checked_solution().unwrap().unwrap())
        });
        costs.sort_unstable();
        assert_eq!(costs[0], costs[2]);
    }
}

/// More threads than a small table has room for must not have it made anew for ever, and small budgets must not be spent
/// on starting them.
#[test]
fn many_threads_come_to_an_end() {
    for (name, cost) in [("Royal Escape", 81), ("Garbage Disposal", 31), ("Sixty Moves", 60)] {
        let (_, puzzle) = taquin::blocks::catalogue::find(name).unwrap();
        for threads in [48, 128, 256] {
            assert_eq!(solve(puzzle, Metric::Moves, threads), Some(cost), "{name} on {threads} threads");
        }
    }
}

#[test]
fn the_memory_limit_ends_a_search_with_what_was_learnt() {
    let (_, puzzle) = taquin::blocks::catalogue::find("Trapped Treasure").unwrap();
    for threads in 1..=3 {
        for memory_limit in [200_000, 300_000, 700_000] {
            let options = Options { memory_limit, threads, ..Options::default() };
            let mut solver = Solver::new(puzzle, &options).unwrap();
            assert_eq!(solver.run(u64::MAX), Status::Full);
            assert_eq!(solver.run(1), Status::Full);
            let stats = solver.stats();
            assert!(stats.peak_bytes < memory_limit / 100 * 103, "{options:?} {stats:?}");
            assert!(stats.stored > memory_limit / 24 && stats.lower_bound > 10, "{options:?} {stats:?}");
            assert!(solver.solution().is_none());
        }
    }
}

/// A board of 15 × 16 cells with these rows, and free ones below.
fn large_board(rows: &[String]) -> String {
    let free = ".".repeat(16);
    (0..15).map(|row| rows.get(row).unwrap_or(&free).clone() + "\n").collect()
}

#[test]
fn large_boards_are_solved_in_wide_words() {
    let start = large_board(&["a".to_owned() + &".".repeat(15), "ABCDEFGHIJKLMNO.".to_owned()]);
    let goal = large_board(&[".".repeat(15) + "a"]);
    let puzzle = Puzzle::from_pictures(&start, &goal).unwrap();
    assert_eq!(solve(&puzzle, Metric::Moves, 1), Some(1));
}

/// 32 × 32 cells, and so many different blocks that the widest keys are needed.
#[test]
fn the_largest_boards_are_solved() {
    let symbols: Vec<char> = (0x4e00..).filter_map(char::from_u32).take(1_022).collect();
    let rows =
        |symbols: &[char]| -> String { symbols.chunks(32).map(|row| row.iter().collect::<String>() + "\n").collect() };
    let mut start = symbols.clone();
    start.extend(['.', '.']);
    let mut goal = start.clone();
    goal.swap(1_021, 1_022);
    goal.swap(989, 1_021);
    let puzzle = Puzzle::from_pictures(&rows(&start), &rows(&goal)).unwrap();
    assert_eq!(Metric::ALL.map(|metric| solve(&puzzle, metric, 1)), [Some(2), Some(2), Some(2)]);
    let single = |at: usize| -> String {
        (0..1_024)
            .map(|cell| if cell == at { 'a' } else { '.' })
            .collect::<Vec<char>>()
            .chunks(32)
            .map(|row| row.iter().collect::<String>() + "\n")
            .collect()
    };
    let puzzle = Puzzle::from_pictures(&single(0), &single(1_023)).unwrap();
    assert_eq!(Metric::ALL.map(|metric| solve(&puzzle, metric, 1)), [Some(1), Some(2), Some(62)]);
}
