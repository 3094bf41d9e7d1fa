//! Pictures that `taquin render` writes, read back and compared with the boards that they show.

use crate::PROGRAM;
use gif::{ColorOutput, DecodeOptions};
use image::{Rgba, RgbaImage};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tempfile::TempDir;

const BOARD: &str = "8 2 0/4 6 1/3 7 5";
const SOLUTION: &str = "R2U2LDLDRURDLULDRULURDLU";
const SOLVED: &str = "1 2 3/4 5 6/7 8 0";
/// Straight slides of the solution.
const SLIDES: usize = 22;

/// A directory of its own for each test.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `render`, or `blocks render` if that is how the arguments begin.
    fn run(&self, args: &[&str]) -> Output {
        let mut taquin = Command::new(&*PROGRAM);
        let command: &[&str] = if args[0] == "blocks" { &[] } else { &["render"] };
        taquin.current_dir(&self.0).args(command).args(args).output().unwrap()
    }

    /// Renders to a file, which must succeed without a word.
    fn render(&self, args: &[&str], name: &str) -> PathBuf {
        let output = self.run(&[args, &["--output", name]].concat());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(output.status.success() && output.stdout.is_empty());
        self.path(name)
    }

    fn png(&self, args: &[&str], name: &str) -> RgbaImage {
        image::open(self.render(args, name)).unwrap().into_rgba8()
    }

    /// The errors of `render` on bad input.
    fn error_of(&self, args: &[&str]) -> String {
        let (code, told) = self.failure(args);
        assert_eq!(code, Some(2));
        told
    }

    /// The exit code without a picture, and what is told; nothing may be left behind.
    fn failure(&self, args: &[&str]) -> (Option<i32>, String) {
        let files = || fs::read_dir(self.0.path()).unwrap().count();
        let before = files();
        let output = self.run(args);
        assert_eq!(files(), before, "a file was left behind");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    /// A picture with a different colour everywhere, so that every tile can be recognised.
    fn photo(&self) -> String {
        let colour = |x: u32, y: u32| image::Rgb([(x * 255 / 299) as u8, (y * 255 / 199) as u8, ((x + y) % 256) as u8]);
        let path = self.path("photo.png");
        image::RgbImage::from_fn(300, 200, colour).save(&path).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

/// All frames of a GIF as they are seen, with how long each is shown in hundredths of a second.
fn frames(path: &Path) -> Vec<(RgbaImage, u16)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(fs::File::open(path).unwrap()).unwrap();
    let mut canvas = RgbaImage::new(decoder.width().into(), decoder.height().into());
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (index as u32 % u32::from(frame.width), index as u32 / u32::from(frame.width));
            if pixel[3] == 255 {
                let place = (x + u32::from(frame.left), y + u32::from(frame.top));
                canvas.put_pixel(place.0, place.1, Rgba([pixel[0], pixel[1], pixel[2], 255]));
            }
        }
        frames.push((canvas.clone(), frame.delay));
    }
    frames
}

/// The share of the pixels whose colours differ visibly. A GIF has few colours, which soft edges suffer from, and square
/// corners, which do not count.
fn difference(seen: &RgbaImage, wanted: &RgbaImage) -> f64 {
    assert_eq!(seen.dimensions(), wanted.dimensions());
    let differs = |a: &Rgba<u8>, b: &Rgba<u8>| (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > 12);
    let different = seen.pixels().zip(wanted.pixels()).filter(|(a, b)| b.0[3] == 255 && differs(a, b)).count();
    different as f64 / wanted.pixels().len() as f64
}

#[track_caller]
fn assert_same(seen: &RgbaImage, wanted: &RgbaImage) {
    // why: one wrong tile among nine would be more than a twentieth.
    let difference = difference(seen, wanted);
    assert!(difference < 0.02, "{difference}");
}

/// 10 000 × 1 and 1 × 10 000 pixels in some hundred bytes once took 8 GB.
#[cfg(target_os = "linux")]
#[test]
fn thin_pictures_take_little_memory() {
    let scratch = Scratch::new();
    for (width, height) in [(10_000, 1), (1, 10_000), (2, 20_000), (6_000, 6_000)] {
        let thin = scratch.path("thin.png");
        image::GrayImage::new(width, height).save(&thin).unwrap();
        let command = r#"ulimit -v 1000000; exec "$0" "$@""#;
        let mut taquin = Command::new("sh");
        taquin.args(["-c", command, &PROGRAM, "render", BOARD, "--output", "thin.svg", "--picture"]);
        let output = taquin.arg(&thin).current_dir(&scratch.0).output().unwrap();
        assert!(output.status.success(), "{width}×{height}: {output:?}");
    }
}

#[test]
fn a_board_as_png_has_the_size_asked_for() {
    let scratch = Scratch::new();
    assert_eq!(scratch.png(&[BOARD], "default.png").dimensions(), (480, 480));
    assert_eq!(scratch.png(&[BOARD, "--size", "123"], "small.png").dimensions(), (123, 123));
    let (width, height) = scratch.png(&["1 2 3 4/5 6 0 7", "--size", "400"], "wide.png").dimensions();
    assert_eq!(width, 400);
    assert!((200..240).contains(&height), "{height}");
}

#[test]
fn every_tile_is_drawn_where_the_board_has_it() {
    let scratch = Scratch::new();
    let (mixed, solved) = (scratch.png(&[BOARD], "mixed.png"), scratch.png(&[SOLVED], "solved.png"));
    // why: all tiles have another number or colour, so equal pixels mean the same tile.
    let cell = |picture: &RgbaImage, cell: u32| {
        let (pitch, margin) = (150, 15);
        image::imageops::crop_imm(picture, margin + cell % 3 * pitch, margin + cell / 3 * pitch, pitch, pitch)
            .to_image()
    };
    let tiles = |board: &str| board.split(['/', ' ']).map(|tile| tile.parse::<u32>().unwrap()).collect::<Vec<_>>();
    for (place, tile) in tiles(BOARD).into_iter().enumerate() {
        let home = tiles(SOLVED).iter().position(|&other| other == tile).unwrap();
        assert_same(&cell(&mixed, place as u32), &cell(&solved, home as u32));
        let to_first = difference(&cell(&mixed, place as u32), &cell(&solved, 0));
        assert_eq!(to_first < 0.02, tile == 1, "tile {tile} against tile 1: {to_first}");
    }
}

#[test]
fn a_gif_leads_from_the_board_to_the_solution() {
    let scratch = Scratch::new();
    let gif = frames(&scratch.render(&[BOARD, "--moves", SOLUTION], "solution.gif"));
    assert_same(&gif[0].0, &scratch.png(&[BOARD], "first.png"));
    assert_same(&gif[gif.len() - 1].0, &scratch.png(&[SOLVED], "last.png"));
    // Every slide has two frames on the way and one at its end.
    assert_eq!(gif.len(), 1 + 3 * SLIDES);
    let hundredths: u32 = gif.iter().map(|&(_, delay)| u32::from(delay)).sum();
    let expected = 80 + 25 * (SLIDES as u32 - 1) + 15 + 200;
    assert!(hundredths.abs_diff(expected) <= 5, "{hundredths} instead of {expected}");
}

#[test]
fn every_position_of_a_gif_is_the_board_after_so_many_moves() {
    let scratch = Scratch::new();
    let gif = frames(&scratch.render(&[BOARD, "--moves", "R2U2LD"], "moves.gif"));
    for (slides, board) in
        ["0 8 2/4 6 1/3 7 5", "4 8 2/3 6 1/0 7 5", "4 8 2/3 6 1/7 0 5", "4 8 2/3 0 1/7 6 5"].into_iter().enumerate()
    {
        assert_same(&gif[3 * (slides + 1)].0, &scratch.png(&[board], "position.png"));
    }
}

#[test]
fn a_gif_of_a_hundred_moves_stays_small() {
    let scratch = Scratch::new();
    let board = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let moves = "RRDLULDDRDLUUURDLDDRUUURDDDLUUULDRULDDRDLURUURDLDRRULURDLDRDLLLUURURRDLDLLURULDDDRRRULURDLULULDRURRD";
    assert_eq!(moves.len(), 100);
    let path = scratch.render(&[board, "--moves", moves], "hundred.gif");
    let size = fs::metadata(&path).unwrap().len();
    assert!(size < 500_000, "{size} bytes");
    assert!(frames(&path).len() > 200);
}

/// Where the groups of an SVG are moved to, in order.
fn groups(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let groups = document.root_element().children().filter(|node| node.has_tag_name("g"));
    groups.map(|group| group.attribute("transform").unwrap_or("translate(0 0)").to_owned()).collect()
}

#[test]
fn an_svg_has_one_group_for_each_tile_in_its_place() {
    let scratch = Scratch::new();
    let read = |board: &str| fs::read_to_string(scratch.render(&[board, "--size", "480"], "board.svg")).unwrap();
    let svg = read(SOLVED);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let size = ["width", "height", "viewBox"].map(|name| document.root_element().attribute(name).unwrap());
    assert_eq!(size, ["480", "480", "0 0 480 480"]);
    assert_eq!(groups(&svg), vec!["translate(0 0)"; 9], "the tray, and eight tiles at home");
    let moved = groups(&read("1 2 3/4 5 6/7 0 8"));
    assert_eq!(moved[8], "translate(150 0)");
    assert_eq!(moved[..8], vec!["translate(0 0)"; 8]);
}

#[test]
fn a_strip_shows_positions_from_first_to_last() {
    let scratch = Scratch::new();
    let strip = |more: &[&str], name: &str| scratch.render(&[&[BOARD, "--moves", SOLUTION], more].concat(), name);
    let svg = fs::read_to_string(strip(&[], "strip.svg")).unwrap();
    // A tray, eight tiles and a caption for each of twelve positions.
    assert_eq!(groups(&svg).len(), 12 * (1 + 8 + 1));
    let tray = &groups(&svg)[110..];
    assert!(tray[1..9].iter().all(|tile| *tile == tray[0]), "all tiles of the last board are at home");
    let svg = fs::read_to_string(strip(&["--positions", "1000"], "all.svg")).unwrap();
    assert_eq!(groups(&svg).len(), (SLIDES + 1) * 10);
    let png = image::open(strip(&["--positions", "2", "--size", "100"], "strip.png")).unwrap().into_rgba8();
    assert_eq!(png.dimensions(), (210, 115));
    let second = image::imageops::crop_imm(&png, 110, 0, 100, 100).to_image();
    assert!(second == scratch.png(&[SOLVED, "--size", "100"], "solved.png"));
}

#[test]
fn a_moving_svg_brings_every_tile_home_and_respects_reduced_motion() {
    let scratch = Scratch::new();
    let path = scratch.render(&[BOARD, "--moves", SOLUTION, "--animate"], "moving.svg");
    let svg = fs::read_to_string(path).unwrap();
    assert_eq!(groups(&svg).len(), 9);
    assert!(svg.contains("prefers-reduced-motion"));
    let keyframes: Vec<&str> = svg.lines().filter(|line| line.starts_with("@keyframes")).collect();
    assert_eq!(keyframes.len(), 8);
    for line in keyframes {
        assert!(line.ends_with("100.000%{transform:translate(0px,0px)}}"), "{line}");
    }
}

#[test]
fn a_picture_is_cut_into_tiles_and_numbers_come_on_request() {
    let scratch = Scratch::new();
    let photo = scratch.photo();
    let solved = scratch.png(&["1 2 3/4 5 0", "--picture", &photo, "--size", "300"], "plain.png");
    // The photo fills the board: its left edge has no red, its right edge has it all.
    assert!(solved.get_pixel(15, 60).0[0] < 20 && solved.get_pixel(284, 60).0[0] > 235);
    let mixed = scratch.png(&["1 2 3/4 0 5", "--picture", &photo, "--size", "300"], "mixed.png");
    assert_eq!(mixed.get_pixel(250, 150), solved.get_pixel(250 - 94, 150), "tile 5 one cell further");
    let numbered = scratch.png(&["1 2 3/4 5 0", "--picture", &photo, "--size", "300", "--numbers"], "numbered.png");
    assert_ne!(numbered, solved);
    let gif =
        frames(&scratch.render(&["1 2 3/4 0 5", "--picture", &photo, "--size", "300", "--moves", "L"], "photo.gif"));
    // A photo has more colours than a GIF, so here and there one is not quite right.
    assert!(difference(&gif[gif.len() - 1].0, &solved) < 0.1);
    assert!(difference(&gif[0].0, &solved) > 0.1);
}

#[test]
fn themes_and_formats_differ_but_files_repeat_exactly() {
    let scratch = Scratch::new();
    assert_ne!(scratch.png(&[BOARD], "light.png"), scratch.png(&[BOARD, "--theme", "dark"], "dark.png"));
    for name in ["a.svg", "a.png", "a.gif"] {
        let once = fs::read(scratch.render(&[BOARD, "--moves", "RL"], name)).unwrap();
        assert!(once == fs::read(scratch.render(&[BOARD, "--moves", "RL"], name)).unwrap(), "{name}");
    }
}

#[test]
fn a_block_puzzle_is_drawn_and_its_solution_played() {
    let scratch = Scratch::new();
    fs::write(scratch.path("corner.txt"), "A.b\n .\n--\n..A\n .\n").unwrap();
    fs::write(scratch.path("end.txt"), "..A\n b\n--\n..A\n .\n").unwrap();
    let draw = ["blocks", "render", "corner.txt", "--size", "300"];
    let start = scratch.png(&draw, "start.png");
    assert_eq!(start.width(), 300);
    let end = scratch.png(&["blocks", "render", "end.txt", "--size", "300"], "end.png");
    assert!(difference(&start, &end) > 0.1);
    let gif = frames(&scratch.render(&[&draw[..], &["--solution"]].concat(), "solution.gif"));
    assert_eq!(gif.len(), 1 + 3 * 3, "b goes left and down, A right");
    assert_same(&gif[0].0, &start);
    // why: b has another colour in the end's file, where it comes second among the blocks, so look at A's half.
    let right = |picture: &RgbaImage| image::imageops::crop_imm(picture, 150, 0, 150, 100).to_image();
    assert_same(&right(&gif[gif.len() - 1].0), &right(&end));
    let strip = [&draw[..], &["--solution"]].concat();
    let svg = fs::read_to_string(scratch.render(&strip, "strip.svg")).unwrap();
    assert_eq!(groups(&svg).len(), 3 * (1 + 2 + 1), "start, and one position after each of two moves");
    let svg = fs::read_to_string(scratch.render(&[&strip[..], &["--animate"]].concat(), "moving.svg")).unwrap();
    assert_eq!(svg.matches("@keyframes").count(), 2);
}

#[test]
fn bad_requests_for_blocks_are_told() {
    let scratch = Scratch::new();
    fs::write(scratch.path("stuck.txt"), "Ab\n--\nbA\n").unwrap();
    let told = |args: &[&str]| scratch.error_of(&[&["blocks", "render"], args].concat());
    let cases = [["no such puzzle", "a.svg"], ["layton", "a.svg"], ["stuck.txt", "a.jpg"]];
    insta::assert_snapshot!(cases.map(|[puzzle, file]| told(&[puzzle, "--output", file])).join("\n"));
}

#[test]
fn no_solution_to_draw_is_exit_code_1() {
    let scratch = Scratch::new();
    fs::write(scratch.path("stuck.txt"), "Ab\n--\nbA\n").unwrap();
    let hard = ["From Right to Left", "--time-limit", "0"];
    let told = [&["stuck.txt"][..], &hard].map(|args| {
        let (code, told) = scratch.failure(&[&["blocks", "render", "--solution", "--output", "a.gif"], args].concat());
        assert_eq!(code, Some(1), "{told}");
        told
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn bad_requests_are_told_and_leave_nothing_behind() {
    let scratch = Scratch::new();
    fs::write(scratch.path("text.png"), "no picture at all").unwrap();
    fs::create_dir(scratch.path("folder.png")).unwrap();
    let cases: [&[&str]; 11] = [
        &[BOARD, "--output", "board.bmp"],
        &[BOARD, "--output", "board"],
        &[BOARD, "--output", "missing/board.svg"],
        &[BOARD, "--output", "text.png/board.svg"],
        &[BOARD, "--output", "folder.png"],
        &[BOARD, "--output", "a.png", "--picture", "missing.jpg"],
        &[BOARD, "--output", "a.png", "--picture", "text.png"],
        &[BOARD, "--output", "a.gif", "--moves", "R2U3"],
        &[BOARD, "--output", "a.gif", "--moves", "R2X"],
        &[BOARD, "--output", "a.png", "--moves", "R", "--animate"],
        &[BOARD, "--output", "a.png", "--goal", "1 2/3 0"],
    ];
    let told = cases.map(|args| format!("taquin render {}\n{}", args.join(" "), scratch.error_of(args)));
    insta::assert_snapshot!(told.join("\n"));
    let huge = [BOARD, "--moves", SOLUTION, "--positions", "30", "--size", "8192", "--output", "a.png"];
    assert!(scratch.error_of(&huge).contains("pixels is too large"));
    let usage = scratch.error_of(&[BOARD, "--output", "a.gif", "--speed", "0"]);
    assert!(usage.contains("expected a number from 0.1 to 50"), "{usage}");
    let large = (0..65_536).map(|tile| tile.to_string()).collect::<Vec<_>>().join(",");
    fs::write(scratch.path("large.txt"), format!("256x256:{large}")).unwrap();
    let told = scratch.error_of(&["large.txt", "--output", "a.gif", "--size", "200"]);
    assert!(told.contains("does not fit into 200 pixels: give --size 1072 or more"), "{told}");
}

#[cfg(unix)]
#[test]
fn an_unwritable_directory_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let locked = scratch.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(locked.join("probe"), "").is_ok() {
        // The superuser may write everywhere, so look where nobody may.
        assert!(scratch.error_of(&[BOARD, "--output", "/proc/board.svg"]).contains("cannot write /proc/board.svg"));
    } else {
        assert!(scratch.error_of(&[BOARD, "--output", "locked/board.svg"]).contains("permission denied"));
    }
}
