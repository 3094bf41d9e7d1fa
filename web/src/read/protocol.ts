// What the page and the reader's worker say to each other.
import type { ReadOptions, Reading } from '../engine/reader';

export type { Corner, Corners, PuzzleKind, ReadOptions, Reading } from '../engine/reader';

/** What can be asked for, and what is answered. */
export interface Calls {
  /** Opens a picture file; all that follows is about it. Larger ones are shrunk: points are those of this size. */
  open: { asks: { file: Blob }; answers: { width: number; height: number } };
  /** The finished picture, or none. */
  finish: { asks: { file: Blob | null }; answers: null };
  read: { asks: { options: ReadOptions }; answers: Reading };
  /** The board that was read last as a picture of its own. */
  board: { asks: object; answers: Blob | null };
}

export type ToReader = { [K in keyof Calls]: { id: number; call: K } & Calls[K]['asks'] }[keyof Calls];

export type FromReader =
  | { id: number; value: Calls[keyof Calls]['answers'] }
  /** `size`: the picture has so many pixels; without it the file is no picture. */
  | { id: number; refused: { size?: [width: number, height: number] } }
  | { id: number; failed: string };
