import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  close,
  InputError,
  solveKlotski,
  solveRushHour,
  UnsolvableError,
  type KlotskiGame,
  type RushHourGame,
} from '../dist/node.js';

after(close);

const KLOTSKI: KlotskiGame = {
  blocks: [
    { shape: [2, 2], position: [0, 1] },
    { shape: [2, 1], position: [0, 0] },
    { shape: [2, 1], position: [0, 3] },
    { shape: [2, 1], position: [2, 0] },
    { shape: [2, 1], position: [2, 3] },
    { shape: [1, 2], position: [2, 1] },
    { shape: [1, 1], position: [3, 1] },
    { shape: [1, 1], position: [3, 2] },
    { shape: [1, 1], position: [4, 0] },
    { shape: [1, 1], position: [4, 3] },
  ],
  boardSize: [5, 4],
  escapePoint: [3, 1],
};

/** Plays an answer by the plainest rules: no block leaves the board or meets another. */
function play({ blocks, boardSize = [5, 4] }: KlotskiGame, steps: { blockIdx: number; dirIdx: number }[]): number[][] {
  const ways = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const;
  const places = blocks.map(({ position }) => [...position] as [number, number]);
  for (const { blockIdx, dirIdx } of steps) {
    const [place, way] = [places[blockIdx]!, ways[dirIdx]!];
    [place[0], place[1]] = [place[0] + way[0], place[1] + way[1]];
    const cells = blocks.flatMap(({ shape }, index) =>
      Array.from({ length: shape[0] * shape[1] }, (_, cell) => [
        places[index]![0] + Math.floor(cell / shape[1]),
        places[index]![1] + (cell % shape[1]),
      ]),
    );
    assert.ok(cells.every(([row, col]) => row! >= 0 && row! < boardSize[0] && col! >= 0 && col! < boardSize[1]));
    assert.equal(new Set(cells.map(String)).size, cells.length);
  }
  return places;
}

test('a game of klotski is solved in 81 moves', async () => {
  const steps = await solveKlotski(KLOTSKI);
  assert.equal(steps.at(-1)?.step, 81);
  assert.deepEqual(play(KLOTSKI, steps)[0], [3, 1]);
});

test('directions along the length are kept, others are refused', async () => {
  const kept: KlotskiGame = {
    blocks: [
      { shape: [1, 2], position: [0, 0], directions: [1, 3] },
      { shape: [2, 1], position: [0, 2], directions: [0, 2] },
    ],
    boardSize: [3, 4],
    escapePoint: [0, 2],
  };
  const steps = await solveKlotski(kept);
  assert.deepEqual(play(kept, steps)[0], [0, 2]);
  assert.ok(steps.every(({ blockIdx, dirIdx }) => dirIdx % 2 === (blockIdx === 0 ? 1 : 0)));
  await assert.rejects(
    solveKlotski({ ...kept, blocks: [{ shape: [1, 2], position: [0, 0], directions: [1] }, ...kept.blocks.slice(1)] }),
    InputError,
  );
});

test('games that are none are refused', async () => {
  await assert.rejects(solveKlotski({ blocks: [] }), InputError);
  await assert.rejects(solveKlotski({ blocks: [{ shape: [2, 2], position: [4, 0] }] }), /not on the board/);
  const twice = { shape: [1, 1], position: [0, 0] } as const;
  await assert.rejects(solveKlotski({ blocks: [twice, twice] }), /overlaps/);
  await assert.rejects(
    solveRushHour({ size: 6, blocks: [{ length: 2, position: [0, 0], direction: 'H' }] }),
    /isTarget/,
  );
});

const RUSH_HOUR: RushHourGame = {
  size: 6,
  blocks: [
    { length: 3, position: [0, 0], direction: 'H' },
    { length: 3, position: [0, 5], direction: 'V' },
    { length: 3, position: [1, 2], direction: 'V' },
    { length: 2, position: [2, 0], direction: 'H', isTarget: true },
    { length: 2, position: [3, 0], direction: 'V' },
    { length: 3, position: [5, 0], direction: 'H' },
    { length: 2, position: [3, 4], direction: 'H' },
    { length: 2, position: [4, 4], direction: 'V' },
  ],
};

test('a game of Rush Hour is solved, with the board after each move', async () => {
  const steps = await solveRushHour(RUSH_HOUR);
  assert.equal(steps.length, 15);
  assert.deepEqual(steps.at(-1)?.position, [2, 4]);
  assert.equal(steps.at(-1)?.block, 3);
  let before = ['AAA..B', '..C..B', '++C..B', 'E.C.GG', 'E...H.', 'FFF.H.'].join('\n');
  for (const { block, map } of steps) {
    const letter = block === 3 ? '+' : String.fromCharCode(65 + block);
    const without = (text: string): string => text.replaceAll(letter, '.');
    assert.equal(without(map), without(before), 'one block has moved');
    assert.equal(map.length, before.length);
    before = map;
  }
});

test('a car that cannot leave is told', async () => {
  const blocked: RushHourGame = {
    size: 3,
    blocks: [
      { length: 2, position: [0, 0], direction: 'H', isTarget: true },
      { length: 3, position: [0, 2], direction: 'V' },
    ],
  };
  await assert.rejects(solveRushHour(blocked), UnsolvableError);
});
