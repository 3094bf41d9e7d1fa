import { expect, test } from 'vitest';
import { hashOf, routeIn, writeRoute } from '../src/lib/route';

test.each([
  ['#tiles', { view: 'tiles', part: null }],
  ['#tiles/edit', { view: 'tiles', part: 'edit' }],
  ['#blocks/puzzles', { view: 'blocks', part: 'puzzles' }],
  ['#laboratory', { view: 'laboratory', part: null }],
] as const)('%s is an address, both ways', (hash, route) => {
  expect(routeIn(hash)).toEqual(route);
  expect(hashOf(route)).toBe(hash);
});

test('what no view has is left out, and what is no view is none', () => {
  expect(routeIn('#tiles/puzzles')).toEqual({ view: 'tiles', part: null });
  expect(routeIn('#laboratory/edit')).toEqual({ view: 'laboratory', part: null });
  expect(routeIn('#tiles=3x3:1')).toBeNull();
  expect(routeIn('')).toBeNull();
});

test('the same address is no new step of the history', () => {
  const before = history.length;
  writeRoute({ view: 'blocks', part: 'puzzles' }, 'push');
  expect(location.hash).toBe('#blocks/puzzles');
  const after = history.length;
  writeRoute({ view: 'blocks', part: 'puzzles' }, 'push');
  expect([after - before, history.length - after]).toEqual([1, 0]);
});
