// Positions shown one after the other, while the game stays as it is: a shuffle that is watched, the positions that a search
// looked at, the way that the player went, or moves that were pasted.

/** However many positions a search looked at, they are shown within this time. */
const LONGEST_SECONDS = 15;

export type SequenceKind = 'shuffle' | 'search' | 'mine' | 'pasted';

export class Sequence<Position> {
  readonly kind: SequenceKind;
  readonly count: number;
  readonly #at: (index: number) => Position;
  /** What happens when all is shown. */
  readonly end: () => void;
  /** How many of the positions have been shown. */
  shown = $state(0);
  readonly present: Position = $derived.by(() => this.#at(this.shown));

  constructor(kind: SequenceKind, count: number, at: (index: number) => Position, end: () => void = () => {}) {
    [this.kind, this.count, this.#at, this.end] = [kind, count, at, end];
  }

  /** Positions a second, for a player who likes `speed` moves a second. */
  rate(speed: number): number {
    return this.kind === 'shuffle' ? speed : Math.max(speed, this.count / LONGEST_SECONDS);
  }

  /** Shows so many more; is that all? */
  advance(by: number): boolean {
    this.shown = Math.min(this.count, this.shown + by);
    return this.shown >= this.count;
  }
}
