//! Pattern databases between visits: the engine makes them, the browser's storage keeps them.

use crate::{
    board::Board,
    solve::{RESOURCES, Request},
};
use std::{cell::RefCell, collections::HashSet};
use taquin::tiles::pattern_db::{Pattern, Store};
use wasm_bindgen::prelude::*;

/// Larger tables are not worth a phone's storage: they are for boards that take minutes in any case.
const LARGEST: usize = 32 << 20;

thread_local! {
    /// The tables that came from storage, or went there.
    static KEPT: RefCell<HashSet<Pattern>> = RefCell::default();
}

fn store() -> Store {
    RESOURCES.with(|resources| resources.store().clone())
}

fn patterns(goal: &Board, options: JsValue) -> Result<Vec<Pattern>, JsError> {
    let request: Request = serde_wasm_bindgen::from_value(options)?;
    let options = request.options()?;
    // Tiles that look alike have tables of their own, which are made anew.
    Ok(goal.0.ordinary().map(|goal| options.patterns(goal)).unwrap_or_default())
}

/// The names of the tables that a search towards this goal may use and that are not in memory yet.
#[wasm_bindgen(js_name = wantedTables)]
pub fn wanted(
    goal: &Board,
    #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
) -> Result<Vec<String>, JsError> {
    let missing = |pattern: &Pattern| !store().has(*pattern);
    Ok(patterns(goal, options)?.iter().filter(|pattern| missing(pattern)).map(Pattern::name).collect())
}

/// Takes a table from storage after a check of each byte; an error says what is wrong with it.
#[wasm_bindgen(js_name = adoptTable)]
pub fn adopt(
    goal: &Board,
    #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
    name: &str,
    bytes: Vec<u8>,
) -> Result<(), JsError> {
    let all = patterns(goal, options)?;
    let pattern = all.into_iter().find(|pattern| pattern.name() == name);
    let pattern = pattern.ok_or_else(|| JsError::new(&format!("no search towards this goal uses the table {name}")))?;
    store().adopt(pattern, bytes)?;
    KEPT.with_borrow_mut(|kept| kept.insert(pattern));
    Ok(())
}

/// A table to be kept.
#[wasm_bindgen]
pub struct BuiltTable {
    name: String,
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl BuiltTable {
    /// Under which name to keep it.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// What to keep.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

/// A table that was built and is not kept yet, each one once.
#[wasm_bindgen(js_name = nextBuiltTable)]
pub fn next_built() -> Option<BuiltTable> {
    let tables = store().tables();
    KEPT.with_borrow_mut(|kept| {
        let fresh = tables.iter().find(|table| !kept.contains(&table.pattern()) && table.entries().len() <= LARGEST)?;
        kept.insert(fresh.pattern());
        Some(BuiltTable { name: fresh.pattern().name(), bytes: fresh.to_bytes() })
    })
}
