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
  await page.getByText('No way is shorter').waitFor();
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

test('a win tells how far from the shortest way it was, and the best result is kept', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/7 0 8'));
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await page.getByText('You took 3; the shortest way has 1.').waitFor();
  // Two by two is solved by going round; a shuffled game counts for the best results.
  await page.getByLabel('Rows', { exact: true }).fill('2');
  await page.getByLabel('Rows', { exact: true }).press('Enter');
  await page.getByLabel('Columns', { exact: true }).fill('2');
  await page.getByLabel('Columns', { exact: true }).press('Enter');
  await page.locator('.board [tabindex="0"]').focus();
  const won = page.getByText('A new best!');
  for (let round = 0; round < 30 && !(await won.isVisible()); round++) await page.keyboard.press(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'][round % 4]!);
  await won.waitFor();
  const moves = await text(page, 'moves');
  assert.equal(await text(page, 'best'), moves);
  await page.reload();
  await page.locator('.board').waitFor();
  assert.equal(await text(page, 'best'), moves);
  await page.context().close();
});

test('several tiles are dragged at once by mouse, and the clock runs from the first move', async () => {
  const page = await app.page(desktop, puzzle('1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12'));
  assert.equal(await text(page, 'time'), '0:00');
  await page.waitForTimeout(1_100);
  assert.equal(await text(page, 'time'), '0:00');
  const tile = (await page.locator('[data-tile="11"]').boundingBox())!;
  const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - tile.width * 0.8, y, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15, 12]);
  assert.deepEqual([await text(page, 'moves'), await text(page, 'slides')], ['3', '1']);
  await page.getByTestId('time').getByText('0:01').waitFor();
  await page.context().close();
});

test('the arrows can move the gap instead, and less motion is respected', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('1 2 3/4 0 6/7 5 8'));
  await button(page, 'Help').click();
  await page.getByLabel('Arrow keys move the gap').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await button(page, 'Solve').first().click();
  await page.getByTestId('solution').waitFor();
  await page.waitForTimeout(800);
  assert.equal(await page.getByLabel('Place in the solution').inputValue(), '0', 'nothing plays by itself');
  await page.context().close();
});

test('a solution is taken over, undone move by move, and watched again', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await button(page, 'Solve').first().click();
  await button(page, 'Pause').click();
  const scrub = page.getByLabel('Place in the solution');
  await scrub.fill('24');
  await button(page, 'Watch again').click();
  await button(page, 'Pause').click();
  await scrub.fill('3');
  const board = await cells(page);
  await button(page, 'Try it yourself from here').click();
  assert.equal(await text(page, 'moves'), '3');
  await button(page, 'Undo').click();
  assert.equal(await text(page, 'moves'), '2');
  await button(page, 'Redo').click();
  assert.deepEqual(await cells(page), board);
  await page.context().close();
});
