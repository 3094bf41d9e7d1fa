// The engine in browsers: its module is fetched from beside this file.
import { loadFrom } from './engine.js';

export * from './engine.js';

/** Must be awaited before anything else of the engine is used. */
export const loadEngine = (source?: BufferSource): Promise<WebAssembly.Memory> =>
  loadFrom(source ?? new URL('../wasm/engine_bg.wasm', import.meta.url));
