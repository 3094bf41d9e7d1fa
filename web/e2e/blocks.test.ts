// Block puzzles: drag, keyboard, win, solve, your own, links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  App,
  becomes,
  button,
  cancel,
  clipboard,
  desktop,
  drag,
  until,
  grasp,
  longestTask,
  openFromCatalogue,
  phone,
  resting,
  solution,
  text,
  blockPuzzle,
  followLink,
  witness,
  arrives,
  paste,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const SMALL = 'name: Round the corner\n\nA.b\n .\n--\n..A\n .\n';
const corner = (page: Page, block: string) => page.locator(`[data-block="${block}"]`).getAttribute('data-corner');

/** Cells downwards and to the right: a place, or a way. */
type Way = [down: number, right: number];

/** Drags a block, held at its first cell, by so many cells on a board of so many columns; round a corner if there are several ways to go. */
const pull = async (
  page: Page,
  block: string,
  cols: number,
  ways: Way[],
  by: 'mouse' | 'finger' = 'mouse',
): Promise<void> => {
  const cell = (await resting(page.locator('.board'))).width / cols;
  const from = await grasp(page.locator(`[data-block="${block}"]`), { x: cell / 2, y: cell / 2 });
  let { x, y } = from;
  await drag(page, [from, ...ways.map(([down, right]) => ({ x: (x += right * cell), y: (y += down * cell) }))], by);
};

test('a puzzle is dragged to its win, one drag being one move', async () => {
  const page = await app.page(desktop, blockPuzzle(SMALL));
  await pull(page, 'b', 3, [
    [0, -1],
    [1, 0],
  ]);
  await becomes(() => corner(page, 'b'), '1,1');
  await becomes(() => text(page, 'block-moves'), '1');
  await button(page, 'Undo').click();
  await becomes(() => corner(page, 'b'), '0,2');
  await button(page, 'Redo').click();
  await becomes(() => corner(page, 'b'), '1,1');
  await pull(page, 'A', 3, [[0, 2]]);
  await becomes(() => corner(page, 'A'), '0,2');
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.context().close();
});

test('Klotski: moved by keyboard, solved in its 81 moves, and stepped through', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await openFromCatalogue(page, 'Klotski');
  const corners = () =>
    page.locator('.block').evaluateAll((blocks) => blocks.map((block) => (block as HTMLElement).dataset.corner));
  const before = await corners();
  for (const block of await page.locator('.block').all()) {
    await block.focus();
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    if ((await text(page, 'block-moves')) !== '0') break;
  }
  await until(
    () => text(page, 'block-moves'),
    (moves) => moves !== '0',
  );
  await button(page, 'Restart').click();
  await becomes(corners, before);
  await button(page, 'Solve').click();
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [81, true]);
  await page.getByLabel('Place in the solution').fill('81');
  await becomes(() => text(page, 'block-moves'), '81');
  await page.context().close();
});

/** The first five moves of a shortest solution of Klotski, as the command finds it. */
const FIRST_FIVE: [block: string, by: Way, to: string][] = [
  ['i', [0, 1], '4,1'],
  ['d', [1, 0], '3,0'],
  ['e', [0, -1], '2,0'],
  ['h', [1, 0], '4,2'],
  ['f', [0, -1], '2,2'],
];

for (const way of ['touch', 'keyboard'] as const) {
  test(`Klotski’s first five moves by ${way}`, async () => {
    const page = await app.page(way === 'touch' ? phone : desktop);
    await button(page, 'Blocks').click();
    await openFromCatalogue(page, 'Klotski');
    for (const [index, [block, by, to]] of FIRST_FIVE.entries()) {
      if (way === 'touch') {
        await pull(page, block, 4, [by], 'finger');
      } else {
        // By Tab alone: the blocks are in the order of the page.
        for (
          let tabs = 0;
          tabs < 60 && (await page.evaluate(() => (document.activeElement as HTMLElement).dataset.block)) !== block;
          tabs++
        )
          await page.keyboard.press('Tab');
        await page.keyboard.press(
          { '1,0': 'ArrowDown', '-1,0': 'ArrowUp', '0,1': 'ArrowRight', '0,-1': 'ArrowLeft' }[by.join()]!,
        );
      }
      await page.locator(`[data-block="${block}"][data-corner="${to}"]`).waitFor();
      await becomes(() => text(page, 'block-moves'), String(index + 1));
    }
    await page.context().close();
  });
}

test('a small puzzle of the catalogue is played to its win, which is optimal and kept', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await openFromCatalogue(page, 'Ten-Step Solution');
  // Dragged straight towards the place, whatever way is free.
  const moves: [block: string, from: Way, to: Way][] = [
    ['2', [2, 1], [2, 0]],
    ['A', [0, 2], [3, 3]],
    ['2', [2, 0], [2, 2]],
    ['3', [3, 1], [2, 0]],
    ['B', [5, 1], [3, 0]],
    ['A', [3, 3], [5, 1]],
    ['4', [4, 2], [4, 1]],
    ['B', [3, 0], [4, 3]],
    ['2', [2, 2], [3, 0]],
    ['B', [4, 3], [0, 2]],
  ];
  for (const [block, from, to] of moves) {
    await becomes(() => corner(page, block), from.join());
    await pull(page, block, 4, [[to[0] - from[0], to[1] - from[1]]]);
    await becomes(() => corner(page, block), to.join());
  }
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.getByText('Optimal! No way is shorter.').waitFor();
  await button(page, 'All puzzles').click();
  await page.getByRole('button', { name: /^Ten-Step Solution.*10 moves.*your best 10, none shorter$/ }).waitFor();
  for (const progress of ['progress', 'progress-layton'])
    await page
      .getByTestId(progress)
      .getByText(/^1 of \d+ solved$/)
      .waitFor();
  await button(page, 'Back to playing').click();
  await page.getByRole('region', { name: 'Solved' }).getByRole('button', { name: 'Next puzzle' }).click();
  await page.getByRole('heading', { name: 'The Elevator Switch' }).waitFor();
  await button(page, 'Previous puzzle').click();
  await page.getByRole('heading', { name: 'Ten-Step Solution' }).waitFor();
  await page.context().close();
});

test('a move glides, and another puzzle is there at once', async () => {
  const page = await app.page({ viewport: { width: 1280, height: 500 } });
  await button(page, 'Blocks').click();
  await openFromCatalogue(page, 'Klotski');
  // Asked in the page itself, before it draws anything: later all would be at rest.
  const gliding = (what: Locator, key?: string) =>
    what.evaluate(async (element, key) => {
      if (key === undefined) (element as HTMLElement).click();
      else element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await Promise.resolve();
      return [...document.querySelectorAll('.block')].flatMap((block) => block.getAnimations()).length;
    }, key);
  const block = page.locator('[data-block="i"]');
  await block.focus();
  assert.equal(await gliding(block, 'ArrowRight'), 1);
  await becomes(() => corner(page, 'i'), '4,1');
  assert.ok(await block.evaluate((element) => document.activeElement === element), 'the keyboard stays on the block');
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 0);
  assert.equal(await gliding(button(page, 'Next puzzle')), 0);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.getByRole('heading', { name: 'Quzzle' }).waitFor();
  await page.context().close();
});

test('a heavy puzzle shows its progress, is cancelled at once, and another one is solved', async () => {
  // Of these positions there are more than memory can hold, so that the search cannot end within this test.
  const page = await app.page(desktop, blockPuzzle('ABCD\nEFGH\nIJKL\nMON.\n--\nABCD\nEFGH\nIJKL\nMNO.'));
  await button(page, 'Solve').click();
  await page.getByText('positions looked at').waitFor();
  await page.getByText(/depth [1-9]/).waitFor();
  await cancel(page);
  await openFromCatalogue(page, "Dad's Puzzle");
  await button(page, 'Solve').click();
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [59, true]);
  await page.context().close();
});

test('hint and solution go on from here, whatever order the blocks are in now', async () => {
  const page = await app.page(desktop, blockPuzzle('ab.\n...\n--\n...\n..b'));
  await pull(page, 'a', 3, [[1, 0]]);
  await becomes(() => corner(page, 'a'), '1,0');
  await button(page, 'Hint').click();
  await page.locator('[data-block="b"].hinted').waitFor();
  assert.equal(await page.getByTestId('hint-destination').count(), 0);
  await button(page, 'Where to?').click();
  await page.getByTestId('hint-destination').waitFor();
  await button(page, 'Do it').click();
  await becomes(() => corner(page, 'b'), '1,2');
  await page.getByText('with some help').waitFor();
  await button(page, 'Undo').click();
  await button(page, 'Solve').first().click();
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [1, true]);
  await page.getByLabel('Place in the solution').fill('1');
  await becomes(() => corner(page, 'b'), '1,2');
  assert.equal(await corner(page, 'a'), '1,0');
  await page.context().close();
});

test('a link carries a puzzle, and an impossible one is told', async () => {
  const page = await app.page(phone, blockPuzzle('AbC\n--\nCbA'));
  await button(page, 'Solve').click();
  await page.getByText('has no solution').waitFor();
  await button(page, 'Dismiss').click();
  await followLink(page, blockPuzzle(SMALL));
  await page.getByRole('heading', { name: 'Round the corner' }).waitFor();
  await button(page, 'Hint').click();
  await page.locator('.block.hinted').waitFor();
  await button(page, 'Copy link').click();
  await until(
    () => clipboard(page),
    (copied) => copied.endsWith(blockPuzzle(SMALL)),
  );
  await page.context().close();
});

test('the catalogue has an address, and a newcomer begins with an easy puzzle', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await page.getByRole('heading', { name: 'First Gear' }).waitFor();
  await button(page, 'All puzzles').click();
  await page.getByRole('heading', { name: 'Puzzles', exact: true }).waitFor();
  assert.equal(new URL(page.url()).hash, '#blocks/puzzles');
  for (const pack of ['Rush Hour', 'Gates', 'Classics', 'Huarong Dao'])
    await page.getByRole('heading', { name: pack }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Puzzles', exact: true }).waitFor();
  await page.getByRole('region', { name: 'A good one to begin with' }).getByRole('button').click();
  await page.getByRole('heading', { name: 'First Gear' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Puzzles', exact: true }).waitFor();
  await page.context().close();
});

test('looking round in the catalogue leaves the game as it is', async () => {
  const page = await app.page(desktop, blockPuzzle(SMALL));
  await page.locator('[data-block="b"]').focus();
  await page.keyboard.press('ArrowLeft');
  await becomes(() => corner(page, 'b'), '0,1');
  await button(page, 'All puzzles').click();
  await page.getByRole('heading', { name: 'Puzzles', exact: true }).waitFor();
  // Keys of the game mean nothing here.
  await page.keyboard.press('z');
  await button(page, 'Back to playing').click();
  await becomes(() => corner(page, 'b'), '0,1');
  await page.context().close();
});

test('puzzles are found by name, pack, moves and whether they are solved', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await button(page, 'All puzzles').click();
  const names = () => page.locator('.puzzle .label').allTextContents();
  const lengths = async () =>
    (
      await page
        .locator('.puzzle')
        .evaluateAll((puzzles) => puzzles.map((puzzle) => puzzle.textContent.replace(/\s+/g, ' ')))
    ).map((label) => Number(/,\s*(\d+) moves?/.exec(label)?.[1]) || Infinity);
  await page.getByLabel('Order').selectOption('Easiest first');
  const sorted = await lengths();
  assert.deepEqual(
    sorted,
    sorted.toSorted((a, b) => (a === b ? 0 : a - b)),
  );
  const find = page.getByLabel('Find', { exact: true });
  await find.fill('klotski');
  await until(names, (found) => found.length > 0 && found.every((name) => /klotski/i.test(name)));
  await find.fill('no such puzzle');
  await page.getByText('0 puzzles', { exact: true }).waitFor();
  await button(page, 'Show all').click();
  await page.getByLabel('Pack', { exact: true }).selectOption('Huarong Dao');
  await page.getByLabel('Moves', { exact: true }).selectOption('11 to 30');
  const found = await until(lengths, (all) => all.length > 0 && all.length < 40);
  assert.ok(
    found.every((length) => length >= 11 && length <= 30),
    found.join(),
  );
  await page.getByLabel('Solved', { exact: true }).selectOption('Solved');
  await page.getByText('0 puzzles', { exact: true }).waitFor();
  await page.context().close();
});

test('a block follows the finger between cells, and snaps when it is let go', async () => {
  const page = await app.page(desktop, blockPuzzle('A..\n--\n..A'));
  const block = page.locator('[data-block="A"]');
  const before = await resting(block);
  const from = await grasp(block);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + before.width * 0.4, from.y + 30, { steps: 4 });
  const held = await resting(block);
  assert.ok(Math.abs(held.x - before.x - before.width * 0.4) < 3, `${held.x - before.x} of ${before.width}`);
  assert.ok(Math.abs(held.y - before.y) < 1, 'it does not leave its way');
  await page.mouse.up();
  await becomes(() => corner(page, 'A'), '0,0');
  await becomes(async () => Math.round((await resting(block)).x), Math.round(before.x));
  await page.context().close();
});

test('a block goes round a corner as a finger would lead it, not through others', async () => {
  const page = await app.page(desktop, blockPuzzle('name: Bend\n\nAb.\n...\n--\n..A\n...'));
  const block = page.locator('[data-block="A"]');
  /** The places that the block passes in what glides now. */
  const passed = () =>
    block.evaluate((element) =>
      element
        .getAnimations()
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().map(({ transform }) => String(transform))),
    );
  await button(page, 'Solve').click();
  await solution(page);
  await page.getByLabel('Place in the solution').fill('0');
  await becomes(passed, []);
  // Asked in the page itself, before it draws anything: later all would be at rest.
  const keys = await block.evaluate(async (element) => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '.', bubbles: true }));
    await Promise.resolve();
    await Promise.resolve();
    return element
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSTransition))
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().map(({ transform }) => String(transform)));
  });
  assert.deepEqual(keys, [
    'translate(0%, 0%)',
    'translate(0%, 100%)',
    'translate(100%, 100%)',
    'translate(200%, 100%)',
    'translate(200%, 0%)',
  ]);
  await page.getByText('Solved', { exact: true }).waitFor({ state: 'detached' });
  await button(page, 'Try it yourself').click();
  await becomes(() => corner(page, 'A'), '0,0');
  // Dragged in one quick stroke across the other block: it comes after, round it.
  const cell = (await resting(page.locator('.board'))).width / 3;
  const from = await grasp(block);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2 * cell, from.y);
  await becomes(() => corner(page, 'A'), '0,2');
  await page.mouse.up();
  await page.getByRole('region', { name: 'Solved' }).waitFor();
  await becomes(passed, []);
  await page.context().close();
});

test('whoever leaves the solution of a block puzzle gets another one from there', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, blockPuzzle('A..\n...\nb..\n--\n..A\n...\n...'));
  await button(page, 'Solve').first().click();
  await page.locator('.position', { hasText: /^0\/1$/ }).waitFor();
  await page.locator('[data-block="b"]').focus();
  await page.keyboard.press('ArrowUp');
  await page.getByText('You went another way').waitFor({ state: 'attached' });
  await page.locator('.position', { hasText: /^0\/1$/ }).waitFor();
  assert.equal(await corner(page, 'b'), '1,0');
  // Undo leads elsewhere as well.
  await button(page, 'One move on').click();
  await becomes(() => corner(page, 'A'), '0,2');
  await page.context().close();
});

test('the way that led to the win can be watched, and the next puzzle follows', async () => {
  const page = await app.page(desktop, blockPuzzle(SMALL));
  await page.locator('[data-block="b"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-block="A"]').focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
  const card = page.getByRole('region', { name: 'Solved' });
  await card.waitFor();
  const shown = await witness(page, '[data-testid=sequence] p');
  await card.getByRole('button', { name: 'Watch mine' }).click();
  await until(shown, (texts) => texts.includes('Your way: 1 of 2 moves'));
  await page.getByTestId('sequence').waitFor({ state: 'detached' });
  await becomes(() => corner(page, 'A'), '0,2');
  await becomes(() => text(page, 'block-moves'), '2');
  await page.context().close();
});

test('the catalogue has a puzzle of the day, and says of what cannot be won that it cannot', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await button(page, 'All puzzles').click();
  await page.getByRole('region', { name: 'Today’s puzzle' }).waitFor();
  const find = page.getByLabel('Find', { exact: true });
  await find.fill('走投无路');
  await page.getByRole('button', { name: /no solution: this is proven/ }).waitFor();
  await find.fill('Project Euler');
  await page
    .getByRole('button', { name: /no goal: to move about in/ })
    .first()
    .waitFor();
  await button(page, 'Show all').click();
  await page.getByRole('region', { name: 'Today’s puzzle' }).getByRole('button', { name: 'Play' }).click();
  await button(page, 'All puzzles').waitFor();
  await page.context().close();
});

/** A list in lines of `moves board states`, as Fogleman's: sixty lengths, two kinds of boards. */
const longList = (lines: number): string => {
  const board = (line: number): string => {
    if (line % 2 === 0) return 'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM';
    // A car in the way, and another one somewhere in the first row.
    const cells = [...'ooooooooooooAAoBoooooBoooooooooooooo'];
    const at = Math.floor(line / 60) % 5;
    [cells[at], cells[at + 1]] = ['C', 'C'];
    return cells.join('');
  };
  return Array.from({ length: lines }, (_, line) => `${(line % 60) + 1} ${board(line)} ${line}`).join('\n');
};

test('a list of thousands is read as a stream, stands on shelves, and is searched by name, size and moves', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await button(page, 'All puzzles').waitFor();
  const LINES = 12_000;
  const content = Buffer.from(`# A list\n${longList(LINES)}\nno board at all\n`);
  const longest = await longestTask(app, page, async () => {
    assert.ok(await arrives(page, 'drop', { name: 'list.txt', type: 'text/plain', content }));
    await page.getByTestId('opened-pack').getByText('12,000 puzzles').waitFor();
  });
  assert.ok(longest.processor < 250, `${longest.processor} ms at once`);
  const pack = page.getByTestId('opened-pack');
  await pack.getByText(/^1 puzzle could not be read; the first: line 12,002: /).waitFor();
  await becomes(() => pack.locator('details').count(), 60);
  const shelf = pack.locator('details', { hasText: /^20 moves/ });
  await shelf.locator('summary').getByText('200 puzzles').waitFor();
  assert.equal(await shelf.getByRole('listitem').count(), 0, 'a closed shelf draws nothing');
  await shelf.locator('summary').click();
  await becomes(() => shelf.getByRole('listitem').count(), 60);
  await shelf.getByRole('button', { name: 'Show 60 more' }).click();
  await becomes(() => shelf.getByRole('listitem').count(), 120);
  // Name, number of moves, and size.
  const find = page.getByLabel('Find', { exact: true });
  await find.fill('ibbx 34 moves');
  await becomes(() => pack.locator('details').count(), 0);
  await find.fill('ibbx 33 moves');
  await pack.getByRole('status').getByText('200 puzzles').waitFor();
  await becomes(() => pack.locator('details').count(), 1);
  await find.fill('6x6 59 moves');
  await pack.getByRole('status').getByText('200 puzzles').waitFor();
  await find.fill('5×4');
  await becomes(() => pack.locator('details').count(), 0);
  await page.getByRole('heading', { name: 'Classics' }).waitFor();
  await find.fill('ooaaob 60 moves');
  await pack.locator('summary').click();
  await pack.getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('heading', { name: /ooAAoB/ }).waitFor();
  await page.getByText('list.txt, 60 moves, 1 of 200').waitFor();
  await button(page, 'Next puzzle').click();
  await page.getByText('list.txt, 60 moves, 2 of 200').waitFor();
  // It is there again after a reload, with the place of the puzzle in it, until it is taken away.
  await page.reload();
  await page.getByText('list.txt, 60 moves, 2 of 200').waitFor();
  await button(page, 'Previous puzzle').click();
  await page.getByText('list.txt, 60 moves, 1 of 200').waitFor();
  await button(page, 'All puzzles').click();
  await pack.getByText('12,000 puzzles').waitFor();
  await pack.getByText(/^1 puzzle could not be read; the first: line 12,002: /).waitFor();
  await button(page, 'Take list.txt away').click();
  await becomes(() => pack.count(), 0);
  await page.reload();
  await page.getByRole('heading', { name: 'Classics' }).waitFor();
  assert.equal(await pack.count(), 0);
  await page.context().close();
});

test('a small pack is pasted, and what is no list is told', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await button(page, 'All puzzles').waitFor();
  await paste(page, 'name: One\nmoves: 1\n\nA.\n--\n.A\n===\nname: Two\n\nA..\n--\n..A\n');
  const pack = page.getByTestId('opened-pack');
  await pack.getByRole('heading', { name: 'Pasted puzzles' }).waitFor();
  await becomes(() => pack.locator('summary').allInnerTexts(), ['1 move\n1 puzzle', 'length not known\n1 puzzle']);
  await pack.getByRole('button', { name: /^Two/ }).click();
  await page.getByRole('heading', { name: 'Two' }).waitFor();
  await arrives(page, 'drop', { name: 'noise.bin', type: '', content: Buffer.from([0xff, 0xfe, 0, 1, 2]) });
  await page.getByText('noise.bin is not a block puzzle: the file is not a text.').waitFor();
  await page.context().close();
});
