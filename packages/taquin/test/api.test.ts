import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type * as Package from '../dist/node.js';
import type { FromWorker } from '../dist/protocol.js';

// why before the import: the tables of these tests are not to be mixed with the user's.
const cache = await mkdtemp(join(tmpdir(), 'taquin-'));
process.env.TAQUIN_CACHE = cache;
const taquin: typeof Package = await import('../dist/node.js');
const { apply, catalogue, check, hint, hintBlocks, parse, parseBlocks, scramble, solve, solveBlocks } = taquin;

after(async () => {
  taquin.close();
  await rm(cache, { recursive: true, force: true });
});

const SOLVED = '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0';
const KLOTSKI = 'BAAC\nBAAC\nDFFE\nDGHE\nI..J\n--\n....\n....\n....\n.AA.\n.AA.';
/** Korf and Felner's first 24-puzzle: hours of work. */
const HARD = '14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13';

test('a board is solved in the fewest moves, and the moves lead to the goal', async () => {
  const board = '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12';
  const { moves, optimal, stats, seconds } = await solve(board);
  assert.equal((await apply(board, moves)).toString(), SOLVED);
  assert.equal(optimal, true);
  assert.equal(stats.lowerBound, moves.length);
  assert.ok(seconds >= 0);
});

test('boards are taken as text, as rows, and as boards; goals too', async () => {
  const rows = [
    [1, 2, 3],
    [4, 5, 0],
  ];
  assert.equal((await solve(rows)).moves, '');
  assert.equal(
    (
      await solve(await parse(rows), {
        goal: [
          [0, 1, 2],
          [4, 5, 3],
        ],
      })
    ).moves.length,
    3,
  );
  assert.equal((await solve('1 2 3/4 0 5')).moves, 'L');
});

test('options reach the engine: algorithm, weights, metric, stages', async () => {
  const board = (await scramble({ rows: 3, cols: 3, seed: 5 })).toString();
  const best = await solve(board, { algorithm: 'astar' });
  const weighted = await solve(board, { algorithm: 'weighted-astar', epsilon: 4, heuristic: 'manhattan' });
  assert.equal(weighted.optimal, false);
  assert.ok(weighted.moves.length >= best.moves.length);
  const slides = await solve(board, { algorithm: 'optimal', metric: 'mtm' });
  assert.equal(slides.optimal, true);
  assert.ok(slides.stats.lowerBound <= best.moves.length);
  const { stages } = await solve(board, { algorithm: 'strategic' });
  assert.ok(stages !== undefined && stages.length > 0);
});

test('several searches run at once, and each gets its own answer', async () => {
  const boards = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => scramble({ rows: 3, cols: 4, seed })));
  const answers = await Promise.all([
    ...boards.map((board) => solve(board)),
    ...boards.map((board) => solve(board, { algorithm: 'ida-star' })),
  ]);
  const goal = '1 2 3 4/5 6 7 8/9 10 11 0';
  for (const [index, { moves }] of answers.entries()) {
    const board = boards[index % boards.length]!;
    assert.equal(board.after(moves).toString(), goal);
    assert.equal(moves.length, answers[index % boards.length]!.moves.length);
  }
});

test('an abort ends a search at once, before it begins and while it waits', async () => {
  const controller = new AbortController();
  let heard = 0;
  const running = solve(HARD, {
    algorithm: 'ida-star',
    force: true,
    signal: controller.signal,
    onProgress: ({ stats }) => {
      heard = stats.generated;
      controller.abort(new Error('enough'));
    },
  });
  await assert.rejects(running, /enough/);
  assert.ok(heard > 0);
  await assert.rejects(solve(SOLVED, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  taquin.setConcurrency(1);
  const [first, second] = [new AbortController(), new AbortController()];
  const works = solve(HARD, { algorithm: 'ida-star', force: true, signal: first.signal });
  const waits = solve(SOLVED, { signal: second.signal });
  second.abort();
  await assert.rejects(waits, { name: 'AbortError' });
  const follows = solve('1 2 3/4 0 5');
  first.abort();
  await assert.rejects(works, { name: 'AbortError' });
  assert.equal((await follows).moves, 'L');
  taquin.setConcurrency(4);
});

test('each kind of error has its class and the engine’s message', async () => {
  await assert.rejects(solve('1 2 2/4 5 0'), taquin.InputError);
  await assert.rejects(solve('1 2/3 0', { goal: SOLVED }), taquin.InputError);
  await assert.rejects(solve('2 1 3/4 5 0'), taquin.UnsolvableError);
  await assert.rejects(solve(SOLVED, { algorithm: 'magic' }), /magic/);
  await assert.rejects(apply(SOLVED, 'U'), taquin.InputError);
  await assert.rejects(parse('no board'), taquin.InputError);
  const refused = solve(await scramble({ rows: 12, cols: 12, seed: 1 }), { algorithm: 'ida-star' });
  await assert.rejects(refused, (error) => error instanceof taquin.RefusedError && error.forcible);
  const late = solve(HARD, { algorithm: 'ida-star', force: true, timeLimit: 0.1 });
  await assert.rejects(late, (error) => error instanceof taquin.LimitError && error.limit === 'time');
  const full = solve(HARD, { algorithm: 'astar', force: true, memoryLimit: 4 * 2 ** 20 });
  await assert.rejects(full, (error) => error instanceof taquin.LimitError && error.limit === 'memory');
  await assert.rejects(solveBlocks('A.\n--\n.B'), taquin.InputError);
  await assert.rejects(solveBlocks('A#B\n--\nB#A'.replaceAll('#', ' ')), taquin.UnsolvableError);
});

test('block puzzles: text, code and catalogue, in all metrics, from any position', async () => {
  const { moves, cost } = await solveBlocks(KLOTSKI);
  assert.equal(cost, 81);
  const game = await parseBlocks(KLOTSKI);
  for (const { block, to } of moves) assert.notEqual(game.moveTo(block, ...to), undefined);
  assert.equal(game.solved, true);
  assert.equal((await solveBlocks('1A9BF0C', { metric: 'steps' })).cost, 116);
  assert.equal((await solveBlocks(KLOTSKI, { made: moves.slice(0, 60) })).cost, 21);
  const packs = await catalogue();
  const puzzle = packs.flatMap(({ puzzles }) => puzzles).find(({ optimum }) => optimum === 81);
  assert.ok(puzzle !== undefined);
  assert.equal((await solveBlocks(puzzle)).cost, 81);
});

test('hints are the first moves of solutions', async () => {
  assert.deepEqual(await hint('1 2 3/4 0 5'), { move: 'L', tile: 5, remaining: 1, optimal: true });
  assert.equal(await hint('1 2 3/4 5 0'), undefined);
  const first = await hintBlocks(KLOTSKI);
  assert.equal(first?.remaining, 81);
  assert.equal((await hintBlocks(KLOTSKI, { made: [first.move] }))?.remaining, 80);
});

test('scrambles are the same for a seed, and can be solved', async () => {
  const [one, two] = [await scramble({ seed: 7 }), await scramble({ seed: 7n })];
  assert.equal(one.toString(), two.toString());
  assert.deepEqual(await check(one), { kind: 'solvable' });
  assert.equal((await check('2 1 3/4 5 0')).kind, 'parity');
  assert.equal(
    (await scramble({ rows: 3, cols: 5, moves: 0, seed: 1 })).misplaced(
      await scramble({ rows: 3, cols: 5, moves: 0, seed: 2 }),
    ),
    0,
  );
});

test('tables are kept in the folder of the command', async () => {
  await solve(await scramble({ seed: 3 }));
  // An answer does not wait for the tables to be written.
  let names: string[] = [];
  for (let tries = 0; tries < 500 && !names.some((name) => /^4x4-.*\.taquin$/.test(name)); tries++) {
    await setTimeout(20);
    names = await readdir(cache);
  }
  assert.ok(
    names.some((name) => /^4x4-.*\.taquin$/.test(name)),
    names.join(' '),
  );
  taquin.close();
  const { tables } = await solve(await scramble({ seed: 4 }));
  assert.ok(tables !== undefined && tables.read > 0 && tables.damaged === 0, JSON.stringify(tables));
});

test('a worker hears between two slices that it is to stop', async () => {
  const worker = new Worker(new URL('../dist/worker-node.js', import.meta.url));
  let late = -1;
  await new Promise<void>((resolve) => {
    worker.on('message', ({ kind }: FromWorker) => {
      if (kind === 'stopped') resolve();
      if (kind === 'progress' && ++late === 0) worker.postMessage({ kind: 'stop', id: 1, keep: false });
    });
    const request = { kind: 'tiles', start: HARD, options: { algorithm: 'optimal' } };
    worker.postMessage({ kind: 'solve', id: 1, request });
  });
  await worker.terminate();
  // Progress is told every eight slices or so: a worker that goes on for a thousand of them tells it a hundred times.
  assert.ok(late < 10, `progress was told ${late} times after the stop`);
});

test('a puzzle of the difficulty that is wanted is generated, the same one for a seed', async () => {
  const wanted = {
    board: '####/####/.###',
    shapes: [[2, 1], '##/#.', [1, 1], [1, 2]],
    difficulty: 5,
    seed: 3,
  } as const;
  const made = await taquin.generate(wanted);
  assert.equal((await solveBlocks(made)).cost, 5);
  assert.equal(made.optimum, 5);
  assert.equal((await taquin.generate({ ...wanted, seed: 3n })).text, made.text);
});

test('what cannot be generated is told', async () => {
  await assert.rejects(
    taquin.generate({ board: [2, 2], shapes: [[2, 2]], difficulty: 1 }),
    (error) => error instanceof taquin.InputError && /at least one must stay free/.test(error.message),
  );
  await assert.rejects(
    taquin.generate({ board: [2, 2], shapes: [[1, 1]], difficulty: 99, timeLimit: 0.05 }),
    taquin.LimitError,
  );
});
