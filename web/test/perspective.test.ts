import { expect, test } from 'vitest';
import { isConvex, perspective } from '../src/read/perspective';
import type { Corners } from '../src/read/protocol';

const quad: Corners = [
  [10, 20],
  [110, 30],
  [90, 130],
  [0, 100],
];

test('corners go to corners', () => {
  const map = perspective(quad);
  const places = [map(0, 0), map(1, 0), map(1, 1), map(0, 1)].map((point) => point.map((value) => Math.round(value)));
  expect(places).toEqual(quad);
});

test('straight lines stay straight, and diagonals meet in the middle', () => {
  const map = perspective(quad);
  const [a, b, c] = [map(0.25, 0.25), map(0.5, 0.5), map(0.75, 0.75)];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  expect(Math.abs(area)).toBeLessThan(1e-6);
});

test('a quadrilateral without area maps to its first corner', () => {
  const flat: Corners = [
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ];
  expect(perspective(flat)(0.5, 0.5)).toEqual([1, 1]);
});

test('only corners that go clockwise round a convex area make a board', () => {
  const [a, b, c, d] = quad;
  expect(isConvex(quad)).toBe(true);
  expect(isConvex([a, d, c, b])).toBe(false);
  expect(isConvex([a, c, b, d])).toBe(false);
  expect(isConvex([a, b, [40, 45], d])).toBe(false);
});
