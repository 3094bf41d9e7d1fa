//! The assignment problem: every row gets a column of its own so that the sum of the costs is least.

/// Costs of giving rows to columns, row by row; a square.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    size: usize,
    values: Vec<f32>,
}

impl Costs {
    pub(crate) fn new(size: usize, cost: impl Fn(usize, usize) -> f32) -> Self {
        Self { size, values: (0..size * size).map(|i| cost(i / size, i % size)).collect() }
    }

    pub(crate) fn at(&self, row: usize, col: usize) -> f32 {
        self.values[row * self.size + col]
    }
}

/// A least assignment, with the prices that prove it (Hungarian method by shortest augmenting paths, O(n³)).
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    /// The column of each row.
    pub(crate) columns: Vec<usize>,
    /// The sum of its costs.
    pub(crate) total: f64,
    row_prices: Vec<f64>,
    col_prices: Vec<f64>,
}

/// Stands for no row.
const FREE: usize = usize::MAX;

impl Assignment {
    pub(crate) fn of(costs: &Costs) -> Self {
        let size = costs.size;
        let mut state = Prices { rows: vec![0.0; size], cols: vec![0.0; size], owners: vec![FREE; size] };
        for row in 0..size {
            state.augment(costs, row, |_, _| false);
        }
        state.finish(costs)
    }

    /// The least assignment in which this row has another column.
    pub(crate) fn without(&self, costs: &Costs, row: usize) -> Self {
        let banned = self.columns[row];
        let mut owners = vec![FREE; costs.size];
        for (other, &col) in self.columns.iter().enumerate() {
            if other != row {
                owners[col] = other;
            }
        }
        let mut state = Prices { rows: self.row_prices.clone(), cols: self.col_prices.clone(), owners };
        state.augment(costs, row, |r, c| r == row && c == banned);
        state.finish(costs)
    }
}

struct Prices {
    rows: Vec<f64>,
    cols: Vec<f64>,
    /// The row that has each column.
    owners: Vec<usize>,
}

impl Prices {
    /// Gives a row a column along the cheapest path of exchanges.
    fn augment(&mut self, costs: &Costs, row: usize, banned: impl Fn(usize, usize) -> bool) {
        let size = costs.size;
        let mut slack = vec![f64::INFINITY; size];
        let mut came_from = vec![FREE; size];
        let mut done = vec![false; size];
        let (mut current, mut last) = (row, FREE);
        loop {
            let mut best = (f64::INFINITY, FREE);
            for col in (0..size).filter(|&col| !done[col]) {
                if !banned(current, col) {
                    let reduced = f64::from(costs.at(current, col)) - self.rows[current] - self.cols[col];
                    if reduced < slack[col] {
                        slack[col] = reduced;
                        came_from[col] = last;
                    }
                }
                if slack[col] < best.0 {
                    best = (slack[col], col);
                }
            }
            let (delta, col) = best;
            if col == FREE {
                // why: only a 1 × 1 problem with its one pair banned has no other assignment.
                return;
            }
            self.rows[row] += delta;
            for other in 0..size {
                if done[other] {
                    self.rows[self.owners[other]] += delta;
                    self.cols[other] -= delta;
                } else {
                    slack[other] -= delta;
                }
            }
            done[col] = true;
            last = col;
            if self.owners[col] == FREE {
                break;
            }
            current = self.owners[col];
        }
        while last != FREE {
            let before = came_from[last];
            self.owners[last] = if before == FREE { row } else { self.owners[before] };
            last = before;
        }
    }

    fn finish(self, costs: &Costs) -> Assignment {
        let mut columns = vec![0; costs.size];
        for (col, &row) in self.owners.iter().enumerate() {
            if row != FREE {
                columns[row] = col;
            }
        }
        let total = columns.iter().enumerate().map(|(row, &col)| f64::from(costs.at(row, col))).sum();
        Assignment { columns, total, row_prices: self.rows, col_prices: self.cols }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutations(size: usize) -> Vec<Vec<usize>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let smaller = permutations(size - 1);
        let insert = |at: usize| smaller.iter().map(move |p| [&p[..at], &[size - 1], &p[at..]].concat());
        (0..size).flat_map(insert).collect()
    }

    fn least(costs: &Costs, allowed: impl Fn(&[usize]) -> bool) -> f64 {
        let total = |p: &Vec<usize>| p.iter().enumerate().map(|(r, &c)| f64::from(costs.at(r, c))).sum::<f64>();
        permutations(costs.size).iter().filter(|p| allowed(p)).map(total).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn no_permutation_is_cheaper() {
        let mut state = 7u32;
        for round in 0..60 {
            let size = 2 + round % 5;
            let values: Vec<f32> = (0..size * size)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 20) as f32 / 100.0 - 15.0
                })
                .collect();
            let costs = Costs::new(size, |r, c| values[r * size + c]);
            let best = Assignment::of(&costs);
            assert!((best.total - least(&costs, |_| true)).abs() < 1e-3);
            for row in 0..size {
                let other = best.without(&costs, row);
                assert_ne!(other.columns[row], best.columns[row]);
                assert!((other.total - least(&costs, |p| p[row] != best.columns[row])).abs() < 1e-3);
            }
        }
    }
}
