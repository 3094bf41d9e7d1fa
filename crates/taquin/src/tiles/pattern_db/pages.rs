//! Memory for tables: large pages where the system has them.

use std::{
    fmt,
    ops::{Deref, DerefMut, Range},
    sync::Arc,
};

/// Bytes that begin as zeros. From a few megabytes on the system is asked for huge pages, because a table is read at
/// random places, and with small pages nearly every look-up also misses the processor's page cache (measured: 1.1 to
/// 1.3 times the speed).
pub(in crate::tiles) struct Pages(Memory);

enum Memory {
    Owned(Vec<u8>),
    #[cfg(not(target_arch = "wasm32"))]
    /// Memory of its own, and where the bytes begin in it.
    Anonymous(memmap2::MmapMut, usize),
    #[cfg(not(target_arch = "wasm32"))]
    /// A file that all processes of the machine share, and where the bytes begin in it.
    File(memmap2::Mmap, usize),
}

/// Less is not worth a mapping of its own.
#[cfg(not(target_arch = "wasm32"))]
const WORTH_MAPPING: usize = 4 << 20;

impl Pages {
    /// Zeros.
    pub(in crate::tiles) fn zeroed(length: usize) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        if length >= WORTH_MAPPING
            && let Ok(map) = memmap2::MmapMut::map_anon(length)
        {
            #[cfg(target_os = "linux")]
            // A system without huge pages says no; the memory is as good without them.
            let _ = map.advise(memmap2::Advice::HugePage);
            return Self(Memory::Anonymous(map, 0));
        }
        Self(Memory::Owned(vec![0; length]))
    }

    /// What was read into memory, from `start` on.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::tiles) fn read(bytes: memmap2::MmapMut, start: usize) -> Self {
        Self(Memory::Anonymous(bytes, start))
    }

    /// A file that is mapped, from `start` on.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::tiles) fn mapped(file: memmap2::Mmap, start: usize) -> Self {
        Self(Memory::File(file, start))
    }
}

impl Deref for Pages {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Memory::Owned(bytes) => bytes,
            #[cfg(not(target_arch = "wasm32"))]
            Memory::Anonymous(map, start) => &map[*start..],
            #[cfg(not(target_arch = "wasm32"))]
            Memory::File(map, start) => &map[*start..],
        }
    }
}

impl DerefMut for Pages {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        #[cfg(not(target_arch = "wasm32"))]
        if let Memory::File(map, start) = &self.0 {
            // A file is not changed; whoever wants to write gets a copy.
            self.0 = Memory::Owned(map[*start..].to_vec());
        }
        match &mut self.0 {
            Memory::Owned(bytes) => bytes,
            #[cfg(not(target_arch = "wasm32"))]
            Memory::Anonymous(map, start) => &mut map[*start..],
            #[cfg(not(target_arch = "wasm32"))]
            Memory::File(..) => &mut [],
        }
    }
}

/// A part of memory that several tables share.
#[derive(Clone)]
pub(in crate::tiles) struct Section {
    pages: Arc<Pages>,
    range: Range<usize>,
}

impl Section {
    /// A part of some pages; `None` if they end before.
    pub(in crate::tiles) fn new(pages: &Arc<Pages>, range: Range<usize>) -> Option<Self> {
        pages.get(range.clone())?;
        Some(Self { pages: pages.clone(), range })
    }
}

impl Deref for Section {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.pages[self.range.clone()]
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
