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

/** Slides a finger from the middle of a block's first cell, by so many cells. */
const swipe = async (page: Page, block: string, cols: number, [down, right]: [down: number, right: number]): Promise<void> => {
  const cell = (await page.locator('.board').boundingBox())!.width / cols;
  const box = (await page.locator(`[data-block="${block}"]`).boundingBox())!;
  const [x, y] = [box.x + cell / 2, box.y + cell / 2];
  const touch = await page.context().newCDPSession(page);
  const send = (type: string, points: { x: number; y: number }[]) => touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
  await send('touchStart', [{ x, y }]);
  for (let step = 1; step <= 6; step++) await send('touchMove', [{ x: x + (right * cell * step) / 6, y: y + (down * cell * step) / 6 }]);
  await send('touchEnd', []);
};

/** The first five moves of a shortest solution of Klotski, as the command finds it. */
const FIRST_FIVE: [block: string, by: [number, number], to: string][] = [
  ['i', [0, 1], '4,1'], ['d', [1, 0], '3,0'], ['e', [0, -1], '2,0'], ['h', [1, 0], '4,2'], ['f', [0, -1], '2,2'],
];

for (const way of ['touch', 'keyboard'] as const) {
  test(`Klotski’s first five moves by ${way}`, async () => {
    const page = await app.page(way === 'touch' ? phone : desktop);
    await button(page, 'Blocks').click();
    await page.getByRole('heading', { name: /^Klotski/ }).waitFor();
    for (const [index, [block, by, to]] of FIRST_FIVE.entries()) {
      if (way === 'touch') {
        await swipe(page, block, 4, by);
      } else {
        // By Tab alone: the blocks are in the order of the page.
        for (let tabs = 0; tabs < 60 && (await page.evaluate(() => (document.activeElement as HTMLElement).dataset.block)) !== block; tabs++) await page.keyboard.press('Tab');
        await page.keyboard.press({ '1,0': 'ArrowDown', '-1,0': 'ArrowUp', '0,1': 'ArrowRight', '0,-1': 'ArrowLeft' }[by.join()]!);
      }
      await page.locator(`[data-block="${block}"][data-corner="${to}"]`).waitFor();
      assert.equal(await text(page, 'block-moves'), String(index + 1));
    }
    await page.context().close();
  });
}

test('a small puzzle of the catalogue is played to its win, which is optimal and kept', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await page.getByLabel('Puzzles', { exact: true }).selectOption('s4');
  await page.getByRole('button', { name: 'Ten-Step Solution, 10 moves' }).click();
  const cell = (await page.locator('.board').boundingBox())!.width / 4;
  // Dragged straight towards the place, whatever way is free.
  const moves: [string, [number, number], [number, number]][] = [
    ['2', [2, 1], [2, 0]], ['A', [0, 2], [3, 3]], ['2', [2, 0], [2, 2]], ['3', [3, 1], [2, 0]], ['B', [5, 1], [3, 0]],
    ['A', [3, 3], [5, 1]], ['4', [4, 2], [4, 1]], ['B', [3, 0], [4, 3]], ['2', [2, 2], [3, 0]], ['B', [4, 3], [0, 2]],
  ];
  for (const [block, from, to] of moves) {
    assert.equal(await corner(page, block), from.join());
    const box = (await page.locator(`[data-block="${block}"]`).boundingBox())!;
    const [x, y] = [box.x + cell / 2, box.y + cell / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (to[1] - from[1]) * cell, y + (to[0] - from[0]) * cell, { steps: 4 });
    await page.mouse.up();
    await page.locator(`[data-block="${block}"][data-corner="${to.join()}"]`).waitFor();
    // why: a block is grasped where it is drawn, and it is drawn on its way for a moment.
    await page.waitForTimeout(150);
  }
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.getByText('Optimal! No way is shorter.').waitFor();
  await page.getByRole('button', { name: 'Ten-Step Solution, 10 moves, your best 10' }).waitFor();
  await page.context().close();
});

test('a heavy puzzle shows its progress, is cancelled at once, and another one is solved', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await page.getByLabel('Puzzles', { exact: true }).selectOption('classics');
  await page.getByRole('button', { name: /^Puzzling\.SE 95123/ }).click();
  await button(page, 'Solve').click();
  await page.getByText('positions looked at').waitFor();
  await page.getByText(/depth [1-9]/).waitFor();
  await button(page, 'Cancel').click();
  await page.getByText('Thinking…').waitFor({ state: 'detached', timeout: 1_000 });
  await page.getByRole('button', { name: /^Dad's Puzzle/ }).click();
  const began = Date.now();
  await button(page, 'Solve').click();
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [59, true]);
  assert.ok(Date.now() - began < 5_000, 'the worker was still busy with the cancelled search');
  await page.context().close();
});

test('a link carries a puzzle, and an impossible one is told', async () => {
  const page = await app.page(phone, link('AbC\n--\nCbA'));
  await button(page, 'Solve').click();
  await page.getByText('has no solution').waitFor();
  await button(page, 'Dismiss').click();
  await page.evaluate((hash) => void (location.hash = hash), link(SMALL));
  await page.getByRole('heading', { name: 'Round the corner' }).waitFor();
  await button(page, 'Hint').click();
  await page.locator('.block.hinted').waitFor();
  await button(page, 'Copy link').click();
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).endsWith(link(SMALL)));
  await page.context().close();
});
