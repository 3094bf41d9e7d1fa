// The engine: rules, notation, searches, in two modules. All of it is synchronous once its module is loaded; searches belong in
// a worker.
import startBlocks from '../wasm/blocks.js';
import startTiles from '../wasm/tiles.js';

export { BlockGame, BlockGenerator, BlockSearch, blockList, blockPacks, joinBlockMoves } from '../wasm/blocks.js';
export type {
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
} from '../wasm/blocks.js';
export {
  Board,
  Exploration,
  Search,
  adoptTable,
  algorithms,
  check,
  heuristics,
  inverse,
  nextBuiltTable,
  notation,
  refusal,
  slides,
  usualSeconds,
  wantedTables,
  way,
} from '../wasm/tiles.js';
export type {
  Algorithm,
  AlgorithmParameter,
  Check,
  Notation,
  Refused,
  SearchOptions,
  SearchStats,
  SearchStatus,
  Stage,
} from '../wasm/tiles.js';

/** The modules, by the puzzles that they are for. */
export type Part = 'tiles' | 'blocks';

const starts = { tiles: startTiles, blocks: startBlocks };
const loading = new Map<Part, Promise<WebAssembly.Memory>>();

/** Makes a module usable, from its bytes or from where they are to be fetched: once, however often it is asked for. */
export function loadFrom(
  part: Part,
  source: () => URL | BufferSource | Promise<BufferSource>,
): Promise<WebAssembly.Memory> {
  const before = loading.get(part);
  if (before !== undefined) return before;
  const load = async (): Promise<WebAssembly.Memory> => (await starts[part]({ module_or_path: await source() })).memory;
  const loaded = load().catch((error: unknown) => {
    // Perhaps the network is there when it is tried again.
    loading.delete(part);
    throw error;
  });
  loading.set(part, loaded);
  return loaded;
}

/** One single-tile move: the way the tile goes. */
export type Direction = 'U' | 'D' | 'L' | 'R';

/** A seed for a scramble. */
export const randomSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
