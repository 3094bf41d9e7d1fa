// The engine in Node: its module is read from beside this file.
import { readFile } from 'node:fs/promises';
import { loadFrom } from './engine.js';

export * from './engine.js';

/** Must be awaited before anything else of the engine is used. */
export const loadEngine = async (source?: BufferSource): Promise<WebAssembly.Memory> =>
  loadFrom(source ?? (await readFile(new URL('../wasm/engine_bg.wasm', import.meta.url))));
