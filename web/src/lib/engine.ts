// The engine: rules, notation, searches. The page uses the rules alone; searches run in the worker.
import load from '../engine/engine.js';
import file from '../engine/engine_bg.wasm?url';

export {
  BlockGame,
  BlockSearch,
  Board,
  Exploration,
  Search,
  adoptTable,
  algorithms,
  blockPacks,
  check,
  heuristics,
  inverse,
  joinBlockMoves,
  nextBuiltTable,
  notation,
  refusal,
  slides,
  usualSeconds,
  wantedTables,
} from '../engine/engine.js';
export type {
  Algorithm,
  AlgorithmParameter,
  BlockCell,
  BlockDrawing,
  BlockMove,
  BlockPack,
  Check,
  Notation,
  Refused,
  SearchOptions,
  SearchStats,
  SearchStatus,
  Stage,
} from '../engine/engine.js';

/** Must be awaited before anything else of the engine is used. */
export const loadEngine = async (): Promise<WebAssembly.Memory> => (await load({ module_or_path: file })).memory;

/** One single-tile move: the way the tile goes. */
export type Direction = 'U' | 'D' | 'L' | 'R';

/** A seed for a scramble. */
export const randomSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
