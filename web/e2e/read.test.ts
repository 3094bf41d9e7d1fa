// From a picture of a puzzle to its solution: pasted, uploaded, corrected, solved and followed.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import {
  App,
  DIST,
  becomes,
  button,
  cells,
  desktop,
  drag,
  grasp,
  phone,
  puzzle,
  solution,
  text,
  until,
  arrives,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const PNG = 'image/png';

/** A screenshot of the app itself with a numbered board. */
async function screenshot(board: string): Promise<Buffer> {
  const page = await app.page(desktop, puzzle(board));
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
}

/** Pastes a picture, as from the clipboard after a screenshot. */
const pastePicture = (page: Page, content: Buffer): Promise<boolean> =>
  arrives(page, 'paste', { name: 'screenshot.png', type: PNG, content });

const openReader = async (options = desktop): Promise<Page> => {
  const page = await app.page(options);
  await button(page, 'Solve a puzzle I have').click();
  await page.getByRole('heading', { name: 'Solve a puzzle I have' }).waitFor();
  return page;
};

const upload = (page: Page, buffer: Buffer, name = 'puzzle.png'): Promise<void> =>
  page.getByLabel('Choose a picture').setInputFiles({ name, mimeType: PNG, buffer });

/** Waits until something was read that is described so. */
const isRead = (page: Page, words: RegExp): Promise<void> =>
  page.getByTestId('reading').filter({ hasText: words }).waitFor();

/** Follows the solution to its end, move by move. */
const follow = async (page: Page, moves: number): Promise<void> => {
  await page.getByRole('slider', { name: 'Place in the solution' }).fill('0');
  for (let move = 0; move < moves; move++) await button(page, 'One move on').click();
};

const inGoal = (page: Page, cell: number) =>
  page.getByRole('region', { name: 'Finished' }).locator(`[data-cell="${cell}"]`);
const inStart = (page: Page, cell: number) =>
  page.getByRole('region', { name: 'As it is now' }).locator(`[data-cell="${cell}"]`);

/** A picture like a photograph in pieces: the piece of each cell, row by row, and nothing in the gap. */
async function scrambled(pieces: (number | null)[], cols: number): Promise<Buffer> {
  const page = await (await app.profile()).newPage();
  // why: the functions below are named by the compiler's own means, which the page does not have.
  await page.evaluate('globalThis.__name = (named) => named');
  const address = await page.evaluate(
    ({ pieces, cols }) => {
      const [side, rows] = [120, pieces.length / cols];
      const canvas = (width: number, height: number): CanvasRenderingContext2D =>
        Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
      const whole = canvas(cols * side, rows * side);
      // Hills before hills, each with its own light, and things that stand on them: something at every border.
      let state = 7;
      const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
      for (let x = 0; x < cols * side; x++)
        for (let y = 0; y < rows * side; y++) {
          const wave = Math.sin(x / 37 + Math.sin(y / 61) * 2) + Math.cos(y / 29 + x / 83);
          whole.fillStyle = `rgb(${120 + 55 * wave} ${110 + ((x / 4) % 97)} ${90 + y / 3 - 25 * wave})`;
          whole.fillRect(x, y, 1, 1);
        }
      for (let i = 0; i < 160; i++) {
        whole.fillStyle = `hsl(${random() * 360} 65% ${25 + random() * 55}%)`;
        whole.beginPath();
        whole.arc(random() * cols * side, random() * rows * side, 6 + random() * 26, 0, 7);
        whole.fill();
      }
      const page = canvas(cols * side + 160, rows * side + 220);
      page.fillStyle = '#f4f4f2';
      page.fillRect(0, 0, page.canvas.width, page.canvas.height);
      page.fillStyle = '#30343a';
      page.fillRect(80 - 4, 120 - 4, cols * side + 8, rows * side + 8);
      pieces.forEach((piece, cell) => {
        if (piece === null) return;
        const at = (index: number): [number, number] => [(index % cols) * side, Math.floor(index / cols) * side];
        const [[x, y], [left, top]] = [at(piece), at(cell)];
        page.drawImage(whole.canvas, x, y, side, side, 80 + left, 120 + top, side, side);
      });
      return page.canvas.toDataURL();
    },
    { pieces, cols },
  );
  await page.context().close();
  return Buffer.from(address.split(',')[1]!, 'base64');
}

test('a screenshot of a numbered board is pasted, read and solved', async () => {
  const board = '5 1 3 4/2 6 7 8/9 10 0 12/13 14 11 15';
  const picture = await screenshot(board);
  const page = await openReader();
  await pastePicture(page, picture);
  await isRead(page, /Numbered tiles, 4 × 4.*clear/);
  await becomes(() => cells(page), board.split(/[/ ]/).map(Number));
  await button(page, 'Solve').click();
  const { moves, optimal } = await solution(page);
  assert.ok(moves > 0 && optimal);
  await follow(page, moves);
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
  await page.context().close();
});

test('a scrambled picture is uploaded on a phone, its goal corrected by drag, solved and followed', async () => {
  // The piece of each cell; the last piece is missing.
  const picture = await scrambled([4, 2, 7, 0, null, 5, 1, 6, 3], 3);
  const page = await openReader(phone);
  await upload(page, picture);
  await isRead(page, /Pieces of a picture, 3 × 3/);
  await page.getByTestId('verdict').filter({ hasText: 'This can be solved' }).waitFor();
  // The proposal puts every piece in its place.
  await becomes(() => cells(page, 1), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await becomes(() => cells(page), [5, 3, 8, 1, 0, 6, 2, 7, 4]);
  // This person's puzzle wants its first two pieces, and two others, the other way round.
  const exchange = async (a: number, b: number): Promise<void> => {
    await inGoal(page, b).scrollIntoViewIfNeeded();
    await drag(page, [await grasp(inGoal(page, a)), await grasp(inGoal(page, b))], 'finger');
  };
  await exchange(0, 1);
  await becomes(() => cells(page, 1), [2, 1, 3, 4, 5, 6, 7, 8, 0]);
  await page.getByTestId('verdict').filter({ hasText: 'cannot be solved' }).waitFor();
  await exchange(3, 4);
  await becomes(() => cells(page, 1), [2, 1, 3, 5, 4, 6, 7, 8, 0]);
  await button(page, 'Solve').click();
  const { moves } = await solution(page);
  assert.ok(moves > 1);
  // The tiles are the pieces of the picture, as they are in it.
  await becomes(
    () =>
      page
        .locator('.tray')
        .first()
        .evaluate((tray) => tray.classList.contains('pictured')),
    true,
  );
  await follow(page, moves);
  await becomes(() => cells(page), [2, 1, 3, 5, 4, 6, 7, 8, 0]);
  await page.context().close();
});

test('what was read wrongly is corrected by typing, tapping and moving corners', async () => {
  const board = '1 2 3/4 0 5/7 8 6';
  const page = await openReader();
  await upload(page, await screenshot(board));
  await isRead(page, /Numbered tiles, 3 × 3/);
  // By typing: what the cell was taken for goes to where the number was.
  await inStart(page, 0).click();
  await page.getByLabel('Number in row 1, column 1').fill('5');
  await page.keyboard.press('Enter');
  await becomes(() => cells(page), [5, 2, 3, 4, 0, 1, 7, 8, 6]);
  await page.getByTestId('verdict').filter({ hasText: 'cannot be solved' }).waitFor();
  await inStart(page, 0).click();
  await page.getByLabel('Number in row 1, column 1').fill('77');
  await page.keyboard.press('Enter');
  await page.getByText('The tiles bear the numbers 1 to 8.').waitFor();
  await page.getByLabel('Number in row 1, column 1').fill('1');
  await page.keyboard.press('Enter');
  await becomes(() => cells(page), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
  // By tapping another cell.
  await inStart(page, 0).click();
  await inStart(page, 1).click();
  await becomes(() => cells(page), [2, 1, 3, 4, 0, 5, 7, 8, 6]);
  // A corner that is moved makes it be read again, a little inside the board as well.
  const corner = page.getByRole('button', { name: 'Corner top left' });
  const at = await grasp(corner);
  await drag(page, [at, { x: at.x + 5, y: at.y + 5 }]);
  await becomes(() => cells(page), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
  // The gap may be elsewhere in the goal.
  await page.getByLabel('The gap at the end').selectOption('first');
  await becomes(() => cells(page, 1), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await page.context().close();
});

test('blocks become a draft of the editor', async () => {
  const page = await openReader();
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 460, height: 560 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#e8e4dc';
    context.fillRect(0, 0, 460, 560);
    const blocks: [number, number, number, number, string][] = [
      [0, 0, 1, 2, '#4a78b8'],
      [1, 0, 2, 2, '#c8402c'],
      [3, 0, 1, 2, '#4a78b8'],
      [0, 2, 1, 2, '#4a78b8'],
      [1, 2, 2, 1, '#3f8f5a'],
      [3, 2, 1, 2, '#4a78b8'],
      [1, 3, 1, 1, '#d8a834'],
      [2, 3, 1, 1, '#d8a834'],
      [0, 4, 1, 1, '#d8a834'],
      [3, 4, 1, 1, '#d8a834'],
    ];
    for (const [x, y, width, height, colour] of blocks) {
      context.fillStyle = colour;
      context.fillRect(30 + x * 100 + 2, 30 + y * 100 + 2, width * 100 - 4, height * 100 - 4);
    }
    return canvas.toDataURL();
  });
  await upload(page, Buffer.from(address.split(',')[1]!, 'base64'));
  await isRead(page, /Blocks, 5 × 4/);
  await button(page, 'Open in the editor').click();
  await page.getByRole('heading', { name: 'Make a puzzle' }).waitFor();
  const draft = await page.getByLabel('As text').inputValue();
  const shape = draft.split('\n').slice(0, 5).join('/');
  assert.match(shape, /^(.)XX(.)\/\1XX\2\/(.)(.)\4(.)\/\3(.)(.)\5\/(.)\.\.(.)$/);
  await page.context().close();
});

test('what is no puzzle, or no picture, is told in words', async () => {
  const page = await openReader();
  const problem = async (words: RegExp): Promise<void> => {
    await until(
      async () => (await page.getByTestId('read-problem').allTextContents()).join(' '),
      (told) => words.test(told),
    );
  };
  await upload(page, Buffer.from('not a picture at all'), 'notes.png');
  await problem(/notes\.png is not a picture that this browser can show/);
  // The header of a PNG that declares 60 000 × 60 000 pixels.
  const enormous = Buffer.from(
    '89504e470d0a1a0a0000000d494844520000ea600000ea60080200000000000000' + '0000000049454e44ae426082',
    'hex',
  );
  await upload(page, enormous, 'enormous.png');
  await problem(/enormous\.png is not a picture that this browser can show/);
  const blank = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    canvas.getContext('2d')!.fillRect(0, 0, 0, 0);
    return canvas.toDataURL();
  });
  await upload(page, Buffer.from(blank.split(',')[1]!, 'base64'), 'blank.png');
  await problem(/No puzzle was found/);
  // The next picture is read all the same.
  await pastePicture(page, await screenshot('1 2 3/4 5 6/0 7 8'));
  await isRead(page, /Numbered tiles, 3 × 3/);
  await page.context().close();
});

test('the reader is loaded when it is used, and is small', async () => {
  const profile = await app.profile();
  const page = await profile.newPage();
  const loaded: string[] = [];
  profile.on('request', (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
  await page.goto(app.address);
  await page.locator('.board').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isReader = (name: string): boolean => /reader|ReadView/.test(name);
  assert.deepEqual(loaded.filter(isReader), []);
  assert.doesNotMatch(readFileSync(`${DIST}sw.js`, 'utf8'), /assets\/(reader|ReadView)/);
  const sizes = readdirSync(`${DIST}assets`)
    .filter(isReader)
    .map((name) => gzipSync(readFileSync(`${DIST}assets/${name}`)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.length >= 3 && total < 400_000, `${sizes.length} files, ${total} bytes`);
  await button(page, 'Solve a puzzle I have').click();
  await pastePicture(page, await screenshot('1 2 3/4 5 6/0 7 8'));
  await isRead(page, /3 × 3/);
  assert.ok(loaded.some(isReader));
  assert.match(await text(page, 'reading'), /clear/);
  await profile.close();
});
