// The adapters beside the packages whose games they take, in turn and in one program: `npm run package:compare` in web.
// Lengths are compared with the catalogue's optima and with a plain breadth-first search that shares no code with either.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Package from '../../dist/node.js';
import type { BlockDrawing, KlotskiGame, KlotskiStep, RushHourGame, RushHourStep } from '../../dist/node.js';
import { Table } from '../../../../web/e2e/record.ts';
import { installed } from './folder.ts';

const ROUNDS = 3;
const BOARDS = 100;
const MOST_POSITIONS = 20_000;

const user = await installed('klotski@4.0.0', 'rush-hour-solver@3.0.0');
process.env.TAQUIN_CACHE = join(user.path, 'cache');
const load = createRequire(pathToFileURL(join(user.path, 'main.js')));
const taquin = (await import(
  pathToFileURL(join(user.path, 'node_modules/taquin/dist/node.js')).href
)) as typeof Package;
type Klotski = new () => { solve(game: KlotskiGame): KlotskiStep[] | null };
const Klotski = load('klotski') as Klotski;
interface RushHour {
  Game: new (game: RushHourGame) => object;
  solve(game: object): RushHourStep[];
}
const loaded = load('rush-hour-solver') as { default?: RushHour } & RushHour;
const rushHour = loaded.default ?? loaded;

/** A puzzle of the catalogue as `klotski` takes it: the block that is to escape first. */
function klotskiGame({ rows, cols, blocks, corners, goals }: BlockDrawing): KlotskiGame {
  const [goal] = goals[0]!;
  const order = [goal!.block, ...blocks.keys()].filter((block, index) => index === 0 || block !== goal!.block);
  const size = (cells: number[]): number => Math.max(...cells) - Math.min(...cells) + 1;
  return {
    blocks: order.map((block) => ({
      shape: [size(blocks[block]!.cells.map(([row]) => row)), size(blocks[block]!.cells.map(([, col]) => col))],
      position: corners[block]!,
    })),
    boardSize: [rows, cols],
    escapePoint: goal!.corner,
  };
}

/** Numbers from 0 up to a bound, the same in every run. */
let state = 1;
const random = (bound: number): number => (state = (state * 48271) % 2147483647) % bound;

/** A Rush-Hour board with cars where chance puts them; its car is left of the middle, so that there is something to do. */
function rushHourGame(): RushHourGame {
  const taken = new Set<number>();
  const blocks: RushHourGame['blocks'][number][] = [];
  const put = (length: number, position: [number, number], direction: 'H' | 'V', isTarget = false): void => {
    const cells = cellsOf(position, length, direction);
    if (cells.some((cell) => taken.has(cell)) || cells.length < length) return;
    cells.forEach((cell) => taken.add(cell));
    blocks.push({ length, position, direction, ...(isTarget ? { isTarget } : {}) });
  };
  put(2, [2, random(2)], 'H', true);
  for (let car = 0; car < 24; car++) {
    const direction = random(2) === 0 ? 'H' : 'V';
    const position: [number, number] = [random(6), random(6)];
    // A car beside the red one on its row would never let it pass.
    if (direction === 'V' || position[0] !== 2) put(random(3) === 0 ? 3 : 2, position, direction);
  }
  return { size: 6, blocks };
}

/** The cells of a car on a board of 6×6; fewer than its length if it does not fit. */
function cellsOf([row, col]: readonly [number, number], length: number, direction: 'H' | 'V'): number[] {
  const all = Array.from({ length }, (_, at) => (direction === 'H' ? [row, col + at] : [row + at, col]));
  return all.filter(([r, c]) => r! >= 0 && r! < 6 && c! >= 0 && c! < 6).map(([r, c]) => r! * 6 + c!);
}

/** The fewest slides by breadth-first search, the plainest there is; nothing for boards with too many positions to wait for. */
function fewestSlides({ blocks }: RushHourGame): number | undefined {
  const target = blocks.findIndex(({ isTarget }) => isTarget);
  /** The cell of a car at so many cells from the edge that it drives away from. */
  const cell = (index: number, along: number): number => {
    const { direction, position } = blocks[index]!;
    return direction === 'H' ? position[0] * 6 + along : along * 6 + position[1];
  };
  let layer = [blocks.map(({ direction, position }) => position[direction === 'H' ? 1 : 0])];
  const seen = new Set([String.fromCharCode(...layer[0]!)]);
  for (let depth = 0; layer.length > 0 && seen.size < MOST_POSITIONS; depth++) {
    const next: number[][] = [];
    for (const places of layer) {
      if (places[target] === 4) return depth;
      const taken = new Uint8Array(36);
      for (const [index, { length }] of blocks.entries())
        for (let at = 0; at < length; at++) taken[cell(index, places[index]! + at)] = 1;
      for (const [index, { length }] of blocks.entries())
        for (const way of [-1, 1])
          for (let place = places[index]! + way; ; place += way) {
            const front = way < 0 ? place : place + length - 1;
            if (front < 0 || front > 5 || taken[cell(index, front)] === 1) break;
            const after = places.with(index, place);
            const key = String.fromCharCode(...after);
            if (!seen.has(key)) next.push(after);
            seen.add(key);
          }
    }
    layer = next;
  }
  return undefined;
}

/** Processor time of all threads, in milliseconds. */
async function cost<T>(work: () => T | Promise<T>): Promise<{ answer: T; ms: number }> {
  const before = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return { answer, ms: (user + system) / 1000 };
}

/** In the place of a length: there is no solution, which is the right answer to one of the games. */
const NONE = -1;
const none = (error: unknown): number => {
  if (error instanceof taquin.UnsolvableError) return NONE;
  throw error;
};

const table = new Table('npm-packages', ['games', 'package', 'right answers', 'processor time', 'ratio']);

/** Solves all games by two packages in turn, and compares lengths with the true ones and times with each other. */
async function compare<G>(
  what: string,
  games: { game: G; optimum: number }[],
  contenders: [name: string, length: (game: G) => number | Promise<number>][],
): Promise<void> {
  const best = contenders.map(() => Infinity);
  const right = contenders.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = contenders.map(() => 0);
    for (const { game, optimum } of games)
      for (const [index, [, length]] of contenders.entries()) {
        const { answer, ms } = await cost(() => length(game));
        sums[index]! += ms;
        if (round === 0 && answer === optimum) right[index]! += 1;
      }
    sums.forEach((sum, index) => (best[index] = Math.min(best[index]!, sum)));
  }
  contenders.forEach(([name], index) =>
    table.row(
      what,
      name,
      `${right[index]} of ${games.length}`,
      `${best[index]!.toFixed(0)} ms`,
      `${(best[index]! / best[0]!).toFixed(1)}`,
    ),
  );
  assert.equal(right[0], games.length);
}

const pack = (await taquin.catalogue()).find(({ name }) => name === 'huarongdao')!;
await compare(
  `${pack.puzzles.length} of Huarong Dao`,
  pack.puzzles.map((puzzle) => ({ game: klotskiGame(puzzle), optimum: puzzle.impossible ? NONE : puzzle.optimum! })),
  [
    ['taquin', (game) => taquin.solveKlotski(game).then((steps) => steps.at(-1)!.step, none)],
    ['klotski 4.0.0', (game) => new Klotski().solve(game)?.at(-1)?.step ?? NONE],
  ],
);

const boards: { game: RushHourGame; optimum: number }[] = [];
while (boards.length < BOARDS) {
  const game = rushHourGame();
  const optimum = fewestSlides(game);
  // Boards that are solved at a glance tell nothing.
  if (optimum !== undefined && optimum >= 5) boards.push({ game, optimum });
}
await compare(
  `${BOARDS} of Rush Hour, ${Math.min(...boards.map(({ optimum }) => optimum))} to ${Math.max(...boards.map(({ optimum }) => optimum))} slides`,
  boards,
  [
    ['taquin', async (game) => (await taquin.solveRushHour(game)).length],
    ['rush-hour-solver 3.0.0', (game) => rushHour.solve(new rushHour.Game(game)).length],
  ],
);
table.note(`Processor time of all threads, the least of ${ROUNDS} rounds in turn; the workers of taquin are counted.`);
taquin.close();
await user.remove();
