// Loads the engine for unit tests, which have no server to fetch it from.
import { readFileSync } from 'node:fs';
import { loadEngine } from 'taquin/engine';

await loadEngine(readFileSync('../packages/taquin/wasm/engine_bg.wasm'));
