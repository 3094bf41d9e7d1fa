//! The solver agrees with a brute-force search on thousands of random small puzzles.
//!
//! The reference shares no code with the engine: it works on drawings, tells all blocks apart and knows no tricks.

use std::collections::{HashMap, HashSet, VecDeque};
use taquin::{
    blocks::{Metric, Options, Puzzle, Solver},
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

struct Case {
    rules: Rules,
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
        self.goals.iter().any(|goal| !cells(goal, symbol).is_empty())
    }

    fn is_solved(&self, drawing: &Drawing) -> bool {
        self.goals.iter().any(|goal| {
            symbols(goal).into_iter().all(|symbol| {
                let wanted = cells(goal, symbol);
                let others = symbols(drawing).into_iter().filter(|&other| self.is_goal_block(other));
                cells(drawing, symbol) == wanted
                    || self.rules.goal_shapes && others.into_iter().any(|other| cells(drawing, other) == wanted)
            })
        })
    }

    /// The drawing after a step of one block, if that is legal.
    fn step(&self, drawing: &Drawing, symbol: char, (rows, cols): (i32, i32)) -> Option<Drawing> {
        let own = cells(drawing, symbol);
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
            if *cell != '.' || self.gates.contains(&(row as usize, col as usize)) && !self.is_goal_block(symbol) {
                return None;
            }
            *cell = symbol;
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
        for (index, drawing) in std::iter::once(&self.start).chain(&self.goals).enumerate() {
            text += if index == 0 { "\n" } else { "--\n" };
            for (row, line) in drawing.iter().enumerate() {
                let is_gate = |col: usize| line[col] == '.' && self.gates.contains(&(row, col));
                text.extend((0..line.len()).map(|col| if is_gate(col) { '+' } else { line[col] }));
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
        let mut case = Case { rules, gates, start: start.clone(), goals: Vec::new() };
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
    let mut solver = Solver::new(puzzle, &Options { metric, threads, ..Options::default() }).unwrap();
    // Small budgets: pausing must not change the answer.
    let mut status = Status::Paused;
    while status == Status::Paused {
        status = solver.run(7);
    }
    let cost = solver.checked_solution().unwrap().map(|moves| metric.cost(moves));
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
            assert!(stats.stored > memory_limit / 12 && stats.lower_bound > 10, "{options:?} {stats:?}");
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

#[test]
fn positions_too_large_to_be_packed_are_refused() {
    let symbols: Vec<char> = (0x4e00..).filter_map(char::from_u32).take(48).collect();
    let rows: Vec<String> = symbols.chunks(16).map(|row| row.iter().collect()).collect();
    let puzzle = Puzzle::from_pictures(&large_board(&rows), &large_board(&rows)).unwrap();
    let refused = Solver::new(&puzzle, &Options::default()).err().unwrap();
    // 48 blocks, each of which may be in any of 240 cells.
    assert!(refused.bits > refused.max && refused.bits <= 48 * 8, "{refused:?}");
}
