// Several searches at once: each has a worker of its own, and those without one wait for it.
import { platform } from './platform.js';
import type { Outcome, Progress, SolveRequest } from './protocol.js';
import { Solver, type Job } from './solver.js';

export interface Watched {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export class Pool {
  readonly #size: number | undefined;
  readonly #start: () => Solver;
  readonly #all: Solver[] = [];
  readonly #idle: Solver[] = [];
  readonly #queue: ((solver: Solver) => void)[] = [];

  /** At most so many searches run at once; by default as many as there are processors. */
  constructor(size?: number, start = () => new Solver()) {
    this.#size = size;
    this.#start = start;
  }

  /** Runs a search when there is a worker for it. An abort ends it, and rejects with the signal's reason. */
  async run(request: SolveRequest, { signal, onProgress }: Watched = {}): Promise<Outcome> {
    signal?.throwIfAborted();
    const solver = await this.#taken(signal);
    let job: Job | null = null;
    const cancel = (): void => job?.cancel();
    try {
      signal?.throwIfAborted();
      job = solver.solve(request, onProgress);
      signal?.addEventListener('abort', cancel);
      return await job.outcome;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#release(solver);
    }
  }

  /** Ends all workers and what they do; the next search starts new ones. */
  close(): void {
    for (const solver of this.#all) solver.close();
  }

  /** A solver that is free, new where there may be one more, or the next one that is released. */
  #taken(signal: AbortSignal | undefined): Promise<Solver> {
    const free = this.#idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    if (this.#all.length < (this.#size ?? Math.max(1, platform().cores()))) {
      const solver = this.#start();
      this.#all.push(solver);
      return Promise.resolve(solver);
    }
    return new Promise((resolve, reject) => {
      const take = (solver: Solver): void => {
        signal?.removeEventListener('abort', leave);
        resolve(solver);
      };
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(take), 1);
        reject(signal?.reason as Error);
      };
      this.#queue.push(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #release(solver: Solver): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#idle.push(solver);
    else next(solver);
  }
}
