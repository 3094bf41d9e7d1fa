// The laboratory: one board, several searches, and what they did.
import { Board, algorithms, check, heuristics, randomSeed, type SearchOptions } from 'taquin/engine';
import { messageOf } from '../lib/errors';
import { readText, writeJson } from '../lib/storage';
import { defaultValues, weightsOf, type Weight } from '../lib/parameters';
import type { Board as BoardTexts, Exploration, FromWorker, Result, Sample, ToWorker } from './protocol';

/** Boards to begin with. */
export const EXAMPLES = ['8 2 0/4 6 1/3 7 5', '8 6 7/2 5 4/3 0 1', '9 7 3 15/6 8 2 4/11 1 0 14/13 5 10 12'] as const;
/** Maps are drawn of boards up to this size. */
const MOST_MAPPED = 9;
const PAUSE_MS = 150;

export type Task = 'race' | 'trials' | 'explore';
/** A parameter that is varied, of an algorithm that has it. */
export interface Sweep {
  algorithm: string;
  parameter: Weight;
}
export const SWEEPS: readonly Sweep[] = [
  { algorithm: 'weighted-astar', parameter: 'epsilon' },
  { algorithm: 'dynamic-astar', parameter: 'epsilon' },
  { algorithm: 'dynamic-astar', parameter: 'anticipated' },
  { algorithm: 'alpha-star', parameter: 'lambda' },
  { algorithm: 'alpha-star', parameter: 'bigLambda' },
];
const VALUES: Record<Weight, readonly number[]> = {
  epsilon: [1, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 15, 20],
  anticipated: [10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500],
  lambda: [-1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 4, 5],
  bigLambda: [0, 0.5, 1, 1.5, 2, 3, 5, 7, 10, 15, 20],
};

export interface Trial {
  value: number;
  result: Result;
}

interface Listener {
  onmessage: (message: FromWorker) => void;
  ondone: () => void;
}

export class Laboratory {
  readonly algorithms = algorithms().filter(({ name }) => !['auto', 'optimal'].includes(name));
  readonly heuristics = heuristics();
  text: string = $state(EXAMPLES[0]);
  board: { start: Board; goal: Board } = $state.raw({ start: Board.parse(EXAMPLES[0]), goal: Board.solved(3, 3) });
  problem: 'unreadable' | 'unsolvable' | null = $state(null);
  reason = $state('');
  chosen: string[] = $state(['bfs', 'astar', 'weighted-astar', 'ida-star']);
  heuristic = $state('linear-conflict');
  parameters: Record<Weight, number> = $state(defaultValues());
  /** Who is racing or has raced, and all that was heard of them. */
  racers: SearchOptions[] = $state.raw([]);
  samples: Sample[][] = $state.raw([]);
  results: (Result | undefined)[] = $state.raw([]);
  maps: Exploration[] = $state.raw([]);
  running: Task | null = $state(null);
  sweep: Sweep = $state.raw(SWEEPS[0] as Sweep);
  trials: Trial[] = $state.raw([]);
  #worker: Worker | null = null;
  #id = 0;
  #listener: Listener | null = null;
  /** Samples of the race that are not in the charts yet. */
  #unseen: Sample[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly mapped = $derived.by(() => this.board.start.cells.length <= MOST_MAPPED);

  constructor() {
    const kept = readText('laboratory');
    if (kept !== null) this.write(kept);
  }

  /** Takes a board over. Default goal: tiles in order, the gap last. */
  write(text: string, goal?: Board): void {
    this.text = text;
    try {
      const start = Board.parse(text);
      const board = { start, goal: goal ?? Board.solved(start.rows, start.cols) };
      this.problem = check(board.start, board.goal).kind === 'solvable' ? null : 'unsolvable';
      if (this.problem !== null) return;
      this.stop();
      this.board = board;
      [this.racers, this.samples, this.results, this.maps, this.trials] = [[], [], [], [], []];
      writeJson('laboratory', text);
    } catch (error) {
      this.problem = 'unreadable';
      this.reason = messageOf(error);
    }
  }

  shuffle(side: number): void {
    this.write(Board.solved(side, side).scrambled(randomSeed()).toString());
  }

  toggle(algorithm: string): void {
    this.chosen = this.chosen.includes(algorithm)
      ? this.chosen.filter((name) => name !== algorithm)
      : [...this.chosen, algorithm];
  }

  /** All chosen algorithms on the board, side by side; then, on a small board, what they opened. */
  race(paced: boolean): void {
    this.racers = this.algorithms
      .filter(({ name }) => this.chosen.includes(name))
      .map(({ name }) => this.#options(name));
    this.samples = this.racers.map(() => []);
    this.results = this.racers.map(() => undefined);
    [this.maps, this.#unseen] = [[], []];
    const { racers } = this;
    this.#begin(
      'race',
      { kind: 'race', racers, paced },
      {
        onmessage: (message) => {
          if (message.kind === 'samples') this.#collect(message.samples);
          if (message.kind === 'result') this.results = this.results.with(message.result.racer, message.result);
        },
        ondone: () => {
          this.#show();
          if (this.mapped) this.#explore();
        },
      },
    );
  }

  /** Takes samples in; they are shown once a frame. On a slow machine the charts would else fall ever further behind
   * the race, and nobody would get through to the button that stops it. */
  #collect(samples: Sample[]): void {
    if (this.#unseen.length === 0) requestAnimationFrame(() => this.#show());
    this.#unseen.push(...samples);
  }

  #show(): void {
    const unseen = this.#unseen.splice(0);
    if (unseen.length === 0) return;
    const all = this.samples.map((own) => [...own]);
    for (const sample of unseen) all[sample.racer]?.push(sample);
    this.samples = all;
  }

  #explore(): void {
    const racers = this.racers
      .map((options, racer) => ({ racer, options }))
      .filter(({ racer }) => this.results[racer]?.status === 'solved');
    this.#begin(
      'explore',
      { kind: 'explore', racers },
      {
        onmessage: (message) => {
          if (message.kind === 'exploration') this.maps = [...this.maps, message.exploration];
        },
        ondone: () => {},
      },
    );
  }

  /** Stops what is running; a race keeps what was found out. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.running !== null) this.#post({ kind: 'stop', id: this.#id });
  }

  // One parameter through its range.

  vary(sweep: Sweep): void {
    this.sweep = sweep;
    this.trials = [];
  }

  runSweep(): void {
    const values = VALUES[this.sweep.parameter].filter((value) => this.#sensible(value));
    this.trials = [];
    this.#try(values);
  }

  /** Sets a parameter; where it is the one that is varied, the new value is tried. */
  set(parameter: Weight, value: number): void {
    this.parameters[parameter] = value;
    clearTimeout(this.#timer);
    if (weightsOf(this.sweep.algorithm).includes(parameter) && parameter !== this.sweep.parameter) this.trials = [];
    if (parameter !== this.sweep.parameter || this.running === 'race' || !this.#sensible(value)) return;
    this.#timer = setTimeout(() => this.#try([value]), PAUSE_MS);
  }

  /** AlphA* asks that λ ≤ Λ. */
  #sensible(value: number): boolean {
    const wanted = { ...this.parameters, [this.sweep.parameter]: value };
    return this.sweep.algorithm !== 'alpha-star' || wanted.lambda <= wanted.bigLambda;
  }

  #try(values: number[]): void {
    const racers = values.map((value) =>
      this.#options(this.sweep.algorithm, { ...this.parameters, [this.sweep.parameter]: value }),
    );
    this.#begin(
      'trials',
      { kind: 'trials', racers },
      {
        onmessage: (message) => {
          const value = message.kind === 'result' ? values[message.result.racer] : undefined;
          if (message.kind !== 'result' || value === undefined) return;
          const others = this.trials.filter((trial) => trial.value !== value);
          this.trials = [...others, { value, result: message.result }].toSorted((a, b) => a.value - b.value);
        },
        ondone: () => {},
      },
    );
  }

  #options(algorithm: string, parameters: Record<Weight, number> = this.parameters): SearchOptions {
    const guided = this.algorithms.find(({ name }) => name === algorithm)?.guided === true;
    const options: SearchOptions = { algorithm };
    if (guided) options.heuristic = this.heuristic;
    for (const name of weightsOf(algorithm)) {
      if (name === 'anticipated') options.anticipated = parameters.anticipated;
      else options[name] = String(parameters[name]);
    }
    return options;
  }

  // The worker.

  #begin(
    task: Task,
    message:
      | { kind: 'race'; racers: SearchOptions[]; paced: boolean }
      | { kind: 'trials'; racers: SearchOptions[] }
      | { kind: 'explore'; racers: { racer: number; options: SearchOptions }[] },
    listener: Listener,
  ): void {
    const { start, goal } = this.board;
    const board: BoardTexts = { start: start.toString(), goal: goal.toString() };
    this.running = task;
    this.#listener = listener;
    this.#post({ ...message, id: ++this.#id, board });
  }

  #post(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the bundler looks for this very form
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.id !== this.#id) return;
      if (data.kind !== 'done') return this.#listener?.onmessage(data);
      this.running = null;
      this.#listener?.ondone();
    };
    worker.onerror = () => {
      // A crash of the engine (out of memory, say): the next task starts a new worker.
      worker.terminate();
      [this.#worker, this.running] = [null, null];
    };
    return worker;
  }
}
