//! A plan as bitboards: packing and unpacking positions, and generating moves for whole classes of blocks at once.

use super::{
    super::{Direction, Metric},
    bits::Bits,
    plan::{Class, Coding, Plan, Symmetry},
    table::Key,
};

/// Bits of a position that one look-up unpacks: small tables stay in the nearest cache.
const CHUNK: u32 = 6;

/// What one chunk of a packed position stands for.
#[derive(Clone, Copy, Default)]
struct Piece<B> {
    anchors: B,
    cells: B,
}

/// A class's field, or a part of it.
struct Chunk<B, K> {
    class: usize,
    shift: u32,
    mask: u64,
    pieces: Vec<Piece<B>>,
    /// For each value and each symmetry, what it adds to the image's key.
    images: Vec<K>,
}

/// A block of a class at one place.
#[derive(Clone, Copy)]
struct Spot<B, K> {
    /// For each direction, the cells that must be free for a step; all bits if there is no such step.
    fronts: [B; 4],
    cells: B,
    /// What it adds to the key, if the class is coded additively.
    code: K,
}

impl<B: Bits, K: Key> Spot<B, K> {
    /// The set of directions in which it can step.
    #[inline]
    fn ways(&self, occupied: B) -> u8 {
        let is_open = |direction: usize| u8::from((self.fronts[direction] & occupied).is_empty()) << direction;
        is_open(0) | is_open(1) | is_open(2) | is_open(3)
    }
}

/// A step of a class in one direction: the bits that must be free, as right and left shifts of the free cells.
#[derive(Clone, Default)]
struct Step {
    allowed: bool,
    right: Vec<u32>,
    left: Vec<u32>,
}

/// A class on bitboards.
struct Mover<B, K> {
    /// The cells it may stand on.
    ground: B,
    /// One block only.
    is_lone: bool,
    places: B,
    /// The bits of its cells relative to the anchor, in fours, the last repeated as needed, so that the
    /// inner loop has a fixed length.
    offsets: Vec<[u32; 4]>,
    steps: [Step; 4],
    /// By anchor.
    spots: Vec<Spot<B, K>>,
    is_goal: bool,
    /// The class takes part in additive coding: each taken place adds its code to the key.
    is_additive: bool,
    /// For each symmetry: the codes of the images of its places.
    image_codes: Vec<Vec<K>>,
}

/// A symmetry on bits.
struct Image {
    classes: Vec<usize>,
    /// For each class and anchor, the anchor it becomes.
    anchors: Vec<Vec<u8>>,
    /// What each set of directions becomes.
    directions: [u8; 16],
}

/// The block moved last, and the directions in which moving it again cannot lead to anything new.
///
/// In `moves` that is all directions, in `slides` both along the same line, in `steps` the way back. The positions so
/// left out are reached from the parent at no greater cost.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Last {
    pub(super) anchor: u8,
    pub(super) banned: u8,
}

/// A move as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub(super) class: usize,
    pub(super) from: u32,
    pub(super) to: u32,
    banned: u8,
}

/// A position, unpacked.
pub(super) struct Position<B, K> {
    pub(super) key: K,
    /// The keys of its images, one for each symmetry.
    images: Vec<K>,
    pub(super) anchors: Vec<B>,
    occupied: B,
}

/// A goal test: the bits of the key that count, and what they must be.
#[derive(Clone)]
struct GoalTest<K> {
    mask: K,
    value: K,
    /// The same for each part that takes a move of its own.
    parts: Vec<(K, K)>,
}

pub(super) struct Layout<B, K> {
    plan: Plan,
    metric: Metric,
    movers: Vec<Mover<B, K>>,
    chunks: Vec<Chunk<B, K>>,
    images: Vec<Image>,
    goals: Vec<GoalTest<K>>,
    /// A bit that is no cell, always taken: what is blocked for good stays so even on a board without other blocks.
    wall: B,
    /// The shift that each direction means for an anchor: left for later bits.
    strides: [i32; 4],
    all_additive: bool,
}

const AXIS: [u8; 4] = [0b0011, 0b0011, 0b1100, 0b1100];
const BACK: [u8; 4] = [0b0010, 0b0001, 0b1000, 0b0100];
const ALL_DIRECTIONS: u8 = 0b1111;

impl<B: Bits, K: Key> Layout<B, K> {
    pub(super) fn new(plan: Plan, metric: Metric) -> Self {
        let strides = Direction::ALL.map(|direction| {
            let (rows, cols) = direction.delta();
            i32::from(rows) * plan.row_stride as i32 + i32::from(cols) * plan.col_stride as i32
        });
        let images = plan.symmetries.iter().map(|symmetry| image(&plan, symmetry)).collect();
        let movers: Vec<Mover<B, K>> = (0..plan.classes.len()).map(|class| mover(&plan, class, &strides)).collect();
        let chunks = chunks(&plan, &movers);
        let goals = plan.goals.iter().map(|goal| goal_test(&plan, &movers, goal)).collect();
        let all_additive = movers.iter().all(|mover| mover.is_additive);
        let is_cell = |bit: &u32| plan.floor.contains(bit) || plan.gates.contains(bit);
        let wall = (0..B::WIDTH).find(|bit| !is_cell(bit)).map_or(B::default(), B::bit);
        Self { plan, metric, movers, chunks, images, goals, wall, strides, all_additive }
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A position of this layout, to unpack into.
    pub(super) fn blank(&self) -> Position<B, K> {
        Position {
            key: K::default(),
            images: vec![K::default(); self.images.len()],
            anchors: vec![B::default(); self.movers.len()],
            occupied: B::default(),
        }
    }

    /// Packs the anchors of all classes, as they are (not the least image).
    pub(super) fn pack(&self, anchors: &[B]) -> K {
        let fields = anchors.iter().enumerate().map(|(class, &anchors)| self.field(class, anchors));
        fields.fold(K::default(), K::plus)
    }

    /// A class's part of the key.
    fn field(&self, class: usize, anchors: B) -> K {
        let (mover, plan) = (&self.movers[class], &self.plan.classes[class]);
        if mover.is_additive {
            return anchors.ones().fold(K::default(), |key, anchor| key.plus(mover.spots[anchor as usize].code));
        }
        let width = plan.width / plan.blocks.len() as u32;
        let fields =
            anchors.ones().enumerate().map(|(at, anchor)| mover.spots[anchor as usize].code << (at as u32 * width));
        fields.fold(K::default(), K::plus)
    }

    /// The image of a class's anchors.
    fn turned(&self, image: &Image, class: usize, anchors: B) -> B {
        let table = &image.anchors[class];
        anchors.ones().fold(B::default(), |turned, anchor| turned | B::bit(u32::from(table[anchor as usize])))
    }

    /// Unpacks a key.
    #[inline]
    pub(super) fn unpack(&self, key: K, position: &mut Position<B, K>) {
        position.key = key;
        position.anchors.fill(B::default());
        position.images.fill(K::default());
        let mut occupied = self.wall;
        for chunk in &self.chunks {
            let value = ((key >> chunk.shift).low() & chunk.mask) as usize;
            let piece = &chunk.pieces[value];
            let anchors = &mut position.anchors[chunk.class];
            *anchors = *anchors | piece.anchors;
            occupied = occupied | piece.cells;
            let count = position.images.len();
            if count > 0 {
                for (image, &part) in position.images.iter_mut().zip(&chunk.images[value * count..]) {
                    *image = image.plus(part);
                }
            }
        }
        position.occupied = occupied;
        if !self.all_additive {
            self.complete_images(position);
        }
    }

    /// The images' fields of classes that are packed as lists.
    fn complete_images(&self, position: &mut Position<B, K>) {
        for (image, key) in self.images.iter().zip(&mut position.images) {
            for (class, mover) in self.movers.iter().enumerate().filter(|(_, mover)| !mover.is_additive) {
                debug_assert!(!mover.is_additive);
                let field = self.field(image.classes[class], self.turned(image, class, position.anchors[class]));
                *key = key.plus(field);
            }
        }
    }

    /// The least key among a position and its images.
    pub(super) fn canonical(&self, position: &Position<B, K>) -> K {
        position.images.iter().copied().fold(position.key, K::min)
    }

    /// Is any goal reached? Holds for a position exactly if it holds for its images.
    #[inline]
    pub(super) fn is_goal(&self, key: K) -> bool {
        self.goals.iter().any(|goal| key & goal.mask == goal.value)
    }

    /// Is a goal one move away, as far as the goal blocks out of place tell? Never false if one is.
    #[inline]
    pub(super) fn is_near_goal(&self, key: K) -> bool {
        let is_near = |goal: &GoalTest<K>| goal.parts.iter().filter(|part| key & part.0 != part.1).count() <= 1;
        self.goals.iter().any(is_near)
    }

    /// Does every goal take two moves or more from almost everywhere?
    pub(super) fn has_far_goals(&self) -> bool {
        self.goals.iter().all(|goal| goal.parts.len() > 1)
    }

    /// A goal position one move away.
    pub(super) fn next_goal(&self, key: K, position: &mut Position<B, K>) -> Option<K> {
        self.unpack(key, position);
        let mut found = None;
        self.hops(position, Last::default(), |hop| {
            let key = self.after(position, hop).0;
            if self.is_goal_class(hop.class) && self.is_goal(key) {
                found = Some(key);
            }
        });
        found
    }

    /// The least key of the position after a move and its images, and how the moved block looks there.
    #[inline(always)]
    pub(super) fn after(&self, position: &Position<B, K>, hop: Hop) -> (K, Last) {
        let (from, to) = (hop.from as usize, hop.to as usize);
        let mover = &self.movers[hop.class];
        if !mover.is_additive {
            return self.after_in_list(position, hop);
        }
        let mut least = position.key.minus(mover.spots[from].code).plus(mover.spots[to].code);
        let mut last = Last { anchor: hop.to as u8, banned: hop.banned };
        for (index, key) in position.images.iter().enumerate() {
            let codes = &mover.image_codes[index];
            let key = key.minus(codes[from]).plus(codes[to]);
            if key < least {
                least = key;
                last = self.images[index].last(hop);
            }
        }
        (least, last)
    }

    /// The same for a class that is packed as a list, which has to be sorted again.
    fn after_in_list(&self, position: &Position<B, K>, hop: Hop) -> (K, Last) {
        let before = position.anchors[hop.class];
        let after = before ^ B::bit(hop.from) ^ B::bit(hop.to);
        let change = |key: K, class: usize, before: B, after: B| {
            key.minus(self.field(class, before)).plus(self.field(class, after))
        };
        let mut least = change(position.key, hop.class, before, after);
        let mut last = Last { anchor: hop.to as u8, banned: hop.banned };
        for (image, &key) in self.images.iter().zip(&position.images) {
            let turned = |anchors| self.turned(image, hop.class, anchors);
            let key = change(key, image.classes[hop.class], turned(before), turned(after));
            if key < least {
                least = key;
                last = image.last(hop);
            }
        }
        (least, last)
    }

    /// The cells of a block.
    pub(super) fn cells(&self, class: usize, anchor: u32) -> B {
        self.movers[class].spots[anchor as usize].cells
    }

    /// No position has more moves than this.
    pub(super) fn max_hops(&self) -> usize {
        self.plan.classes.iter().map(|class| class.blocks.len() * class.places.len()).sum()
    }

    /// Does moving this class's blocks bear on the goal?
    #[inline]
    pub(super) fn is_goal_class(&self, class: usize) -> bool {
        self.movers[class].is_goal
    }

    /// Generates the moves of a position.
    #[inline]
    pub(super) fn hops(&self, position: &Position<B, K>, last: Last, mut emit: impl FnMut(Hop)) {
        let occupied = position.occupied;
        for (class, mover) in self.movers.iter().enumerate() {
            let anchors = position.anchors[class];
            if mover.is_lone {
                self.hops_of(class, anchors.lowest(), occupied, last, &mut emit);
                continue;
            }
            // Which of the blocks can move at all is found for the whole class at once.
            let free = mover.ground & !occupied;
            let movable = mover.steps.iter().fold(B::default(), |all, step| all | step.movable(anchors, free));
            for from in movable.ones() {
                self.hops_of(class, from, occupied, last, &mut emit);
            }
        }
    }

    /// Generates the moves of one block.
    #[inline(always)]
    fn hops_of(&self, class: usize, from: u32, occupied: B, last: Last, emit: &mut impl FnMut(Hop)) {
        let spots = &self.movers[class].spots;
        let spot = &spots[from as usize];
        let banned = if from == u32::from(last.anchor) { last.banned } else { 0 };
        let ways = spot.ways(occupied) & !banned;
        if ways == 0 {
            return;
        }
        let others = occupied & !spot.cells;
        match self.metric {
            Metric::Moves => {
                for to in self.reach(&self.movers[class], others, from).ones() {
                    emit(Hop { class, from, to, banned: ALL_DIRECTIONS });
                }
            }
            Metric::Slides => {
                for direction in directions(ways) {
                    let mut to = from;
                    loop {
                        to = to.wrapping_add_signed(self.strides[direction]);
                        emit(Hop { class, from, to, banned: AXIS[direction] });
                        if !(spots[to as usize].fronts[direction] & others).is_empty() {
                            break;
                        }
                    }
                }
            }
            Metric::Steps => {
                for direction in directions(ways) {
                    let to = from.wrapping_add_signed(self.strides[direction]);
                    emit(Hop { class, from, to, banned: BACK[direction] });
                }
            }
        }
    }

    /// The anchors that a block can get to in any number of steps, by a flood fill of all at once.
    #[inline(always)]
    fn reach(&self, mover: &Mover<B, K>, others: B, from: u32) -> B {
        let [first, rest @ ..] = &*mover.offsets else { return B::default() };
        let blocked = first.iter().fold(B::default(), |blocked, &offset| blocked | others >> offset);
        let blocked = rest.iter().flatten().fold(blocked, |blocked, &offset| blocked | others >> offset);
        let fits = mover.places & !blocked;
        let (line, place) = (self.plan.row_stride, self.plan.col_stride);
        let start = B::bit(from);
        let mut reached = start;
        loop {
            // why: places off the block's axis are not among the class's places, so all four ways may be tried.
            let near = reached << line | reached >> line | reached << place | reached >> place;
            let grown = reached | near & fits;
            if grown == reached {
                return reached & !start;
            }
            reached = grown;
        }
    }
}

/// The members of a set of directions.
#[inline]
fn directions(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (direction < 4).then_some(direction as usize)
    })
}

impl Step {
    /// Which of these blocks can make this step.
    #[inline]
    fn movable<B: Bits>(&self, anchors: B, free: B) -> B {
        if !self.allowed {
            return B::default();
        }
        let movable = self.right.iter().fold(anchors, |movable, &by| movable & free >> by);
        self.left.iter().fold(movable, |movable, &by| movable & free << by)
    }
}

impl Image {
    fn last(&self, hop: Hop) -> Last {
        Last { anchor: self.anchors[hop.class][hop.to as usize], banned: self.directions[usize::from(hop.banned)] }
    }
}

fn image(plan: &Plan, symmetry: &Symmetry) -> Image {
    let mut anchors = Vec::new();
    for (class, images) in plan.classes.iter().zip(&symmetry.places) {
        let mut table = vec![0; plan.board_bits as usize];
        for (&place, &image) in class.places.iter().zip(images) {
            table[place as usize] = image as u8;
        }
        anchors.push(table);
    }
    let turned = |set: usize| {
        let members = (0..4).filter(|direction| set >> direction & 1 != 0);
        members.fold(0, |turned, direction| turned | 1 << symmetry.directions[direction])
    };
    Image { classes: symmetry.classes.clone(), anchors, directions: std::array::from_fn(turned) }
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

fn mover<B: Bits, K: Key>(plan: &Plan, index: usize, strides: &[i32; 4]) -> Mover<B, K> {
    let class = &plan.classes[index];
    let ground = if class.is_goal { set::<B>(&plan.floor) | set(&plan.gates) } else { set(&plan.floor) };
    let step = |direction: usize| {
        // The cells that the block comes to cover: its leading edge.
        let stride = strides[direction];
        let shifted = class.offsets.iter().map(|&offset| offset as i32 + stride);
        let edge: Vec<i32> = shifted.filter(|&cell| !class.offsets.iter().any(|&own| own as i32 == cell)).collect();
        Step {
            allowed: Direction::ALL[direction].is_along(class.axis),
            right: edge.iter().filter(|&&cell| cell >= 0).map(|&cell| cell as u32).collect(),
            left: edge.iter().filter(|&&cell| cell < 0).map(|cell| cell.unsigned_abs()).collect(),
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
        spots: spots(class, &codes(class, plan.board_bits), strides),
        is_goal: class.is_goal,
        is_additive: class.coding != Coding::List,
        image_codes: image_codes.collect(),
    }
}

fn spots<B: Bits, K: Key>(class: &Class, codes: &[K], strides: &[i32; 4]) -> Vec<Spot<B, K>> {
    let blocked = !B::default();
    let cells = |anchor: u32| class.offsets.iter().fold(B::default(), |all, offset| all | B::bit(anchor + offset));
    let spot = |(anchor, &code): (usize, &K)| {
        let anchor = anchor as u32;
        if !class.places.contains(&anchor) {
            return Spot { fronts: [blocked; 4], cells: B::default(), code };
        }
        let front = |direction: usize| {
            let next = anchor.wrapping_add_signed(strides[direction]);
            let can_be = Direction::ALL[direction].is_along(class.axis) && class.places.contains(&next);
            if can_be { cells(next) & !cells(anchor) } else { blocked }
        };
        Spot { fronts: std::array::from_fn(front), cells: cells(anchor), code }
    };
    codes.iter().enumerate().map(spot).collect()
}

/// The look-up tables that unpack a key.
fn chunks<B: Bits, K: Key>(plan: &Plan, movers: &[Mover<B, K>]) -> Vec<Chunk<B, K>> {
    let mut chunks = Vec::new();
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
                let sum = |codes: &Vec<K>| places.iter().fold(K::default(), |sum, &at| sum.plus(codes[at as usize]));
                mover.image_codes.iter().map(sum).collect::<Vec<K>>()
            };
            chunks.push(Chunk {
                class: index,
                // why: a field of no bits may begin beyond the key's last bit.
                shift: if width == 0 { 0 } else { class.shift + begin },
                mask: values as u64 - 1,
                pieces: (0..values).map(piece).collect(),
                images: (0..values).flat_map(images).collect(),
            });
        }
    }
    chunks
}

fn goal_test<B: Bits, K: Key>(plan: &Plan, movers: &[Mover<B, K>], goal: &[Vec<u32>]) -> GoalTest<K> {
    let mut parts: Vec<(K, K)> = Vec::new();
    for ((class, mover), anchors) in plan.classes.iter().zip(movers).zip(goal) {
        let code = |anchor: &u32| mover.spots[*anchor as usize].code;
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
