// The app as `taquin serve` sends it: compressed, and under a policy that allows only itself.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, becomes, button, cells, closeDialog, DIST, puzzle, solution, solveBy, text, TYPES } from './browser.ts';

const COMMAND = process.env.TAQUIN ?? new URL('../../target/debug/taquin', import.meta.url).pathname;

let app: App;
let server: ChildProcess;
let address: string;
before(async () => {
  server = spawn(COMMAND, ['serve', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  address = await new Promise((resolve, reject) => {
    let told = '';
    server.stderr!.on('data', (data: Buffer) => {
      told += data.toString();
      const found = /http:\/\/\S+/.exec(told);
      if (found !== null) resolve(found[0]);
    });
    server.on('exit', () => reject(new Error(told)));
  });
  app = await App.open();
});
after(async () => {
  await app.close();
  server.kill();
});

/** A page of the command's own app, and what its console complains of: the policy tells there what it forbids. */
async function open(hash: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await app.profile()).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const response = await page.goto(address + hash);
  assert.match(response!.headers()['content-security-policy']!, /default-src 'none'/);
  await page.locator('.board').first().waitFor();
  return { page, complaints };
}

test('a board is played', async () => {
  const { page, complaints } = await open(puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="8"]').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await becomes(() => text(page, 'moves'), '2');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a board is solved in the worker, with tables', async () => {
  const { page, complaints } = await open(puzzle('8 2 0/4 6 1/3 7 5'));
  await solveBy(page, 'optimal');
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [24, true]);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a plain static server and any folder of it will do, also offline', async (context) => {
  const folder = '/games/taquin/';
  const host = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(DIST, pathname.slice(folder.length) || 'index.html');
    if (!pathname.startsWith(folder) || !existsSync(file)) return void response.writeHead(404).end();
    // why so few: a plain host knows the types of files, and nothing else.
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  // why so: a server that is left open would keep a test that failed from ending.
  context.after(() => {
    host.close();
    host.closeAllConnections();
  });
  const home = `http://127.0.0.1:${(host.address() as AddressInfo).port}${folder}`;
  const page = await (await app.profile()).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(home + puzzle('8 2 0/4 6 1/3 7 5'));
  await page.locator('.board').waitFor();
  await solveBy(page, 'optimal');
  assert.equal((await solution(page)).moves, 24);
  await button(page, 'Share').click();
  assert.ok((await page.getByLabel('Link', { exact: true }).inputValue()).startsWith(home));
  await closeDialog(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.board').waitFor();
  await button(page, 'Laboratory').click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
