import { expect, test } from 'vitest';
import { PackReader, partsOf, wholePuzzles } from '../src/blocks/shelves';

const where = (line: number, problem: string): string => `${line}: ${problem}`;
const LINE = 'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM';
const PUZZLE = 'name: One\nmoves: 1\n\nA.\n--\n.A\n';

test('a list is cut between lines, a pack between puzzles, and a short text not at all', () => {
  expect(wholePuzzles(`5 ${LINE} 7\n5 ${LINE}`)).toBe(0);
  const list = `5 ${LINE} 7\n`.repeat(2_000);
  expect(wholePuzzles(`${list}5 IBB`)).toBe(list.length);
  const pack = `${PUZZLE}===\n`.repeat(2_000);
  expect(wholePuzzles(`${pack}name: Two\n\nA.\n--\n`)).toBe(pack.length);
});

test('puzzles come on shelves by their moves, however the text is cut', () => {
  const text = `${PUZZLE}===\n`.repeat(3_000) + 'name: Two\n\nA..\n--\n..A\n';
  for (const size of [1 << 20, 40_000, 33_333]) {
    const reader = new PackReader('pack', 'Unnamed', where);
    for (let at = 0; at < text.length; at += size) reader.add(text.slice(at, at + size));
    const { count, shelves, refused } = reader.finish();
    expect([count, refused]).toEqual([3_001, 0]);
    expect(shelves.map(({ moves, count, puzzles }) => [moves, count, puzzles.length])).toEqual([
      [1, 3_000, 2_000],
      [null, 1, 1],
    ]);
    expect(shelves[1]?.puzzles[0]?.title).toBe('Two');
    expect(shelves[1]?.puzzles[0]?.drawing.cols).toBe(3);
  }
});

test('lines that are no puzzles are counted, and the first is named by its line in the file', () => {
  const reader = new PackReader('list', 'Unnamed', where);
  const good = `5 ${LINE} 7\n`;
  for (let part = 0; part < 3; part++) reader.add(good.repeat(1_000));
  reader.add('nothing at all\n');
  const { count, refused, problem } = reader.finish();
  expect([count, refused]).toEqual([3_000, 1]);
  expect(problem).toMatch(/^3001: /);
});

test('a file is read part by part, also where a letter lies across the cut; what is no text is refused', async () => {
  const text = 'ä'.repeat(40_000);
  let read = '';
  for await (const part of partsOf(new Blob([text]))) read += part;
  expect(read).toBe(text);
  const parts = partsOf(new Blob([new Uint8Array([0xff, 0xfe, 1])]));
  await expect(parts.next()).rejects.toThrow(TypeError);
});
