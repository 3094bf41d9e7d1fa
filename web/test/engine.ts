// Loads the engine for unit tests, which have no server to fetch it from.
import { readFileSync } from 'node:fs';
import { initSync } from '../src/engine/engine.js';

initSync({ module: readFileSync('src/engine/engine_bg.wasm') });
