// Links that hold a whole puzzle, in the part of the address that no server sees.
import { Board } from './engine';

export interface Puzzle {
  start: Board;
  goal: Board;
}

const form = (board: Board): string => `${board.rows}x${board.cols}:${[...board.cells].join(',')}`;

/** The link to a puzzle; the goal is left out where it is the default one. */
export function linkTo({ start, goal }: Puzzle): string {
  const address = new URL(location.href);
  const usual = goal.equals(Board.solved(goal.rows, goal.cols));
  address.hash = `tiles=${form(start)}${usual ? '' : `&goal=${form(goal)}`}`;
  return address.href;
}

/** The puzzle in a link, `null` where there is none; throws where it cannot be read. */
export function puzzleIn(hash: string): Puzzle | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const text = parts.get('tiles');
  if (text === null) return null;
  const start = Board.parse(text);
  const goal = parts.get('goal');
  return { start, goal: goal === null ? Board.solved(start.rows, start.cols) : Board.parse(goal) };
}
