import { expect, test } from 'vitest';
import { Board } from 'taquin/engine';
import { cellAt, cutBy, cutOf, draftOf, ordered, placed, shownBy, withBoard, withGap } from '../src/tiles/draft';
import { TileEditor } from '../src/tiles/editor.svelte';
import { Game } from '../src/tiles/game.svelte';
import { readDraft } from '../src/tiles/kept';

const board = (text: string): Board => Board.parse(text);
const START = board('3 1/0 2');
const GOAL = board('1 2/3 0');

/** Which cell of the picture is seen in each cell of a board; that of the gap is the one it would show. */
const pieces = (shown: Board, cut: Board): number[] => [...shown.cells].map((tile) => cut.cells.indexOf(tile));

test('a picture shows the goal, until it is said to show the start', () => {
  const draft = draftOf({ start: START, goal: GOAL });
  expect(shownBy(draft)).toBe('goal');
  expect(pieces(draft.goal, draft.cut)).toEqual([0, 1, 2, 3]);
  const scrambled = cutBy(draft, 'start');
  expect(shownBy(scrambled)).toBe('start');
  expect(pieces(scrambled.start, scrambled.cut)).toEqual([0, 1, 2, 3]);
});

test('where start and goal are the same, what was said last counts', () => {
  const draft = draftOf({ start: GOAL, goal: GOAL });
  expect(shownBy(cutBy(draft, 'start'))).toBe('start');
  expect(shownBy(cutBy(cutBy(draft, 'start'), 'goal'))).toBe('goal');
});

test('pieces belong to tiles: a goal that changes leaves those of the start alone', () => {
  const draft = draftOf({ start: START, goal: GOAL });
  const changed = withBoard(draft, 'goal', board('2 1/3 0'));
  expect(pieces(changed.start, changed.cut)).toEqual(pieces(draft.start, draft.cut));
  expect(pieces(changed.goal, changed.cut)).toEqual([1, 0, 2, 3]);
  expect(shownBy(changed)).toBeNull();
});

test('a piece of the start is put into a cell of the goal, in exchange', () => {
  const draft = cutBy(draftOf({ start: START, goal: GOAL }), 'start');
  const changed = placed(draft, 'goal', 3, 0);
  expect(changed.goal.toString()).toBe('3 2/1 0');
  expect(changed.start).toBe(draft.start);
  expect(placed(changed, 'goal', 3, 0)).toBe(changed);
});

test('any piece may be the gap, and no piece moves for it', () => {
  const draft = cutBy(draftOf({ start: START, goal: board('3 2/1 0') }), 'start');
  const changed = withGap(draft, 1);
  expect(changed.start.toString()).toBe('3 0/1 2');
  expect(changed.goal.toString()).toBe('3 2/0 1');
  for (const which of ['start', 'goal'] as const)
    expect(pieces(changed[which], changed.cut)).toEqual(pieces(draft[which], draft.cut));
});

test('a board of another size is cut by itself until both have it', () => {
  const draft = withBoard(draftOf({ start: START, goal: GOAL }), 'start', board('1 2 3/4 0 5'));
  expect(cutOf(draft, 'start')).toBe(draft.start);
  expect(cutOf(draft, 'goal')).toBe(GOAL);
  const both = withBoard(draft, 'goal', Board.solved(2, 3));
  expect(cutOf(both, 'start')).toBe(both.goal);
  expect(new TileEditor(draft).finished).toBe(draft);
});

test('a cell is found under a point', () => {
  const box = { left: 10, top: 20, width: 60, height: 40 } as DOMRect;
  const wide = board('1 2 3/4 0 5');
  expect(cellAt(box, wide, 11, 21)).toBe(0);
  expect(cellAt(box, wide, 69, 59)).toBe(5);
  expect([cellAt(box, wide, 9, 30), cellAt(box, wide, 30, 61)]).toEqual([null, null]);
});

test('edits are taken back one by one, what is typed as one, and are kept', () => {
  const editor = new TileEditor(draftOf({ start: START, goal: GOAL }));
  editor.change(ordered(editor.draft, 3, 3));
  editor.change(withBoard(editor.draft, 'start', board('1 2 3/4 5 6/7 0 8')), 'text');
  editor.change(withBoard(editor.draft, 'start', board('1 2 3/4 5 6/0 7 8')), 'text');
  expect(readDraft()?.start.toString()).toBe('1 2 3/4 5 6/0 7 8');
  editor.undo();
  expect(editor.draft.start.toString()).toBe('1 2 3/4 5 6/7 8 0');
  editor.undo();
  expect([editor.draft.start, editor.canUndo, editor.canRedo]).toEqual([START, false, true]);
  editor.redo();
  editor.redo();
  expect(editor.draft.start.toString()).toBe('1 2 3/4 5 6/0 7 8');
  expect(editor.canRedo).toBe(false);
});

test('a game keeps by what its picture is cut', () => {
  const game = new Game();
  game.begin(START, GOAL, { cut: START });
  const other = new Game();
  other.restore(game.saved());
  expect(other.cut.equals(START)).toBe(true);
  game.restart();
  expect(game.cut).toBe(START);
  game.begin(START, GOAL);
  expect(game.saved()).not.toHaveProperty('cut');
  expect(() => other.restore({ ...game.saved(), cut: '1 2 3/4 5 0' })).toThrow();
});
