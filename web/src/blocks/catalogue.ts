// The catalogue: what there is, in which order, and what of it fits a wish.
import type { BlockDrawing, BlockPack } from 'taquin/engine';
import { withoutHeader } from './draft';

/** The pack of the player's own puzzles. */
export const MINE = 'mine';
/** Packs from the gentlest to what is no game at all; those that are not named come last. */
const PACK_ORDER = ['rushhour', 'originals', 'gates', 'layton', 'classics', 'huarongdao', 'study'];
/** Where a newcomer begins. */
const FIRST_PACK = 'rushhour';

/** What puzzles are sought by. */
export interface Facts {
  pack: string;
  title: string;
  /** Other names of it. */
  also: string;
  author?: string | undefined;
  rows: number;
  cols: number;
  /** Cells of the board, those outside not counted. */
  cells: number;
  optimum?: number | undefined;
}

/** A puzzle of the catalogue. */
export interface Entry {
  drawing: BlockDrawing;
  pack: string;
  /** What makes it this puzzle, whatever it is called. */
  key: string;
  title: string;
  /** Other names of it. */
  also: string;
}

/** A name as it is shown: the first of several is the title. */
export function titleOf(name: string | undefined, unnamed: string): { title: string; also: string } {
  const [title = unnamed, ...also] = (name ?? unnamed).split(' / ');
  return { title, also: also.join(' · ') };
}

export const keyOf = ({ text }: Pick<BlockDrawing, 'text'>): string => withoutHeader(text);

/** How hard a puzzle is; what cannot be won, or is won before it begins, comes last. */
const difficulty = ({ optimum }: BlockDrawing): number => (optimum === undefined || optimum === 0 ? Infinity : optimum);

const byDifficulty = (a: Entry, b: Entry): number => {
  const [left, right] = [difficulty(a.drawing), difficulty(b.drawing)];
  return left === right ? 0 : left - right;
};

/** All puzzles, pack by pack, the easiest of each first. */
export function entriesOf(packs: readonly BlockPack[], unnamed: string): Entry[] {
  const rank = ({ name }: BlockPack): number => {
    const found = PACK_ORDER.indexOf(name);
    return found < 0 ? PACK_ORDER.length : found;
  };
  return packs
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ name: pack, puzzles }) =>
      puzzles
        .map((drawing): Entry => ({ drawing, pack, key: keyOf(drawing), ...titleOf(drawing.name, unnamed) }))
        .sort(byDifficulty),
    );
}

/** The puzzle that somebody sees who has never been here. */
export const firstOf = (entries: readonly Entry[]): Entry | undefined =>
  entries.find(({ pack }) => pack === FIRST_PACK) ?? entries[0];

/** What is asked of the catalogue. */
export interface Wish {
  sought: string;
  /** A pack's name, or `all`. */
  pack: string;
  order: 'pack' | 'easy' | 'hard' | 'name';
  moves: 'any' | keyof typeof LENGTHS;
  size: 'any' | keyof typeof SIZES;
  won: 'any' | 'yes' | 'no';
}

export const EVERYTHING: Wish = { sought: '', pack: 'all', order: 'pack', moves: 'any', size: 'any', won: 'any' };

/** The fewest moves of a puzzle of the day. */
const DAILY = [5, 40] as const;
/** Ranges of the fewest moves. */
export const LENGTHS = { short: [1, 10], medium: [11, 30], long: [31, 80], longest: [81, Infinity] } as const;
/** Ranges of the cells of a board, those outside not counted. */
export const SIZES = { small: [1, 16], medium: [17, 25], large: [26, Infinity] } as const;

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

/** What a puzzle of the catalogue is sought by. */
const factsOf = ({ drawing, pack, title, also }: Entry): Facts => {
  const { author, rows, cols, optimum } = drawing;
  return { pack, title, also, author, rows, cols, cells: cellsOf(drawing), optimum };
};

/** What is written in the search field: words, and perhaps a size such as `6×6` and a length such as `20 moves`. */
function soughtIn(sought: string): { words: string[]; size: [number, number] | null; moves: number | null } {
  const SIZE = /\b(\d+)\s*[x×]\s*(\d+)\b/;
  const MOVES = /\b(\d+)\s+moves?\b/;
  const text = plain(sought);
  const [size, moves] = [SIZE.exec(text), MOVES.exec(text)];
  return {
    words: text.replace(SIZE, ' ').replace(MOVES, ' ').split(/\s+/).filter(Boolean),
    size: size && [Number(size[1]), Number(size[2])],
    moves: moves && Number(moves[1]),
  };
}

/** Tells whether a puzzle fits a wish, whatever its pack and whether it was solved. */
export function wished(wish: Wish, packTitle: (pack: string) => string): (facts: Facts) => boolean {
  const { words, size, moves } = soughtIn(wish.sought);
  return ({ pack, title, also, author = '', rows, cols, cells, optimum }) => {
    if (wish.moves !== 'any' && !isWithin(optimum ?? 0, LENGTHS[wish.moves])) return false;
    if (wish.size !== 'any' && !isWithin(cells, SIZES[wish.size])) return false;
    if (moves !== null && optimum !== moves) return false;
    if (size !== null && (rows !== size[0] || cols !== size[1])) return false;
    const about = plain([title, also, author, packTitle(pack)].join(' '));
    return words.every((word) => about.includes(word));
  };
}

const cellsOf = ({ ground }: BlockDrawing): number => [...ground].filter((kind) => kind !== '#').length;

/** Accents and case do not matter to whoever searches. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The puzzles that fit a wish, in its order. `packTitle`: what a pack is called; `isWon`: was this puzzle solved? */
export function matching(
  entries: readonly Entry[],
  wish: Wish,
  packTitle: (pack: string) => string,
  isWon: (entry: Entry) => boolean,
): Entry[] {
  const isWished = wished(wish, packTitle);
  const fits = (entry: Entry): boolean =>
    (wish.pack === 'all' || wish.pack === entry.pack) &&
    (wish.won === 'any' || isWon(entry) === (wish.won === 'yes')) &&
    isWished(factsOf(entry));
  const found = entries.filter(fits);
  switch (wish.order) {
    case 'pack':
      return found;
    case 'easy':
      return found.sort(byDifficulty);
    case 'hard':
      return found.sort((a, b) => hardness(b.drawing) - hardness(a.drawing));
    case 'name':
      return found.sort((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }));
  }
}

const hardness = ({ optimum }: BlockDrawing): number => optimum ?? 0;

/** The puzzles in groups of one pack each, as they come. */
export function grouped(entries: readonly Entry[]): { pack: string; entries: Entry[] }[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.pack, [...(groups.get(entry.pack) ?? []), entry]);
  return [...groups].map(([pack, entries]) => ({ pack, entries }));
}

/** The puzzle of a day: one that can be played in some minutes, whatever pack it is from. */
export function ofDay(entries: readonly Entry[], seed: bigint): Entry | undefined {
  const fit = entries.filter(
    ({ pack, drawing }) => pack !== MINE && pack !== 'study' && isWithin(drawing.optimum ?? 0, DAILY),
  );
  // why: neighbours in the catalogue are alike, days that follow each other should not be.
  const STRIDE = 37n;
  return fit[Number((seed * STRIDE) % BigInt(Math.max(1, fit.length)))];
}

/** The first puzzle that is not solved yet, among those that can be. */
export const nextToSolve = (entries: readonly Entry[], isWon: (entry: Entry) => boolean): Entry | undefined =>
  entries.find((entry) => difficulty(entry.drawing) !== Infinity && !isWon(entry));
