import { expect, test } from 'vitest';
import { packsIn } from '../src/blocks/packs';

const entry = (text: string) => ({ name: 'One / Eins', rows: 1, cols: 2, cells: 2, impossible: false, text });
const shelf = (moves: number | null, texts: string[]) =>
  JSON.stringify({ moves, count: texts.length + 7, puzzles: texts.map(entry) });
const head = (name: string, shelves: number) =>
  JSON.stringify({ name, count: 9, refused: 1, problem: 'line 3', shelves });
const PUZZLE = 'A.\n--\n.A\n';

test('packs that were kept are read line by line, each with its shelves', async () => {
  const text = [head('a', 2), shelf(1, [PUZZLE]), shelf(null, [PUZZLE, PUZZLE]), head('b', 0), ''].join('\n');
  const [a, b, ...others] = await packsIn(text, 'Unnamed');
  expect(others).toEqual([]);
  expect([a?.name, a?.count, a?.refused, a?.problem, a?.isKept]).toEqual(['a', 9, 1, 'line 3', true]);
  expect(a?.shelves.map(({ moves, count, puzzles }) => [moves, count, puzzles.length])).toEqual([
    [1, 8, 1],
    [null, 9, 2],
  ]);
  const first = a?.shelves[0]?.puzzles[0];
  expect([first?.title, first?.also, first?.pack, first?.drawing.cols]).toEqual(['One', 'Eins', 'a', 2]);
  expect([b?.name, b?.shelves]).toEqual(['b', []]);
});

test.each([head('a', 1), `${head('a', 1)}\n`, `${head('a', 1)}\n{"moves"`])('damaged: %s', async (text) => {
  await expect(packsIn(text, 'Unnamed')).rejects.toThrow();
});
