//! Sorted keys in a file: each as its difference from the one before, in groups of seven bits, lowest first.
//!
//! A file is written under a temporary name and gets its own only when it is complete, so that a search that is killed never
//! finds half of one.

use super::bits::Bits;
use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

/// Bytes read or written at once.
const BUFFER: usize = 1 << 16;

/// The name that a file has until it is complete.
pub(super) const UNFINISHED: &str = "unfinished";

pub(super) struct RunWriter<K> {
    file: BufWriter<File>,
    path: PathBuf,
    last: K,
    pub(super) count: u64,
    pub(super) bytes: u64,
}

impl<K: Bits> RunWriter<K> {
    /// Begins a file in a directory.
    pub(super) fn create(directory: &Path) -> io::Result<Self> {
        let path = directory.join(UNFINISHED);
        let file = BufWriter::with_capacity(BUFFER, File::create(&path)?);
        Ok(Self { file, path, last: K::default(), count: 0, bytes: 0 })
    }

    /// Adds a key, which is greater than all before.
    pub(super) fn push(&mut self, key: K) -> io::Result<()> {
        let mut rest = key.minus(self.last);
        (self.last, self.count) = (key, self.count + 1);
        loop {
            let group = (rest.low() & 0x7f) as u8;
            rest = rest >> 7;
            self.bytes += 1;
            if rest.is_empty() {
                return self.file.write_all(&[group]);
            }
            self.file.write_all(&[group | 0x80])?;
        }
    }

    /// Completes the file under this name.
    pub(super) fn finish(self, name: &Path) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_data()?;
        drop(file);
        fs::rename(&self.path, name)
    }
}

pub(super) struct RunReader<K> {
    file: BufReader<File>,
    last: K,
    /// The next key.
    pub(super) next: Option<K>,
    pub(super) read: u64,
}

impl<K: Bits> RunReader<K> {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = BufReader::with_capacity(BUFFER, File::open(path)?);
        let mut reader = Self { file, last: K::default(), next: None, read: 0 };
        reader.fetch()?;
        Ok(reader)
    }

    fn fetch(&mut self) -> io::Result<()> {
        let (mut difference, mut shift) = (K::default(), 0);
        let mut byte = [0];
        loop {
            if self.file.read(&mut byte)? == 0 {
                if shift > 0 {
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file ends within a position"));
                }
                self.next = None;
                return Ok(());
            }
            if shift >= K::WIDTH {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a position is wider than this puzzle's"));
            }
            difference = difference | K::from_low(u64::from(byte[0] & 0x7f)) << shift;
            shift += 7;
            if byte[0] & 0x80 == 0 {
                self.last = self.last.plus(difference);
                self.next = Some(self.last);
                return Ok(());
            }
        }
    }

    /// Takes the next key.
    pub(super) fn pop(&mut self) -> io::Result<Option<K>> {
        let key = self.next;
        if key.is_some() {
            self.read += 1;
            self.fetch()?;
        }
        Ok(key)
    }

    /// Does it hold this key? All lower ones are skipped.
    pub(super) fn skip_to(&mut self, key: K) -> io::Result<bool> {
        while self.next.is_some_and(|next| next < key) {
            self.pop()?;
        }
        Ok(self.next == Some(key))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::bits::Words, *};
    use crate::rng::Rng;
    use std::collections::BTreeSet;

    fn reads_what_was_written<K: Bits>() {
        let directory = tempfile::tempdir().unwrap();
        let mut rng = Rng::from_seed(5);
        let mut keys = BTreeSet::from([K::default()]);
        for shift in 0..K::WIDTH.min(600) {
            keys.insert(K::from_low(rng.bits()) << shift);
        }
        let mut writer = RunWriter::create(directory.path()).unwrap();
        keys.iter().for_each(|&key| writer.push(key).unwrap());
        let name = directory.path().join("run");
        writer.finish(&name).unwrap();
        let mut reader = RunReader::<K>::open(&name).unwrap();
        let mut read = Vec::new();
        while let Some(key) = reader.pop().unwrap() {
            read.push(key);
        }
        assert_eq!(read, keys.iter().copied().collect::<Vec<_>>());
        // Cut in the middle of the last position.
        let bytes = fs::read(&name).unwrap();
        fs::write(&name, &bytes[..bytes.len() - 1]).unwrap();
        let mut reader = RunReader::<K>::open(&name).unwrap();
        assert!((0..keys.len()).any(|_| reader.pop().is_err()));
    }

    #[test]
    fn sorted_keys_survive_a_file() {
        reads_what_was_written::<u64>();
        reads_what_was_written::<u128>();
        reads_what_was_written::<Words<4>>();
        reads_what_was_written::<Words<18>>();
    }
}
