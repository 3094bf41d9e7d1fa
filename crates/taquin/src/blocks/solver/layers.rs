//! The positions of a breadth-first search in the order of their discovery, layer after layer.

use super::{layout::Last, table::Key};
use std::{collections::VecDeque, ops::Range};

/// Positions of one chunk.
const CHUNK: usize = 256;

/// Positions read at once.
pub(super) const READ: usize = 8;

/// All positions, packed into the bytes that they need, in chunks, so that nothing is ever copied or allocated twice.
pub(super) struct Layers<K> {
    /// Each with as many bytes at its end as reading or writing a whole word takes beyond the last key.
    keys: Vec<Box<[u8]>>,
    /// The blocks moved last; only chunks with positions that are still to be expanded, the first being number
    /// `forgotten`.
    last: VecDeque<Box<[Last]>>,
    forgotten: usize,
    len: usize,
    /// Where each layer begins; the last one is that under way, and what follows it is found from it.
    starts: Vec<usize>,
    /// Where the layer under way ends.
    end: usize,
    key_bytes: usize,
    mask: K,
}

impl<K: Key> Layers<K> {
    /// One layer of these positions.
    pub(super) fn new(origin: &[K], key_bits: u32) -> Self {
        let key_bytes = key_bits.div_ceil(8).max(1) as usize;
        let mask = (0..key_bits).fold(K::default(), |mask, bit| mask | K::bit(bit));
        let (keys, last, starts) = (Vec::new(), VecDeque::new(), vec![0]);
        let mut layers = Self { keys, last, forgotten: 0, len: 0, starts, end: origin.len(), key_bytes, mask };
        let origin: Vec<_> = origin.iter().map(|&key| (key, Last::default())).collect();
        layers.extend(&origin);
        layers
    }

    /// All positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        let keys = self.keys.len() * (CHUNK * self.key_bytes + size_of::<K>());
        let lists = self.keys.capacity() * size_of::<Box<[u8]>>() + self.starts.capacity() * size_of::<usize>();
        (keys + lists + self.last.len() * CHUNK * size_of::<Last>()) as u64
    }

    /// The distance of the layer under way.
    pub(super) fn depth(&self) -> usize {
        self.starts.len() - 1
    }

    /// The layer under way.
    pub(super) fn current(&self) -> Range<usize> {
        self.starts[self.depth()]..self.end
    }

    /// The layer at this distance.
    pub(super) fn layer(&self, depth: usize) -> Range<usize> {
        self.starts[depth]..self.starts.get(depth + 1).copied().unwrap_or(self.end)
    }

    /// All positions from the layer before the one under way on.
    pub(super) fn recent(&self) -> Range<usize> {
        self.starts[self.depth().saturating_sub(1)]..self.len
    }

    /// Adds positions to the layer after the one under way.
    pub(super) fn extend(&mut self, mut new: &[(K, Last)]) {
        while !new.is_empty() {
            let at = self.len % CHUNK;
            if at == 0 {
                self.keys.push(vec![0; CHUNK * self.key_bytes + size_of::<K>()].into());
                self.last.push_back([Last::default(); CHUNK].into());
            }
            let (now, later) = new.split_at(new.len().min(CHUNK - at));
            if let (Some(keys), Some(lasts)) = (self.keys.last_mut(), self.last.back_mut()) {
                let mut begin = at * self.key_bytes;
                for (slot, &(key, last)) in lasts[at..].iter_mut().zip(now) {
                    *slot = last;
                    key.write(&mut keys[begin..]);
                    begin += self.key_bytes;
                }
            }
            self.len += now.len();
            new = later;
        }
    }

    /// Reads positions from this one on, and before `end`, with their last moves, at least one. Only for the layers
    /// under way.
    pub(super) fn read(&self, range: Range<usize>, batch: &mut Vec<(K, Last)>) {
        let (chunk, at) = (range.start / CHUNK, range.start % CHUNK);
        let count = range.len().min(CHUNK - at).min(READ);
        let keys = &self.keys[chunk][at * self.key_bytes..];
        let last = &self.last[chunk - self.forgotten][at..];
        batch.clear();
        let key = |index: usize| K::read(&keys[index * self.key_bytes..]) & self.mask;
        batch.extend(last[..count].iter().enumerate().map(|(index, &last)| (key(index), last)));
    }

    #[inline]
    pub(super) fn key(&self, index: usize) -> K {
        K::read(&self.keys[index / CHUNK][index % CHUNK * self.key_bytes..]) & self.mask
    }

    pub(super) fn keys(&self, range: Range<usize>) -> impl Iterator<Item = K> + '_ {
        range.map(|index| self.key(index))
    }

    /// Goes on to the next layer, which may be empty.
    pub(super) fn descend(&mut self) {
        self.starts.push(self.end);
        while self.forgotten < self.end / CHUNK {
            self.last.pop_front();
            self.forgotten += 1;
        }
        self.end = self.len;
    }
}
