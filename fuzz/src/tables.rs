//! Pattern database files: any bytes are refused, or they are the very table that they claim to be.

use crate::Target;
use std::sync::LazyLock;
use taquin::tiles::{
    Shape,
    pattern_db::{Build, Pattern, PatternDb, Store},
};

pub(crate) const TARGET: Target = Target { name: "tables", run, seeds };

/// Small tables, so that thousands of files can be tried in a second: the rows, columns, blank and tiles of each.
const PATTERNS: [(usize, usize, usize, u32); 3] = [(2, 3, 5, 0b000_111), (3, 3, 8, 0b000_001_011), (3, 3, 4, 0b110)];

static TABLES: LazyLock<Vec<PatternDb>> = LazyLock::new(|| {
    let table = |(rows, cols, blank, tiles)| {
        let shape = Shape::new(rows, cols).expect("a small shape");
        let mut build = Build::new(Pattern::new(shape, blank, tiles).expect("a small pattern"), 1);
        while !build.run(u64::MAX) {}
        build.finish().expect("it is built")
    };
    PATTERNS.map(table).into_iter().collect()
});

fn run(data: &[u8]) {
    for table in TABLES.iter() {
        let store = Store::in_memory();
        match store.adopt(table.pattern(), data.to_vec()) {
            Ok(adopted) => {
                assert!(adopted.entries() == table.entries(), "another table was taken for {}", table.pattern().name());
                assert_eq!(adopted.to_bytes(), data, "a table is written as it was read");
            }
            Err(error) => assert!(!error.to_string().is_empty() && !store.has(table.pattern())),
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    TABLES.iter().map(PatternDb::to_bytes).collect()
}
