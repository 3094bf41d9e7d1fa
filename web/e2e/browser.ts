// The built app in a real Chromium: a small server for the files, and pages with a fresh profile each.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';

/** What is tried: the build of this source, or another one. */
export const DIST = process.env.DIST ?? new URL('../dist/', import.meta.url).pathname;
/** The path at which it is served. */
export const BASE = process.env.BASE ?? '/';
export const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the files of a folder that may change: the app, and later perhaps another version of it. As a plain host would:
 *  compressed where the browser takes that. */
function serve(folder: () => string, onsent: (bytes: number) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path.startsWith(BASE) ? path.slice(BASE.length) : null;
    const found = join(folder(), name === '' ? 'index.html' : (name ?? ''));
    const isFound = name !== null && found.startsWith(folder()) && existsSync(found);
    const file = isFound ? found : join(folder(), '404.html');
    if (!existsSync(file)) return void response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const isSmaller = /^(text|application)\//.test(type) || type === 'image/svg+xml';
    const isTaken = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const content = isSmaller && isTaken ? compressed(file) : readFileSync(file);
    onsent(content.length);
    response
      .writeHead(isFound ? 200 : 404, {
        'content-type': type,
        ...(isSmaller && isTaken ? { 'content-encoding': 'gzip' } : {}),
      })
      .end(content);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const archive = new Map<string, Buffer>();

/** A file compressed, once. */
function compressed(file: string): Buffer {
  const key = `${file} ${statSync(file).mtimeMs}`;
  const content = archive.get(key) ?? gzipSync(readFileSync(file));
  archive.set(key, content);
  return content;
}

/** Milliseconds for anything to come that is waited for: plenty, as only a failing test waits so long. */
const PATIENCE = 60_000;

export const desktop = { viewport: { width: 1280, height: 860 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;

/** What is shown for some seconds and goes away by itself, such as a notice, stays until a busy machine has seen it.
 *  (It runs in the page.) */
function stretchTimers(): void {
  const [real, long] = [window.setTimeout.bind(window), 1_000];
  window.setTimeout = ((act: TimerHandler, wait = 0, ...more: unknown[]) =>
    real(act, wait > long ? wait * 20 : wait, ...more)) as typeof window.setTimeout;
}

export class App {
  /** What is served. */
  folder = DIST;
  /** How many bytes of content have been sent, compressed ones as such. */
  sent = 0;

  private constructor(readonly browser: Browser) {}

  #server: Server | null = null;

  static async open(): Promise<App> {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    const app = new App(browser);
    app.#server = await serve(
      () => app.folder,
      (bytes) => (app.sent += bytes),
    );
    return app;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}${BASE}`;
  }

  /** A fresh profile; what goes wrong inside its pages makes the test fail. */
  async profile(options: BrowserContextOptions = desktop): Promise<BrowserContext> {
    const profile = await this.browser.newContext(options);
    await profile.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(this.address).origin });
    profile.setDefaultTimeout(PATIENCE);
    await profile.addInitScript(stretchTimers);
    profile.on('weberror', (error) => {
      throw error.error();
    });
    return profile;
  }

  /** A page on a fresh profile with the app open and ready to play. */
  async page(options: BrowserContextOptions = desktop, hash = ''): Promise<Page> {
    const page = await (await this.profile(options)).newPage();
    await page.goto(this.address + hash);
    await page.locator('.board').first().waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.#server?.close();
  }
}

/** The tiles of the (first) board row by row, as they are shown. */
export async function cells(page: Page, which = 0): Promise<number[]> {
  return page
    .locator('.board')
    .nth(which)
    .evaluate((board) => {
      const tiles = [...board.querySelectorAll<HTMLElement>('[data-tile]')];
      const shown = new Array<number>(tiles.length + (tiles.some((tile) => tile.dataset.tile === '0') ? 0 : 1)).fill(0);
      for (const tile of tiles) shown[Number(tile.dataset.cell)] = Number(tile.dataset.tile);
      return shown;
    });
}

/** The part of a link that holds a board given in the one-line form. */
export const puzzle = (board: string, goal?: string): string => {
  const form = (line: string): string => {
    const rows = line.split('/').map((row) => row.trim().split(/\s+/));
    return `${rows.length}x${rows[0]!.length}:${rows.flat().join(',')}`;
  };
  return `#tiles=${form(board)}${goal === undefined ? '' : `&goal=${form(goal)}`}`;
};

export const text = async (page: Page, id: string): Promise<string> =>
  (await page.getByTestId(id).textContent())!.trim();

/** Asks until the answer is as expected: what an action does may be seen a moment after it. */
export async function becomes<T>(ask: () => Promise<T>, expected: T, message?: string): Promise<void> {
  await until(ask, (answer) => isDeepStrictEqual(answer, expected)).catch(() => {});
  assert.deepEqual(await ask(), expected, message);
}

/** Asks until the answer is of the kind that is expected. */
export async function until<T>(ask: () => Promise<T>, expected: (answer: T) => boolean): Promise<T> {
  for (const begun = Date.now(); ; await setTimeout(20)) {
    const answer = await ask();
    if (expected(answer)) return answer;
    assert.ok(Date.now() - begun < PATIENCE, `still ${JSON.stringify(answer)}`);
  }
}

export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Pastes a text onto the page, outside of any field. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);

/** A file arrives by paste or drop, on whatever is there. Was it taken? */
export const arrives = (
  page: Page,
  how: 'paste' | 'drop',
  { name, type, content }: { name: string; type: string; content: Buffer },
  on = 'body',
): Promise<boolean> =>
  page.evaluate(
    ({ how, on, name, type, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector(on)!.dispatchEvent(event);
      return event.defaultPrevented;
    },
    { how, on, name, type, base64: content.toString('base64') },
  );

/** Writes down what is seen from now on where the selector points, however short: a busy machine may look too late. */
export async function witness(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle((selector) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll(selector))
        if (seen.at(-1) !== textContent.trim()) seen.push(textContent.trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    return seen;
  }, selector);
  return () => seen.jsonValue();
}

export interface Point {
  x: number;
  y: number;
}

/** The box round something, once it is at rest: its slides have ended, and nothing moves it on the screen. */
export async function resting(target: Locator): Promise<Point & { width: number; height: number }> {
  return target.evaluate(async (element) => {
    await document.fonts.ready;
    let box = element.getBoundingClientRect();
    // why some frames: what has just been set in motion may still be where it was in the first two.
    for (let quiet = 0; quiet < 4; quiet++) {
      for (let part: Element | null = element; part !== null; part = part.parentElement) {
        const ending = part
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
        await Promise.allSettled(ending.map(({ finished }) => finished));
      }
      await new Promise(requestAnimationFrame);
      const { x, y, width, height } = element.getBoundingClientRect();
      if (x !== box.x || y !== box.y || width !== box.width || height !== box.height) quiet = 0;
      box = element.getBoundingClientRect();
    }
    return { x: box.x, y: box.y, width: box.width, height: box.height };
  });
}

/** The point on the screen where something can be grasped, in its middle or so far from its corner: it is in sight
 * there, at rest, and nothing covers it. */
export async function grasp(target: Locator, at?: Point): Promise<Point> {
  await resting(target);
  await target.hover({ trial: true, ...(at === undefined ? {} : { position: at }) });
  const { x, y, width, height } = await resting(target);
  return { x: x + (at?.x ?? width / 2), y: y + (at?.y ?? height / 2) };
}

/** Drags by mouse, or by finger, from a point that was grasped past all others. */
export async function drag(
  page: Page,
  [from, ...past]: [Point, ...Point[]],
  by: 'mouse' | 'finger' = 'mouse',
): Promise<void> {
  const STEPS = 6;
  if (by === 'mouse') {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of past) await page.mouse.move(x, y, { steps: STEPS });
    return page.mouse.up();
  }
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  let last = from;
  for (const next of past) {
    for (let step = 1; step <= STEPS; step++)
      await touch('touchMove', {
        x: last.x + ((next.x - last.x) * step) / STEPS,
        y: last.y + ((next.y - last.y) * step) / STEPS,
      });
    last = next;
  }
  await touch('touchEnd');
  await screen.detach();
}

/** The solution that is shown, when it is there. */
export async function solution(
  page: Page,
  timeout = PATIENCE,
): Promise<{ seconds: number; moves: number; optimal: boolean }> {
  const panel = page.getByTestId('solution');
  await panel.waitFor({ timeout });
  const { seconds, moves, optimal } = await panel.evaluate((element) => ({ ...element.dataset }));
  return { seconds: Number(seconds), moves: Number(moves), optimal: optimal === 'true' };
}

/** The part of a link that holds a block puzzle. */
export const blockPuzzle = (text: string): string => `#blocks=${encodeURIComponent(text)}`;

/** Closes the dialog that is open. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Follows a link in the same page. */
export const followLink = (page: Page, hash: string): Promise<void> =>
  page.evaluate((hash) => void (location.hash = hash), hash);

/** A new game of this size. */
export async function setSize(page: Page, rows: number, cols: number): Promise<void> {
  for (const [side, value] of [
    ['Rows', rows],
    ['Columns', cols],
  ] as const) {
    await page.getByLabel(side, { exact: true }).fill(String(value));
    await page.getByLabel(side, { exact: true }).press('Enter');
  }
}

/** Opens another puzzle in the same page, as a link that is clicked would. */
export async function openPuzzle(page: Page, board: string, goal?: string): Promise<void> {
  await followLink(page, puzzle(board, goal));
  await page.waitForFunction(() => !location.hash.includes('='));
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a puzzle of the catalogue by the beginning of its name, from the blocks' view. */
export async function openFromCatalogue(page: Page, name: string): Promise<void> {
  const begins = new RegExp(`^${name}`);
  await button(page, 'All puzzles').click();
  await page.getByLabel('Find', { exact: true }).fill(name);
  await page.getByRole('list').getByRole('button', { name: begins }).first().click();
  await page.getByRole('heading', { name: begins }).waitFor();
}

/** Solves by an algorithm of the panel's. */
export async function solveBy(page: Page, algorithm: string): Promise<void> {
  const panel = page.locator('details', { hasText: 'Ways to solve' });
  if (!(await panel.evaluate((details) => (details as HTMLDetailsElement).open)))
    await page.getByText('Ways to solve').click();
  await page.getByLabel('Algorithm').selectOption(algorithm);
  await panel.getByRole('button').click();
}

/** Milliseconds from the last cancel to the worker's word that it has stopped. */
export async function cancelled(page: Page): Promise<number> {
  const measured = await page.waitForFunction(() => performance.getEntriesByName('taquin: cancel').at(-1)?.duration);
  return (await measured.jsonValue()) ?? NaN;
}

/** Cancels the search that is under way, and waits until its worker has really stopped: the next search has it alone. */
export async function cancel(page: Page): Promise<void> {
  await button(page, 'Cancel').click();
  await page.getByText('Thinking…').waitFor({ state: 'detached' });
  const took = await cancelled(page);
  // The goal is 100 ms, which the measurement shows; here a slow machine may be busy with other programs as well, and
  // what is cancelled would go on for minutes.
  assert.ok(took < 10_000, `${took} ms from the click to a worker that has stopped`);
}

/** Milliseconds of the longest task on a page's thread while something is done: as a clock sees it, and of the
 * processor's time. On a machine that is busy with other things the two differ, and only the second is the app's. */
export async function longestTask(
  app: App,
  page: Page,
  act: () => Promise<void>,
): Promise<{ clock: number; processor: number }> {
  await app.browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  // why: an answer is sent in the middle of a task; only a task that has ended is in the trace.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => window.setTimeout(resolve, 50))));
  const trace = JSON.parse((await app.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    trace.traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = trace.traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid}/${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  const longest = (length: (task: TraceEvent) => number | undefined): number =>
    Math.max(...tasks.map((task) => length(task) ?? 0)) / 1000;
  return { clock: longest(({ dur }) => dur), processor: longest(({ tdur }) => tdur) };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}
