// Searches as a worker runs them: begun from a request, pumped in slices, asked for their answer.
import {
  BlockGame,
  BlockGenerator,
  BlockSearch,
  Board,
  Exploration,
  Search,
  check,
  usualSeconds,
  type Refused,
  type SearchStats,
  type SearchStatus,
} from './engine.js';
import type { Failure } from './errors.js';
import type { BlockRequest, GenerateRequest, Outcome, Progress, SolveRequest, TileRequest } from './protocol.js';
import type { Tables } from './tables.js';

/** More positions of one search are not shown. */
const MOST_OPENED = 200_000;

/** A search of either kind of puzzle, and what it answers with. */
export interface RunningSearch {
  /** What it was given to begin with. */
  tables?: Progress['tables'];
  /** Seconds after which it is stopped. */
  timeLimit: number;
  run(budget: number): SearchStatus;
  stats(): SearchStats;
  length(): number | undefined;
  answer(): Pick<Outcome, 'letters' | 'moves' | 'cost' | 'puzzle' | 'stages' | 'opened' | 'optimal'>;
  free(): void;
}

export async function begin(request: SolveRequest, tables: Tables): Promise<RunningSearch> {
  switch (request.kind) {
    case 'tiles':
      return beginTiles(request, tables);
    case 'blocks':
      return beginBlocks(request);
    case 'generate':
      return beginGenerating(request);
  }
}

function beginGenerating({ recipe, seed, timeLimit }: GenerateRequest): RunningSearch {
  const generator = new BlockGenerator(recipe, seed);
  return {
    timeLimit,
    run: (budget) => generator.run(budget),
    stats: () => generator.stats(),
    length: () => undefined,
    answer: () => {
      const puzzle = generator.puzzle();
      return { optimal: puzzle !== undefined, ...(puzzle === undefined ? {} : { puzzle }) };
    },
    free: () => generator.free(),
  };
}

function beginBlocks(request: BlockRequest): RunningSearch {
  const game = new BlockGame(request.puzzle);
  try {
    for (const { block, to } of request.made ?? []) game.moveTo(block, ...to);
    const search = new BlockSearch(game, request.metric, request.memoryLimit);
    return {
      timeLimit: request.timeLimit ?? Infinity,
      run: (budget) => search.run(budget),
      stats: () => search.stats(),
      length: () => undefined,
      answer: () => {
        const [moves, cost] = [search.solution(), search.cost()];
        return {
          optimal: moves !== undefined,
          ...(moves === undefined ? {} : { moves }),
          ...(cost === undefined ? {} : { cost }),
        };
      },
      free: () => search.free(),
    };
  } finally {
    game.free();
  }
}

async function beginTiles(request: TileRequest, tables: Tables): Promise<RunningSearch> {
  const [start, goal] = boardsOf(request);
  const { options } = request;
  const counts = await tables.load(goal, options);
  const search = new Search(start, goal, options);
  const labelled = start.isLabelled || goal.isLabelled;
  return {
    tables: counts,
    timeLimit: request.timeLimit ?? usualSeconds(goal, options.algorithm) ?? Infinity,
    run: (budget) => search.run(budget),
    stats: () => search.stats(),
    length: () => search.length(),
    answer: () => {
      const [letters, found] = [search.solution(), search.stages()];
      return {
        optimal: letters !== undefined && search.proven,
        ...(letters === undefined ? {} : { letters }),
        ...(found === undefined ? {} : { stages: found }),
        ...(request.watched === true && !labelled ? { opened: openedBy(request) } : {}),
      };
    },
    free: () => search.free(),
  };
}

/** Start and goal. */
function boardsOf({ start: text, goal }: TileRequest): [Board, Board] {
  if (goal !== undefined) return [Board.parseAny(text), Board.parseGoal(goal)];
  // why ordinary: without a goal, tiles that look alike cannot be told from a slip of the pen.
  const start = Board.parse(text);
  return [start, Board.solved(start.rows, start.cols)];
}

/** The positions that a search opens, in order. The board is small: the search is run again, and noted. */
function openedBy(request: TileRequest): Uint16Array {
  const exploration = new Exploration(...boardsOf(request), request.options);
  try {
    exploration.run(MOST_OPENED);
    return exploration.positions();
  } finally {
    exploration.free();
  }
}

/** Why a request was not taken, by what the engine threw. */
export function failureOf(error: unknown, request: SolveRequest): Failure {
  const { message = String(error), forcible } = error as Partial<Refused>;
  if (forcible !== undefined) return { kind: 'refused', message, forcible };
  return { kind: isUnsolvable(request) ? 'unsolvable' : 'input', message };
}

/** Are both boards good, and only out of each other's reach? */
function isUnsolvable(request: SolveRequest): boolean {
  if (request.kind !== 'tiles') return false;
  try {
    const { kind } = check(...boardsOf(request));
    return kind === 'parity' || kind === 'order';
  } catch {
    return false;
  }
}
