// A solution being watched, or followed by hand.
import type { Outcome } from 'taquin';
import { counted, uncounted, type Count } from './count';
import { inverse, notation, slides, way, type Board } from 'taquin/engine';
import { lastLetter, type Game } from './game.svelte';
import type { SolutionPlayback } from '../parts/playback';
import { strings } from '../strings';

/** A place in the solution that is known, so that a jump need not replay all moves from where it begins. */
interface Place {
  board: Board;
  played: Count;
}

/** Moves from one known place to the next: few enough to be replayed within a frame. */
const STRETCH = 1 << 15;

export class Playback implements SolutionPlayback {
  readonly letters: string;
  readonly outcome: Outcome;
  index = $state(0);
  playing = $state(false);
  /** The last change of place was more than one move: nothing can glide. */
  jumped = $state(false);
  readonly finished = $derived.by(() => this.index >= this.letters.length);
  readonly #game: Game;
  readonly #slides: boolean;
  /** What had been played before the solution. */
  readonly #base: string[];
  /** All that is played at the present place of the solution. */
  #played: Count;
  /** The places passed so far, by the number of their stretch. */
  readonly #places: Place[];

  /** - `slides`: it was asked for as few slides as possible, instead of few moves. */
  constructor(game: Game, outcome: Outcome, slides: boolean) {
    this.#game = game;
    this.#slides = slides;
    this.#base = game.done;
    this.#played = game.played;
    this.#places = [{ board: game.board, played: game.played }];
    this.letters = outcome.letters ?? '';
    this.outcome = outcome;
  }

  /** What had been played before it. */
  get base(): string[] {
    return this.#base;
  }

  get count(): number {
    return this.letters.length;
  }

  get length(): { found: string; optimal: string } {
    const text = strings.playback;
    return this.#slides
      ? { found: text.slides(slides(this.letters)), optimal: text.fewest }
      : { found: text.found(this.count), optimal: text.optimal };
  }

  /** The solution as people write it. */
  get text(): string {
    return notation(this.letters).text;
  }

  /** What is shown of the moves from one place to another. */
  labels(from: number, to: number): string[] {
    return [...this.letters.slice(from, to)].map(way);
  }

  words(from: number, to: number): string[] {
    const letters = this.letters.slice(from, to);
    const board = this.#boardAt(from);
    const { names } = board;
    const tiles = board.movedTiles(letters);
    return Array.from(tiles, (tile, index) => strings.announce.word(names?.[tile] ?? tile, way(letters.charAt(index))));
  }

  /** The board at a place of the solution, from the nearest one that is known. */
  #boardAt(index: number): Board {
    const known = Math.min(Math.floor(index / STRETCH), this.#places.length - 1);
    const place = this.#places[known];
    if (place === undefined) return this.#game.board;
    return place.board.after(this.letters.slice(known * STRETCH, index));
  }

  /** Goes to a place in the solution. */
  seek(index: number): void {
    const to = Math.max(0, Math.min(this.letters.length, Math.round(index)));
    this.jumped = Math.abs(to - this.index) > 1;
    let board = this.#game.board;
    const known = Math.min(Math.floor(to / STRETCH), this.#places.length - 1);
    const place = this.#places[known];
    if (place !== undefined && Math.abs(to - this.index) > to - known * STRETCH) {
      [this.index, this.#played, board] = [known * STRETCH, place.played, place.board];
    }
    while (this.index !== to) {
      // Forwards a stretch at a time, so that every place on the way becomes known.
      const next = this.#places.length * STRETCH;
      const end = this.index < next && next < to ? next : to;
      board = board.after(this.#go(end));
      if (end === next) this.#places.push({ board, played: this.#played });
    }
    if (this.finished) this.playing = false;
    this.#show(board);
  }

  /** Notes another place in the solution; the moves between. */
  #go(to: number): string {
    const { letters, index: from } = this;
    const before = (place: number): string => (place > 0 ? letters.charAt(place - 1) : lastLetter(this.#base));
    this.index = to;
    if (to >= from) {
      const between = letters.slice(from, to);
      this.#played = counted(this.#played, before(from), between);
      return between;
    }
    const between = letters.slice(to, from);
    this.#played = uncounted(this.#played, before(to), between);
    return inverse(between);
  }

  #show(board: Board): void {
    const { index } = this;
    this.#game.rewrite(index === 0 ? this.#base : [...this.#base, this.letters.slice(0, index)], this.#played, board);
  }

  spoken(): string {
    const letter = this.letters.charAt(this.index - 1);
    const { board } = this.#game;
    const tile = board.after(inverse(letter)).movedTiles(letter)[0] ?? 0;
    return strings.playback.spoken(
      this.index,
      this.count,
      strings.announce.slid(board.names?.[tile] ?? tile, way(letter)),
    );
  }

  toggle(): void {
    if (!this.playing && this.finished) this.seek(0);
    this.playing = !this.playing && this.letters !== '';
  }

  /** The player made these moves: do they follow the solution, forwards or back? */
  follows(played: string): boolean {
    const next = this.letters.slice(this.index, this.index + played.length);
    if (played === next) {
      this.#go(this.index + played.length);
      return true;
    }
    const before = this.letters.slice(Math.max(0, this.index - played.length), this.index);
    if (played.length <= this.index && played === inverse(before)) {
      this.#go(this.index - played.length);
      this.#show(this.#game.board);
      return true;
    }
    return false;
  }
}
