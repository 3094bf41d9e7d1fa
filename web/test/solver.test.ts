import { beforeEach, expect, test, vi } from 'vitest';
import type { FromWorker, Outcome, SolveRequest, ToWorker } from '../src/lib/protocol';
import { Solver, Stopped } from '../src/lib/solver';

/** A worker that says only what a test makes it say. */
class FakeWorker {
  static all: FakeWorker[] = [];
  readonly heard: ToWorker[] = [];
  isTerminated = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const request: SolveRequest = { kind: 'blocks', puzzle: 'A.\n--\n.A', metric: 'moves' };
const outcome = { status: 'solved', optimal: true, seconds: 0.1 } as Outcome;
const worker = (index = 0): FakeWorker => {
  const found = FakeWorker.all[index];
  if (found === undefined) throw new Error(`there is no worker ${index}`);
  return found;
};

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});

test('an answer reaches who asked, and progress before it', async () => {
  const seen: number[] = [];
  const job = new Solver().solve(request, ({ seconds }) => seen.push(seconds));
  worker().say({ kind: 'progress', id: 1, progress: { seconds: 0.05 } as Outcome });
  worker().say({ kind: 'done', id: 1, outcome });
  await expect(job.outcome).resolves.toBe(outcome);
  expect(seen).toEqual([0.05]);
  // What comes late belongs to nobody.
  worker().say({ kind: 'progress', id: 1, progress: { seconds: 9 } as Outcome });
  expect(seen).toEqual([0.05]);
});

test('the latest request wins: the one before is stopped', async () => {
  const solver = new Solver();
  const first = solver.solve(request);
  const second = solver.solve(request);
  await expect(first.outcome).rejects.toBeInstanceOf(Stopped);
  worker().say({ kind: 'done', id: 1, outcome: { ...outcome, seconds: 1 } });
  worker().say({ kind: 'done', id: 2, outcome });
  await expect(second.outcome).resolves.toBe(outcome);
  expect(FakeWorker.all).toHaveLength(1);
});

test('cancel and finish are messages; only a cancelled search is lost', async () => {
  const solver = new Solver();
  const dropped = solver.solve(request);
  dropped.cancel();
  await expect(dropped.outcome).rejects.toBeInstanceOf(Stopped);
  const taken = solver.solve(request);
  taken.finish();
  worker().say({ kind: 'done', id: 2, outcome });
  await expect(taken.outcome).resolves.toBe(outcome);
  expect(worker().heard.filter(({ kind }) => kind === 'stop')).toEqual([
    { kind: 'stop', id: 1, keep: false },
    { kind: 'stop', id: 2, keep: true },
  ]);
});

test('a crash is told, and the next search has a new worker', async () => {
  const solver = new Solver();
  const lost = solver.solve(request);
  worker().onerror?.({ message: 'unreachable' });
  await expect(lost.outcome).rejects.toThrow('crashed');
  const missing = solver.solve(request);
  worker(1).onerror?.({});
  await expect(missing.outcome).rejects.toThrow('could not be loaded');
  const good = solver.solve(request);
  worker(2).say({ kind: 'done', id: 3, outcome });
  await expect(good.outcome).resolves.toBe(outcome);
  expect(FakeWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true, false]);
});

test('a worker that has grown large is let go when it is idle, never while it works', async () => {
  const solver = new Solver();
  const large = 200 * 2 ** 20;
  const job = solver.solve(request);
  worker().say({ kind: 'idle', memory: large });
  expect(worker().isTerminated).toBe(false);
  worker().say({ kind: 'done', id: 1, outcome });
  await job.outcome;
  worker().say({ kind: 'idle', memory: 2 ** 20 });
  expect(worker().isTerminated).toBe(false);
  worker().say({ kind: 'idle', memory: large });
  expect(worker().isTerminated).toBe(true);
  const next = solver.solve(request);
  worker(1).say({ kind: 'failed', id: 2, message: 'no puzzle' });
  await expect(next.outcome).rejects.toThrow('no puzzle');
});
