//! What the engine's modules for browsers have in common.
//!
//! The engine is loaded in parts, so that nobody waits for what is not used: `taquin-tiles-wasm` and `taquin-blocks-wasm`. Each is a thin
//! facade over `taquin`, without logic of its own. What has parts crosses the border as a plain object; its TypeScript type
//! stands beside the function.

use serde::Serialize;
use taquin::search::{Phase, Stats, Status};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export interface SearchStats {
  expanded: number; generated: number; stored: number; peakBytes: number; lowerBound: number;
  /** `generated` when the search will be done, where that can be foreseen. */
  predicted?: number;
  phase: { kind: "starting" } | { kind: "searching"; depth: number } | { kind: "building"; done: number; total: number };
}

export type SearchStatus = "paused" | "solved" | "exhausted" | "full";
"#;

/// Default memory limit of a search in bytes: a phone's browser ends a page that takes much more.
pub const MEMORY_LIMIT: u64 = 1 << 30;

/// A plain JavaScript object.
///
/// # Errors
///
/// If the value has no such form.
pub fn object(value: &impl Serialize) -> Result<JsValue, JsError> {
    let plain = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(false);
    Ok(value.serialize(&plain)?)
}

/// The name of a status.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Paused => "paused",
        Status::Solved => "solved",
        Status::Exhausted => "exhausted",
        Status::Full => "full",
    }
}

/// What a search has cost and learnt so far.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchStats {
    expanded: f64,
    generated: f64,
    stored: f64,
    peak_bytes: f64,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted: Option<f64>,
    phase: PhaseObject,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PhaseObject {
    Starting,
    Searching { depth: u32 },
    Building { done: f64, total: f64 },
}

impl From<&Stats> for SearchStats {
    fn from(stats: &Stats) -> Self {
        Self {
            expanded: stats.expanded as f64,
            generated: stats.generated as f64,
            stored: stats.stored as f64,
            peak_bytes: stats.peak_bytes as f64,
            lower_bound: stats.lower_bound,
            predicted: stats.predicted.map(|nodes| nodes as f64),
            phase: match stats.phase {
                Phase::Searching { depth } => PhaseObject::Searching { depth },
                Phase::Building { done, total } => PhaseObject::Building { done: done as f64, total: total as f64 },
                // A phase that this page does not know yet has nothing to show either.
                _ => PhaseObject::Starting,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_keep_their_numbers() {
        let stats = Stats {
            expanded: 3,
            lower_bound: 7,
            predicted: Some(9),
            phase: Phase::Building { done: 1, total: 2 },
            ..Stats::default()
        };
        let object = SearchStats::from(&stats);
        assert_eq!((object.expanded, object.lower_bound, object.predicted), (3.0, 7, Some(9.0)));
        assert!(matches!(object.phase, PhaseObject::Building { done: 1.0, total: 2.0 }));
    }
}
