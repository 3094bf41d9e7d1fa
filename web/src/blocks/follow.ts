// A block under the finger: it stays on the ways that are free, as near to the pointer as they come.
import type { BlockCell } from 'taquin/engine';

type Point = readonly [row: number, col: number];

const far = ([row, col]: Point, [toRow, toCol]: Point): number => (row - toRow) ** 2 + (col - toCol) ** 2;

/** The point nearest to the pointer on the straight ways between free places, and the free place nearest to that. */
export function follow(free: readonly BlockCell[], pointer: Point): { at: BlockCell; point: Point } {
  const known = new Map(free.map((cell) => [cell.join(), cell]));
  const between = (from: number, to: number, value: number): number =>
    Math.max(Math.min(from, to), Math.min(Math.max(from, to), value));
  let best: { at: BlockCell; point: Point } = { at: free[0] ?? [0, 0], point: free[0] ?? [0, 0] };
  for (const from of free) {
    const [row, col] = from;
    // Each way once: to the right, and down.
    for (const to of [from, known.get(`${row},${col + 1}`), known.get(`${row + 1},${col}`)]) {
      if (to === undefined) continue;
      const point: Point = [between(row, to[0], pointer[0]), between(col, to[1], pointer[1])];
      if (far(point, pointer) < far(best.point, pointer))
        best = { at: far(point, from) <= far(point, to) ? from : to, point };
    }
  }
  return best;
}
