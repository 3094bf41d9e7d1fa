//! A plan as bitboards: packing and unpacking positions, and generating moves for whole classes of blocks at once.

mod after;
mod codes;
mod goal;
mod group;
mod moves;
mod numbered;
mod rails;
mod recent;
mod tables;

use codes::Codes;
use goal::GoalTest;
pub(super) use group::Group;
pub(super) use moves::Hops;
use numbered::Numbered;
pub(super) use rails::Rails;
pub(super) use recent::Last;
use recent::Recent;

use super::{
    super::{Direction, Metric},
    bits::Bits,
    plan::{Coding, Plan},
    table::Key,
};

/// What one chunk of a packed position stands for.
#[derive(Clone, Copy, Default)]
struct Piece<B, K> {
    anchors: B,
    cells: B,
    /// What it adds to the key of the first image.
    image: K,
}

/// A class's field in the key, or a part of it that one look-up unpacks.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    mask: u64,
    /// Where its pieces begin.
    begin: usize,
}

impl Field {
    /// The number of the piece that a key has here.
    #[inline(always)]
    fn piece<K: Key>(self, key: K) -> usize {
        self.begin + ((key >> self.shift).low() & self.mask) as usize
    }
}

/// A field, or a part of it, of a class of several blocks.
struct Chunk<B> {
    class: usize,
    /// No bits if it is its class's first, else all.
    keep: B,
    field: Field,
}

/// The look-up tables that unpack a key.
struct Fields<B, K> {
    /// Those of the classes of one block, which come first.
    lone: Vec<Field>,
    /// Those of the others.
    chunks: Vec<Chunk<B>>,
    /// For each field or chunk, for each of its values.
    pieces: Vec<Piece<B, K>>,
    /// For each piece and each symmetry but the first, what it adds to the image's key.
    more_images: Vec<K>,
}

/// A block of a class at one place.
#[derive(Clone, Copy)]
struct Spot<B> {
    /// For each direction, the cells that must be free for a step; all bits if there is no such step.
    fronts: [B; 4],
    cells: B,
}

/// A step of a class in one direction.
#[derive(Clone)]
struct Step<B> {
    /// The anchors that it can begin at.
    places: B,
    /// The bits that must be free, relative to the anchor, the last repeated if they are odd.
    edge: [u32; 2],
    /// Those beyond the first two.
    more: Vec<[u32; 2]>,
}

/// A class on bitboards.
struct Mover<B> {
    /// The cells it may stand on.
    ground: B,
    /// One block only.
    is_lone: bool,
    /// Is it quicker to see block by block which can move?
    is_seen_singly: bool,
    /// Can it go all ways, with at most two cells in front?
    is_thin: bool,
    places: B,
    /// The bits of its first four cells relative to the anchor, the last repeated as needed, so that the inner loop has a
    /// fixed length.
    offsets: [u32; 4],
    /// Those of the others.
    more_offsets: Vec<[u32; 4]>,
    steps: [Step<B>; 4],
    /// By anchor.
    spots: Vec<Spot<B>>,
    is_goal: bool,
    /// The anchors that goals want taken.
    targets: B,
    /// At least 1; classes that are each other's images have the same.
    rank: usize,
    /// How it is packed.
    is_pair: bool,
    is_list: bool,
}

/// A symmetry on bits.
struct Image<K> {
    classes: Vec<usize>,
    /// For each class and anchor, what it becomes.
    turned: Vec<Turned<K>>,
    /// Anchors of a class, with that of the partner of a block without one.
    stride: usize,
}

/// What a block becomes.
#[derive(Clone, Copy, Default)]
struct Turned<K> {
    anchor: u16,
    /// What it adds to the image's key if it has no partner.
    code: K,
}

impl<K> Image<K> {
    /// What an anchor becomes.
    #[inline(always)]
    fn anchor(&self, class: usize, anchor: usize) -> usize {
        usize::from(self.of(class)[anchor].anchor)
    }

    /// What the anchors of a class become.
    #[inline(always)]
    fn of(&self, class: usize) -> &[Turned<K>] {
        &self.turned[class * self.stride..]
    }
}

/// A position, unpacked.
pub(super) struct Position<B, K> {
    pub(super) key: K,
    /// The keys of its images, one for each symmetry.
    images: Vec<K>,
    pub(super) anchors: Vec<B>,
    occupied: B,
    /// What the last move makes superfluous.
    recent: Recent<B>,
}

pub(super) struct Layout<B, K> {
    plan: Plan,
    metric: Metric,
    movers: Vec<Mover<B>>,
    fields: Fields<B, K>,
    images: Vec<Image<K>>,
    goals: Vec<GoalTest<K>>,
    /// A bit that is no cell, always taken: what is blocked for good stays so even on a board without other blocks.
    wall: B,
    /// The shift that each direction means for an anchor: left for later bits.
    strides: [i32; 4],
    /// The greater stride.
    major: u32,
    codes: Codes<K>,
    /// Is any class packed as a list?
    has_lists: bool,
    rails: Option<Rails<K>>,
    /// Places by numbers, where they find moves faster.
    numbered: Option<Numbered>,
}

impl<B: Bits, K: Key> Layout<B, K> {
    pub(super) fn new(plan: Plan, metric: Metric) -> Self {
        let strides = Direction::ALL.map(|direction| {
            let (rows, cols) = direction.delta();
            i32::from(rows) * plan.row_stride as i32 + i32::from(cols) * plan.col_stride as i32
        });
        let movers: Vec<Mover<B>> =
            (0..plan.classes.len()).map(|class| tables::mover(&plan, class, &strides)).collect();
        let codes = Codes::new(&plan);
        let images: Vec<Image<K>> =
            plan.symmetries.iter().map(|symmetry| tables::image(&plan, &codes, symmetry)).collect();
        let fields = tables::fields(&plan, &movers, &codes, &images);
        let goals = plan.goals.iter().map(|goal| tables::goal_test(&plan, &codes, goal)).collect();
        let has_lists = movers.iter().any(|mover| mover.is_list);
        let is_cell = |bit: &u32| plan.floor.contains(bit) || plan.gates.contains(bit);
        let wall = (0..B::WIDTH).find(|bit| !is_cell(bit)).map_or(B::default(), B::bit);
        let rails = Rails::new(&plan, &codes, metric);
        // why: within a word shifts are as fast, and need no tables.
        let numbered = if B::WIDTH > 64 && rails.is_none() { Numbered::new(&plan, &strides) } else { None };
        let major = plan.row_stride.max(plan.col_stride);
        Self { plan, metric, movers, fields, images, goals, wall, strides, major, codes, has_lists, rails, numbered }
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The lines that all blocks keep to, if they do.
    #[inline]
    pub(super) fn rails(&self) -> Option<&Rails<K>> {
        self.rails.as_ref()
    }

    /// A position of this layout, to unpack into.
    pub(super) fn blank(&self) -> Position<B, K> {
        Position {
            key: K::default(),
            images: vec![K::default(); self.images.len()],
            anchors: vec![B::default(); self.movers.len()],
            occupied: B::default(),
            recent: Recent::default(),
        }
    }

    /// Packs the anchors of all classes, as they are (not the least image).
    pub(super) fn pack(&self, anchors: &[B]) -> K {
        let fields = anchors.iter().enumerate().map(|(class, &anchors)| self.field(class, anchors));
        fields.fold(K::default(), K::plus)
    }

    /// A class's part of the key.
    fn field(&self, class: usize, anchors: B) -> K {
        let plan = &self.plan.classes[class];
        let codes = anchors.ones().map(|anchor| self.codes.alone(class, anchor));
        match plan.coding {
            Coding::Index | Coding::Mask => codes.fold(K::default(), K::plus),
            Coding::Pair => {
                self.codes.code(class, anchors.lowest() as usize, anchors.without_lowest().lowest() as usize)
            }
            Coding::List => {
                let width = plan.width / plan.blocks.len() as u32;
                codes.enumerate().fold(K::default(), |field, (at, code)| field.plus(code << (at as u32 * width)))
            }
        }
    }

    /// The image of a class's anchors.
    fn turned(&self, image: &Image<K>, class: usize, anchors: B) -> B {
        let turned = |anchor: u32| image.anchor(class, anchor as usize) as u32;
        anchors.ones().fold(B::default(), |all, anchor| all | B::bit(turned(anchor)))
    }

    /// Unpacks a key.
    #[inline(always)]
    pub(super) fn unpack(&self, key: K, position: &mut Position<B, K>) {
        position.key = key;
        match &mut *position.images {
            [] => (position.occupied, _) = self.unpack_chunks(key, &mut position.anchors, |_| {}),
            [image] => (position.occupied, *image) = self.unpack_chunks(key, &mut position.anchors, |_| {}),
            [image, more @ ..] => {
                more.fill(K::default());
                let count = more.len();
                let add = |value: usize| {
                    let parts = &self.fields.more_images[value * count..];
                    more.iter_mut().zip(parts).for_each(|(image, &part)| *image = image.plus(part));
                };
                (position.occupied, *image) = self.unpack_chunks(key, &mut position.anchors, add);
            }
        }
        if self.has_lists {
            self.complete_images(position);
        }
    }

    /// Unpacks only what [`Layout::after_each`] needs.
    #[inline(always)]
    fn unpack_keys(&self, key: K, position: &mut Position<B, K>) {
        if self.images.is_empty() && !self.has_lists {
            position.key = key;
        } else {
            self.unpack(key, position);
        }
    }

    /// Unpacks the anchors and returns the cells taken and the key of the first image; `add` is told each piece.
    #[inline(always)]
    fn unpack_chunks(&self, key: K, anchors: &mut [B], mut add: impl FnMut(usize)) -> (B, K) {
        let (mut occupied, mut image) = (self.wall, K::default());
        let Fields { lone, chunks, pieces, .. } = &self.fields;
        for (field, anchor) in lone.iter().zip(&mut *anchors) {
            let value = field.piece(key);
            let piece = &pieces[value];
            *anchor = piece.anchors;
            occupied = occupied | piece.cells;
            image = image.plus(piece.image);
            add(value);
        }
        let mut all = B::default();
        for chunk in chunks {
            let value = chunk.field.piece(key);
            let piece = &pieces[value];
            // why: no branch for the first chunk of a class.
            all = all & chunk.keep | piece.anchors;
            anchors[chunk.class] = all;
            occupied = occupied | piece.cells;
            image = image.plus(piece.image);
            add(value);
        }
        (occupied, image)
    }

    /// The images' fields of classes that are packed as lists.
    fn complete_images(&self, position: &mut Position<B, K>) {
        for (image, key) in self.images.iter().zip(&mut position.images) {
            for (class, _) in self.movers.iter().enumerate().filter(|(_, mover)| mover.is_list) {
                let field = self.field(image.classes[class], self.turned(image, class, position.anchors[class]));
                *key = key.plus(field);
            }
        }
    }

    /// The least key among a position and its images.
    pub(super) fn canonical(&self, position: &Position<B, K>) -> K {
        position.images.iter().copied().fold(position.key, K::min)
    }

    /// The cells of a block.
    pub(super) fn cells(&self, class: usize, anchor: u32) -> B {
        self.movers[class].spots[anchor as usize].cells
    }

    /// The places of a block that covers none of these cells.
    pub(super) fn fits(&self, class: usize, occupied: B) -> B {
        self.movers[class].fits(occupied)
    }

    /// The places of a block that is there, if it could be put anywhere.
    pub(super) fn open_to(&self, position: &Position<B, K>, class: usize, from: u32) -> B {
        self.fits(class, position.occupied & !self.cells(class, from))
    }

    /// The anchor after a step; beyond the board's bits if that leaves the board.
    pub(super) fn neighbour(&self, anchor: u32, direction: Direction) -> u32 {
        anchor.wrapping_add_signed(self.strides[direction as usize])
    }
}
