// Playing with mouse, keyboard and touch.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  App,
  becomes,
  button,
  cells,
  closeDialog,
  desktop,
  drag,
  grasp,
  phone,
  paste,
  puzzle,
  resting,
  setSize,
  text,
  until,
  witness,
} from './browser.ts';

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
  await until(
    () => cells(page),
    (moved) => !isDeepStrictEqual(moved, board),
  );
  await page.context().close();
});

test('click, several tiles at once, undo, redo, restart and the counters', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="8"]').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await becomes(() => text(page, 'moves'), '2');
  await becomes(() => text(page, 'slides'), '1');
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.getByText('No way is shorter').waitFor();
  await button(page, 'Undo').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await button(page, 'Redo').click();
  await becomes(() => text(page, 'moves'), '2');
  await button(page, 'Restart').click();
  await becomes(() => text(page, 'moves'), '0');
  await page.context().close();
});

test('arrow keys and WASD move the tile to a win, by keyboard alone', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  const keys = { R: 'ArrowRight', U: 'w', L: 'ArrowLeft', D: 's' } as const;
  for (const letter of 'RRUULDLDRURDLULDRULURDLU') await page.keyboard.press(keys[letter as keyof typeof keys]);
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.getByText('24 moves', { exact: true }).waitFor();
  await page.context().close();
});

test('a tap, a swipe and a drag on a phone', async () => {
  const page = await app.page(phone, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="7"]').tap();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  const { x, y } = await grasp(page.locator('[data-tile="2"]'));
  await drag(
    page,
    [
      { x, y },
      { x: x - 90, y },
    ],
    'finger',
  );
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.context().close();
});

test('a game survives a reload', async () => {
  const page = await app.page();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  const [board, moves] = [await cells(page), await text(page, 'moves')];
  assert.ok(Number(moves) > 0, moves);
  await page.reload();
  await page.locator('.board').waitFor();
  await becomes(() => cells(page), board);
  await becomes(() => text(page, 'moves'), moves);
  await page.context().close();
});

test('solve, pause, step, scrub, and go another way', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await button(page, 'Solve').first().click();
  await page.getByText('the shortest there is').waitFor();
  const scrub = page.getByLabel('Place in the solution');
  await scrub.fill('0');
  // As slowly as it goes, so that it cannot be over before it is paused.
  await page.getByLabel('Speed').fill('0');
  await button(page, 'Play').click();
  await until(
    () => scrub.inputValue(),
    (place) => place !== '0',
  );
  await button(page, 'Pause').click();
  await button(page, 'Play').waitFor();
  await scrub.fill('0');
  await becomes(() => cells(page), [8, 2, 0, 4, 6, 1, 3, 7, 5]);
  await button(page, 'One move on').click();
  await becomes(() => scrub.inputValue(), '1');
  await scrub.fill('24');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
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
  await page
    .getByRole('region', { name: 'Solved' })
    .getByText(/^· [\d.]+\/s$/)
    .waitFor();
  // Two by two is solved by going round; a shuffled game counts for the best results.
  await setSize(page, 2, 2);
  await page.locator('.board [tabindex="0"]').focus();
  const won = page.getByText('A new best!');
  for (let round = 0; round < 30 && !(await won.isVisible()); round++)
    await page.keyboard.press(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'][round % 4]!);
  await won.waitFor();
  const moves = await text(page, 'moves');
  await becomes(() => text(page, 'best'), moves);
  await page.reload();
  await page.locator('.board').waitFor();
  await becomes(() => text(page, 'best'), moves);
  await page.context().close();
});

test('several tiles are dragged at once by mouse, and the clock runs from the first move', async () => {
  const page = await app.page(desktop, puzzle('1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12'));
  assert.equal(await text(page, 'time'), '0:00');
  // The clock would show its first second by then.
  await page.waitForTimeout(1_100);
  assert.equal(await text(page, 'time'), '0:00');
  const tile = page.locator('[data-tile="11"]');
  const { x, y } = await grasp(tile);
  await drag(page, [
    { x, y },
    { x: x - (await resting(tile)).width * 0.8, y },
  ]);
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 13, 14, 15, 12]);
  await becomes(async () => [await text(page, 'moves'), await text(page, 'slides')], ['3', '1']);
  await until(
    () => text(page, 'time'),
    (time) => time !== '0:00',
  );
  await page.context().close();
});

test('the arrows can move the gap instead, and less motion is respected', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('1 2 3/4 0 6/7 5 8'));
  await button(page, 'Help').click();
  await page.getByLabel('Arrow keys move the gap').check();
  await closeDialog(page);
  await page.keyboard.press('ArrowDown');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await button(page, 'Solve').first().click();
  await page.getByTestId('solution').waitFor();
  // Several moves would be played by then.
  await page.waitForTimeout(800);
  assert.equal(await page.getByLabel('Place in the solution').inputValue(), '0', 'nothing plays by itself');
  await page.context().close();
});

test('a solution is taken over, undone move by move, and watched again', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await button(page, 'Solve').first().click();
  const scrub = page.getByLabel('Place in the solution');
  await scrub.fill('24');
  // As slowly as it goes, so that it cannot be over before it is paused.
  await page.getByLabel('Speed').fill('0');
  await button(page, 'Watch again').click();
  await button(page, 'Pause').click();
  await scrub.fill('3');
  await becomes(() => text(page, 'moves'), '3');
  const board = await cells(page);
  await button(page, 'Go on from here').click();
  await becomes(() => text(page, 'moves'), '3');
  await button(page, 'Undo').click();
  await becomes(() => text(page, 'moves'), '2');
  await button(page, 'Redo').click();
  await becomes(() => cells(page), board);
  // From the end of a solution one begins where it began, not on a solved board.
  await button(page, 'Solve').first().click();
  await scrub.fill('21');
  await button(page, 'Try it yourself').click();
  await becomes(() => cells(page), board);
  await becomes(() => text(page, 'moves'), '3');
  await page.context().close();
});

test('a win tells moves, slides and time, and the way that led to it can be watched', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.locator('[data-tile="8"]').click();
  const card = page.getByRole('region', { name: 'Solved' });
  await card.getByText(/2 moves\s*·\s*1 slide\s*·\s*0:0\d\.\d\d/).waitFor();
  const time = await text(page, 'time');
  const shown = await witness(page, '[data-testid=sequence] p');
  await button(page, 'Watch mine').click();
  await until(shown, (texts) => texts.includes('Your way: 1 of 2 moves'));
  await page.getByTestId('sequence').waitFor({ state: 'detached' });
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.deepEqual([await text(page, 'moves'), await text(page, 'time')], ['2', time], 'nothing was played');
  await page.context().close();
});

test('moves are pasted: they are shown and made, the result is no best, and what does not fit is told', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await paste(page, 'R9');
  await page.getByText('The moves that you pasted do not fit this board.').waitFor();
  const shown = await witness(page, '[data-testid=sequence] p');
  await paste(page, 'L2');
  await until(shown, (texts) => texts.some((shown) => shown.startsWith('Pasted moves: ')));
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await becomes(() => text(page, 'moves'), '2');
  await page.getByRole('region', { name: 'Solved' }).getByText('with some help').waitFor();
  assert.equal(await text(page, 'best'), '–');
  await page.context().close();
});

test('the puzzle of the day is the same for everybody', async () => {
  const boards: number[][] = [];
  for (let player = 0; player < 2; player++) {
    const page = await app.page();
    const before = await cells(page);
    await button(page, 'Today’s puzzle').click();
    await page.getByText('everybody has the same one today').waitFor();
    boards.push(
      await until(
        () => cells(page),
        (board) => !isDeepStrictEqual(board, before),
      ),
    );
    await page.context().close();
  }
  assert.deepEqual(boards[0], boards[1]);
});

test('a newcomer is told in three words what can be done, once', async () => {
  const page = await app.page(phone);
  const greeting = page.getByRole('region', { name: 'Welcome' });
  await greeting.getByText('Tap a tile in line with the gap').waitFor();
  await greeting.getByRole('button', { name: 'Play with your own picture' }).click();
  await page.getByRole('dialog', { name: 'Your picture' }).waitFor();
  await closeDialog(page);
  await greeting.getByRole('button', { name: 'Watch it being solved' }).click();
  await page.getByTestId('solution').waitFor();
  await page.reload();
  await page.locator('.board').waitFor();
  assert.equal(await greeting.count(), 0);
  await page.context().close();
});
