// A first visit with a slow network and a slow processor, and what stays in memory after many searches. `DIST` names another
// build to be measured, `--record` writes the table to bench/runs.
import type { CDPSession } from 'playwright-core';
import { App, button, desktop, openPuzzle, phone, setSize } from './browser.ts';
import { FIRST_MOVE, Table, median, ms } from './record.ts';

const ROUNDS = 3;
const SOLVES = 30;
/** A phone on a slow mobile network: 1.6 Mbit/s down, 0.75 up, 150 ms there and back; its processor four times as slow as this one. */
const NETWORK = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, latency: 150 };
const SLOWDOWN = 4;

const app = await App.open();
const table = new Table('browser-visit', ['what', 'measured']);

/** Notes every task of more than 50 ms. (As text: it runs in the page.) */
const LONG_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;

const paints: number[] = [];
const moves: number[] = [];
const longest: number[] = [];
let [before, all] = [0, 0];
for (let round = 0; round < ROUNDS; round++) {
  const page = await (await app.profile(phone)).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(FIRST_MOVE);
  await page.addInitScript(LONG_TASKS);
  app.sent = 0;
  await page.goto(app.address);
  await page.locator('html[data-first]').waitFor({ state: 'attached' });
  before = app.sent;
  moves.push(Number(await page.locator('html').getAttribute('data-first')));
  paints.push(
    await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  );
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForTimeout(3_000);
  all = app.sent;
  longest.push(await page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks)));
  await page.context().close();
}
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
const slowly = `at 1.6 Mbit/s, processor ${SLOWDOWN} × slower, median of ${ROUNDS}`;
table.row(
  'first visit: sent until the first move; with what is kept for offline use',
  `${kilobytes(before)}; ${kilobytes(all)}`,
);
table.row(`first paint (${slowly})`, ms(median(paints)));
table.row(`first move made (${slowly})`, ms(median(moves)));
table.row(`longest task of the first visit (${slowly})`, ms(median(longest)));

const page = await app.page(desktop);
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');

/** Nodes of documents and bytes of scripts that are still needed, or leak. */
async function held(session: CDPSession): Promise<{ nodes: number; bytes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return { nodes: value('Nodes'), bytes: value('JSHeapUsedSize') };
}

const solveOnce = async (): Promise<void> => {
  await openPuzzle(page, '8 2 0/4 6 1/3 7 5');
  await button(page, 'Solve').first().click();
  await page.getByTestId('solution').waitFor();
  await openPuzzle(page, '1 2 3/4 0 6/7 5 8');
  await page.getByTestId('solution').waitFor({ state: 'detached' });
};
await solveOnce();
const first = await held(session);
for (let solve = 0; solve < SOLVES; solve++) await solveOnce();
const last = await held(session);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
table.row(
  `after 1 and after ${SOLVES + 1} solutions: nodes, memory of scripts in MB`,
  `${first.nodes} and ${last.nodes}, ${megabytes(first.bytes)} and ${megabytes(last.bytes)}`,
);
await page.context().close();

// A tap on the largest board that is drawn tile by tile, and the catalogue, on a processor six times as slow.
const SLOW_TAPS = 6;
const slow = await app.page(phone);
await setSize(slow, 20, 20);
await slow.getByRole('button', { name: 'Island' }).locator('img').waitFor();
const throttle = await slow.context().newCDPSession(slow);
await throttle.send('Emulation.setCPUThrottlingRate', { rate: SLOW_TAPS });
const taps = await slow.evaluate(async () => {
  const times: number[] = [];
  for (let tap = 0; tap < 15; tap++) {
    const tile = document.querySelectorAll<HTMLElement>('.tile[aria-label*="can slide"]')[tap % 2];
    const begun = performance.now();
    tile?.click();
    // The first frame after it shows the change; in the second it has been painted.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return times;
});
table.row(
  `tap on 20 × 20 to the frame that shows it (processor ${SLOW_TAPS} × slower, median of 15)`,
  ms(median(taps)),
);
await slow.evaluate(LONG_TASKS);
await button(slow, 'Blocks').click();
await slow.locator('.board').waitFor();
await button(slow, 'All puzzles').click();
await slow.getByRole('heading', { name: 'Huarong Dao' }).waitFor();
await slow.waitForTimeout(1_500);
const tasks = await slow.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
table.row(
  `longest task while Blocks and the catalogue are opened (processor ${SLOW_TAPS} × slower)`,
  ms(Math.max(0, ...tasks)),
);
await slow.context().close();
table.save(app.browser);
await app.close();
