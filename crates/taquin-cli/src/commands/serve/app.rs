//! The files of the browser app, compressed when the command was built (`build.rs`).

use flate2::read::GzDecoder;
use hyper::body::Bytes;
use std::{
    collections::HashMap,
    io::Read,
    sync::{Mutex, PoisonError},
};

/// A file of the app.
pub(super) struct File {
    pub(super) name: &'static str,
    /// What browsers are to take it for.
    pub(super) kind: &'static str,
    /// Its entity tag, quotes and all: changes whenever the contents do.
    pub(super) tag: &'static str,
    /// Are the contents embedded compressed? They are unless that saves next to nothing.
    pub(super) is_packed: bool,
    pub(super) bytes: &'static [u8],
}

// All files in the order of their names; none where the app was not built before the command.
include!(concat!(env!("OUT_DIR"), "/app.rs"));

impl File {
    /// The contents as they are, for clients that cannot decompress: browsers can, scripts often cannot.
    pub(super) fn plain(&'static self) -> Bytes {
        /// Each file decompressed at most once, so that many slow clients share one copy.
        static PLAIN: Mutex<Option<HashMap<&'static str, Bytes>>> = Mutex::new(None);
        if !self.is_packed {
            return Bytes::from_static(self.bytes);
        }
        let mut plain = PLAIN.lock().unwrap_or_else(PoisonError::into_inner);
        plain.get_or_insert_default().entry(self.tag).or_insert_with(|| unpack(self.bytes)).clone()
    }
}

fn unpack(packed: &[u8]) -> Bytes {
    let mut plain = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut plain).expect("compressed by build.rs");
    plain.into()
}
