// Boards shown one after the other: a shuffle that is watched, or the positions that a search looked at.
import type { Board } from 'taquin/engine';

/** However many positions a search looked at, they are shown within this time. */
const LONGEST_SECONDS = 15;

export class Sequence {
  readonly kind: 'shuffle' | 'search';
  readonly count: number;
  readonly #board: (index: number) => Board;
  /** What happens when all is shown. */
  readonly end: () => void;
  /** How many of the boards have been shown. */
  shown = $state(0);
  readonly board = $derived.by(() => this.#board(this.shown));

  constructor(kind: 'shuffle' | 'search', count: number, board: (index: number) => Board, end: () => void) {
    [this.kind, this.count, this.#board, this.end] = [kind, count, board, end];
  }

  /** Boards a second, for a player who likes `speed` moves a second. */
  rate(speed: number): number {
    return this.kind === 'shuffle' ? speed : Math.max(speed, this.count / LONGEST_SECONDS);
  }

  /** Shows so many more; is that all? */
  advance(by: number): boolean {
    this.shown = Math.min(this.count, this.shown + by);
    return this.shown >= this.count;
  }
}
