//! Picture files: any bytes are decoded or refused in words, and what is decoded becomes a reading that is consistent.

use crate::Target;
use taquin_vision::{Options, Picture, Reader, Status};

pub(crate) const TARGET: Target = Target { name: "picture", run, seeds };

/// Pictures with more pixels are decoded but not read: the fuzzer would wait.
const MOST_PIXELS: usize = 200 * 200;

fn run(data: &[u8]) {
    let picture = match Picture::decode(data) {
        Ok(picture) => picture,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    if picture.width() * picture.height() > MOST_PIXELS {
        return;
    }
    let reading = Reader::new().read(&picture, &Options::default());
    assert_eq!(reading.status == Status::None, reading.corners.is_none());
    assert_eq!(reading.cells.len(), reading.rows * reading.cols);
    if let Some(board) = &reading.board {
        assert_eq!(board.split(['/', ' ']).count(), reading.rows * reading.cols);
    }
    assert!(
        reading.doubtful.iter().all(|(row, col)| (1..=reading.rows).contains(row) && (1..=reading.cols).contains(col))
    );
}

fn seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../crates/taquin-vision/tests/cmyk.jpg").to_vec(), bitmap(), b"GIF89a".to_vec()]
}

/// A BMP file of nine coloured tiles.
fn bitmap() -> Vec<u8> {
    const SIDE: u32 = 72;
    let mut file = b"BM".to_vec();
    let words = [54 + SIDE * SIDE * 3, 0, 54, 40, SIDE, SIDE, 1 | 24 << 16, 0, SIDE * SIDE * 3, 2835, 2835, 0, 0];
    words.iter().for_each(|word| file.extend(word.to_le_bytes()));
    for y in 0..SIDE {
        for x in 0..SIDE {
            let tile = y / 24 * 3 + x / 24;
            file.extend([(tile * 28) as u8, (200 - tile * 17) as u8, ((tile * 91) % 256) as u8]);
        }
    }
    file
}
