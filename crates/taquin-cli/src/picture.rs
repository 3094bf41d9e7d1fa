//! Pictures from files, within limits: a file of a few bytes can claim to be larger than any memory.

use anyhow::{Context, Result, anyhow, bail, ensure};
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, metadata::Orientation};
use std::{
    fs::File,
    io::{Cursor, Read},
    path::Path,
};

/// The longest file that is read.
const MAX_FILE: u64 = 64 << 20;
/// The most pixels: those of a good camera. A progressive JPEG in four colours takes 12 bytes for each while it is decoded.
const MAX_PIXELS: u64 = 40_000_000;
/// The most bytes of a decoded picture.
const MAX_DECODED: u64 = 256 << 20;
/// The most bytes that a decoder may take beside the picture itself, such as for colour profiles.
const MAX_WORK: u64 = 64 << 20;

/// Reads a PNG or JPEG file.
pub(crate) fn read(path: &Path) -> Result<DynamicImage> {
    let name = || format!("cannot read the picture {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(name)?;
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).with_context(name)?;
    decode(&bytes).with_context(name)
}

/// Decodes a PNG or JPEG file.
pub(crate) fn decode(bytes: &[u8]) -> Result<DynamicImage> {
    if bytes.len() as u64 > MAX_FILE {
        bail!("a file of at most {} MiB is wanted, this one is longer", MAX_FILE >> 20);
    }
    // why: the error's own causes repeat what it says.
    let unreadable = |error: image::ImageError| anyhow!("a PNG or JPEG file is wanted: {error}");
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_WORK);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    ensure!(
        pixels <= MAX_PIXELS && decoder.total_bytes() <= MAX_DECODED,
        "a picture of at most {} megapixels is wanted, this one has {width} × {height} pixels",
        MAX_PIXELS / 1_000_000
    );
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::ZlibEncoder};
    use image::ImageFormat;
    use std::io::Write;

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut crc = flate2::Crc::new();
        crc.update(kind);
        crc.update(data);
        [&(data.len() as u32).to_be_bytes()[..], kind, data, &crc.sum().to_be_bytes()].concat()
    }

    fn packed_zeros(count: u64) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        std::io::copy(&mut std::io::repeat(0).take(count), &mut encoder).unwrap();
        encoder.flush().unwrap();
        encoder.finish().unwrap()
    }

    /// A black picture of any size, with chunks of one's own before it.
    fn png(width: u32, height: u32, bits: u8, kind: u8, extra: &[u8]) -> Vec<u8> {
        let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, kind, 0, 0, 0]].concat();
        let channels = if kind == 6 { 4 } else { 1 };
        let line = 1 + (u64::from(width) * u64::from(bits) * channels).div_ceil(8);
        // why: what a refused picture would hold is never read.
        let data = packed_zeros((line * u64::from(height)).min(1 << 26));
        let parts = [chunk(b"IHDR", &header), extra.to_vec(), chunk(b"IDAT", &data), chunk(b"IEND", &[])];
        [b"\x89PNG\r\n\x1a\n".to_vec(), parts.concat()].concat()
    }

    #[track_caller]
    fn refused(bytes: &[u8]) -> String {
        decode(bytes).expect_err("it should be refused").to_string()
    }

    #[test]
    fn pictures_of_every_shape_are_read() {
        for (width, height) in [(1, 1), (10_000, 1), (1, 1_000_000), (2, 20_000), (30_000, 1), (6_000, 6_000)] {
            let picture = decode(&png(width, height, 1, 0, &[])).unwrap();
            assert_eq!((picture.width(), picture.height()), (width, height));
        }
        let mut jpeg = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(300, 20).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        assert_eq!(decode(jpeg.get_ref()).unwrap().width(), 300);
    }

    #[test]
    fn pictures_beyond_the_limits_are_refused_before_they_are_decoded() {
        for (width, height, bits, kind) in
            [(22_000, 22_000, 1, 0), (60_000, 60_000, 8, 0), ((1 << 31) - 1, 1, 8, 0), (6_300, 6_300, 16, 6)]
        {
            let told = refused(&png(width, height, bits, kind, &[]));
            assert!(told.contains("megapixels") || told.contains("imit"), "{told}");
        }
        // A JPEG that claims 65 500 × 65 500 pixels: the size stands 5 bytes after the marker of the frame.
        let mut jpeg = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(8, 8).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let mut bytes = jpeg.into_inner();
        let frame = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
        bytes[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xdc, 0xff, 0xdc]);
        assert!(refused(&bytes).contains("65500 × 65500 pixels"));
    }

    /// 400 MB of a colour profile in 400 KB: passed over or refused, but not held.
    #[test]
    fn profiles_do_not_fill_the_memory() {
        let profile = [b"x\0\0".to_vec(), packed_zeros(400 << 20)].concat();
        let picture = decode(&png(4, 4, 8, 0, &chunk(b"iCCP", &profile)));
        assert!(picture.is_err() || picture.is_ok_and(|picture| picture.width() == 4));
    }

    #[test]
    fn what_is_no_picture_is_told() {
        let whole = png(64, 64, 8, 0, &[]);
        for bytes in [&b""[..], b"GIF89a", b"not a picture", &whole[..40], &whole[..whole.len() / 2]] {
            assert!(refused(bytes).starts_with("a PNG or JPEG file is wanted: "));
        }
        assert!(refused(&vec![0; MAX_FILE as usize + 1]).contains("64 MiB"));
    }
}
