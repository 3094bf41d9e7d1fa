// Packs and lists of puzzles that somebody opens: read piece by piece, as they may have millions of lines, and put on
// shelves by the number of moves.
import { blockList, type BlockDrawing, type BlockEntry } from 'taquin/engine';
import { titleOf, type Facts } from './catalogue';
import { drawingOf } from './mine.svelte';

/** Puzzles of one length. */
export interface Shelf {
  /** The fewest moves; `null` where they are not known, or where there is no solution. */
  moves: number | null;
  /** How many puzzles of this length there were. */
  count: number;
  /** The first of them, at most [`MOST_ON_SHELF`]. */
  puzzles: Listed[];
}

/** A puzzle of a list: it is drawn only where it is seen. */
export class Listed implements Facts {
  readonly title: string;
  readonly also: string;
  #drawing: BlockDrawing | undefined;

  constructor(
    readonly entry: BlockEntry,
    readonly pack: string,
    unnamed: string,
  ) {
    ({ title: this.title, also: this.also } = titleOf(entry.name, unnamed));
  }

  get text(): string {
    return this.entry.text;
  }
  get author(): string | undefined {
    return this.entry.author;
  }
  get rows(): number {
    return this.entry.rows;
  }
  get cols(): number {
    return this.entry.cols;
  }
  get cells(): number {
    return this.entry.cells;
  }
  get optimum(): number | undefined {
    return this.entry.optimum;
  }
  get impossible(): boolean {
    return this.entry.impossible;
  }
  get drawing(): BlockDrawing {
    return (this.#drawing ??= drawingOf(this.text));
  }
}

/** What was read of a pack or list. */
export interface OpenedPack {
  name: string;
  /** All puzzles that were read. */
  count: number;
  /** The easiest first. */
  shelves: Shelf[];
  /** How many could not be read, and the first of them. */
  refused: number;
  problem: string | null;
  /** It was opened at an earlier visit. */
  isKept?: boolean;
}

/** A list of millions would fill the memory: of each shelf so many are kept, and all are counted. */
export const MOST_ON_SHELF = 2_000;
/** Characters that are read at once: few enough for a frame. */
const PIECE = 1 << 15;
/** The longest puzzle of a pack. */
const MOST_PUZZLE = 1 << 20;

/** Reads puzzles as they come. `unnamed`: what those without a name are called; `where`: names a line. */
export class PackReader {
  readonly #name: string;
  readonly #unnamed: string;
  readonly #shelves = new Map<number | null, Shelf>();
  readonly #where: (line: number, problem: string) => string;
  #left = '';
  #lines = 0;
  #count = 0;
  #refused = 0;
  #problem: string | null = null;

  constructor(name: string, unnamed: string, where: (line: number, problem: string) => string) {
    this.#name = name;
    this.#unnamed = unnamed;
    this.#where = where;
  }

  /** Adds the next part of the text. */
  add(text: string): void {
    this.#left += text;
    const end = wholePuzzles(this.#left);
    if (end === 0) {
      if (this.#left.length > MOST_PUZZLE) this.#left = '';
      return;
    }
    this.#read(this.#left.slice(0, end));
    this.#left = this.#left.slice(end);
  }

  /** Reads what is left. */
  finish(): OpenedPack {
    this.#read(this.#left);
    this.#left = '';
    return this.pack;
  }

  get count(): number {
    return this.#count;
  }

  get pack(): OpenedPack {
    const shelves = [...this.#shelves.values()].sort((a, b) => (a.moves ?? Infinity) - (b.moves ?? Infinity));
    return {
      name: this.#name,
      count: this.#count,
      shelves,
      refused: this.#refused,
      problem: this.#problem,
    };
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    const { puzzles, problems } = blockList(text);
    const [first] = problems;
    if (first !== undefined) this.#problem ??= this.#where(this.#lines + first.line, first.message);
    this.#refused += problems.length;
    this.#count += puzzles.length;
    this.#lines += text.split('\n').length - 1;
    for (const entry of puzzles) {
      const moves = entry.optimum ?? null;
      const shelf: Shelf = this.#shelves.get(moves) ?? { moves, count: 0, puzzles: [] };
      this.#shelves.set(moves, shelf);
      shelf.count += 1;
      if (shelf.puzzles.length < MOST_ON_SHELF) shelf.puzzles.push(new Listed(entry, this.#name, this.#unnamed));
    }
  }
}

/** Where the puzzles end that are whole, in a text that goes on: between puzzles of a pack, between lines of a list. */
export function wholePuzzles(text: string): number {
  if (text.length < PIECE) return 0;
  let end = 0;
  for (const { index, 0: line } of text.matchAll(/^={3,}[ \t]*\r?\n/gm)) end = index + line.length;
  // why: a line of `--` stands between start and goal; a text with one is no list, whose lines are puzzles.
  return end > 0 || /^--[ \t]*\r?$/m.test(text) ? end : text.lastIndexOf('\n') + 1;
}

/** A file as text, part by part. */
export async function* partsOf(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < file.size; at += PIECE) {
    const part = await file.slice(at, at + PIECE).arrayBuffer();
    yield decoder.decode(part, { stream: at + PIECE < file.size });
  }
}
