// A board as a picture that can be sent to somebody.
import type { Board } from 'taquin/engine';
import { tileColour } from './colour';

/** The longer side of the picture, and the frame round the tiles. */
const LONGEST = 1200;
const FRAME = 24;

/** What is on the tiles. */
export interface Faces {
  numbers: boolean;
  /** A picture, and the board by which it is cut. */
  picture: { image: HTMLImageElement; cut: Board } | null;
}

/** Draws a board as it looks while it is played. `aspect`: its width for a height of 1. */
export function drawBoard(board: Board, goal: Board, aspect: number, faces: Faces): HTMLCanvasElement {
  const { rows, cols, cells } = board;
  const [width, height] = aspect > 1 ? [LONGEST, LONGEST / aspect] : [LONGEST * aspect, LONGEST];
  const sheet = document.createElement('canvas');
  [sheet.width, sheet.height] = [Math.round(width) + 2 * FRAME, Math.round(height) + 2 * FRAME];
  const pen = sheet.getContext('2d');
  if (pen === null) return sheet;
  const [wide, tall] = [width / cols, height / rows];
  const least = Math.min(wide, tall);
  pen.fillStyle = '#d8d0c2';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const digits = String(cells.length - 1).length;
  pen.font = `600 ${least * (0.5 - 0.06 * digits)}px 'Instrument Sans', sans-serif`;
  cells.forEach((tile, cell) => {
    if (tile === 0) return;
    const [x, y] = [FRAME + (cell % cols) * wide, FRAME + Math.floor(cell / cols) * tall];
    const gap = least * 0.026;
    pen.save();
    pen.beginPath();
    pen.roundRect(x + gap, y + gap, wide - 2 * gap, tall - 2 * gap, least * 0.11);
    pen.fillStyle = tileColour(goal.cells.indexOf(tile), rows, cols);
    pen.fill();
    if (faces.picture !== null) {
      const { image, cut } = faces.picture;
      const from = cut.cells.indexOf(tile);
      const [pieceWide, pieceTall] = [image.naturalWidth / cols, image.naturalHeight / rows];
      pen.clip();
      pen.drawImage(
        image,
        (from % cols) * pieceWide,
        Math.floor(from / cols) * pieceTall,
        pieceWide,
        pieceTall,
        x,
        y,
        wide,
        tall,
      );
    }
    pen.restore();
    if (!faces.numbers) return;
    if (faces.picture !== null) {
      // As on the board: a number that can be read on any picture.
      const [side, corner] = [least * 0.28, least * 0.07];
      pen.fillStyle = 'rgb(255 253 248 / 0.9)';
      pen.beginPath();
      pen.roundRect(x + corner, y + corner, side, side, side * 0.25);
      pen.fill();
      pen.fillStyle = '#2a2320';
      pen.font = `600 ${least * 0.15}px 'Instrument Sans', sans-serif`;
      pen.fillText(String(tile), x + corner + side / 2, y + corner + side / 2);
    } else {
      pen.fillStyle = '#2a2320';
      pen.fillText(String(tile), x + wide / 2, y + tall / 2);
    }
  });
  return sheet;
}
