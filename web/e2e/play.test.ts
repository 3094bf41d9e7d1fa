// Playing with mouse, keyboard and touch.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { App, button, cells, desktop, phone, puzzle, text } from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

test('a first visit shows a shuffled board that can be played at once', async () => {
  const page = await app.page();
  const board = await cells(page);
  assert.equal(board.length, 16);
  assert.notDeepEqual(board, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
  await page.locator('.tile[aria-label*="can slide"]').first().click();
  assert.notDeepEqual(await cells(page), board);
  await page.context().close();
});

test('click, several tiles at once, undo, redo, restart and the counters', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="8"]').click();
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.equal(await text(page, 'moves'), '2');
  assert.equal(await text(page, 'slides'), '1');
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.getByText('and no way is shorter').waitFor();
  await button(page, 'Undo').click();
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await button(page, 'Redo').click();
  assert.equal(await text(page, 'moves'), '2');
  await button(page, 'Restart').click();
  assert.equal(await text(page, 'moves'), '0');
  await page.context().close();
});

test('arrow keys and WASD move the tile to a win, by keyboard alone', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  const keys = { R: 'ArrowRight', U: 'w', L: 'ArrowLeft', D: 's' } as const;
  for (const letter of 'RRUULDLDRURDLULDRULURDLU') await page.keyboard.press(keys[letter as keyof typeof keys]);
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.getByText('24 moves', { exact: true }).waitFor();
  await page.context().close();
});

test('a tap, a swipe and a drag on a phone', async () => {
  const page = await app.page(phone, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="7"]').tap();
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  const tile = (await page.locator('[data-tile="2"]').boundingBox())!;
  const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2];
  const touch = await page.context().newCDPSession(page);
  const send = (type: string, points: { x: number; y: number }[]) => touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
  await send('touchStart', [{ x, y }]);
  for (let step = 1; step <= 6; step++) await send('touchMove', [{ x: x - step * 15, y }]);
  await send('touchEnd', []);
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.context().close();
});

test('a game survives a reload', async () => {
  const page = await app.page();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  const [board, moves] = [await cells(page), await text(page, 'moves')];
  assert.notEqual(moves, '0');
  await page.reload();
  await page.locator('.board').waitFor();
  assert.deepEqual(await cells(page), board);
  assert.equal(await text(page, 'moves'), moves);
  await page.context().close();
});

test('solve, pause, step, scrub, and go another way', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await button(page, 'Solve').first().click();
  await page.getByText('the shortest there is').waitFor();
  await button(page, 'Pause').click();
  const scrub = page.getByLabel('Place in the solution');
  await scrub.fill('0');
  assert.deepEqual(await cells(page), [8, 2, 0, 4, 6, 1, 3, 7, 5]);
  await button(page, 'One move on').click();
  assert.equal(await scrub.inputValue(), '1');
  await scrub.fill('24');
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await scrub.fill('0');
  // Another way than the plan: the plan is made anew from there.
  const next = await page.locator('.moves .next').textContent();
  await page.locator('.board [tabindex="0"]').focus();
  await page.keyboard.press(next === 'R' ? 'ArrowUp' : 'ArrowRight');
  await page.locator('.position', { hasText: /^0\/2[35]$/ }).waitFor();
  // Following the plan by hand goes on in it.
  const keys = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' } as const;
  await page.keyboard.press(keys[(await page.locator('.moves .next').textContent()) as 'U']);
  await page.locator('.position', { hasText: /^1\/2[35]$/ }).waitFor();
  await page.context().close();
});
