// Small things that were wrong once, each in a few lines.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  App,
  becomes,
  button,
  cells,
  closeDialog,
  desktop,
  followLink,
  longestTask,
  openPuzzle,
  paste,
  puzzle,
  setSize,
  solution,
  solveBy,
  until,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

test('a pasted board that cannot be solved is called pasted, one of a single cell is none', async () => {
  const page = await app.page();
  await paste(page, '2 1 3/4 5 6/7 8 0');
  await page.getByText('The pasted board cannot be solved').waitFor();
  await paste(page, '0');
  await page.getByText('at least two cells').waitFor();
  await followLink(page, '#tiles=1x1:0');
  await page.getByText('That link does not hold a puzzle').waitFor();
  await openPuzzle(page, '1 2 0 3 4');
  await page.getByRole('group', { name: 'Board of 1 row and 5 columns' }).waitFor();
  await page.context().close();
});

test('boards of one row can be chosen', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await page.getByLabel('Rows', { exact: true }).fill('1');
  await page.getByLabel('Rows', { exact: true }).press('Enter');
  await page.getByRole('group', { name: 'Board of 1 row and 3 columns' }).waitFor();
  await page.context().close();
});

test('the editor says nothing of a text that is no board, and plays nothing that is solved', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await button(page, 'Edit board').click();
  const verdict = page.getByTestId('verdict');
  await verdict.getByText('This can be solved.').waitFor();
  await page.getByLabel('Start as text').fill('1 2 3/4 5');
  await verdict.getByText('not a board yet').waitFor();
  assert.ok(await button(page, 'Play this').isDisabled());
  await page.getByLabel('Start as text').fill('1 2 3/4 5 6/7 8 0');
  await verdict.getByText('Start and goal are the same').waitFor();
  assert.ok(await button(page, 'Play this').isDisabled());
  await page.context().close();
});

test('blocked storage of pictures is no lost picture', async () => {
  const profile = await app.profile();
  await profile.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  const page = await profile.newPage();
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  assert.equal(await page.getByText('could not be read any more').count(), 0);
  await page.context().close();
});

test('a drawing that refers to other things is explained', async () => {
  const page = await app.page();
  await button(page, 'Your picture…').click();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><foreignObject width="80" height="80"><p xmlns="http://www.w3.org/1999/xhtml">hello</p></foreignObject></svg>';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  // Browsers that can read it may do so; nobody is shown the browser's own words.
  await page.locator('.cropper-crop-box, [role=alert]').first().waitFor();
  assert.equal(await page.getByText('Failed to execute').count(), 0);
  await page.context().close();
});

test('letters typed in the block editor are not taken for a code', async () => {
  const page = await app.page();
  await button(page, 'Blocks').click();
  await button(page, 'Make a puzzle').click();
  const field = page.getByRole('textbox', { name: 'As text' });
  const before = await page.locator('.paint').first().locator('.shape').count();
  await field.fill('A');
  await page.getByText('are missing').waitFor();
  assert.equal(await page.locator('.paint').first().locator('.shape').count(), before);
  assert.equal(await field.inputValue(), 'A');
  await page.context().close();
});

test('an empty range says how to fill it', async () => {
  const page = await app.page();
  await button(page, 'Laboratory').click();
  await page.getByText('Run the range to see a dot').waitFor();
  await page.context().close();
});

test('scrubbing jumps, stepping glides', async () => {
  const page = await app.page(desktop, puzzle('8 2 0/4 6 1/3 7 5'));
  await button(page, 'Solve').first().click();
  const scrub = page.getByLabel('Place in the solution');
  await scrub.fill('20');
  const pace = () => page.locator('.tray').evaluate((tray) => getComputedStyle(tray).getPropertyValue('--pace'));
  await becomes(pace, '0ms');
  await button(page, 'One move on').click();
  await becomes(pace, '130ms');
  await page.context().close();
});

test('a finished picture has no numbers on it', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/7 0 8'));
  await button(page, 'Glass').click();
  await page.getByText('Both', { exact: true }).click();
  await page.locator('.number').first().waitFor();
  await page.locator('.board [tabindex="0"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Solved', { exact: true }).waitFor();
  await until(
    () =>
      page
        .locator('.number')
        .first()
        .evaluate((number) => getComputedStyle(number).opacity),
    (opacity) => opacity === '0',
  );
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.context().close();
});

test('help is about the view that is open', async () => {
  const page = await app.page();
  for (const [view, words] of [
    ['Tiles', 'Slide the tiles'],
    ['Blocks', 'Bring each block'],
    ['Laboratory', 'start the race'],
  ] as const) {
    await button(page, view).click();
    await page.locator('main').waitFor();
    await button(page, 'Help').click();
    await page.getByRole('dialog').getByText(words).waitFor();
    await closeDialog(page);
  }
  await page.context().close();
});

test('a large search leaves no large worker behind', async () => {
  const page = await app.page(desktop, puzzle('0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1'));
  await solveBy(page, 'astar');
  // Several million positions do not fit in what an idle worker may hold.
  await page.getByText(/[4-9],\d{3},\d{3} positions looked at/).waitFor({ timeout: 180_000 });
  const before = page.workers().length;
  await button(page, 'Cancel').click();
  await until(
    () => Promise.resolve(page.workers().length),
    (count) => count < before,
  );
  // The next search has another one.
  await openPuzzle(page, '1 2 3/0 4 6/7 5 8');
  await button(page, 'Solve').first().click();
  assert.equal((await solution(page)).moves, 3);
  await page.context().close();
});

test('views come and go without leaving pictures behind', async () => {
  const profile = await app.profile();
  await profile.addInitScript(() => {
    const [create, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)];
    const held = new Set<string>();
    URL.createObjectURL = (blob) => {
      const address = create(blob);
      held.add(address);
      document.documentElement.dataset.held = String(held.size);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      held.delete(address);
      document.documentElement.dataset.held = String(held.size);
      revoke(address);
    };
  });
  const page = await profile.newPage();
  await page.goto(app.address);
  await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  const held = async () => Number(await page.locator('html').getAttribute('data-held'));
  const before = await held();
  for (let visit = 0; visit < 3; visit++) {
    await button(page, 'Laboratory').click();
    await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
    await button(page, 'Tiles').click();
    await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  }
  assert.equal(await held(), before);
  await page.context().close();
});

test('the browser’s own bars have the colour of the theme, and the app has icons', async () => {
  const page = await app.page();
  const bar = () => page.locator('meta[name=theme-color]').getAttribute('content');
  const light = await bar();
  for (const theme of ['Light', 'Dark']) {
    await page.getByRole('button', { name: /^Colours/ }).click();
    await page.getByRole('button', { name: `Colours: ${theme}` }).waitFor();
  }
  await until(bar, (colour) => colour !== light);
  const missing = await page.evaluate(async () => {
    const manifest = (await (await fetch('./manifest.webmanifest')).json()) as { icons: { src: string }[] };
    const touch = document.querySelector('link[rel=apple-touch-icon]')?.getAttribute('href') ?? 'no touch icon';
    const all = [touch, ...manifest.icons.map(({ src }) => src)];
    const found = await Promise.all(all.map(async (src) => (await fetch(src)).ok));
    return all.filter((_, index) => !found[index]);
  });
  assert.deepEqual(missing, []);
  await page.context().close();
});

test('with forced colours what is chosen is marked, and goal blocks stand out', async () => {
  const page = await app.page({ ...desktop, forcedColors: 'active' }, puzzle('1 2 3/4 5 6/0 7 8'));
  const outline = (name: string) => button(page, name).evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(await outline('3 × 3'), 'solid');
  assert.equal(await outline('4 × 4'), 'none');
  await followLink(page, '#blocks=' + encodeURIComponent('A.b\n--\nb.A'.replace('b.A', '..A')));
  await page.locator('[data-block="A"]').waitFor();
  const fill = (block: string) =>
    page.locator(`[data-block="${block}"] .shape`).evaluate((shape) => getComputedStyle(shape).fill);
  assert.notEqual(await fill('A'), await fill('b'));
  await page.context().close();
});

test('solutions come and go without leaving nodes behind', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const nodes = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Nodes')!.value;
  };
  const solveOnce = async (): Promise<void> => {
    await openPuzzle(page, '8 2 0/4 6 1/3 7 5');
    await button(page, 'Solve').first().click();
    await page.getByTestId('solution').waitFor();
    await openPuzzle(page, '1 2 3/4 0 6/7 5 8');
    await page.getByTestId('solution').waitFor({ state: 'detached' });
  };
  await solveOnce();
  const before = await nodes();
  for (let times = 0; times < 6; times++) await solveOnce();
  // It was about 180 for each solution.
  const left = (await nodes()) - before;
  assert.ok(left < 300, `${left} nodes`);
  await page.context().close();
});

test('the stage of a plan stands in its place, not over the board', async () => {
  const page = await app.page({ ...desktop, reducedMotion: 'reduce' }, puzzle('8 2 0/4 6 1/3 7 5'));
  await solveBy(page, 'strategic');
  await page.locator('p.now').waitFor();
  assert.equal(await page.locator('p.now').evaluate((line) => getComputedStyle(line).position), 'static');
  await page.context().close();
});

test('opening the catalogue is no long task, and a tap on 20×20 touches few tiles', async () => {
  const page = await app.page();
  await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  await button(page, 'Blocks').click();
  const catalogue = await longestTask(app, page, async () => {
    await button(page, 'All puzzles').click();
    await page.getByRole('heading', { name: 'Huarong Dao' }).waitFor();
  });
  // Once it was more than 330 ms of such a processor, and 2 s of one six times as slow.
  assert.ok(catalogue.processor < 250, `the catalogue takes ${catalogue.processor} ms`);
  await button(page, 'Back to playing').click();
  await button(page, 'Tiles').click();
  await setSize(page, 20, 20);
  const tile = page.locator('.tile[aria-label*="can slide"]').first();
  await tile.waitFor();
  // What a tap costs is a matter of the machine; how many of the 399 tiles are drawn anew is not.
  const touched = await tile.evaluate(async (element) => {
    const changed = new Set<Node>();
    const watcher = new MutationObserver((changes) => changes.forEach(({ target }) => changed.add(target)));
    watcher.observe(document.querySelector('.board')!, { subtree: true, attributes: true, childList: true });
    (element as HTMLElement).click();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    watcher.disconnect();
    return changed.size;
  });
  assert.ok(touched > 0 && touched < 120, `${touched} elements`);
  await page.context().close();
});
