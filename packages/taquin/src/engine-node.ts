// The engine in Node: its modules are read from beside this file.
import { readFile } from 'node:fs/promises';
import { loadFrom, type Part } from './engine.js';

export * from './engine.js';

const addresses = {
  tiles: () => new URL('../wasm/tiles_bg.wasm', import.meta.url),
  blocks: () => new URL('../wasm/blocks_bg.wasm', import.meta.url),
};

/** Must be awaited before anything of this part of the engine is used. */
export const loadPart = (part: Part, source?: BufferSource): Promise<WebAssembly.Memory> =>
  loadFrom(part, () => source ?? readFile(addresses[part]()));

/** Loads all parts. */
export const loadEngine = async (): Promise<void> => void (await Promise.all([loadPart('tiles'), loadPart('blocks')]));
