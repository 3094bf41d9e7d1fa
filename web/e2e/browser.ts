// The built app in a real Chromium: a small server for the files, and pages with a fresh profile each.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const DIST = new URL('../dist/', import.meta.url).pathname;
const TYPES: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json',
};

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(DIST, path === '/' ? 'index.html' : path);
    if (!file.startsWith(DIST) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export const desktop = { viewport: { width: 1280, height: 860 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true,
} satisfies BrowserContextOptions;

export class App {
  private constructor(readonly server: Server, readonly browser: Browser) {}

  static async open(): Promise<App> {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    return new App(await serve(), browser);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** A fresh profile; what goes wrong inside its pages makes the test fail. */
  async profile(options: BrowserContextOptions = desktop): Promise<BrowserContext> {
    const profile = await this.browser.newContext(options);
    await profile.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.address });
    profile.setDefaultTimeout(10_000);
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
    this.server.close();
  }
}

/** The tiles of the (first) board row by row, as they are shown. */
export async function cells(page: Page, which = 0): Promise<number[]> {
  return page.locator('.board').nth(which).evaluate((board) => {
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

export const text = async (page: Page, id: string): Promise<string> => (await page.getByTestId(id).textContent())!.trim();

/** The solution that is shown, when it is there. */
export async function solution(page: Page, timeout = 20_000): Promise<{ seconds: number; moves: number; optimal: boolean }> {
  const panel = page.getByTestId('solution');
  await panel.waitFor({ timeout });
  const { seconds, moves, optimal } = await panel.evaluate((element) => ({ ...element.dataset }));
  return { seconds: Number(seconds), moves: Number(moves), optimal: optimal === 'true' };
}

/** Opens another puzzle in the same page, as a link that is clicked would. */
export async function openPuzzle(page: Page, board: string, goal?: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), puzzle(board, goal));
  await page.waitForFunction(() => location.hash === '');
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Solves by an algorithm of the panel's. */
export async function solveBy(page: Page, algorithm: string): Promise<void> {
  const panel = page.locator('details', { hasText: 'Ways to solve' });
  if (!(await panel.evaluate((details) => (details as HTMLDetailsElement).open))) await page.getByText('Ways to solve').click();
  await page.getByLabel('Algorithm').selectOption(algorithm);
  await panel.getByRole('button').click();
}

/** Milliseconds from the last cancel to the worker's word that it has stopped. */
export async function cancelled(page: Page): Promise<number> {
  const measured = await page.waitForFunction(() => performance.getEntriesByName('taquin: cancel').at(-1)?.duration);
  return (await measured.jsonValue()) ?? NaN;
}

/** Milliseconds of the longest task on a page's thread while something is done: as a clock sees it, and of the
 * processor's time. On a machine that is busy with other things the two differ, and only the second is the app's. */
export async function longestTask(app: App, page: Page, act: () => Promise<void>): Promise<{ clock: number; processor: number }> {
  await app.browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const trace = JSON.parse((await app.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(trace.traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`));
  const tasks = trace.traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid}/${tid}`));
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  const longest = (length: (task: TraceEvent) => number | undefined): number => Math.max(...tasks.map((task) => length(task) ?? 0)) / 1000;
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
