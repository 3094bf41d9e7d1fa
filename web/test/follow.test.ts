import { expect, test } from 'vitest';
import { follow } from '../src/blocks/follow';
import type { BlockCell } from 'taquin/engine';

const CORNER: BlockCell[] = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 2],
];

test('a block follows the pointer between two free places', () => {
  expect(follow(CORNER, [0, 0.3])).toEqual({ at: [0, 0], point: [0, 0.3] });
  expect(follow(CORNER, [0.2, 1.6])).toEqual({ at: [0, 2], point: [0, 1.6] });
});

test('it goes round the corner, not through what is in the way', () => {
  expect(follow(CORNER, [0.7, 2.1])).toEqual({ at: [1, 2], point: [0.7, 2] });
  expect(follow(CORNER, [1, 0]).point[0]).toBe(0);
});

test('outside of the free ways it stays at their end', () => {
  expect(follow(CORNER, [5, 9])).toEqual({ at: [1, 2], point: [1, 2] });
  expect(follow([[3, 3]], [0, 0])).toEqual({ at: [3, 3], point: [3, 3] });
});
