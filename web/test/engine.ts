// Loads the engine for unit tests, which have no server to fetch it from.
import { readFileSync } from 'node:fs';
import { loadPart } from 'taquin/engine';

for (const part of ['tiles', 'blocks'] as const)
  await loadPart(part, readFileSync(`../packages/taquin/wasm/${part}_bg.wasm`));
