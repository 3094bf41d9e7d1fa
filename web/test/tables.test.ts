import { beforeEach, expect, test, vi } from 'vitest';

const kept = vi.hoisted(() => new Map<string, unknown>());
const failing = vi.hoisted(() => ({ write: false, read: false }));
vi.mock('../src/lib/storage', () => ({
  readBlob: (name: string) => (failing.read ? Promise.reject(new Error('blocked')) : Promise.resolve(kept.get(name))),
  writeBlob: (name: string, value: unknown) => {
    if (failing.write) return Promise.reject(new Error('full'));
    kept.set(name, value);
    return Promise.resolve();
  },
  removeBlob: (name: string) => {
    kept.delete(name);
    return Promise.resolve();
  },
}));

import { Board, Search, wantedTables } from '../src/lib/engine';
import { loadTables, saveTables, tablesWritten } from '../src/lib/tables';

/** A size of its own for each test: what one has made is in the engine's memory for the others. */
const options = { algorithm: 'ida-star', heuristic: 'pattern-db' };
const solve = (rows: number, cols: number): void => {
  const goal = Board.solved(rows, cols);
  const search = new Search(goal.walked(12, 7n), goal, options);
  while (search.run(1e6) === 'paused');
  search.free();
};

beforeEach(() => {
  kept.clear();
  [failing.write, failing.read] = [false, false];
});

test('tables that a search has made are kept once, under their names', async () => {
  const goal = Board.solved(3, 3);
  const wanted = wantedTables(goal, options);
  expect(wanted.length).toBeGreaterThan(0);
  expect(await loadTables(goal, options)).toEqual({ read: 0, damaged: 0, built: 0 });
  solve(3, 3);
  expect(saveTables()).toBe(wanted.length);
  await tablesWritten();
  expect([...kept.keys()].sort()).toEqual(wanted.map((name) => `table/${name}`).sort());
  expect(saveTables()).toBe(0);
  expect(wantedTables(goal, options)).toEqual([]);
});

test('a damaged table is taken out of storage, and the search makes it anew', async () => {
  const goal = Board.solved(2, 4);
  const [name = ''] = wantedTables(goal, options);
  kept.set(`table/${name}`, new Uint8Array([1, 2, 3]));
  expect(await loadTables(goal, options)).toEqual({ read: 0, damaged: 1, built: 0 });
  expect(kept.has(`table/${name}`)).toBe(false);
  solve(2, 4);
  expect(saveTables()).toBeGreaterThan(0);
});

test('storage that is blocked or full stops no search', async () => {
  const goal = Board.solved(2, 3);
  [failing.write, failing.read] = [true, true];
  expect(await loadTables(goal, options)).toEqual({ read: 0, damaged: 0, built: 0 });
  solve(2, 3);
  expect(saveTables()).toBeGreaterThan(0);
  await tablesWritten();
  expect(kept.size).toBe(0);
});
