//! Searches: for workers only, because a page must not wait.

use crate::{board::Board, notation::letters};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use taquin::{
    search::{self, Phase, Search as _},
    tiles::{
        Metric, Problem,
        constructive::{Constructive, Method},
        optimal::Resources,
        solve::{self, Algorithm, HeuristicName, Options, Refusal, TileSearch, explored::Explored},
    },
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** `guided`: it takes a heuristic. */
export interface Algorithm { name: string; guided: boolean }

/** What is asked of a search; what is left out has the engine's default. */
export interface SearchOptions {
  algorithm: string; heuristic?: string; memoryLimit?: number;
  /** Decimal numbers as text, so that they mean the same everywhere. */
  epsilon?: string; lambda?: string; bigLambda?: string;
  anticipated?: number;
  /** Count straight slides of several tiles as one, instead of single tiles. */
  slides?: boolean;
  /** Try even what is known to be hopeless. */
  force?: boolean;
}

/** A stage of a solution, in words. */
export interface Stage { text: string; moves: number }

/** What a search that is refused throws. `forcible`: it would be tried with `force`. */
export interface Refused { message: string; forcible: boolean }

export interface SearchStats {
  expanded: number; generated: number; stored: number; peakBytes: number; lowerBound: number;
  phase: { kind: "starting" } | { kind: "searching"; depth: number } | { kind: "building"; done: number; total: number };
}

export type SearchStatus = "paused" | "solved" | "exhausted" | "full";
"#;

/// Bytes that a search takes at most unless told otherwise: a phone's browser ends a page that takes much more.
const MEMORY_LIMIT: u64 = 1 << 30;

thread_local! {
    /// The tables of this worker: a cancelled search leaves them to the next one.
    pub(crate) static RESOURCES: Resources = Resources::default();
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Request {
    algorithm: String,
    heuristic: Option<String>,
    epsilon: Option<String>,
    anticipated: Option<u32>,
    lambda: Option<String>,
    big_lambda: Option<String>,
    memory_limit: Option<f64>,
    #[serde(default)]
    slides: bool,
    #[serde(default)]
    force: bool,
}

impl Request {
    pub(crate) fn options(&self) -> Result<Options, JsError> {
        let mut options = Options::new(self.algorithm.parse()?);
        set(&mut options.heuristic, self.heuristic.as_deref())?;
        set(&mut options.epsilon, self.epsilon.as_deref())?;
        set(&mut options.lambda, self.lambda.as_deref())?;
        set(&mut options.big_lambda, self.big_lambda.as_deref())?;
        options.anticipated = self.anticipated.unwrap_or(options.anticipated);
        options.memory_limit = self.memory_limit.map_or(MEMORY_LIMIT, |bytes| bytes as u64);
        options.metric = if self.slides { Metric::Mtm } else { Metric::Stm };
        options.force = self.force;
        options.resources = RESOURCES.with(Resources::clone);
        Ok(options)
    }
}

/// Reads an option where it is given.
fn set<T: FromStr>(option: &mut T, text: Option<&str>) -> Result<(), JsError>
where
    JsError: From<T::Err>,
{
    if let Some(text) = text {
        *option = text.parse()?;
    }
    Ok(())
}

#[derive(Serialize)]
struct AlgorithmObject {
    name: &'static str,
    guided: bool,
}

/// All algorithms.
#[wasm_bindgen(unchecked_return_type = "Algorithm[]")]
pub fn algorithms() -> Result<JsValue, JsError> {
    let all =
        Algorithm::ALL.map(|algorithm| AlgorithmObject { name: algorithm.name(), guided: algorithm.takes_heuristic() });
    crate::object(&all.as_slice())
}

/// Would a search towards this goal be refused, and why?
#[wasm_bindgen(unchecked_return_type = "Refused | undefined")]
pub fn refusal(
    goal: &Board,
    #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let request: Request = serde_wasm_bindgen::from_value(options)?;
    match solve::check(goal.0.shape(), &request.options()?) {
        Ok(()) => Ok(JsValue::UNDEFINED),
        Err(refusal) => Ok(refused(&refusal)),
    }
}

/// After how many seconds to stop an algorithm on boards of this goal's size; nothing if it ends by itself.
#[wasm_bindgen(js_name = usualSeconds)]
pub fn usual_seconds(goal: &Board, algorithm: &str) -> Result<Option<f64>, JsError> {
    let algorithm: Algorithm = algorithm.parse()?;
    Ok(algorithm.seconds(goal.0.shape()).map(|seconds| seconds as f64))
}

/// The names of all heuristics.
#[wasm_bindgen]
pub fn heuristics() -> Vec<String> {
    HeuristicName::ALL.map(|heuristic| heuristic.name().to_owned()).to_vec()
}

/// A search under way.
#[wasm_bindgen]
pub struct Search {
    problem: Problem,
    search: TileSearch,
}

#[wasm_bindgen]
impl Search {
    /// Begins a search.
    #[wasm_bindgen(constructor)]
    pub fn new(
        start: &Board,
        goal: &Board,
        #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<Search, JsValue> {
        let request: Request = serde_wasm_bindgen::from_value(options)?;
        let problem = Problem::new(start.0.clone(), goal.0.clone()).map_err(JsError::from)?;
        let search = solve::search(&problem, &request.options()?).map_err(|refusal| refused(&refusal))?;
        Ok(Self { problem, search })
    }

    /// Works on for about so many nodes.
    #[wasm_bindgen(unchecked_return_type = "SearchStatus")]
    pub fn run(&mut self, budget: f64) -> String {
        status(self.search.run(budget as u64)).to_owned()
    }

    /// What it has cost and learnt so far.
    #[wasm_bindgen(unchecked_return_type = "SearchStats")]
    pub fn stats(&self) -> Result<JsValue, JsError> {
        crate::object(&SearchStats::from(self.search.stats()))
    }

    /// The length of the best solution so far.
    pub fn length(&self) -> Option<usize> {
        self.search.solution().map(<[_]>::len)
    }

    /// The effective branching factor of the best solution so far.
    #[wasm_bindgen(js_name = branchingFactor)]
    pub fn branching_factor(&self) -> Option<f64> {
        self.search.stats().branching_factor(self.length()?)
    }

    /// The letters of the best solution so far, replayed against the rules.
    pub fn solution(&self) -> Result<Option<String>, JsError> {
        Ok(solve::checked(&self.problem, &*self.search)?.map(|moves| letters(&moves)))
    }
}

/// A search on a small board that notes which positions it opens, by their places on a map.
#[wasm_bindgen]
pub struct Exploration(Explored);

#[wasm_bindgen]
impl Exploration {
    /// Begins a search.
    #[wasm_bindgen(constructor)]
    pub fn new(
        start: &Board,
        goal: &Board,
        #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<Exploration, JsError> {
        let request: Request = serde_wasm_bindgen::from_value(options)?;
        let problem = Problem::new(start.0.clone(), goal.0.clone())?;
        Ok(Self(Explored::new(&problem, &request.options()?)?))
    }

    /// Works on for about so many nodes.
    #[wasm_bindgen(unchecked_return_type = "SearchStatus")]
    pub fn run(&mut self, budget: f64) -> String {
        status(self.0.run(budget as u64)).to_owned()
    }

    /// How many columns (distances from the start) and rows (distances to the goal) the map has.
    #[wasm_bindgen(getter)]
    pub fn side(&self) -> usize {
        self.0.side()
    }

    /// How many positions have each place of the map, row by row.
    pub fn population(&self) -> Vec<u32> {
        self.0.population()
    }

    /// The places of the positions opened so far, in order.
    pub fn opened(&self) -> Vec<u16> {
        self.0.opened()
    }
}

#[derive(Serialize)]
struct Stage {
    text: String,
    moves: usize,
}

/// The plan of the strategic solver in words: each stage, and how many of the solution's moves it takes.
#[wasm_bindgen(unchecked_return_type = "Stage[]")]
pub fn stages(start: &Board, goal: &Board) -> Result<JsValue, JsError> {
    let problem = Problem::new(start.0.clone(), goal.0.clone())?;
    let stages = Constructive::new(&problem, Method::Strategic);
    let told = stages.map(|stage| Stage { text: stage.task.to_string(), moves: stage.moves.len() });
    crate::object(&told.collect::<Vec<_>>())
}

#[derive(Serialize)]
struct Refused {
    message: String,
    forcible: bool,
}

fn refused(refusal: &Refusal) -> JsValue {
    let forcible = matches!(refusal, Refusal::TooLarge { .. });
    crate::object(&Refused { message: refusal.to_string(), forcible }).unwrap_or_else(JsValue::from)
}

/// The name of a status.
pub(crate) fn status(status: search::Status) -> &'static str {
    match status {
        search::Status::Paused => "paused",
        search::Status::Solved => "solved",
        search::Status::Exhausted => "exhausted",
        search::Status::Full => "full",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchStats {
    expanded: f64,
    generated: f64,
    stored: f64,
    peak_bytes: f64,
    lower_bound: u32,
    phase: PhaseObject,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PhaseObject {
    Starting,
    Searching { depth: u32 },
    Building { done: f64, total: f64 },
}

impl From<&search::Stats> for SearchStats {
    fn from(stats: &search::Stats) -> Self {
        Self {
            expanded: stats.expanded as f64,
            generated: stats.generated as f64,
            stored: stats.stored as f64,
            peak_bytes: stats.peak_bytes as f64,
            lower_bound: stats.lower_bound,
            phase: match stats.phase {
                Phase::Starting => PhaseObject::Starting,
                Phase::Searching { depth } => PhaseObject::Searching { depth },
                Phase::Building { done, total } => PhaseObject::Building { done: done as f64, total: total as f64 },
            },
        }
    }
}
