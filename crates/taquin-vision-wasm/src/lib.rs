//! The picture reader for browsers: a thin facade over `taquin-vision`, without logic of its own.
//!
//! It is a module of its own beside the engine, because only who reads a picture has to load it. The browser decodes the
//! files; what crosses the border are pixels, as a canvas gives them, and plain objects.

use serde::{Deserialize, Serialize};
use taquin_vision::{Kind, Options, Picture, Point, Reader, Reading};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Corner = [x: number, y: number];
/** Clockwise from the top left, in pixels of the picture. */
export type Corners = [Corner, Corner, Corner, Corner];
export type PuzzleKind = "numbers" | "picture" | "blocks";
/** What the caller knows about the picture. Rows and columns are counted from 1. */
export interface ReadOptions {
  size?: [rows: number, cols: number];
  corners?: Corners;
  goalBlank?: [row: number, col: number];
  kind?: PuzzleKind;
}
/** What was read. */
export interface Reading {
  kind: PuzzleKind | "none";
  rows: number;
  cols: number;
  /** The tiles as shown, rows joined by `/`. */
  board?: string;
  goal_blank?: [row: number, col: number];
  confidence: number;
  /** Row and column, from 1. */
  doubtful: [row: number, col: number][];
  corners?: Corners;
  /** The text picture of a block puzzle, rows joined by `/`. */
  blocks?: string;
  /** Other boards that fit nearly as well. */
  proposals: string[];
  status: "read" | "doubtful" | "none";
  message?: string;
  /** Tiles numbered in the order of the goal, row by row. */
  start?: number[];
  goal?: number[];
}
"#;

/// [`Options`] as the page writes them.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Known {
    size: Option<(usize, usize)>,
    corners: Option<[(f64, f64); 4]>,
    goal_blank: Option<(usize, usize)>,
    kind: Option<Kind>,
}

/// A reading, and the boards that follow from it.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    reading: &'a Reading,
    start: Option<Vec<u16>>,
    goal: Option<Vec<u16>>,
}

/// A picture of a puzzle, to be read once or several times.
#[wasm_bindgen]
pub struct PuzzlePicture {
    reader: Reader,
    picture: Picture,
    finished: Option<Picture>,
    reading: Option<Reading>,
}

#[wasm_bindgen]
impl PuzzlePicture {
    /// A picture from the bytes of a canvas: red, green, blue and opacity of each pixel.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32, bytes: &[u8]) -> Result<PuzzlePicture, JsError> {
        let picture = Picture::from_rgba(width, height, bytes)?;
        Ok(Self { reader: Reader::new(), picture, finished: None, reading: None })
    }

    /// The finished picture, for tiles that show pieces of one.
    #[wasm_bindgen(js_name = setFinished)]
    pub fn set_finished(&mut self, width: u32, height: u32, bytes: &[u8]) -> Result<(), JsError> {
        self.finished = Some(Picture::from_rgba(width, height, bytes)?);
        Ok(())
    }

    /// Forgets the finished picture.
    #[wasm_bindgen(js_name = clearFinished)]
    pub fn clear_finished(&mut self) {
        self.finished = None;
    }

    /// Reads the puzzle with what is known about it.
    #[wasm_bindgen(unchecked_return_type = "Reading")]
    pub fn read(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ReadOptions")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        let known: Known = serde_wasm_bindgen::from_value(options)?;
        let options = Options {
            size: known.size,
            corners: known.corners.map(|corners| corners.map(|(x, y)| Point::new(x, y))),
            goal_picture: self.finished.clone(),
            goal_blank: known.goal_blank,
            kind: known.kind,
        };
        let reading = self.reader.read(&self.picture, &options);
        let (start, goal) = reading.start_and_goal().unzip();
        // why maps: serde writes flattened structures as maps.
        let plain =
            serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(false).serialize_maps_as_objects(true);
        let object = Report { reading: &reading, start, goal }.serialize(&plain)?;
        self.reading = Some(reading);
        Ok(object)
    }

    /// The board that was read last, upright and without the gaps between its tiles.
    pub fn board(&self) -> Option<BoardPicture> {
        self.reading.as_ref()?.board_picture(&self.picture).map(BoardPicture)
    }
}

/// The picture of a board alone.
#[wasm_bindgen]
pub struct BoardPicture(Picture);

#[wasm_bindgen]
impl BoardPicture {
    /// Width in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.0.width()
    }

    /// Height in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.0.height()
    }

    /// Red, green, blue and opacity of each pixel, as a canvas takes them.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.pixels().iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect()
    }
}
