// The functions of the package: a board or a puzzle in, a promise of the answer out. Searches run in workers.
import {
  BlockGame,
  Board,
  blockPacks,
  check as checkBoards,
  randomSeed,
  type BlockCell,
  type BlockDrawing,
  type BlockMove,
  type BlockPack,
  type BlockRecipe,
  type Check,
  type Direction,
  type Part,
  type SearchOptions,
  type SearchStats,
  type Stage,
} from './engine.js';
import { EngineError, InputError, LimitError, UnsolvableError } from './errors.js';
import { platform } from './platform.js';
import { Pool, type Watched } from './pool.js';
import type { BlockMetric, Outcome, SolveRequest } from './protocol.js';
import type { TableCounts } from './tables.js';

/** A tile board: any text form that the command reads, the tiles row by row (0 is the blank), or a board of the engine. */
export type BoardInput = string | readonly (readonly number[])[] | Board;

/** A block puzzle: its text, a Rush-Hour string, a Klotski code, or a puzzle of the catalogue. */
export type BlocksInput = string | Pick<BlockDrawing, 'text'>;

export interface Limits extends Watched {
  /** Seconds after which the best solution so far is taken. Default: what is usual for the algorithm, else none. */
  timeLimit?: number;
  /** In bytes; 1 GiB by default. */
  memoryLimit?: number;
}

export interface SolveOptions extends Limits {
  /** Default: the tiles in order, the blank last. */
  goal?: BoardInput;
  /** `auto` by default: the shortest solution where it can be proven, a short one on larger boards. */
  algorithm?: string;
  heuristic?: string;
  /** `stm` (the default) counts single tiles, `mtm` straight slides of one or more. */
  metric?: 'stm' | 'mtm';
  epsilon?: number;
  anticipated?: number;
  lambda?: number;
  bigLambda?: number;
  /** Try even what is known to be hopeless. */
  force?: boolean;
}

/** What a search cost. */
export interface Effort {
  stats: SearchStats;
  seconds: number;
  /** What became of the engine's tables, for searches that use them. */
  tables?: TableCounts;
}

export interface Solution extends Effort {
  /** One letter for each single-tile move: the way the tile goes. */
  moves: string;
  /** Proven to be shortest, in the metric asked for. */
  optimal: boolean;
  /** The plan in words, for algorithms that have one. */
  stages?: Stage[];
}

export interface BlockOptions extends Limits {
  /** `moves` (the default) counts a block along any free path once, `slides` straight slides, `steps` cells. */
  metric?: BlockMetric;
  /** The moves made so far: the search begins after them. */
  made?: readonly BlockMove[];
}

export interface BlockSolution extends Effort {
  moves: BlockMove[];
  /** What they cost, in the metric asked for; no solution costs less. */
  cost: number;
}

export interface ScrambleOptions {
  /** Rows and columns; those of the goal where that is given, else 4×4. */
  rows?: number;
  cols?: number;
  goal?: BoardInput;
  /** The same seed gives the same board everywhere. Default: a random one. */
  seed?: number | bigint;
  /** So many random moves from the goal, instead of a uniformly random board. */
  moves?: number;
  /** Random moves until so many per cent of the tiles are out of place. */
  displaced?: number;
}

/** Rows and columns of a rectangle, or a drawing: rows with `/` between them, `#` for a cell. */
export type ShapeInput = readonly [rows: number, cols: number] | string;

export interface GenerateOptions extends Watched {
  board: ShapeInput;
  /** The blocks; the first one is to be brought elsewhere. */
  shapes: readonly ShapeInput[];
  /** What the shortest solution costs. */
  difficulty: number;
  /** In what that is counted; `moves` by default. */
  metric?: BlockMetric;
  /** Straight blocks move only along their length. */
  keepAxis?: boolean;
  /** The same seed gives the same puzzle everywhere. Default: a random one. */
  seed?: number | bigint;
  /** Seconds after which it is given up, as there may be no such puzzle; 60 by default. */
  timeLimit?: number;
}

export interface Hint {
  /** The way a tile should go. */
  move: Direction;
  /** Which tile. */
  tile: number;
  /** How many moves the solution has that begins with it. */
  remaining: number;
  /** Is that solution proven to be shortest? */
  optimal: boolean;
}

/** Who wants a puzzle waits no longer than this. */
const GENERATE_SECONDS = 60;

/** A hint is wanted at once: a longer search is for `solve`. */
const HINT_SECONDS = 2;

let pool = new Pool();

/** At most so many searches run at once from now on; by default as many as there are processors. */
export function setConcurrency(workers: number): void {
  if (!Number.isInteger(workers) || workers < 1) throw new InputError('at least one search must be able to run');
  pool.close();
  pool = new Pool(workers);
}

/** Ends all workers and what they do. Nothing needs this but tests and pages that want their memory back. */
export const close = (): void => pool.close();

/** The shortest way to solve a tile board, or a short one where the shortest is out of reach. */
export async function solve(board: BoardInput, options: SolveOptions = {}): Promise<Solution> {
  const { goal, metric, timeLimit, signal, onProgress, algorithm = 'auto', ...search } = options;
  const start = textOf(board);
  const request: SolveRequest = {
    kind: 'tiles',
    start,
    ...(goal === undefined ? {} : { goal: textOf(goal) }),
    options: { algorithm, ...numbersAsText(search), slides: metric === 'mtm' },
    ...(timeLimit === undefined ? {} : { timeLimit }),
  };
  const outcome = await pool.run(request, watched(signal, onProgress));
  const { letters, optimal, stats, seconds, stages, tables } = outcome;
  if (letters === undefined) throw withoutSolution(outcome);
  return {
    moves: letters,
    optimal,
    stats,
    seconds,
    ...(stages === undefined ? {} : { stages }),
    ...(tables === undefined ? {} : { tables }),
  };
}

/** A shortest solution of a block puzzle. */
export async function solveBlocks(puzzle: BlocksInput, options: BlockOptions = {}): Promise<BlockSolution> {
  const { metric = 'moves', made = [], signal, onProgress, ...limits } = options;
  const text = typeof puzzle === 'string' ? puzzle : puzzle.text;
  const request: SolveRequest = { kind: 'blocks', puzzle: text, made: [...made], metric, ...limits };
  const outcome = await pool.run(request, watched(signal, onProgress));
  const { moves, cost, stats, seconds } = outcome;
  if (moves === undefined || cost === undefined) throw withoutSolution(outcome);
  return { moves, cost, stats, seconds };
}

/** The next move towards the goal; `undefined` if it is reached. */
export async function hint(board: BoardInput, options: SolveOptions = {}): Promise<Hint | undefined> {
  const { moves, optimal } = await solve(board, { timeLimit: HINT_SECONDS, ...options });
  if (moves === '') return undefined;
  const move = moves[0] as Direction;
  const [tile = 0] = (await parse(board)).movedTiles(move);
  return { move, tile, remaining: moves.length, optimal };
}

/** The next move of a block puzzle, and what a shortest solution costs that begins with it; `undefined` if it is solved. */
export async function hintBlocks(
  puzzle: BlocksInput,
  options: BlockOptions = {},
): Promise<{ move: BlockMove; remaining: number } | undefined> {
  const { moves, cost } = await solveBlocks(puzzle, options);
  return moves[0] === undefined ? undefined : { move: moves[0], remaining: cost };
}

/** A new block puzzle whose shortest solution costs exactly as much as is wanted, which is proven. */
export async function generate(options: GenerateOptions): Promise<BlockDrawing> {
  const { board, shapes, difficulty, metric = 'moves', keepAxis = false, signal, onProgress } = options;
  const recipe: BlockRecipe = { board: cellsOf(board), shapes: shapes.map(cellsOf), keepAxis, metric, difficulty };
  const seed = options.seed === undefined ? randomSeed() : BigInt(options.seed);
  const request: SolveRequest = {
    kind: 'generate',
    recipe,
    seed,
    timeLimit: options.timeLimit ?? GENERATE_SECONDS,
  };
  const outcome = await pool.run(request, watched(signal, onProgress));
  if (outcome.puzzle === undefined)
    throw new LimitError('no puzzle of that difficulty was found within the time limit', 'time', outcome);
  const game = await parseBlocks(outcome.puzzle);
  try {
    return game.drawing();
  } finally {
    game.free();
  }
}

/** The cells of a shape. */
function cellsOf(shape: ShapeInput): BlockCell[] {
  const rows =
    typeof shape === 'string' ? shape.split('/') : Array.from({ length: shape[0] }, () => '#'.repeat(shape[1]));
  return rows.flatMap((row, line) => [...row].flatMap((cell, col): BlockCell[] => (cell === '#' ? [[line, col]] : [])));
}

/** A board of the engine, whose rules need no further promise: `after`, `toward`, `cells` … */
export const parse = (board: BoardInput): Promise<Board> => loaded('tiles', () => boardOf(board));

/** A block puzzle to be played: `destinations`, `moveTo`, `solved` … */
export const parseBlocks = (puzzle: BlocksInput): Promise<BlockGame> =>
  loaded('blocks', () => new BlockGame(typeof puzzle === 'string' ? puzzle : puzzle.text));

/** Can the goal be reached, and if not, why? */
export const check = (board: BoardInput, goal?: BoardInput): Promise<Check> =>
  loaded('tiles', () => {
    const start = boardOf(board);
    return checkBoards(start, goal === undefined ? Board.solved(start.rows, start.cols) : boardOf(goal));
  });

/** The board after these moves; an illegal one is an `InputError` that names it. */
export const apply = (board: BoardInput, moves: string): Promise<Board> =>
  loaded('tiles', () => boardOf(board).after(moves));

/** A random board from which the goal can be reached. */
export const scramble = (options: ScrambleOptions = {}): Promise<Board> =>
  loaded('tiles', () => {
    const { rows = 4, cols = 4, moves, displaced } = options;
    const goal = options.goal === undefined ? Board.solved(rows, cols) : boardOf(options.goal);
    const seed = options.seed === undefined ? randomSeed() : BigInt(options.seed);
    if (moves !== undefined) return goal.walked(moves, seed);
    return displaced === undefined ? goal.scrambled(seed) : goal.displaced(displaced, seed);
  });

/** The block puzzles that come with the engine, in packs, with their proven optima. */
export const catalogue = (): Promise<BlockPack[]> => loaded('blocks', blockPacks);

/** Asks the engine's rules, on this thread: they take no time. What it throws is about the input. */
async function loaded<T>(part: Part, ask: () => T): Promise<T> {
  await platform()
    .loadPart(part)
    .catch((cause: unknown) => {
      throw new EngineError('notLoaded', cause);
    });
  try {
    return ask();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

/** A board as text, which crosses to a worker. */
function textOf(board: BoardInput): string {
  if (typeof board === 'string') return board;
  return board instanceof Board ? board.toString() : board.map((row) => row.join(' ')).join('/');
}

const boardOf = (board: BoardInput): Board => (board instanceof Board ? board : Board.parse(textOf(board)));

type Numbers = Pick<
  SolveOptions,
  'heuristic' | 'memoryLimit' | 'epsilon' | 'anticipated' | 'lambda' | 'bigLambda' | 'force'
>;

/** The engine takes decimal numbers as text, so that they mean the same everywhere. */
function numbersAsText({ epsilon, lambda, bigLambda, ...rest }: Numbers): Omit<SearchOptions, 'algorithm'> {
  return {
    ...rest,
    ...(epsilon === undefined ? {} : { epsilon: String(epsilon) }),
    ...(lambda === undefined ? {} : { lambda: String(lambda) }),
    ...(bigLambda === undefined ? {} : { bigLambda: String(bigLambda) }),
  };
}

const watched = (signal?: AbortSignal, onProgress?: Watched['onProgress']): Watched => ({
  ...(signal === undefined ? {} : { signal }),
  ...(onProgress === undefined ? {} : { onProgress }),
});

/** Why a search ended without a solution. */
function withoutSolution(outcome: Outcome): UnsolvableError | LimitError {
  switch (outcome.status) {
    case 'full':
      return new LimitError('no solution was found within the memory limit', 'memory', outcome);
    case 'limit':
      return new LimitError('no solution was found within the time limit', 'time', outcome);
    default:
      return new UnsolvableError('the puzzle has no solution');
  }
}
