import type { Outcome } from 'taquin';

/** A solution that can be watched: of tiles or of blocks. */
export interface SolutionPlayback {
  readonly outcome: Outcome;
  readonly count: number;
  /** Its length as it was asked for, and what it means that no way is shorter. */
  readonly length: { found: string; optimal: string };
  readonly text: string;
  readonly finished: boolean;
  index: number;
  playing: boolean;
  labels(from: number, to: number): string[];
  /** The moves from one place to another in words. */
  words(from: number, to: number): string[];
  seek(index: number): void;
  toggle(): void;
  /** The move that led to the present place, in words. */
  spoken(): string;
}
