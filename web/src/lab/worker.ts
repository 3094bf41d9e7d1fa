// Searches side by side: all are pumped in turn by the same number of nodes, so that none is favoured.
import {
  Board,
  Exploration,
  Search,
  loadPart,
  type Refused,
  type SearchOptions,
  type SearchStatus,
} from 'taquin/engine';
import type { FromWorker, Result, Sample, ToWorker } from './protocol';

/** A racer that has worked this long by itself is stopped. */
const PATIENCE_SECONDS = 30;
const MEMORY_BYTES = 384 * 2 ** 20;
/** A paced race begins with slices of so many nodes, each round is so much longer, and takes at least so long. */
const FIRST_SLICE = 40;
const GROWTH = 1.06;
const ROUND_MS = 25;
/** No slice is to take longer, so that a race can be stopped. */
const SLICE_MS = 12;
const REPORT_MS = 50;
/** The most notes of one search: a tree that is searched again and again has more than a map can show. */
const MOST_OPENED = 2_000_000;

const engine = loadPart('tiles');
let current = 0;
const send = (message: FromWorker): void => self.postMessage(message);
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const messageOf = (error: unknown): string => (error as Partial<Refused>).message ?? String(error);

class Racer {
  readonly #index: number;
  readonly #search: Search;
  seconds = 0;
  status: SearchStatus = 'paused';

  constructor(index: number, start: Board, goal: Board, options: SearchOptions) {
    this.#index = index;
    this.#search = new Search(start, goal, { memoryLimit: MEMORY_BYTES, ...options });
  }

  /** Works on for about so many nodes; says how many milliseconds that took. */
  run(budget: number): number {
    const before = performance.now();
    this.status = this.#search.run(budget);
    const took = performance.now() - before;
    this.seconds += took / 1000;
    return took;
  }

  sample(): Sample {
    const { generated, expanded, stored, lowerBound } = this.#search.stats();
    const length = this.#search.length();
    return {
      racer: this.#index,
      seconds: this.seconds,
      generated,
      expanded,
      stored,
      lowerBound,
      ...(length === undefined ? {} : { length }),
    };
  }

  result(): Result {
    const { expanded, generated, stored, peakBytes, lowerBound } = this.#search.stats();
    const [solution, branchingFactor] = [this.#search.solution(), this.#search.branchingFactor()];
    return {
      racer: this.#index,
      status: solution !== undefined ? 'solved' : this.status === 'full' ? 'full' : 'limit',
      optimal: solution !== undefined && this.#search.proven,
      lowerBound,
      expanded,
      generated,
      stored,
      peakBytes,
      seconds: this.seconds,
      ...(solution === undefined ? {} : { solution, moves: solution.length }),
      ...(branchingFactor === undefined ? {} : { branchingFactor }),
    };
  }

  free(): void {
    this.#search.free();
  }
}

const refused = (racer: number, error: unknown): Result => ({
  racer,
  status: 'refused',
  optimal: false,
  lowerBound: 0,
  expanded: 0,
  generated: 0,
  stored: 0,
  peakBytes: 0,
  seconds: 0,
  message: messageOf(error),
});

async function race(id: number, start: Board, goal: Board, all: SearchOptions[], paced: boolean): Promise<void> {
  const samples: Sample[] = [];
  let racing: Racer[] = [];
  const finish = (racer: Racer): void => {
    samples.push(racer.sample());
    send({ kind: 'samples', id, samples: samples.splice(0) });
    send({ kind: 'result', id, result: racer.result() });
    racer.free();
  };
  all.forEach((options, index) => {
    try {
      racing.push(new Racer(index, start, goal, options));
    } catch (error) {
      send({ kind: 'result', id, result: refused(index, error) });
    }
  });
  let [slice, reported] = [paced ? FIRST_SLICE : 2_000, performance.now()];
  while (racing.length > 0) {
    const began = performance.now();
    let longest = 0;
    for (const racer of racing) {
      longest = Math.max(longest, racer.run(slice));
      samples.push(racer.sample());
      if (racer.status !== 'paused' || racer.seconds > PATIENCE_SECONDS) finish(racer);
    }
    racing = racing.filter((racer) => racer.status === 'paused' && racer.seconds <= PATIENCE_SECONDS);
    slice = longest > 2 * SLICE_MS ? slice / 2 : longest > SLICE_MS ? slice : slice * GROWTH;
    if (performance.now() - reported > REPORT_MS) {
      reported = performance.now();
      send({ kind: 'samples', id, samples: samples.splice(0) });
    }
    await pause(paced ? Math.max(0, ROUND_MS - (performance.now() - began)) : 0);
    if (current !== id) break;
  }
  // Those that were stopped tell how far they came.
  racing.forEach(finish);
}

async function trials(id: number, start: Board, goal: Board, all: SearchOptions[]): Promise<void> {
  for (const [index, options] of all.entries()) {
    try {
      const racer = new Racer(index, start, goal, options);
      let slice = 2_000;
      while (racer.status === 'paused' && racer.seconds <= PATIENCE_SECONDS && current === id) {
        slice = Math.min(slice * Math.min(2, SLICE_MS / Math.max(racer.run(slice), 0.1)), 1e7);
        await pause(0);
      }
      if (current === id) send({ kind: 'result', id, result: racer.result() });
      racer.free();
    } catch (error) {
      send({ kind: 'result', id, result: refused(index, error) });
    }
    if (current !== id) return;
  }
}

async function explore(
  id: number,
  start: Board,
  goal: Board,
  all: { racer: number; options: SearchOptions }[],
): Promise<void> {
  for (const { racer, options } of all) {
    try {
      const exploration = new Exploration(start, goal, options);
      let [status, nodes] = ['paused', 0];
      while (status === 'paused' && nodes < MOST_OPENED && current === id) {
        status = exploration.run(20_000);
        nodes += 20_000;
        await pause(0);
      }
      const opened = exploration.opened();
      send({
        kind: 'exploration',
        id,
        exploration: { racer, side: exploration.side, population: exploration.population(), opened },
      });
      exploration.free();
    } catch {
      // What cannot be watched has no map; its row in the table is all there is.
    }
    if (current !== id) return;
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'stop') {
    if (current === data.id) current = 0;
    return;
  }
  current = data.id;
  const work = async (): Promise<void> => {
    await engine;
    const [start, goal] = [Board.parse(data.board.start), Board.parse(data.board.goal)];
    if (data.kind === 'race') await race(data.id, start, goal, data.racers, data.paced);
    else if (data.kind === 'trials') await trials(data.id, start, goal, data.racers);
    else await explore(data.id, start, goal, data.racers);
  };
  void work().finally(() => send({ kind: 'done', id: data.id }));
};
