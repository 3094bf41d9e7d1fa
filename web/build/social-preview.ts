// Draws the picture that is shown where somebody links to the site: `npm run social-preview` writes public/social-preview.png.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const font = (file: string): string =>
  `data:font/woff2;base64,${readFileSync(`node_modules/@fontsource${file}.woff2`).toString('base64')}`;
const COLOURS = ['#e9c46a', '#e76f51', '#8ab17d', '#7aa7c7', '#d9a5b3'];
const TILES = [5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 11, 0, 14, 15, 12];

const board = TILES.map((tile) =>
  tile === 0 ? '<i></i>' : `<b style="background:${COLOURS[Math.floor((tile - 1) / 4)]}">${tile}</b>`,
).join('');
const page = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: 'Instrument Serif'; src: url(${font('/instrument-serif/files/instrument-serif-latin-400-normal')}) }
@font-face { font-family: 'Instrument Sans'; src: url(${font('-variable/instrument-sans/files/instrument-sans-latin-wght-normal')}); font-weight: 400 700 }
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; padding: 0 85px; display: flex; align-items: center; justify-content: space-between;
  background: #f5f1ea; color: #23201d; font-family: 'Instrument Sans' }
h1 { font: 400 150px/1 'Instrument Serif' }
p { max-width: 500px; margin-top: 26px; font-size: 38px; line-height: 1.35; color: #635b53 }
div { display: grid; grid-template-columns: repeat(4, 106px); gap: 10px; padding: 16px; border-radius: 26px; background: #e6dfd3 }
b, i { height: 106px; display: grid; place-items: center; border-radius: 16px; font-size: 46px; font-weight: 600; color: #2a2320 }
</style><section><h1>Taquin</h1><p>Sliding puzzles: play, solve and study them, on your own device.</p></section><div>${board}</div>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const view = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await view.setContent(page);
await view.evaluate(async () => void (await document.fonts.ready));
await view.screenshot({ path: 'public/social-preview.png' });
await browser.close();
