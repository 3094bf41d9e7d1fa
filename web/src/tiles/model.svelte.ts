// Everything that the tile view does: the game, the solver, the picture, and what is kept.
import { Board, algorithms, check, inverse, usualSeconds, type Direction, type SearchOptions } from '../lib/engine';
import { Game } from '../lib/game.svelte';
import { puzzleIn, type Puzzle } from '../lib/link';
import type { Outcome, Progress, TileRequest } from '../lib/protocol';
import { Solver, Stopped, type Job } from '../lib/solver';
import * as storage from '../lib/storage';
import type { Notice } from '../parts/puzzle';
import { strings } from '../strings';
import { Picture } from './picture.svelte';
import { Playback } from './playback.svelte';

/** Boards up to this side are drawn tile by tile. */
export const MOST_DRAWN = 20;
const PROOF_SECONDS = 20;
const HINT_SECONDS = 2;

export interface Win {
  moves: number;
  time: number;
  newBest: boolean;
  helped: boolean;
  /** The proven optimum; `null` while it is being proven, `undefined` where it was not. */
  optimum: number | null | undefined;
}

export class Tiles {
  readonly game = new Game();
  readonly picture = new Picture();
  readonly algorithms = algorithms();
  preferences: storage.Preferences = $state(storage.readPreferences());
  bests: Record<string, storage.Best> = $state.raw(storage.readBests());
  mode: 'play' | 'edit' = $state('play');
  notice: Notice | null = $state.raw(null);
  announcement = $state('');
  /** The cell of the tile that a hint points at. */
  hinted: number | null = $state(null);
  hinting = $state(false);
  solving: { progress: Progress | null; replanning: boolean; limit: number | undefined } | null = $state(null);
  playback: Playback | null = $state.raw(null);
  win: Win | null = $state.raw(null);
  #helped = false;
  #solver = new Solver();
  #job: Job | null = null;
  /** How the solution that is shown was asked for. */
  #asked: { options: SearchOptions; seconds: number | undefined } = { options: { algorithm: 'auto' }, seconds: undefined };
  /** The rest of the solution that the last hint came from, and where it begins. */
  #plan: { at: Board; letters: string } | null = null;

  readonly drawn = $derived.by(() => this.game.rows <= MOST_DRAWN && this.game.cols <= MOST_DRAWN);
  readonly sizeName = $derived.by(() => `${this.game.rows}x${this.game.cols}`);
  readonly best = $derived.by(() => this.bests[this.sizeName]);

  constructor() {
    try {
      const kept = storage.readGame();
      if (kept === null) this.game.shuffle(Board.solved(4, 4));
      else this.game.restore(kept);
    } catch {
      this.game.shuffle(Board.solved(4, 4));
      this.tell(strings.notices.badSave);
    }
  }

  /** Opens the puzzle in a link, if there is one. */
  openLink(hash: string): void {
    try {
      const puzzle = puzzleIn(hash);
      if (puzzle === null) return;
      this.begin(puzzle);
      if (this.game.check.kind !== 'solvable') this.tell(strings.notices.unsolvableLink);
    } catch {
      this.tell(strings.notices.badLink);
    }
    // why: from now on the game is what counts; a reload must not begin it again.
    history.replaceState(null, '', location.pathname + location.search);
  }

  tell(text: string): void {
    this.notice = { text };
  }

  save(): void {
    storage.writeGame(this.game.saved());
  }

  // A game begins.

  newGame(rows = this.game.rows, cols = this.game.cols): void {
    const same = rows === this.game.rows && cols === this.game.cols;
    this.#leave();
    this.game.shuffle(same ? this.game.goal : Board.solved(rows, cols));
    this.announcement = strings.announce.newGame(rows, cols);
  }

  begin({ start, goal }: Puzzle): void {
    this.#leave();
    this.game.begin(start, goal);
    this.mode = 'play';
  }

  restart(): void {
    const ranked = this.game.ranked;
    this.#leave();
    this.game.restart();
    this.game.ranked = ranked;
  }

  #leave(): void {
    this.cancel();
    [this.playback, this.win, this.hinted, this.#plan, this.#helped] = [null, null, null, null, false];
  }

  // Moves.

  slideToward(cell: number): void {
    if (!this.#mayPlay()) return;
    const letters = this.game.board.toward(cell);
    if (letters !== '' && this.game.play(letters)) this.#played(letters);
  }

  press(direction: Direction): void {
    if (!this.#mayPlay()) return;
    if (this.game.play(direction)) this.#played(direction);
    else this.announcement = strings.announce.blocked;
  }

  undo(): void {
    if (this.playback !== null && this.playback.index > 0) return this.playback.seek(this.playback.index - 1);
    const undone = this.game.undo();
    this.announcement = undone === null ? strings.announce.nothingToUndo : strings.announce.undone;
    this.#moved(undone === null ? '' : inverse(undone));
  }

  redo(): void {
    const redone = this.game.redo();
    if (redone !== null) this.announcement = strings.announce.redone;
    this.#moved(redone ?? '');
  }

  #mayPlay(): boolean {
    return this.mode === 'play' && !(this.game.won && this.win !== null);
  }

  #played(letters: string): void {
    this.announcement = strings.announce.moved(letters.charAt(0), letters.length);
    this.#moved(letters);
    if (this.game.won && this.playback === null) this.#celebrate();
  }

  /** The board changed by these moves: what was planned may not fit any more. */
  #moved(letters: string): void {
    if (letters === '') return;
    this.hinted = null;
    this.win = null;
    if (this.#plan !== null) {
      this.#plan = this.#plan.letters.startsWith(letters)
        ? { at: this.game.board, letters: this.#plan.letters.slice(letters.length) }
        : null;
    }
    if (this.playback !== null) {
      this.playback.playing = false;
      if (!this.playback.follows(letters)) void this.solve(this.#asked.options, this.#asked.seconds, true);
    } else if (this.solving !== null) {
      this.cancel();
    }
  }

  // Winning.

  #celebrate(): void {
    const { game } = this;
    const [moves, time] = [game.played.moves, game.elapsed];
    const helped = this.#helped;
    const best = this.bests[this.sizeName];
    const newBest = game.ranked && !helped && (best === undefined || moves < best.moves || time < best.time);
    if (newBest) {
      const kept = { moves: Math.min(moves, best?.moves ?? moves), time: Math.min(time, best?.time ?? time) };
      this.bests = { ...this.bests, [this.sizeName]: kept };
      storage.writeBests(this.bests);
    }
    const provable = game.rows * game.cols <= 16;
    this.win = { moves, time, newBest, helped, optimum: provable ? null : undefined };
    this.announcement = strings.announce.solved(moves);
    if (provable) void this.#proveOptimum();
  }

  async #proveOptimum(): Promise<void> {
    const { win, game } = this;
    if (win === null) return;
    let optimum: number | undefined;
    try {
      const request: TileRequest = { kind: 'tiles', start: game.start.toString(), goal: game.goal.toString(), options: { algorithm: 'optimal' }, timeLimit: PROOF_SECONDS };
      const outcome = await this.#solver.solve(request).outcome;
      optimum = outcome.optimal ? outcome.letters?.length : undefined;
    } catch {
      optimum = undefined;
    }
    if (this.win === win) this.win = { ...win, optimum };
  }

  // Solving.

  /** Solves the present position and shows the solution. */
  async solve(options: SearchOptions = { algorithm: 'auto' }, seconds?: number, replanning = false): Promise<void> {
    if (check(this.game.board, this.game.goal).kind !== 'solvable') {
      this.tell(strings.solve.unsolvable);
      return;
    }
    if (this.game.won) {
      this.tell(strings.solve.alreadySolved);
      return;
    }
    this.#asked = { options, seconds };
    this.hinted = null;
    const timeLimit = seconds ?? usualSeconds(this.game.goal, options.algorithm);
    this.solving = { progress: null, replanning, limit: timeLimit };
    const request: TileRequest = { kind: 'tiles', start: this.game.board.toString(), goal: this.game.goal.toString(), options, ...(timeLimit === undefined ? {} : { timeLimit }) };
    const from = this.game.board;
    const job = this.#solver.solve(request, (progress) => {
      if (this.#job === job && this.solving !== null) this.solving = { ...this.solving, progress };
    });
    this.#job = job;
    try {
      const outcome = await job.outcome;
      if (this.game.board === from) this.#show(outcome, replanning);
      if ((outcome.tables?.damaged ?? 0) > 0) this.tell(strings.solve.tablesDamaged);
    } catch (error) {
      if (!(error instanceof Stopped)) this.tell(strings.solve.failed(error instanceof Error ? error.message : String(error)));
    } finally {
      if (this.#job === job) [this.#job, this.solving] = [null, null];
    }
  }

  #show(outcome: Outcome, replanned: boolean): void {
    if (outcome.letters === undefined) {
      this.playback = null;
      const { noSolution, full, limit } = strings.solve;
      this.tell(outcome.status === 'exhausted' ? noSolution : outcome.status === 'full' ? full : limit);
      return;
    }
    this.#helped = true;
    this.win = null;
    this.playback = new Playback(this.game, outcome, this.#asked.options.slides === true);
    this.announcement = replanned ? strings.playback.replanned : strings.announce.found(outcome.letters.length);
    // why: somebody who went another way wants to go on by hand, somebody who asked for less motion gets none, and
    // of a board that is not drawn there is nothing to see.
    this.playback.playing = !replanned && this.drawn && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Stops the search; its tables stay in the worker. */
  cancel(): void {
    if (this.#job === null) return;
    this.#job.cancel();
    [this.#job, this.solving] = [null, null];
    this.announcement = strings.announce.cancelled;
  }

  finish(): void {
    this.#job?.finish();
  }

  /** Leaves the solution where it is and goes on by hand. */
  takeOver(): void {
    this.cancel();
    this.playback = null;
  }

  async hint(): Promise<void> {
    if (this.game.won || this.hinting || this.solving !== null) return;
    if (check(this.game.board, this.game.goal).kind !== 'solvable') {
      this.tell(strings.solve.unsolvable);
      return;
    }
    this.#helped = true;
    const { game, playback } = this;
    if (playback !== null) return this.#point(playback.letters.charAt(playback.index));
    if (this.#plan === null || !this.#plan.at.equals(game.board)) {
      this.hinting = true;
      const from = game.board;
      try {
        const request: TileRequest = { kind: 'tiles', start: from.toString(), goal: game.goal.toString(), options: { algorithm: 'anytime' }, timeLimit: HINT_SECONDS };
        const { letters } = await this.#solver.solve(request).outcome;
        if (letters === undefined) this.tell(strings.notices.noHint);
        else this.#plan = { at: from, letters };
      } catch (error) {
        if (!(error instanceof Stopped)) this.tell(strings.solve.failed(error instanceof Error ? error.message : String(error)));
      } finally {
        this.hinting = false;
      }
      if (this.game.board !== from) return;
    }
    this.#point(this.#plan?.letters.charAt(0) ?? '');
  }

  #point(direction: string): void {
    if (direction === '') return;
    const { board } = this.game;
    const after = board.after(direction).cells;
    // The tile that moves leaves its cell empty.
    this.hinted = after.indexOf(0);
    this.announcement = strings.announce.hint(board.cells[this.hinted] ?? 0, direction);
  }

  // Text from the clipboard.

  paste(text: string): void {
    try {
      const start = Board.parse(text);
      this.begin({ start, goal: Board.solved(start.rows, start.cols) });
      this.tell(this.game.check.kind === 'solvable' ? strings.notices.pasted : strings.notices.unsolvableLink);
    } catch (error) {
      this.tell(strings.notices.badPaste(error instanceof Error ? error.message : String(error)));
    }
  }
}
