// A solution being watched, or followed by hand.
import type { Outcome } from '../lib/protocol';
import type { Game } from '../lib/game.svelte';
import { inverse, notation } from '../lib/engine';
import type { Watched } from '../parts/watched';

export class Playback implements Watched {
  readonly letters: string;
  readonly outcome: Outcome;
  index = $state(0);
  playing = $state(false);
  readonly finished = $derived.by(() => this.index >= this.letters.length);
  readonly #game: Game;
  /** What had been played before the solution. */
  readonly #base: string[];

  constructor(game: Game, outcome: Outcome) {
    this.#game = game;
    this.#base = game.done;
    this.letters = outcome.letters ?? '';
    this.outcome = outcome;
  }

  get count(): number {
    return this.letters.length;
  }

  /** The solution as people write it. */
  get text(): string {
    return notation(this.letters).text;
  }

  /** What is shown of the moves from one place to another. */
  labels(from: number, to: number): string[] {
    return [...this.letters.slice(from, to)];
  }

  /** Goes to a place in the solution. */
  seek(index: number): void {
    this.index = Math.max(0, Math.min(this.letters.length, Math.round(index)));
    if (this.finished) this.playing = false;
    this.#game.rewrite([...this.#base, ...this.letters.slice(0, this.index)]);
  }

  toggle(): void {
    if (!this.playing && this.finished) this.seek(0);
    this.playing = !this.playing && this.letters !== '';
  }

  /** The player made these moves: do they follow the solution, forwards or back? */
  follows(played: string): boolean {
    const next = this.letters.slice(this.index, this.index + played.length);
    if (played === next) {
      this.index += played.length;
      return true;
    }
    const before = this.letters.slice(Math.max(0, this.index - played.length), this.index);
    if (played.length <= this.index && played === inverse(before)) {
      this.seek(this.index - played.length);
      return true;
    }
    return false;
  }
}
