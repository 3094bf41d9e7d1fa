// A solution being watched, or followed by hand.
import type { Outcome } from '../lib/protocol';
import type { Game } from '../lib/game.svelte';
import { inverse, notation, type Board } from '../lib/engine';
import type { Watched } from '../parts/watched';
import { strings } from '../strings';

export class Playback implements Watched {
  readonly letters: string;
  readonly outcome: Outcome;
  index = $state(0);
  playing = $state(false);
  readonly finished = $derived.by(() => this.index >= this.letters.length);
  readonly #game: Game;
  readonly #slides: boolean;
  /** What had been played before the solution. */
  readonly #base: string[];
  /** How many moves of the solution the game holds in one piece after those. */
  #shown = 0;

  /** - `slides`: it was asked for as few slides as possible, instead of few moves. */
  constructor(game: Game, outcome: Outcome, slides: boolean) {
    this.#game = game;
    this.#slides = slides;
    this.#base = game.done;
    this.letters = outcome.letters ?? '';
    this.outcome = outcome;
  }

  get count(): number {
    return this.letters.length;
  }

  get length(): { found: string; optimal: string } {
    const { found, optimal, slides, fewest } = strings.playback;
    return this.#slides ? { found: slides(notation(this.letters).mtm), optimal: fewest } : { found: found(this.count), optimal };
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
    const { letters, index: from } = this;
    const to = Math.max(0, Math.min(letters.length, Math.round(index)));
    const between = to >= from ? letters.slice(from, to) : inverse(letters.slice(to, from));
    this.#show(to, this.#game.board.after(between));
  }

  #show(index: number, board: Board): void {
    [this.index, this.#shown] = [index, index];
    if (this.finished) this.playing = false;
    // why in one piece: a list of single moves would be made anew on each frame; `leave` divides it.
    this.#game.rewrite(index === 0 ? this.#base : [...this.#base, this.letters.slice(0, index)], board);
  }

  /** The player goes on by hand: what was shown becomes moves that can be undone one by one. */
  leave(): void {
    if (this.#shown === 0) return;
    const { done, board } = this.#game;
    const after = this.#base.length;
    this.#game.rewrite([...done.slice(0, after), ...(done[after] ?? ''), ...done.slice(after + 1)], board);
    this.#shown = 0;
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
      this.#show(this.index - played.length, this.#game.board);
      return true;
    }
    return false;
  }
}
