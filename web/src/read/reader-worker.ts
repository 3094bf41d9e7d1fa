// The picture reader at work, away from the page: decodes files by the browser's own means, and reads their puzzles.
import load, { PuzzlePicture } from '../engine/reader.js';
import file from '../engine/reader_bg.wasm?url';
import { messageOf } from '../lib/errors';
import type { FromReader, ToReader } from './protocol';

/** Longest side of a picture that is read: beyond it a puzzle is not read better. */
const LONGEST = 1600;
/** Pixels beyond which a picture is not opened: it would take a gigabyte. */
const MOST_PIXELS = 100_000_000;

/** A file that is not a picture, or one that is too large. */
class Refused extends Error {
  constructor(readonly size?: [number, number]) {
    super();
  }
}

const reader = load({ module_or_path: file });
let picture: PuzzlePicture | null = null;

/** The pixels of a file, not larger than needed. */
async function decode(blob: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(blob).catch(() => {
    throw new Refused();
  });
  try {
    if (bitmap.width * bitmap.height > MOST_PIXELS) throw new Refused([bitmap.width, bitmap.height]);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
      number,
      number,
    ];
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Refused([bitmap.width, bitmap.height]);
    // What is transparent shows white.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } finally {
    bitmap.close();
  }
}

const bytesOf = ({ data }: ImageData): Uint8Array => new Uint8Array(data.buffer);

async function boardPicture(): Promise<Blob | null> {
  const board = picture?.board();
  if (board === undefined) return null;
  const { width, height } = board;
  const canvas = new OffscreenCanvas(width, height);
  const bytes = new Uint8ClampedArray(board.bytes());
  board.free();
  canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
}

async function answer(message: ToReader): Promise<FromReader> {
  const { id } = message;
  await reader;
  switch (message.call) {
    case 'open': {
      const pixels = await decode(message.file);
      picture?.free();
      picture = new PuzzlePicture(pixels.width, pixels.height, bytesOf(pixels));
      return { id, value: { width: pixels.width, height: pixels.height } };
    }
    case 'finish': {
      if (message.file === null) picture?.clearFinished();
      else {
        const pixels = await decode(message.file);
        picture?.setFinished(pixels.width, pixels.height, bytesOf(pixels));
      }
      return { id, value: null };
    }
    case 'read':
      if (picture === null) throw new Error('no picture is open');
      return { id, value: picture.read(message.options) };
    case 'board':
      return { id, value: await boardPicture() };
  }
}

// One after the other: a picture must be open before it is read.
let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  const { id } = data;
  last = last.then(async () => {
    try {
      self.postMessage(await answer(data));
    } catch (error) {
      // A crash leaves the reader unusable: as the worker's own error it makes the page start another.
      if (error instanceof WebAssembly.RuntimeError) return reportError(error);
      const { size } = error as Partial<Refused>;
      const failure: FromReader =
        error instanceof Refused
          ? { id, refused: size === undefined ? {} : { size } }
          : { id, failed: messageOf(error) };
      self.postMessage(failure);
    }
  });
};
