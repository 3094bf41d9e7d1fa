//! How far a position is from a goal: a guess that guides, and a bound that holds.
//!
//! Both look at the goal blocks alone. The guess is the cheapest way of each to its target through everything that can be
//! moved aside, where covering a cell that another block takes costs as much as several steps. The bound forgets the
//! other blocks.

use super::{
    bits::Bits,
    encoding::Placed,
    movegen::{Movegen, Spot},
};
use crate::{blocks::Metric, search::Cost};
use std::{cmp::Reverse, collections::BinaryHeap};

/// What covering a taken cell costs, in steps.
const TAKEN: u32 = 4;

/// More goals than this are not looked at for a guess.
const GOALS: usize = 8;

/// The step of a block that leads to a place.
struct StepTo<B> {
    from: usize,
    /// The cells that must be free.
    front: B,
}

/// One place that must be taken.
struct Target<B> {
    class: usize,
    number: usize,
    /// For each place, the steps that lead to it.
    steps: Vec<Vec<StepTo<B>>>,
}

pub(super) struct Guide<B> {
    /// For each goal, the places that must be taken.
    goals: Vec<Vec<Target<B>>>,
    blocks: Vec<Placed>,
    costs: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, usize)>>,
}

impl<B: Bits> Guide<B> {
    pub(super) fn new(movegen: &Movegen<B>) -> Self {
        let classes = &movegen.encoding.classes;
        let cells = |class: usize| movegen.spot(class, 0).cells;
        let is_fixed = |&class: &usize| classes[class].numbers() == 1;
        let fixed = (0..classes.len()).filter(is_fixed).fold(B::default(), |all, class| all | cells(class));
        let target = |class: usize, number: usize| {
            let mut steps: Vec<Vec<StepTo<B>>> = Vec::new();
            steps.resize_with(classes[class].numbers(), Vec::new);
            for from in 0..steps.len() {
                let Spot { fronts, anchor, .. } = movegen.spot(class, from);
                for (direction, &front) in fronts.iter().enumerate() {
                    // All bits are set where there is no step, and no block takes all of them.
                    if (!front).is_empty() || !(front & fixed & !movegen.spot(class, from).cells).is_empty() {
                        continue;
                    }
                    let to = movegen.number(class, movegen.neighbour((*anchor).into(), direction));
                    steps[to].push(StepTo { from, front });
                }
            }
            Target { class, number, steps }
        };
        let goals = movegen.encoding.goals.iter().map(|goal| {
            let targets =
                goal.iter().enumerate().flat_map(|(class, numbers)| numbers.iter().map(move |&at| (class, at)));
            targets.map(|(class, number)| target(class, number)).collect()
        });
        Self { goals: goals.collect(), blocks: Vec::new(), costs: Vec::new(), queue: BinaryHeap::new() }
    }

    /// A guess of how far a position is from a goal.
    pub(super) fn score<K: Bits>(&mut self, movegen: &Movegen<B>, key: K) -> u32 {
        let occupied = self.unpack(movegen, key);
        let goals = self.goals.len().min(GOALS);
        (0..goals).map(|goal| self.goal_cost(movegen, goal, occupied)).min().unwrap_or(0)
    }

    /// A lower bound on the cost of all solutions from a position.
    pub(super) fn lower_bound<K: Bits>(&mut self, movegen: &Movegen<B>, key: K) -> Cost {
        self.unpack(movegen, key);
        let nothing = B::default();
        let bounds = (0..self.goals.len()).map(|goal| match movegen.metric {
            // Each target takes another block, and a block no fewer steps than it would alone.
            Metric::Steps => self.goal_cost(movegen, goal, nothing),
            Metric::Moves | Metric::Slides => {
                let is_open = |target: &&Target<B>| {
                    !self.blocks.contains(&Placed { class: target.class as u16, number: target.number as u16 })
                };
                self.goals[goal].iter().filter(is_open).count() as u32
            }
        });
        bounds.min().unwrap_or(0)
    }

    /// Lists the blocks of a key; returns the cells they take.
    fn unpack<K: Bits>(&mut self, movegen: &Movegen<B>, key: K) -> B {
        let (blocks, mut occupied) = (&mut self.blocks, B::default());
        blocks.clear();
        movegen.encoding.unpack(key, |placed| {
            blocks.push(placed);
            occupied = occupied | movegen.spot(placed.class.into(), placed.number.into()).cells;
        });
        occupied
    }

    /// The cheapest ways to all targets of a goal.
    fn goal_cost(&mut self, movegen: &Movegen<B>, goal: usize, occupied: B) -> u32 {
        let Self { goals, blocks, costs, queue } = self;
        goals[goal]
            .iter()
            .map(|target| target.cost(movegen, blocks, occupied, costs, queue))
            .fold(0, u32::saturating_add)
    }
}

impl<B: Bits> Target<B> {
    /// The cheapest way of any block of the class to the target, found from there by Dijkstra's algorithm.
    fn cost(
        &self,
        movegen: &Movegen<B>,
        blocks: &[Placed],
        occupied: B,
        costs: &mut Vec<u32>,
        queue: &mut BinaryHeap<Reverse<(u32, usize)>>,
    ) -> u32 {
        let is_own = |placed: &&Placed| usize::from(placed.class) == self.class;
        let own = || blocks.iter().filter(is_own).map(|placed| usize::from(placed.number));
        let others = own().fold(occupied, |all, number| all & !movegen.spot(self.class, number).cells);
        costs.clear();
        costs.resize(self.steps.len(), u32::MAX);
        queue.clear();
        costs[self.number] = 0;
        queue.push(Reverse((0, self.number)));
        while let Some(Reverse((cost, at))) = queue.pop() {
            if cost > costs[at] {
                continue;
            }
            if own().any(|number| number == at) {
                return cost;
            }
            for step in &self.steps[at] {
                let taken = (step.front & others).ones().count() as u32;
                let next = cost + 1 + TAKEN * taken;
                if next < costs[step.from] {
                    costs[step.from] = next;
                    queue.push(Reverse((next, step.from)));
                }
            }
        }
        // why: no way is worse than any.
        u32::MAX / 2
    }
}
