// Everybody can use it: axe on each view, and the whole way by keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { App, becomes, button, cells, desktop, fulfils, phone, puzzle, solution } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const serious = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe.run();
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`);
  });
};

const themes = { light: desktop, dark: { ...desktop, colorScheme: 'dark' as const }, 'high contrast': { ...desktop, contrast: 'more' as const }, phone };
for (const [theme, options] of Object.entries(themes)) {
  test(`axe has nothing serious to say on any view (${theme})`, async () => {
    const page = await app.page({ ...options, reducedMotion: 'reduce' }, puzzle('1 2 3/4 0 6/7 5 8'));
    const clean = async (view: string) => assert.deepEqual(await serious(page), [], view);
    await clean('play');
    await button(page, 'Glass').click();
    await page.getByText('Both', { exact: true }).click();
    await clean('picture');
    await button(page, 'Solve').first().click();
    await solution(page);
    await page.getByText('Ways to solve').click();
    await clean('solution');
    await button(page, 'Try it yourself from here').click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Solved', { exact: true }).waitFor();
    await clean('won');
    await button(page, 'Edit board').click();
    await clean('edit');
    await button(page, 'Cancel').click();
    for (const dialog of ['Share', 'Help', 'Your picture…']) {
      await button(page, dialog).click();
      await clean(dialog);
      await page.keyboard.press('Escape');
    }
    await button(page, 'Blocks').click();
    await clean('blocks');
    await button(page, 'Edit a copy').click();
    await page.getByText('Solvable, shortest 81 moves').waitFor();
    await clean('block editor');
    await button(page, 'Import…').click();
    await clean('import');
    await page.keyboard.press('Escape');
    await button(page, 'Laboratory').click();
    await button(page, 'Start the race').click();
    await page.getByRole('img', { name: /^ida-star: .* opened of/ }).waitFor();
    await page.getByRole('region', { name: 'Fast or short?' }).getByRole('button', { name: 'Run the range' }).click();
    await page.getByText('ε = 5').waitFor();
    await clean('laboratory');
    await page.context().close();
  });
}

test('play, hint, solve and win by keyboard alone', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 0 6/7 5 8'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await becomes(() => page.evaluate(() => document.activeElement?.classList.contains('tile')), true);
  // Focus walks over the tiles, Enter slides.
  await page.locator('[data-tile="4"]').focus();
  await page.keyboard.press('Enter');
  await becomes(() => cells(page), [1, 2, 3, 0, 4, 6, 7, 5, 8]);
  await page.keyboard.press('z');
  await becomes(() => cells(page), [1, 2, 3, 4, 0, 6, 7, 5, 8]);
  await page.keyboard.press('h');
  await page.locator('.tile.hinted[data-tile="5"]').waitFor();
  await page.getByText('Hint: slide 5 up.').waitFor({ state: 'attached' });
  await page.keyboard.press('p');
  await solution(page);
  await page.keyboard.press('p');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.keyboard.press('n');
  await fulfils(() => cells(page), (board) => !isDeepStrictEqual(board, [1, 2, 3, 4, 5, 6, 7, 8, 0]));
  await page.keyboard.press('?');
  await page.getByText('How to play').waitFor();
  await page.keyboard.press('Escape');
  await page.context().close();
});

test('nothing is wider than a phone’s screen, and nothing moves when the page loads', async () => {
  const page = await (await app.profile(phone)).newPage();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    (window as unknown as { shifts: number[] }).shifts = shifts;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value))).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  await page.evaluate(() => document.fonts.ready);
  // What comes late, such as the pictures to choose from, would move things by then.
  await page.waitForTimeout(800);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  const shift = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
  assert.ok(shift < 0.02, String(shift));
  await page.context().close();
});
