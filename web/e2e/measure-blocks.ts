// Times of block puzzles in Chromium's worker, beside those of the command; `--record` writes them to bench/runs.
import { execFileSync } from 'node:child_process';
import { App, button, desktop, openFromCatalogue, solution } from './browser.ts';
import { Table } from './record.ts';

const PACK = 'layton';
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
const bench = execFileSync(
  command,
  ['bench', 'blocks', PACK, '--metric', 'moves', '--rounds', String(ROUNDS), '--json'],
  { encoding: 'utf8' },
);
const native = bench
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Native)
  .filter(({ name }) => name !== undefined);

const app = await App.open();
const page = await app.page(desktop);
await button(page, 'Blocks').click();

const table = new Table('browser-blocks', ['puzzle', 'moves', 'positions', 'native, ms', 'browser, ms', 'ratio']);
const totals = { native: 0, browser: 0 };
let wrong = 0;
for (const { name, cost, seconds, states } of native) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    // why another one first: only a puzzle that is opened anew has no solution on the page.
    for (const wanted of ['First Gear', name]) await openFromCatalogue(page, wanted);
    await page.getByTestId('solution').waitFor({ state: 'detached' });
    await button(page, 'Solve').click();
    const found = await solution(page, 300_000);
    if (found.moves !== cost || !found.optimal) wrong++;
    best = Math.min(best, found.seconds);
  }
  totals.native += seconds;
  totals.browser += best;
  table.row(name, cost, states, ms(seconds), ms(best), (best / seconds).toFixed(2));
}
const ratio = (totals.browser / totals.native).toFixed(2);
table.row(`all ${native.length}`, '', '', ms(totals.native), ms(totals.browser), ratio);
table.note(`Of another length than the command’s: ${wrong}.`);
table.save(app.browser);
await app.close();
