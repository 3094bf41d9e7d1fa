//! Pictures: SVG, still and moving.

use crate::{
    blocks::{PlainMove, engine_moves, puzzle},
    board::{Plain, board, moves},
    errors,
};
use pyo3::prelude::*;
use taquin_draw::{
    Animation, Pose, Stage, Tempo, Theme,
    blocks::{self, Blocks},
    svg,
    tiles::{self, Tiles},
};

fn theme(name: &str) -> PyResult<Theme> {
    match name {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        _ => Err(errors::invalid(format!("there is no theme {name:?}; there are light and dark"))),
    }
}

/// One pose as a still picture, several as a moving one.
fn written(stage: &Stage, poses: Vec<Pose>, speed: f64) -> PyResult<String> {
    if !(0.1..=50.0).contains(&speed) {
        return Err(errors::invalid("the speed must be from 0.1 to 50 slides a second"));
    }
    let written = match &poses[..] {
        [only] => svg::still(&stage.posed(only)),
        _ => svg::moving(&Animation { stage, poses, tempo: Tempo::per_second(speed) }),
    };
    written.map_err(errors::invalid)
}

/// A board, or moves from it, as SVG.
#[pyfunction]
#[pyo3(signature = (start, goal, path, size, theme_name, speed))]
fn board_svg(
    start: Plain,
    goal: Plain,
    path: &str,
    size: Option<u32>,
    theme_name: &str,
    speed: f64,
) -> PyResult<String> {
    let (start, goal) = (board(&start)?, board(&goal)?);
    if start.shape() != goal.shape() {
        let message = format!("the board is {} but the goal is {}", start.shape(), goal.shape());
        return Err(errors::exception("ShapeError", message));
    }
    let size = size.unwrap_or_else(|| tiles::default_size(&start)).clamp(16, 8192);
    let tiles = Tiles { goal: &goal, theme: theme(theme_name)?, size, numbers: true };
    let stage = tiles.stage().map_err(errors::invalid)?;
    let poses = tiles.poses(&start, &moves(path)?).map_err(errors::illegal)?;
    written(&stage, poses, speed)
}

/// A block puzzle, or moves from its start, as SVG.
#[pyfunction]
#[pyo3(signature = (text, path, size, theme_name, speed))]
fn puzzle_svg(text: &str, path: Vec<PlainMove>, size: Option<u32>, theme_name: &str, speed: f64) -> PyResult<String> {
    let puzzle = puzzle(text)?;
    let size = size.unwrap_or_else(|| blocks::default_size(&puzzle)).clamp(16, 8192);
    let blocks = Blocks { puzzle: &puzzle, theme: theme(theme_name)?, size };
    let stage = blocks.stage().map_err(errors::invalid)?;
    let poses = blocks.slide_poses(&engine_moves(&puzzle, &path)?);
    written(&stage, poses.into_iter().map(|(_, pose)| pose).collect(), speed)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(board_svg, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_svg, module)?)
}
