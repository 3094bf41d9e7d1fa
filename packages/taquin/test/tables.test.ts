import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { Board, Search, loadEngine, wantedTables } from '../dist/engine-node.js';
import { Tables } from '../dist/tables.js';

const kept = new Map<string, unknown>();
const failing = { write: false, read: false };
const tables = new Tables({
  read: (name) => (failing.read ? Promise.reject(new Error('blocked')) : Promise.resolve(kept.get(name))),
  write: (name, value) => {
    if (failing.write) return Promise.reject(new Error('full'));
    kept.set(name, value);
    return Promise.resolve();
  },
  remove: (name) => {
    kept.delete(name);
    return Promise.resolve();
  },
});

/** A size of its own for each test: what one has made is in the engine's memory for the others. */
const options = { algorithm: 'ida-star', heuristic: 'pattern-db' };
const solve = (rows: number, cols: number): void => {
  const goal = Board.solved(rows, cols);
  const search = new Search(goal.walked(12, 7n), goal, options);
  while (search.run(1e6) === 'paused');
  search.free();
};

before(() => loadEngine());

beforeEach(() => {
  kept.clear();
  [failing.write, failing.read] = [false, false];
});

test('tables that a search has made are kept once, under their names', async () => {
  const goal = Board.solved(3, 3);
  const wanted = wantedTables(goal, options);
  assert.ok(wanted.length > 0);
  assert.deepEqual(await tables.load(goal, options), { read: 0, damaged: 0, built: 0 });
  solve(3, 3);
  assert.equal(tables.save(), wanted.length);
  await tables.written();
  assert.deepEqual([...kept.keys()].sort(), [...wanted].sort());
  assert.equal(tables.save(), 0);
  assert.deepEqual(wantedTables(goal, options), []);
});

test('a damaged table is taken out of storage, and the search makes it anew', async () => {
  const goal = Board.solved(2, 4);
  const [name = ''] = wantedTables(goal, options);
  kept.set(name, new Uint8Array([1, 2, 3]));
  assert.deepEqual(await tables.load(goal, options), { read: 0, damaged: 1, built: 0 });
  assert.equal(kept.has(name), false);
  solve(2, 4);
  assert.ok(tables.save() > 0);
});

test('storage that is blocked or full stops no search', async () => {
  const goal = Board.solved(2, 3);
  [failing.write, failing.read] = [true, true];
  assert.deepEqual(await tables.load(goal, options), { read: 0, damaged: 0, built: 0 });
  solve(2, 3);
  assert.ok(tables.save() > 0);
  await tables.written();
  assert.equal(kept.size, 0);
});
