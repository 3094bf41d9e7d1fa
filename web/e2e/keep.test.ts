// Nothing that a player did is lost: results, games, and what can be taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  App,
  becomes,
  button,
  cells,
  desktop,
  openFromCatalogue,
  openPuzzle,
  puzzle,
  text,
  until,
  blockPuzzle,
  followLink,
  setSize,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const SMALL = 'name: Two steps\n\nA.b\n .\n--\n..A\n .\n';
const blockLink = blockPuzzle(SMALL);
const corner = (page: Page, block: string) => page.locator(`[data-block="${block}"]`).getAttribute('data-corner');
const kept = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(`taquin/${key}`), key);

/** A new 2 × 2 game, played round and round to its win. */
async function winTwoByTwo(page: Page): Promise<void> {
  await setSize(page, 2, 2);
  await page.locator('.board [tabindex="0"]').focus();
  const won = page.getByText('A new best!');
  const keys = ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'];
  for (let round = 0; round < 40 && !(await won.isVisible()); round++) await page.keyboard.press(keys[round % 4]!);
  await won.waitFor();
}

/** Moves b down, then A to its place: two moves. */
async function winSmall(page: Page): Promise<void> {
  await page.locator('[data-block="b"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-block="A"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Solved', { exact: true }).waitFor();
}

test('a win of one kind keeps the results of the other, also from another tab', async () => {
  const page = await app.page();
  await followLink(page, blockLink);
  await winSmall(page);
  const blocks = await until(
    () => kept(page, 'bests'),
    (bests) => bests !== null,
  );
  const [name] = Object.keys(JSON.parse(blocks!) as object);
  await button(page, 'Tiles').click();
  const other = await page.context().newPage();
  await other.goto(app.address);
  await winTwoByTwo(page);
  const best = await text(page, 'best');
  const names = Object.keys(JSON.parse((await kept(page, 'bests'))!) as object);
  assert.deepEqual(names.sort(), ['2x2', name].sort());
  // The other tab, opened before that, knows it without a reload.
  await setSize(other, 2, 2);
  await becomes(() => text(other, 'best'), best);
  await page.context().close();
});

test('a result made with the solver’s help is no best, also after a reload and a restart', async () => {
  const page = await app.page();
  await button(page, '3 × 3').click();
  for (const again of ['reload', 'restart'] as const) {
    await button(page, 'Solve').first().click();
    const scrub = page.getByLabel('Place in the solution');
    await scrub.waitFor();
    const count = Number(await scrub.getAttribute('max'));
    const letters = await page.locator('.moves').textContent();
    assert.ok(count > 1 && letters !== null);
    await scrub.fill(String(count - 1));
    const last = await page.locator('.moves .next').textContent();
    await button(page, 'Go on from here').click();
    if (again === 'reload') {
      await page.reload();
      await page.locator('.board').waitFor();
    }
    const keys = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' } as const;
    await page.locator('.board [tabindex="0"]').focus();
    await page.keyboard.press(keys[last!.trim() as 'U']);
    await page.getByText('with some help').waitFor();
    assert.equal(await text(page, 'best'), '–');
    await button(page, 'Restart').click();
  }
  await page.context().close();
});

test('a block puzzle under way survives a reload, with undo, redo and help', async () => {
  const page = await app.page(desktop, blockLink);
  await page.locator('[data-block="b"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await becomes(() => corner(page, 'b'), '1,1');
  await page.locator('[data-block="A"]').focus();
  await page.keyboard.press('ArrowRight');
  await becomes(() => text(page, 'block-moves'), '2');
  await button(page, 'Undo').click();
  await button(page, 'Hint').click();
  await page.locator('.block.hinted').waitFor();
  await page.reload();
  await page.locator('.board').waitFor();
  await becomes(() => text(page, 'block-moves'), '1');
  assert.equal(await corner(page, 'b'), '1,1');
  await button(page, 'Redo').click();
  await becomes(() => corner(page, 'A'), '0,1');
  await page.locator('[data-block="A"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('with some help').waitFor();
  assert.equal(await kept(page, 'bests'), null);
  await page.context().close();
});

test('redo into the solved position is a win', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/7 0 8'));
  await page.keyboard.press('ArrowLeft');
  await page.getByText('No way is shorter. Perfect!').waitFor();
  await button(page, 'Undo').click();
  await page.getByText('Solved', { exact: true }).waitFor({ state: 'detached' });
  await button(page, 'Redo').click();
  await page.getByText('Solved', { exact: true }).waitFor();
  const board = await cells(page);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await cells(page), board, 'a game that is won is over');
  await page.reload();
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.context().close();
});

test('times are exact: what is kept is the time between the first and the last move', async () => {
  const page = await app.page();
  await setSize(page, 2, 2);
  await page.getByText('New game started').waitFor({ state: 'detached' });
  // In the page itself, with the clock read before and after the first and the last move: what is kept lies between.
  const [least, most] = await page.evaluate(async () => {
    const keys = ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'];
    const moves = document.querySelector('[data-testid="moves"]');
    const times: [before: number, after: number][] = [];
    for (let round = 0; round < 60 && localStorage.getItem('taquin/bests') === null; round++) {
      if (times.length > 0) await new Promise((resolve) => setTimeout(resolve, 130));
      const before = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: keys[round % 4]!, bubbles: true }));
      const after = performance.now();
      await Promise.resolve();
      if (moves?.textContent?.trim() !== '0') times.push([before, after]);
    }
    const [first, last] = [times.at(0)!, times.at(-1)!];
    return [last[0] - first[1], last[1] - first[0]] as const;
  });
  const { time } = (JSON.parse((await kept(page, 'bests'))!) as Record<string, { time: number }>)['2x2']!;
  assert.ok(time >= least - 1 && time <= most + 1, `${time} ms kept, ${least} to ${most} ms took it`);
  // And it is shown to the hundredth.
  await page
    .getByText(new RegExp(`${(Math.floor(time / 10) / 100).toFixed(2).replace('.', '\\.')}`))
    .first()
    .waitFor();
  await page.context().close();
});

test('a new game, a size, a pasted board, a restart and a link can be taken back', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  const begin = async (): Promise<number[]> => {
    await openPuzzle(page, '1 2 3/4 0 5/7 8 6');
    await page.locator('.board [tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await becomes(() => text(page, 'moves'), '2');
    return cells(page);
  };
  const ways: [string, () => Promise<void>][] = [
    ['N', () => page.keyboard.press('n')],
    ['New game', () => button(page, 'New game').click()],
    ['4 × 4', () => button(page, '4 × 4').click()],
    ['Restart', () => button(page, 'Restart').click()],
    ['a link', () => openPuzzle(page, '1 2/0 3')],
  ];
  for (const [what, act] of ways) {
    const before = await begin();
    await act();
    await until(
      () => cells(page),
      (now) => now.join() !== before.join(),
    );
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await becomes(() => cells(page), before, what);
    await becomes(() => text(page, 'moves'), '2', what);
    // It is a game again, with its history.
    await page.keyboard.press('z');
    await becomes(() => text(page, 'moves'), '1', what);
  }
  await page.context().close();
});

test('another block puzzle, and a restart, can be taken back', async () => {
  const page = await app.page(desktop, blockLink);
  for (const act of [() => openFromCatalogue(page, 'Klotski'), () => button(page, 'Restart').click()]) {
    await page.locator('[data-block="b"]').focus();
    await page.keyboard.press('ArrowLeft');
    await becomes(() => corner(page, 'b'), '0,1');
    await act();
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Two steps' }).waitFor();
    await becomes(() => corner(page, 'b'), '0,1');
    await becomes(() => text(page, 'block-moves'), '1');
    await button(page, 'Undo').click();
    await becomes(() => corner(page, 'b'), '0,2');
  }
  await page.context().close();
});

test('undo after a new plan keeps the counter right', async () => {
  // Three moves from the goal. Whoever goes another way gets a plan that begins by going back.
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('1 2 3/0 4 6/7 5 8'));
  await button(page, 'Solve').first().click();
  await page.locator('.position', { hasText: /^0\/3$/ }).waitFor();
  await button(page, 'One move on').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 0, 6, 7, 5, 8]);
  await page.locator('.board [tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.position', { hasText: /^0\/3$/ }).waitFor();
  await becomes(() => text(page, 'moves'), '2');
  await page.keyboard.press('z');
  await page.locator('.position', { hasText: /^0\/2$/ }).waitFor();
  await becomes(() => text(page, 'moves'), '1');
  await button(page, 'One move on').click();
  await becomes(() => text(page, 'moves'), '2');
  await page.context().close();
});

test('storage that is full or blocked is told', async () => {
  const profile = await app.profile(desktop);
  await profile.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const page = await profile.newPage();
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  await page.getByText('does not keep your game').waitFor();
  await followLink(page, blockLink);
  await page.getByRole('heading', { name: 'Two steps' }).waitFor();
  await button(page, 'Edit a copy').click();
  await button(page, 'Save to my puzzles').click();
  await page.getByText('would not keep the puzzle').waitFor();
  await page.context().close();
});

test('the solution that is looked at is there again after a reload, of tiles and of blocks', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('8 2 0/4 6 1/3 7 5'));
  const place = page.getByLabel('Place in the solution');
  await button(page, 'Solve').first().click();
  await place.fill('7');
  const board = await cells(page);
  await page.reload();
  await page.getByText('the shortest there is').waitFor();
  await becomes(() => place.inputValue(), '7');
  await becomes(() => cells(page), board);
  await place.fill('24');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await followLink(page, blockLink);
  await button(page, 'Solve').first().click();
  await place.fill('1');
  await becomes(() => corner(page, 'b'), '1,1');
  await page.reload();
  await page.getByText('the shortest there is').waitFor();
  await becomes(() => place.inputValue(), '1');
  await place.fill('2');
  await becomes(() => corner(page, 'A'), '0,2');
  // One that was left is not there again.
  await button(page, 'Try it yourself').click();
  await page.reload();
  await page.locator('.board').waitFor();
  assert.equal(await page.getByTestId('solution').count(), 0);
  await page.context().close();
});
