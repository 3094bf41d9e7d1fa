// Large boards: solved, told in words, played and scrubbed, drawn or not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  App,
  becomes,
  button,
  cells,
  clipboard,
  until,
  longestTask,
  paste,
  resting,
  solution,
  solveBy,
  text,
  setSize,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

test('a large board is solved at once and ever shorter, with what is proven beside it', async () => {
  const page = await app.page();
  await page.getByRole('button', { name: '6 × 6' }).click();
  await solveBy(page, 'anytime');
  await page.getByText(/best so far [\d,]+ moves, at least [\d,]+ are needed/).waitFor();
  await button(page, 'Take the best so far').click();
  const { moves, optimal } = await solution(page);
  assert.ok(moves > 80 && !optimal);
  await page.getByText(/at least [\d,]+ are needed/).waitFor();
  await page.context().close();
});

test('the plan of the strategic solver is told in words as it is played', async () => {
  const page = await app.page();
  await page.getByRole('button', { name: '5 × 5' }).click();
  await solveBy(page, 'strategic');
  const { moves } = await solution(page);
  const scrub = page.getByLabel('Place in the solution');
  const told = new Set<string>();
  for (let index = 0; index < moves; index += Math.ceil(moves / 30)) {
    await scrub.fill(String(index));
    told.add((await page.locator('p.now').textContent())!);
  }
  assert.ok(told.size >= 4, [...told].join(' '));
  await page.context().close();
});

test('a board too large to draw is pasted, solved, followed and copied as text', async () => {
  const page = await app.page();
  const side = 24;
  const line = (numbers: number[]): string =>
    Array.from({ length: side }, (_, row) => numbers.slice(row * side, (row + 1) * side).join(' ')).join('/');
  const ordered = [...Array.from({ length: side * side - 1 }, (_, index) => index + 1), 0];
  // Three tiles in a ring, twice: solvable, and far from done.
  const start = ordered.toSpliced(0, 3, 2, 3, 1).toSpliced(200, 3, 202, 203, 201);
  await paste(page, line(start));
  await page.getByText('24 × 24 is too large for numbers').waitFor();
  // Every tile is a dot in the colour of its place: two rings of three are out of order.
  const large = page.getByRole('img', { name: 'Board of 24 rows and 24 columns, 569 tiles in place' });
  await large.waitFor();
  const colours = () =>
    large.locator('canvas').evaluate((canvas) => {
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, 24, 24);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  assert.ok((await colours()) > 100);
  // A tap in line with the gap slides, as on every board.
  const box = await resting(large.locator('canvas'));
  await page.mouse.click(box.x + box.width - 12, box.y + box.height * 0.7);
  await until(
    () => text(page, 'slides'),
    (shown) => shown === '1',
  );
  await button(page, 'Undo').click();
  await solveBy(page, 'strategic');
  const { moves } = await solution(page);
  await button(page, 'Copy moves').click();
  await until(
    () => clipboard(page),
    ({ length }) => length > moves / 4,
  );
  await page.getByLabel('Place in the solution').fill(String(moves));
  await button(page, 'Share').click();
  await becomes(() => page.getByLabel('Board as text').inputValue(), line(ordered));
  await page.context().close();
});

test('20×20 is solved, its solution paused and scrubbed', async () => {
  const page = await app.page();
  await setSize(page, 20, 20);
  await becomes(async () => (await cells(page)).length, 400);
  await button(page, 'Solve').first().click();
  const { moves } = await solution(page);
  assert.ok(moves > 5_000);
  await button(page, 'Pause').click();
  const scrub = page.getByLabel('Place in the solution');
  await scrub.fill(String(Math.floor(moves / 2)));
  await button(page, 'One move back').click();
  await becomes(() => scrub.inputValue(), String(Math.floor(moves / 2) - 1));
  await scrub.fill(String(moves));
  await becomes(() => cells(page), [...Array.from({ length: 399 }, (_, index) => index + 1), 0]);
  await page.context().close();
});

test('a solution of millions of moves is played, scrubbed and left without replaying it each time', async () => {
  const page = await app.page();
  const side = 100;
  const tiles = Array.from({ length: side * side - 1 }, (_, index) => index + 1);
  // In reverse order, which is far from done; where that needs an odd number of exchanges, one more.
  const reversed = [...tiles.toReversed(), 0];
  if (Math.floor(tiles.length / 2) % 2 === 1) [reversed[0], reversed[1]] = [reversed[1]!, reversed[0]!];
  const board = Array.from({ length: side }, (_, row) => reversed.slice(row * side, (row + 1) * side).join(' ')).join(
    '/',
  );
  await paste(page, board);
  await page.getByText('100 × 100 is too large for numbers').waitFor();
  await solveBy(page, 'strategic');
  const { moves } = await solution(page);
  assert.ok(moves > 1_000_000, String(moves));
  const scrub = page.getByLabel('Place in the solution');
  // The first time that a place is gone to, the moves up to it are replayed once; after that, a small part of them.
  const { processor: whole } = await longestTask(app, page, () => scrub.fill(String(moves)));
  const { processor: part } = await longestTask(app, page, async () => {
    for (const place of [moves - 900_000, 123_456, moves - 1]) {
      await scrub.fill(String(place));
      await button(page, 'Play').click();
      await until(
        () => scrub.inputValue(),
        (shown) => shown !== String(place),
      );
      await page.getByRole('button', { name: /^(Pause|Watch again)$/ }).click();
      await button(page, 'One move back').click();
    }
    await scrub.fill('700000');
    await button(page, 'Go on from here').click();
    await button(page, 'Undo').click();
  });
  // why a ratio: how many milliseconds it takes is a matter of the machine. It is about a twentieth.
  assert.ok(part > 0 && part < whole / 5, `${part} ms, and ${whole} ms for all moves`);
  // A slide of up to 99 tiles was undone.
  await until(
    async () => Number((await text(page, 'moves')).replaceAll(',', '')),
    (shown) => shown < 700_000 && shown >= 700_000 - side,
  );
  await page.context().close();
});
