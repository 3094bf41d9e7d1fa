// The block puzzle that is being played, as it is kept between visits.
import type { BlockCell, BlockMove } from 'taquin/engine';
import { fieldsOf, readJson, writeJson } from '../lib/storage';

export interface SavedBlocks {
  /** The puzzle as text. */
  puzzle: string;
  done: BlockMove[];
  undone: BlockMove[];
  /** The solver helped: a win does not count for the best results. */
  helped: boolean;
}

const KEY = 'blocks';
/** Under what a solution that is being looked at is kept. */
export const SOLUTION = 'blocks/solution';

const isCell = (value: unknown): value is BlockCell =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part));

export const isMove = (value: unknown): value is BlockMove => {
  const { block, from, to, path } = fieldsOf(value);
  return Number.isInteger(block) && isCell(from) && isCell(to) && typeof path === 'string' && /^[UDLR]+$/.test(path);
};

/** What storage holds of a puzzle under way; throws where it is damaged. */
export function savedBlocksIn(value: unknown): SavedBlocks {
  // Up to version 0.1 the puzzle alone was kept.
  if (typeof value === 'string') return { puzzle: value, done: [], undone: [], helped: false };
  const { puzzle, done, undone, helped } = fieldsOf(value);
  if (typeof puzzle !== 'string' || !Array.isArray(done) || !Array.isArray(undone)) throw new Error('no puzzle');
  if (!done.every(isMove) || !undone.every(isMove)) throw new Error('no moves');
  return { puzzle, done, undone, helped: helped === true };
}

/** The kept puzzle, `null` where there is none; throws where it is damaged. */
export function readBlocks(): SavedBlocks | null {
  const kept = readJson(KEY);
  return kept === undefined ? null : savedBlocksIn(kept);
}

/** Keeps a puzzle under way; `false` where storage is full or blocked. */
export const writeBlocks = (saved: SavedBlocks): boolean => writeJson(KEY, saved);
