//! The layers of a breadth-first search: the one under way in plain arrays, finished ones packed tightly.

use super::{layout::Last, table::Key};

/// Positions at one distance, with the blocks moved last.
#[derive(Default)]
pub(super) struct Layer<K> {
    pub(super) keys: Vec<K>,
    pub(super) last: Vec<Last>,
}

impl<K: Key> Layer<K> {
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.last.capacity() * size_of::<Last>()) as u64
    }

    #[inline]
    pub(super) fn push(&mut self, key: K, last: Last) {
        self.keys.push(key);
        self.last.push(last);
    }

    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    pub(super) fn append(&mut self, mut other: Self) {
        self.keys.append(&mut other.keys);
        self.last.append(&mut other.last);
    }

    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.last.clear();
    }
}

/// A finished layer. Keys are cut into 16-bit planes, so that each takes only the bytes it needs; they are read again
/// when the table is rebuilt and when the path is traced.
pub(super) struct Planes {
    planes: Vec<Box<[u16]>>,
    len: usize,
}

impl Planes {
    pub(super) fn new<K: Key>(keys: &[K], key_bits: u32) -> Self {
        let plane = |index: u32| keys.iter().map(|&key| (key >> (16 * index)).low() as u16).collect();
        Self { planes: (0..key_bits.div_ceil(16)).map(plane).collect(), len: keys.len() }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.planes.len() * self.len * 2) as u64
    }

    #[inline]
    pub(super) fn key<K: Key>(&self, index: usize) -> K {
        let parts = self.planes.iter().enumerate();
        parts.fold(K::default(), |key, (at, plane)| key | K::from_low(u64::from(plane[index])) << (16 * at as u32))
    }

    pub(super) fn keys<K: Key>(&self) -> impl Iterator<Item = K> + '_ {
        (0..self.len).map(|index| self.key(index))
    }
}
