// What helps to learn: hints in steps, shuffles of one's choice, files, moves in words, and a search that is watched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  App,
  becomes,
  button,
  cells,
  desktop,
  openPuzzle,
  paste,
  puzzle,
  solution,
  text,
  until,
  arrives,
  witness,
  blockPuzzle,
  followLink,
  setSize,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: name.endsWith('.txt') ? 'text/plain' : 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Chooses a file by the button for that. */
async function choose(page: Page, chosen: ReturnType<typeof file>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open a file…').click();
  await (await chooser).setFiles(chosen);
}

/** Drops a text file onto the page. */
const drop = (page: Page, name: string, content: string): Promise<boolean> =>
  arrives(page, 'drop', { name, type: 'text/plain', content: Buffer.from(content) });

test('hints on large boards come at once, first what, then where to, then they are done', async () => {
  const profile = await app.profile();
  // What the worker is asked for: how long an answer takes is a matter of the machine, how long it may search is not.
  await profile.addInitScript(() => {
    window.Worker = class extends Worker {
      override postMessage(message: unknown, more?: Transferable[] | StructuredSerializeOptions): void {
        const seconds = /"timeLimit":([\d.]+)/.exec(JSON.stringify(message))?.[1];
        if (seconds !== undefined) document.documentElement.dataset.seconds = seconds;
        super.postMessage(message, more as StructuredSerializeOptions);
      }
    };
  });
  const page = await profile.newPage();
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  for (const side of [5, 10, 20]) {
    await setSize(page, side, side);
    const before = await cells(page);
    await button(page, 'Hint').click();
    await page.locator('.tile.hinted').waitFor();
    assert.equal(await page.locator('html').getAttribute('data-seconds'), '0.2', `${side} × ${side}`);
    assert.equal(await page.getByTestId('hint-way').count(), 0);
    await button(page, 'Where to?').click();
    await page.getByTestId('hint-way').waitFor();
    await button(page, 'Do it').click();
    await becomes(() => text(page, 'moves'), '1');
    assert.notDeepEqual(await cells(page), before);
    // The plan goes on: the next hint needs no search.
    await button(page, 'Hint').click();
    await page.locator('.tile.hinted').waitFor();
  }
  await page.context().close();
});

test('a shuffle by some moves is watched one by one, or skipped', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.getByText('Ways to shuffle').click();
  await page.getByText('By moves', { exact: true }).click();
  await page.getByLabel('How many moves').fill('9');
  const panel = page.locator('details', { hasText: 'Ways to shuffle' });
  const shown = await witness(page, '[data-testid=sequence] p');
  await panel.getByRole('button', { name: 'Shuffle' }).click();
  await until(shown, (texts) => texts.length > 0 && texts.every((text) => /^Shuffling: [0-9] of 9 moves$/.test(text)));
  await page.getByTestId('sequence').waitFor({ state: 'detached' });
  assert.equal(await text(page, 'moves'), '0');
  await button(page, 'Solve').first().click();
  const { moves } = await solution(page);
  assert.ok(moves <= 9 && moves % 2 === 1, String(moves));
  await page.getByLabel('How many moves').fill('200');
  await panel.getByRole('button', { name: 'Shuffle' }).click();
  await button(page, 'Skip').click();
  await page.getByTestId('sequence').waitFor({ state: 'detached' });
  await page.context().close();
});

test('a shuffle puts the wanted share out of place', async () => {
  const page = await app.page();
  await page.getByText('Ways to shuffle').click();
  await page.getByText('By share', { exact: true }).click();
  await page.getByLabel('Tiles out of place, at least').fill('100');
  const panel = page.locator('details', { hasText: 'Ways to shuffle' });
  for (let round = 0; round < 3; round++) {
    await panel.getByRole('button', { name: 'Shuffle' }).click();
    await until(
      () => cells(page),
      (board) => board.every((tile, cell) => tile === 0 || tile !== cell + 1),
    );
  }
  // In a single row with the gap in its middle not every tile can be out of place, and that is said.
  await openPuzzle(page, '0 1 2', '1 0 2');
  await panel.getByRole('button', { name: 'Shuffle' }).click();
  await page.getByText('cannot be shuffled like that').waitFor();
  await page.context().close();
});

test('the same word gives two players the same game', async () => {
  const boards: number[][] = [];
  for (const word of ['taquin', 'Taquin']) {
    const page = await app.page();
    const before = await cells(page);
    await page.getByText('Ways to shuffle').click();
    await page.getByText('By word', { exact: true }).click();
    const panel = page.locator('details', { hasText: 'Ways to shuffle' });
    assert.ok(await panel.getByRole('button', { name: 'Shuffle' }).isDisabled());
    await page.getByLabel('A word').fill(word);
    await page.getByLabel('A word').press('Enter');
    await until(
      () => cells(page),
      (board) => board.join() !== before.join(),
    );
    boards.push(await cells(page));
    await page.context().close();
  }
  assert.deepEqual(boards[0], boards[1]);
});

test('a board comes from a text file, dropped or chosen, and what is none is told', async () => {
  const page = await app.page();
  await drop(page, 'board.txt', '1 2 3\n4 0 5\n7 8 6\n');
  await becomes(() => cells(page), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
  await choose(page, file('other.txt', '8 2 0/4 6 1/3 7 5'));
  await becomes(() => cells(page), [8, 2, 0, 4, 6, 1, 3, 7, 5]);
  await drop(page, 'shopping.txt', 'milk, bread');
  await page.getByText('shopping.txt is not a board').waitFor();
  await choose(page, file('noise.txt', Buffer.from([0xff, 0xfe, 0x80])));
  await page.getByText('the file is not a text').waitFor();
  await becomes(() => cells(page), [8, 2, 0, 4, 6, 1, 3, 7, 5]);
  await page.context().close();
});

test('a block puzzle comes from a text file or from the clipboard', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await drop(page, 'one.txt', 'name: From a file\n\nA.\n--\n.A');
  await page.getByRole('heading', { name: 'From a file' }).waitFor();
  await paste(page, 'name: Pasted\n\nA..\n--\n..A');
  await page.getByRole('heading', { name: 'Pasted' }).waitFor();
  await button(page, 'All puzzles').click();
  await choose(page, file('two.txt', 'name: Chosen\n\n.A\n--\nA.'));
  await page.getByRole('heading', { name: 'Chosen' }).waitFor();
  await drop(page, 'bad.txt', 'nothing');
  await page.getByText('bad.txt is not a block puzzle').waitFor();
  await page.context().close();
});

test('block solutions with fewest moves, slides or steps', async () => {
  // Round a corner: one move, two slides, three steps.
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, blockPuzzle('A..\n  .\n--\n...\n  A'));
  await page.getByText('Ways to solve').click();
  const panel = page.locator('details', { hasText: 'Ways to solve' });
  for (const [metric, found] of [
    ['Slides', '2 slides'],
    ['Steps', '3 steps'],
    ['Moves', '1 move'],
  ] as const) {
    await panel.getByText(metric, { exact: true }).click();
    await panel.getByRole('button', { name: 'Solve' }).click();
    await page.getByTestId('solution').getByText(found, { exact: true }).waitFor();
  }
  await page.context().close();
});

test('the moves stand in a numbered list in words, which can be copied', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('1 2 3/4 0 6/7 5 8'));
  await button(page, 'Solve').first().click();
  await solution(page);
  await page.getByText('The moves in words').click();
  const words = page.getByTestId('words').locator('li');
  await becomes(() => words.allTextContents(), ['5 up', '8 left']);
  await button(page, 'One move on').click();
  await becomes(() => page.locator('[aria-current="step"]').textContent(), '8 left');
  await button(page, 'Copy the list').click();
  await until(
    () => page.evaluate(() => navigator.clipboard.readText()),
    (copied) => copied === '1. 5 up\n2. 8 left',
  );
  await followLink(page, blockPuzzle('A..\n  .\n--\n...\n  A'));
  await page.getByRole('group', { name: /^Blocks of/ }).waitFor();
  await button(page, 'Solve').first().click();
  await page.getByText('The moves in words').click();
  await becomes(() => words.allTextContents(), ['Block A right, right, down']);
  await page.context().close();
});

test('a search is watched on the board before its solution is shown', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 0 6/7 5 8'));
  await page.getByText('Ways to solve').click();
  const panel = page.locator('details', { hasText: 'Ways to solve' });
  await page.getByLabel('Algorithm').selectOption('bfs');
  await page.getByLabel('Watch it think').check();
  const shown = await witness(page, '[data-testid=sequence] p');
  await panel.getByRole('button', { name: 'Solve' }).click();
  // The search moves the tiles: positions that are not on the way are shown as well.
  await until(
    shown,
    (texts) => texts.length > 1 && texts.every((text) => /^Thinking: \d+ of \d+ positions$/.test(text)),
  );
  await solution(page);
  await page.getByLabel('Algorithm').selectOption('optimal');
  assert.equal(await page.getByLabel('Watch it think').count(), 0);
  await page.context().close();
});
