//! Searches: for workers only, because a page must not wait.

use crate::{
    board::Board,
    labelled::Kind,
    notation::{gap_letters, letters},
};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use taquin::{
    search::{self, Search as _},
    tiles::{
        Algorithm, Direction, HeuristicName, Metric, Options, Problem, SolveError, Solver,
        constructive::Task,
        labels::{LabelledProblem, LabelledSolver},
        optimal::Resources,
        solver::{self, Parameter, explored::Explored},
    },
};
use taquin_wasm::{MEMORY_LIMIT, SearchStats, object, status};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A parameter: a field of `SearchOptions`. `decimals`: how many it may have; `atLeast`: the parameter that it must not be below. */
export interface AlgorithmParameter {
  name: "epsilon" | "anticipated" | "lambda" | "bigLambda";
  decimals: number; default: number; min: number; max: number; atLeast?: string;
}
/** `guided`: it takes a heuristic; `slides`: it can count slides; `stages`: it works in stages; `optimal`: all its solutions are
 *  shortest; `maxCells`: the most cells that it serves with the default heuristic (`refusal` knows more), none for any size. */
export interface Algorithm {
  name: string; guided: boolean; slides: boolean; stages: boolean; optimal: boolean; maxCells?: number;
  parameters: AlgorithmParameter[];
}

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
"#;

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
#[serde(rename_all = "camelCase")]
struct AlgorithmObject {
    name: &'static str,
    guided: bool,
    slides: bool,
    stages: bool,
    optimal: bool,
    max_cells: Option<usize>,
    parameters: Vec<ParameterObject>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParameterObject {
    name: &'static str,
    decimals: u8,
    default: i16,
    min: i16,
    max: u32,
    at_least: Option<&'static str>,
}

impl From<Algorithm> for AlgorithmObject {
    fn from(algorithm: Algorithm) -> Self {
        Self {
            name: algorithm.name(),
            guided: algorithm.takes_heuristic(),
            slides: algorithm.metrics().contains(&Metric::Mtm),
            stages: algorithm.method().is_some(),
            optimal: algorithm.is_optimal(),
            max_cells: algorithm.max_cells(HeuristicName::default()),
            parameters: algorithm.parameters().iter().map(ParameterObject::from).collect(),
        }
    }
}

impl From<&Parameter> for ParameterObject {
    fn from(&Parameter { name, decimals, default, min, max, at_least }: &Parameter) -> Self {
        Self { name: option(name), decimals, default, min, max, at_least: at_least.map(option) }
    }
}

/// The name of a parameter in [`Request`].
fn option(name: &'static str) -> &'static str {
    if name == "big-lambda" { "bigLambda" } else { name }
}

/// All algorithms.
#[wasm_bindgen(unchecked_return_type = "Algorithm[]")]
pub fn algorithms() -> Result<JsValue, JsError> {
    object(&Algorithm::ALL.map(AlgorithmObject::from).as_slice())
}

/// Would a search towards this goal be refused, and why?
#[wasm_bindgen(unchecked_return_type = "Refused | undefined")]
pub fn refusal(
    goal: &Board,
    #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let request: Request = serde_wasm_bindgen::from_value(options)?;
    match solver::check(goal.0.shape(), &request.options()?) {
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

/// Does a heuristic serve boards of this goal's size?
#[wasm_bindgen(js_name = heuristicServes)]
pub fn heuristic_serves(goal: &Board, heuristic: &str) -> Result<bool, JsError> {
    Ok(heuristic.parse::<HeuristicName>()?.serves(goal.0.shape()))
}

/// A search under way.
#[wasm_bindgen]
pub struct Search(Running);

/// A search of either kind.
enum Running {
    Ordinary(Box<Solver>),
    Labelled(Box<LabelledSolver>),
}

impl Running {
    fn stats(&self) -> &search::Stats {
        match self {
            Self::Ordinary(solver) => solver.stats(),
            Self::Labelled(solver) => solver.stats(),
        }
    }
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
        let options = request.options()?;
        if let (Kind::Ordinary(start), Kind::Ordinary(goal)) = (&start.0, &goal.0) {
            let problem = Problem::new(start.clone(), goal.clone()).map_err(JsError::from)?;
            let solver = Solver::new(&problem, &options).map_err(|refusal| refused(&refusal))?;
            return Ok(Self(Running::Ordinary(Box::new(solver))));
        }
        let board = start.0.board().ok_or_else(|| JsError::new("a start has no free cells"))?;
        let problem = LabelledProblem::new(board, goal.0.goal()).map_err(JsError::from)?;
        let solver = LabelledSolver::new(&problem, &options).map_err(|refusal| refused(&refusal))?;
        Ok(Self(Running::Labelled(Box::new(solver))))
    }

    /// Works on for about so many nodes.
    #[wasm_bindgen(unchecked_return_type = "SearchStatus")]
    pub fn run(&mut self, budget: f64) -> String {
        let ended = match &mut self.0 {
            Running::Ordinary(solver) => solver.run(budget as u64),
            Running::Labelled(solver) => solver.run(budget as u64),
        };
        status(ended).to_owned()
    }

    /// What it has cost and learnt so far.
    #[wasm_bindgen(unchecked_return_type = "SearchStats")]
    pub fn stats(&self) -> Result<JsValue, JsError> {
        object(&SearchStats::from(self.0.stats()))
    }

    /// The length of the best solution so far.
    pub fn length(&self) -> Option<usize> {
        match &self.0 {
            Running::Ordinary(solver) => solver.solution().map(<[_]>::len),
            Running::Labelled(solver) => solver.solution().map(<[_]>::len),
        }
    }

    /// The effective branching factor of the best solution so far.
    #[wasm_bindgen(js_name = branchingFactor)]
    pub fn branching_factor(&self) -> Option<f64> {
        self.0.stats().branching_factor(self.length()?)
    }

    /// The letters of the best solution so far, replayed against the rules.
    pub fn solution(&self) -> Result<Option<String>, JsError> {
        Ok(match &self.0 {
            Running::Ordinary(solver) => solver.checked_solution()?.map(|moves| letters(&moves)),
            Running::Labelled(solver) => solver.checked_solution()?.map(|moves| gap_letters(&moves)),
        })
    }

    /// Is the best solution so far proven to be a shortest one, in the metric asked for?
    #[wasm_bindgen(getter)]
    pub fn proven(&self) -> bool {
        match &self.0 {
            Running::Ordinary(solver) => solver.is_proven(),
            Running::Labelled(solver) => solver.is_proven(),
        }
    }

    /// What each stage of the solution does, and how many of its moves it takes; nothing if the algorithm does not work
    /// in stages.
    #[wasm_bindgen(unchecked_return_type = "Stage[] | undefined")]
    pub fn stages(&self) -> Result<JsValue, JsError> {
        let found = match &self.0 {
            Running::Ordinary(solver) => stages(solver),
            Running::Labelled(_) => None,
        };
        found.map_or(Ok(JsValue::UNDEFINED), |stages| object(&stages))
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
        let ordinary = |board: &Board| board.0.ordinary().cloned().map_err(|error| JsError::new(&error));
        let problem = Problem::new(ordinary(start)?, ordinary(goal)?)?;
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

    /// The positions opened so far, in order: the tiles of each row by row, one position after the other.
    pub fn positions(&self) -> Vec<u16> {
        self.0.positions().concat()
    }
}

#[derive(Serialize)]
struct Stage {
    text: String,
    moves: usize,
}

/// The stages of a solution, if the algorithm works in stages.
fn stages(solver: &Solver) -> Option<Vec<Stage>> {
    let stage = |(task, moves): (&Task, &[Direction])| Stage { text: task.to_string(), moves: moves.len() };
    Some(solver.stages()?.map(stage).collect())
}

#[derive(Serialize)]
struct Refused {
    message: String,
    forcible: bool,
}

fn refused(refusal: &SolveError) -> JsValue {
    let forcible = matches!(refusal, SolveError::TooLarge { .. });
    object(&Refused { message: refusal.to_string(), forcible }).unwrap_or_else(JsValue::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each parameter is an option of a request, under its name.
    #[test]
    fn parameters_are_options() {
        let objects = Algorithm::ALL.map(AlgorithmObject::from);
        let names: Vec<&str> =
            objects.iter().flat_map(|object| &object.parameters).map(|parameter| parameter.name).collect();
        assert_eq!(names, ["epsilon", "epsilon", "anticipated", "lambda", "bigLambda"]);
        let is_staged: Vec<&str> = objects.iter().filter(|object| object.stages).map(|object| object.name).collect();
        assert_eq!(is_staged, ["greedy", "divide-and-conquer", "strategic"]);
    }

    #[test]
    fn requests_become_options() {
        let request = Request {
            algorithm: "weighted-astar".to_owned(),
            heuristic: Some("manhattan".to_owned()),
            epsilon: Some("2.5".to_owned()),
            anticipated: None,
            lambda: None,
            big_lambda: None,
            memory_limit: None,
            slides: false,
            force: true,
        };
        let Ok(options) = request.options() else { panic!("a good request") };
        assert_eq!((options.algorithm, options.heuristic), (Algorithm::WeightedAStar, HeuristicName::Manhattan));
        assert_eq!((options.epsilon.to_string().as_str(), options.anticipated), ("2.5", 100));
        assert_eq!((options.memory_limit, options.metric, options.force), (MEMORY_LIMIT, Metric::Stm, true));
    }

    /// The stages that a page shows are those of the solution that it plays.
    #[test]
    fn stages_take_all_moves_of_the_solution() {
        let start = "3 21 1 11 19/7 8 16 22 13/5 24 0 15 2/12 4 6 23 14/10 18 9 17 20";
        let problem = Problem::to_default_goal(start.parse().unwrap()).unwrap();
        for algorithm in [Algorithm::Greedy, Algorithm::DivideAndConquer, Algorithm::Strategic] {
            let mut solver = Solver::new(&problem, &Options::new(algorithm)).unwrap();
            let moves = solver.finish().unwrap().unwrap();
            let stages = stages(&solver).unwrap();
            assert_eq!(stages.iter().map(|stage| stage.moves).sum::<usize>(), letters(&moves).len(), "{algorithm}");
            assert!(stages.iter().all(|stage| stage.moves > 0 && !stage.text.is_empty()));
        }
    }
}
