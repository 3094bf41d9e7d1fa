//! `taquin render`: a board or a solution as a picture.

use crate::{
    input,
    outcome::Outcome,
    picture,
    render::{
        self, Animation, Format, Tempo, Theme,
        tiles::{self, Tiles},
    },
};
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;
use taquin::tiles::{Board, Moves};

/// Draw a board, or a solution, as SVG, PNG or GIF
///
/// Without moves the picture shows the board. With moves a GIF plays them; SVG and PNG show positions of them side by
/// side, each with the number of moves made so far, and an SVG can be animated.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin render \"8 2 0/4 6 1/3 7 5\" --output board.svg\n  \
    taquin render \"8 2 0/4 6 1/3 7 5\" --moves R2U2LDLDRURDLULDRULURDLU --output solution.gif\n  \
    taquin render \"1 2 3/4 0 6/7 5 8\" --picture cat.jpg --output cat.png")]
pub(crate) struct Args {
    /// A board, a file with one, or - for standard input
    #[arg(value_parser = input::board)]
    board: Board,

    /// Show these moves, starting from the board, such as R2U2LD
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// The goal, which gives tiles their colours and their parts of a picture [default: 1, 2, 3, … and the blank last]
    #[arg(long, value_name = "BOARD", value_parser = input::board)]
    goal: Option<Board>,

    #[command(flatten)]
    look: PictureArgs,

    /// Show this picture (PNG or JPEG) in place of numbers
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// Show the numbers on the picture too
    #[arg(long, requires = "picture")]
    numbers: bool,
}

/// The options of every picture.
#[derive(clap::Args)]
pub(crate) struct PictureArgs {
    /// The file to write; its extension (.svg, .png or .gif) selects the format
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// The longer side of the board, in pixels [default: 480; more for large boards, less side by side]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: Option<u32>,

    /// The colours
    #[arg(long, value_enum, default_value_t)]
    pub(crate) theme: Theme,

    /// Slides per second of an animation
    #[arg(long, value_name = "N", default_value = "4", value_parser = speed)]
    pub(crate) speed: f64,

    /// Animate an SVG
    #[arg(long)]
    pub(crate) animate: bool,

    /// Number of positions shown side by side
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub(crate) positions: u16,
}

/// Boards side by side are smaller by this factor.
const SIDE_BY_SIDE: u32 = 2;

fn speed(text: &str) -> Result<f64> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.1..=50.0).contains(speed));
    speed.context("expected a number from 0.1 to 50")
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let format = Format::of(&args.look.output)?;
    let goal = args.goal.clone().unwrap_or_else(|| Board::solved(args.board.shape()));
    if goal.shape() != args.board.shape() {
        bail!("the board is {} but the goal is {}: both must have the same size", args.board.shape(), goal.shape());
    }
    let moves = args.moves.as_deref().map(str::parse::<Moves>).transpose().context("the moves cannot be read")?;
    let picture = args.picture.as_deref().map(picture::read).transpose()?;
    let is_strip = moves.is_some() && !args.look.is_animation(format);
    let size = args.look.size.unwrap_or(tiles::default_size(&args.board) / if is_strip { SIDE_BY_SIDE } else { 1 });
    let tiles = Tiles { goal: &goal, theme: args.look.theme.into(), size, numbers: args.numbers };
    let stage = picture.as_ref().map_or_else(|| tiles.stage(), |picture| tiles.pictured_stage(picture))?;
    let moves = moves.unwrap_or_default();
    let poses = tiles.poses(&args.board, &moves)?;
    let made = std::iter::once(0).chain(moves.chunk_by(PartialEq::eq).scan(0, |made, slide| {
        *made += slide.len();
        Some(*made)
    }));
    args.look.write(format, &stage, made.zip(poses).collect())?;
    Ok(Outcome::Done)
}

impl PictureArgs {
    pub(crate) fn is_animation(&self, format: Format) -> bool {
        format == Format::Gif || self.animate && format == Format::Svg
    }

    /// Writes the poses, each with the number of moves made so far.
    pub(crate) fn write(&self, format: Format, stage: &render::Stage, poses: Vec<(usize, render::Pose)>) -> Result<()> {
        ensure!(!(self.animate && format == Format::Png), "a PNG cannot move: give --output a name in .gif or .svg");
        if self.is_animation(format) {
            let poses = poses.into_iter().map(|(_, pose)| pose).collect();
            let animation = Animation { stage, poses, tempo: Tempo::per_second(self.speed) };
            return render::save_animation(&self.output, format, &animation);
        }
        let drawing = match &poses[..] {
            [(_, only)] => stage.posed(only),
            _ => render::strip(stage, &chosen(&poses, usize::from(self.positions))),
        };
        render::save_drawing(&self.output, format, &drawing)
    }
}

/// At most `count` of the poses, evenly spread, the first and the last among them.
fn chosen(poses: &[(usize, render::Pose)], count: usize) -> Vec<(usize, &render::Pose)> {
    let count = count.min(poses.len());
    let pick = |index: usize| {
        let (made, pose) = &poses[index * (poses.len() - 1) / (count - 1).max(1)];
        (*made, pose)
    };
    (0..count).map(pick).collect()
}
