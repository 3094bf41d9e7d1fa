//! Three thousand boards through the command, against a brute-force search that shares no code with the engine.

use crate::{json, taquin, taquin_fed};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use taquin::rng::Rng;

/// A board, row by row.
type Cells = Vec<u8>;

#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    cols: usize,
}

impl Size {
    fn text(self, cells: &Cells) -> String {
        let row = |row: &[u8]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if self.rows == 1 {
            // A single row could as well be a dimension and its cells.
            return format!("1x{}:{}", self.cols, row(cells).replace(' ', ","));
        }
        cells.chunks(self.cols).map(row).collect::<Vec<_>>().join("/")
    }

    /// Moves a tile in this direction, if one can be.
    fn slide(self, cells: &mut Cells, direction: char) -> bool {
        let blank = cells.iter().position(|&tile| tile == 0).unwrap();
        let (row, col) = (blank / self.cols, blank % self.cols);
        let from = match direction {
            'U' if row + 1 < self.rows => blank + self.cols,
            'D' if row > 0 => blank - self.cols,
            'L' if col + 1 < self.cols => blank + 1,
            'R' if col > 0 => blank - 1,
            _ => return false,
        };
        cells.swap(blank, from);
        true
    }

    /// The distance of every board that can reach the goal; several tiles in a line may move at once if `lines`.
    fn distances(self, goal: &Cells, lines: bool) -> HashMap<Cells, u64> {
        let mut found = HashMap::from([(goal.clone(), 0)]);
        let mut queue = VecDeque::from([goal.clone()]);
        while let Some(cells) = queue.pop_front() {
            let distance = found[&cells];
            for direction in ['U', 'D', 'L', 'R'] {
                let mut next = cells.clone();
                while self.slide(&mut next, direction) {
                    if !found.contains_key(&next) {
                        found.insert(next.clone(), distance + 1);
                        queue.push_back(next.clone());
                    }
                    if !lines {
                        break;
                    }
                }
            }
        }
        found
    }

    /// Does this move string lead from here to there? And how many moves and slides is it long?
    fn replay(self, mut cells: Cells, moves: &str, goal: &Cells) -> (u64, u64) {
        let (mut stm, mut slides, mut last) = (0, 0, ' ');
        let mut letters = moves.chars().peekable();
        while let Some(direction) = letters.next() {
            let mut digits = String::new();
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            for _ in 0..digits.parse().unwrap_or(1) {
                assert!(self.slide(&mut cells, direction), "{direction} cannot be moved in {}", self.text(&cells));
                stm += 1;
            }
            slides += u64::from(direction != last);
            last = direction;
        }
        assert_eq!(cells, *goal, "{moves}");
        (stm, slides)
    }
}

/// What the answers of an algorithm must be.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    /// The fewest moves, proven.
    Fewest,
    /// The fewest slides, proven.
    FewestSlides,
    /// Any solution.
    Any,
}

#[test]
fn answers_agree_with_brute_force() {
    let sizes =
        [(3, 3, 1_200), (2, 4, 500), (4, 2, 500), (2, 3, 300), (3, 2, 300), (2, 2, 100), (1, 5, 50), (5, 1, 50)];
    let mut rng = Rng::from_seed(7);
    for (rows, cols, count) in sizes {
        let size = Size { rows, cols };
        let mut random = || {
            let mut cells: Cells = (0..(rows * cols) as u8).collect();
            rng.shuffle(&mut cells);
            cells
        };
        let goal = random();
        let (moves, slides) = (size.distances(&goal, false), size.distances(&goal, true));
        let boards: Vec<Cells> = (0..count).map(|_| random()).collect();
        let runs: [(&[&str], Promise, usize); 7] = [
            (&["optimal"], Promise::Fewest, 1),
            (&["optimal", "--metric", "mtm"], Promise::FewestSlides, 1),
            (&["astar"], Promise::Fewest, 4),
            (&["ida-star", "--heuristic", "manhattan"], Promise::Fewest, 4),
            (&["bfs"], Promise::Fewest, 20),
            (&["anytime"], Promise::Any, 10),
            (&["strategic"], Promise::Any, 2),
        ];
        for (algorithm, promise, every) in runs {
            let some: Vec<&Cells> = boards.iter().step_by(every).collect();
            let input: String = some.iter().map(|cells| size.text(cells) + "\n").collect();
            let goal_text = size.text(&goal);
            let args = [&["solve", "--json", "--goal", &goal_text, "-a"], algorithm].concat();
            let answers = json(&taquin_fed(&args, input.as_bytes()));
            assert_eq!(answers.len(), some.len());
            for (cells, answer) in some.into_iter().zip(&answers) {
                match moves.get(cells) {
                    None => assert_eq!(answer["status"], "unsolvable", "{answer}"),
                    Some(&fewest) => check(size, cells, &goal, answer, promise, (fewest, slides[cells])),
                }
            }
        }
    }
}

fn check(size: Size, cells: &Cells, goal: &Cells, answer: &Value, promise: Promise, (moves, slides): (u64, u64)) {
    assert_eq!(answer["status"], "solved", "{answer}");
    let (stm, mtm) = size.replay(cells.clone(), answer["moves"].as_str().unwrap(), goal);
    assert_eq!((answer["stm"].as_u64(), answer["mtm"].as_u64()), (Some(stm), Some(mtm)), "{answer}");
    let fewest = if promise == Promise::FewestSlides { slides } else { moves };
    let (found, bound) =
        (if promise == Promise::FewestSlides { mtm } else { stm }, answer["lower_bound"].as_u64().unwrap());
    assert!(bound <= fewest && fewest <= found, "{fewest}: {answer}");
    assert_eq!(answer["optimal"].as_bool(), Some(bound == found), "{answer}");
    if promise != Promise::Any {
        assert_eq!((found, bound), (fewest, fewest), "{answer}");
    }
}

#[test]
fn moves_are_applied_as_the_rules_say() {
    let mut rng = Rng::from_seed(8);
    for _ in 0..150 {
        let size = Size { rows: 2 + rng.below(3) as usize, cols: 2 + rng.below(3) as usize };
        let mut cells: Cells = (0..(size.rows * size.cols) as u8).collect();
        rng.shuffle(&mut cells);
        let (start, mut moves, mut is_legal) = (size.text(&cells), String::new(), true);
        for _ in 0..1 + rng.below(12) {
            let direction = ['U', 'D', 'L', 'R'][rng.below(4) as usize];
            // why: mostly legal ones, so that there are long ways that are.
            if !size.slide(&mut cells.clone(), direction) && rng.below(12) > 0 {
                continue;
            }
            is_legal = is_legal && size.slide(&mut cells, direction);
            moves.push(direction);
        }
        if moves.is_empty() {
            continue;
        }
        let run = taquin(&["apply", &start, &moves]);
        let expected = if is_legal { (Some(0), size.text(&cells) + "\n") } else { (Some(2), String::new()) };
        assert_eq!((run.code, run.stdout), expected, "{start} {moves}: {}", run.stderr);
    }
}
