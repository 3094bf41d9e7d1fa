// Everybody can use it: axe on each view, and the whole way by keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import {
  App,
  becomes,
  blockPuzzle,
  button,
  cells,
  closeDialog,
  desktop,
  followLink,
  openPuzzle,
  paste,
  phone,
  puzzle,
  setSize,
  solution,
  solveBy,
  until,
} from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations: found } = await (
      window as unknown as {
        axe: {
          run(): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      }
    ).axe.run();
    return found.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    );
  });
};

const themes = {
  light: desktop,
  dark: { ...desktop, colorScheme: 'dark' as const },
  'high contrast': { ...desktop, contrast: 'more' as const },
  phone,
};
for (const [theme, options] of Object.entries(themes)) {
  test(`axe has nothing to say on any view (${theme})`, async () => {
    const page = await app.page({ ...options, reducedMotion: 'reduce' }, puzzle('1 2 3/4 0 6/7 5 8'));
    const clean = async (view: string) => assert.deepEqual(await violations(page), [], view);
    await clean('play');
    await button(page, 'Glass').click();
    await page.getByText('Both', { exact: true }).click();
    await clean('picture');
    await button(page, 'Solve').first().click();
    await solution(page);
    await page.getByText('Ways to solve').click();
    await clean('solution');
    await page.getByText('The moves in words').click();
    await clean('moves in words');
    await button(page, 'Try it yourself').click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Solved', { exact: true }).waitFor();
    await clean('won');
    await button(page, 'Edit board').click();
    await clean('edit');
    await button(page, 'Cancel').click();
    // A search under way, and a notice that something is wrong.
    await setSize(page, 20, 20);
    await solveBy(page, 'anytime');
    await page.getByText(/best so far [\d,]+ moves/).waitFor();
    await clean('a running search');
    await button(page, 'Cancel').click();
    await paste(page, 'no board');
    await page.getByText('is not a board').waitFor();
    await clean('a notice');
    await button(page, 'Dismiss').click();
    await page.getByTestId('goal').click();
    await clean('the goal');
    await openPuzzle(page, '1 2 3/4 0 6/7 5 8');
    for (const dialog of ['Share', 'Help', 'Your picture…']) {
      await button(page, dialog).click();
      await clean(dialog);
      await closeDialog(page);
    }
    // The reader: asked for a picture, and with one.
    await page.getByText('Numbers', { exact: true }).click();
    const picture = await page.locator('.tray').screenshot();
    await button(page, 'Solve a puzzle I have').click();
    await page.getByRole('heading', { name: 'Solve a puzzle I have' }).waitFor();
    await clean('the reader');
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer: picture });
    await page.getByTestId('reading').filter({ hasText: 'Numbered tiles' }).waitFor();
    await clean('a picture that was read');
    await button(page, 'Back to the game').click();
    await button(page, 'Your picture…').click();
    await page.locator('input[type=file]').setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer: picture });
    await page.locator('.cropper-crop-box').waitFor();
    await clean('crop');
    await closeDialog(page);
    await button(page, 'Blocks').click();
    await clean('blocks');
    await paste(page, 'name: One\nmoves: 1\n\nA.\n--\n.A\n===\nname: Two\n\nA..\n--\n..A\n===\nA.\n');
    await page.getByTestId('opened-pack').waitFor();
    await clean('a pack that was opened');
    await button(page, 'Back to playing').click();
    await followLink(page, blockPuzzle('exit: >=A\ngone: A\npin: C\n\nAB.>\n.C..\n--\n...>\n....'));
    await page.getByText('Blocks with pins never move.').waitFor();
    await clean('exits and pins');
    await button(page, 'Edit a copy').click();
    await page.getByText('Solvable, shortest 2 moves').waitFor();
    await page.getByRole('radio', { name: 'Exit', exact: true }).locator('xpath=..').click();
    await clean('the editor of an exit');
    await button(page, 'Back to playing').click();
    await button(page, 'All puzzles').click();
    await clean('catalogue');
    await page.getByLabel('Find', { exact: true }).fill('Klotski');
    await page.getByRole('button', { name: /^Klotski\b.*81 moves/ }).click();
    await page.getByRole('heading', { name: 'Klotski' }).waitFor();
    await clean('Klotski');
    await button(page, 'Edit a copy').click();
    await page.getByText('Solvable, shortest 81 moves').waitFor();
    await clean('block editor');
    await button(page, 'Import…').click();
    await clean('import');
    await closeDialog(page);
    await button(page, 'Laboratory').click();
    await button(page, 'Start the race').click();
    await page.getByRole('img', { name: /^IDA\*: .* looked at of/ }).waitFor();
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
  await page.getByText('Hint: tile 5.').waitFor({ state: 'attached' });
  await page.keyboard.press('h');
  await page.getByTestId('hint-way').waitFor();
  await page.getByText('Hint: slide 5 up.').waitFor({ state: 'attached' });
  await page.keyboard.press('h');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await page.keyboard.press('z');
  await page.keyboard.press('p');
  await solution(page);
  await page.keyboard.press('p');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.keyboard.press('n');
  await until(
    () => cells(page),
    (board) => !isDeepStrictEqual(board, [1, 2, 3, 4, 5, 6, 7, 8, 0]),
  );
  await page.keyboard.press('?');
  await page.getByText('How to play').waitFor();
  await closeDialog(page);
  await page.context().close();
});

/** Goes on by Tab alone until the keyboard is on something that is called like this. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
  const isThere = (found: string): boolean => (typeof name === 'string' ? found === name : name.test(found));
  const passed: string[] = [];
  for (let tabs = 0; tabs < 250; tabs++) {
    await page.keyboard.press('Tab');
    const found = await focused();
    if (isThere(found)) return;
    passed.push(found);
  }
  assert.fail(`${String(name)} is not reached by Tab, only ${[...new Set(passed)].join(', ')}`);
}

test('play, solve, edit, blocks and laboratory by keyboard alone', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('1 2 3/4 0 6/7 5 8'));
  const press = async (name: string | RegExp): Promise<void> => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  // Play.
  await press('Skip to the board');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Solved', { exact: true }).waitFor();
  // Solve.
  await press('New game');
  await press('Solve');
  const { moves } = await solution(page);
  await press('One move on');
  await page.locator('.position', { hasText: `1/${moves}` }).waitFor();
  await press('Try it yourself');
  // Edit.
  await press('Edit board');
  await page.getByRole('heading', { name: 'Edit' }).waitFor();
  await tabTo(page, /^(Gap|\d), row/);
  const before = await cells(page, 0);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await until(
    () => cells(page, 0),
    (now) => !isDeepStrictEqual(now, before),
  );
  await press('Cancel');
  // Blocks: the catalogue, a move, a hint that is done.
  await press('Blocks');
  await press('All puzzles');
  await press('Play');
  await page.getByRole('heading', { name: 'First Gear' }).waitFor();
  await tabTo(page, /^Block B/);
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('block-moves').getByText('1', { exact: true }).waitFor();
  await page.keyboard.press('h');
  await page.locator('.block.hinted').waitFor();
  await page.keyboard.press('h');
  await page.getByTestId('hint-destination').waitFor();
  await page.keyboard.press('h');
  await page.locator('.block.hinted').waitFor({ state: 'detached' });
  // Laboratory.
  await press('Laboratory');
  await press('Start the race');
  await page.getByRole('img', { name: /^IDA\*: .* looked at of/ }).waitFor();
  await page.context().close();
});

test('a solution of ten moves is told move by move', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('2 5 3/1 0 7/4 8 6'));
  // What changes in a live region is what a screen reader says.
  await page.evaluate(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live], [role=status], [role=alert]');
        const words = region?.textContent?.trim() ?? '';
        if (words !== '' && words !== said.at(-1)) said.push(words);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await button(page, 'Solve').first().click();
  await solution(page);
  for (let move = 1; move <= 10; move++) {
    await page.keyboard.press('.');
    await page.locator('.position', { hasText: `${move}/10` }).waitFor();
  }
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  assert.deepEqual(said.slice(0, 1), ['Solution found: 10 moves.']);
  const steps = said.filter((words) => /^\d+ of 10: \d (up|down|left|right)\.$/.test(words));
  assert.deepEqual(
    steps.map((words) => Number.parseInt(words)),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  console.log(said.join('\n'));
  await page.context().close();
});

test('nothing is wider than a phone’s screen, and nothing moves when the page loads', async () => {
  const page = await (await app.profile(phone)).newPage();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    (window as unknown as { shifts: number[] }).shifts = shifts;
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  await page.evaluate(() => document.fonts.ready);
  // What comes late, such as the pictures to choose from, would move things by then.
  await page.waitForTimeout(800);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  assert.ok(shift < 0.02, String(shift));
  await page.context().close();
});
