//! What a plan becomes on bitboards: the tables of a layout.

use super::{
    super::{
        super::Direction,
        bits::Bits,
        plan::{Class, Coding, Plan, Symmetry},
        table::Key,
    },
    Chunk, Fields, GoalTest, Image, Mover, Piece, Spot, Step,
};

/// Bits of a position that one look-up unpacks: small tables stay in the nearest cache.
const CHUNK: u32 = 6;

pub(super) fn image(plan: &Plan, symmetry: &Symmetry) -> Image {
    let mut anchors = Vec::new();
    for (class, images) in plan.classes.iter().zip(&symmetry.places) {
        let mut table = vec![0; plan.board_bits as usize];
        for (&place, &image) in class.places.iter().zip(images) {
            table[place as usize] = image as u8;
        }
        anchors.push(table);
    }
    Image { classes: symmetry.classes.clone(), anchors }
}

fn set<B: Bits>(bits: &[u32]) -> B {
    bits.iter().fold(B::default(), |set, &bit| set | B::bit(bit))
}

/// The code of each of a class's places.
fn codes<K: Key>(class: &Class, bits: u32) -> Vec<K> {
    let mut codes = vec![K::default(); bits as usize];
    for (number, &place) in class.places.iter().enumerate() {
        codes[place as usize] = match class.coding {
            Coding::Mask => K::bit(class.shift + number as u32),
            Coding::Index | Coding::List if class.width == 0 => K::default(),
            Coding::Index | Coding::List => K::from_low(number as u64) << class.shift,
        };
    }
    codes
}

pub(super) fn mover<B: Bits, K: Key>(plan: &Plan, index: usize, strides: &[i32; 4]) -> Mover<B, K> {
    let class = &plan.classes[index];
    let ground = if class.is_goal { set::<B>(&plan.floor) | set(&plan.gates) } else { set(&plan.floor) };
    let step = |direction: usize| {
        // The cells that the block comes to cover: its leading edge.
        let stride = strides[direction];
        let shifted = class.offsets.iter().map(|&offset| offset as i32 + stride);
        let edge: Vec<i32> = shifted.filter(|&cell| !class.offsets.iter().any(|&own| own as i32 == cell)).collect();
        let allowed = Direction::ALL[direction].is_along(class.axis);
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
    let image_codes = plan.symmetries.iter().map(|symmetry| {
        let image = codes::<K>(&plan.classes[symmetry.classes[index]], plan.board_bits);
        let mut turned = vec![K::default(); plan.board_bits as usize];
        for (&place, &at) in class.places.iter().zip(&symmetry.places[index]) {
            turned[place as usize] = image[at as usize];
        }
        turned
    });
    Mover {
        ground,
        is_lone: class.blocks.len() == 1,
        places: set(&class.places),
        offsets: class.offsets.chunks(4).map(|four| std::array::from_fn(|at| four[at.min(four.len() - 1)])).collect(),
        steps: std::array::from_fn(step),
        spots: spots(class, plan.board_bits, strides),
        codes: codes(class, plan.board_bits),
        is_goal: class.is_goal,
        rank: 1 + rank(plan, index),
        is_additive: class.coding != Coding::List,
        image_codes: image_codes.collect(),
    }
}

/// The least of the classes that any sequence of symmetries makes of this one.
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
    images.into_iter().fold(class, usize::min)
}

fn spots<B: Bits>(class: &Class, bits: u32, strides: &[i32; 4]) -> Vec<Spot<B>> {
    let blocked = !B::default();
    let places = set::<B>(&class.places);
    let is_place = |anchor: u32| anchor < bits && !(places & B::bit(anchor)).is_empty();
    let cells = |anchor: u32| class.offsets.iter().fold(B::default(), |all, offset| all | B::bit(anchor + offset));
    let spot = |anchor: u32| {
        if !is_place(anchor) {
            return Spot { fronts: [blocked; 4], cells: B::default() };
        }
        let front = |direction: usize| {
            let next = anchor.wrapping_add_signed(strides[direction]);
            let can_be = Direction::ALL[direction].is_along(class.axis) && is_place(next);
            if can_be { cells(next) & !cells(anchor) } else { blocked }
        };
        Spot { fronts: std::array::from_fn(front), cells: cells(anchor) }
    };
    (0..bits).map(spot).collect()
}

pub(super) fn fields<B: Bits, K: Key>(plan: &Plan, movers: &[Mover<B, K>]) -> Fields<B, K> {
    let mut chunks = Vec::new();
    let (mut pieces, mut piece_images) = (Vec::new(), Vec::new());
    for (index, (class, mover)) in plan.classes.iter().zip(movers).enumerate() {
        let count = class.blocks.len() as u32;
        let (fields, width) = match class.coding {
            Coding::Index => (1, class.width),
            Coding::List => (count, class.width / count),
            Coding::Mask => (class.width.div_ceil(CHUNK), CHUNK),
        };
        for field in 0..fields {
            let begin = field * width;
            let width = width.min(class.width - begin);
            // The places that each value of the chunk stands for.
            let places = |value: usize| -> Vec<u32> {
                match class.coding {
                    Coding::Mask => {
                        let numbers = (0..width).filter(|bit| value >> bit & 1 != 0).map(|bit| begin + bit);
                        numbers.map(|number| class.places[number as usize]).collect()
                    }
                    Coding::Index | Coding::List => class.places.get(value).copied().into_iter().collect(),
                }
            };
            let values = 1usize << width;
            let piece = |value| {
                let anchors = places(value);
                let cells =
                    anchors.iter().fold(B::default(), |cells, &anchor| cells | mover.spots[anchor as usize].cells);
                Piece { anchors: set(&anchors), cells }
            };
            let images = |value: usize| {
                let places = if mover.is_additive { places(value) } else { Vec::new() };
                let sum =
                    move |codes: &Vec<K>| places.iter().fold(K::default(), |sum, &at| sum.plus(codes[at as usize]));
                mover.image_codes.iter().map(sum)
            };
            chunks.push(Chunk {
                class: index,
                keep: if field == 0 { B::default() } else { !B::default() },
                // why: a field of no bits may begin beyond the key's last bit.
                shift: if width == 0 { 0 } else { class.shift + begin },
                mask: values as u64 - 1,
                begin: pieces.len(),
            });
            pieces.extend((0..values).map(piece));
            piece_images.extend((0..values).flat_map(images));
        }
    }
    Fields { chunks, pieces, piece_images }
}

pub(super) fn goal_test<B: Bits, K: Key>(plan: &Plan, movers: &[Mover<B, K>], goal: &[Vec<u32>]) -> GoalTest<K> {
    let mut parts: Vec<(K, K)> = Vec::new();
    for ((class, mover), anchors) in plan.classes.iter().zip(movers).zip(goal) {
        let code = |anchor: &u32| mover.codes[*anchor as usize];
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
