// Tables between visits: made once, kept in the browser, read again, and made anew where they are damaged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { App, button, cancel, desktop, until, openPuzzle, puzzle, solution, solveBy } from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

/** A board of 32 moves, and one of the hardest of all, with 80. */
const EASY = '3 4 1 8/14 5 2 7/0 10 11 6/9 13 15 12';
const HARDEST = '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1';

/** The names of all tables in the browser's storage, after a change to their bytes if one is wanted. */
const kept = (page: Page, damage = false): Promise<string[]> =>
  page.evaluate(
    (damage) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('taquin', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('blobs');
        opening.onerror = () => reject(opening.error ?? new Error('closed'));
        opening.onsuccess = () => {
          const names: string[] = [];
          const transaction = opening.result.transaction('blobs', 'readwrite');
          const store = transaction.objectStore('blobs');
          store.openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
            if (cursor === null) return;
            if (typeof cursor.key === 'string' && cursor.key.startsWith('table/')) {
              names.push(cursor.key);
              const bytes = cursor.value as Uint8Array;
              if (damage) {
                bytes[bytes.length >> 1]! ^= 1;
                cursor.update(bytes);
              }
            }
            cursor.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(names);
          };
        };
      }),
    damage,
  );

const untilKept = async (page: Page, count: number): Promise<void> => {
  await until(
    () => kept(page),
    ({ length }) => length >= count,
  );
};

const tables = async (page: Page): Promise<{ read: number; built: number }> => {
  const { tablesRead, tablesBuilt } = await page.getByTestId('solution').evaluate((panel) => ({ ...panel.dataset }));
  return { read: Number(tablesRead), built: Number(tablesBuilt) };
};

const solved = async (page: Page): Promise<{ read: number; built: number }> => {
  await openPuzzle(page, EASY);
  await button(page, 'Solve').first().click();
  const { moves, optimal } = await solution(page);
  assert.deepEqual([moves, optimal], [32, true]);
  return tables(page);
};

test('tables are made on the first visit, read on the second, and made anew where they are damaged', async () => {
  const page = await app.page();
  const first = await solved(page);
  assert.ok(first.built > 0 && first.read === 0, JSON.stringify(first));
  assert.deepEqual(await solved(page), { read: 0, built: 0 }, 'the worker still has them');
  await untilKept(page, first.built);

  const visit = async (): Promise<{ read: number; built: number }> => {
    await page.reload();
    await page.locator('.board').waitFor();
    return solved(page);
  };
  assert.deepEqual(await visit(), { read: first.built, built: 0 });

  await kept(page, true);
  assert.deepEqual(await visit(), { read: 0, built: first.built }, 'damaged tables are not believed');
  await page.getByText('were damaged').waitFor();
  await untilKept(page, first.built);
  assert.deepEqual(await visit(), { read: first.built, built: 0 });
  await page.context().close();
});

test('a search that is cancelled stops at once and leaves its tables', async () => {
  const page = await app.page(desktop, puzzle(HARDEST));
  await solveBy(page, 'optimal');
  await page.getByText(/best so far 8\d moves, at least [5-8]\d are needed/).waitFor();
  await cancel(page);
  assert.equal((await solved(page)).built, 0, 'the tables of the cancelled search are still there');
  await page.reload();
  await page.locator('.board').waitFor();
  const later = await solved(page);
  assert.ok(later.read > 0 && later.built === 0, JSON.stringify(later));
  await page.context().close();
});
