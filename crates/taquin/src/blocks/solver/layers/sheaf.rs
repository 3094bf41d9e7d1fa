//! What a thread adds to layers beside others.

use super::{CHUNK, FADING, Layers, write};
use crate::blocks::solver::{layout::Last, table::Key};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The keys of some positions, and the blocks moved last.
type Chunk = (Box<[u8]>, Box<[Last]>);

/// Whole chunks of new positions, and the marks of old ones, made by one thread while others read the layers, which later
/// take both as they are.
#[derive(Default)]
pub(in super::super) struct Sheaf {
    chunks: Vec<Chunk>,
    /// With the numbers of the chunks that they are made of.
    marks: Vec<(usize, Box<[u8]>)>,
}

impl Sheaf {
    /// Positions in it.
    pub(in super::super) fn len(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// Takes new positions, as many as fill chunks; returns how many. For each of these a few old ones fade, from number
    /// `fading` on.
    pub(in super::super) fn bind<K: Key>(
        &mut self,
        new: &[(K, Last)],
        layers: &Layers<K>,
        fading: &AtomicUsize,
    ) -> usize {
        let (chunks, rest) = new.as_chunks::<CHUNK>();
        for chunk in chunks {
            let mut keys = vec![0; CHUNK * layers.key_bytes + size_of::<K>()];
            let mut lasts = [Last::default(); CHUNK];
            write(&mut keys, &mut lasts, layers.key_bytes, chunk);
            self.chunks.push((keys.into(), lasts.into()));
            let end = layers.old_end();
            if fading.load(Ordering::Relaxed) < end {
                let begin = fading.fetch_add(FADING, Ordering::Relaxed);
                self.marks.extend((begin..end.min(begin + FADING)).map(|chunk| (chunk, layers.marks(chunk))));
            }
        }
        new.len() - rest.len()
    }
}

impl<K: Key> Layers<K> {
    /// The number of the next chunk that is to fade.
    pub(in super::super) fn fading(&self) -> usize {
        self.faded.end
    }

    /// Takes all that is in a sheaf; the positions belong to the layer after the one under way.
    pub(in super::super) fn add(&mut self, sheaf: &mut Sheaf) {
        for (chunk, marks) in sheaf.marks.drain(..) {
            self.keys[chunk] = marks;
            self.faded.end = self.faded.end.max(chunk + 1);
        }
        // Chunks follow full ones only, so one of them may have to be taken apart.
        let gap = self.len.next_multiple_of(CHUNK) - self.len;
        let apart = if gap > 0 { sheaf.chunks.pop() } else { None };
        let apart: Vec<_> = apart.iter().flat_map(|(keys, lasts)| self.read_from(keys, lasts)).collect();
        let (filling, rest) = apart.split_at(gap.min(apart.len()));
        self.extend(filling);
        for (keys, lasts) in sheaf.chunks.drain(..) {
            self.keys.push(keys);
            self.last.push_back(lasts);
            self.len += CHUNK;
        }
        self.extend(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Trace, *};

    /// Whatever two threads bind and whatever is left over is in the layers afterwards, once, and old positions fade.
    #[test]
    fn layers_take_all_that_is_bound() {
        for count in [0, 1, CHUNK - 1, CHUNK, 3 * CHUNK + 7, 20 * CHUNK] {
            let mut layers = Layers::<u64>::new(&[0], 40);
            let mut all = vec![0];
            for depth in 1..6u8 {
                let fading = AtomicUsize::new(layers.fading());
                let mut sheaves = [Sheaf::default(), Sheaf::default()];
                let mut new = [Vec::new(), Vec::new()];
                let keys: Vec<u64> = (0..count as u64).map(|number| u64::from(depth) << 20 | number).collect();
                for (number, &key) in keys.iter().enumerate() {
                    new[number % 2].push((key, Last { anchor: depth, from: key as u8 }));
                    let bound = sheaves[number % 2].bind(&new[number % 2], &layers, &fading);
                    new[number % 2].drain(..bound);
                }
                for (sheaf, rest) in sheaves.iter_mut().zip(new) {
                    assert!(rest.len() < CHUNK);
                    layers.add(sheaf);
                    layers.extend(&rest);
                }
                layers.descend();
                let mut layer = Vec::new();
                for index in layers.current() {
                    let read: Vec<_> = layers.read(index..index + 1).collect();
                    let [(key, last)] = read[..] else { panic!("one position") };
                    assert_eq!(last, Last { anchor: depth, from: key as u8 });
                    layer.push(key);
                }
                all.extend(&layer);
                layer.sort_unstable();
                assert_eq!(layer, keys);
            }
            for (index, key) in all.iter().enumerate() {
                let is_left = match layers.trace(index) {
                    Trace::Key(left) => left == *key,
                    Trace::Mark(mark) => mark == key.mark(),
                };
                assert!(is_left, "{count} {index}");
            }
            assert!(layers.faded.end >= 2 * count / CHUNK, "{count}: {:?}", layers.faded);
        }
    }
}
