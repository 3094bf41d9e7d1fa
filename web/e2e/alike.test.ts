// Tiles that look alike, free cells and several gaps: edited, judged live, solved, shared and played to the end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, becomes, button, clipboard, desktop, phone, puzzle, solution, text, until } from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

/** A cell of one of the boards in the editor. */
const cell = (page: Page, board: 'Start' | 'Goal', index: number) =>
  page.getByRole('region', { name: board, exact: true }).locator(`[data-cell="${index}"]`);

/** What is written on the tiles of the board that is played, cell by cell; nothing in a gap. */
const faces = (page: Page): Promise<string[]> =>
  page
    .locator('.board')
    .first()
    .evaluate((board) => {
      const [rows, cols] = ['--rows', '--cols'].map((side) =>
        Number(board.parentElement?.style.getPropertyValue(side)),
      );
      const faces = new Array<string>(rows! * cols!).fill('');
      for (const tile of board.querySelectorAll<HTMLElement>('.tile[data-cell]')) {
        faces[Number(tile.dataset['cell'])] = tile.textContent?.trim() ?? '';
      }
      return faces;
    });

for (const [device, options] of Object.entries({ desktop, phone })) {
  test(`two tiles are marked as alike, the board is solved, shared, and opened elsewhere (${device})`, async () => {
    // Two tiles are exchanged: it cannot be solved unless two look the same.
    const page = await app.page(options, puzzle('1 2 3/4 5 6/8 7 0'));
    await button(page, 'Edit board').click();
    const verdict = page.getByTestId('verdict');
    await verdict.getByText('This cannot be solved').waitFor();
    await button(page, 'Tiles that look the same').click();
    await cell(page, 'Start', 0).click();
    await cell(page, 'Start', 1).click();
    await button(page, 'These look the same').click();
    await verdict.getByText('This can be solved.').waitFor();
    await becomes(() => page.getByLabel('Start as text').inputValue(), '1 1 3/4 5 6/8 7 0');
    await becomes(() => page.getByLabel('Goal as text').inputValue(), '1 1 3/4 5 6/7 8 0');
    await button(page, 'Undo').click();
    await verdict.getByText('This cannot be solved').waitFor();
    await button(page, 'Redo').click();
    await verdict.getByText('This can be solved.').waitFor();
    await button(page, 'Play this').click();
    await becomes(() => faces(page), ['1', '1', '3', '4', '5', '6', '8', '7', '']);
    await button(page, 'Share').click();
    await button(page, 'Copy link').click();
    const link = await until(
      () => clipboard(page),
      (copied) => copied.includes('#tiles='),
    );
    await page.context().close();
    const elsewhere = await app.page(options, link.slice(link.indexOf('#')));
    await becomes(() => faces(elsewhere), ['1', '1', '3', '4', '5', '6', '8', '7', '']);
    await button(elsewhere, 'Solve').first().click();
    const { moves } = await solution(elsewhere);
    assert.ok(moves > 0);
    await elsewhere.getByLabel('Place in the solution').fill(String(moves));
    await becomes(() => faces(elsewhere), ['1', '1', '3', '4', '5', '6', '7', '8', '']);
    await elsewhere.context().close();
  });
}

test('a goal with free cells is reached as soon as the rest is right', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/8 7 0'));
  await button(page, 'Edit board').click();
  for (const index of [6, 7]) {
    await cell(page, 'Goal', index).click();
    await button(page, 'Any tile here').click();
  }
  await becomes(() => page.getByLabel('Goal as text').inputValue(), '1 2 3/4 5 6/* * 0');
  await page.getByTestId('verdict').getByText('Start and goal are the same.').waitFor();
  await page.getByLabel('Start as text').fill('1 2 3/4 5 6/8 0 7');
  await page.getByTestId('verdict').getByText('This can be solved.').waitFor();
  await button(page, 'Play this').click();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Solved').first().waitFor();
  await page.context().close();
});

test('a board with two gaps is made, hinted at and played to its end', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 0/7 8 6'));
  await button(page, 'Edit board').click();
  await cell(page, 'Start', 7).click();
  await button(page, 'Make this a gap').click();
  await becomes(() => page.getByLabel('Start as text').inputValue(), '1 2 3/4 5 0/7 0 6');
  await becomes(() => page.getByLabel('Goal as text').inputValue(), '1 2 3/4 5 6/7 0 0');
  await page.getByTestId('verdict').getByText('This can be solved.').waitFor();
  await button(page, 'Play this').click();
  await becomes(() => faces(page), ['1', '2', '3', '4', '5', '', '7', '', '6']);
  // The wrong way first, by a click: the tile beside the second gap slides into it.
  await page.locator('.board [data-cell="6"]').click();
  await becomes(() => faces(page), ['1', '2', '3', '4', '5', '', '', '7', '6']);
  await button(page, 'Undo').click();
  await becomes(() => faces(page), ['1', '2', '3', '4', '5', '', '7', '', '6']);
  // A hint names the tile, then the way, then does it.
  for (const name of ['Hint', 'Where to?', 'Do it']) await button(page, name).click();
  await becomes(() => faces(page), ['1', '2', '3', '4', '5', '6', '7', '', '']);
  await page.getByText('Solved').first().waitFor();
  assert.match(await text(page, 'moves'), /1/);
  await page.context().close();
});
