import { beforeEach, describe, expect, test } from 'vitest';
import * as blockLink from '../src/blocks/link';
import { Board } from 'taquin/engine';
import { hashOf, linkTo, puzzleIn } from '../src/tiles/link';

beforeEach(() => {
  location.href = 'http://localhost/app/?x=1#old';
});

describe('a link to a board', () => {
  const START = '8 2 0/4 6 1/3 7 5';

  test('leaves the default goal out, and reads it back', () => {
    const puzzle = { start: Board.parse(START), goal: Board.solved(3, 3) };
    expect(hashOf(puzzle)).toBe('tiles=3x3:8,2,0,4,6,1,3,7,5');
    const read = puzzleIn(`#${hashOf(puzzle)}`);
    expect(read?.start.toString()).toBe(START);
    expect(read?.goal.toString()).toBe('1 2 3/4 5 6/7 8 0');
  });

  test('carries any other goal', () => {
    const puzzle = { start: Board.parse(START), goal: Board.parse('0 1 2/3 4 5/6 7 8') };
    expect(puzzleIn(`#${hashOf(puzzle)}`)?.goal.toString()).toBe('0 1 2/3 4 5/6 7 8');
  });

  test.each([
    [1, 5],
    [5, 1],
    [2, 7],
    [20, 20],
  ])('round trip of a scrambled %i × %i board', (rows, cols) => {
    const start = Board.solved(rows, cols).scrambled(7n);
    const read = puzzleIn(`#${hashOf({ start, goal: Board.solved(rows, cols) })}`);
    expect([read?.start.rows, read?.start.cols, [...(read?.start.cells ?? [])]]).toEqual([
      rows,
      cols,
      [...start.cells],
    ]);
  });

  test('keeps the address and replaces what was after the #', () => {
    const { href } = new URL(linkTo({ start: Board.parse(START), goal: Board.solved(3, 3) }));
    expect(href).toBe('http://localhost/app/?x=1#tiles=3x3:8,2,0,4,6,1,3,7,5');
  });

  test('no puzzle is null, a broken one throws', () => {
    expect(puzzleIn('')).toBeNull();
    expect(puzzleIn('#blocks=A')).toBeNull();
    expect(() => puzzleIn('#tiles=3x3:1,2')).toThrow();
    expect(() => puzzleIn('#tiles=3x3:1,1,2,3,4,5,6,7,8')).toThrow();
    expect(() => puzzleIn(`#tiles=3x3:8,2,0,4,6,1,3,7,5&goal=nonsense`)).toThrow();
  });
});

test('a link to a block puzzle carries its text, whatever is in it', () => {
  for (const text of ['A.b\n .\n--\n..A\n .\n', 'name: 100% & more #1 <b>+</b> 华容道\n\nA.\n--\n.A\n']) {
    expect(blockLink.puzzleIn(new URL(blockLink.linkTo(text)).hash)).toBe(text);
  }
  expect(blockLink.puzzleIn('#tiles=2x2:1,2,3,0')).toBeNull();
});
