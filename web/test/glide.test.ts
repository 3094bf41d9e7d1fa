import { describe, expect, test } from 'vitest';
import type { BlockCell, BlockMove } from 'taquin/engine';
import { glideBetween, isBent, placesOf, route } from '../src/blocks/glide';

const bent: BlockMove = { block: 1, from: [0, 2], to: [1, 1], path: 'LD' };

test('a move passes every place of its path', () => {
  expect(placesOf(bent)).toEqual([
    [0, 2],
    [0, 1],
    [1, 1],
  ]);
});

describe('what glides', () => {
  test('is the last move when it is made, and backwards when it is taken back', () => {
    const forwards = placesOf(bent);
    expect(glideBetween([], [bent])).toEqual({ block: 1, places: forwards });
    expect(glideBetween([bent], [])).toEqual({ block: 1, places: forwards.toReversed() });
  });
  test('is nothing where several moves change at once', () => {
    expect(glideBetween([], [])).toBeNull();
    expect(glideBetween([], [bent, bent])).toBeNull();
  });
});

describe('a route', () => {
  const ring: BlockCell[] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 2],
  ];
  test('goes round what is in the way', () => {
    expect(route(ring, [1, 0], [1, 2])).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(isBent(route(ring, [1, 0], [1, 2]))).toBe(true);
    expect(isBent(route(ring, [0, 0], [0, 2]))).toBe(false);
  });
  test('is empty where the places are apart', () => {
    expect(
      route(
        [
          [0, 0],
          [2, 2],
        ],
        [0, 0],
        [2, 2],
      ),
    ).toEqual([]);
  });
});
