// A new version of the app is published while pages of the old one are open.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, button, desktop, DIST, puzzle, solution, until } from './browser.ts';

let app: App;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taquin-'));
  app = await App.open();
});
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Where the first version comes from: a build of other source, if one is named. */
const BEFORE = process.env.DIST_BEFORE ?? DIST;

/** Publishes a version in which every file has another name, as after a change of the code. */
function publish(version: string, build = DIST): void {
  const copy = join(folder, version, '/');
  cpSync(build, copy, { recursive: true });
  const assets = join(copy, 'assets');
  const renamed = new Map(
    readdirSync(assets).map((name) => [name, name.replace(/(-[\w-]{8})(\.\w+)$/, `$1${version}$2`)]),
  );
  const rewrite = (file: string): void => {
    if (!/\.(js|css|html)$/.test(file)) return;
    let content = readFileSync(file, 'utf8');
    for (const [from, to] of renamed) content = content.replaceAll(from, to);
    content = content.replace(/taquin-[0-9a-f]{16}/, `taquin-${version}`);
    content = content.replace('<title>Taquin</title>', `<title>Taquin ${version}</title>`);
    writeFileSync(file, content);
  };
  readdirSync(copy, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .forEach((entry) => rewrite(join(entry.parentPath, entry.name)));
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
  app.folder = copy;
}

const caches = (page: Page) => page.evaluate(async () => (await globalThis.caches.keys()).sort());
const installed = (page: Page, version: string) =>
  until(
    () => caches(page),
    (names) => names.includes(`taquin-${version}`),
  );
const opened = (page: Page, version: string) =>
  page.waitForFunction((title) => document.title === title, `Taquin ${version}`);

test('an open page keeps its files, is told of the new version, and gets it by Reload', async () => {
  publish('one', BEFORE);
  const profile = await app.profile(desktop);
  const page = await profile.newPage();
  await page.goto(app.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await installed(page, 'one');
  const other = await profile.newPage();
  await other.goto(app.address + puzzle('8 2 0/4 6 1/3 7 5'));
  await other.locator('.board').waitFor();

  publish('two');
  await page.reload();
  await page.getByText('A new version is here').waitFor();
  await other.getByText('A new version is here').waitFor();
  assert.equal(await page.title(), 'Taquin one');
  await installed(page, 'two');

  // What the old pages have not loaded yet is still there: the solver, the laboratory.
  await button(page, 'Laboratory').click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  await button(page, 'Tiles').click();

  // One page asks for the new version; the other one goes on with the old.
  await button(page, 'Reload').click();
  await opened(page, 'two');
  await page.locator('.board').waitFor();
  await page.getByText('A new version is here').waitFor({ state: 'detached' });
  assert.equal(await other.title(), 'Taquin one');
  await button(other, 'Solve').first().click();
  assert.equal((await solution(other)).moves, 24);

  // When it is closed, the old files go.
  await other.close();
  await page.reload();
  await opened(page, 'two');
  await until(
    () => caches(page),
    (names) => names.join() === 'taquin-two',
  );
  await page.context().close();
});

test('what cannot be loaded is told as what it is', async () => {
  const profile = await app.profile({ ...desktop, serviceWorkers: 'block' });
  const page = await profile.newPage();
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  await page.route(/\/assets\/(worker|LaboratoryView)-/, (route) => route.fulfill({ status: 404 }));
  await button(page, 'Solve').first().click();
  await page.getByText('its engine could not be loaded').waitFor();
  await button(page, 'Laboratory').click();
  await page.getByText('This part of the app could not be loaded').waitFor();
  await page.unroute(/\/assets\/(worker|LaboratoryView)-/);
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  await page.context().close();
});
