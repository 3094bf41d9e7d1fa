// Measures the app in Chromium and prints what bench/RESULTS.md holds.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { App, desktop, puzzle, solution } from './browser.ts';

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const row = (what: string, value: string): void => console.log(`| ${what} | ${value} |`);
const ms = (value: number): string => `${Math.round(value)} ms`;

const app = await App.open();

// From a click on a link to a board that has answered its first move, on an empty profile each time.
const starts: number[] = [];
for (let round = 0; round < 7; round++) {
  const page = await (await app.profile()).newPage();
  await page.addInitScript(() => {
    const look = (): void => {
      const tile = document.querySelector<HTMLElement>('.tile[aria-label*="can slide"]');
      if (tile === null) return void requestAnimationFrame(look);
      const cell = tile.dataset.cell;
      tile.click();
      const wait = (): void => {
        if (tile.dataset.cell === cell) return void requestAnimationFrame(wait);
        document.documentElement.dataset.first = String(performance.now());
      };
      wait();
    };
    look();
  });
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
  const board = fields.find((field) => field.includes('/')) ?? '';
  const length = Number(fields.find((field) => /^\d\d$/.test(field)));
  await page.evaluate((hash) => void (location.hash = hash), puzzle(board));
  const { seconds, moves } = await solve(page);
  if (moves !== length) wrong++;
  if (index > 0) times.push(seconds * 1000);
  else row('the first of them, tables included', ms(seconds * 1000));
}
const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks));
row(`Korf’s boards 2…${few} in the worker: median, longest`, `${ms(median(times))}, ${ms(Math.max(...times))}`);
row('of wrong length', String(wrong));
row('longest task on the page’s thread meanwhile (tasks of 50 ms or more are seen)', ms(longest));

// What is downloaded.
const assets = new URL('../dist/assets/', import.meta.url);
for (const name of readdirSync(assets).sort()) {
  const file = new URL(name, assets);
  row(name.replace(/-[\w-]{8}\./, '.'), `${Math.round(statSync(file).size / 1000)} kB, ${Math.round(gzipSync(readFileSync(file)).length / 1000)} kB gzipped`);
}
await app.close();
