// The site as a plain host serves it from some folder of its own: `DIST` is where `cargo xtask site` wrote it, `BASE` its path.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, BASE, becomes, cells, desktop, puzzle, solution, solveBy, until } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let app: App;
before(async () => {
  assert.match(BASE, /^\/.+\/$/, 'BASE is to be a path below the root');
  app = await App.open();
});
after(() => app.close());

/** What axe finds, in short. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run()).violations.map(({ id }) => id);
  });
};

test('a board is played and solved, nothing is asked of any other place, and nothing offends the policy', async () => {
  const profile = await app.profile(desktop);
  const [asked, complaints]: [string[], string[]] = [[], []];
  profile.on('request', (request) => asked.push(request.url()));
  const page = await profile.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(app.address + puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="7"]').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await page.goto('about:blank');
  await page.goto(app.address + puzzle('8 2 0/4 6 1/3 7 5'));
  await solveBy(page, 'optimal');
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [24, true]);
  const isOwn = (url: string): boolean => url.startsWith(app.address) || /^(blob|data|about):/.test(url);
  assert.deepEqual(
    asked.filter((url) => !isOwn(url)),
    [],
  );
  assert.deepEqual(complaints, []);
  await profile.close();
});

test('the policy lets nothing go to another host', async () => {
  const page = await app.page();
  const forbidden = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        fetch('https://example.com/').catch(() => {});
      }),
  );
  assert.equal(forbidden, 'connect-src');
  await page.context().close();
});

test('after one visit it works without a network, solving included', async () => {
  const page = await app.page();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await until(
    () => page.evaluate(async () => (await caches.keys()).length),
    (count) => count === 1,
  );
  await page.context().setOffline(true);
  await page.goto(`${app.address}?again${puzzle('8 2 0/4 6 1/3 7 5')}`);
  await solveBy(page, 'optimal');
  assert.equal((await solution(page)).moves, 24);
  await page.goto(`${app.address}about.html`);
  await page.getByRole('heading', { name: 'About Taquin' }).waitFor();
  await page.context().close();
});

test('what is not there is told, however deep, with a way back', async () => {
  const page = await (await app.profile()).newPage();
  const answer = await page.goto(`${app.address}no/such/page`);
  assert.equal(answer?.status(), 404);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'To the puzzles' }).click();
  await page.locator('.board').first().waitFor();
  assert.equal(new URL(page.url()).pathname, BASE);
  await page.context().close();
});

test('the app and the page about it can be used by everybody', async () => {
  const page = await app.page();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${app.address}about.html`);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'third-party.txt' }).click();
  await page.getByText('The work of others in Taquin').first().waitFor();
  await page.context().close();
});

test('those who link to it find a picture, and robots what they may do', async () => {
  const page = await app.page();
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const sizes = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, picture!);
  assert.deepEqual(sizes, [1200, 630]);
  const robots = await page.request.get(`${app.address}robots.txt`);
  assert.match(await robots.text(), /^User-agent: \*/);
  await page.context().close();
});
