// Links that hold a whole board with its goal.
import type { Board } from 'taquin/engine';
import { linkWith } from '../lib/link';
import { parseBoard } from './parse';

export interface Puzzle {
  start: Board;
  goal: Board;
}

const form = (board: Board): string => `${board.rows}x${board.cols}:${board.texts.join(',')}`;

/** What a link says of a puzzle; the goal is left out where it is the default one. */
export function hashOf({ start, goal }: Puzzle): string {
  const isDefault = goal.toString() === start.sorted().toString();
  return `tiles=${form(start)}${isDefault ? '' : `&goal=${form(goal)}`}`;
}

export const linkTo = (puzzle: Puzzle): string => linkWith(hashOf(puzzle));

/** The puzzle in a link, `null` where there is none; throws where it cannot be read. */
export function puzzleIn(hash: string): Puzzle | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const text = parts.get('tiles');
  if (text === null) return null;
  const start = parseBoard(text);
  const goal = parts.get('goal');
  return { start, goal: goal === null ? start.sorted() : parseBoard(goal, 'goal') };
}
