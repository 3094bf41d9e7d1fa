// Measures the app in Chromium and prints what bench/RESULTS.md holds.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { App, desktop, openPuzzle, solution } from './browser.ts';

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const row = (what: string, value: string): void => console.log(`| ${what} | ${value} |`);
const ms = (value: number): string => `${Math.round(value)} ms`;

/** Makes the first move as soon as there is a tile that can, and notes when it was made. (As text: it runs in the page.) */
const FIRST_MOVE = `
  let tile = null, cell;
  requestAnimationFrame(function look() {
    if (tile !== null && tile.dataset.cell !== cell) {
      document.documentElement.dataset.first = String(performance.now());
      return;
    }
    if (tile === null) {
      tile = document.querySelector('.tile[aria-label*="can slide"]');
      if (tile !== null) { cell = tile.dataset.cell; tile.click(); }
    }
    requestAnimationFrame(look);
  });
`;

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

// Korf's 100 boards by the Solve button's algorithm, one after the other in one worker.
const boards = readFileSync(new URL('../../data/korf100.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

const solve = async (page: Page): Promise<{ seconds: number; moves: number }> => {
  await page.getByRole('button', { name: 'Solve', exact: true }).first().click();
  return solution(page, 600_000);
};
const few = Number(process.env.BOARDS ?? 100);
const page = await app.page(desktop);
await page.evaluate(() => {
  const tasks: number[] = [];
  (window as unknown as { longTasks: number[] }).longTasks = tasks;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => tasks.push(entry.duration))).observe({ type: 'longtask' });
});
const times: number[] = [];
let wrong = 0;
for (const [index, fields] of boards.slice(0, few).entries()) {
  const [, length, board] = fields;
  await openPuzzle(page, board ?? '');
  const { seconds, moves } = await solve(page);
  if (moves !== Number(length)) wrong++;
  if (index > 0) times.push(seconds * 1000);
  else row('the first of them, tables included', ms(seconds * 1000));
}
const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks));
row(`Korf’s boards 2…${few} in the worker: median, longest`, `${ms(median(times))}, ${ms(Math.max(...times))}`);
row('of wrong length', String(wrong));
row('longest task on the page’s thread meanwhile (tasks of 50 ms or more are seen)', ms(longest));

// The engine outside a browser, by processor time: what wasm itself costs. Compare with the command's
// `taquin solve "…" --algorithm ida-star --heuristic linear-conflict`.
const engine = (await import('../src/engine/engine.js')) as typeof import('../src/engine/engine.js');
await engine.default({ module_or_path: readFileSync(new URL('../src/engine/engine_bg.wasm', import.meta.url)) });
const [start, goal] = [engine.Board.parse('13 6 8 12/15 14 0 10/11 7 4 5/9 1 3 2'), engine.Board.solved(4, 4)];
const search = new engine.Search(start, goal, { algorithm: 'ida-star', heuristic: 'linear-conflict' });
const before = process.cpuUsage();
while (search.run(1e6) === 'paused');
const { user } = process.cpuUsage(before);
const { expanded } = search.stats();
row(`ida-star with linear-conflict in node: ${expanded} nodes, processor time`, ms(user / 1000));

// What is downloaded.
const assets = new URL('../dist/assets/', import.meta.url);
for (const name of readdirSync(assets).sort()) {
  const file = new URL(name, assets);
  row(name.replace(/-[\w-]{8}\./, '.'), `${Math.round(statSync(file).size / 1000)} kB, ${Math.round(gzipSync(readFileSync(file)).length / 1000)} kB gzipped`);
}
await app.close();
