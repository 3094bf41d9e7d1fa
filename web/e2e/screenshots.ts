// A picture of every view, for people to look at: in e2e/output, and a small one for the README in docs/images.
import { mkdirSync } from 'node:fs';
import { App, desktop, phone, puzzle } from './browser.ts';

const OUTPUT = new URL('./output/', import.meta.url).pathname;
const README = new URL('../../docs/images/', import.meta.url).pathname;
mkdirSync(OUTPUT, { recursive: true });
mkdirSync(README, { recursive: true });

const app = await App.open();
/** Only these devices, where some are named on the command line. */
const asked = process.argv.slice(2);
const devices = { desktop, phone, dark: { ...desktop, colorScheme: 'dark' as const }, 'phone-dark': { ...phone, colorScheme: 'dark' as const } };
const start = puzzle('3 4 1 8/14 5 2 7/0 10 11 6/9 13 15 12');

for (const [device, options] of Object.entries(devices)) {
  if (asked.length > 0 && !asked.includes(device)) continue;
  const page = await app.page(options, start);
  const still = () => page.waitForTimeout(600);
  const take = async (view: string, fullPage = false) => {
    await still();
    await page.screenshot({ path: `${OUTPUT}${device}-${view}.png`, fullPage });
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('button', { name: 'Island' }).locator('img').waitFor();
  await take('play', device.startsWith('phone'));
  await button('Orbits').click();
  await take('picture');
  await page.getByText('Both', { exact: true }).click();
  await take('both');
  await button('Solve').first().click();
  await page.getByLabel('Place in the solution').waitFor();
  await take('playback', device.startsWith('phone'));
  await page.getByLabel('Place in the solution').fill('999');
  await take('won');
  await button('Edit board').click();
  await take('edit', true);
  await button('Cancel').click();
  await button('Share').click();
  await take('share');
  await page.keyboard.press('Escape');
  await button('Help').click();
  await take('help');
  await page.keyboard.press('Escape');
  await button('Your picture…').click();
  await take('picture-dialog');
  await page.keyboard.press('Escape');
  await button('Blocks').click();
  await take('blocks', device.startsWith('phone'));
  await page.context().close();
}

const page = await app.page({ viewport: { width: 1100, height: 720 } }, start);
await page.waitForTimeout(800);
await page.screenshot({ path: `${README}app.png` });
await app.close();
