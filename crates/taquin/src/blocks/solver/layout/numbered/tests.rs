use super::super::{
    super::{bits::Bits, plan::Plan, trace},
    Group, Last, Layout,
};
use crate::{
    blocks::{Metric, Puzzle},
    rng::Rng,
};
use std::collections::BTreeSet;

/// Single blocks and pairs.
const PAIRS: &str = "
....g.g....
h.h.gggp.p.
hhhbgkrppp.
hbbbkkrrrp.
.b.bkcrwr..
###ccc.www..
###c.c.w.w..
--
...........
...........
...........
...........
...........
.........###
.........###
";

/// Many of a kind, and as many places as a word has bits.
const MANY: &str = "
aa.bcdef
aa.ghijk
........
ll......
......nn
..o..p.n
..o..p..
..o..p..
--
......aa
......aa
........
........
........
........
........
........
";

/// A gate, and an outline with corners.
const GATE: &str = "gate: -

  aa.b.c.d
..aa.b.c.e-
..........-
 .f.g.hh.i
..ff.......
--
  ........
.........aa
.........aa
 .........
...........
";

/// Blocks that keep to their lines.
const LINES: &str = "axis: keep

aa..b....
....b..cc
.dd....ee
.........
ff...g...
.....g..h
........h
.........
--
.......aa
.........
.........
.........
.........
.........
.........
.........
";

/// The moves of a position, one by one: the block's class, whence, whither and its partner.
fn hops(layout: &Layout<u128, u128>, of: (u128, Last)) -> BTreeSet<(u32, u32, u32, u32)> {
    let mut group = Group::new(layout, 1);
    layout.find_hops(&mut group, &[of]);
    let each = group.hops().iter().flat_map(|hops| hops.each());
    each.map(|hop| (hop.class, hop.from, hop.to.lowest(), hop.partner)).collect()
}

/// By numbers the same moves are found as by cells.
#[test]
fn numbers_tell_what_cells_do() {
    let mut rng = Rng::from_seed(1);
    for (board, metric) in
        [PAIRS, MANY, GATE, LINES].into_iter().flat_map(|board| Metric::ALL.map(|metric| (board, metric)))
    {
        let puzzle: Puzzle = board.parse().expect(board);
        let layout = || Layout::<u128, u128>::new(Plan::new(&puzzle), metric);
        let (numbered, plain) = (layout(), Layout { numbered: None, ..layout() });
        assert!(numbered.numbered.is_some(), "{board}");
        let mut group = Group::new(&plain, 1);
        let mut at = (trace::start(&plain, &puzzle), Last::default());
        for _ in 0..1_000 {
            let first = (at.0, Last::default());
            assert_eq!(hops(&numbered, first), hops(&plain, first), "{metric} {board}");
            // why: of several ways that a block could have gone either finds another.
            if metric != Metric::Moves {
                assert_eq!(hops(&numbered, at), hops(&plain, at), "{metric} {board}");
            }
            plain.find_hops(&mut group, &[first]);
            let mut next = Vec::new();
            plain.after_each(&group, |key, last| next.push((key, last)));
            at = next[rng.below(next.len() as u64) as usize];
        }
    }
}
