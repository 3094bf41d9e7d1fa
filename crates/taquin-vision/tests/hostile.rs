//! Pictures that are damaged, enormous, strange or no puzzle at all: told in words, without a panic.

use image::{ExtendedColorType, ImageEncoder, codecs};
use taquin_vision::{Kind, Options, Picture, PictureError, Point, Reader, Status};

const WIDTH: u32 = 64;
const HEIGHT: u32 = 48;

/// Something to compress: a gradient with a few squares.
fn pixels() -> Vec<u8> {
    let at = |x: u32, y: u32| {
        let square = u8::from((x / 12 + y / 12).is_multiple_of(2));
        [(x * 4) as u8, (y * 5) as u8, 200 * square]
    };
    (0..HEIGHT).flat_map(|y| (0..WIDTH).flat_map(move |x| at(x, y))).collect()
}

fn png() -> Vec<u8> {
    let mut file = Vec::new();
    codecs::png::PngEncoder::new(&mut file).write_image(&pixels(), WIDTH, HEIGHT, ExtendedColorType::Rgb8).unwrap();
    file
}

fn jpeg() -> Vec<u8> {
    let mut file = Vec::new();
    codecs::jpeg::JpegEncoder::new_with_quality(&mut file, 80)
        .write_image(&pixels(), WIDTH, HEIGHT, ExtendedColorType::Rgb8)
        .unwrap();
    file
}

fn gif(frames: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = codecs::gif::GifEncoder::new(&mut file);
    for k in 0..frames {
        let colour = if k == 0 { [255, 0, 0, 255] } else { [0, 0, 255, 255] };
        let frame = image::Frame::new(image::RgbaImage::from_pixel(WIDTH, HEIGHT, image::Rgba(colour)));
        encoder.encode_frame(frame).unwrap();
    }
    drop(encoder);
    file
}

fn bmp() -> Vec<u8> {
    let mut file = Vec::new();
    codecs::bmp::BmpEncoder::new(&mut file).write_image(&pixels(), WIDTH, HEIGHT, ExtendedColorType::Rgb8).unwrap();
    file
}

fn webp() -> Vec<u8> {
    let mut file = Vec::new();
    codecs::webp::WebPEncoder::new_lossless(&mut file)
        .write_image(&pixels(), WIDTH, HEIGHT, ExtendedColorType::Rgb8)
        .unwrap();
    file
}

fn read(picture: &Picture) -> taquin_vision::Reading {
    Reader::new().read(picture, &Options::default())
}

#[test]
fn a_text_file_is_no_picture() {
    assert!(matches!(Picture::decode(b"1 2 3/4 5 6/7 8 0"), Err(PictureError::UnknownFormat)));
    assert!(matches!(Picture::decode(&[]), Err(PictureError::UnknownFormat)));
}

#[test]
fn truncated_files_are_damaged() {
    for file in [png(), jpeg(), gif(1), bmp(), webp()] {
        let whole = Picture::decode(&file).unwrap();
        assert_eq!((whole.width(), whole.height()), (WIDTH as usize, HEIGHT as usize));
        for part in [10, file.len() / 3, file.len() / 2] {
            // why: some decoders return what they have of a file that is cut off; none may panic.
            match Picture::decode(&file[..part]) {
                Err(PictureError::Damaged(_) | PictureError::UnknownFormat) => {}
                Err(other) => panic!("unexpected: {other}"),
                Ok(picture) => assert_eq!(picture.width(), WIDTH as usize),
            }
        }
    }
}

#[test]
fn enormous_declared_sizes_are_refused_before_anything_is_decoded() {
    let mut file = png();
    // The sizes of a PNG file are at the bytes 16 to 23, the checksum of its header at 29 to 32.
    file[16..20].copy_from_slice(&60_000u32.to_be_bytes());
    file[20..24].copy_from_slice(&60_000u32.to_be_bytes());
    let checksum = crc(&file[12..29]);
    file[29..33].copy_from_slice(&checksum.to_be_bytes());
    let error = Picture::decode(&file).unwrap_err();
    assert!(matches!(error, PictureError::TooLarge { width: 60_000, height: 60_000 }), "{error}");
    assert_eq!(
        error.to_string(),
        "the picture is too large: 60000×60000 pixels; at most 64 million pixels, 20000 on a side, are read"
    );
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn one_pixel_is_too_small() {
    let reading = read(&Picture::filled(1, 1, [0; 3]));
    assert_eq!(reading.status, Status::None);
    assert_eq!(
        reading.message.as_deref(),
        Some("the picture is too small: at least 24 pixels on each side are needed")
    );
}

#[test]
fn a_blank_sheet_and_noise_are_no_puzzle() {
    assert_eq!(read(&Picture::filled(400, 300, [255; 3])).kind, Kind::None);
    let mut noise = Picture::filled(300, 300, [0; 3]);
    let mut state = 1u32;
    for y in 0..300 {
        for x in 0..300 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            noise.set_pixel(x, y, [(state >> 24) as u8; 3]);
        }
    }
    assert_eq!(read(&noise).kind, Kind::None);
}

#[test]
fn more_cells_than_pixels_are_no_reason_to_panic() {
    let mut picture = Picture::filled(200, 200, [220; 3]);
    for i in 0..60 * 60 {
        let (x, y) = (i % 60, i / 60);
        picture.set_pixel(70 + x, 70 + y, [(x * 4) as u8, (y * 4) as u8, (x * y % 251) as u8]);
    }
    let place = |x: f64, y: f64| Point::new(x, y);
    for side in [21.0, 24.0, 60.0] {
        let corners =
            [place(70.0, 70.0), place(70.0 + side, 70.0), place(70.0 + side, 70.0 + side), place(70.0, 70.0 + side)];
        for kind in [Kind::Numbers, Kind::Picture, Kind::Blocks] {
            let options =
                Options { size: Some((20, 20)), corners: Some(corners), kind: Some(kind), ..Options::default() };
            let reading = Reader::new().read(&picture, &options);
            assert_eq!(reading.cells.len(), reading.rows * reading.cols);
        }
    }
}

#[test]
fn the_first_frame_of_an_animation_is_read() {
    let picture = Picture::decode(&gif(3)).unwrap();
    assert_eq!(picture.pixel(5, 5), [255, 0, 0]);
}

#[test]
fn cmyk_and_16_bit_pictures_are_decoded() {
    // A red square of our own, saved as a CMYK JPEG file.
    let file = include_bytes!("cmyk.jpg");
    let [r, g, b] = Picture::decode(file).unwrap().pixel(20, 20);
    assert!(r > 200 && g < 60 && b < 60, "red in CMYK became {r} {g} {b}");

    let mut file = Vec::new();
    let deep: Vec<u8> = (0..WIDTH * HEIGHT).flat_map(|_| [0x80u8, 0x00, 0xff, 0xff, 0x00, 0x00]).collect();
    codecs::png::PngEncoder::new(&mut file).write_image(&deep, WIDTH, HEIGHT, ExtendedColorType::Rgb16).unwrap();
    let [r, g, b] = Picture::decode(&file).unwrap().pixel(3, 3);
    // why: whether 16-bit values are given in the machine's order is the encoder's matter; the picture must decode.
    assert!([r, g, b].contains(&0));
}

#[test]
fn exif_orientation_turns_the_picture_upright() {
    let file = jpeg();
    // An APP1 segment with one EXIF entry: orientation 6, a quarter turn.
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01".to_vec();
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]);
    let mut turned = file[..2].to_vec();
    turned.extend([0xff, 0xe1]);
    turned.extend((exif.len() as u16 + 2).to_be_bytes());
    turned.extend(exif);
    turned.extend(&file[2..]);
    let picture = Picture::decode(&turned).unwrap();
    assert_eq!((picture.width(), picture.height()), (HEIGHT as usize, WIDTH as usize));
}

#[test]
fn mutated_files_never_panic() {
    let mut state = 2024u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % bound
    };
    let reader = Reader::new();
    for file in [png(), jpeg(), gif(2), bmp(), webp()] {
        for _ in 0..40 {
            let mut bytes = file.clone();
            for _ in 0..1 + next(6) {
                let at = next(bytes.len());
                bytes[at] = next(256) as u8;
            }
            if let Ok(picture) = Picture::decode(&bytes) {
                let reading = reader.read(&picture, &Options::default());
                assert!(reading.doubtful.len() <= reading.rows * reading.cols);
            }
        }
    }
}
