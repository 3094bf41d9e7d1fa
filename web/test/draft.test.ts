import { describe, expect, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  goalCells,
  isPainted,
  painted,
  placed,
  resized,
  shapeOf,
  symbolsOf,
  textOf,
  unplaced,
  unusedSymbol,
  withoutHeader,
  type Draft,
} from '../src/blocks/draft';
import { BlockGame, blockPacks } from 'taquin/engine';

const block = (symbol: string) => ({ kind: 'block', symbol }) as const;
const drawingOf = (text: string) => new BlockGame(text).drawing();
const paint = (draft: Draft, symbol: string, ...cells: number[]): Draft =>
  cells.reduce((result, cell) => painted(result, cell, block(symbol)), draft);

describe('every puzzle of the catalogue', () => {
  for (const { name, puzzles } of blockPacks()) {
    test(`${name}: drafts print what the engine reads as the same puzzle`, () => {
      for (const puzzle of puzzles) {
        const again = drawingOf(textOf(draftOf(puzzle)));
        expect(again.ground, puzzle.name).toEqual(puzzle.ground);
        expect(again.corners, puzzle.name).toEqual(puzzle.corners);
        expect(again.goals, puzzle.name).toEqual(puzzle.goals);
        expect([again.keepAxis, again.goalShapes], puzzle.name).toEqual([puzzle.keepAxis, puzzle.goalShapes]);
      }
    });
  }
});

describe('painting', () => {
  test('a block grows cell by cell, and has the next unused letter', () => {
    const draft = paint(emptyDraft(2, 3), 'A', 1, 2, 5);
    expect(symbolsOf(draft)).toEqual(['A']);
    expect(unusedSymbol(draft)).toBe('B');
    expect(shapeOf(draft, 'A')).toEqual({
      cells: [
        [0, 0],
        [0, 1],
        [1, 1],
      ],
      corner: [0, 1],
    });
    expect(isPainted(draft, 1, block('A'))).toBe(true);
    expect(isPainted(draft, 0, block('A'))).toBe(false);
  });

  test('a wall takes the block away, a gate lies under it', () => {
    const draft = paint(emptyDraft(1, 2), 'A', 0);
    const walled = painted(draft, 0, { kind: 'wall' });
    expect([walled.start[0], walled.ground[0]]).toEqual(['', '#']);
    const gated = painted(draft, 0, { kind: 'gate' });
    expect([gated.start[0], gated.ground[0]]).toEqual(['A', '+']);
  });

  test('a goal place moves back onto the board, and goes when it becomes impossible', () => {
    const draft = placed(paint(emptyDraft(2, 3), 'A', 0, 1), 0, 5, 'A');
    expect(draft.goals[0]).toEqual({ A: [1, 1] });
    expect(goalCells(draft, 0)).toEqual(['', '', '', '', 'A', 'A']);
    expect(unplaced(draft, 0, 4).goals[0]).toEqual({});
    expect(painted(draft, 5, { kind: 'wall' }).goals[0]).toEqual({});
    expect(resized(draft, 1, 3).goals[0]).toEqual({});
  });

  test('of two overlapping goal places the newer one stays', () => {
    const two = paint(paint(emptyDraft(1, 3), 'A', 0), 'B', 1);
    const draft = placed(placed(two, 0, 2, 'A'), 0, 2, 'B');
    expect(draft.goals[0]).toEqual({ B: [0, 2] });
  });

  test('a resized draft keeps what still fits', () => {
    const draft = resized(paint(emptyDraft(2, 2), 'A', 0, 3), 1, 3);
    expect([draft.rows, draft.cols, draft.start]).toEqual([1, 3, ['A', '', '']]);
  });
});

test('a row that looks like a separator or a comment is indented', () => {
  const draft = paint(paint(emptyDraft(1, 3), 'A', 0), 'B', 2);
  const separators = { ...draft, start: ['-', '-', ''], goals: [{ '-': [0, 1] as [number, number] }] };
  expect(drawingOf(textOf(separators)).blocks).toHaveLength(1);
});

test('a puzzle without its header is the same whatever it is called', () => {
  const body = 'axis: keep\n\nAA.\n--\n.AA\n';
  expect(withoutHeader(`name: One\nmoves: 1\n${body}`)).toBe(withoutHeader(`author: Two\n${body}`));
  expect(withoutHeader(body)).toContain('axis: keep');
});

test('exits, blocks that must leave and pins are written, read and forgotten with what they belong to', () => {
  const text = 'exit: >=A <\ngone: A\npin: C\n\nAB.>\n.C.<\n--\n...>\n...<\n';
  const drawing = drawingOf(text);
  const draft = draftOf(drawing);
  expect(draft).toMatchObject({ exits: ['A', ''], gone: 'A', pinned: 'C', goals: [{}] });
  expect(textOf(draft)).toBe(text);
  expect(drawing.blocks.map(({ symbol, leaves, pinned }) => [symbol, leaves, pinned])).toEqual([
    [
      'A',
      [
        [0, 3],
        [1, 3],
      ],
      false,
    ],
    ['B', [[1, 3]], false],
    ['C', [[1, 3]], true],
  ]);
  // Without its cells an exit is gone, and the next one takes its number.
  const one = painted(draft, 3, { kind: 'free' });
  expect(textOf(one)).toBe('exit: >\ngone: A\npin: C\n\nAB..\n.C.>\n--\n....\n...>\n');
  // Without its block a rule is gone.
  expect(textOf(painted(one, 5, { kind: 'free' }))).not.toContain('pin');
});
