//! Input as others might make it: good, odd, broken, or made to take much.

use crate::mutate::{mutated, pick};
use flate2::{Compression, Crc, write::ZlibEncoder};
use std::io::{Cursor, Write};
use taquin::{
    rng::Rng,
    tiles::{Board, Direction, Shape, scramble},
};

/// One of some words.
pub(crate) fn word<'a>(words: &[&'a str], rng: &mut Rng) -> &'a str {
    words[rng.below(words.len() as u64) as usize]
}

/// Does something happen that happens so often of a hundred times?
pub(crate) fn chance(percent: u64, rng: &mut Rng) -> bool {
    rng.below(100) < percent
}

/// A size: mostly small, now and then as large as boards can be.
pub(crate) fn shape(rng: &mut Rng) -> Shape {
    let most = [3, 4, 4, 5, 7, 12, 40][rng.below(7) as usize];
    let mut side = || if most == 40 && rng.below(12) == 0 { 256 } else { 1 + rng.below(most) as usize };
    let (rows, cols) = (side(), side());
    Shape::new(rows, cols).expect("at most 256 × 256 cells")
}

/// A board that is one, in any of the forms.
pub(crate) fn board(shape: Shape, rng: &mut Rng) -> String {
    let solved = Board::solved(shape);
    let board = match rng.below(4) {
        0 => solved,
        1 => scramble::walk(&solved, 30, rng),
        2 => scramble::uniform(&solved, rng).twin().unwrap_or(solved),
        _ => scramble::uniform(&solved, rng),
    };
    let blank = word(&["0", "0", "_", ".", "x", "-", "-1"], rng);
    let row = |tiles: &[u16], between: &str| {
        let cell = |tile: &u16| if *tile == 0 { blank.to_owned() } else { tile.to_string() };
        tiles.iter().map(cell).collect::<Vec<_>>().join(between)
    };
    let grid = |between: &str, end: &str| {
        board.cells().chunks(shape.cols()).map(|tiles| row(tiles, between)).collect::<Vec<_>>().join(end)
    };
    match rng.below(7) {
        0 => format!("{}x{}:{}", shape.rows(), shape.cols(), row(board.cells(), ",")),
        1 => grid(" ", "\n"),
        2 => grid(" ", "\r\n"),
        3 => grid(",", "|"),
        4 => format!("{} {}", shape.cols(), row(board.cells(), " ")),
        5 => format!("{}\n{}", shape.cols(), grid(" ", "\n")),
        _ => grid(" ", "/"),
    }
}

/// A text of some boards, of which some may be broken.
pub(crate) fn boards(rng: &mut Rng) -> Vec<u8> {
    let mut text = Vec::new();
    let most = *pick(&[1, 1, 4, 30], rng);
    for _ in 0..1 + rng.below(most) {
        let shape = shape(rng);
        let board = board(shape, rng).into_bytes();
        text.extend(if chance(30, rng) { mutated(&[board], rng) } else { board });
        text.extend_from_slice(word(&["\n", "\n", "\n\n", "\r", " # a comment\n"], rng).as_bytes());
    }
    if chance(15, rng) { mutated(&[text], rng) } else { text }
}

/// Moves in the notation, which a board may or may not allow.
pub(crate) fn moves(rng: &mut Rng) -> String {
    let count = rng.below(40);
    let mut moves = String::new();
    for _ in 0..count {
        moves += &pick(&Direction::ALL, rng).to_string();
        moves += word(&["", "", "", "2", "3", " ", ",", "0", "255", "99999999999"], rng);
    }
    moves
}

/// A text of some block puzzles, of which some may be broken.
pub(crate) fn puzzles(rng: &mut Rng) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..1 + rng.below(3) {
        text += word(&["", "", "name: x\n\n", "axis: keep\n\n", "goal: shapes\n\n", "gate: +\n\n"], rng);
        let (rows, cols) = (1 + rng.below(6) as usize, 1 + rng.below(6) as usize);
        let start: Vec<Vec<u8>> =
            (0..rows).map(|_| (0..cols).map(|_| *pick(b"....  AAbbcd+", rng)).collect()).collect();
        let goal = start.iter().map(|row| row.iter().map(|&cell| if chance(20, rng) { b'A' } else { cell }).collect());
        for picture in [start.clone(), goal.collect::<Vec<Vec<u8>>>()] {
            let rows: Vec<_> = picture.iter().map(|row| String::from_utf8_lossy(row)).collect();
            text += &(rows.join("\n") + "\n--\n");
        }
        text.truncate(text.len() - 3);
        text += "===\n";
    }
    if chance(40, rng) { mutated(&[text.into_bytes()], rng) } else { text.into_bytes() }
}

/// What the head of a PNG says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Png {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Bits of a sample.
    pub(crate) depth: u8,
    /// 0 grey, 2 colours, 3 a palette, 4 grey and alpha, 6 colours and alpha.
    pub(crate) kind: u8,
    pub(crate) is_interlaced: bool,
}

impl Png {
    /// The file, with chunks before the picture, which is black.
    pub(crate) fn file(self, chunks: &[u8]) -> Vec<u8> {
        let Self { width, height, depth, kind, is_interlaced } = self;
        let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, kind, 0, 0, u8::from(is_interlaced)]];
        let samples = [1, 1, 3, 1, 2, 1, 4][usize::from(kind).min(6)];
        let line = 1 + (u64::from(width) * u64::from(depth) * samples).div_ceil(8);
        // why a little more: interlaced pictures have more lines, and what is left over does no harm.
        let bytes = (line * u64::from(height)).saturating_mul(if is_interlaced { 2 } else { 1 }).min(1 << 29);
        let palette = if kind == 3 { chunk(b"PLTE", &[7; 768]) } else { Vec::new() };
        let parts = [chunk(b"IHDR", &header.concat()), palette, chunks.to_vec(), chunk(b"IDAT", &packed_zeros(bytes))];
        [b"\x89PNG\r\n\x1a\n".to_vec(), parts.concat(), chunk(b"IEND", &[])].concat()
    }
}

/// A chunk of a PNG, with its checksum.
pub(crate) fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(data);
    [&(data.len() as u32).to_be_bytes()[..], name, data, &sum.sum().to_be_bytes()].concat()
}

/// So many zeros, in a thousandth of the space.
pub(crate) fn packed_zeros(mut count: u64) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let zeros = [0; 1 << 16];
    while count > 0 {
        let now = count.min(zeros.len() as u64);
        encoder.write_all(&zeros[..now as usize]).expect("memory takes all");
        count -= now;
    }
    encoder.finish().expect("memory takes all")
}

/// A JPEG of one colour; where it is `progressive`, its head says so, though what follows is not.
pub(crate) fn jpeg(width: u16, height: u16, progressive: bool) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let picture = image::DynamicImage::new_rgb8(width.into(), height.into());
    picture.write_to(&mut file, image::ImageFormat::Jpeg).expect("memory takes all");
    let mut bytes = file.into_inner();
    if let (true, Some(at)) = (progressive, frame(&bytes)) {
        bytes[at + 1] = 0xc2;
    }
    bytes
}

/// Where the frame of a JPEG begins, whose size stands five bytes further.
pub(crate) fn frame(jpeg: &[u8]) -> Option<usize> {
    jpeg.windows(2).position(|pair| pair == [0xff, 0xc0])
}

/// Kinds of PNG with the depths that they have, and one that does not exist.
const PNG_KINDS: [(u8, &[u8]); 6] =
    [(0, &[1, 2, 4, 8, 16]), (2, &[8, 16]), (3, &[1, 2, 4, 8]), (4, &[8, 16]), (6, &[8, 16]), (5, &[3])];

/// A small picture, or one that claims to be large, or a broken one.
pub(crate) fn picture(rng: &mut Rng) -> Vec<u8> {
    let mut side = || [1, 3, 50, 400, 2_000, 10_000, 100_000, u32::MAX >> 1][rng.below(8) as usize];
    let (width, height) = (side(), side());
    let picture = match rng.below(4) {
        0 => {
            let mut jpeg = jpeg(1 + rng.below(200) as u16, 1 + rng.below(200) as u16, chance(20, rng));
            if let (true, Some(at)) = (chance(30, rng), frame(&jpeg)) {
                jpeg[at + 5..at + 9].copy_from_slice(&[(height >> 8) as u8, height as u8, 0xff, 0xff]);
            }
            jpeg
        }
        _ => {
            let (kind, depths) = *pick(&PNG_KINDS, rng);
            let (depth, is_interlaced) = (*pick(depths, rng), chance(25, rng));
            // why: what is too large is refused by its head, so that nothing need follow.
            let is_large = u64::from(width) * u64::from(height) > 1 << 22;
            let png = Png { width, height, depth, kind, is_interlaced };
            let extra = if chance(15, rng) { profile(1 << rng.below(24)) } else { Vec::new() };
            if is_large { png.head() } else { png.file(&extra) }
        }
    };
    if chance(25, rng) { mutated(&[picture], rng) } else { picture }
}

impl Png {
    /// The head alone, and a few lines.
    fn head(self) -> Vec<u8> {
        let small = Self { height: 1, width: self.width.min(1 << 12), ..self }.file(&[]);
        let header = [&self.width.to_be_bytes()[..], &self.height.to_be_bytes(), &[self.depth, self.kind, 0, 0, 0]];
        [&small[..8], &chunk(b"IHDR", &header.concat()), &small[33..]].concat()
    }
}

/// A colour profile of so many zeros.
pub(crate) fn profile(bytes: u64) -> Vec<u8> {
    chunk(b"iCCP", &[b"x\0\0".to_vec(), packed_zeros(bytes)].concat())
}
