import { expect, test } from 'vitest';
import { Board, check } from 'taquin/engine';
import { seedOfWord, shuffled } from '../src/tiles/shuffle';

const goal = Board.solved(4, 4);

test.each([
  { way: 'random' },
  { way: 'moves', count: 20, isWatched: false },
  { way: 'displaced', percent: 80 },
  { way: 'word', word: 'friends' },
] as const)('$way: it can be solved and is not solved already', (shuffle) => {
  for (let round = 0; round < 20; round++) {
    const { start } = shuffled(goal, shuffle);
    expect(check(start, goal).kind).toBe('solvable');
    expect(start.equals(goal)).toBe(false);
  }
});

test('a word gives the same board to everybody, however it is written, and another word another board', () => {
  const of = (word: string): string => shuffled(goal, { way: 'word', word }).start.toString();
  expect(of('friends')).toBe(of(' Friends '));
  expect(of('caf\u00e9')).toBe(of('cafe\u0301'));
  expect(new Set(['friends', 'friend', 'a', 'b', '2026'].map(of)).size).toBe(5);
  // Those who played yesterday's version have the same boards.
  expect(seedOfWord('foobar')).toBe(0x85944171f73967e8n);
});

test('the share out of place is reached', () => {
  expect(shuffled(goal, { way: 'displaced', percent: 100 }).start.misplaced(goal)).toBe(15);
  expect(() => shuffled(Board.parse('1 0 2'), { way: 'displaced', percent: 100 })).toThrow();
});

test('a walk can be watched: its beginning is a shorter walk of the same seed', () => {
  const { start, seed } = shuffled(goal, { way: 'moves', count: 12, isWatched: true });
  const boards = Array.from({ length: 13 }, (_, moves) => goal.walked(moves, seed));
  expect(boards[0]?.equals(goal)).toBe(true);
  expect(boards[12]?.equals(start)).toBe(true);
  for (const [index, board] of boards.slice(1).entries()) {
    const before = boards[index]!;
    expect(['U', 'D', 'L', 'R'].some((way) => before.allows(way) && before.after(way).equals(board))).toBe(true);
  }
});

test('where every shuffle ends at the goal, it is given up', () => {
  const two = Board.parse('1 0');
  expect(shuffled(two, { way: 'moves', count: 2, isWatched: false }).start.equals(two)).toBe(true);
});
