// Measures the app in Chromium; `--record` writes the table to bench/runs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { App, button, cancelled, desktop, longestTask, openPuzzle, puzzle, solution, solveBy } from './browser.ts';
import { FIRST_MOVE, Table, median, ms } from './record.ts';

const table = new Table('browser', ['what', 'measured']);
const row = (what: string, value: string): void => table.row(what, value);

const boards = readFileSync(new URL('../../crates/taquin/data/tiles/korf100.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));
const EASY = '3 4 1 8/14 5 2 7/0 10 11 6/9 13 15 12';
const HARDEST = '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1';
const app = await App.open();

// From a click on a link to a board that has answered its first move, on an empty profile each time.
const starts: number[] = [];
for (let round = 0; round < 7; round++) {
  const page = await (await app.profile()).newPage();
  await page.addInitScript(FIRST_MOVE);
  await page.goto(app.address);
  await page.locator('html[data-first]').waitFor({ state: 'attached' });
  starts.push(Number(await page.locator('html').getAttribute('data-first')));
  await page.context().close();
}
row('page opened → first move made (empty profile, median of 7)', ms(median(starts)));

/** A page on which nothing but the search is left to be done. */
const quiet = async (hash = ''): Promise<Page> => {
  const page = await app.page(desktop, hash);
  await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  return page;
};
const solve = async (page: Page): Promise<{ seconds: number; moves: number }> => {
  await button(page, 'Solve').first().click();
  return solution(page, 600_000);
};

// The first 4×4 board of a first visit and of a second one: the worker starts, makes or reads tables, and solves.
const firsts: number[] = [];
const seconds: number[] = [];
for (let round = 0; round < 5; round++) {
  const page = await quiet(puzzle(EASY));
  firsts.push((await solve(page)).seconds * 1000);
  await page.waitForTimeout(500);
  await page.reload();
  await openPuzzle(page, EASY);
  seconds.push((await solve(page)).seconds * 1000);
  await page.context().close();
}
row('first board of a first visit: small tables made, board solved (median of 5)', ms(median(firsts)));
row(
  'first board of a second visit: tables read from storage and checked, board solved (median of 5)',
  ms(median(seconds)),
);

// Korf's 100 boards by the Solve button, one after the other in one worker.
const few = Number(process.env.BOARDS ?? 100);
const page = await quiet();
const times: number[] = [];
let wrong = 0;
const busiest = await longestTask(app, page, async () => {
  for (const [, length, board] of boards.slice(0, few)) {
    await openPuzzle(page, board ?? '');
    const { seconds, moves } = await solve(page);
    if (moves !== Number(length)) wrong++;
    times.push(seconds * 1000);
  }
});
row(
  `Korf’s ${few} boards by the Solve button, tables included: median, longest`,
  `${ms(median(times))}, ${ms(Math.max(...times))}`,
);
row('of wrong length', String(wrong));
row(
  'longest task on the page’s thread meanwhile: processor time, clock',
  `${ms(busiest.processor)}, ${ms(busiest.clock)}`,
);
await page.context().close();

// Searches that take long, watched and cancelled: from the click to the page's word, and to a worker that has stopped.
const FIVE = '14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13';
/** Fifteen blocks of one cell, all of which have a place in the goal: more positions than any memory holds. */
const BLOCKS = 'abcd\nefgh\nijkl\nmno.\n--\nomnl\nkjih\ngfed\ncba.';
const by = (algorithm: string) => (page: Page) => solveBy(page, algorithm);
const hard: [what: string, link: string, begin: (page: Page) => Promise<void>][] = [
  ['bfs on 3×4', puzzle('6 7 1 0/11 2 10 4/5 3 8 9'), by('bfs')],
  ['astar on the hardest 4×4', puzzle(HARDEST), by('astar')],
  ['optimal on the hardest 4×4', puzzle(HARDEST), by('optimal')],
  ['ida-star on the hardest 4×4', puzzle(HARDEST), by('ida-star')],
  ['optimal on 5×5, making tables', puzzle(FIVE), by('optimal')],
  ['anytime on 5×5', puzzle(FIVE), by('anytime')],
  ['fifteen blocks', `#blocks=${encodeURIComponent(BLOCKS)}`, (page) => button(page, 'Solve').click()],
];
for (const [what, link, begin] of hard) {
  const page = link.startsWith('#tiles') ? await quiet(link) : await app.page(desktop, link);
  const shown: number[] = [];
  const stopped: number[] = [];
  const busiest = await longestTask(app, page, async () => {
    for (let round = 0; round < 8; round++) {
      await begin(page);
      const cancel = button(page, 'Cancel');
      await cancel.waitFor();
      await page.waitForTimeout(150 + round * round * 60);
      const took = await cancel.evaluate((element: HTMLElement) => {
        const clicked = performance.now();
        return new Promise<number>((resolve) => {
          new MutationObserver(() => element.isConnected || resolve(performance.now() - clicked)).observe(
            document.body,
            { childList: true, subtree: true },
          );
          element.click();
        });
      });
      shown.push(took);
      stopped.push(await cancelled(page));
      await page.evaluate(() => performance.clearMeasures());
    }
  });
  const worst = (values: number[]): string => ms(Math.max(...values));
  row(
    `${what}: cancel shown, worker stopped (longest of 8); longest task on the page’s thread, processor time`,
    `${worst(shown)}, ${worst(stopped)}; ${ms(busiest.processor)}`,
  );
  await page.context().close();
}

// One search in wasm and native: 4.8 million nodes without tables.
const [, , first = ''] = boards[0] ?? [];
const options = { algorithm: 'ida-star', heuristic: 'linear-conflict' };
const rounds = 5;
const browser: number[] = [];
const tab = await quiet(puzzle(first));
for (let round = 0; round < rounds; round++) {
  await openPuzzle(tab, first);
  await solveBy(tab, options.algorithm);
  browser.push((await solution(tab, 60_000)).seconds * 1000);
}
await tab.context().close();
const engine = await import('taquin/engine');
await engine.loadEngine();
const node: number[] = [];
for (let round = 0; round < rounds; round++) {
  const search = new engine.Search(engine.Board.parse(first), engine.Board.solved(4, 4), options);
  const before = performance.now();
  while (search.run(1e6) === 'paused');
  node.push(performance.now() - before);
  search.free();
}
const command = process.env.TAQUIN ?? new URL('../../target/release/taquin', import.meta.url).pathname;
const native: number[] = [];
for (let round = 0; round < rounds; round++) {
  const answer = execFileSync(
    command,
    ['solve', first, '--algorithm', options.algorithm, '--heuristic', options.heuristic, '--threads', '1', '--json'],
    { encoding: 'utf8' },
  );
  native.push((JSON.parse(answer) as { seconds: number }).seconds * 1000);
}
const best = (values: number[]): number => Math.min(...values);
row(
  `ida-star with linear-conflict on Korf’s first board, the least of ${rounds}: Chromium’s worker, node, native`,
  [browser, node, native].map((values) => ms(best(values))).join(', '),
);
row(
  'wasm against native: Chromium’s worker, node',
  [browser, node].map((values) => (best(values) / best(native)).toFixed(2)).join(', '),
);

// What is downloaded.
const assets = new URL('../dist/assets/', import.meta.url);
for (const name of readdirSync(assets).sort()) {
  const file = new URL(name, assets);
  row(
    name.replace(/-[\w-]{8}\./, '.'),
    `${Math.round(statSync(file).size / 1000)} kB, ${Math.round(gzipSync(readFileSync(file)).length / 1000)} kB gzipped`,
  );
}
table.save(app.browser);
await app.close();
