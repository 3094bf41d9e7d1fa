// A solution that is being looked at, as it is kept between visits.
import type { Outcome } from 'taquin';
import { fieldsOf, readJson, writeJson } from './storage';

/** Longer ones would fill the storage of some browsers; they are found again in less time than they take to be read. */
const MOST_MOVES = 20_000;

export interface SavedSolution {
  /** What had been played before it. */
  base: unknown;
  /** The place in it. */
  index: number;
  /** How it was asked for. */
  asked: unknown;
  outcome: Outcome;
}

/** Keeps a solution, or that there is none. */
export function writeSolution(key: string, solution: SavedSolution | null): void {
  const length = solution?.outcome.letters?.length ?? solution?.outcome.moves?.length ?? 0;
  if (solution === null || length > MOST_MOVES) return void writeJson(key, null);
  // why: the positions that were watched are many, and of no use any more.
  const { opened: _, ...outcome } = solution.outcome;
  writeJson(key, { ...solution, outcome });
}

/** The kept solution, `null` where there is none that can be read. Whether it fits the game is for the caller to see. */
export function readSolution(key: string): SavedSolution | null {
  try {
    const { base, index, asked, outcome } = fieldsOf(readJson(key));
    const { optimal, seconds, stats } = fieldsOf(outcome);
    const { expanded, lowerBound } = fieldsOf(stats);
    const isComplete =
      typeof optimal === 'boolean' && [index, seconds, expanded, lowerBound].every((value) => Number.isFinite(value));
    return isComplete ? { base, index: Number(index), asked, outcome: outcome as Outcome } : null;
  } catch {
    return null;
  }
}
