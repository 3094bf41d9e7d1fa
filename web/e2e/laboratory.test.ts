// The laboratory: races whose numbers are those of the command, charts, maps, ranges, exports.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, becomes, button, desktop, until, phone, puzzle } from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const COMMAND = process.env.TAQUIN ?? new URL('../../target/debug/taquin', import.meta.url).pathname;

interface Row {
  algorithm: string;
  moves?: number | undefined;
  optimal: boolean;
  lowerBound: number;
  expanded: number;
  generated: number;
  stored: number;
  branching: string | undefined;
}

/** A line of what the command says, as far as it is compared. */
interface Compared {
  algorithm: string;
  stm?: number;
  optimal: boolean;
  lower_bound: number;
  expanded: number;
  generated: number;
  stored: number;
  branching_factor?: number;
}

/** What the command says of the same race. */
const compare = (board: string, algorithms: string[], ...more: string[]): Row[] =>
  execFileSync(
    COMMAND,
    ['compare', board, '--algorithms', algorithms.join(), '--json', '--time-limit', '600', ...more],
    { encoding: 'utf8' },
  )
    .trim()
    .split('\n')
    .map((line) => {
      const { algorithm, stm, optimal, lower_bound, expanded, generated, stored, branching_factor } = JSON.parse(
        line,
      ) as Compared;
      return {
        algorithm,
        moves: stm,
        optimal,
        lowerBound: lower_bound,
        expanded,
        generated,
        stored,
        branching: branching_factor?.toFixed(6),
      };
    });

const NAMES: Record<string, string> = {
  bfs: 'Breadth-first search',
  astar: 'A*',
  'weighted-astar': 'A* with a weight',
  'ida-star': 'IDA*',
};

const open = async (options = desktop): Promise<Page> => {
  const page = await app.page(options);
  await button(page, 'Laboratory').click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  return page;
};
const choose = async (page: Page, algorithms: string[]): Promise<void> => {
  for (const box of await page.getByRole('region', { name: 'Racers' }).getByRole('checkbox').all()) {
    const name = await box.getAttribute('value');
    if (name !== null) await box.setChecked(algorithms.includes(name));
  }
};
const race = async (page: Page): Promise<Row[]> => {
  await button(page, 'Start the race').click();
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('tr[data-algorithm]')];
    return rows.length > 0 && rows.every((row) => row.hasAttribute('data-result'));
  });
  return page.locator('tr[data-algorithm]').evaluateAll((rows) =>
    rows.map((row) => {
      const { moves, optimal, lowerBound, expanded, generated, stored, branchingFactor } = JSON.parse(
        (row as HTMLElement).dataset.result!,
      ) as Row & { branchingFactor?: number };
      return {
        algorithm: (row as HTMLElement).dataset.algorithm!,
        moves,
        optimal,
        lowerBound,
        expanded,
        generated,
        stored,
        branching: branchingFactor?.toFixed(6),
      };
    }),
  );
};
/** Points of a chart's lines. */
const points = async (page: Page, title: string): Promise<number> =>
  Number(await page.getByRole('region', { name: title }).locator('.chart').getAttribute('data-points'));
/** Pixels of a chart that have a colour: paper, ink and grid have none. */
const coloured = (page: Page, title: string) =>
  page
    .getByRole('region', { name: title })
    .locator('canvas')
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
      let count = 0;
      for (let index = 0; index < pixels.length; index += 4) {
        const [red, green, blue, opaque] = pixels.subarray(index, index + 4) as unknown as [
          number,
          number,
          number,
          number,
        ];
        if (opaque > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 70) count++;
      }
      return count;
    });
const CHARTS = ['Work: positions looked at', 'Memory: positions kept', 'Answer: solution and proof'];

test('four algorithms on a 3×3 board: the numbers of the command, charts, and maps of what was opened', async () => {
  const page = await open();
  const algorithms = ['bfs', 'astar', 'weighted-astar', 'ida-star'];
  for (const title of CHARTS) assert.equal(await coloured(page, title), 0, title);
  const rows = await race(page);
  assert.deepEqual(rows, compare('8 2 0/4 6 1/3 7 5', algorithms));
  for (const title of CHARTS) {
    await until(
      () => points(page, title),
      (drawn) => drawn > 20,
    );
    await until(
      () => coloured(page, title),
      (drawn) => drawn > 100,
    );
  }
  for (const { algorithm, expanded } of rows) {
    await page
      .getByRole('img', {
        name: `${NAMES[algorithm]}: ${expanded.toLocaleString('en-GB')} looked at of 181,440 positions`,
      })
      .waitFor();
  }
  // Earlier in the same searches.
  await page.getByLabel('After so many positions looked at').fill('300');
  const earlier = () =>
    page
      .locator('canvas[data-opened]')
      .evaluateAll((maps) => maps.map((map) => Number((map as HTMLElement).dataset.opened)));
  await until(
    earlier,
    (maps) => maps.length === algorithms.length && maps.every((opened) => opened > 10 && opened < 56),
  );
  // Those that raced are explained, by the names that people use; nobody else is.
  const lesson = page.getByRole('region', { name: 'Work:' }).locator('.lesson');
  await lesson.getByText('A* with a weight is soon done').waitFor();
  assert.doesNotMatch(
    (await page.locator('main').innerText()).replace(/taquin compare.*/, ''),
    /weighted-astar|ida-star/,
  );
  // The same along positions, and again in any other order of slices.
  await page.getByText('Positions', { exact: true }).first().click();
  await page.getByLabel('Begin slowly').uncheck();
  assert.deepEqual(await race(page), rows);
  await page.context().close();
});

test('four algorithms on a 4×4 board, with other weights', async () => {
  const page = await open();
  const board = '9 7 3 15/6 8 2 4/11 1 0 14/13 5 10 12';
  await button(page, '4 × 4, 40 moves').click();
  const algorithms = ['astar', 'weighted-astar', 'alpha-star', 'ida-star'];
  await choose(page, algorithms);
  assert.equal(await page.getByText('Breadth-first search has no estimate').count(), 0, 'it does not race');
  assert.deepEqual(await race(page), compare(board, algorithms));
  for (const title of CHARTS)
    await until(
      () => points(page, title),
      (drawn) => drawn > 20,
    );
  await page.getByText('drawn here as a map').waitFor();
  // The sliders of the racers.
  await page.getByRole('region', { name: 'Racers' }).getByLabel('ε, how much').fill('2.5');
  await page.getByRole('region', { name: 'Racers' }).getByLabel('Λ, weight of everything else').fill('1.5');
  await page.getByRole('combobox', { name: 'Estimate' }).selectOption('manhattan');
  assert.deepEqual(
    await race(page),
    compare(board, algorithms, '--epsilon', '2.5', '--big-lambda', '1.5', '--heuristic', 'manhattan'),
  );
  await page.context().close();
});

test('a long race is stopped and tells how far it came; what is hopeless is said', async () => {
  const page = await open(phone);
  await page.getByLabel('Board as text').fill('4 6 14 13/7 8 11 9/3 10 15 5/12 0 2 1');
  await page.getByLabel('Board as text').press('Enter');
  await choose(page, ['bfs', 'ida-star']);
  await page.getByLabel('Begin slowly').uncheck();
  await button(page, 'Start the race').click();
  await page.getByText('Breadth-first search would need far more time or memory').waitFor();
  await until(
    () => points(page, CHARTS[0]!),
    (drawn) => drawn > 0,
  );
  await button(page, 'Stop').click();
  const stopped = page.locator('tr[data-algorithm="ida-star"]', { hasText: 'stopped' });
  const { expanded } = JSON.parse((await stopped.getAttribute('data-result'))!) as { expanded: number };
  assert.ok(expanded > 0, String(expanded));
  await page.getByLabel('Board as text').fill('1 2 3/4 5 6/8 7 0');
  await page.getByLabel('Board as text').press('Enter');
  await page.getByRole('alert').filter({ hasText: 'cannot be solved' }).waitFor();
  await page.getByLabel('Board as text').fill('1 2 2');
  await page.getByLabel('Board as text').press('Enter');
  await page.getByRole('alert').filter({ hasText: 'not a board' }).waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await page.context().close();
});

test('a parameter through its range: more haste, more moves; exported as table and picture', async () => {
  const page = await app.page(desktop, puzzle('8 6 7/2 5 4/3 0 1'));
  await button(page, 'Laboratory').click();
  await button(page, 'The board you play').click();
  await becomes(() => page.getByLabel('Board as text').inputValue(), '8 6 7/2 5 4/3 0 1');
  const sweep = page.getByRole('region', { name: 'Fast or short?' });
  await sweep.getByLabel('ε, how much').fill('3.5');
  await page.getByText('ε = 3.5').waitFor();
  await sweep.getByRole('button', { name: 'Run the range' }).click();
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Run the range')!.disabled,
  );
  const download = async (name: string): Promise<Buffer> => {
    const saving = page.waitForEvent('download');
    await sweep.getByRole('button', { name }).click();
    return readFileSync(await (await saving).path());
  };
  const table = (await download('Range as CSV')).toString('utf8').trim().split('\r\n');
  assert.equal(table[0], 'board,algorithm,parameter,value,status,moves,optimal,expanded,generated,stored,seconds');
  assert.equal(table.length, 12);
  const rows = table.slice(1).map((line) => line.split(','));
  assert.deepEqual([rows[0]![3], rows[0]![5], rows[0]![6]], ['1', '31', 'true']);
  // ε = 1 is A*; a hasty search is cheaper and longer.
  assert.ok(Number(rows[6]![7]) < Number(rows[0]![7]) / 10);
  assert.ok(Number(rows[6]![5]) > 31);
  const [expected] = compare('8 6 7/2 5 4/3 0 1', ['weighted-astar'], '--epsilon', rows[6]![3]!);
  assert.deepEqual([Number(rows[6]![5]), Number(rows[6]![7])], [expected!.moves, expected!.expanded]);
  const drawing = await download('Charts as PNG');
  assert.deepEqual([...drawing.subarray(1, 4)], [...Buffer.from('PNG')]);
  // Fine enough to be printed: three dots for each of the page's.
  const shown = (await sweep.locator('.chart').boundingBox())!;
  assert.ok(drawing.readUInt32BE(16) >= shown.width * 3, `${drawing.readUInt32BE(16)} of ${shown.width}`);
  await race(page);
  const saving = page.waitForEvent('download');
  await button(page, 'Table as CSV').click();
  assert.match(
    readFileSync(await (await saving).path(), 'utf8'),
    /^board,algorithm,heuristic,status,moves,optimal,.*\r\n8 6 7\/2 5 4\/3 0 1,bfs,,solved,31,true/,
  );
  await page.context().close();
});
