//! The positions of a breadth-first search in the order of their discovery, layer after layer.

mod numbers;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
mod sheaf;

use super::{layout::Last, table::Key};
use numbers::Numbers;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(super) use sheaf::Sheaf;
use std::{collections::VecDeque, ops::Range};

/// Positions of one chunk.
const CHUNK: usize = 128;

/// Positions that a chunk grows by at least.
const STEP: usize = 8;

/// Bytes of a mark.
const MARK_BYTES: usize = size_of::<u32>();

/// Chunks that fade whenever one is added.
const FADING: usize = 2;

/// All positions, packed into the bytes that they need, in chunks, so that nothing but the first few is ever copied or
/// allocated twice.
///
/// Of old positions only a mark is kept. It tells well enough where the path goes through: a wrong turn leads nowhere.
pub(super) struct Layers<K> {
    /// Keys, each chunk with as many bytes at its end as reading or writing a whole word takes beyond the last key; or
    /// marks.
    keys: Vec<Box<[u8]>>,
    /// The chunks of marks. Those of the first layer, before them, always stay keys.
    faded: Range<usize>,
    fades: bool,
    /// The blocks moved last; only chunks with positions that are still to be expanded, the first being number
    /// `forgotten`.
    last: VecDeque<Box<[Last]>>,
    forgotten: usize,
    len: usize,
    /// Where each layer begins; the last one is that under way, and what follows it is found from it.
    starts: Vec<usize>,
    /// Where the layer under way ends.
    end: usize,
    /// Those of the recent positions, as long as there is no table of these.
    numbers: Option<Numbers>,
    key_bytes: usize,
    mask: K,
}

/// What is left of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trace<K> {
    Key(K),
    Mark(u32),
}

impl<K: Key> Layers<K> {
    /// One layer of these positions.
    pub(super) fn new(origin: &[K], key_bits: u32) -> Self {
        let key_bytes = key_bits.div_ceil(8).max(1) as usize;
        let mask = (0..key_bits).fold(K::default(), |mask, bit| mask | K::bit(bit));
        let first_faded = origin.len().div_ceil(CHUNK);
        let mut layers = Self {
            keys: Vec::new(),
            faded: first_faded..first_faded,
            fades: key_bytes > MARK_BYTES,
            last: VecDeque::with_capacity(1),
            forgotten: 0,
            len: 0,
            starts: vec![0],
            end: origin.len(),
            numbers: None,
            key_bytes,
            mask,
        };
        let origin: Vec<_> = origin.iter().map(|&key| (key, Last::default())).collect();
        layers.extend(&origin);
        layers
    }

    /// Has all keys kept from now on.
    pub(super) fn keep_keys(&mut self) {
        self.fades = false;
    }

    /// All positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        let full = self.keys.len() - self.faded.len();
        let keys = full * (CHUNK * self.key_bytes + size_of::<K>()) + self.faded.len() * CHUNK * MARK_BYTES;
        let lasts = self.last.len() * CHUNK * size_of::<Last>();
        let lists = self.keys.capacity() * size_of::<Box<[u8]>>()
            + self.last.capacity() * size_of::<Box<[Last]>>()
            + self.starts.capacity() * size_of::<usize>();
        let unused = self.last.back().map_or(0, |lasts| CHUNK - lasts.len()) * self.bytes_each() as usize;
        (keys + lasts + lists + self.numbers.as_ref().map_or(0, Numbers::bytes) - unused) as u64
    }

    /// Bytes that a new position takes.
    pub(super) fn bytes_each(&self) -> u64 {
        (self.key_bytes + size_of::<Last>()) as u64
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
                self.fade();
                push_tightly(&mut self.keys, Box::default());
                self.last.push_back(Box::default());
            }
            let (Some(keys), Some(lasts)) = (self.keys.last_mut(), self.last.back_mut()) else { return };
            if at == lasts.len() {
                // why: where there are few positions, a whole chunk would be most of what is held.
                let count = at + (self.len / 3).clamp(STEP, CHUNK).min(CHUNK - at);
                lengthen(keys, count * self.key_bytes + size_of::<K>());
                lengthen(lasts, count);
            }
            let (now, later) = new.split_at(new.len().min(lasts.len() - at));
            write(&mut keys[at * self.key_bytes..], &mut lasts[at..], self.key_bytes, now);
            self.len += now.len();
            new = later;
        }
    }

    /// Makes marks of the oldest keys.
    ///
    /// why a few at a time: a whole layer would take long.
    fn fade(&mut self) {
        for chunk in self.faded.end..self.old_end().min(self.faded.end + FADING) {
            self.keys[chunk] = self.marks(chunk);
            self.faded.end = chunk + 1;
        }
    }

    /// Where the chunks end that may fade.
    fn old_end(&self) -> usize {
        let needed = self.numbers.as_ref().map_or(self.recent().start, Numbers::first);
        if self.fades { needed / CHUNK } else { 0 }
    }

    /// The marks of a chunk of keys.
    fn marks(&self, chunk: usize) -> Box<[u8]> {
        let mut marks = vec![0; CHUNK * MARK_BYTES];
        let keys = self.keys(chunk * CHUNK..(chunk + 1) * CHUNK);
        for (mark, key) in marks.chunks_exact_mut(MARK_BYTES).zip(keys) {
            mark.copy_from_slice(&key.mark().to_le_bytes());
        }
        marks.into()
    }

    /// The first of these positions whose mark may be one that is looked for; the range then begins after it.
    pub(super) fn find(&self, range: &mut Range<usize>, may_be: impl Fn(u32) -> bool) -> Option<Trace<K>> {
        while range.start < range.end {
            let (chunk, at) = (range.start / CHUNK, range.start % CHUNK);
            let count = range.len().min(CHUNK - at);
            let found = if self.faded.contains(&chunk) {
                let (marks, _) = self.keys[chunk].as_chunks();
                marks[at..at + count].iter().position(|&mark| may_be(u32::from_le_bytes(mark)))
            } else {
                self.keys(range.start..range.start + count).position(|key| may_be(key.mark()))
            };
            range.start += found.map_or(count, |before| before + 1);
            if found.is_some() {
                return Some(self.trace(range.start - 1));
            }
        }
        None
    }

    /// What is left of a position.
    fn trace(&self, index: usize) -> Trace<K> {
        let (chunk, at) = (index / CHUNK, index % CHUNK);
        if !self.faded.contains(&chunk) {
            return Trace::Key(self.key(index));
        }
        let mark = self.keys[chunk][at * MARK_BYTES..].first_chunk();
        Trace::Mark(mark.map_or(0, |&bytes| u32::from_le_bytes(bytes)))
    }

    /// Reads the first of these positions, as many as are in the same chunk, with their last moves. Only for the layers
    /// under way.
    #[inline]
    pub(super) fn read(&self, range: Range<usize>) -> impl Iterator<Item = (K, Last)> + '_ {
        let (chunk, at) = (range.start / CHUNK, range.start % CHUNK);
        let keys = &self.keys[chunk][at * self.key_bytes..];
        let last = &self.last[chunk - self.forgotten][at..];
        self.read_from(keys, &last[..range.len().min(CHUNK - at)])
    }

    /// The positions with these keys.
    #[inline]
    fn read_from<'a>(&'a self, keys: &'a [u8], lasts: &'a [Last]) -> impl Iterator<Item = (K, Last)> + 'a {
        let key = |index: usize| K::read(&keys[index * self.key_bytes..]) & self.mask;
        lasts.iter().enumerate().map(move |(index, &last)| (key(index), last))
    }

    /// A position whose key is kept.
    #[inline]
    pub(super) fn key(&self, index: usize) -> K {
        debug_assert!(!self.faded.contains(&(index / CHUNK)));
        K::read(&self.keys[index / CHUNK][index % CHUNK * self.key_bytes..]) & self.mask
    }

    pub(super) fn keys(&self, range: Range<usize>) -> impl Iterator<Item = K> + '_ {
        range.map(|index| self.key(index))
    }

    /// Goes on to the next layer, which may be empty.
    pub(super) fn descend(&mut self) {
        push_tightly(&mut self.starts, self.end);
        while self.forgotten < self.end / CHUNK {
            self.last.pop_front();
            self.forgotten += 1;
        }
        self.end = self.len;
    }

    /// Do the layers know the recent positions without a table?
    pub(super) fn are_numbered(&self) -> bool {
        self.numbers.is_some()
    }

    /// Leaves it to a table to know the recent positions from now on.
    pub(super) fn drop_numbers(&mut self) {
        self.numbers = None;
    }

    /// Is this one of the recent positions, or of older ones that still have a number? Only where there are numbers.
    #[inline]
    pub(super) fn contain(&self, key: K) -> bool {
        self.numbers.as_ref().is_some_and(|numbers| self.slot(numbers, key).is_none())
    }

    /// Where in `numbers` that of this position belongs; `None` if it is there.
    #[inline]
    fn slot(&self, numbers: &Numbers, key: K) -> Option<usize> {
        numbers.find(key.mark(), |index| self.key(index) == key)
    }

    /// Adds a position to the layer after the one under way unless it is one of the recent ones. Only where these have
    /// numbers.
    #[inline]
    pub(super) fn add_new(&mut self, position: (K, Last)) {
        if self.numbers.as_ref().is_some_and(Numbers::are_full) {
            self.number(self.recent().len() / 2);
        }
        let slot = self.numbers.as_ref().and_then(|numbers| self.slot(numbers, position.0));
        if let (Some(slot), Some(numbers)) = (slot, &mut self.numbers) {
            numbers.set(slot);
            self.push(position);
        }
    }

    /// Adds a position to the layer after the one under way.
    #[inline]
    fn push(&mut self, position: (K, Last)) {
        let at = self.len % CHUNK;
        match (self.keys.last_mut(), self.last.back_mut()) {
            (Some(keys), Some(lasts)) if at > 0 && at < lasts.len() => {
                lasts[at] = position.1;
                position.0.write(&mut keys[at * self.key_bytes..]);
                self.len += 1;
            }
            _ => self.extend(&[position]),
        }
    }

    /// Numbers the recent positions alone, with room for some more.
    #[cold]
    pub(super) fn number(&mut self, more: usize) {
        let recent = self.recent();
        let mut numbers = Numbers::new(recent.start, recent.len() + more);
        for key in self.keys(recent) {
            numbers.set(numbers.empty(key.mark()));
        }
        self.numbers = Some(numbers);
    }
}

/// Makes a slice longer.
fn lengthen<T: Clone + Default>(slice: &mut Box<[T]>, len: usize) {
    let mut longer = std::mem::take(slice).into_vec();
    longer.reserve_exact(len - longer.len());
    longer.resize(len, T::default());
    *slice = longer.into();
}

/// Adds an item to a list that may well stay short.
fn push_tightly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(1 + list.len() / 8);
    }
    list.push(item);
}

/// Writes positions one after the other.
#[inline]
fn write<K: Key>(keys: &mut [u8], lasts: &mut [Last], key_bytes: usize, positions: &[(K, Last)]) {
    for (number, (slot, &(key, last))) in lasts.iter_mut().zip(positions).enumerate() {
        *slot = last;
        key.write(&mut keys[number * key_bytes..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Wide layers and narrow ones, in which every position comes three times and those of the layers before once more.
    #[test]
    fn numbered_layers_take_each_position_once() {
        let mut layers = Layers::<u64>::new(&[0], 40);
        layers.number(1);
        let mut all = vec![0];
        for depth in 1..40u64 {
            let before: Vec<u64> = layers.keys(layers.recent()).collect();
            let new: Vec<u64> = (0..depth % 7 * 150 + 3).map(|number| depth << 30 | number << 3).collect();
            for &key in new.iter().chain(&before).chain(&new).chain(&new) {
                layers.add_new((key, Last { anchor: depth as u8, from: key as u8 }));
            }
            all.extend(&new);
            let known: BTreeSet<u64> = before.iter().chain(&new).copied().collect();
            assert!(known.iter().all(|&key| layers.contain(key) && !layers.contain(key + 1)), "{depth}");
            layers.descend();
            let first = (new[0], Last { anchor: depth as u8, from: new[0] as u8 });
            assert_eq!(layers.read(layers.current()).next(), Some(first));
        }
        assert_eq!(layers.len(), all.len());
        for (index, &key) in all.iter().enumerate() {
            match layers.trace(index) {
                Trace::Key(left) => assert_eq!(left, key),
                Trace::Mark(mark) => assert_eq!(mark, key.mark()),
            }
        }
        assert!(layers.faded.end * CHUNK > all.len() / 2, "old positions fade: {:?}", layers.faded);
    }

    #[test]
    fn few_positions_take_few_bytes() {
        for (count, most) in [(1, 350), (20, 350), (100, 1_300), (1_000, 12_000)] {
            let mut layers = Layers::<u64>::new(&[0], 33);
            layers.number(1);
            (1..count).for_each(|key| layers.add_new((key, Last::default())));
            assert!(layers.bytes() <= most, "{count} positions: {} bytes", layers.bytes());
        }
    }
}
