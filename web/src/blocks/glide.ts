// The way that a block takes on the board when it goes from one place to another: never through other blocks.
import type { BlockCell, BlockMove } from 'taquin/engine';

/** A block, and its places one after the other. */
export interface Glide {
  block: number;
  places: BlockCell[];
}

const STEPS: Record<string, BlockCell> = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

const isSame = ([row, col]: BlockCell, [otherRow, otherCol]: BlockCell): boolean =>
  row === otherRow && col === otherCol;

/** The places that a move passes, from the first to the last. */
export function placesOf({ from, path }: Pick<BlockMove, 'from' | 'path'>): BlockCell[] {
  const places = [from];
  for (const letter of path) {
    const [row, col] = places.at(-1) ?? from;
    const [down, right] = STEPS[letter] ?? [0, 0];
    places.push([row + down, col + right]);
  }
  return places;
}

/** What glides when these moves take the place of those: the one that is new, or, backwards, the one that is gone. */
export function glideBetween(before: readonly BlockMove[], now: readonly BlockMove[]): Glide | null {
  const [made, gone] = [now.at(-1), before.at(-1)];
  if (now.length === before.length + 1 && made !== undefined) return { block: made.block, places: placesOf(made) };
  if (now.length === before.length - 1 && gone !== undefined)
    return { block: gone.block, places: placesOf(gone).reverse() };
  return null;
}

/** The shortest way over free places that lie side by side; nothing where there is none. */
export function route(free: readonly BlockCell[], from: BlockCell, to: BlockCell): BlockCell[] {
  const key = (cell: BlockCell): string => cell.join();
  const known = new Map(free.map((cell) => [key(cell), cell]));
  const cameFrom = new Map<string, BlockCell | null>([[key(from), null]]);
  const queue = [from];
  for (const cell of queue) {
    if (isSame(cell, to)) break;
    for (const [down, right] of Object.values(STEPS)) {
      const next = known.get(key([cell[0] + down, cell[1] + right]));
      if (next === undefined || cameFrom.has(key(next))) continue;
      cameFrom.set(key(next), cell);
      queue.push(next);
    }
  }
  if (!cameFrom.has(key(to))) return [];
  const places = [to];
  for (let cell = cameFrom.get(key(to)); cell != null; cell = cameFrom.get(key(cell))) places.unshift(cell);
  return places;
}

/** Does it go round a corner? A straight way needs no help to look right. */
export const isBent = (places: readonly BlockCell[]): boolean =>
  new Set(places.map(([row]) => row)).size > 1 && new Set(places.map(([, col]) => col)).size > 1;
