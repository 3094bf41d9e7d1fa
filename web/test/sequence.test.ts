import { expect, test } from 'vitest';
import { Board } from 'taquin/engine';
import { Sequence } from '../src/parts/sequence.svelte';

const boards = (index: number): Board => Board.solved(1, index + 2);

test('boards are shown one after the other, and the last one once', () => {
  const sequence = new Sequence('shuffle', 3, boards, () => {});
  expect(sequence.present.cols).toBe(2);
  expect(sequence.advance(2)).toBe(false);
  expect(sequence.present.cols).toBe(4);
  expect(sequence.advance(5)).toBe(true);
  expect([sequence.shown, sequence.present.cols]).toEqual([3, 5]);
});

test('a long search is shown within some seconds, a shuffle as fast as the player likes', () => {
  expect(new Sequence('shuffle', 3_000, boards, () => {}).rate(6)).toBe(6);
  expect(new Sequence('search', 30, boards, () => {}).rate(6)).toBe(6);
  expect(new Sequence('search', 150_000, boards, () => {}).rate(6)).toBe(10_000);
});
