import type { Outcome } from '../lib/protocol';

/** A solution that can be watched: of tiles or of blocks. */
export interface Watched {
  readonly outcome: Outcome;
  readonly count: number;
  readonly text: string;
  readonly finished: boolean;
  index: number;
  playing: boolean;
  labels(from: number, to: number): string[];
  seek(index: number): void;
  toggle(): void;
}
