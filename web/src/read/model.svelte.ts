// A picture of a puzzle on its way to a board: where the board is, what its cells show, and what it should become.
import { Board, check } from 'taquin/engine';
import { messageOf } from '../lib/errors';
import { readText, writeJson } from '../lib/storage';
import { read as text } from '../strings/read';
import type { Puzzle } from '../tiles/link';
import { isConvex } from './perspective';
import type { Corner, Corners, PuzzleKind, ReadOptions, Reading } from './protocol';
import { PictureReader } from './reader';

export type Which = 'start' | 'goal';
export type GapPlace = keyof typeof text.gapPlaces;

export const GAP_PLACES = Object.keys(text.gapPlaces) as GapPlace[];
/** Rows or columns of a board that can be read. */
export const SIDES = { least: 2, most: 20 };
/** Where the gap of finished pictures was last. */
const KEPT_GAP = 'read/gap';
/** What is shown where no board was found, to be moved and changed. */
const GUESSED = { rows: 4, cols: 4, inset: 0.12 };

const boardOf = (cells: readonly number[], cols: number): Board => {
  const rows = Array.from({ length: cells.length / cols }, (_, row) => cells.slice(row * cols, (row + 1) * cols));
  return Board.parse(rows.map((row) => row.join(' ')).join('/'));
};

/** The cell of the gap's place. */
const cellOf = (place: GapPlace, rows: number, cols: number): number =>
  ({ last: rows * cols - 1, first: 0, right: cols - 1, left: (rows - 1) * cols })[place];

/** The place of a cell, if it is a corner. */
const placeOf = (cell: number, rows: number, cols: number): GapPlace | null =>
  GAP_PLACES.find((place) => cellOf(place, rows, cols) === cell) ?? null;

/** Tiles in order round the gap. */
const orderedGoal = (rows: number, cols: number, gap: number): Board => {
  const cells = Array.from({ length: rows * cols - 1 }, (_, index) => index + 1);
  cells.splice(gap, 0, 0);
  return boardOf(cells, cols);
};

export class PuzzleReading {
  /** Pictures that wait for their turn. */
  waiting: readonly Blob[] = $state.raw([]);
  /** The picture, and the size in which its points are counted. */
  picture: { url: string; width: number; height: number } | null = $state.raw(null);
  busy: 'opening' | 'reading' | null = $state(null);
  problem: string | null = $state(null);
  reading: Reading | null = $state.raw(null);
  corners: Corners | null = $state.raw(null);
  rows = $state(GUESSED.rows);
  cols = $state(GUESSED.cols);
  /** The tiles, numbered in the order of the goal. */
  puzzle: Puzzle | null = $state.raw(null);
  /** The number that each tile shows. */
  names: readonly number[] = $state.raw([]);
  /** Cells that may be wrong. */
  doubtful: readonly number[] = $state.raw([]);
  chosen: { which: Which; cell: number } | null = $state.raw(null);
  /** The board alone, as a picture. */
  board: { blob: Blob; url: string } | null = $state.raw(null);
  hasFinished = $state(false);
  #kind: PuzzleKind | null = $state(null);
  #reader = new PictureReader();
  /** What is asked for last counts; earlier answers are dropped. */
  #turn = 0;

  readonly kind = $derived(this.reading === null || this.reading.kind === 'none' ? null : this.reading.kind);
  readonly verdict = $derived(this.puzzle === null ? null : check(this.puzzle.start, this.puzzle.goal));
  readonly isSolved = $derived(this.puzzle !== null && this.puzzle.start.equals(this.puzzle.goal));
  readonly gapPlace = $derived(
    this.puzzle === null ? null : placeOf(this.puzzle.goal.cells.indexOf(0), this.rows, this.cols),
  );

  /** Reads the first of some pictures; the others wait. */
  async open(files: readonly Blob[]): Promise<void> {
    const [file, ...others] = files;
    if (file === undefined) return;
    this.waiting = others;
    this.#reset();
    const turn = ++this.#turn;
    this.busy = 'opening';
    try {
      const size = await this.#reader.ask('open', { file });
      if (turn !== this.#turn) return;
      this.picture = { url: URL.createObjectURL(file), ...size };
      await this.read({});
    } catch (error) {
      if (turn === this.#turn) this.problem = messageOf(error);
    } finally {
      if (turn === this.#turn) this.busy = null;
    }
  }

  next(): Promise<void> {
    return this.open(this.waiting);
  }

  close(): void {
    this.#turn++;
    this.#reader.close();
    this.#reset();
  }

  #reset(): void {
    if (this.picture !== null) URL.revokeObjectURL(this.picture.url);
    this.#showBoard(null);
    [this.picture, this.reading, this.corners, this.puzzle, this.chosen, this.problem] = [
      null,
      null,
      null,
      null,
      null,
      null,
    ];
    [this.doubtful, this.hasFinished, this.#kind] = [[], false, null];
  }

  #showBoard(blob: Blob | null): void {
    if (this.board !== null) URL.revokeObjectURL(this.board.url);
    this.board = blob && { blob, url: URL.createObjectURL(blob) };
  }

  /** Reads the picture with what is known about it. */
  async read(options: ReadOptions): Promise<void> {
    const turn = ++this.#turn;
    [this.busy, this.problem] = ['reading', null];
    try {
      let reading = await this.#reader.ask('read', { options });
      const kept = GAP_PLACES.find((place) => place === readText(KEPT_GAP));
      if (reading.kind === 'picture' && reading.proposals.length > 0 && kept !== undefined && !options.goalBlank) {
        const goalBlank = this.#rowAndCol(cellOf(kept, reading.rows, reading.cols), reading.cols);
        reading = await this.#reader.ask('read', { options: { ...options, goalBlank } });
      }
      if (turn !== this.#turn) return;
      this.#take(reading);
      const board = await this.#reader.ask('board', {});
      if (turn === this.#turn) this.#showBoard(board);
    } catch (error) {
      if (turn === this.#turn) this.problem = messageOf(error);
    } finally {
      if (turn === this.#turn) this.busy = null;
    }
  }

  #rowAndCol(cell: number, cols: number): [number, number] {
    return [Math.floor(cell / cols) + 1, (cell % cols) + 1];
  }

  #take(reading: Reading): void {
    this.reading = reading;
    this.chosen = null;
    if (reading.kind === 'none') {
      this.corners ??= this.#guessedCorners();
      [this.puzzle, this.doubtful] = [null, []];
      this.problem = this.#kind === null ? text.notFound : text.note(reading.message ?? '');
      return;
    }
    this.#kind = reading.kind;
    [this.rows, this.cols] = [reading.rows, reading.cols];
    this.corners = reading.corners ?? this.corners;
    this.doubtful = reading.doubtful.map(([row, col]) => (row - 1) * reading.cols + col - 1);
    const { start, goal } = reading;
    if (start === undefined || goal === undefined) {
      this.puzzle = null;
      return;
    }
    const shown = (reading.board ?? '').split(/[/ ]/).map(Number);
    const names: number[] = [];
    start.forEach((tile, cell) => (names[tile] = shown[cell] ?? tile));
    this.names = names;
    this.puzzle = { start: boardOf(start, reading.cols), goal: boardOf(goal, reading.cols) };
  }

  #guessedCorners(): Corners {
    const { width, height } = this.picture ?? { width: 0, height: 0 };
    const inset = Math.min(width, height) * GUESSED.inset;
    return [
      [inset, inset],
      [width - inset, inset],
      [width - inset, height - inset],
      [inset, height - inset],
    ];
  }

  /** All that is known, for reading once more. */
  #known(): ReadOptions {
    return {
      size: [this.rows, this.cols],
      ...(this.corners === null ? {} : { corners: this.corners }),
      ...(this.#kind === null ? {} : { kind: this.#kind }),
    };
  }

  /** Moves a corner, if the board stays a board; it is read again when the corner is let go. */
  moveCorner(index: number, [x, y]: Corner): void {
    if (this.corners === null || this.picture === null) return;
    const { width, height } = this.picture;
    const moved = this.corners.map((corner, other) =>
      other === index ? [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))] : corner,
    ) as Corners;
    if (isConvex(moved)) this.corners = moved;
  }

  readAgain(): Promise<void> {
    return this.read(this.#known());
  }

  setSize(rows: number, cols: number): Promise<void> {
    const fits = (side: number): boolean => Number.isInteger(side) && side >= SIDES.least && side <= SIDES.most;
    if (!fits(rows) || !fits(cols)) return Promise.resolve();
    [this.rows, this.cols] = [rows, cols];
    return this.readAgain();
  }

  setKind(kind: PuzzleKind): Promise<void> {
    this.#kind = kind;
    // why not the size where none was found: the other kind may tell it.
    return this.reading?.kind === 'none' ? this.readAgain() : this.read({ kind });
  }

  /** The finished picture that the pieces are matched with; `null` forgets it. */
  async setFinished(file: Blob | null): Promise<void> {
    try {
      await this.#reader.ask('finish', { file });
      this.hasFinished = file !== null;
      await this.read({ kind: 'picture' });
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  setGapPlace(place: GapPlace): void {
    const gap = cellOf(place, this.rows, this.cols);
    if (this.kind === 'picture') {
      writeJson(KEPT_GAP, place);
      void this.read({ ...this.#known(), goalBlank: this.#rowAndCol(gap, this.cols) });
    } else if (this.puzzle !== null) {
      this.puzzle = { ...this.puzzle, goal: orderedGoal(this.rows, this.cols, gap) };
    }
  }

  // Corrections.

  choose(which: Which, cell: number): void {
    const { chosen } = this;
    if (chosen?.which !== which) this.chosen = { which, cell };
    else if (chosen.cell === cell) this.chosen = null;
    else if (which === 'start' && this.kind === 'picture') this.chosen = { which, cell };
    else this.exchange(which, chosen.cell, cell);
  }

  exchange(which: Which, a: number, b: number): void {
    if (this.puzzle === null) return;
    this.puzzle = { ...this.puzzle, [which]: this.puzzle[which].exchanged(a, b) };
    this.chosen = null;
    if (which === 'start') this.#settle(a, b);
    // Whoever moves a piece to its place has looked at it.
    else this.#settle(...[a, b].map((cell) => this.#cellOfTile(this.puzzle?.goal.cells[cell] ?? 0)));
  }

  #cellOfTile(tile: number): number {
    return this.puzzle?.start.cells.indexOf(tile) ?? 0;
  }

  /** These cells are right: somebody has looked at them. */
  #settle(...cells: number[]): void {
    this.doubtful = this.doubtful.filter((cell) => !cells.includes(cell));
  }

  confirm(cell: number): void {
    this.#settle(cell);
    this.chosen = null;
  }

  /** The cell shows this number; what it was taken for goes to the cell that had the number. `false`: there is none. */
  setNumber(cell: number, number: number): boolean {
    if (this.puzzle === null) return false;
    const tile = number === 0 ? 0 : this.names.indexOf(number, 1);
    const other = tile < 0 ? -1 : this.#cellOfTile(tile);
    if (other < 0) return false;
    if (other === cell) this.confirm(cell);
    else {
      this.exchange('start', cell, other);
      this.doubtful = [...this.doubtful, other];
    }
    return true;
  }

  setGap(cell: number): void {
    this.exchange('start', cell, this.#cellOfTile(0));
  }

  /** Exchanges the two tiles that keep the board from being solved. */
  repair(): void {
    if (this.puzzle === null || this.verdict?.kind !== 'parity') return;
    const which: Which = this.kind === 'picture' ? 'goal' : 'start';
    const [a, b] = this.verdict.exchange.map((tile) => this.puzzle?.[which].cells.indexOf(tile) ?? 0);
    if (a !== undefined && b !== undefined) this.exchange(which, a, b);
  }
}
