// The finished picture, put together from the pieces of the scrambled one.
import type { Board } from 'taquin/engine';

/** - `picture`: the board as it is in the start, upright and without gaps. */
export async function reassemble(picture: Blob, start: Board, goal: Board): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const context = canvas.getContext('2d');
  const { rows, cols, cells } = start;
  const [width, height] = [bitmap.width / cols, bitmap.height / rows];
  goal.cells.forEach((tile, place) => {
    const cell = cells.indexOf(tile);
    const [x, y] = [(cell % cols) * width, Math.floor(cell / cols) * height];
    context?.drawImage(
      bitmap,
      x,
      y,
      width,
      height,
      (place % cols) * width,
      Math.floor(place / cols) * height,
      width,
      height,
    );
  });
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
}
