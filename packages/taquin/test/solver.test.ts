import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError, InputError, RefusedError, StoppedError, UnsolvableError } from '../dist/errors.js';
import type { WorkerEvents, WorkerHandle } from '../dist/platform.js';
import type { FromWorker, Outcome, SolveRequest, ToWorker } from '../dist/protocol.js';
import { Solver } from '../dist/solver.js';

/** A worker that says only what a test makes it say. */
class FakeWorker implements WorkerHandle {
  readonly heard: ToWorker[] = [];
  isTerminated = false;
  isKeptAlive = false;

  constructor(readonly events: WorkerEvents) {}

  send(message: ToWorker): void {
    this.heard.push(message);
  }

  say(message: FromWorker): void {
    this.events.onmessage(message);
  }

  keepAlive(isNeeded: boolean): void {
    this.isKeptAlive = isNeeded;
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

/** A solver whose workers are the test's. */
function fake(): { solver: Solver; all: FakeWorker[]; worker: (index?: number) => FakeWorker } {
  const all: FakeWorker[] = [];
  const solver = new Solver((events) => {
    const worker = new FakeWorker(events);
    all.push(worker);
    return worker;
  });
  const worker = (index = 0): FakeWorker => {
    const found = all[index];
    if (found === undefined) throw new Error(`there is no worker ${index}`);
    return found;
  };
  return { solver, all, worker };
}

const request: SolveRequest = { kind: 'blocks', puzzle: 'A.\n--\n.A', metric: 'moves' };
const outcome = { status: 'solved', optimal: true, seconds: 0.1 } as Outcome;

test('an answer reaches who asked, and progress before it', async () => {
  const { solver, worker } = fake();
  const seen: number[] = [];
  const job = solver.solve(request, ({ seconds }) => seen.push(seconds));
  worker().say({ kind: 'progress', id: 1, progress: { seconds: 0.05 } as Outcome });
  worker().say({ kind: 'done', id: 1, outcome });
  assert.equal(await job.outcome, outcome);
  assert.deepEqual(seen, [0.05]);
  // What comes late belongs to nobody.
  worker().say({ kind: 'progress', id: 1, progress: { seconds: 9 } as Outcome });
  assert.deepEqual(seen, [0.05]);
});

test('the latest request wins: the one before is stopped', async () => {
  const { solver, all, worker } = fake();
  const first = solver.solve(request);
  const second = solver.solve(request);
  await assert.rejects(first.outcome, StoppedError);
  worker().say({ kind: 'done', id: 1, outcome: { ...outcome, seconds: 1 } });
  worker().say({ kind: 'done', id: 2, outcome });
  assert.equal(await second.outcome, outcome);
  assert.equal(all.length, 1);
});

test('cancel and finish are messages; only a cancelled search is lost', async () => {
  const { solver, worker } = fake();
  const dropped = solver.solve(request);
  dropped.cancel();
  await assert.rejects(dropped.outcome, StoppedError);
  const taken = solver.solve(request);
  taken.finish();
  worker().say({ kind: 'done', id: 2, outcome });
  assert.equal(await taken.outcome, outcome);
  assert.deepEqual(
    worker().heard.filter(({ kind }) => kind === 'stop'),
    [
      { kind: 'stop', id: 1, keep: false },
      { kind: 'stop', id: 2, keep: true },
    ],
  );
});

test('a crash is told, and the next search has a new worker', async () => {
  const { solver, all, worker } = fake();
  const lost = solver.solve(request);
  worker().events.onerror('crashed');
  await assert.rejects(lost.outcome, (error) => error instanceof EngineError && error.reason === 'crashed');
  const missing = solver.solve(request);
  worker(1).events.onerror('notLoaded');
  await assert.rejects(missing.outcome, /could not be loaded/);
  const good = solver.solve(request);
  worker(2).say({ kind: 'done', id: 3, outcome });
  assert.equal(await good.outcome, outcome);
  assert.deepEqual(
    all.map(({ isTerminated }) => isTerminated),
    [true, true, false],
  );
});

test('a worker that has grown large is let go when it is idle, never while it works', async () => {
  const { solver, worker } = fake();
  const large = 200 * 2 ** 20;
  const job = solver.solve(request);
  assert.equal(worker().isKeptAlive, true);
  worker().say({ kind: 'idle', memory: large });
  assert.equal(worker().isTerminated, false);
  worker().say({ kind: 'done', id: 1, outcome });
  await job.outcome;
  assert.equal(worker().isKeptAlive, true, 'tables may still be written');
  worker().say({ kind: 'idle', memory: 2 ** 20 });
  assert.equal(worker().isTerminated, false);
  assert.equal(worker().isKeptAlive, false);
  worker().say({ kind: 'idle', memory: large });
  assert.equal(worker().isTerminated, true);
});

test('each kind of failure is an error of its own class', async () => {
  const { solver, worker } = fake();
  const failed = (id: number, failure: (FromWorker & { kind: 'failed' })['failure']): Promise<Outcome> => {
    const job = solver.solve(request);
    worker().say({ kind: 'failed', id, failure });
    return job.outcome;
  };
  await assert.rejects(failed(1, { kind: 'input', message: 'no puzzle' }), InputError);
  await assert.rejects(failed(2, { kind: 'unsolvable', message: 'parity' }), UnsolvableError);
  await assert.rejects(
    failed(3, { kind: 'refused', message: 'too large', forcible: true }),
    (error) => error instanceof RefusedError && error.forcible && error.message === 'too large',
  );
  await assert.rejects(
    failed(4, { kind: 'notLoaded', message: 'no network' }),
    (error) => error instanceof EngineError && error.reason === 'notLoaded',
  );
});

test('a closed solver stops what it does', async () => {
  const { solver, worker } = fake();
  const job = solver.solve(request);
  solver.close();
  await assert.rejects(job.outcome, StoppedError);
  assert.equal(worker().isTerminated, true);
});
