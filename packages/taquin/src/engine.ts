// The engine: rules, notation, searches. All of it is synchronous once it is loaded; searches belong in a worker.
import load from '../wasm/engine.js';

export {
  BlockGame,
  BlockGenerator,
  BlockSearch,
  Board,
  Exploration,
  Search,
  adoptTable,
  algorithms,
  blockList,
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
  way,
} from '../wasm/engine.js';
export type {
  Algorithm,
  AlgorithmParameter,
  BlockCell,
  BlockDestination,
  BlockDrawing,
  BlockEntry,
  BlockExit,
  BlockList,
  BlockMove,
  BlockPack,
  BlockRecipe,
  BlockShape,
  Check,
  Notation,
  Refused,
  SearchOptions,
  SearchStats,
  SearchStatus,
  Stage,
} from '../wasm/engine.js';

/** Makes the engine usable, from its module or from where that is to be fetched; a second call changes nothing. */
export const loadFrom = async (source: URL | BufferSource): Promise<WebAssembly.Memory> =>
  (await load({ module_or_path: source })).memory;

/** One single-tile move: the way the tile goes. */
export type Direction = 'U' | 'D' | 'L' | 'R';

/** A seed for a scramble. */
export const randomSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
