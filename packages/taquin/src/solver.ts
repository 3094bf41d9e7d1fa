// The owner's side of a worker: one search at a time, the latest request wins.
import { EngineError, StoppedError, errorOf } from './errors.js';
import { platform, type WorkerEvents, type WorkerHandle } from './platform.js';
import type { FromWorker, Outcome, Progress, SolveRequest, ToWorker } from './protocol.js';

/** In the browser's own time line: from a cancel to the worker's word that it has stopped. */
const CANCEL = 'taquin: cancel';

/** More than this is not held by a worker that does nothing. */
const MOST_IDLE_BYTES = 128 * 2 ** 20;

export interface Job {
  outcome: Promise<Outcome>;
  /** Ends the search and takes the best solution so far. */
  finish(): void;
  /** Ends the search; its outcome is a `StoppedError`. */
  cancel(): void;
}

interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
  onprogress(progress: Progress): void;
}

export class Solver {
  readonly #startWorker: (events: WorkerEvents) => WorkerHandle;
  #worker: WorkerHandle | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  /** When a search was cancelled whose worker has not stopped yet. */
  #cancelled: number | null = null;

  constructor(startWorker = (events: WorkerEvents) => platform().startWorker(events)) {
    this.#startWorker = startWorker;
  }

  /** Begins a search; the one before is cancelled. */
  solve(request: SolveRequest, onprogress: (progress: Progress) => void = () => {}): Job {
    const id = ++this.#last;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      for (const other of this.#waiting.values()) other.reject(new StoppedError());
      this.#waiting.clear();
      this.#waiting.set(id, { resolve, reject, onprogress });
    });
    this.#send({ kind: 'solve', id, request });
    this.#worker?.keepAlive(true);
    return {
      outcome,
      finish: () => this.#send({ kind: 'stop', id, keep: true }),
      cancel: () => {
        if (this.#waiting.has(id)) this.#cancelled = performance.now();
        this.#send({ kind: 'stop', id, keep: false });
        this.#settle(id)?.reject(new StoppedError());
      },
    };
  }

  /** Ends the worker and what it does; another request starts a new one. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(new StoppedError());
  }

  #send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.send(message);
  }

  #start(): WorkerHandle {
    const worker = this.#startWorker({
      onmessage: (message) => this.#hear(message),
      onerror: (reason, cause) => {
        // A crash of the engine (out of memory, say) must not end the game: the next request starts a new worker.
        worker.terminate();
        this.#worker = null;
        for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(new EngineError(reason, cause));
      },
    });
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
        return this.#settle(message.id)?.reject(errorOf(message.failure));
    }
  }

  /** Lets a worker go that has grown large and has nothing to do: memory of wasm never shrinks. Its tables are kept. */
  #retire(memory: number): void {
    if (this.#waiting.size > 0) return;
    // why only now: a program that ended with its last answer would lose tables that are still being written.
    this.#worker?.keepAlive(false);
    if (memory < MOST_IDLE_BYTES) return;
    this.#worker?.terminate();
    this.#worker = null;
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
