// What the laboratory's page and its worker say to each other.
import type { SearchOptions } from 'taquin/engine';

export interface Board {
  start: string;
  goal: string;
}

/** How a racer stands at one moment. */
export interface Sample {
  racer: number;
  /** Seconds that it has worked itself. */
  seconds: number;
  generated: number;
  expanded: number;
  stored: number;
  lowerBound: number;
  /** Length of its best solution so far. */
  length?: number;
}

/** What a racer did: the columns of `taquin compare`. */
export interface Result {
  racer: number;
  /** `limit`: out of time or stopped, `full`: out of memory, `refused`: never begun, see `message`. */
  status: 'solved' | 'limit' | 'full' | 'refused';
  moves?: number;
  solution?: string;
  optimal: boolean;
  lowerBound: number;
  expanded: number;
  generated: number;
  stored: number;
  peakBytes: number;
  seconds: number;
  branchingFactor?: number;
  message?: string;
}

/** Which positions a search opened, by their places on the map of all positions. */
export interface Exploration {
  racer: number;
  side: number;
  population: Uint32Array;
  /** In order; a place is distance to the goal × side + distance from the start. */
  opened: Uint16Array;
}

export type ToWorker =
  /** All at once, in equal slices of nodes; `paced`: slowly enough to be watched. */
  | { kind: 'race'; id: number; board: Board; racers: SearchOptions[]; paced: boolean }
  /** One after the other. */
  | { kind: 'trials'; id: number; board: Board; racers: SearchOptions[] }
  | { kind: 'explore'; id: number; board: Board; racers: { racer: number; options: SearchOptions }[] }
  | { kind: 'stop'; id: number };

export type FromWorker =
  | { kind: 'samples'; id: number; samples: Sample[] }
  | { kind: 'result'; id: number; result: Result }
  | { kind: 'exploration'; id: number; exploration: Exploration }
  | { kind: 'done'; id: number };
