//! The positions of a breadth-first search in the order of their discovery, layer after layer.
//!
//! Keys are packed into as many bytes as they need, in chunks, so that nothing is ever copied when more are added. Moves
//! are reversible, so only the last layers are ever compared with new positions (frontier search, Korf et al. 2005). Older
//! ones are *compacted*: of each only a fingerprint is kept, which tells well enough where the path goes through.

use super::{bits::Bits, commuting::Last, hash_set::fingerprint};
use std::{collections::VecDeque, ops::Range};

/// Positions of one chunk.
const CHUNK: usize = 256;

/// Bytes of a fingerprint.
const FINGERPRINT: usize = size_of::<u32>();

/// Chunks that are compacted whenever one is added: few at a time, as a whole layer would take long.
const COMPACTED: usize = 2;

pub(super) struct Layers<K> {
    /// Keys, each chunk with as many bytes at its end as reading or writing a whole word takes beyond the last key; or
    /// fingerprints.
    chunks: Vec<Box<[u8]>>,
    /// The chunks of fingerprints. Those of the first layer, before them, always stay keys.
    compacted: Range<usize>,
    /// The blocks moved last; only chunks with positions that are still to be expanded, the first being number
    /// `forgotten`.
    lasts: VecDeque<Box<[Last]>>,
    forgotten: usize,
    len: usize,
    /// Where each layer begins; the last one is that under way, and what follows it is found from it.
    starts: Vec<usize>,
    /// Where the layer under way ends.
    end: usize,
    /// Are all keys kept, and are all of them to be compared with new positions?
    keeps_keys: bool,
    is_reversible: bool,
    key_bytes: usize,
    mask: K,
}

/// What is left of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trace<K> {
    Key(K),
    Fingerprint(u32),
}

impl<K: Bits> Layers<K> {
    /// One layer of these positions.
    pub(super) fn new(origin: &[K], key_bits: u32, is_reversible: bool, keeps_keys: bool) -> Self {
        let key_bytes = key_bits.div_ceil(8).max(1) as usize;
        let first = origin.len().div_ceil(CHUNK);
        let mut layers = Self {
            chunks: Vec::new(),
            compacted: first..first,
            lasts: VecDeque::new(),
            forgotten: 0,
            len: 0,
            starts: vec![0],
            end: origin.len(),
            keeps_keys: keeps_keys || !is_reversible || key_bytes <= FINGERPRINT,
            is_reversible,
            key_bytes,
            mask: (0..key_bits).fold(K::default(), |mask, bit| mask | K::bit(bit)),
        };
        origin.iter().for_each(|&key| layers.push(key, Last::default()));
        layers
    }

    /// All positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        let full = self.chunks.len() - self.compacted.len();
        let keys = full * (CHUNK * self.key_bytes + size_of::<K>()) + self.compacted.len() * CHUNK * FINGERPRINT;
        let lasts = self.lasts.len() * CHUNK * size_of::<Last>();
        let lists = self.chunks.capacity() * size_of::<Box<[u8]>>() + self.starts.capacity() * size_of::<usize>();
        (keys + lasts + lists) as u64
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

    /// The positions that new ones are compared with: from the layer before the one under way on, or all of them if moves
    /// are not reversible.
    pub(super) fn recent(&self) -> Range<usize> {
        let first = if self.is_reversible { self.depth().saturating_sub(1) } else { 0 };
        self.starts[first]..self.len
    }

    /// Adds a position to the layer after the one under way.
    #[inline]
    pub(super) fn push(&mut self, key: K, last: Last) {
        let at = self.len % CHUNK;
        if at == 0 {
            self.compact();
            self.chunks.push(vec![0; CHUNK * self.key_bytes + size_of::<K>()].into());
            self.lasts.push_back(vec![Last::default(); CHUNK].into());
        }
        let (chunk, lasts) = (self.len / CHUNK, self.len / CHUNK - self.forgotten);
        key.write(&mut self.chunks[chunk][at * self.key_bytes..]);
        self.lasts[lasts][at] = last;
        self.len += 1;
    }

    /// Makes fingerprints of the oldest keys.
    fn compact(&mut self) {
        let old = if self.keeps_keys { 0 } else { self.recent().start / CHUNK };
        for chunk in self.compacted.end..old.min(self.compacted.end + COMPACTED) {
            let keys = chunk * CHUNK..(chunk + 1) * CHUNK;
            self.chunks[chunk] = keys.flat_map(|index| fingerprint(self.key(index)).to_le_bytes()).collect();
            self.compacted.end = chunk + 1;
        }
    }

    /// A position of the layer under way or after it, with its last move.
    #[inline]
    pub(super) fn position(&self, index: usize) -> (K, Last) {
        (self.key(index), self.lasts[index / CHUNK - self.forgotten][index % CHUNK])
    }

    /// A position that is not compacted.
    #[inline]
    pub(super) fn key(&self, index: usize) -> K {
        debug_assert!(!self.compacted.contains(&(index / CHUNK)));
        K::read(&self.chunks[index / CHUNK][index % CHUNK * self.key_bytes..]) & self.mask
    }

    /// What is left of a position.
    pub(super) fn trace(&self, index: usize) -> Trace<K> {
        let (chunk, at) = (index / CHUNK, index % CHUNK);
        if !self.compacted.contains(&chunk) {
            return Trace::Key(self.key(index));
        }
        let bytes = self.chunks[chunk][at * FINGERPRINT..].first_chunk();
        Trace::Fingerprint(bytes.map_or(0, |&bytes| u32::from_le_bytes(bytes)))
    }

    /// Goes on to the next layer, which may be empty.
    pub(super) fn descend(&mut self) {
        self.starts.push(self.end);
        while self.forgotten < self.end / CHUNK {
            self.lasts.pop_front();
            self.forgotten += 1;
        }
        self.end = self.len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_layers_are_compacted_and_still_tell_their_positions() {
        let mut layers = Layers::<u64>::new(&[0], 40, true, false);
        let mut all = vec![0];
        for depth in 1..40u64 {
            for number in 0..depth % 7 * 300 + 3 {
                let key = depth << 30 | number << 3;
                layers.push(key, Last::new(depth as usize, 1, number as u16));
                all.push(key);
            }
            layers.descend();
            let first = layers.current().start;
            assert_eq!(layers.position(first), (depth << 30, Last::new(depth as usize, 1, 0)));
        }
        assert_eq!(layers.len(), all.len());
        for (index, &key) in all.iter().enumerate() {
            match layers.trace(index) {
                Trace::Key(left) => assert_eq!(left, key),
                Trace::Fingerprint(left) => assert_eq!(left, fingerprint(key)),
            }
        }
        assert!(layers.compacted.end * CHUNK > all.len() / 2, "{:?}", layers.compacted);
    }
}
