// The outline of a block: its cells, joined where they touch, with rounded corners.
import type { BlockCell } from '../lib/engine';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
}

/** Boxes in units of a cell that together draw the block; `gap` is left free around it. */
export function boxes(cells: readonly BlockCell[], gap: number, round: number): Box[] {
  const has = new Set(cells.map(([row, col]) => `${row},${col}`));
  const at = (row: number, col: number): boolean => has.has(`${row},${col}`);
  return cells.flatMap(([row, col]) => {
    const drawn: Box[] = [{ x: col + gap, y: row + gap, width: 1 - 2 * gap, height: 1 - 2 * gap, round }];
    // Bridges over the gaps to the right, below, and where four cells meet.
    if (at(row, col + 1)) drawn.push({ x: col + 0.5, y: row + gap, width: 1, height: 1 - 2 * gap, round: 0 });
    if (at(row + 1, col)) drawn.push({ x: col + gap, y: row + 0.5, width: 1 - 2 * gap, height: 1, round: 0 });
    if (at(row, col + 1) && at(row + 1, col) && at(row + 1, col + 1)) drawn.push({ x: col + 0.5, y: row + 0.5, width: 1, height: 1, round: 0 });
    return drawn;
  });
}

const HUES = [165, 245, 85, 300, 205, 120, 350];

/** A colour for each block: goal blocks stand out, the others differ quietly by their shape. */
export function colour(goal: boolean, cells: readonly BlockCell[]): string {
  if (goal) return 'oklch(0.68 0.17 32)';
  const [tall, wide] = [Math.max(...cells.map(([row]) => row)), Math.max(...cells.map(([, col]) => col))];
  const hue = HUES[(tall * 3 + wide * 2 + cells.length) % HUES.length];
  return `oklch(0.81 0.085 ${hue})`;
}
