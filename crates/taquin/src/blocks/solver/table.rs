//! The set of positions seen lately: exact, in few bytes, shared by all threads without locks.
//!
//! A key is scrambled so that nothing of it is lost. The top of the outcome says in which row of the table it belongs,
//! so only the rest needs to be written there, and how often another row had to be tried as the first was full. Most
//! slots are four bytes so.

mod form;

use super::bits::Bits;
use form::{Entry, Form, Insert, InsertNew, Line, Look, Mode, Outcome, TRIES};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Bits of a key in each of its words: one less than a word has, so that sums of codes have room for a carry.
pub(super) const WORD_BITS: u32 = 63;

const WORD_MASK: u64 = u64::MAX >> 1;

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A packed position.
pub(super) trait Key: Bits {
    /// Words that it takes.
    const WORDS: usize = (Self::WIDTH / 64) as usize;

    /// A well-mixed number.
    #[inline]
    fn hash(self) -> u64 {
        let mut hash = 0u64;
        for index in 0..Self::WORDS {
            let word = if index == 0 { self.low() } else { (self >> (index as u32 * WORD_BITS)).low() } & WORD_MASK;
            // why: the multiplication carries only upwards, and the top bits are used, so low bits would count for all
            // and high bits for little without the fold.
            hash = (hash.rotate_left(23) ^ word ^ (word >> 29)).wrapping_mul(MULTIPLIER);
        }
        hash
    }

    /// A short number that few keys share.
    #[inline]
    fn mark(self) -> u32 {
        (self.hash() >> 32) as u32
    }

    /// What is above the lowest 64 bits.
    #[inline]
    fn above(self) -> Self {
        if Self::WORDS == 1 { Self::default() } else { self >> 64 }
    }
}

impl<B: Bits> Key for B {}

/// The lowest 64 bits of a key, scrambled, with the highest bit of the outcome on top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scrambled(u64);

/// A set of keys.
pub(super) struct Table<K> {
    lines: Vec<Line>,
    size: Size,
    /// Keys in it.
    len: usize,
    /// Bits of the scrambled part of a key that it does not take up.
    idle_bits: u32,
    /// Half of those that it takes up.
    fold: u32,
    /// The bits of the scrambled part that a row does not tell.
    rest_mask: u64,
    /// Keys for which there was no slot in any of the rows tried.
    strays: Mutex<BTreeSet<K>>,
}

/// The size of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    lines: usize,
    form: Form,
}

impl Size {
    /// The least that has room for this many keys.
    pub(super) fn for_keys(keys: usize, key_bits: u32) -> Self {
        // why: there is always a smaller one, as the widest form holds any key.
        let mut best = Self { lines: usize::MAX, form: Form::Extra224 };
        for form in Form::ALL {
            // A slot must hold what the row does not tell of a key.
            let least = 1usize.checked_shl(key_bits.saturating_sub(form.bits() + 1)).unwrap_or(usize::MAX);
            let lines = keys.div_ceil(2 * form.slots()) as u64 * 16 / form.load_16() as u64 + 1;
            let lines = usize::try_from(lines).unwrap_or(usize::MAX);
            if lines.max(least) < best.lines {
                best = Self { lines: lines.max(least), form };
            }
            if lines >= least {
                // Wider slots would take more lines.
                break;
            }
        }
        best
    }

    /// The same with as many lines as fit into so many bytes, but no fewer than it has and no more slots than the other.
    pub(super) fn grown_to(self, bytes: u64, most: Self) -> Self {
        let most = most.slots().div_ceil(2 * self.form.slots()).max(self.lines);
        let lines = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Line>();
        Self { lines: lines.clamp(self.lines, most), ..self }
    }

    pub(super) fn bytes(self) -> u64 {
        (self.lines * size_of::<Line>()) as u64
    }

    fn rows(self) -> usize {
        2 * self.lines
    }

    fn slots(self) -> usize {
        self.rows() * self.form.slots()
    }
}

/// What part of `whole` a number is of all that there are.
#[inline]
fn share(number: u64, whole: usize) -> usize {
    ((u128::from(number) * whole as u128) >> 64) as usize
}

/// This many bits.
fn low_bits(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}

impl<K: Key> Table<K> {
    /// A table that takes no memory, to be renewed before use.
    pub(super) fn new(key_bits: u32) -> Self {
        let bits = key_bits.clamp(1, 64);
        Self {
            lines: Vec::new(),
            size: Size { lines: 0, form: Form::Extra0 },
            len: 0,
            idle_bits: 64 - bits,
            fold: bits.div_ceil(2),
            rest_mask: 0,
            strays: Mutex::default(),
        }
    }

    /// Begins again with this size; to be cleared before use.
    pub(super) fn renew(&mut self, size: Size) {
        self.lines.clear();
        if self.lines.capacity() != size.lines {
            // The old lines go first: both together would be the peak.
            self.lines = Vec::new();
            self.lines = Vec::with_capacity(size.lines);
        }
        self.size = size;
        self.len = 0;
        self.rest_mask = low_bits((64 - self.idle_bits).saturating_sub(size.rows().ilog2()));
        self.strays().clear();
    }

    /// Empties at most so many slots more; says whether all are empty, which they must be before the table is used.
    ///
    /// why in steps: a large table takes a tenth of a second and more.
    pub(super) fn clear(&mut self, most: usize) -> bool {
        let all = self.size.lines;
        let cleared = all.min(self.lines.len().saturating_add(most.div_ceil(2 * self.size.form.slots())));
        self.lines.resize_with(cleared, Line::default);
        cleared == all
    }

    pub(super) fn bytes(&self) -> u64 {
        /// why: the nodes of a tree are half full or more, and there are few strays.
        const SPACE: usize = 2;
        (self.lines.capacity() * size_of::<Line>() + self.strays().len() * SPACE * size_of::<K>()) as u64
    }

    fn strays(&self) -> MutexGuard<'_, BTreeSet<K>> {
        self.strays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// How many keys more it may take before probing gets slow.
    pub(super) fn room(&self) -> usize {
        (self.size.slots() / 16 * self.size.form.load_16()).saturating_sub(self.len)
    }

    /// Counts keys that threads have inserted.
    pub(super) fn add_len(&mut self, inserted: usize) {
        self.len += inserted;
    }

    /// Scrambles a key.
    #[inline]
    pub(super) fn scramble(&self, key: K) -> Scrambled {
        // why: each step can be taken back if what is above is known, so different keys stay different.
        let above = if K::WORDS == 1 { 0 } else { key.above().hash() };
        let word = key.low() ^ above;
        Scrambled(((word ^ word >> self.fold) << self.idle_bits).wrapping_mul(MULTIPLIER))
    }

    /// The row where a key belongs.
    #[inline]
    fn row(&self, scrambled: Scrambled) -> usize {
        share(scrambled.0, self.size.rows())
    }

    /// Has the row of a key brought into the cache, as it will be needed soon.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "a prefetch has no safe form; without, five of six large puzzles took 10 to 67 % longer"
        )
    )]
    pub(super) fn prefetch(&self, scrambled: Scrambled) {
        // There is none while there is no table.
        let Some(line) = self.lines.get(self.row(scrambled) / 2) else { return };
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and cannot fault, and the address is that of a live line.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}

/// The same code for each form of slots, whose extra bits it knows as a constant.
macro_rules! for_form {
    ($form:expr, $extra:ident => $code:expr) => {
        match $form {
            Form::Extra0 => for_form!(0, $extra, $code),
            Form::Extra8 => for_form!(8, $extra, $code),
            Form::Extra16 => for_form!(16, $extra, $code),
            Form::Extra32 => for_form!(32, $extra, $code),
            Form::Extra48 => for_form!(48, $extra, $code),
            Form::Extra96 => for_form!(96, $extra, $code),
            Form::Extra224 => for_form!(224, $extra, $code),
        }
    };
    ($bits:literal, $extra:ident, $code:expr) => {{
        const $extra: u32 = $bits;
        $code
    }};
}

impl<K: Key> Table<K> {
    #[inline(always)]
    fn find<M: Mode, const EXTRA: u32>(&self, key: K, scrambled: Scrambled) -> Outcome {
        let mut row = self.row(scrambled);
        // why: the keys of a row follow each other, so their lowest bits tell them apart.
        let low = scrambled.0 >> self.idle_bits & self.rest_mask;
        let mut high = K::from_low(low >> form::LOW_BITS);
        if K::WORDS > 1 {
            high = high | key.above() << self.rest_mask.count_ones().saturating_sub(form::LOW_BITS);
        }
        let mut entry = Entry { low, high, tries: 0 };
        loop {
            let outcome = self.lines[row / 2].0[row % 2].find::<M, K, EXTRA>(&entry);
            if outcome != Outcome::Full {
                return outcome;
            }
            entry.tries += 1;
            if entry.tries == TRIES {
                return if M::INSERTS { self.insert_stray(key) } else { self.find_stray(key) };
            }
            row = self.next_row(row, &entry);
        }
    }

    /// The row to try after a full one. How far it is depends on what is written in the slot alone, so that slot and row
    /// still tell the key.
    #[cold]
    fn next_row(&self, row: usize, entry: &Entry<K>) -> usize {
        if entry.tries == 1 {
            // The other row of the line was fetched with it.
            return row ^ 1;
        }
        let mixed = (entry.low << (64 - form::LOW_BITS)).wrapping_mul(MULTIPLIER);
        let next = row + share(mixed, self.size.rows()) + 1;
        if next < self.size.rows() { next } else { next - self.size.rows() }
    }

    #[cold]
    fn find_stray(&self, key: K) -> Outcome {
        if self.strays().contains(&key) { Outcome::Known } else { Outcome::New }
    }

    #[cold]
    fn insert_stray(&self, key: K) -> Outcome {
        if self.strays().insert(key) { Outcome::New } else { Outcome::Known }
    }

    /// Inserts keys and hands on those that are new. If `SHARED`, several threads may insert at once.
    #[inline]
    pub(super) fn insert_each<T, const SHARED: bool>(
        &self,
        keys: impl Iterator<Item = (K, T)>,
        mut new: impl FnMut(K, T),
    ) {
        for_form!(self.size.form, EXTRA => keys.for_each(|(key, with)| {
            if self.find::<Insert<SHARED>, EXTRA>(key, self.scramble(key)) == Outcome::New {
                new(key, with);
            }
        }));
    }

    /// Inserts keys that are not in it.
    #[inline]
    pub(super) fn insert_new<const SHARED: bool>(&self, keys: impl Iterator<Item = (K, Scrambled)>) {
        for_form!(self.size.form, EXTRA => keys.for_each(|(key, scrambled)| {
            self.find::<InsertNew<SHARED>, EXTRA>(key, scrambled);
        }));
    }

    /// Is the key in it?
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        for_form!(self.size.form, EXTRA => self.find::<Look, EXTRA>(key, self.scramble(key)) == Outcome::Known)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::bits::Wide, *};

    /// Fills a table to the brim and beyond with keys that differ little, and holds it against a plain set.
    fn holds_what_was_inserted<K: Key>(key_bits: u32, form: Form) {
        let mut table = Table::<K>::new(key_bits);
        table.renew(Size { lines: 1 << 7, form });
        assert!(!table.clear(1) && table.clear(usize::MAX), "cleared in steps");
        let key = |number: u64| {
            let low = number.wrapping_mul(MULTIPLIER) >> 40;
            K::from_low(low & !(u64::MAX << key_bits.min(20))) | K::from_low(low & 7) << (key_bits - 3)
        };
        let mut known = BTreeSet::new();
        for number in 0..2 * table.size.slots() as u64 {
            let key = key(number);
            let mut is_new = false;
            table.insert_each::<_, true>([(key, ())].into_iter(), |_, ()| is_new = true);
            assert_eq!(is_new, known.insert(key), "{form:?} {key:?}");
        }
        assert!((0..1 << 14).map(key).all(|key| table.contains(key) == known.contains(&key)), "{form:?}");
        table.renew(table.size);
        assert!(table.clear(usize::MAX) && (0..1 << 14).map(key).all(|key| !table.contains(key)), "{form:?}");
    }

    #[test]
    fn every_form_is_exact() {
        holds_what_was_inserted::<u64>(20, Form::Extra0);
        holds_what_was_inserted::<u64>(37, Form::Extra0);
        holds_what_was_inserted::<u64>(44, Form::Extra8);
        holds_what_was_inserted::<u64>(52, Form::Extra16);
        holds_what_was_inserted::<u64>(63, Form::Extra32);
        holds_what_was_inserted::<u128>(68, Form::Extra32);
        holds_what_was_inserted::<u128>(82, Form::Extra48);
        holds_what_was_inserted::<u128>(126, Form::Extra96);
        holds_what_was_inserted::<Wide>(252, Form::Extra224);
    }

    #[test]
    fn a_slot_holds_what_its_row_does_not_tell() {
        for key_bits in 0..=4 * WORD_BITS {
            for keys in [0, 1_000, 1_000_000] {
                let size = Size::for_keys(keys, key_bits);
                assert!(size.form.bits() + size.rows().ilog2() >= key_bits, "{key_bits} {keys} {size:?}");
                assert!(
                    size.slots() * size.form.load_16() / 16 + size.form.slots() >= keys,
                    "{key_bits} {keys} {size:?}"
                );
            }
        }
    }
}
