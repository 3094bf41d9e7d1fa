// Times of block puzzles in Chromium's worker, beside those of the command, for bench/RESULTS.md.
import { execFileSync } from 'node:child_process';
import { App, button, desktop, solution } from './browser.ts';

const PACK = 's4';
const ROUNDS = 3;
const command = process.env.TAQUIN ?? new URL('../../target/release/taquin', import.meta.url).pathname;
const ms = (seconds: number): string => (seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0);

interface Native {
  name: string;
  cost: number;
  seconds: number;
  states: number;
  peak_bytes: number;
}
const bench = execFileSync(command, ['bench', 'blocks', PACK, '--metric', 'moves', '--rounds', String(ROUNDS), '--json'], { encoding: 'utf8' });
const native = bench
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Native)
  .filter(({ name }) => name !== undefined);

const app = await App.open();
const page = await app.page(desktop);
await button(page, 'Blocks').click();
await page.getByLabel('Puzzles', { exact: true }).selectOption(PACK);

console.log('| puzzle | moves | positions | native, ms | browser, ms | ratio |\n|---|---|---|---|---|---|');
const totals = { native: 0, browser: 0 };
let wrong = 0;
for (const { name, cost, seconds, states } of native) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    // why another one first: only a puzzle that is opened anew has no solution on the page.
    await page.getByRole('button', { name: /./ }).and(page.locator('.puzzle[aria-pressed="false"]')).first().click();
    await page.locator('.puzzle', { has: page.locator('.label', { hasText: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) }) }).click();
    await page.getByTestId('solution').waitFor({ state: 'detached' });
    await button(page, 'Solve').click();
    const found = await solution(page, 300_000);
    if (found.moves !== cost || !found.optimal) wrong++;
    best = Math.min(best, found.seconds);
  }
  totals.native += seconds;
  totals.browser += best;
  console.log(`| ${name} | ${cost} | ${states} | ${ms(seconds)} | ${ms(best)} | ${(best / seconds).toFixed(2)} |`);
}
console.log(`| all ${native.length} | | | ${ms(totals.native)} | ${ms(totals.browser)} | ${(totals.browser / totals.native).toFixed(2)} |`);
console.log(`\nof another length than the command’s: ${wrong}`);
await app.close();
