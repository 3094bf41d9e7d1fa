// The engine at work in a worker: a search is pumped in short slices, and messages are heard between them.
import type { Part } from './engine.js';
import type { FromWorker, Outcome, Progress, SolveRequest, ToWorker } from './protocol.js';
import { begin, failureOf, type RunningSearch } from './searches.js';
import { Tables, type TableStore } from './tables.js';

const SLICE_MS = 10;
const REPORT_MS = 80;

/** What a worker needs of its platform. */
export interface Host {
  /** Loads a part of the engine once; its memory. */
  loadPart: (part: Part) => Promise<WebAssembly.Memory>;
  store: TableStore;
  send: (message: FromWorker) => void;
  /** Lets waiting messages in, at once where there are none. */
  yieldToEvents: () => Promise<void>;
  /** Ends the worker by an error that its owner hears. */
  crash: (error: Error) => void;
}

interface Task {
  id: number;
  stop: null | 'drop' | 'keep';
}

export class Service {
  readonly #host: Host;
  readonly #tables: Tables;
  /** Of the parts of the engine that are loaded. */
  readonly #memories = new Map<Part, WebAssembly.Memory>();
  #current: Task | null = null;

  constructor(host: Host) {
    this.#host = host;
    this.#tables = new Tables(host.store);
  }

  hear(message: ToWorker): void {
    if (message.kind === 'stop') {
      if (this.#current?.id === message.id) this.#current.stop = message.keep ? 'keep' : 'drop';
      return;
    }
    if (this.#current !== null) this.#current.stop ??= 'drop';
    const task: Task = { id: message.id, stop: null };
    this.#current = task;
    void this.#work(task, message.request);
  }

  async #work(task: Task, request: SolveRequest): Promise<void> {
    const { loadPart, send, crash } = this.#host;
    const part = request.kind === 'tiles' ? 'tiles' : 'blocks';
    try {
      this.#memories.set(part, await loadPart(part));
    } catch (error) {
      return send({ kind: 'failed', id: task.id, failure: { kind: 'notLoaded', message: String(error) } });
    }
    try {
      await this.#solve(task, request);
    } catch (error) {
      // A crash leaves the engine unusable: reported as the worker's own error, it makes its owner start another.
      if (error instanceof WebAssembly.RuntimeError) return crash(error);
      send({ kind: 'failed', id: task.id, failure: failureOf(error, request) });
    }
    await this.#tables.written();
    const memory = [...this.#memories.values()].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    if (this.#current === task) send({ kind: 'idle', memory });
  }

  async #solve(task: Task, request: SolveRequest): Promise<void> {
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1000;
    const search = await begin(request, this.#tables);
    try {
      const status = await this.#pump(task, search, seconds);
      if (status === 'dropped') return this.#host.send({ kind: 'stopped', id: task.id });
      const outcome: Outcome = { ...progressOf(search, seconds()), status, ...search.answer() };
      this.#host.send({ kind: 'done', id: task.id, outcome });
    } finally {
      search.free();
    }
  }

  /** Runs a search to its end, its limit, or until it is to stop. */
  async #pump(task: Task, search: RunningSearch, seconds: () => number): Promise<Outcome['status'] | 'dropped'> {
    let budget = 2_000;
    let [heard, reported] = [performance.now(), performance.now()];
    let status = search.run(1);
    while (status === 'paused') {
      // why not always: a search of a millisecond is done before a message could come.
      if (performance.now() - heard > SLICE_MS / 2) {
        await this.#host.yieldToEvents();
        heard = performance.now();
      }
      if (task.stop === 'drop') return 'dropped';
      if (task.stop === 'keep' || seconds() >= search.timeLimit) return 'limit';
      const before = performance.now();
      status = search.run(budget);
      const now = performance.now();
      // why: the work for one node differs by orders of magnitude between algorithms, so the slice is steered by time.
      const took = now - before;
      // why at once: a search that is cancelled leaves every finished table to the next one.
      if (search.tables !== undefined) search.tables.built += this.#tables.save();
      budget = Math.max(1, Math.min(budget * Math.min(2, SLICE_MS / Math.max(took, 0.1)), 1e7));
      if (now - reported > REPORT_MS) {
        reported = now;
        this.#host.send({ kind: 'progress', id: task.id, progress: progressOf(search, seconds()) });
      }
    }
    return status;
  }
}

function progressOf(search: RunningSearch, seconds: number): Progress {
  const best = search.length();
  return {
    stats: search.stats(),
    seconds,
    ...(search.tables === undefined ? {} : { tables: search.tables }),
    ...(best === undefined ? {} : { best }),
  };
}
