// Solving in the worker: every algorithm, known optima, cancelling.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  App,
  becomes,
  button,
  cancel,
  cells,
  desktop,
  until,
  longestTask,
  openPuzzle,
  puzzle,
  solution,
  solveBy,
  text,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const options = async (page: Page): Promise<void> => {
  if (
    !(await page
      .locator('details', { hasText: 'Ways to solve' })
      .evaluate((details) => (details as HTMLDetailsElement).open))
  )
    await page.getByText('Ways to solve').click();
};
test('every algorithm solves 3×3; those that promise it, in the fewest moves', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await options(page);
  const algorithms = await page.getByLabel('Algorithm').locator('option').allTextContents();
  assert.ok(algorithms.length >= 7, algorithms.join());
  const optimal = ['bfs', 'astar', 'ida-star', 'optimal', 'auto'];
  for (const algorithm of algorithms) {
    await openPuzzle(page, '8 2 0/4 6 1/3 7 5');
    await solveBy(page, algorithm);
    const { moves } = await solution(page);
    if (optimal.includes(algorithm)) assert.equal(moves, 24, algorithm);
    assert.ok(moves >= 24, algorithm);
    await page.getByLabel('Place in the solution').fill(String(moves));
    await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0], algorithm);
  }
  await page.context().close();
});

test('every heuristic agrees on 3×3', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await options(page);
  await page.getByLabel('Algorithm').selectOption('ida-star');
  for (const heuristic of await page.getByLabel('Estimate').locator('option').allTextContents()) {
    await openPuzzle(page, '8 2 0/4 6 1/3 7 5');
    await page.getByLabel('Estimate').selectOption(heuristic);
    await page.locator('details', { hasText: 'Ways to solve' }).getByRole('button', { name: 'Solve' }).click();
    const { moves, optimal } = await solution(page);
    assert.deepEqual([moves, optimal], [24, true], heuristic);
  }
  await page.context().close();
});

test('20 of Korf’s 15-puzzles are solved in the known number of moves', async () => {
  const boards = readFileSync(new URL('../../crates/taquin/data/tiles/korf100.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split('\t'));
  // The easier ones, so that the test is short: the measurement has them all.
  const easy = boards.toSorted((a, b) => Number(a[1]) - Number(b[1])).slice(0, 20);
  const page = await app.page();
  for (const [number, length, board] of easy) {
    await openPuzzle(page, board!);
    await button(page, 'Solve').first().click();
    const { moves, optimal } = await solution(page);
    assert.deepEqual([moves, optimal], [Number(length), true], `board ${number}`);
  }
  await page.context().close();
});

test('a hard search is cancelled at once, and another one follows', async () => {
  // Breadth-first on 3×4 cannot end within this test.
  const page = await app.page(desktop, puzzle('6 7 1 0/11 2 10 4/5 3 8 9'));
  await solveBy(page, 'bfs');
  await page.getByText('positions looked at').waitFor();
  await cancel(page);
  await openPuzzle(page, '1 2 3/4 5 6/0 7 8');
  await button(page, 'Solve').first().click();
  assert.equal((await solution(page)).moves, 2);
  await page.context().close();
});

test('what is hopeless or makes no sense is said before it is tried', async () => {
  const page = await app.page(desktop, puzzle('3 4 1 8/14 5 2 7/0 10 11 6/9 13 15 12'));
  await options(page);
  const panel = page.locator('details', { hasText: 'Ways to solve' });
  await page.getByLabel('Algorithm').selectOption('bfs');
  await panel.getByText('Breadth-first search would need far more time or memory').waitFor();
  await panel.getByRole('button', { name: 'Try it anyway' }).waitFor();
  await page.getByLabel('Algorithm').selectOption('alpha-star');
  await panel.getByRole('button', { name: 'Solve' }).waitFor();
  await panel.getByRole('slider').first().fill('5');
  await panel.getByRole('slider').last().fill('2');
  await panel.getByText('λ is 5 and Λ 2').waitFor();
  assert.ok(await panel.getByRole('button', { name: 'Solve' }).isDisabled());
  await page.getByRole('button', { name: '5 × 5' }).click();
  // What serves such boards, but not soon.
  for (const name of ['optimal', 'dynamic-astar']) {
    await page.getByLabel('Algorithm').selectOption(name);
    await panel.getByText('may take minutes or hours on a 5 × 5 board').waitFor();
    await panel.getByRole('button', { name: 'Solve' }).waitFor();
  }
  // A board that the estimate does not serve.
  await page.getByLabel('Algorithm').selectOption('weighted-astar');
  await page.getByLabel('Estimate', { exact: true }).selectOption('walking-distance');
  await panel.getByText('the walking distance has no table for a board of 5 × 5').waitFor();
  assert.ok(await panel.getByRole('button', { name: 'Solve' }).isDisabled());
  await page.context().close();
});

test('the fewest slides are found where slides count', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await options(page);
  await page.getByText('Each slide', { exact: true }).click();
  await page.locator('details', { hasText: 'Ways to solve' }).getByRole('button', { name: 'Solve' }).click();
  await page.getByText('18 slides').waitFor();
  await page.getByText('no way has fewer slides').waitFor();
  await page.getByLabel('Place in the solution').fill('999');
  await becomes(() => text(page, 'slides'), '18');
  await page.context().close();
});

test('every way to solve and every estimate is explained', async () => {
  const page = await app.page();
  await options(page);
  const explained = page.locator('details .explained');
  for (const [label, index] of [
    ['Algorithm', 0],
    ['Estimate', 1],
  ] as const) {
    if (index === 1) await page.getByLabel('Algorithm').selectOption('astar');
    for (const name of await page.getByLabel(label).locator('option').allTextContents()) {
      await page.getByLabel(label).selectOption(name);
      assert.ok((await explained.nth(index).textContent())!.length > 20, name);
    }
  }
  await page.context().close();
});

test('after a crash of the engine it is said, and the next search has a new one', async () => {
  const page = await app.page(desktop, puzzle('6 7 1 0/11 2 10 4/5 3 8 9'));
  await solveBy(page, 'bfs');
  await page.getByText('positions looked at').waitFor();
  // As when its memory ends: the search is lost, and so is the worker.
  const worker = page.workers().find((worker) => worker.url().includes('/worker-'));
  await worker!.evaluate(() => void setTimeout(() => reportError(new WebAssembly.RuntimeError('unreachable'))));
  await page.getByText('its engine crashed').waitFor();
  await page.getByText('Thinking…').waitFor({ state: 'detached' });
  await openPuzzle(page, '8 2 0/4 6 1/3 7 5');
  await button(page, 'Solve').first().click();
  assert.deepEqual((await solution(page)).moves, 24);
  await page.context().close();
});

test('the page stays smooth while the worker searches', async () => {
  const page = await app.page(desktop, puzzle('6 7 1 0/11 2 10 4/5 3 8 9'));
  await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  const { processor } = await longestTask(app, page, async () => {
    await solveBy(page, 'bfs');
    // The longer it is watched, the more would be seen.
    await page.waitForTimeout(2_000);
    await button(page, 'Cancel').click();
    await openPuzzle(page, '3 4 1 8/14 5 2 7/0 10 11 6/9 13 15 12');
    await button(page, 'Solve').first().click();
    await solution(page);
    await until(
      () => page.getByLabel('Place in the solution').inputValue(),
      (place) => Number(place) > 2,
    );
  });
  assert.ok(processor > 0 && processor < 50, `${processor} ms`);
  await page.context().close();
});

test('a solution of 5×5 that may not be the shortest is proven, or replaced', async () => {
  const page = await app.page(desktop, puzzle('6 1 3 5 10/2 8 4 15 14/16 11 7 9 24/21 18 12 0 20/17 22 13 23 19'));
  await solveBy(page, 'anytime');
  await button(page, 'Take the best so far').click();
  await page.getByText('are needed').waitFor();
  await button(page, 'Prove it').click();
  await page.getByText('the shortest there is').waitFor();
  assert.equal((await solution(page)).moves, 40);
  assert.equal(await button(page, 'Prove it').count(), 0);
  await page.context().close();
});

test('the proof of 5×5 tells how long it will take, and can be cancelled', async () => {
  const page = await app.page(
    desktop,
    puzzle(
      '17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11',
      '0 1 2 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 24',
    ),
  );
  await solveBy(page, 'anytime');
  await button(page, 'Take the best so far').click();
  const { moves } = await solution(page);
  await button(page, 'Prove it').click();
  // It needs tables first; then its effort is foreseen by how the rounds grow.
  await page.getByText(/the proof takes about \d+ (seconds?|minutes?|hours?)/).waitFor({ timeout: 240_000 });
  await cancel(page);
  assert.equal((await solution(page)).moves, moves, 'the solution that was to be proven is still there');
  await page.context().close();
});

test('where slides count, a hint is a whole slide, and another way has another plan', async () => {
  const page = await app.page(desktop, puzzle('0 1 2/4 5 3/7 8 6'));
  await options(page);
  await page.getByText('Each slide', { exact: true }).click();
  const hinted = () =>
    page.locator('.tile.hinted').evaluateAll((tiles) => tiles.map((tile) => Number(tile.dataset.tile)).sort());
  await button(page, 'Hint').click();
  await becomes(hinted, [1, 2]);
  await page.getByText('Hint: tiles 1 and 2.').waitFor({ state: 'attached' });
  await button(page, 'Where to?').click();
  await page.getByText('Hint: slide 1 and 2 left.').waitFor({ state: 'attached' });
  assert.equal(await page.getByTestId('hint-way').count(), 2);
  await button(page, 'Do it').click();
  await becomes(async () => [await text(page, 'moves'), await text(page, 'slides')], ['2', '1']);
  // Another way than the plan: 5 goes right, and the next hint begins by taking that back.
  await page.locator('[data-tile="3"]').click();
  await page.locator('[data-tile="5"]').click();
  await button(page, 'Hint').click();
  await becomes(hinted, [5]);
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await button(page, 'Hint').click();
  await becomes(hinted, [3, 6]);
  await page.keyboard.press('h');
  await page.keyboard.press('h');
  await page.getByText('Solved', { exact: true }).waitFor();
  await becomes(async () => [await text(page, 'moves'), await text(page, 'slides')], ['4', '2']);
  // The wish is kept, and the button that solves follows it.
  await page.reload();
  await openPuzzle(page, '8 2 0/4 6 1/3 7 5');
  await button(page, 'Solve').first().click();
  await page.getByText('18 slides').waitFor();
  await page.context().close();
});
