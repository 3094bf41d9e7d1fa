// Everything that the tile view does: the game, the solver, the picture, and what is kept.
import {
  Board,
  algorithms,
  check,
  inverse,
  notation,
  usualSeconds,
  way,
  type Direction,
  type SearchOptions,
} from 'taquin/engine';
import { messageOf } from '../lib/errors';
import { textOf } from '../lib/files';
import { Solver, StoppedError, type Job, type Outcome, type Progress, type TileRequest } from 'taquin';
import { readPreferences, type Look, type Preferences } from '../lib/preferences';
import { results, type Best } from '../lib/results.svelte';
import { readSolution, writeSolution } from '../lib/solution';
import { fieldsOf } from '../lib/storage';
import { seedOf, today } from '../lib/today';
import type { HintStage, Notice } from '../parts/puzzle';
import { Sequence } from '../parts/sequence.svelte';
import { strings } from '../strings';
import { counted, NONE } from './count';
import { draftOf, nameOf, type Draft } from './draft';
import { TileEditor } from './editor.svelte';
import { Game, lastLetter, type SavedGame } from './game.svelte';
import { isTexts, readDraft, readGame, SOLUTION, writeDraft, writeGame } from './kept';
import { puzzleIn, type Puzzle } from './link';
import { parseBoard } from './parse';
import { Picture } from './picture.svelte';
import { Playback } from './playback.svelte';
import { shuffled, type Shuffle } from './shuffle';

/** Boards up to this side are drawn tile by tile. */
export const MOST_DRAWN = 20;
/** Rows and columns of the puzzle of the day. */
const TODAY_SIDE = 4;
const PROOF_SECONDS = 20;
/** Of larger boards the shortest solution is not looked for after each win: it may take hours. */
const MOST_PROVEN = 16;
/** A hint is to come at once. On small boards the search ends by itself long before this, on large ones it never does. */
const HINT_SECONDS = { small: 2, large: 0.2 };

/** Was less motion asked for? */
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The moves in a text, one letter each; `null` where there are none. */
const movesIn = (text: string): string | null => {
  try {
    const { letters } = notation(text);
    return letters === '' ? null : letters;
  } catch {
    return null;
  }
};

/** The first moves of a plan that are one slide: what a tap on the last of its tiles would do. */
const firstSlide = (board: Board, plan: string): string => {
  const same = /^(.)\1*/.exec(plan.slice(0, Math.max(board.rows, board.cols)))?.[0] ?? '';
  for (let length = same.length; length > 1; length--) {
    const letters = same.slice(0, length);
    const last = board.movedTiles(letters).at(-1) ?? 0;
    if (board.toward(board.cells.indexOf(last)) === letters) return letters;
  }
  return plan.charAt(0);
};

export interface Win {
  moves: number;
  slides: number;
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
  preferences: Preferences = $state(readPreferences());
  /** Start and goal while they are edited. */
  editor: TileEditor | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  announcement = $state('');
  /** The cells of the tiles that a hint points at, and the way that they should go: one move, or one slide where slides
   *  count. */
  hinted: { cells: number[]; direction: string; letters: string } | null = $state.raw(null);
  hintStage: HintStage | null = $state(null);
  hinting = $state(false);
  /** The goal is shown on the board instead of the position. */
  peeking = $state(false);
  solving: { progress: Progress | null; replanning: boolean; limit: number | undefined } | null = $state(null);
  playback: Playback | null = $state.raw(null);
  /** A shuffle, a search or the player's own way that is watched on the board. */
  sequence: Sequence<Board> | null = $state.raw(null);
  win: Win | null = $state.raw(null);
  #isKept = true;
  #solver = new Solver();
  #job: Job | null = null;
  /** How the solution that is shown was asked for. */
  #asked: { options: SearchOptions; seconds: number | undefined } = {
    options: { algorithm: 'auto' },
    seconds: undefined,
  };
  /** The solution that is being proven: it stays unless there is a shorter one. */
  #unproven: Playback | null = null;
  /** The rest of the solution that the last hint came from, and where it begins. */
  #plan: { at: Board; letters: string } | null = null;

  readonly drawn = $derived.by(() => this.game.rows <= MOST_DRAWN && this.game.cols <= MOST_DRAWN);
  readonly sizeName = $derived.by(() => `${this.game.rows}x${this.game.cols}`);
  readonly best = $derived.by(() => results.best(this.sizeName));

  /** Nothing is being solved, shown or celebrated. */
  get isIdle(): boolean {
    return this.solving === null && this.playback === null && this.sequence === null && this.win === null;
  }

  constructor() {
    try {
      const kept = readGame();
      if (kept === null) this.game.shuffle(Board.solved(4, 4));
      else this.#restore(kept);
      this.#resumeSolution();
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
      this.begin(puzzle, strings.notices.linkOpened);
      if (this.game.check.kind !== 'solvable') this.notice = { ...this.notice, text: strings.notices.unsolvableLink };
    } catch {
      this.tell(strings.notices.badLink);
    }
  }

  tell(text: string): void {
    this.notice = { text };
  }

  /** Keeps the game; says once where that is not possible. */
  save(): void {
    const isKept = writeGame(this.game.saved());
    if (!isKept && this.#isKept) this.tell(strings.notices.notKept);
    this.#isKept = isKept;
    const { playback } = this;
    writeSolution(
      SOLUTION,
      playback && { base: playback.base, index: playback.index, outcome: playback.outcome, asked: this.#asked },
    );
  }

  /** Shows again the solution that was being looked at, where it fits the game. */
  #resumeSolution(): void {
    const saved = readSolution(SOLUTION);
    if (saved === null || !isTexts(saved.base)) return;
    const { base, index, outcome } = saved;
    const { game } = this;
    const [before, letters = ''] = [base.join(''), outcome.letters];
    if (before + letters.slice(0, index) !== game.done.join('')) return;
    const from = game.start.after(before);
    if (!from.allows(letters) || !from.after(letters).equals(game.goal)) return;
    const { options, seconds } = fieldsOf(saved.asked);
    const { algorithm, slides } = fieldsOf(options);
    if (this.algorithms.some(({ name }) => name === algorithm))
      this.#asked = {
        options: options as SearchOptions,
        seconds: typeof seconds === 'number' ? seconds : undefined,
      };
    game.rewrite(base, counted(NONE, '', before), from);
    this.playback = new Playback(game, outcome, slides === true);
    this.playback.seek(index);
    // why: nobody plays yet.
    game.stopClock();
    this.win = null;
  }

  // A game begins.

  newGame(rows = this.game.rows, cols = this.game.cols): void {
    const same = rows === this.game.rows && cols === this.game.cols;
    const { goal, cut } = this.game;
    this.#replace(strings.notices.newGame, () =>
      same ? this.game.shuffle(goal, cut) : this.game.shuffle(Board.solved(rows, cols)),
    );
    this.announcement = strings.announce.newGame(rows, cols);
  }

  /** Begins the puzzle that everybody has today, or goes on with it. */
  playToday(): void {
    const day = today();
    if (this.game.day === day && !this.game.won) return;
    const goal = Board.solved(TODAY_SIDE, TODAY_SIDE);
    this.#replace(strings.notices.today, () =>
      this.game.begin(goal.scrambled(seedOf(day)), goal, { ranked: true, day }),
    );
    this.notice ??= { text: strings.notices.today };
    this.announcement = strings.announce.newGame(TODAY_SIDE, TODAY_SIDE);
  }

  /** How today's puzzle was solved, where it was. */
  get todayWon(): Best | undefined {
    return results.best(`today/${today()}`);
  }

  /** A new game that is shuffled in a way of its own: it does not count for the best results, as it may be easy. */
  shuffle(shuffle: Shuffle): void {
    if (shuffle.way === 'random') return this.newGame();
    const { goal, cut, rows, cols } = this.game;
    let made: ReturnType<typeof shuffled>;
    try {
      made = shuffled(goal, shuffle, goal.isLabelled ? this.game.start : goal);
    } catch (error) {
      return this.tell(strings.shuffle.impossible(messageOf(error)));
    }
    const { start, seed } = made;
    this.#replace(strings.notices.newGame, () => this.game.begin(start, goal, { cut }));
    this.announcement = strings.announce.newGame(rows, cols);
    if (shuffle.way !== 'moves' || !shuffle.isWatched || !this.drawn || isStill()) return;
    // why so: the first moves of a walk are the walk of as many moves with its seed.
    this.sequence = new Sequence('shuffle', shuffle.count, (moves) => goal.walked(moves, seed));
  }

  /** Shows on the board how the game that is won was played. */
  watchMine(): void {
    const { start, done } = this.game;
    const letters = done.join('');
    this.peeking = false;
    this.sequence = new Sequence('mine', letters.length, (moves) => start.after(letters.slice(0, moves)));
  }

  /** Shows no more of what is watched. */
  endSequence(): void {
    const { sequence } = this;
    this.sequence = null;
    sequence?.end();
  }

  begin({ start, goal, cut = goal }: Puzzle & Partial<Draft>, message: string = strings.notices.newGame): void {
    this.#replace(message, () => this.game.begin(start, goal, { cut }));
    this.#closeEditor();
  }

  /** Goes on with a puzzle that was read from a picture, perhaps with its own tiles. */
  async takeRead(puzzle: Puzzle, picture: Blob | null): Promise<void> {
    this.begin(puzzle);
    if (picture === null) this.preferences.look = 'numbers';
    else await this.adoptPicture(picture, 'picture');
  }

  /** The player's own picture is on the tiles from now on. */
  async adoptPicture(picture: Blob, look: Look): Promise<void> {
    try {
      await this.picture.adopt(picture);
    } catch {
      this.tell(strings.picture.notKept);
    }
    [this.preferences.picture, this.preferences.look] = ['mine', look];
    if (this.editor === null) this.game.cut = this.game.goal;
    await this.picture.show('mine', 1);
  }

  /** Another picture is on the tiles from now on: a finished one, until the editor says otherwise. */
  choosePicture(name: string): void {
    if (this.preferences.picture !== name) this.game.cut = this.game.goal;
    this.preferences.picture = name;
    if (this.preferences.look === 'numbers') this.preferences.look = 'picture';
  }

  restart(): void {
    this.#replace(strings.notices.restarted, () => this.game.restart());
  }

  /** Puts another game in the place of the present one, which can be brought back where moves would be lost. */
  #replace(message: string, change: () => void): void {
    const before = this.game.saved();
    const isLoss = before.done.length > 0 && !this.game.won;
    this.#leave();
    change();
    if (!isLoss) return;
    const undo = (): void => {
      this.#leave();
      this.#restore(before);
      this.#closeEditor();
      this.announcement = strings.announce.gameBack;
    };
    this.notice = { text: message, action: { label: strings.notices.undo, run: undo } };
  }

  /** Goes on with a kept game; throws where it is damaged. */
  #restore(saved: SavedGame): void {
    this.game.restore(saved);
    if (this.game.won && this.game.done.length > 0) this.#showWin(false);
  }

  #leave(): void {
    this.cancel();
    this.#clearHint();
    [this.playback, this.win, this.#plan, this.notice, this.sequence] = [null, null, null, null, null];
    this.peeking = false;
  }

  // Editing.

  /** Opens the editor: with the draft that was left in it, or with the present board. */
  edit(draft: Draft | null = null): void {
    if (this.editor !== null) return;
    this.takeOver();
    const { board, goal, cut } = this.game;
    this.editor = new TileEditor(draft ?? draftOf({ start: board, goal }, cut));
  }

  /** Goes on with an edit that a reload has interrupted. */
  resumeEdit(): void {
    this.edit(readDraft());
  }

  /** Back to the game; what was edited can be brought back. */
  leaveEditor(): void {
    const { editor, game } = this;
    this.#closeEditor();
    if (editor === null) return;
    const { draft } = editor;
    if (draft.start.equals(game.board) && draft.goal.equals(game.goal) && draft.cut.equals(game.cut)) return;
    const action = { label: strings.notices.undo, run: () => this.edit(draft) };
    this.notice = { text: strings.edit.left, action };
  }

  #closeEditor(): void {
    if (this.editor === null) return;
    this.editor = null;
    writeDraft(null);
  }

  // Moves.

  slideToward(cell: number): void {
    if (!this.#mayPlay()) return;
    const letters = this.game.board.toward(cell);
    if (letters !== '' && this.game.play(letters)) this.#played(letters);
  }

  press(direction: Direction): void {
    if (!this.#mayPlay()) return;
    const letters = this.game.board.pressed(direction, lastLetter(this.game.done));
    if (letters !== '' && this.game.play(letters)) this.#played(letters);
    else this.announcement = strings.announce.blocked;
  }

  undo(): void {
    if (this.playback !== null && this.playback.index > 0) return this.playback.seek(this.playback.index - 1);
    const undone = this.game.undo();
    this.announcement = undone === null ? strings.announce.nothingToUndo : strings.announce.undone;
    if (undone === null) return;
    // why a new plan: the moves before a plan are counted with it, and one of them is gone.
    if (this.playback !== null) this.#replan();
    else this.#moved(inverse(undone));
  }

  redo(): void {
    const redone = this.game.redo();
    if (redone === null) return;
    this.announcement = strings.announce.redone;
    this.#moved(redone);
    this.#celebrateIfWon();
  }

  #mayPlay(): boolean {
    if (this.sequence !== null) {
      this.endSequence();
      return false;
    }
    // Whoever looks at the goal comes back to the board first.
    if (this.peeking) {
      this.peeking = false;
      return false;
    }
    return this.editor === null && !(this.game.won && this.win !== null);
  }

  #played(letters: string): void {
    this.announcement = strings.announce.moved(way(letters), letters.length);
    this.#moved(letters);
    this.#celebrateIfWon();
  }

  /** The board changed by these moves: what was planned may not fit any more. */
  #moved(letters: string): void {
    if (letters === '') return;
    [this.peeking, this.sequence] = [false, null];
    this.#clearHint();
    this.win = null;
    if (this.#plan !== null) {
      this.#plan = this.#plan.letters.startsWith(letters)
        ? { at: this.game.board, letters: this.#plan.letters.slice(letters.length) }
        : null;
    }
    if (this.playback !== null) {
      this.playback.playing = false;
      if (!this.playback.follows(letters)) this.#replan();
    } else if (this.solving !== null) {
      this.cancel();
    }
  }

  /** The player left the plan: another one from here. */
  #replan(): void {
    this.#clearHint();
    [this.win, this.#plan] = [null, null];
    void this.solve(this.#asked.options, this.#asked.seconds, { replanning: true });
  }

  // Winning.

  #celebrateIfWon(): void {
    const { game } = this;
    if (!game.won || this.playback !== null) return;
    if (game.helped || !game.ranked) return this.#showWin(false);
    const result = { moves: game.played.moves, time: game.elapsed };
    const { isBest, isKept } = results.record(this.sizeName, result);
    if (game.day !== null) results.record(`today/${game.day}`, result);
    this.#showWin(isBest);
    if (!isKept) this.tell(strings.notices.notKept);
  }

  #showWin(newBest: boolean): void {
    const { game } = this;
    const { moves, slides } = game.played;
    const [time, helped] = [game.elapsed, game.helped];
    const most = this.algorithms.find(({ name }) => name === 'optimal')?.maxCells ?? Infinity;
    const provable = game.rows * game.cols <= Math.min(most, MOST_PROVEN);
    this.win = { moves, slides, time, newBest, helped, optimum: provable ? null : undefined };
    this.announcement = strings.announce.solved(moves);
    if (provable) void this.#proveOptimum();
  }

  async #proveOptimum(): Promise<void> {
    const { win, game } = this;
    if (win === null) return;
    let optimum: number | undefined;
    try {
      const request: TileRequest = {
        kind: 'tiles',
        start: game.start.toString(),
        goal: game.goal.toString(),
        options: { algorithm: 'optimal' },
        timeLimit: PROOF_SECONDS,
      };
      const outcome = await this.#solver.solve(request).outcome;
      optimum = outcome.optimal ? outcome.letters?.length : undefined;
    } catch {
      optimum = undefined;
    }
    if (this.win === win) this.win = { ...win, optimum };
  }

  // Solving.

  /** An algorithm that minimises what the player counts, where it can. */
  #counting(algorithm: string): SearchOptions {
    const canCount = this.algorithms.find(({ name }) => name === algorithm)?.slides === true;
    return this.preferences.count === 'slides' && canCount ? { algorithm, slides: true } : { algorithm };
  }

  /** Solves the present position and shows the solution. */
  async solve(
    options: SearchOptions = this.#counting('auto'),
    seconds?: number,
    { replanning = false, watched = false }: { replanning?: boolean; watched?: boolean } = {},
  ): Promise<void> {
    this.sequence = null;
    if (check(this.game.board, this.game.goal).kind !== 'solvable') {
      this.tell(strings.solve.unsolvable);
      return;
    }
    if (this.game.won) {
      this.tell(strings.solve.alreadySolved);
      return;
    }
    this.#asked = { options, seconds };
    this.#clearHint();
    const timeLimit = seconds ?? usualSeconds(this.game.goal, options.algorithm);
    this.solving = { progress: null, replanning, limit: timeLimit };
    const request: TileRequest = {
      kind: 'tiles',
      start: this.game.board.toString(),
      goal: this.game.goal.toString(),
      options,
      watched,
      ...(timeLimit === undefined ? {} : { timeLimit }),
    };
    const from = this.game.board;
    const job = this.#solver.solve(request, (progress) => {
      if (this.#job === job && this.solving !== null) this.solving = { ...this.solving, progress };
    });
    this.#job = job;
    try {
      const outcome = await job.outcome;
      if (this.game.board === from) this.#watchOrShow(outcome, replanning);
      if ((outcome.tables?.damaged ?? 0) > 0) this.tell(strings.solve.tablesDamaged);
    } catch (error) {
      if (!(error instanceof StoppedError)) this.tell(strings.solve.failed(messageOf(error)));
    } finally {
      if (this.#job === job) [this.#job, this.solving] = [null, null];
    }
  }

  /** Shows the positions that were looked at, where that was asked for, then the solution. */
  #watchOrShow(outcome: Outcome, replanned: boolean): void {
    const { rows, cols } = this.game;
    const { opened } = outcome;
    if (opened === undefined || opened.length === 0 || isStill()) return this.#show(outcome, replanned);
    this.game.helped = true;
    const size = rows * cols;
    const board = (index: number): Board =>
      Board.parse(`${rows}x${cols}:${opened.slice(index * size, (index + 1) * size).join(',')}`);
    const last = opened.length / size - 1;
    this.sequence = new Sequence('search', last, board, () => this.#show(outcome, replanned));
  }

  /** Can the solution that is shown be proven to be the shortest, or be replaced by one that is? */
  get canProve(): boolean {
    const most = this.algorithms.find(({ name }) => name === 'optimal')?.maxCells ?? Infinity;
    const { game, playback } = this;
    const isAsked = playback !== null && !playback.outcome.optimal && this.#asked.options.slides !== true;
    return isAsked && game.rows * game.cols <= most;
  }

  /** Proves that the solution that is shown is the shortest, or finds a shorter one. */
  async prove(): Promise<void> {
    const { playback } = this;
    if (playback === null) return;
    playback.playing = false;
    playback.seek(0);
    this.#unproven = playback;
    await this.solve({ algorithm: 'optimal' });
    this.#unproven = null;
  }

  #show(outcome: Outcome, replanned: boolean): void {
    if (outcome.letters === undefined) {
      this.playback = null;
      const { noSolution, full, limit } = strings.solve;
      this.tell(outcome.status === 'exhausted' ? noSolution : outcome.status === 'full' ? full : limit);
      return;
    }
    if (!outcome.optimal && outcome.letters.length >= (this.#unproven?.count ?? Infinity)) {
      this.tell(strings.playback.noneShorter);
      return;
    }
    this.game.helped = true;
    this.win = null;
    this.playback = new Playback(this.game, outcome, this.#asked.options.slides === true);
    this.announcement = replanned ? strings.playback.replanned : strings.announce.found(outcome.letters.length);
    // why: somebody who went another way wants to go on by hand, and somebody who asked for less motion gets none.
    this.playback.playing = !replanned && !isStill();
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

  /** Shows what to move, then where to, then does it. */
  async hint(): Promise<void> {
    if (this.game.won || this.hinting || this.solving !== null) return;
    if (this.hinted !== null) return this.#goOnWithHint(this.hinted);
    if (check(this.game.board, this.game.goal).kind !== 'solvable') {
      this.tell(strings.solve.unsolvable);
      return;
    }
    this.game.helped = true;
    const { game, playback } = this;
    if (playback !== null) return this.#point(playback.letters.slice(playback.index));
    if (this.#plan === null || !this.#plan.at.equals(game.board)) {
      this.hinting = true;
      const from = game.board;
      try {
        const request: TileRequest = {
          kind: 'tiles',
          start: from.toString(),
          goal: game.goal.toString(),
          options: this.#counting('anytime'),
          timeLimit: HINT_SECONDS[from.cells.length <= MOST_PROVEN ? 'small' : 'large'],
        };
        const { letters } = await this.#solver.solve(request).outcome;
        if (letters === undefined) this.tell(strings.notices.noHint);
        else this.#plan = { at: from, letters };
      } catch (error) {
        if (!(error instanceof StoppedError)) this.tell(strings.solve.failed(messageOf(error)));
      } finally {
        this.hinting = false;
      }
      if (this.game.board !== from) return;
    }
    this.#point(this.#plan?.letters ?? '');
  }

  /** Points at the first move of a plan, or at its first slide where slides count. */
  #point(plan: string): void {
    if (plan === '') return;
    const { board } = this.game;
    const letters = this.preferences.count === 'slides' ? firstSlide(board, plan) : plan.charAt(0);
    const cells = Array.from(board.movedTiles(letters), (tile) => board.cells.indexOf(tile));
    [this.hinted, this.hintStage, this.peeking] = [{ cells, direction: way(letters), letters }, 'which', false];
    this.announcement = strings.announce.hintWhich(cells.map((cell) => nameOf(board, cell)));
  }

  #goOnWithHint({ cells, direction, letters }: NonNullable<typeof this.hinted>): void {
    if (this.hintStage === 'where') {
      if (this.#mayPlay() && this.game.play(letters)) this.#played(letters);
      return;
    }
    this.hintStage = 'where';
    const names = cells.map((cell) => nameOf(this.game.board, cell));
    this.announcement = strings.announce.hint(names, direction);
  }

  #clearHint(): void {
    [this.hinted, this.hintStage] = [null, null];
  }

  // Texts from the clipboard and from files.

  /** Opens the board in a text file. */
  async openFile(file: File): Promise<void> {
    try {
      const start = parseBoard(await textOf(file, strings.file.tooLarge, strings.file.noText));
      const message = strings.file.opened(file.name);
      this.begin({ start, goal: start.sorted() }, message);
      if (this.game.check.kind !== 'solvable') this.notice = { ...this.notice, text: strings.notices.unsolvableFile };
      else this.notice ??= { text: message };
    } catch (error) {
      this.tell(strings.file.notABoard(file.name, messageOf(error)));
    }
  }

  paste(text: string): void {
    const moves = movesIn(text);
    this.endSequence();
    if (moves !== null && this.game.board.allows(moves)) return this.#playPasted(moves);
    try {
      const start = parseBoard(text);
      this.begin({ start, goal: start.sorted() }, strings.notices.pasted);
      if (this.game.check.kind !== 'solvable') this.notice = { ...this.notice, text: strings.notices.unsolvablePaste };
      else this.notice ??= { text: strings.notices.pasted };
    } catch (error) {
      this.tell(moves === null ? strings.notices.badPaste(messageOf(error)) : strings.notices.badMoves);
    }
  }

  /** Shows moves that somebody else found, and makes them. */
  #playPasted(letters: string): void {
    this.takeOver();
    this.#clearHint();
    this.peeking = false;
    const { board } = this.game;
    const play = (): void => {
      this.game.helped = true;
      if (this.game.play(letters)) this.#played(letters);
    };
    if (isStill() || !this.drawn) return play();
    this.sequence = new Sequence('pasted', letters.length, (moves) => board.after(letters.slice(0, moves)), play);
  }
}
