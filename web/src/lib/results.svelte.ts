// The player's best results: one store for every kind of puzzle, every view and every tab.
import { fieldsOf, onOtherTab, readJson, writeJson } from './storage';

export interface Best {
  moves: number;
  /** Milliseconds; 0 where the puzzle has no clock. */
  time: number;
}

const KEY = 'bests';

function read(): Record<string, Best> {
  const bests: Record<string, Best> = {};
  try {
    for (const [name, value] of Object.entries(fieldsOf(readJson(KEY)))) {
      const { moves, time } = fieldsOf(value);
      if (typeof moves === 'number' && typeof time === 'number') bests[name] = { moves, time };
    }
  } catch {
    // Damaged: what cannot be read cannot be kept.
  }
  return bests;
}

/** The better of two results in each respect. */
export const better = (a: Best, b: Best | undefined): Best =>
  b === undefined ? a : { moves: Math.min(a.moves, b.moves), time: Math.min(a.time, b.time) };

class Results {
  #bests: Record<string, Best> = $state.raw(read());

  constructor() {
    onOtherTab(KEY, () => (this.#bests = read()));
  }

  best(name: string): Best | undefined {
    return this.#bests[name];
  }

  /** Notes a result: is it a new best, and was it kept? */
  record(name: string, result: Best): { isBest: boolean; isKept: boolean } {
    // why anew: another tab may have written since.
    const bests = read();
    const before = bests[name];
    const best = better(result, before);
    const isBest = before === undefined || best.moves < before.moves || best.time < before.time;
    this.#bests = { ...bests, [name]: best };
    return { isBest, isKept: !isBest || writeJson(KEY, this.#bests) };
  }
}

export const results = new Results();
