// The outline of a block as one path: the border of its cells, drawn a little inside it, with rounded corners.
import type { BlockCell } from 'taquin/engine';

type Point = readonly [x: number, y: number];

interface Edge {
  from: Point;
  to: Point;
}

const key = ([x, y]: Point): string => `${x},${y}`;
const direction = ({ from, to }: Edge): Point => [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];

/** The sides of cells that no other cell shares, each with the block on its right. */
function borderOf(cells: readonly BlockCell[]): Edge[] {
  const taken = new Set(cells.map(([row, col]) => `${row},${col}`));
  return cells.flatMap(([row, col]) => {
    const sides: [row: number, col: number, from: Point, to: Point][] = [
      [row - 1, col, [col, row], [col + 1, row]],
      [row, col + 1, [col + 1, row], [col + 1, row + 1]],
      [row + 1, col, [col + 1, row + 1], [col, row + 1]],
      [row, col - 1, [col, row + 1], [col, row]],
    ];
    return sides.flatMap(([besideRow, besideCol, from, to]) =>
      taken.has(`${besideRow},${besideCol}`) ? [] : [{ from, to }],
    );
  });
}

/** The border as closed loops of corners. */
function loopsOf(cells: readonly BlockCell[]): Point[][] {
  const left = new Set(borderOf(cells));
  const after = (edge: Edge): Edge | undefined => {
    const [dx, dy] = direction(edge);
    const onward = [...left].filter(({ from }) => key(from) === key(edge.to));
    // Where two cells touch at a corner only, the turn to the right stays with the same cell.
    return onward.find((next) => key(direction(next)) === key([-dy, dx])) ?? onward[0];
  };
  const loops: Point[][] = [];
  for (const first of left) {
    const loop: Edge[] = [];
    for (let edge: Edge | undefined = first; edge !== undefined; edge = after(edge)) {
      left.delete(edge);
      loop.push(edge);
    }
    const isCorner = (edge: Edge, index: number): boolean =>
      key(direction(edge)) !== key(direction(loop[(index + 1) % loop.length] ?? edge));
    loops.push(loop.filter(isCorner).map(({ to }) => to));
  }
  return loops;
}

/** The outline in units of a cell, as the `d` of an SVG path; `gap` is left free around the block. */
export function outline(cells: readonly BlockCell[], gap: number, round: number): string {
  return loopsOf(cells)
    .map((loop) => {
      const corners = loop.map((corner, index) => {
        const before = direction({ from: loop.at(index - 1) ?? corner, to: corner });
        const after = direction({ from: corner, to: loop[(index + 1) % loop.length] ?? corner });
        const x = corner[0] - gap * (before[1] + after[1]);
        const y = corner[1] + gap * (before[0] + after[0]);
        const sweep = before[0] * after[1] - before[1] * after[0] > 0 ? 1 : 0;
        const [startX, startY] = [x - before[0] * round, y - before[1] * round];
        const [endX, endY] = [x + after[0] * round, y + after[1] * round];
        const at = (value: number): string => String(Number(value.toFixed(3)));
        return `${at(startX)} ${at(startY)}A${round} ${round} 0 0 ${sweep} ${at(endX)} ${at(endY)}`;
      });
      return `M${corners.join('L')}Z`;
    })
    .join('');
}
