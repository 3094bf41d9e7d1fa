import { expect, test } from 'vitest';
import { Board } from 'taquin/engine';
import { dateOf, seedOf } from '../src/lib/today';

test('a day is a date where the player is', () => {
  expect(dateOf(new Date(2026, 2, 7, 23, 59))).toBe('2026-03-07');
  expect(dateOf(new Date(2026, 2, 8, 0, 0))).toBe('2026-03-08');
});

test('its puzzle is the same everywhere, and another one the next day', () => {
  const board = (date: string): string => Board.solved(4, 4).scrambled(seedOf(date)).toString();
  expect(board('2026-03-07')).toBe(board('2026-03-07'));
  expect(board('2026-03-07')).not.toBe(board('2026-03-08'));
});
