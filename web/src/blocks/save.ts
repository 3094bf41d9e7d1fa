// A block puzzle as a picture that can be sent to somebody.
import type { BlockCell, BlockDrawing } from 'taquin/engine';
import { coloursOf } from './colours';
import { BOARD, groundPath, isGone, letterPlace, targetsOf } from './drawing';
import { outline } from './outline';

const LONGEST = 1200;
const FRAME = 24;

/** Draws the blocks where they are, and where those with a letter should go. */
export function drawBlocks(drawing: BlockDrawing, corners: readonly BlockCell[]): HTMLCanvasElement {
  const { rows, cols, blocks, goalShapes } = drawing;
  const cell = LONGEST / Math.max(rows, cols);
  const sheet = document.createElement('canvas');
  [sheet.width, sheet.height] = [Math.round(cols * cell) + 2 * FRAME, Math.round(rows * cell) + 2 * FRAME];
  const pen = sheet.getContext('2d');
  if (pen === null) return sheet;
  const colours = coloursOf(blocks, goalShapes);
  pen.fillStyle = '#d8d0c2';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.setTransform(cell, 0, 0, cell, FRAME, FRAME);
  pen.fillStyle = '#e6dfd3';
  pen.fill(new Path2D(groundPath(drawing, BOARD)));
  pen.fillStyle = '#d9a894';
  pen.fill(new Path2D(groundPath(drawing, '+')));
  pen.fillStyle = '#bcd6c4';
  pen.fill(new Path2D(groundPath(drawing, '>')));
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const at = ([row, col]: BlockCell, draw: () => void): void => {
    pen.save();
    pen.translate(col, row);
    draw();
    pen.restore();
  };
  blocks.forEach(({ cells, goal, symbol, leaves }, block) => {
    const corner = corners[block] ?? [0, 0];
    if (isGone({ leaves }, corner)) return;
    at(corner, () => {
      pen.fillStyle = colours[block] ?? '';
      pen.fill(new Path2D(outline(cells, 0.03, 0.13)), 'evenodd');
      if (!goal) return;
      const { x, y } = letterPlace(cells);
      pen.fillStyle = '#2a2320';
      pen.font = "650 0.44px 'Instrument Sans', sans-serif";
      pen.fillText(symbol, x, y);
    });
  });
  for (const { corner, cells, colour } of targetsOf(drawing))
    at(corner, () => {
      pen.strokeStyle = colour;
      pen.lineWidth = 0.06;
      pen.setLineDash([0.12, 0.07]);
      pen.stroke(new Path2D(outline(cells, 0.1, 0.09)));
    });
  return sheet;
}
