// The engine at work, away from the page: a search is pumped in short slices, and messages are heard between them.
import {
  BlockGame,
  BlockSearch,
  Board,
  Exploration,
  Search,
  loadEngine,
  type Refused,
  type SearchStats,
  type SearchStatus,
} from './engine';
import type { FromWorker, Outcome, Progress, SolveRequest, TileRequest, ToWorker } from './protocol';
import { loadTables, saveTables, tablesWritten } from './tables';

const SLICE_MS = 10;
const REPORT_MS = 80;
/** More positions of one search are not shown. */
const MOST_OPENED = 200_000;

/** A search of either kind of puzzle, and what it answers with. */
interface RunningSearch {
  /** What it was given to begin with. */
  tables?: Progress['tables'];
  run(budget: number): SearchStatus;
  stats(): SearchStats;
  length(): number | undefined;
  answer(): Pick<Outcome, 'letters' | 'moves' | 'cost' | 'stages' | 'optimal'>;
  free(): void;
}

let wanted: { id: number; stop: null | 'drop' | 'keep' } | null = null;
const engine = loadEngine();

const send = (message: FromWorker): void => self.postMessage(message);

/** Lets waiting messages in. A timer would be clamped to 4 ms; a message channel is not. */
const yieldToEvents = (() => {
  const { port1, port2 } = new MessageChannel();
  let next: (() => void) | null = null;
  port1.onmessage = () => next?.();
  return () =>
    new Promise<void>((resolve) => {
      next = resolve;
      port2.postMessage(null);
    });
})();

async function begin(request: SolveRequest): Promise<RunningSearch> {
  if (request.kind === 'blocks') {
    const game = new BlockGame(request.puzzle);
    for (const { block, to } of request.made ?? []) game.moveTo(block, ...to);
    const search = new BlockSearch(game, request.metric, request.memoryLimit);
    game.free();
    return {
      run: (budget) => search.run(budget),
      stats: () => search.stats(),
      length: () => undefined,
      answer: () => {
        const [moves, cost] = [search.solution(), search.cost()];
        return {
          optimal: moves !== undefined,
          ...(moves === undefined ? {} : { moves }),
          ...(cost === undefined ? {} : { cost }),
        };
      },
      free: () => search.free(),
    };
  }
  const [start, goal] = [Board.parse(request.start), Board.parse(request.goal)];
  const tables = await loadTables(goal, request.options);
  const search = new Search(start, goal, request.options);
  return {
    tables,
    run: (budget) => search.run(budget),
    stats: () => search.stats(),
    length: () => search.length(),
    answer: () => {
      const [letters, found] = [search.solution(), search.stages()];
      return {
        optimal: letters !== undefined && search.proven,
        ...(letters === undefined ? {} : { letters }),
        ...(found === undefined ? {} : { stages: found }),
      };
    },
    free: () => search.free(),
  };
}

/** The positions that a search opens, in order. The board is small: the search is run again, and noted. */
function openedBy({ start, goal, options }: TileRequest): Uint16Array {
  const exploration = new Exploration(Board.parse(start), Board.parse(goal), options);
  try {
    exploration.run(MOST_OPENED);
    return exploration.positions();
  } finally {
    exploration.free();
  }
}

async function solve(job: NonNullable<typeof wanted>, request: SolveRequest): Promise<void> {
  await engine;
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  const search = await begin(request);
  const { tables } = search;
  const progress = (): Progress => {
    const best = search.length();
    return {
      stats: search.stats(),
      seconds: seconds(),
      ...(tables === undefined ? {} : { tables }),
      ...(best === undefined ? {} : { best }),
    };
  };
  try {
    let budget = 2_000;
    let reported = 0;
    let status = search.run(1);
    while (status === 'paused') {
      await yieldToEvents();
      if (job.stop === 'drop') return send({ kind: 'stopped', id: job.id });
      if (job.stop === 'keep' || seconds() >= (request.timeLimit ?? Infinity)) break;
      const before = performance.now();
      status = search.run(budget);
      const now = performance.now();
      // why: the work for one node differs by orders of magnitude between algorithms, so the slice is steered by time.
      const took = now - before;
      // why at once: a search that is cancelled leaves every finished table to the next visit.
      if (tables !== undefined) tables.built += saveTables();
      budget = Math.max(1, Math.min(budget * Math.min(2, SLICE_MS / Math.max(took, 0.1)), 1e7));
      if (now - reported > REPORT_MS) {
        reported = now;
        send({ kind: 'progress', id: job.id, progress: progress() });
      }
    }
    const state = progress();
    const outcome: Outcome = {
      ...state,
      status: status === 'paused' ? 'limit' : status,
      ...search.answer(),
      ...(request.kind === 'tiles' && request.watched === true ? { opened: openedBy(request) } : {}),
    };
    send({ kind: 'done', id: job.id, outcome });
  } finally {
    search.free();
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'stop') {
    if (wanted?.id === data.id) wanted.stop = data.keep ? 'keep' : 'drop';
    return;
  }
  if (wanted !== null) wanted.stop ??= 'drop';
  const job = { id: data.id, stop: null };
  wanted = job;
  const finished = solve(job, data.request).catch((error: unknown) => {
    // A crash leaves the engine unusable: reported as the worker's own error, it makes the page start another.
    if (error instanceof WebAssembly.RuntimeError) return reportError(error);
    const { message = String(error) } = error as Partial<Refused>;
    send({ kind: 'failed', id: data.id, message });
  });
  void finished.then(async () => {
    await tablesWritten();
    const { buffer } = await engine;
    if (wanted === job) send({ kind: 'idle', memory: buffer.byteLength });
  });
};
