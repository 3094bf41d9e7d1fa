//! `taquin read`: boards from pictures of puzzles.

use crate::{
    outcome::Outcome,
    output::{Output, eprint_error, harmless, warn},
};
use anyhow::{Context, Result, bail, ensure};
use clap::ValueHint;
use serde::Serialize;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use taquin::tiles::{Board, Shape};
use taquin_vision::{Kind, Options, Picture, Place, Point, Quad, Reader, Reading, Status};

/// Read boards from screenshots and photos of puzzles
///
/// Finds the board in each picture by itself, and tells the kind of puzzle (numbers, pieces of a picture, or blocks), its
/// rows and columns, and what each cell shows. Cells that may be wrong are marked.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    taquin read screenshot.png\n  \
    taquin read scrambled.jpg --goal-picture finished.jpg --json")]
pub(crate) struct Args {
    /// Pictures (PNG, JPEG, WebP, GIF or BMP)
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// The finished picture, for tiles that show pieces of one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    goal_picture: Option<PathBuf>,

    /// The cell that is blank in the goal, counted from 1 [default: what the picture tells, else the last]
    #[arg(long, value_name = "ROW,COL", value_parser = place)]
    goal_blank: Option<Place>,

    /// Rows and columns of the board, such as 4x4 [default: what the picture tells]
    #[arg(long, value_name = "RxC", value_parser = size)]
    size: Option<(usize, usize)>,

    /// Corners of the board in pixels, clockwise from the top left, such as "10,20 210,20 210,220 10,220"
    #[arg(long, value_name = "POINTS", value_parser = corners)]
    corners: Option<Quad>,

    /// Write the picture with the board as understood drawn onto it (PNG; one picture only)
    #[arg(long, value_name = "OUT.png", value_hint = ValueHint::FilePath)]
    draw: Option<PathBuf>,

    /// Print one JSON object per picture
    #[arg(long)]
    json: bool,
}

/// A reading and the file that it is of.
#[derive(Serialize)]
struct Report<'a> {
    file: String,
    #[serde(flatten)]
    reading: &'a Reading,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    ensure!(args.draw.is_none() || args.files.len() == 1, "--draw is for one picture; {} are given", args.files.len());
    let goal_picture = args.goal_picture.as_deref().map(picture).transpose()?;
    let options =
        Options { size: args.size, corners: args.corners, goal_picture, goal_blank: args.goal_blank, kind: None };
    let output = Output::new();
    let reader = Reader::new();
    let mut outcome = Outcome::Done;
    for file in &args.files {
        let name = file.display().to_string();
        let (reading, one) = match picture(file) {
            Err(error) => {
                if !args.json {
                    eprint_error(&error);
                }
                (Reading::none(&format!("{error:#}")), Outcome::Failed)
            }
            Ok(picture) => {
                let reading = reader.read(&picture, &options);
                if let Some(path) = &args.draw {
                    save(&reading.draw(&picture), path)?;
                }
                let outcome = if reading.status == Status::Read { Outcome::Done } else { Outcome::Partial };
                (reading, outcome)
            }
        };
        if args.json {
            output.json(&Report { file: name, reading: &reading })?;
        } else if one != Outcome::Failed {
            print(&name, &reading, &output)?;
        }
        output.flush()?;
        outcome = outcome.max(one);
    }
    Ok(outcome)
}

/// The board that a picture shows, and its goal, for the solver. What is doubtful about the reading is told on standard
/// error.
///
/// # Errors
///
/// If the file cannot be read or shows no board of tiles.
pub(crate) fn problem(file: &Path, goal_picture: Option<&Path>, goal_blank: Option<Place>) -> Result<(Board, Board)> {
    let goal_picture = goal_picture.map(picture).transpose()?;
    let reading = Reader::new().read(&picture(file)?, &Options { goal_picture, goal_blank, ..Options::default() });
    let name = file.display();
    if let Some(message) = reading.message.as_deref().filter(|_| reading.status == Status::Doubtful) {
        warn(format!("{name}: {message}"));
    }
    let Some((start, goal)) = reading.start_and_goal() else {
        bail!("{name}: {}", reading.message.as_deref().unwrap_or("it shows no board of tiles"));
    };
    let shape = Shape::new(reading.rows, reading.cols)?;
    Ok((Board::new(shape, &start)?, Board::new(shape, &goal)?))
}

fn picture(path: &Path) -> Result<Picture> {
    let name = || path.display().to_string();
    let bytes = fs::read(path).with_context(name)?;
    Picture::decode(&bytes).with_context(name)
}

fn save(picture: &Picture, path: &Path) -> Result<()> {
    let bytes: Vec<u8> = picture.pixels().iter().flatten().copied().collect();
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let format = image::ImageFormat::Png;
    image::save_buffer_with_format(path, &bytes, width, height, image::ExtendedColorType::Rgb8, format)
        .with_context(|| format!("writing {}", path.display()))
}

fn print(file: &str, reading: &Reading, output: &Output) -> io::Result<()> {
    let mut out = output.writer();
    let what = match reading.kind {
        Kind::Numbers => "numbers",
        Kind::Picture => "picture",
        Kind::Blocks => "blocks",
        _ => "nothing",
    };
    if reading.status == Status::None {
        writeln!(out, "{}: {}", harmless(file), reading.message.as_deref().unwrap_or(what))?;
        return Ok(());
    }
    let percent = (reading.confidence * 100.0).round();
    writeln!(out, "{}: {what}, {}x{}, {percent} % sure", harmless(file), reading.rows, reading.cols)?;
    if let Some(board) = &reading.board {
        writeln!(out, "{board}")?;
    }
    if let Some(blocks) = &reading.blocks {
        writeln!(out, "{}", blocks.replace('/', "\n"))?;
    }
    if let Some((row, col)) = reading.goal_blank.filter(|blank| *blank != (reading.rows, reading.cols)) {
        writeln!(out, "the goal's blank is in row {row}, column {col}")?;
    }
    if let Some(message) = &reading.message {
        writeln!(out, "{message}")?;
    }
    if !reading.doubtful.is_empty() {
        let cells: Vec<String> = reading.doubtful.iter().map(|(row, col)| format!("{row},{col}")).collect();
        writeln!(out, "doubtful (row,column): {}", cells.join(" "))?;
    }
    Ok(())
}

/// Two numbers from 1, such as `4,4`.
pub(crate) fn place(text: &str) -> Result<Place, String> {
    pair(text, ',').ok_or_else(|| "expected a row and a column from 1, such as 4,4".to_owned())
}

/// Rows and columns from 2 to 20, such as `4x4`.
fn size(text: &str) -> Result<(usize, usize), String> {
    pair(text, 'x')
        .filter(|(rows, cols)| (2..=20).contains(rows) && (2..=20).contains(cols))
        .ok_or_else(|| "expected rows and columns from 2 to 20, such as 4x4".to_owned())
}

fn pair(text: &str, between: char) -> Option<(usize, usize)> {
    let (a, b) = text.split_once(between)?;
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number > 0);
    Some((number(a)?, number(b)?))
}

/// Four points, such as `10,20 210,20 210,220 10,220`: eight numbers with commas, semicolons or spaces between them.
fn corners(text: &str) -> Result<Quad, String> {
    let parts = text.split([',', ';', ' ']).filter(|part| !part.is_empty());
    let number = |part: &str| part.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = parts.map(number).collect();
    numbers
        .filter(|numbers| numbers.len() == 8)
        .map(|numbers| std::array::from_fn(|k| Point::new(numbers[2 * k], numbers[2 * k + 1])))
        .ok_or_else(|| "expected four points x,y in pixels, such as \"10,20 210,20 210,220 10,220\"".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_sizes_and_corners_are_checked() {
        assert_eq!(place("1, 3"), Ok((1, 3)));
        assert!(place("0,1").is_err());
        assert_eq!(size("3x5"), Ok((3, 5)));
        assert!(size("1x5").is_err() && size("3x21").is_err() && size("3").is_err());
        assert_eq!(corners("0,1 2,1.5 2,3 0,3").unwrap()[1], Point::new(2.0, 1.5));
        assert_eq!(corners("0,1,2,1.5,2,3,0,3"), corners("0,1 2,1.5; 2,3  0,3"));
        assert!(corners("0,1 2,1 2,3").is_err() && corners("0,1 2,1 2,3 x,3").is_err());
    }
}
