// The editor, pictures, links, the clipboard, and everything that can go wrong with them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  App,
  arrives,
  becomes,
  blockPuzzle,
  button,
  cells,
  clipboard,
  closeDialog,
  desktop,
  drag,
  followLink,
  grasp,
  paste,
  phone,
  puzzle,
  resting,
  solution,
  text,
  until,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

/** A picture with four coloured quarters, made by the browser itself. */
const picture = async (page: Page, width = 640, height = 480): Promise<Buffer> => {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width!, height!];
      const pen = canvas.getContext('2d')!;
      ['#c33', '#3a3', '#33c', '#cc3'].forEach((colour, quarter) => {
        pen.fillStyle = colour;
        pen.fillRect((quarter % 2) * (width! / 2), Math.floor(quarter / 2) * (height! / 2), width! / 2, height! / 2);
      });
      return canvas.toDataURL('image/png');
    },
    [width, height],
  );
  return Buffer.from(address.split(',')[1]!, 'base64');
};

const upload = async (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> => {
  await button(page, 'Your picture…').click();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
};

for (const [device, options] of Object.entries({ desktop, phone })) {
  test(`a picture is uploaded, cropped, shuffled and solved (${device})`, async () => {
    const page = await app.page(options);
    await page.getByRole('button', { name: '3 × 3' }).click();
    await upload(page, 'quarters.png', 'image/png', await picture(page));
    await page.locator('.cropper-crop-box').waitFor();
    await page.getByText('4 : 3', { exact: true }).click();
    await button(page, 'Turn right').click();
    await button(page, 'Turn left').click();
    await page.getByLabel('Show numbers on the pieces').check();
    await button(page, 'Use this picture').click();
    await page.locator('.tray.pictured').waitFor();
    await until(
      () => resting(page.locator('.tray')),
      ({ width, height }) => Math.abs(width / height - 4 / 3) < 0.02,
    );
    await button(page, 'New game').click();
    await button(page, 'Solve').first().click();
    const { moves } = await solution(page);
    await page.getByLabel('Place in the solution').fill(String(moves));
    await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    await page.reload();
    await page.locator('.tray.pictured').waitFor();
    await page.getByRole('button', { name: 'Your picture', exact: true }).waitFor();
    await page.context().close();
  });
}

test('a picture is cropped in the shape of the board, which can be chosen there', async () => {
  const page = await app.page();
  await upload(page, 'quarters.png', 'image/png', await picture(page));
  const box = page.locator('.cropper-crop-box');
  await box.waitFor();
  const shape = async (): Promise<number> => {
    const { width, height } = await resting(box);
    return Math.round((width / height) * 100) / 100;
  };
  await becomes(shape, 1);
  const fewer = page.getByRole('dialog').getByRole('button', { name: 'Fewer rows' });
  for (let times = 0; times < 2; times++) await fewer.click();
  await becomes(shape, 2);
  // The lines show where it will be cut.
  const grid = () => page.locator('.cropper-face').evaluate((face) => getComputedStyle(face).backgroundSize);
  await until(grid, (size) => size.startsWith('25% 50%'));
  await button(page, 'Use this picture').click();
  await page.getByRole('group', { name: 'Board of 2 rows and 4 columns' }).waitFor();
  await page.locator('.tray.pictured').waitFor();
  await page.context().close();
});

test('a position is saved as a picture, of tiles and of blocks', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  const saved = async (): Promise<{ name: string; width: number; height: number }> => {
    const saving = page.waitForEvent('download');
    await button(page, 'Save picture').click();
    const download = await saving;
    const content = readFileSync(await download.path());
    assert.deepEqual([...content.subarray(1, 4)], [...Buffer.from('PNG')]);
    return { name: download.suggestedFilename(), width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  };
  for (const look of ['Numbers', 'Both']) {
    await page.getByText(look, { exact: true }).click();
    if (look === 'Both') await page.locator('.tray.pictured').waitFor();
    await button(page, 'Share').click();
    assert.deepEqual(await saved(), { name: 'taquin-3x3.png', width: 1248, height: 1248 });
    await closeDialog(page);
  }
  await followLink(page, blockPuzzle('name: Two steps\n\nA.b\n .\n--\n..A\n .\n'));
  await page.getByRole('heading', { name: 'Two steps' }).waitFor();
  assert.deepEqual(await saved(), { name: 'Two-steps.png', width: 1248, height: 848 });
  await page.context().close();
});

test('pictures that are none, broken addresses, and pictures that are huge', async () => {
  const page = await app.page();
  await upload(page, 'notes.txt', 'text/plain', Buffer.from('hello'));
  await page.getByText('notes.txt is not a picture').waitFor();
  await page.getByLabel('Or its web address').fill('not an address');
  await button(page, 'Load').click();
  await page.getByText('That is not a web address').waitFor();
  // The beginning of an address may be left out.
  await page.route('https://pictures.example/**', (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForRequest('https://pictures.example/a.png');
  await page.getByLabel('Or its web address').fill('pictures.example/a.png');
  await button(page, 'Load').click();
  await asked;
  await page.getByText('could not be loaded').waitFor();
  await page.getByLabel('Or its web address').fill(`${app.address}missing.png`);
  await button(page, 'Load').click();
  await page.getByText('could not be loaded').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: await picture(page, 9000, 7000) });
  await page.locator('.cropper-crop-box').waitFor();
  await button(page, 'Use this picture').click();
  await page.locator('.tray.pictured').waitFor();
  await page.context().close();
});

test('a picture is pasted, dropped, and loaded from the web; a website that forbids it is explained', async () => {
  const page = await app.page();
  const bytes = await picture(page);
  const elsewhere = createServer((request, response) => {
    const open = request.url === '/open.png' ? { 'access-control-allow-origin': '*' } : {};
    response.writeHead(200, { 'content-type': 'image/png', ...open }).end(bytes);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  for (const how of ['paste', 'drop'] as const) {
    await arrives(page, how, { name: 'mine.png', type: 'image/png', content: bytes });
    await page.locator('.cropper-crop-box').waitFor();
    await closeDialog(page);
  }
  await button(page, 'Your picture…').click();
  await page.getByLabel('Or its web address').fill(`${address}/closed.png`);
  await button(page, 'Load').click();
  await page.getByText('its website does not let other pages use it').waitFor();
  await page.getByLabel('Or its web address').fill(`${address}/open.png`);
  await button(page, 'Load').click();
  await page.locator('.cropper-crop-box').waitFor();
  await page.context().close();
  elsewhere.close();
});

test('start and goal are edited by mouse and keyboard, and an unsolvable board is repaired', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await button(page, 'Edit board').click();
  const start = page.getByRole('region', { name: 'Start' });
  const verdict = page.getByTestId('verdict');
  await start.locator('[data-tile="1"]').click();
  await start.locator('[data-tile="2"]').click();
  await becomes(() => cells(page, 0), [2, 1, 3, 4, 5, 6, 0, 7, 8]);
  await verdict.getByText('cannot be solved').waitFor();
  assert.ok(await button(page, 'Play this').isDisabled());
  await verdict.getByRole('button', { name: /Exchange/ }).click();
  await verdict.getByText('This can be solved.').waitFor();
  // By keyboard: from the first tile two to the right, exchanged with the one below.
  const goal = page.getByRole('region', { name: 'Goal' });
  await goal.locator('[data-cell="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await becomes(() => cells(page, 1), [1, 5, 3, 4, 2, 6, 7, 8, 0]);
  // By drag: the gap goes elsewhere.
  await drag(page, [await grasp(goal.locator('[data-tile="0"]')), await grasp(goal.locator('[data-tile="8"]'))]);
  await becomes(() => cells(page, 1), [1, 5, 3, 4, 2, 6, 7, 0, 8]);
  await button(page, 'Copy goal to start').click();
  await becomes(() => cells(page, 0), await cells(page, 1));
  // Text in another form, and text that is no board.
  const field = page.getByLabel('Start as text');
  await field.fill('1 2 3\n4 x 5');
  await verdict.getByText('different sizes').waitFor();
  await verdict.getByRole('button').click();
  await verdict.getByText('This can be solved.').waitFor();
  await field.fill('1 2 3/4 4 0');
  await page.getByText('which the start does not have').waitFor();
  await field.fill('1 2 3/4 0 5');
  await button(page, 'Play this').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 0, 5]);
  await page.context().close();
});

test('a scrambled picture is cut by the start, its goal put together from the pieces, and played', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await button(page, 'Edit board').click();
  await button(page, 'Fewer rows').click();
  await button(page, 'Fewer columns').click();
  await upload(page, 'scrambled.png', 'image/png', await picture(page, 400, 400));
  await page.locator('.cropper-crop-box').waitFor();
  await button(page, 'Use this picture').click();
  const [start, goal] = ['Start', 'Goal'].map((name) => page.getByRole('region', { name, exact: true })) as [
    Locator,
    Locator,
  ];
  await start.locator('.tray.pictured').waitFor();
  // The pieces are seen with or without their numbers.
  await becomes(() => start.locator('.number').count(), 0);
  await page.getByText('Both', { exact: true }).click();
  await becomes(() => start.locator('.number').count(), 3);
  await page.getByText('The start', { exact: true }).click();
  await page.getByText('Assemble the goal from its pieces').waitFor();
  // A piece is dragged from the start to its place, another one chosen and put there.
  const cell = (side: Locator, index: number) => side.locator(`[data-cell="${index}"]`);
  await drag(page, [await grasp(cell(start, 0)), await grasp(cell(goal, 1))]);
  await becomes(() => cells(page, 1), [2, 1, 3, 0]);
  await cell(start, 2).click();
  await cell(goal, 0).click();
  await becomes(() => cells(page, 1), [3, 1, 2, 0]);
  await becomes(() => cells(page, 0), [1, 2, 3, 0]);
  const piece = (side: Locator, tile: number) =>
    side.locator(`[data-tile="${tile}"] .face`).evaluate((face) => getComputedStyle(face).backgroundPosition);
  assert.equal(await piece(goal, 3), '0% 100%');
  assert.equal(await piece(start, 3), '0% 100%');
  // The gap is the first piece; that can be taken back, and brought back.
  await cell(start, 0).click();
  await start.getByRole('button', { name: 'This piece is the gap' }).click();
  await becomes(() => cells(page, 0), [0, 2, 3, 1]);
  await becomes(() => cells(page, 1), [3, 0, 2, 1]);
  await button(page, 'Undo').click();
  await becomes(() => cells(page, 0), [1, 2, 3, 0]);
  await button(page, 'Redo').click();
  await becomes(() => cells(page, 1), [3, 0, 2, 1]);
  // It cannot become that. What the picture shows is there, so the goal is repaired.
  const verdict = page.getByTestId('verdict');
  await verdict.getByText('in the goal repairs it').waitFor();
  await verdict.getByRole('button').click();
  await verdict.getByText('This can be solved.').waitFor();
  const finished = await cells(page, 1);
  await page.reload();
  await becomes(() => cells(page, 1), finished);
  await button(page, 'Play this').click();
  await becomes(() => cells(page), [0, 2, 3, 1]);
  const board = page.locator('.view .board');
  await board.locator('xpath=..').and(page.locator('.pictured')).waitFor();
  assert.deepEqual(
    [await piece(board, 1), await piece(board, 2), await piece(board, 3)],
    ['100% 100%', '100% 0%', '0% 100%'],
  );
  // The goal beside the counters is put together from the pieces as well.
  await page.getByTestId('goal').locator('image').first().waitFor({ state: 'attached' });
  await button(page, 'Solve').first().click();
  const { moves } = await solution(page);
  await page.getByLabel('Place in the solution').fill(String(moves));
  await becomes(() => cells(page), finished);
  await page.reload();
  await board.locator('xpath=..').and(page.locator('.pictured')).waitFor();
  assert.equal(await piece(board, 1), '100% 100%');
  await page.context().close();
});

test('a link holds the whole puzzle and opens in a fresh profile', async () => {
  const [start, goal] = ['1 0 3/4 2 5', '0 1 2/3 4 5'];
  const page = await app.page(desktop, puzzle(start, goal));
  await button(page, 'Share').click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await button(page, 'Copy link').click();
  await becomes(() => clipboard(page), link);
  await page.context().close();
  const other = await (await app.profile(phone)).newPage();
  await other.goto(link);
  await other.locator('.board').waitFor();
  await becomes(() => cells(other), [1, 0, 3, 4, 2, 5]);
  await button(other, 'Edit board').click();
  await becomes(() => cells(other, 1), [0, 1, 2, 3, 4, 5]);
  await other.context().close();
});

test('boards come from the clipboard', async () => {
  const page = await app.page();
  await paste(page, '1,2,3|4,5,-1');
  await page.getByText('Board pasted.').waitFor();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 0]);
  await paste(page, 'hello');
  await page.getByText('is not a board').waitFor();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 0]);
  await page.context().close();
});

test('a broken link, damaged storage and an impossible size are told kindly', async () => {
  const page = await app.page(desktop, '#tiles=3x3:1,2,3');
  await page.getByText('does not hold a puzzle').waitFor();
  await becomes(async () => (await cells(page)).length, 16);
  await page.getByLabel('Rows', { exact: true }).fill('0');
  await page.getByLabel('Rows', { exact: true }).press('Enter');
  await page.getByText('Rows and columns go from 1 to 20').waitFor();
  await becomes(async () => (await cells(page)).length, 16);
  // The page writes its game when it goes, so the damage is done on a page without the app.
  await page.goto(`${app.address}icon.svg`);
  const damage = (value: string) =>
    page.evaluate((value) => {
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, value);
    }, value);
  for (const value of [
    '{"start":"1 2/3',
    'null',
    '[]',
    '{"start":"1 2/3 0","goal":"1 2/3 0","done":["L"],"undone":[],"elapsed":0}',
  ]) {
    await damage(value);
    await page.goto(app.address);
    await page.locator('.board').waitFor();
    if (value !== 'null') await page.getByText('Your last game could not be read any more').waitFor();
    await becomes(async () => (await cells(page)).length, 16, value);
    await page.goto(`${app.address}icon.svg`);
  }
  // A picture that is none any more.
  await page.evaluate(() => {
    localStorage.setItem('taquin/preferences', '{"look":"picture","picture":"mine"}');
    return new Promise<void>((resolve) => {
      const opening = indexedDB.open('taquin', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('blobs');
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('blobs', 'readwrite');
        transaction.objectStore('blobs').put(new Blob(['no picture']), 'picture/mine');
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  });
  await page.goto(app.address);
  await page.getByText('Your picture could not be read any more').waitFor();
  await page.locator('.tray.pictured').waitFor();
  await page.context().close();
});

test('an unsolvable link is said to be one', async () => {
  const page = await app.page(desktop, puzzle('2 1 3/4 5 6/7 8 0'));
  await page.getByText('cannot be solved as it is').waitFor();
  await button(page, 'Solve').first().click();
  await page.getByText('This board cannot be solved').waitFor();
  await page.context().close();
});

test('the app works without a network once it was open', async () => {
  const page = await app.page();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { installabilityErrors } = await (
    await page.context().newCDPSession(page)
  ).send('Page.getInstallabilityErrors');
  // Pages of a test are private windows, where nothing can be installed; there must be no other reason.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId),
    ['in-incognito'],
  );
  await page.reload();
  await page.locator('.board').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.board').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await until(
    () => text(page, 'moves'),
    (moves) => Number(moves) > 0,
  );
  await button(page, 'Hint').click();
  await page.locator('.tile.hinted').waitFor();
  await button(page, 'Bloom').click();
  await page.locator('.tray.pictured').waitFor();
  await page.context().close();
});
