// Puzzles of one's own: painted, written, imported, judged live, shared and kept.
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  App,
  becomes,
  button,
  clipboard,
  desktop,
  drag,
  until,
  grasp,
  openFromCatalogue,
  phone,
  text,
  type Point,
} from './browser.ts';

let app: App;
before(async () => {
  app = await App.open();
});
after(() => app.close());

const KLOTSKI = 'aBBc\naBBc\ndeef\ndghf\ni..j\n--\n....\n....\n....\n.BB.\n.BB.\n';

const openEditor = async (options = desktop): Promise<Page> => {
  const page = await app.page(options);
  await button(page, 'Blocks').click();
  await button(page, 'Make a puzzle').click();
  await page.getByRole('heading', { name: 'Make a puzzle' }).waitFor();
  return page;
};
const cell = (page: Page, board: 'Start' | 'Goal', index: number) =>
  page.getByRole('region', { name: board, exact: true }).locator(`[data-cell="${index}"]`);
const brush = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).locator('xpath=..');
const verdict = (page: Page, words: string | RegExp) =>
  page.getByTestId('verdict').filter({ hasText: words }).waitFor();
const written = (page: Page) => page.getByLabel('As text').inputValue();

/** A stroke of the brush over these cells. */
const stroke = async (
  page: Page,
  board: 'Start' | 'Goal',
  [first, ...others]: [number, ...number[]],
): Promise<void> => {
  const past: [Point, ...Point[]] = [await grasp(cell(page, board, first))];
  for (const index of others) past.push(await grasp(cell(page, board, index)));
  await drag(page, past);
};

test('a puzzle is painted, its optimum seen, and a link opens it in a fresh profile', async () => {
  const page = await openEditor();
  for (let row = 5; row > 3; row--) await button(page, 'Fewer rows').click();
  await becomes(() => page.getByRole('region', { name: 'Start', exact: true }).locator('[data-cell]').count(), 12);
  // A 2×2 block, and one of three cells round a corner that is in its way.
  await stroke(page, 'Start', [0, 1, 5, 4]);
  await stroke(page, 'Start', [2, 6, 10]);
  await brush(page, 'Wall').click();
  await stroke(page, 'Start', [8]);
  await verdict(page, 'No goal yet');
  await brush(page, 'Block A').click();
  await cell(page, 'Goal', 2).click();
  await verdict(page, /No solution/);
  await brush(page, 'Free cell').click();
  await stroke(page, 'Start', [6, 10]);
  await verdict(page, /Solvable, shortest 2 moves/);
  await becomes(() => written(page), 'AAB.\nAA..\n ...\n--\n..AA\n..AA\n ...\n');
  await button(page, 'Undo').click();
  await verdict(page, /No solution/);
  await button(page, 'Redo').click();
  await verdict(page, /Solvable, shortest 2 moves/);
  await page.getByLabel('Name', { exact: true }).fill('Make way');
  await button(page, 'Copy link').click();
  const shared = await until(
    () => clipboard(page),
    (copied) => copied.startsWith(`${app.address}#blocks=`),
  );
  await page.context().close();

  const other = await (await app.profile(phone)).newPage();
  await other.goto(shared);
  await other.getByRole('heading', { name: 'Make way' }).waitFor();
  const move = async (block: string, ...keys: string[]) => {
    await other.locator(`[data-block="${block}"]`).focus();
    for (const key of keys) await other.keyboard.press(key);
  };
  await move('B', 'ArrowDown', 'ArrowDown');
  await becomes(() => text(other, 'block-moves'), '1');
  await move('A', 'ArrowRight', 'ArrowRight');
  await other.getByText('Solved', { exact: true }).waitFor();
  await other.getByText('Optimal! No way is shorter.').waitFor();
  await other.context().close();
});

test('painting by keyboard alone, and what was painted survives a reload', async () => {
  const page = await openEditor();
  await cell(page, 'Start', 0).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  // A new block stays chosen, so that its next cell can be painted.
  await page.keyboard.press('Space');
  await until(
    () => written(page),
    (text) => text.startsWith('AA..'),
  );
  await page.keyboard.press('n');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(
    () => written(page),
    (text) => text.startsWith('AAB.'),
  );
  await brush(page, 'Block A').locator('input').focus();
  await page.keyboard.press('Space');
  await cell(page, 'Goal', 0).focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await verdict(page, 'Solvable, shortest 1 move');
  await page.keyboard.press('Control+z');
  await verdict(page, 'No goal yet');
  await page.keyboard.press('Control+Shift+z');
  await verdict(page, 'Solvable, shortest 1 move');
  const before = await written(page);
  await page.reload();
  await becomes(() => written(page), before);
  await page.context().close();
});

test('text and picture follow each other, mistakes are told in words, axis-bound blocks too', async () => {
  const page = await openEditor();
  await verdict(page, 'Begin with a block');
  const field = page.getByLabel('As text');
  await field.fill('A.\n--\n.AA');
  await verdict(page, 'different outlines');
  await field.fill('AA.\n--\n.A.');
  await verdict(page, 'another shape in the goal');
  await field.fill('A.b\n--\n.bX');
  await verdict(page, 'missing in the start');
  await field.fill('...\n--\n...');
  await verdict(page, 'there is no block');
  await field.fill('AbC\n--\nCbA');
  await verdict(page, 'No solution');
  await verdict(page, 'Proven after 2 positions');
  await field.fill('A.\n--\nA.');
  await verdict(page, 'solved before it begins');
  await field.fill('A.\nA.\n--\n.A\n.A');
  await verdict(page, 'Solvable, shortest 1 move');
  await page.getByLabel('Straight blocks move only along their length').check();
  await verdict(page, 'No solution');
  await until(
    () => written(page),
    (text) => text.startsWith('axis: keep\n'),
  );
  await becomes(() => cell(page, 'Start', 0).getAttribute('aria-label'), 'Block A, a goal block, row 1, column 1');
  await page.context().close();
});

test('every form can be imported', async () => {
  const page = await openEditor();
  const bring = async (puzzle: string, goal = ''): Promise<void> => {
    await button(page, 'Import…').click();
    await page.getByLabel('Puzzle, string or code').fill(puzzle);
    await page.getByLabel('Goal, where it is a text of its own').fill(goal);
    await button(page, 'Import').click();
  };
  await bring(KLOTSKI);
  await verdict(page, 'Solvable, shortest 81 moves');
  await bring('  A.b\n   .', '  ..A\n   .');
  await verdict(page, 'Solvable, shortest 2 moves');
  await becomes(() => written(page), 'A.b\n .\n--\n..A\n .\n');
  await bring('IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM');
  await verdict(page, 'Solvable, shortest 60 moves');
  await becomes(() => page.getByLabel('Straight blocks move only along their length').isChecked(), true);
  await bring('1A9BF0C');
  await verdict(page, 'Solvable, shortest 81 moves');
  await bring('IBBxooIooLDDJAALooJoKEEMFFKooMGGHHH?');
  await page.getByRole('alert').filter({ hasText: 'Not a puzzle yet' }).waitFor();
  await page.keyboard.press('Escape');
  await page.context().close();
});

test('what is too large to judge is said, with what was found out', async () => {
  const page = await openEditor();
  await page.getByLabel('As text').fill('ABCD\nEFGH\nIJKL\nMON.\n--\nABCD\nEFGH\nIJKL\nMNO.');
  await verdict(page, /Looking… [\d,]+ positions so far/);
  await verdict(page, /Too large to tell here/);
  await page.context().close();
});

test('a puzzle is kept, listed, renamed, changed, deleted and brought back', async () => {
  const page = await openEditor();
  await page.getByLabel('As text').fill('A.b\n .\n--\n..A\n .');
  await verdict(page, 'Solvable, shortest 2 moves');
  await page.getByLabel('Name', { exact: true }).fill('Corner');
  await button(page, 'Save to my puzzles').click();
  await page.getByText('Corner is kept with your puzzles.').waitFor();
  await page.reload();
  await button(page, 'Back to playing').click();
  await openFromCatalogue(page, 'Corner');
  await page.getByRole('heading', { name: 'Corner' }).waitFor();
  await button(page, 'Rename').click();
  await page.getByLabel('Name', { exact: true }).fill('Round the corner');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Round the corner' }).waitFor();
  await button(page, 'Edit').click();
  await page.getByLabel('As text').fill('name: Round the corner\n\nA..b\n .\n--\n..A.\n .');
  await verdict(page, 'Solvable, shortest 1 move');
  await button(page, 'Save changes').click();
  await button(page, 'Play this').click();
  await button(page, 'Delete').click();
  await page.getByText('Round the corner is deleted.').waitFor();
  await button(page, 'All puzzles').click();
  await page.getByLabel('Find', { exact: true }).fill('');
  await becomes(() => page.getByRole('button', { name: /^Round the corner.*1 move$/ }).count(), 0);
  await button(page, 'Undo').last().click();
  await page.getByRole('button', { name: /^Round the corner.*1 move$/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Round the corner.*1 move$/ }).waitFor();
  await page.context().close();
});

test('exits, blocks that must leave and pinned blocks are painted, played, undone, solved and shared', async () => {
  const page = await openEditor();
  for (let rows = 5; rows > 2; rows--) await button(page, 'Fewer rows').click();
  await becomes(() => page.getByRole('region', { name: 'Start', exact: true }).locator('[data-cell]').count(), 8);
  await stroke(page, 'Start', [0]);
  await stroke(page, 'Start', [1]);
  await stroke(page, 'Start', [5]);
  await brush(page, 'Exit').click();
  await stroke(page, 'Start', [3]);
  // A second exit appears as soon as the first is painted.
  await brush(page, 'Exit 2').waitFor();
  await page
    .getByRole('group', { name: /The exit is open to all blocks/ })
    .getByLabel('A', { exact: true })
    .check();
  await brush(page, 'Block A').click();
  await page.getByLabel('Block A must leave the board by an exit').check();
  await brush(page, 'Block C').click();
  await page.getByLabel('Block C is pinned: it never moves').check();
  await becomes(() => written(page), 'exit: >=A\ngone: A\npin: C\n\nAB.>\n.C..\n--\n...>\n....\n');
  // B makes way downwards, and A walks out.
  await verdict(page, 'Solvable, shortest 2 moves');
  await page.keyboard.press('Control+z');
  await verdict(page, 'Solvable, shortest');
  await page.keyboard.press('Control+Shift+z');
  await verdict(page, 'Solvable, shortest 2 moves');
  await button(page, 'Copy link').click();
  const link = await clipboard(page);
  await page.context().close();

  const other = await app.page(desktop, new URL(link).hash);
  await other.getByTestId('aim').getByText('Let A leave the board by an exit.').waitFor();
  await other.getByText('Blocks with pins never move.').waitFor();
  await other.getByText(/open to it: only to the blocks whose letters they show/).waitFor();
  const block = (name: string) => other.locator(`[data-block="${name}"]`);
  await becomes(() => other.locator('[data-exit="A"]').count(), 1);
  await becomes(() => block('C').getAttribute('aria-label'), 'Block C, pinned, row 2, column 2');
  await block('C').focus();
  await other.keyboard.press('ArrowRight');
  await other.getByText('Nothing can slide that way.').waitFor({ state: 'attached' });
  // B may not leave by the exit of A.
  await block('B').focus();
  await other.keyboard.press('ArrowRight');
  await other.keyboard.press('ArrowRight');
  await becomes(() => block('B').getAttribute('data-corner'), '0,2');
  await other.keyboard.press('ArrowDown');
  await block('A').focus();
  for (let steps = 0; steps < 3; steps++) await other.keyboard.press('ArrowRight');
  await other.getByText('Solved', { exact: true }).waitFor();
  await block('A').waitFor({ state: 'hidden' });
  await other.getByText('Optimal! No way is shorter.').waitFor();
  // Undo brings back a block that was gone.
  await button(other, 'Undo').click();
  await block('A').waitFor();
  await becomes(() => block('A').getAttribute('data-corner'), '0,0');
  await button(other, 'Redo').click();
  await block('A').waitFor({ state: 'hidden' });
  await button(other, 'Restart').click();
  await button(other, 'Solve').first().click();
  await other.getByText('2 moves').first().waitFor();
  // The editor knows all of it again.
  await button(other, 'Edit a copy').click();
  await becomes(() => written(other), 'exit: >=A\ngone: A\npin: C\n\nAB.>\n.C..\n--\n...>\n....\n');
  await other.context().close();
});
