// Puzzles in the forms of other packages, and answers in theirs.
import { solveBlocks, type BlockOptions } from './api.js';
import type { BlockMove } from './engine.js';
import { InputError } from './errors.js';

type Place = readonly [row: number, col: number];

/** A game as the npm package `klotski` takes it. */
export interface KlotskiGame {
  /** Rows and columns of each block, its top left cell, and the ways it may go: 0 down, 1 right, 2 up, 3 left. */
  blocks: readonly { shape: Place; position: Place; directions?: readonly number[] }[];
  /** Rows and columns; 5×4 by default. */
  boardSize?: Place;
  /** Where the first block must get; `[3, 1]` by default. */
  escapePoint?: Place;
}

/** One cell's move, as `klotski` tells it: `step` counts moves, in which a block may go several cells. */
export interface KlotskiStep {
  step: number;
  blockIdx: number;
  dirIdx: number;
}

/** A game as the npm package `rush-hour-solver` takes it. */
export interface RushHourGame {
  size: number;
  blocks: readonly { length: number; position: Place; direction: 'H' | 'V'; isTarget?: boolean }[];
}

/** A move as `rush-hour-solver` tells it; `map` is the board after it. */
export interface RushHourStep {
  block: number;
  position: [row: number, col: number];
  map: string;
}

/** The letters of `klotski`'s directions. */
const DIRECTIONS = 'DRUL';

/** Solves a game of `klotski`: the fewest moves, told as that package tells them. */
export async function solveKlotski(game: KlotskiGame, options: BlockOptions = {}): Promise<KlotskiStep[]> {
  const { puzzle, order } = klotskiPuzzle(game);
  const { moves } = await solveBlocks(puzzle, options);
  return moves.flatMap(({ block, path }, index) =>
    [...path].map((letter) => ({
      step: index + 1,
      blockIdx: order[block] ?? 0,
      dirIdx: DIRECTIONS.indexOf(letter),
    })),
  );
}

/** Solves a game of `rush-hour-solver`: the fewest slides, told as that package tells them. */
export async function solveRushHour(game: RushHourGame, options: BlockOptions = {}): Promise<RushHourStep[]> {
  const { puzzle, order, letters } = rushHourPuzzle(game);
  const { moves } = await solveBlocks(puzzle, { metric: 'slides', ...options });
  const cars = game.blocks.map(({ length, position, direction }) => ({
    shape: direction === 'H' ? ([1, length] as const) : ([length, 1] as const),
    position: position,
  }));
  return moves.map(({ block, to }: BlockMove) => {
    const index = order[block] ?? 0;
    cars[index] = { shape: [1, 1], ...cars[index], position: to };
    return { block: index, position: to, map: picture([game.size, game.size], cars, letters).join('\n') };
  });
}

interface Adapted {
  /** The puzzle as text. */
  puzzle: string;
  /** Which block of the game each block of the puzzle is. */
  order: number[];
}

function klotskiPuzzle({ blocks, boardSize = [5, 4], escapePoint = [3, 1] }: KlotskiGame): Adapted {
  const [first] = blocks;
  if (first === undefined) throw new InputError('there are no blocks; the first one is to escape');
  const start = picture(boardSize, blocks, blocks.map(symbol));
  const goal = picture(boardSize, [{ shape: first.shape, position: escapePoint }], [symbol(first, 0)]);
  return puzzleOf(start, goal, blocks.map(symbol), keepsAxis(blocks));
}

function rushHourPuzzle({ size, blocks }: RushHourGame): Adapted & { letters: string[] } {
  const cars = blocks.map(({ length, position, direction }) => ({
    shape: direction === 'H' ? ([1, length] as const) : ([length, 1] as const),
    position,
  }));
  const index = blocks.findIndex(({ isTarget }) => isTarget === true);
  const [car, block] = [cars[index], blocks[index]];
  if (car === undefined || block === undefined) throw new InputError('no block has `isTarget`');
  const [row, col] = car.position;
  const position: Place = block.direction === 'H' ? [row, size - block.length] : [size - block.length, col];
  const letters = cars.map((_, place) => (place === index ? '+' : String.fromCharCode(65 + place)));
  const board: Place = [size, size];
  const start = picture(board, cars, cars.map(symbol));
  const goal = picture(board, [{ shape: car.shape, position }], [symbol(car, index)]);
  return { ...puzzleOf(start, goal, cars.map(symbol), true), letters };
}

/** The character that draws a block: letters of any alphabet, as many as there are blocks. */
const symbol = (_: unknown, index: number): string =>
  String.fromCodePoint(index < 26 ? 65 + index : index < 52 ? 97 + index - 26 : 0xc0 + index - 52);

/** The rows of a board with these blocks. */
function picture(
  [rows, cols]: Place,
  blocks: readonly { shape: Place; position: Place }[],
  symbols: readonly string[],
): string[] {
  const cells = Array.from({ length: rows }, () => new Array<string>(cols).fill('.'));
  blocks.forEach(({ shape, position }, index) => {
    for (let row = position[0]; row < position[0] + shape[0]; row++)
      for (let col = position[1]; col < position[1] + shape[1]; col++) {
        const line = cells[row];
        if (line?.[col] === undefined) throw new InputError(`block ${index} is not on the board`);
        if (line[col] !== '.') throw new InputError(`block ${index} overlaps another, in row ${row}, column ${col}`);
        line[col] = symbols[index] ?? '?';
      }
  });
  return cells.map((line) => line.join(''));
}

/** The engine numbers blocks in reading order. */
function puzzleOf(start: string[], goal: string[], symbols: string[], isAxisKept: boolean): Adapted {
  const seen = new Set([...start.join('')].filter((cell) => cell !== '.'));
  const header = isAxisKept ? 'axis: keep' : 'name: game';
  return {
    puzzle: [header, '', ...start, '--', ...goal].join('\n'),
    order: [...seen].map((cell) => symbols.indexOf(cell)),
  };
}

/** Do straight blocks keep their axis, as in Rush Hour? Other restrictions are not in the engine's rules. */
function keepsAxis(blocks: KlotskiGame['blocks']): boolean {
  if (blocks.every(({ directions }) => directions === undefined || new Set(directions).size === 4)) return false;
  const isKept = blocks.every(({ shape: [rows, cols], directions = [0, 1, 2, 3] }) => {
    const wanted = rows > 1 && cols > 1 ? [0, 1, 2, 3] : [...(rows > 1 ? [0, 2] : []), ...(cols > 1 ? [1, 3] : [])];
    return wanted.length === new Set(directions).size && wanted.every((way) => directions.includes(way));
  });
  if (!isKept)
    throw new InputError('of `directions`, only those of Rush Hour are known: all straight blocks along their length');
  return true;
}
