// The engine in browsers: its modules are fetched from beside this file.
import { loadFrom, type Part } from './engine.js';

export * from './engine.js';

const addresses = {
  tiles: () => new URL('../wasm/tiles_bg.wasm', import.meta.url),
  blocks: () => new URL('../wasm/blocks_bg.wasm', import.meta.url),
};

/** Must be awaited before anything of this part of the engine is used. */
export const loadPart = (part: Part, source?: BufferSource): Promise<WebAssembly.Memory> =>
  loadFrom(part, () => source ?? addresses[part]());

/** Loads all parts. */
export const loadEngine = async (): Promise<void> => void (await Promise.all([loadPart('tiles'), loadPart('blocks')]));
