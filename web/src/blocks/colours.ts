// Which colour a block has. Blocks that must get somewhere stand out, each in a hue of its own that its target shares;
// the others differ quietly by their shape, and a little among those of one shape.
import type { BlockCell } from 'taquin/engine';

/** Far from each other, and of different lightness, so that they are told apart also with few colours. */
const GOALS = [
  'oklch(0.68 0.17 32)',
  'oklch(0.62 0.15 255)',
  'oklch(0.74 0.16 145)',
  'oklch(0.84 0.16 92)',
  'oklch(0.64 0.18 320)',
  'oklch(0.78 0.11 205)',
  'oklch(0.56 0.12 60)',
  'oklch(0.72 0.14 350)',
];
const QUIET_HUES = [165, 245, 85, 300, 205, 120, 350];

interface Shape {
  cells: readonly BlockCell[];
  goal: boolean;
}

/** Lightness of blocks of one shape, one after the other. */
const QUIET_LIGHT = [0.84, 0.89, 0.79];

const quiet = (cells: readonly BlockCell[], nth: number): string => {
  const [tall, wide] = [Math.max(...cells.map(([row]) => row)), Math.max(...cells.map(([, col]) => col))];
  return `oklch(${QUIET_LIGHT[nth % QUIET_LIGHT.length]} 0.05 ${QUIET_HUES[(tall * 3 + wide * 2 + cells.length) % QUIET_HUES.length]})`;
};

const shapeName = (cells: readonly BlockCell[]): string =>
  cells
    .map((cell) => cell.join())
    .sort()
    .join(' ');

/** The colours of all blocks of a puzzle. `goalShapes`: goal blocks of equal shape stand for each other, and look so. */
export function coloursOf(blocks: readonly Shape[], goalShapes: boolean): string[] {
  const kinds: string[] = [];
  const alike = new Map<string, number>();
  return blocks.map(({ cells, goal }, block) => {
    if (!goal) {
      const nth = alike.get(shapeName(cells)) ?? 0;
      alike.set(shapeName(cells), nth + 1);
      return quiet(cells, nth);
    }
    const kind = goalShapes ? shapeName(cells) : String(block);
    if (!kinds.includes(kind)) kinds.push(kind);
    return GOALS[kinds.indexOf(kind) % GOALS.length] ?? '';
  });
}
