// Getting around: dialogs, Back and Forward, copying, and a page whose engine does not come.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  App,
  arrives,
  becomes,
  blockPuzzle,
  button,
  cells,
  closeDialog,
  desktop,
  puzzle,
  text,
  until,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

test('the picture dialog takes what is pasted and dropped, and swallows keys', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  const board = await cells(page);
  const picture = await page.locator('.board').screenshot();
  for (const how of ['paste', 'drop'] as const) {
    await button(page, 'Your picture…').click();
    await page.getByRole('dialog').waitFor();
    await arrives(page, how, { name: 'mine.png', type: 'image/png', content: picture }, 'dialog');
    await page.locator('.cropper-crop-box').waitFor();
    await closeDialog(page);
  }
  // A chosen file takes the button that was pressed away; the keyboard must not fall behind the dialog.
  await button(page, 'Your picture…').click();
  const chooser = page.waitForEvent('filechooser');
  await page.locator('.choose').click();
  await (await chooser).setFiles({ name: 'mine.png', mimeType: 'image/png', buffer: picture });
  await page.locator('.cropper-crop-box').waitFor();
  for (const key of ['n', 'ArrowLeft', 'h']) await page.keyboard.press(key);
  assert.deepEqual(await cells(page), board, 'no key reaches the board behind the dialog');
  await until(
    () => page.evaluate(() => document.activeElement?.closest('dialog') !== null),
    (inside) => inside,
  );
  await closeDialog(page);
  assert.equal(await text(page, 'moves'), '0');
  await page.context().close();
});

test('a file dropped on blocks or the laboratory does not replace the app', async () => {
  const page = await app.page();
  for (const view of ['Blocks', 'Laboratory']) {
    await button(page, view).click();
    await page.locator('main').waitFor();
    const file = { name: 'mine.png', type: 'image/png', content: Buffer.from('no picture') };
    assert.equal(await arrives(page, 'drop', file), true, view);
  }
  await page.context().close();
});

test('Back and Forward go through views, editors and dialogs, and every view has an address', async () => {
  const page = await app.page();
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first();
  await button(page, 'Laboratory').click();
  await heading('Laboratory').waitFor();
  assert.equal(new URL(page.url()).hash, '#laboratory');
  await button(page, 'Blocks').click();
  await heading('First Gear').waitFor();
  await button(page, 'Edit a copy').click();
  await heading('Make a puzzle').waitFor();
  assert.equal(new URL(page.url()).hash, '#blocks/edit');
  await page.goBack();
  await heading('First Gear').waitFor();
  await button(page, 'Help').click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await heading('First Gear').waitFor();
  await page.goBack();
  await heading('Laboratory').waitFor();
  await page.goBack();
  await page.getByLabel('Rows', { exact: true }).waitFor();
  await page.goForward();
  await heading('Laboratory').waitFor();
  // A dialog that is closed by its own button leaves no step behind.
  await button(page, 'Help').click();
  await page.getByRole('dialog').waitFor();
  await button(page, 'Close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByLabel('Rows', { exact: true }).waitFor();
  // An address opens its view in a fresh tab.
  const other = await page.context().newPage();
  await other.goto(`${app.address}#blocks`);
  await other.getByRole('heading', { name: 'First Gear' }).first().waitFor();
  await page.context().close();
});

test('a view or a link that is followed while a dialog closes stays, and Back passes over the dialog', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  /** Closes the dialog, and in the same moment does something else. */
  const closeAnd = (view: string | null, link = ''): Promise<void> =>
    page.evaluate(
      ({ view, link }) => {
        document.querySelector<HTMLElement>('dialog button')!.click();
        if (view === null) location.hash = link;
        else
          [...document.querySelectorAll<HTMLElement>('nav button')]
            .find((one) => one.textContent.trim() === view)!
            .click();
      },
      { view, link },
    );
  const heading = page.getByRole('heading', { name: 'Laboratory' });
  for (let time = 0; time < 2; time++) {
    await button(page, 'Help').click();
    await page.getByRole('dialog').waitFor();
    await closeAnd('Laboratory');
    await heading.waitFor();
    await button(page, 'Help').click();
    await page.getByRole('dialog').waitFor();
    await closeAnd(null, puzzle('1 2 3/4 5 6/7 0 8'));
    await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    assert.equal(await page.getByRole('dialog').count(), 0);
  }
  const steps: string[] = [];
  for (let step = 0; step < 3; step++) {
    const { hash } = new URL(page.url());
    steps.push(hash);
    await page.goBack();
    await page.waitForURL((url) => url.hash !== hash);
  }
  assert.deepEqual(steps, ['#tiles', '#laboratory', '#tiles']);
  await heading.waitFor();
  await page.context().close();
});

test('what is edited survives other views and a reload, and can be brought back after Cancel', async () => {
  const page = await app.page(desktop, puzzle('1 2 3/4 5 6/0 7 8'));
  await button(page, 'Edit board').click();
  await page.getByLabel('Start as text').fill('1 2 3/4 0 5');
  await becomes(() => cells(page, 0), [1, 2, 3, 4, 0, 5]);
  await button(page, 'Blocks').click();
  await button(page, 'Tiles').click();
  await becomes(() => cells(page, 0), [1, 2, 3, 4, 0, 5]);
  await page.reload();
  await page.getByLabel('Start as text').waitFor();
  await becomes(() => cells(page, 0), [1, 2, 3, 4, 0, 5]);
  await button(page, 'Cancel').click();
  await becomes(() => cells(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
  await becomes(() => cells(page, 0), [1, 2, 3, 4, 0, 5]);
  await page.context().close();
});

test('where the browser copies nothing, the text is there to be copied by hand', async () => {
  const profile = await app.profile(desktop);
  await profile.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const page = await profile.newPage();
  await page.goto(app.address + blockPuzzle('name: By hand\n\nA.\n--\n.A'));
  await page.getByRole('heading', { name: 'By hand' }).waitFor();
  await button(page, 'Copy link').click();
  const field = page.getByRole('textbox', { name: 'Copy this by hand' });
  assert.match(await field.inputValue(), /#blocks=name%3A%20By%20hand/);
  await closeDialog(page);
  await button(page, 'Tiles').click();
  await button(page, 'Share').click();
  await button(page, 'Copy link').click();
  await page.getByText('does not let the page copy').waitFor();
  await page.context().close();
});

test('without the newer interface text is copied the old way', async () => {
  const profile = await app.profile(desktop);
  await profile.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = (command) => {
      document.documentElement.dataset.copied = `${command} ${getSelection()?.toString()}`;
      return true;
    };
  });
  const page = await profile.newPage();
  await page.goto(app.address + puzzle('1 2 3/4 5 6/7 0 8'));
  await button(page, 'Share').click();
  await button(page, 'Copy text').click();
  await page.getByText('Copied').waitFor();
  assert.equal(await page.locator('html').getAttribute('data-copied'), 'copy 1 2 3/4 5 6/7 0 8');
  await page.context().close();
});

test('a part of the engine is loaded when it is first wanted, and asked for again if it did not come', async () => {
  const page = await (await app.profile({ ...desktop, serviceWorkers: 'block' })).newPage();
  const loaded: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.wasm')) loaded.push(/(\w+)_bg/.exec(response.url())?.[1]);
  });
  await page.goto(app.address);
  await page.locator('.board').waitFor();
  assert.deepEqual(loaded, ['tiles']);
  await page.route(/blocks_bg/, (route) => route.abort());
  await button(page, 'Blocks').click();
  await page.getByText('This part of the app could not be loaded').waitFor();
  await page.unroute(/blocks_bg/);
  await button(page, 'Blocks').click();
  await page.locator('.board').waitFor();
  assert.deepEqual(loaded, ['tiles', 'blocks']);
  await page.reload();
  await page.locator('.board').waitFor();
  assert.equal(await button(page, 'Blocks').getAttribute('aria-current'), 'page');
  await page.context().close();
});

test('the page is painted before the engine is there, and says so if it never comes', async () => {
  const page = await (await app.profile({ ...desktop, serviceWorkers: 'block' })).newPage();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(app.address);
  await page.getByText('Loading the puzzles…').waitFor();
  assert.ok(await page.locator('.skeleton-board').isVisible());
  release();
  await page.locator('.board').waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.unroute(/\.wasm$/);
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.unroute(/\.wasm$/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.locator('.board').waitFor();
  await page.context().close();
});
