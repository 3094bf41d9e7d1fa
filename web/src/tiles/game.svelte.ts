// A game under way: the start, the goal, what was played, and the clock.
import { Board, check, inverse, type Check } from 'taquin/engine';
import { NONE, counted, uncounted, type Count } from './count';
import { isSameSize } from './draft';
import { shuffled } from './shuffle';

/** A game as it is kept; everything else follows from it. */
export interface SavedGame {
  start: string;
  goal: string;
  /** The board that the picture shows, where it is not the goal. */
  cut?: string;
  done: string[];
  undone: string[];
  /** Milliseconds. */
  elapsed: number;
  /** Started by a shuffle: it may count for the best results. */
  ranked: boolean;
  /** The solver helped: it does not count. */
  helped: boolean;
  /** The day whose puzzle it is. */
  day?: string;
}

/** The last letter of what was played. */
export const lastLetter = (done: string[]): string => done.at(-1)?.at(-1) ?? '';

/** Where the last slide of some moves begins. */
const lastSlide = (letters: string): number => {
  let begin = letters.length - 1;
  while (begin > 0 && letters[begin - 1] === letters[begin]) begin--;
  return begin;
};

export class Game {
  start: Board = $state.raw(Board.solved(4, 4));
  goal: Board = $state.raw(Board.solved(4, 4));
  board: Board = $state.raw(Board.solved(4, 4));
  /** The board that the picture shows, by which it is cut into the pieces of the tiles: most often the goal. */
  cut: Board = $state.raw(Board.solved(4, 4));
  /** What was played, one entry for each slide of one or more tiles, or for a stretch of a solution that was watched. */
  done: string[] = $state.raw([]);
  undone: string[] = $state.raw([]);
  played: Count = $state.raw(NONE);
  ranked = $state(false);
  helped = $state(false);
  /** The day whose puzzle it is, `null` for any other game. */
  day: string | null = $state(null);
  /** Milliseconds played before the present stretch. */
  #before = $state(0);
  #since: number | null = $state(null);
  #now = $state(0);

  readonly rows = $derived(this.board.rows);
  readonly cols = $derived(this.board.cols);
  readonly won = $derived(this.board.equals(this.goal));
  readonly check: Check = $derived(check(this.start, this.goal));
  readonly elapsed = $derived(this.#before + (this.#since === null ? 0 : Math.max(0, this.#now - this.#since)));
  readonly running = $derived(this.#since !== null);

  /** A fresh game towards this goal, shuffled so that it can be solved and is not solved already. */
  shuffle(goal: Board, cut = goal): void {
    // Boards with tiles that look alike are easier: they do not count for the best results.
    const { start } = shuffled(goal, { way: 'random' }, goal.isLabelled ? this.start : goal);
    this.begin(start, goal, { cut, ranked: !goal.isLabelled });
  }

  begin(
    start: Board,
    goal: Board,
    { cut = goal, ranked = false, day = null }: { cut?: Board; ranked?: boolean; day?: string | null } = {},
  ): void {
    this.day = day;
    [this.start, this.goal, this.board, this.cut] = [start, goal, start, cut];
    [this.done, this.undone, this.played, this.ranked, this.helped] = [[], [], NONE, ranked, false];
    [this.#before, this.#since] = [0, null];
  }

  /** From the start again. Help stays help: who has seen the solution has seen it. */
  restart(): void {
    const { helped, cut, ranked, day } = this;
    this.begin(this.start, this.goal, { cut, ranked, day });
    this.helped = helped;
  }

  /** Plays single-tile moves as one slide, if they are legal. */
  play(letters: string): boolean {
    if (letters === '' || !this.board.allows(letters)) return false;
    this.#add(letters, []);
    return true;
  }

  undo(): string | null {
    const entry = this.done.at(-1);
    if (entry === undefined) return null;
    const begin = lastSlide(entry);
    const [rest, last] = [entry.slice(0, begin), entry.slice(begin)];
    this.board = this.board.after(inverse(last));
    [this.done, this.undone] = [
      [...this.done.slice(0, -1), ...(rest === '' ? [] : [rest])],
      [...this.undone, last],
    ];
    this.played = uncounted(this.played, lastLetter(this.done), last);
    this.#tick();
    return last;
  }

  redo(): string | null {
    const next = this.undone.at(-1);
    if (next === undefined) return null;
    this.#add(next, this.undone.slice(0, -1));
    return next;
  }

  #add(letters: string, undone: string[]): void {
    this.board = this.board.after(letters);
    this.played = counted(this.played, lastLetter(this.done), letters);
    [this.done, this.undone] = [[...this.done, letters], undone];
    this.#tick();
  }

  /** What was played becomes this, its count and the board what follows from it (which the caller knows). */
  rewrite(done: string[], played: Count, board: Board): void {
    [this.done, this.undone, this.played, this.board] = [done, [], played, board];
    this.#tick();
  }

  /** Stops the clock at this very moment, not at its last tick. */
  stopClock(): void {
    this.tick(performance.now());
    this.#before = this.elapsed;
    this.#since = null;
  }

  /** Moves the clock's hand; the page calls it a few times a second. */
  tick(now: number): void {
    this.#now = now;
  }

  saved(): SavedGame {
    if (this.running) this.tick(performance.now());
    const { done, undone, elapsed, ranked, helped } = this;
    const cut = this.cut.equals(this.goal) ? {} : { cut: this.cut.toString() };
    const day = this.day === null ? {} : { day: this.day };
    const boards = { start: this.start.toString(), goal: this.goal.toString() };
    return { ...boards, ...cut, done, undone, elapsed, ranked, helped, ...day };
  }

  /** Goes on with a kept game; throws where it is damaged. */
  restore(saved: SavedGame): void {
    const [start, goal] = [Board.parseAny(saved.start), Board.parseGoal(saved.goal)];
    const cut = saved.cut === undefined ? goal : Board.parseGoal(saved.cut);
    if (!isSameSize(start, goal) || !isSameSize(cut, goal)) throw new Error('boards of different sizes');
    const letters = saved.done.join('');
    const board = start.after(letters);
    board.after([...saved.undone].reverse().join(''));
    if (!Number.isFinite(saved.elapsed)) throw new Error('no time');
    [this.start, this.goal, this.board, this.cut] = [start, goal, board, cut];
    [this.done, this.undone] = [[...saved.done], [...saved.undone]];
    [this.ranked, this.helped, this.day] = [saved.ranked, saved.helped, saved.day ?? null];
    this.played = counted(NONE, '', letters);
    [this.#before, this.#since] = [Math.max(0, saved.elapsed), null];
  }

  /** The clock runs from the first move to the win. */
  #tick(): void {
    if (this.won || this.done.length === 0) {
      this.stopClock();
    } else if (this.#since === null) {
      this.#now = performance.now();
      this.#since = this.#now;
    }
  }
}
