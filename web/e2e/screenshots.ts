// A picture of every view, for people to look at: in e2e/output, and a small one for the README in docs/images.
import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import {
  App,
  openFromCatalogue,
  openPuzzle,
  phone,
  puzzle,
  solveBy,
  blockPuzzle,
  followLink,
  setSize,
} from './browser.ts';

const OUTPUT = new URL('./output/', import.meta.url).pathname;
const README = new URL('../../docs/images/', import.meta.url).pathname;
mkdirSync(OUTPUT, { recursive: true });
mkdirSync(README, { recursive: true });

const app = await App.open();
/** Only devices whose names contain one of these, where some are named on the command line. */
const asked = process.argv.slice(2);
const sizes = { '320': [320, 640], '375': [375, 667], '390': [390, 844], '768': [768, 1024] } as const;
const wide = { landscape: [844, 390], '1280': [1280, 860], '2560': [2560, 1440] } as const;
const themes = {
  light: {},
  dark: { colorScheme: 'dark' },
  contrast: { contrast: 'more' },
} satisfies Record<string, BrowserContextOptions>;
/** Every size in every theme; the small ones are touched. */
const devices = Object.entries({ ...sizes, ...wide }).flatMap(([size, [width, height]]) =>
  Object.entries(themes).map(([theme, options]): [string, BrowserContextOptions] => {
    const isTouched = width < 1000;
    const touch = isTouched ? { ...phone, deviceScaleFactor: 1 } : {};
    return [`${size}-${theme}`, { ...touch, ...options, viewport: { width, height } }];
  }),
);
const start = puzzle('3 4 1 8/14 5 2 7/0 10 11 6/9 13 15 12');

const isAsked = ([name]: [string, BrowserContextOptions]): boolean =>
  asked.length === 0 || asked.some((part) => name.includes(part));
const waiting = devices.filter(isAsked);
/** How many at once: most of the time is spent in waiting for things to come to rest. */
const HANDS = 3;

/** Goes through all views on one device after the other. */
async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [device, options] = next;
    const page = await app.page(options, start);
    const still = () => page.waitForTimeout(600);
    const take = async (view: string, fullPage = false) => {
      await still();
      await page.screenshot({ path: `${OUTPUT}${device}-${view}.png`, fullPage });
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    /** Somewhere in the middle of the solution, whether it is still being played or has ended. */
    const pause = async () => {
      const playing = button('Pause');
      if (await playing.isVisible()) await playing.click({ timeout: 1_000 }).catch(() => {});
      await page.getByLabel('Place in the solution').fill('5');
    };
    const whole = !device.startsWith('1280') && !device.startsWith('2560');
    await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
    await take('play', whole);
    const numbered = await page.locator('.tray').screenshot();
    await button('Orbits').click();
    await take('picture');
    await page.getByText('Both', { exact: true }).click();
    await button('Hint').click();
    await page.locator('.tile.hinted').waitFor();
    await take('hint');
    await button('Solve').first().click();
    await page.getByLabel('Place in the solution').waitFor();
    await take('playback', whole);
    await pause();
    await page.getByText('The moves in words').click();
    await take('moves', true);
    await page.getByText('The moves in words').click();
    await page.getByLabel('Place in the solution').fill('999');
    await page.mouse.wheel(0, -3000);
    await page.waitForTimeout(1_200);
    await take('solved');
    await button('Edit board').click();
    await button('Shuffle').first().click();
    await page.getByRole('region', { name: 'Start' }).locator('[data-cell="0"]').click();
    await page.getByRole('region', { name: 'Start' }).locator('[data-cell="6"]').click();
    await take('edit', true);
    await button('Cancel').click();
    await button('Share').click();
    await take('share');
    await page.keyboard.press('Escape');
    await button('Help').click();
    await take('help');
    await page.keyboard.press('Escape');
    const picture = await page.locator('.tray').screenshot();
    await button('Your picture…').click();
    await take('picture-dialog');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orbits.png', mimeType: 'image/png', buffer: picture });
    await page.locator('.cropper-crop-box').waitFor();
    await take('crop');
    await page.keyboard.press('Escape');
    await page.getByText('Numbers', { exact: true }).click();
    await openPuzzle(page, '1 2 3/4 5 6/7 0 8');
    await page.locator('.board [tabindex="0"]').focus();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await page.getByText('the shortest way has').waitFor();
    await page.waitForTimeout(1_200);
    await take('won', whole);
    await setSize(page, 20, 20);
    await solveBy(page, 'anytime');
    await page.getByText(/best so far [\d,]+ moves/).waitFor();
    await take('solving', whole);
    await button('Cancel').click();
    await page.getByLabel('Algorithm').selectOption('alpha-star');
    await take('options', true);
    await button('Blocks').click();
    await take('blocks', whole);
    await button('All puzzles').click();
    await page.waitForTimeout(600);
    await take('catalogue', true);
    await button('Back to playing').click();
    await openFromCatalogue(page, 'Jewel Swap');
    await button('Hint').click();
    await button('Where to?').click();
    await take('jewel-swap', whole);
    await openFromCatalogue(page, 'Cloakroom');
    await take('gates', whole);
    await openFromCatalogue(page, 'Klotski');
    await button('Solve').click();
    await page.getByLabel('Place in the solution').waitFor();
    await pause();
    await take('blocks-playback', whole);
    await button('Edit a copy').click();
    await page.getByText('Solvable, shortest 81 moves').waitFor();
    await take('block-editor', true);
    await button('Import…').click();
    await take('import');
    await page.keyboard.press('Escape');
    await button('Back to playing').click();
    await followLink(page, blockPuzzle('name: Round the corner\nmoves: 1\n\nA..\n .\n--\n..A\n .'));
    await page.locator('[data-block="A"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await take('blocks-won');
    await button('Laboratory').click();
    await button('Start the race').click();
    await page.getByRole('img', { name: /^IDA\*: .* looked at of/ }).waitFor({ timeout: 30_000 });
    await button('Run the range').click();
    await page.getByText('ε = 5').waitFor();
    await take('laboratory', true);
    await button('Tiles').click();
    await button('Solve a puzzle I have').click();
    await take('read-begin');
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'numbers.png', mimeType: 'image/png', buffer: numbered });
    await page.getByTestId('reading').filter({ hasText: 'Numbered tiles' }).waitFor();
    await take('read', true);
    await page.context().close();
  }
}
await Promise.all(Array.from({ length: HANDS }, work));

const page = await app.page({ viewport: { width: 1180, height: 836 } }, start);
await page.getByRole('button', { name: 'Orbits', exact: true }).click();
await page.getByText('Both', { exact: true }).click();
await page.locator('.tray.pictured').waitFor();
await page.getByRole('button', { name: 'Got it' }).click();
await page.evaluate(() => scrollTo(0, 0));
await page.mouse.move(0, 0);
await page.waitForTimeout(800);
await page.screenshot({ path: `${README}app.png` });
await app.close();
