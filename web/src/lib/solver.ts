// The page's side of the worker: one search at a time, the latest request wins.
import { strings } from '../strings';
import type { FromWorker, Outcome, Progress, SolveRequest, ToWorker } from './protocol';

/** In the browser's own time line: from a cancel to the worker's word that it has stopped. */
const CANCEL = 'taquin: cancel';

/** More than this is not held by a worker that does nothing. */
const MOST_IDLE_BYTES = 128 * 2 ** 20;

/** A search that was asked to stop, or made way for another. */
export class Stopped extends Error {}

export interface Job {
  outcome: Promise<Outcome>;
  /** Ends the search and takes the best solution so far. */
  finish(): void;
  /** Ends the search; its outcome is [`Stopped`]. */
  cancel(): void;
}

interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
  onprogress(progress: Progress): void;
}

export class Solver {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  /** When a search was cancelled whose worker has not stopped yet. */
  #cancelled: number | null = null;

  /** Begins a search; the one before is cancelled. */
  solve(request: SolveRequest, onprogress: (progress: Progress) => void = () => {}): Job {
    const id = ++this.#last;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      for (const other of this.#waiting.values()) other.reject(new Stopped());
      this.#waiting.clear();
      this.#waiting.set(id, { resolve, reject, onprogress });
    });
    this.#send({ kind: 'solve', id, request });
    return {
      outcome,
      finish: () => this.#send({ kind: 'stop', id, keep: true }),
      cancel: () => {
        if (this.#waiting.has(id)) this.#cancelled = performance.now();
        this.#send({ kind: 'stop', id, keep: false });
        this.#settle(id)?.reject(new Stopped());
      },
    };
  }

  #send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => {
      // A crash of the engine (out of memory, say) must not end the game: the next request starts a new worker.
      // An event without a message says that the worker's script itself did not arrive.
      const reason = 'message' in event ? strings.solve.crashed : strings.solve.notLoaded;
      worker.terminate();
      this.#worker = null;
      for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(new Error(reason));
    };
    return worker;
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'progress':
        return this.#waiting.get(message.id)?.onprogress(message.progress);
      case 'done':
        return this.#settle(message.id)?.resolve(message.outcome);
      case 'stopped':
        if (this.#cancelled !== null) performance.measure(CANCEL, { start: this.#cancelled });
        this.#cancelled = null;
        return;
      case 'idle':
        return this.#retire(message.memory);
      case 'failed':
        return this.#settle(message.id)?.reject(new Error(message.message));
    }
  }

  /** Lets a worker go that has grown large and has nothing to do: memory of wasm never shrinks. Its tables are kept. */
  #retire(memory: number): void {
    if (memory < MOST_IDLE_BYTES || this.#waiting.size > 0) return;
    this.#worker?.terminate();
    this.#worker = null;
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
