import { describe, expect, test } from 'vitest';
import { exactTime, strings, time } from '../src/strings';
import { short, shortTime } from '../src/strings/laboratory';
import { number, plural } from '../src/strings/number';

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [61_999, '1:01'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])('%i ms on the clock', (milliseconds, shown) => {
  expect(time(milliseconds)).toBe(shown);
});

test.each([
  [0, '0:00.00'],
  [1_549, '0:01.54'],
  [3_600_019, '1:00:00.01'],
])('%i ms to the hundredth', (milliseconds, shown) => {
  expect(exactTime(milliseconds)).toBe(shown);
});

test('numbers are grouped, and have their plural', () => {
  expect(number(2_600_123)).toBe('2,600,123');
  expect([plural(0, 'move', 'moves'), plural(1, 'move', 'moves'), plural(1_000, 'move', 'moves')]).toEqual([
    '0 moves',
    '1 move',
    '1,000 moves',
  ]);
});

test.each([
  [0.0001, '1 ms'],
  [0.0421, '42 ms'],
  [0.1, '0.1 s'],
  [12.34, '12.3 s'],
])('a search of %d s', (seconds, shown) => {
  expect(strings.solve.seconds(seconds)).toBe(shown);
});

test('what the engine refuses is said in the signs of the sliders', () => {
  expect(strings.solve.refused('lambda is 5 and big lambda 2')).toBe('λ is 5 and Λ 2.');
  expect(strings.solve.refused('there is no table for a board of 5x5')).toBe('There is no table for a board of 5 × 5.');
});

describe('beside an axis', () => {
  test.each([
    [12, '12 s'],
    [0.0125, '12.5 ms'],
    [0.000_004, '4 µs'],
  ])('%d s', (seconds, shown) => {
    expect(shortTime(seconds)).toBe(shown);
  });

  test('large numbers are short', () => {
    expect([short(950), short(12_345), short(1_200_000)]).toEqual(['950', '12.3 k', '1.2 M']);
  });
});
