// Block puzzles: drag, keyboard, win, solve, your own, links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, button, desktop, phone, solution, text } from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const SMALL = 'name: Round the corner\n\nA.b\n .\n--\n..A\n .\n';
const link = (puzzle: string): string => `#blocks=${encodeURIComponent(puzzle)}`;
const corner = (page: Page, block: string) => page.locator(`[data-block="${block}"]`).getAttribute('data-corner');

/** Drags a block by so many cells, round a corner if there are several ways to go. */
const drag = async (page: Page, block: string, ...ways: [down: number, right: number][]): Promise<void> => {
  const cell = (await page.locator('.board').boundingBox())!.width / 3;
  const box = (await page.locator(`[data-block="${block}"]`).boundingBox())!;
  let [x, y] = [box.x + cell / 2, box.y + cell / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [down, right] of ways) await page.mouse.move((x += right * cell), (y += down * cell), { steps: 4 });
  await page.mouse.up();
};

test('a puzzle is dragged to its win, one drag being one move', async () => {
  const page = await app.page(desktop, link(SMALL));
  await drag(page, 'b', [0, -1], [1, 0]);
  assert.equal(await corner(page, 'b'), '1,1');
  assert.equal(await text(page, 'block-moves'), '1');
  await button(page, 'Undo').click();
  assert.equal(await corner(page, 'b'), '0,2');
  await button(page, 'Redo').click();
  await drag(page, 'A', [0, 2]);
  assert.equal(await corner(page, 'A'), '0,2');
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.context().close();
});

test('Klotski: moved by keyboard, solved in its 81 moves, and stepped through', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await page.getByRole('button', { name: /^Klotski.*81 moves/ }).first().click();
  const before = await page.locator('.block').evaluateAll((blocks) => blocks.map((block) => (block as HTMLElement).dataset.corner));
  for (const block of await page.locator('.block').all()) {
    await block.focus();
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    if ((await text(page, 'block-moves')) !== '0') break;
  }
  await button(page, 'Restart').click();
  assert.deepEqual(await page.locator('.block').evaluateAll((blocks) => blocks.map((block) => (block as HTMLElement).dataset.corner)), before);
  await button(page, 'Solve').click();
  const { moves, optimal } = await solution(page, 60_000);
  assert.deepEqual([moves, optimal], [81, true]);
  await button(page, 'Pause').click();
  await page.getByLabel('Place in the solution').fill('81');
  assert.equal(await text(page, 'block-moves'), '81');
  await page.context().close();
});

test('your own puzzle: mistakes are told, an impossible one too, and a link carries it', async () => {
  const page = await app.page(phone);
  await button(page, 'Blocks').click();
  await page.getByText('Write your own').click();
  const field = page.getByLabel('Puzzle as text');
  await field.fill('A.\n--\n.AA');
  await button(page, 'Play this').click();
  await page.getByRole('alert').waitFor();
  await field.fill('AbC\n--\nCbA');
  await button(page, 'Play this').click();
  await button(page, 'Solve').click();
  await page.getByText('has no solution').waitFor();
  await button(page, 'Dismiss').click();
  await field.fill(SMALL);
  await button(page, 'Play this').click();
  await button(page, 'Copy link').click();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  await page.context().close();
  const other = await (await app.profile()).newPage();
  await other.goto(shared);
  await other.getByRole('heading', { name: 'Round the corner' }).waitFor();
  await button(other, 'Hint').click();
  await other.locator('.block.hinted').waitFor();
  await other.context().close();
});
