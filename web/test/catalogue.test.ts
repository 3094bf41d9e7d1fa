import { describe, expect, test } from 'vitest';
import { BlockGame, blockPacks } from 'taquin/engine';
import {
  entriesOf,
  EVERYTHING,
  firstOf,
  grouped,
  matching,
  nextToSolve,
  ofDay,
  titleOf,
  type Entry,
  type Wish,
} from '../src/blocks/catalogue';

const entries = entriesOf(blockPacks(), 'Unnamed');
const never = (): boolean => false;
const find = (wish: Partial<Wish>, isWon: (entry: Entry) => boolean = never): Entry[] =>
  matching(entries, { ...EVERYTHING, ...wish }, (pack) => pack, isWon);

test('every puzzle of the packs is there once, easiest first within its pack', () => {
  expect(entries.length).toBe(blockPacks().flatMap(({ puzzles }) => puzzles).length);
  expect(new Set(entries.map(({ drawing }) => drawing.text)).size).toBe(entries.length);
  for (const { entries: pack } of grouped(entries)) {
    const lengths = pack.map(({ drawing }) => drawing.optimum || Infinity);
    expect(lengths).toEqual(lengths.toSorted((a, b) => (a === b ? 0 : a - b)));
  }
});

test('a newcomer begins with few moves, and goes on with the easiest that is left', () => {
  const first = firstOf(entries);
  expect(first?.drawing.optimum).toBeLessThanOrEqual(10);
  expect(first?.drawing.optimum).toBeGreaterThanOrEqual(3);
  expect(nextToSolve(entries, never)).toBe(first);
  const next = nextToSolve(entries, (entry) => entry === first);
  expect(next?.pack).toBe(first?.pack);
  expect(nextToSolve(entries, () => true)).toBeUndefined();
});

test('puzzles without a goal or without a solution are never suggested', () => {
  const hopeless = entries.filter(({ drawing }) => !drawing.optimum);
  expect(hopeless.length).toBeGreaterThan(0);
  expect(nextToSolve(hopeless, never)).toBeUndefined();
});

describe('what is sought', () => {
  test('is found in titles, other names and authors, whatever the case and the accents', () => {
    expect(find({ sought: 'KLOTSKI' }).map(({ title }) => title)).toContain('Klotski');
    expect(find({ sought: 'ane rouge' }).map(({ title }) => title)).toEqual(['Klotski']);
    expect(find({ sought: '横刀' })).toHaveLength(1);
    expect(find({ sought: 'conway century' }).every(({ drawing }) => drawing.author?.includes('Conway'))).toBe(true);
    expect(find({ sought: 'no such puzzle' })).toEqual([]);
  });

  test('fits all wishes at once', () => {
    const found = find({ pack: 'rushhour', moves: 'medium', size: 'large' });
    expect(found.length).toBeGreaterThan(0);
    for (const { pack, drawing } of found) {
      expect(pack).toBe('rushhour');
      expect(drawing.optimum).toBeGreaterThanOrEqual(11);
      expect(drawing.optimum).toBeLessThanOrEqual(30);
    }
    const isWon = ({ title }: Entry): boolean => title === 'Klotski';
    expect(find({ won: 'yes' }, isWon).map(({ title }) => title)).toEqual(['Klotski']);
    expect(find({ won: 'no' }, isWon)).toHaveLength(entries.length - 1);
  });

  test.each([
    ['easy', (a: number, b: number) => a <= b],
    ['hard', (a: number, b: number) => a >= b],
  ] as const)('is sorted: %s', (order, isRight) => {
    const lengths = find({ order, moves: 'any' }).flatMap(({ drawing }) => drawing.optimum || []);
    expect(lengths.every((length, index) => index === 0 || isRight(lengths[index - 1] ?? 0, length))).toBe(true);
  });

  test('is sorted by name, numbers as numbers', () => {
    const titles = find({ order: 'name', pack: 'huarongdao' }).map(({ title }) => Number.parseInt(title));
    expect(titles).toEqual(titles.toSorted((a, b) => a - b));
  });
});

test('cells outside the board do not make it large', () => {
  const game = new BlockGame('A.\n   .\n--\n.A\n   .');
  const [entry] = entriesOf([{ name: 'one', puzzles: [game.drawing()] }], 'Unnamed');
  game.free();
  expect(matching([entry!], { ...EVERYTHING, size: 'small' }, (pack) => pack, never)).toHaveLength(1);
  expect(entry?.title).toBe('Unnamed');
});

test('the first of several names is the title', () => {
  expect(titleOf('Klotski / L’Ane Rouge / Hua Rong Dao', '')).toEqual({
    title: 'Klotski',
    also: 'L’Ane Rouge · Hua Rong Dao',
  });
  expect(titleOf(undefined, 'Yours')).toEqual({ title: 'Yours', also: '' });
});

test('the puzzle of a day is short, from any pack, and another one the next day', () => {
  const days = Array.from({ length: 28 }, (_, day) => ofDay(entries, 20260201n + BigInt(day)));
  expect(days.every((entry) => (entry?.drawing.optimum ?? 0) >= 5 && (entry?.drawing.optimum ?? 99) <= 40)).toBe(true);
  expect(new Set(days.map((entry) => entry?.key)).size).toBe(28);
  expect(new Set(days.map((entry) => entry?.pack)).size).toBeGreaterThan(3);
});
