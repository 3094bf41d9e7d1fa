//! The set of positions seen lately: exact, in few bytes, shared by all threads without locks.
//!
//! A key is scrambled so that nothing of it is lost. The top of the outcome says in which line of the table it belongs,
//! so only the rest needs to be written there, and how often another line had to be tried as the first was full. Most
//! slots are four bytes so.

mod form;

use super::bits::Bits;
use form::{Entry, Form, Insert, InsertNew, Line, Look, Mode, Outcome, TRIES};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    form: Form,
    /// Lines that it has when it is cleared.
    all_lines: usize,
    /// Keys in it.
    len: usize,
    /// Bits of the scrambled part of a key that it does not take up.
    idle_bits: u32,
    /// Half of those that it takes up.
    fold: u32,
    /// The bits of the scrambled part that a line does not tell.
    rest_mask: u64,
    /// Keys for which there was no slot in any of the lines tried.
    strays: Mutex<Vec<K>>,
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
        let sizes = Form::ALL.into_iter().filter_map(|form| {
            // A slot must hold what the line does not tell of a key.
            let least = 1usize.checked_shl(key_bits.saturating_sub(form.bits()))?;
            let lines = keys.div_ceil(form.slots()) as u64 * 16 / LOAD_16 as u64 + 1;
            let lines = usize::try_from(lines).ok()?.max(least).max(MIN_LINES);
            // why: even, as full lines borrow from their neighbours.
            Some(Self { lines: lines.next_multiple_of(2), form })
        });
        // why: there is always one, as the widest form holds any key.
        sizes.min_by_key(|size| size.lines).unwrap_or(Self { lines: MIN_LINES, form: Form::Extra224 })
    }

    /// The same with as many lines as fit into so many bytes, but no fewer than it has and no more slots than the other.
    pub(super) fn grown_to(self, bytes: u64, most: Self) -> Self {
        let most = most.slots().div_ceil(self.form.slots()).max(self.lines);
        let lines = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Line>();
        Self { lines: lines.clamp(self.lines, most).next_multiple_of(2), ..self }
    }

    pub(super) fn bytes(self) -> u64 {
        (self.lines * size_of::<Line>()) as u64
    }

    fn slots(self) -> usize {
        self.lines * self.form.slots()
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

/// How many of 16 slots may be taken before probing gets slow.
const LOAD_16: usize = 13;

const MIN_LINES: usize = 4;

impl<K: Key> Table<K> {
    /// A table to be cleared before use.
    pub(super) fn new(size: Size, key_bits: u32) -> Self {
        let bits = key_bits.clamp(1, 64);
        Self {
            lines: Vec::with_capacity(size.lines),
            form: size.form,
            all_lines: size.lines,
            len: 0,
            idle_bits: 64 - bits,
            fold: bits.div_ceil(2),
            rest_mask: low_bits(bits.saturating_sub(size.lines.ilog2())),
            strays: Mutex::default(),
        }
    }

    /// Empties at most so many slots more; says whether all are empty, which they must be before the table is used.
    ///
    /// why in steps: a large table takes a tenth of a second and more.
    pub(super) fn clear(&mut self, most: usize) -> bool {
        let cleared = self.all_lines.min(self.lines.len().saturating_add(most.div_ceil(self.form.slots())));
        self.lines.resize_with(cleared, Line::default);
        cleared == self.all_lines
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.lines.capacity() * size_of::<Line>() + self.strays().capacity() * size_of::<K>()) as u64
    }

    fn strays(&self) -> MutexGuard<'_, Vec<K>> {
        self.strays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many keys more it may take before probing gets slow.
    pub(super) fn room(&self) -> usize {
        let slots = Size { lines: self.all_lines, form: self.form }.slots();
        (slots / 16 * LOAD_16).saturating_sub(self.len)
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

    /// The line where a key belongs.
    #[inline]
    fn line(&self, scrambled: Scrambled) -> usize {
        share(scrambled.0, self.lines.len())
    }

    /// Has the line of a key brought into the cache, as it will be needed soon.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "a prefetch has no safe form; puzzles of half a million positions and more take 5 to 18 % longer without"
        )
    )]
    pub(super) fn prefetch(&self, scrambled: Scrambled) {
        let line = &self.lines[self.line(scrambled)];
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
            Form::Extra64 => for_form!(64, $extra, $code),
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
        let mut line = self.line(scrambled);
        // why: the keys of a line follow each other, so their lowest bits tell them apart.
        let low = scrambled.0 >> self.idle_bits & self.rest_mask;
        let mut high = K::from_low(low >> form::LOW_BITS);
        if K::WORDS > 1 {
            high = high | key.above() << self.rest_mask.count_ones().saturating_sub(form::LOW_BITS);
        }
        let mut entry = Entry { low, high, tries: 0 };
        loop {
            let outcome = self.lines[line].find::<M, K, EXTRA>(&entry);
            if outcome != Outcome::Full {
                return outcome;
            }
            entry.tries += 1;
            if entry.tries == TRIES {
                return if M::INSERTS { self.insert_stray(key) } else { self.find_stray(key) };
            }
            line = self.next_line(line, &entry);
        }
    }

    /// The line to try after a full one. How far it is depends on what is written in the slot alone, so that slot and line
    /// still tell the key.
    #[cold]
    fn next_line(&self, line: usize, entry: &Entry<K>) -> usize {
        if entry.tries == 1 {
            // The neighbour is often fetched with it.
            return line ^ 1;
        }
        let mixed = (entry.low << (64 - form::LOW_BITS)).wrapping_mul(MULTIPLIER);
        let next = line + share(mixed, self.lines.len()) + 1;
        if next < self.lines.len() { next } else { next - self.lines.len() }
    }

    #[cold]
    fn find_stray(&self, key: K) -> Outcome {
        if self.strays().contains(&key) { Outcome::Known } else { Outcome::New }
    }

    #[cold]
    fn insert_stray(&self, key: K) -> Outcome {
        // why: locked until it is in, as another thread may bring the same key.
        let mut strays = self.strays();
        if strays.contains(&key) {
            return Outcome::Known;
        }
        strays.push(key);
        Outcome::New
    }

    /// Inserts keys and hands on those that are new. If `SHARED`, several threads may insert at once.
    #[inline]
    pub(super) fn insert_each<T, const SHARED: bool>(
        &self,
        keys: impl Iterator<Item = (K, T, Scrambled)>,
        mut new: impl FnMut(K, T),
    ) {
        for_form!(self.form, EXTRA => keys.for_each(|(key, with, scrambled)| {
            if self.find::<Insert<SHARED>, EXTRA>(key, scrambled) == Outcome::New {
                new(key, with);
            }
        }));
    }

    /// Inserts keys that are not in it.
    #[inline]
    pub(super) fn insert_new<const SHARED: bool>(&self, keys: impl Iterator<Item = (K, Scrambled)>) {
        for_form!(self.form, EXTRA => keys.for_each(|(key, scrambled)| {
            self.find::<InsertNew<SHARED>, EXTRA>(key, scrambled);
        }));
    }

    /// Is the key in it?
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        for_form!(self.form, EXTRA => self.find::<Look, EXTRA>(key, self.scramble(key)) == Outcome::Known)
    }
}
