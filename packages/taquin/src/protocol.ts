// What page and worker say to each other.
import type { BlockMove, BlockRecipe, SearchOptions, SearchStats, Stage } from './engine.js';
import type { Failure } from './errors.js';
import type { TableCounts } from './tables.js';

export interface TileRequest {
  kind: 'tiles';
  start: string;
  /** The default goal of the start's size where it is left out. */
  goal?: string;
  options: SearchOptions;
  /** Seconds after which the best solution so far is taken; what is usual for the algorithm where it is left out. */
  timeLimit?: number;
  /** Also say which positions were opened. */
  watched?: boolean;
}

export type BlockMetric = 'moves' | 'slides' | 'steps';

export interface BlockRequest {
  kind: 'blocks';
  /** The puzzle as text. */
  puzzle: string;
  /** The moves made so far: the search begins after them. */
  made?: BlockMove[];
  metric: BlockMetric;
  timeLimit?: number;
  /** In bytes. */
  memoryLimit?: number;
}

/** A new puzzle is wanted, not a solution. */
export interface GenerateRequest {
  kind: 'generate';
  recipe: BlockRecipe;
  seed: bigint;
  timeLimit: number;
}

export type SolveRequest = TileRequest | BlockRequest | GenerateRequest;

export interface Progress {
  stats: SearchStats;
  /** Length of the best solution so far. */
  best?: number;
  seconds: number;
  /** What became of the engine's tables, for searches that use them. */
  tables?: TableCounts;
}

export interface Outcome extends Progress {
  /** `limit`: out of time or stopped; `full`: out of memory. Either may still have a solution. */
  status: 'solved' | 'exhausted' | 'full' | 'limit';
  /** The solution of a tile board, one letter for each single-tile move; moves into other gaps than the first have letters of
   *  their own, which `way` tells. */
  letters?: string;
  /** The solution of a block puzzle. */
  moves?: BlockMove[];
  /** A generated puzzle as text. */
  puzzle?: string;
  /** What that solution costs, in the metric asked for. */
  cost?: number;
  /** The positions that were opened, in order, where that was asked for: the tiles of each row by row. */
  opened?: Uint16Array;
  /** The plan in words, for solvers that have one. */
  stages?: Stage[];
  /** Proven to be shortest. */
  optimal: boolean;
}

export type ToWorker =
  | { kind: 'solve'; id: number; request: SolveRequest }
  /** Stop; `keep` hands over the best solution so far. */
  | { kind: 'stop'; id: number; keep: boolean };

export type FromWorker =
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'done'; id: number; outcome: Outcome }
  | { kind: 'stopped'; id: number }
  /** Nothing is left to be done; the engine holds so many bytes. */
  | { kind: 'idle'; memory: number }
  | { kind: 'failed'; id: number; failure: Failure };
