//! What a plan becomes on bitboards: the tables of a layout.

use super::{
    super::{
        super::{Axis, Direction},
        bits::Bits,
        plan::{Class, Coding, Plan, Symmetry},
        table::Key,
    },
    Chunk, Codes, Field, Fields, GoalTest, Image, Mover, Piece, Spot, Step, Turned,
};
use std::cmp::Reverse;

/// Bits of a position that one look-up unpacks: small tables stay in the nearest cache.
const CHUNK: u32 = 8;

pub(super) fn image<K: Key>(plan: &Plan, codes: &Codes<K>, symmetry: &Symmetry) -> Image<K> {
    let stride = plan.board_bits as usize + 1;
    let mut turned = vec![Turned::default(); plan.classes.len() * stride];
    for (index, anchors) in turned.chunks_mut(stride).enumerate() {
        for (&place, &image) in plan.classes[index].places.iter().zip(&symmetry.places[index]) {
            anchors[place as usize] =
                Turned { anchor: image as u16, code: codes.alone(symmetry.classes[index], image) };
        }
        // The partner that is nobody stays so.
        anchors[stride - 1].anchor = (stride - 1) as u16;
    }
    Image { classes: symmetry.classes.clone(), turned, stride }
}

fn set<B: Bits>(bits: &[u32]) -> B {
    bits.iter().fold(B::default(), |set, &bit| set | B::bit(bit))
}

pub(super) fn mover<B: Bits>(plan: &Plan, index: usize, strides: &[i32; 4]) -> Mover<B> {
    let class = &plan.classes[index];
    let ground = if class.is_goal { set::<B>(&plan.floor) | set(&plan.gates) } else { set(&plan.floor) };
    let step = |direction: usize| {
        // The cells that the block comes to cover: its leading edge.
        let stride = strides[direction];
        let shifted = class.offsets.iter().map(|&offset| offset as i32 + stride);
        let edge: Vec<i32> = shifted.filter(|&cell| !class.offsets.iter().any(|&own| own as i32 == cell)).collect();
        let allowed = class.axis.allows(Direction::ALL[direction]);
        // why: a bit before the anchor comes round from above, where it may be any cell; such a step leaves the board,
        // and is found out when the block is looked at.
        let pair = |pair: &[i32]| [pair[0], pair[pair.len() - 1]].map(|by| by.rem_euclid(B::WIDTH as i32) as u32);
        let mut pairs: Vec<[u32; 2]> = edge.chunks(2).map(pair).collect();
        Step {
            places: if allowed { set(&class.places) } else { B::default() },
            // Every shape has an edge.
            edge: pairs.pop().unwrap_or_default(),
            more: pairs,
        }
    };
    let steps: [Step<B>; 4] = std::array::from_fn(step);
    // why: to see at once which of all can move, a word is turned twice for each of these. Looking at one block takes as
    // long as two of them, or one beyond the processor's own words.
    let turns: usize = steps.iter().map(|step| 1 + step.more.len()).sum();
    let is_seen_singly = if B::WIDTH > 64 { class.blocks.len() <= turns } else { class.blocks.len() * 2 < turns };
    let mut offsets = class.offsets.chunks(4).map(|four| std::array::from_fn(|at: usize| four[at.min(four.len() - 1)]));
    Mover {
        ground,
        is_lone: class.blocks.len() == 1,
        is_seen_singly,
        is_thin: class.axis == Axis::Free && steps.iter().all(|step| step.more.is_empty()),
        places: set(&class.places),
        // Every block has a cell.
        offsets: offsets.next().unwrap_or_default(),
        more_offsets: offsets.collect(),
        steps,
        spots: spots(class, plan.board_bits, strides),
        is_goal: class.is_goal,
        targets: plan.goals.iter().fold(B::default(), |all, goal| all | set(&goal[index])),
        rank: 1 + rank(plan, index),
        is_pair: class.coding == Coding::Pair,
        is_list: class.coding == Coding::List,
    }
}

/// The rank of a class: the least of those that any sequence of symmetries makes of this one.
fn rank(plan: &Plan, class: usize) -> usize {
    let mut images = vec![class];
    let mut next = 0;
    while let Some(&class) = images.get(next) {
        next += 1;
        for symmetry in &plan.symmetries {
            let image = symmetry.classes[class];
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    // why: small and many blocks move most. With these at the lowest ranks the fewest positions are generated twice:
    // 5 % fewer than in reading order.
    let order = |class: usize| {
        let class = &plan.classes[class];
        (class.offsets.len(), Reverse(class.blocks.len()), Reverse(class.blocks[0]))
    };
    let rank = |image: usize| (0..plan.classes.len()).filter(|&other| order(other) < order(image)).count();
    images.into_iter().map(rank).min().unwrap_or_default()
}

fn spots<B: Bits>(class: &Class, bits: u32, strides: &[i32; 4]) -> Vec<Spot<B>> {
    let blocked = !B::default();
    let mut spots = vec![Spot { fronts: [blocked; 4], cells: B::default() }; bits as usize];
    for &place in &class.places {
        spots[place as usize].cells =
            class.offsets.iter().fold(B::default(), |all, offset| all | B::bit(place + offset));
    }
    let ways = (0..4).filter(|&direction| class.axis.allows(Direction::ALL[direction]));
    for direction in ways {
        for &place in &class.places {
            let next = place.wrapping_add_signed(strides[direction]) as usize;
            // Where no block can be, it covers nothing.
            let after = spots.get(next).map_or(B::default(), |next| next.cells);
            let spot = &mut spots[place as usize];
            if !after.is_empty() {
                spot.fronts[direction] = after & !spot.cells;
            }
        }
    }
    spots
}

pub(super) fn fields<B: Bits, K: Key>(
    plan: &Plan,
    movers: &[Mover<B>],
    codes: &Codes<K>,
    images: &[Image<K>],
) -> Fields<B, K> {
    let mut fields = Fields { lone: Vec::new(), chunks: Vec::new(), pieces: Vec::new(), more_images: Vec::new() };
    for (index, (class, mover)) in plan.classes.iter().zip(movers).enumerate() {
        let count = match class.coding {
            Coding::Index | Coding::Pair => 1,
            Coding::List => class.blocks.len() as u32,
            Coding::Mask => class.width.div_ceil(CHUNK),
        };
        let mut start = 0;
        for field in 0..count {
            let width = (class.width - start).div_ceil(count - field);
            // why: a field of no bits may begin beyond the key's last bit.
            let shift = if width == 0 { 0 } else { class.shift + start };
            let part = Field { shift, mask: (1 << width) - 1, begin: fields.pieces.len() };
            if mover.is_lone {
                fields.lone.push(part);
            } else {
                let keep = if field == 0 { B::default() } else { !B::default() };
                fields.chunks.push(Chunk { class: index, keep, field: part });
            }
            if class.coding == Coding::Pair {
                fields.add_pairs(codes, images, index, class, mover);
                continue;
            }
            for (value, anchors) in anchors_by_value::<B>(class, start, width).enumerate() {
                // why: masks have the most values by far, and a puzzle is mostly solved in less than a millisecond.
                match summands(class, value) {
                    Some(parts) => fields.add_sum(parts.map(|value| part.begin + value)),
                    None => fields.add_piece(codes, images, index, mover, anchors),
                }
            }
            start += width;
        }
    }
    fields
}

/// Two parts of a value of a class's field, if it is a mask with several bits: what it stands for is their sum.
fn summands(class: &Class, value: usize) -> Option<[usize; 2]> {
    let rest = value & value.wrapping_sub(1);
    (class.coding == Coding::Mask && rest != 0).then_some([rest, value ^ rest])
}

impl<B: Bits, K: Key> Fields<B, K> {
    /// Adds what blocks of a class at these anchors come to.
    fn add_piece(&mut self, codes: &Codes<K>, images: &[Image<K>], class: usize, mover: &Mover<B>, anchors: B) {
        let cells = anchors.ones().fold(B::default(), |all, place| all | mover.spots[place as usize].cells);
        self.push(codes, images, class, mover, Piece { anchors, cells, image: K::default() });
    }

    /// The same if the cells are known; the image is not yet.
    #[inline]
    fn push(&mut self, codes: &Codes<K>, images: &[Image<K>], class: usize, mover: &Mover<B>, piece: Piece<B, K>) {
        let mut images = images.iter().map(|image| image_code(codes, image, class, mover, piece.anchors));
        self.pieces.push(Piece { image: images.next().unwrap_or_default(), ..piece });
        self.more_images.extend(images);
    }

    /// Adds what every two blocks of a class come to, and nothing for the other values of the field.
    ///
    /// why apart: there are many, and what each place comes to is looked up once.
    fn add_pairs(&mut self, codes: &Codes<K>, images: &[Image<K>], index: usize, class: &Class, mover: &Mover<B>) {
        let place = |&place: &u32| (B::bit(place), mover.spots[place as usize].cells);
        let places: Vec<(B, B)> = class.places.iter().map(place).collect();
        let end = self.pieces.len() + (1 << class.width);
        // All pairs with the same higher place follow each other.
        for (number, high) in places.iter().enumerate() {
            for low in &places[..number] {
                let both = Piece { anchors: low.0 | high.0, cells: low.1 | high.1, image: K::default() };
                self.push(codes, images, index, mover, both);
            }
        }
        self.pieces.resize(end, Piece::default());
        self.more_images.resize(end * images.len().saturating_sub(1), K::default());
    }

    /// The same for two pieces together.
    fn add_sum(&mut self, parts: [usize; 2]) {
        let more = self.more_images.len() / self.pieces.len();
        for image in 0..more {
            let [one, other] = parts.map(|part| self.more_images[part * more + image]);
            self.more_images.push(one.plus(other));
        }
        let [one, other] = parts.map(|part| self.pieces[part]);
        self.pieces.push(Piece {
            anchors: one.anchors | other.anchors,
            cells: one.cells | other.cells,
            image: one.image.plus(other.image),
        });
    }
}

/// The anchors that each value stands for in a class's field, or in a part of it; none if it stands for nothing, and only
/// the lowest of several bits of a mask. Not for pairs.
fn anchors_by_value<B: Bits>(class: &Class, start: u32, width: u32) -> impl Iterator<Item = B> {
    let anchor = |number: usize| class.places.get(number).map_or(B::default(), |&place| B::bit(place));
    (0..1usize << width).map(move |value| match class.coding {
        Coding::Mask if value == 0 => B::default(),
        Coding::Mask => anchor((start + value.trailing_zeros()) as usize),
        _ => anchor(value),
    })
}

/// What the image of blocks at these anchors adds to the key; nothing if they are in a list, which has to be sorted first.
fn image_code<B: Bits, K: Key>(codes: &Codes<K>, image: &Image<K>, class: usize, mover: &Mover<B>, anchors: B) -> K {
    let rest = anchors.without_lowest();
    if mover.is_list {
        K::default()
    } else if mover.is_pair && !rest.is_empty() {
        let turned = |anchors: B| image.anchor(class, anchors.lowest() as usize);
        codes.code(image.classes[class], turned(anchors), turned(rest))
    } else {
        anchors.ones().fold(K::default(), |sum, anchor| sum.plus(image.of(class)[anchor as usize].code))
    }
}

pub(super) fn goal_test<K: Key>(plan: &Plan, codes: &Codes<K>, goal: &[Vec<u32>]) -> GoalTest<K> {
    let mut parts: Vec<(K, K)> = Vec::new();
    for (index, (class, anchors)) in plan.classes.iter().zip(goal).enumerate() {
        let code = |&anchor: &u32| codes.alone(index, anchor);
        if class.coding == Coding::Mask {
            parts.extend(anchors.iter().map(|anchor| (code(anchor), code(anchor))));
        } else if !anchors.is_empty() {
            let width = class.width / class.blocks.len() as u32;
            let place =
                |(at, anchor): (usize, &u32)| if at == 0 { code(anchor) } else { code(anchor) << (at as u32 * width) };
            let value = anchors.iter().enumerate().map(place).fold(K::default(), K::plus);
            let bits = class.shift..class.shift + class.width;
            parts.push((bits.fold(K::default(), |mask, bit| mask | K::bit(bit)), value));
        }
    }
    let (mask, value) = parts.iter().fold(Default::default(), |(mask, value), part| (mask | part.0, value | part.1));
    GoalTest { mask, value, parts }
}
