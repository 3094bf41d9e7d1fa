import { describe, expect, test } from 'vitest';
import { coloursOf } from '../src/blocks/colours';
import { outline } from '../src/blocks/outline';
import { blockPacks, type BlockCell } from 'taquin/engine';

/** The area inside a path without rounding, by the shoelace formula; holes count negative. */
const area = (path: string): number =>
  path
    .split('M')
    .slice(1)
    .map((loop) => {
      const corners = [...loop.matchAll(/(-?[\d.]+) (-?[\d.]+)A/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
      return corners.reduce((sum, [x, y], index) => {
        const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
        return sum + (x * nextY - nextX * y) / 2;
      }, 0);
    })
    .reduce((sum, one) => sum + one, 0);

const corners = (path: string): number => path.split('A').length - 1;

describe('the outline of a block', () => {
  const cases: [string, BlockCell[], number, number][] = [
    ['one cell', [[0, 0]], 4, 1],
    [
      'a bar',
      [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
      4,
      3,
    ],
    [
      'an L',
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      6,
      3,
    ],
    [
      'a square',
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
      4,
      4,
    ],
    [
      'a ring',
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 2],
        [2, 0],
        [2, 1],
        [2, 2],
      ],
      8,
      8,
    ],
    [
      'cells that touch at a corner',
      [
        [0, 0],
        [1, 1],
      ],
      8,
      2,
    ],
    [
      'a plus',
      [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, 2],
        [2, 1],
      ],
      12,
      5,
    ],
  ];
  test.each(cases)('%s', (_, cells, count, size) => {
    const path = outline(cells, 0, 0);
    expect(corners(path)).toBe(count);
    expect(area(path)).toBeCloseTo(size);
  });

  test('leaves a gap around it', () => {
    expect(area(outline([[0, 0]], 0.1, 0))).toBeCloseTo(0.64);
    expect(
      area(
        outline(
          [
            [0, 0],
            [0, 1],
          ],
          0.1,
          0,
        ),
      ),
    ).toBeCloseTo(1.8 * 0.8);
  });

  test('encloses as many cells as every block of the catalogue has', () => {
    for (const { cells } of blockPacks().flatMap(({ puzzles }) => puzzles.flatMap(({ blocks }) => blocks))) {
      expect(area(outline(cells, 0, 0))).toBeCloseTo(cells.length);
    }
  });
});

describe('colours', () => {
  const block = (goal: boolean, cells: BlockCell[] = [[0, 0]]) => ({ cells, goal });

  test('goal blocks have one each, others a hue for each shape and a lightness of their own', () => {
    const [a, b, c, d, e] = coloursOf(
      [
        block(true),
        block(false),
        block(true),
        block(false),
        block(false, [
          [0, 0],
          [0, 1],
        ]),
      ],
      false,
    );
    expect(a).not.toBe(c);
    expect(b).not.toBe(d);
    expect(b?.split(' ').at(-1)).toBe(d?.split(' ').at(-1));
    expect(b).not.toBe(e);
  });

  test('goal blocks that stand for each other look alike', () => {
    const [a, b, c] = coloursOf(
      [
        block(true),
        block(true),
        block(true, [
          [0, 0],
          [0, 1],
        ]),
      ],
      true,
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });
});
