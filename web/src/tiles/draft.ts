// Start and goal while they are edited. The pieces of a picture belong to the tiles, wherever those are.
import { Board } from 'taquin/engine';
import type { Puzzle } from './link';

export type Which = 'start' | 'goal';

export interface Draft extends Puzzle {
  /** The board that the picture shows, by which it is cut: the goal, or the start where the picture is a scrambled one. */
  cut: Board;
  /** Which of the boards the picture was last said to show. */
  shows: Which;
}

export const isSameSize = (a: Board, b: Board): boolean => a.rows === b.rows && a.cols === b.cols;

/** By what the picture is cut on one of the boards: where the sizes differ, by the board itself. */
export const cutOf = (draft: Draft, which: Which): Board =>
  isSameSize(draft.cut, draft[which]) ? draft.cut : draft[which];

/** Which of the boards the picture shows as a whole, if any. */
export function shownBy({ shows, cut, ...boards }: Draft): Which | null {
  const both: Which[] = [shows, shows === 'goal' ? 'start' : 'goal'];
  return both.find((which) => cut.equals(boards[which])) ?? null;
}

/** The picture shows this board: it is cut by it. */
export const cutBy = (draft: Draft, shows: Which): Draft => ({ ...draft, shows, cut: draft[shows] });

/** Boards that are about to be edited; the picture shows the goal unless the pieces are others. */
export const draftOf = ({ start, goal }: Puzzle, cut = goal): Draft => ({
  start,
  goal,
  cut,
  shows: cut.equals(goal) ? 'goal' : 'start',
});

/** One of the boards becomes another; the pieces stay with their tiles, if there are as many. */
export function withBoard(draft: Draft, which: Which, board: Board): Draft {
  const changed = { ...draft, [which]: board };
  const fits = isSameSize(draft.cut, changed.start) || isSameSize(draft.cut, changed.goal);
  return fits ? changed : { ...changed, cut: board };
}

const exchanged = (board: Board, a: number, b: number): Board =>
  board.exchanged(board.cells.indexOf(a), board.cells.indexOf(b));

/** Puts a tile into a cell of one of the boards, in exchange for the tile there. */
export function placed(draft: Draft, which: Which, tile: number, cell: number): Draft {
  const from = draft[which].cells.indexOf(tile);
  if (from < 0 || from === cell) return draft;
  return withBoard(draft, which, draft[which].exchanged(from, cell));
}

/** The piece that was this tile's is the gap, and what was taken for the gap is the tile: every piece stays where it is. */
export const withGap = ({ start, goal, cut, shows }: Draft, tile: number): Draft => ({
  start: exchanged(start, 0, tile),
  goal: exchanged(goal, 0, tile),
  cut: exchanged(cut, 0, tile),
  shows,
});

/** Boards in order, of another size. */
export function ordered({ shows }: Draft, rows: number, cols: number): Draft {
  const board = Board.solved(rows, cols);
  return { start: board, goal: board, cut: board, shows };
}

/** What is written on the tile in a cell; 0 for a gap. */
export const nameOf = (board: Board, cell: number): number | string => {
  const tile = board.cells[cell] ?? 0;
  return tile === 0 ? 0 : (board.names?.[tile] ?? tile);
};

/** The tiles in these cells of one of the boards look the same from now on, on both. */
export function merged(draft: Draft, which: Which, cells: readonly number[]): Draft {
  const names = cells.map((cell) => String(nameOf(draft[which], cell)));
  const [start, goal] = [draft.start.merged(names), draft.goal.merged(names)];
  return { ...draft, start, goal, cut: goal };
}

/** The tile in a cell of one of the boards is a gap from now on, and one like it on the other. */
export function emptied(draft: Draft, which: Which, cell: number): Draft {
  const other: Which = which === 'start' ? 'goal' : 'start';
  const there = draft[other].texts.indexOf(String(nameOf(draft[which], cell)));
  const changed = { ...draft, [which]: draft[which].emptied(cell) };
  if (there >= 0) changed[other] = draft[other].emptied(there);
  return { ...changed, cut: changed.goal };
}

/** The goal leaves a cell free from now on. */
export function freed(draft: Draft, cell: number): Draft {
  const goal = draft.goal.freed(cell);
  return { ...draft, goal, cut: goal };
}

/** The cell at a point of the window on a board that is drawn in this box; `null` outside of it. */
export function cellAt({ left, top, width, height }: DOMRect, { rows, cols }: Board, x: number, y: number) {
  const [col, row] = [Math.floor(((x - left) / width) * cols), Math.floor(((y - top) / height) * rows)];
  return col >= 0 && col < cols && row >= 0 && row < rows ? row * cols + col : null;
}
