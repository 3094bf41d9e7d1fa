// Everything can be seen and understood: blocks, goals, a phone's small screen, and without motion.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import {
  App,
  becomes,
  button,
  cells,
  desktop,
  drag,
  grasp,
  openFromCatalogue,
  phone,
  puzzle,
  resting,
  solution,
  until,
  witness,
  blockPuzzle,
  followLink,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const phoneOf = (width: number, height: number) => ({ ...phone, viewport: { width, height } });
const colour = (target: Locator, property: 'fill' | 'stroke' | 'color' | 'background-color') =>
  target.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);

/** Is all of it in the window? */
const isInSight = async (target: Locator): Promise<boolean> => {
  const { x, y, width, height } = await resting(target);
  const size = target.page().viewportSize()!;
  return x >= 0 && y >= 0 && x + width <= size.width + 1 && y + height <= size.height + 1;
};

test('goal blocks of equal shape are told apart: each shares a letter and a hue with its target', async () => {
  // Two blocks of one shape that must change places: start and goal have the same outline.
  const page = await app.page(desktop, blockPuzzle('AA.BB\nAA.BB\n.....\n--\nBB.AA\nBB.AA\n.....'));
  const look = async (symbol: string) => {
    const block = page.locator(`[data-block="${symbol}"]`);
    assert.equal((await block.locator('.letter').textContent())?.trim(), symbol);
    const target = page.locator(`[data-target="${symbol}"]`);
    assert.equal((await target.locator('text').textContent())?.trim(), symbol);
    const [box, start] = [await resting(target.locator('path')), await resting(block)];
    assert.ok(Math.abs(box.x - start.x) > start.width, 'the target is at the other place');
    return {
      block: await colour(block.locator('.shape'), 'fill'),
      target: await target.evaluate((element) => getComputedStyle(element).getPropertyValue('--colour')),
    };
  };
  const [a, b] = [await look('A'), await look('B')];
  assert.equal(a.block.replace(/\s/g, ''), a.target.replace(/\s/g, ''));
  assert.equal(b.block.replace(/\s/g, ''), b.target.replace(/\s/g, ''));
  assert.notEqual(a.block, b.block);
  // In the thumbnail of the goal, too.
  await becomes(async () => (await page.getByTestId('goal').locator('text').allTextContents()).sort(), ['A', 'B']);
  await page.context().close();
});

test('letters can be shown on all blocks, and stay', async () => {
  const page = await app.page(desktop, blockPuzzle('Abc\n...\n--\n..A\n...'));
  const letters = () => page.locator('.block .letter').allTextContents();
  await becomes(letters, ['A']);
  await page.getByLabel('Letters on all blocks').check();
  await becomes(letters, ['A', 'b', 'c']);
  await page.reload();
  await becomes(letters, ['A', 'b', 'c']);
  await page.context().close();
});

test('a block is one path, also with a corner or a hole', async () => {
  const page = await app.page(desktop, blockPuzzle('AAA.\nA.A.\nAAA.\n--\n.AAA\n.A.A\n.AAA'));
  assert.equal(await page.locator('[data-block="A"] .shape').count(), 1);
  assert.match((await page.locator('[data-block="A"] .shape').getAttribute('d'))!, /^M[^M]+ZM[^M]+Z$/);
  await page.context().close();
});

for (const [what, options, text] of [
  ['1 × 8 on a phone', phoneOf(390, 844), 'A......b\n--\n.......A'],
  ['8 × 1', desktop, 'A\n.\n.\n.\n.\n.\n.\nb\n--\n.\n.\n.\n.\n.\n.\nA\n.'],
  ['3 × 5', desktop, 'AA.BB\nAA.BB\n.....\n--\nBB.AA\nBB.AA\n.....'],
] as const) {
  test(`boards are drawn to scale: ${what}`, async () => {
    const page = await app.page(options, blockPuzzle(text));
    const [start] = text.split('\n--\n');
    const lines = start!.split('\n');
    const board = await resting(page.locator('.board'));
    const [across, down] = [board.width / lines[0]!.length, board.height / lines.length];
    assert.ok(Math.abs(across - down) < 0.5, `cells of ${across} × ${down}`);
    const ground = await resting(page.locator('.ground'));
    for (const block of await page.locator('.block').all()) {
      const box = await resting(block);
      const [row, col] = (await block.getAttribute('data-corner'))!.split(',').map(Number);
      assert.ok(Math.abs(box.x - (board.x + col! * across)) < 1 && Math.abs(box.y - (board.y + row! * down)) < 1);
      assert.ok(box.x > ground.x - 1 && box.x + box.width < ground.x + ground.width + 2, 'inside the ground');
    }
    await page.context().close();
  });
}

test('tiles are square on a board that is not', async () => {
  const page = await app.page(desktop, puzzle('1 2 3 4 5 6/7 8 9 10 11 0'));
  const { width, height } = await resting(page.locator('[data-tile="1"]'));
  assert.ok(Math.abs(width - height) < 0.5, `${width} × ${height}`);
  await page.context().close();
});

test('the goal has a place, and is shown on the board when it is pressed', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/7 8 0', '0 1 2/3 4 5/6 7 8'));
  const goal = page.getByTestId('goal');
  await becomes(async () => (await goal.locator('text').allTextContents()).map(Number), [1, 2, 3, 4, 5, 6, 7, 8]);
  await goal.click();
  await becomes(() => cells(page), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await page.locator('[data-tile="4"]').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0], 'a click comes back to the game');
  // With a picture, it is the finished picture.
  await button(page, 'Glass').click();
  await goal.locator('img').waitFor();
  await followLink(page, blockPuzzle('A.b\n--\nb.A'));
  await page.locator('[data-block="A"]').waitFor();
  await goal.click();
  await page.locator('[data-block="A"][data-corner="0,2"]').waitFor();
  await goal.click();
  await page.locator('[data-block="A"][data-corner="0,0"]').waitFor();
  await page.context().close();
});

for (const [width, height] of [
  [375, 667],
  [390, 844],
] as const) {
  test(`board and controls are in sight together on ${width} × ${height}`, async () => {
    const page = await app.page(phoneOf(width, height), puzzle('8 2 0/4 6 1/3 7 5'));
    for (const name of ['Undo', 'Hint', 'Solve']) {
      assert.ok(await isInSight(button(page, name).first()), name);
    }
    const dock = page.getByRole('region', { name: 'Actions' });
    const isAboveDock = async (what: Locator): Promise<boolean> => {
      const [box, bar] = [await resting(what), await resting(dock)];
      return box.y + box.height <= bar.y;
    };
    for (const kind of ['tiles', 'blocks']) {
      if (kind === 'blocks') {
        await button(page, 'Blocks').click();
        await openFromCatalogue(page, 'Klotski');
      }
      assert.ok(await isAboveDock(page.getByTestId('goal')), `the goal of ${kind}`);
      await button(page, 'Solve').first().click();
      await solution(page);
      // At its beginning, where it stands still.
      await page.getByLabel('Place in the solution').fill('0');
      for (const what of [page.locator('.board'), button(page, 'Play'), page.getByLabel('Place in the solution')]) {
        await until(
          () => isInSight(what),
          (seen) => seen,
        );
      }
      assert.ok(await isInSight(page.locator('.board')), `the board of ${kind}`);
      // What covers the bottom of the screen does not cover the board.
      const [board, dock] = [await resting(page.locator('.board')), await resting(page.locator('.controls'))];
      assert.ok(board.y + board.height <= dock.y, `${kind}: ${board.y + board.height} against ${dock.y}`);
      await becomes(() => page.evaluate(() => scrollY), 0);
    }
    // A win with its buttons is seen below the board.
    await followLink(page, puzzle('1 2 3/4 5 6/7 0 8'));
    await page.locator('[data-tile="8"]').tap();
    const won = page.getByRole('region', { name: 'Solved' });
    await won.getByText('No way is shorter').waitFor();
    for (const name of ['Watch mine', 'Play again'])
      assert.ok(await isAboveDock(won.getByRole('button', { name })), name);
    assert.ok(await isInSight(page.locator('.board')), 'the board that is solved');
    await page.context().close();
  });
}

for (const [width, height] of [
  [320, 640],
  [844, 390],
  [768, 1024],
] as const) {
  test(`nothing is wider than the window on ${width} × ${height}`, async () => {
    const page = await app.page(phoneOf(width, height));
    for (const view of ['Tiles', 'Blocks', 'Laboratory']) {
      await button(page, view).click();
      await page.locator('main').waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${view} is ${wide} px too wide`);
      assert.ok(await isInSight(button(page, 'Help')), 'the Help button');
      if (height < 480 && view !== 'Laboratory') {
        await button(page, 'Solve').first().click();
        await solution(page);
        for (const what of ['Play', 'Pause', 'Watch again'])
          for (const found of await button(page, what).all()) assert.ok(await isInSight(found), `${what} in ${view}`);
      }
      if (width >= 700 && view !== 'Laboratory') {
        const [board, side] = [await resting(page.locator('.board')), await resting(page.locator('.side'))];
        assert.ok(side.x >= board.x + board.width, 'two columns');
      }
    }
    await page.context().close();
  });
}

test('without motion a hint still shows the block and where it goes', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, blockPuzzle('A.b\n .\n--\n..A\n .\n'));
  await button(page, 'Hint').click();
  const hinted = page.locator('.block.hinted');
  await hinted.waitFor();
  await button(page, 'Where to?').click();
  const plain = page.locator('.block:not(.hinted)').first();
  assert.notEqual(await colour(hinted.locator('.shape'), 'stroke'), await colour(plain.locator('.shape'), 'stroke'));
  const [to, from] = [await resting(page.getByTestId('hint-destination')), await resting(hinted)];
  assert.ok(Math.hypot(to.x - from.x, to.y - from.y) > from.width / 2, 'the place is another one');
  await page.context().close();
});

test('each step of a solution is told, and the keyboard is on its controls', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('1 2 3/0 4 6/7 5 8'));
  await button(page, 'Solve').first().focus();
  await page.keyboard.press('Enter');
  await solution(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await becomes(focused, 'Play');
  const spoken = async () => (await page.getByTestId('spoken').textContent())!.trim();
  const told: string[] = [];
  for (let step = 1; step <= 3; step++) {
    await page.keyboard.press('.');
    told.push(await until(spoken, (words) => words.startsWith(`${step} of 3`)));
  }
  assert.deepEqual(told, ['1 of 3: 4 left.', '2 of 3: 5 up.', '3 of 3: 8 left.']);
  await page.context().close();
});

test('a swipe may begin in the gap', async () => {
  const page = await app.page(phone, puzzle('1 2 3/4 0 6/7 5 8'));
  const board = page.locator('.board');
  const { width, height } = await resting(board);
  const gap = await grasp(board, { x: width / 2, y: height / 2 });
  await drag(page, [gap, { x: gap.x, y: gap.y - 90 }], 'finger');
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  await page.context().close();
});

test('the bulb shows that a hint is being looked for', async () => {
  const page = await app.page(desktop, puzzle('14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13'));
  const seen = await witness(page, '.hinting');
  await button(page, 'Hint').click();
  await page.locator('.tile.hinted').waitFor();
  assert.notDeepEqual(await seen(), []);
  await page.locator('.hinting').waitFor({ state: 'detached' });
  await page.context().close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`a notice can be closed: its × is seen (${scheme})`, async () => {
    const page = await app.page({ ...desktop, colorScheme: scheme }, puzzle('2 1 3/4 5 6/7 8 0'));
    const notice = page.locator('.notice');
    await notice.getByText('cannot be solved').waitFor();
    const close = notice.getByRole('button', { name: 'Dismiss' });
    assert.notEqual(await colour(close, 'color'), await colour(notice, 'background-color'));
    // It does not outlive what it was about.
    await button(page, 'New game').click();
    await notice.getByText('cannot be solved').waitFor({ state: 'detached' });
    await page.context().close();
  });
}

test('what must be done is said in words: Jewel Swap', async () => {
  const page = await app.page(desktop);
  await button(page, 'Blocks').click();
  await openFromCatalogue(page, 'Jewel Swap');
  await becomes(
    () => page.getByTestId('aim').textContent(),
    'Bring B and R to the frames with their letters. In the end 0, 1, 2 and 3 must be where they are now.',
  );
  await openFromCatalogue(page, 'Klotski');
  await becomes(() => page.getByTestId('aim').textContent(), 'Bring B to the frame with its letter.');
  await page.context().close();
});

test('a gate is seen also where a goal lies on it', async () => {
  const page = await app.page(desktop);
  await button(page, 'Blocks').click();
  await openFromCatalogue(page, 'Cloakroom');
  const order = await page
    .locator('.board .layer')
    .first()
    .evaluate((layer) => [...layer.querySelectorAll('.place, .gate')].map((part) => part.getAttribute('class')));
  assert.ok(order.findIndex((name) => name?.includes('gate')) > order.findLastIndex((name) => name?.includes('place')));
  await page.context().close();
});

test('a hint that is asked for from below brings the board into sight', async () => {
  const page = await app.page(phoneOf(375, 667), puzzle('1 2 3/4 0 6/7 5 8'));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await until(
    () => page.evaluate(() => scrollY),
    (down) => down > 300,
  );
  await button(page, 'Hint').click();
  await page.locator('.tile.hinted').waitFor();
  await until(
    () => isInSight(page.locator('.tray')),
    (seen) => seen,
  );
  await page.context().close();
});

test('what a button far below the board does is seen on the board', async () => {
  const page = await app.page(phoneOf(375, 667), puzzle('1 2 3/4 5 6/0 7 8'));
  const board = page.locator('.tray');
  const acts: [string, () => Promise<void>][] = [
    ['a size', () => button(page, '6 × 6').click()],
    ['a picture', () => button(page, 'Orbits').click()],
    [
      'a shuffle',
      async () => {
        await page.getByText('Ways to shuffle').click();
        await button(page, 'Shuffle').click();
      },
    ],
  ];
  for (const [name, act] of acts) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(
      () => isInSight(board),
      (isSeen) => !isSeen,
    );
    await act();
    await until(
      () => isInSight(board),
      (isSeen) => isSeen,
    ).catch(() => assert.fail(name));
  }
  await page.context().close();
});
