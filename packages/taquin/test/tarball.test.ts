// The package as npm would publish it, in an empty folder elsewhere: from a Node program, from a plain page, by a strict compiler.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { App } from '../../../web/e2e/browser.ts';
import { ANSWER, installed, page, run, script } from './consumers/folder.ts';

const user = await installed();
after(() => user.remove());

/** Compressed bytes of JavaScript and of each module that the package may have. */
const MOST_BYTES = { '.js': 32_000, 'wasm/tiles_bg.wasm': 400_000, 'wasm/blocks_bg.wasm': 250_000 };

test('the tarball holds what is needed and nothing else', () => {
  const paths = user.files.map(({ path }) => path);
  for (const path of [
    'README.md',
    'LICENSE-MIT',
    'LICENSE-APACHE',
    'THIRD-PARTY.md',
    'wasm/tiles_bg.wasm',
    'wasm/blocks_bg.wasm',
  ])
    assert.ok(paths.includes(path), `${path} is missing`);
  const isWanted = (path: string): boolean =>
    /^(dist\/[a-z-]+\.(js|d\.ts)|wasm\/(tiles|blocks)(\.js|\.d\.ts|_bg\.wasm)|package\.json|[A-Z-]+(\.md)?)$/.test(
      path,
    );
  assert.deepEqual(
    paths.filter((path) => !isWanted(path)),
    [],
  );
});

test('it is small', async () => {
  const compressed = async (path: string): Promise<number> =>
    gzipSync(await readFile(join(user.path, 'node_modules/taquin', path))).length;
  for (const [end, most] of Object.entries(MOST_BYTES)) {
    const files = user.files.map(({ path }) => path).filter((path) => path.endsWith(end));
    const sizes = await Promise.all(files.map(compressed));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 0 && bytes < most, `${end}: ${bytes} bytes, compressed`);
  }
});

test('a Node program uses it, and ends', async () => {
  await writeFile(
    join(user.path, 'main.js'),
    `import * as taquin from 'taquin';
import { program } from './program.js';

console.log(JSON.stringify(await program(taquin)));
`,
  );
  const { stdout } = await run(process.execPath, ['main.js'], { cwd: user.path, env: user.env, timeout: 120_000 });
  assert.deepEqual(JSON.parse(stdout), ANSWER);
});

test('a page uses it without a bundler, under a policy that allows only itself', async () => {
  await writeFile(join(user.path, 'index.html'), page('./page.js'));
  await writeFile(join(user.path, 'page.js'), script('./node_modules/taquin/dist/browser.js'));
  const app = await App.open();
  app.folder = user.path;
  try {
    const shown = await (await app.profile()).newPage();
    await shown.goto(app.address);
    await shown.locator('body:not(:empty)').waitFor();
    assert.deepEqual(JSON.parse(await shown.locator('body').innerText()), ANSWER);
  } finally {
    await app.close();
  }
});

test('its types compile in a strict program, by both ways of finding modules', async () => {
  const source = await readFile(new URL('consumers/types.ts', import.meta.url));
  await writeFile(join(user.path, 'types.ts'), source);
  const compiler = fileURLToPath(new URL('../../../web/node_modules/typescript/bin/tsc', import.meta.url));
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false'];
  const common = [compiler, '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', ...strict];
  await Promise.all(
    [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ].map((modules) =>
      run(process.execPath, [...common, ...modules, 'types.ts'], { cwd: user.path }).catch(
        ({ stdout }: { stdout: string }) => assert.fail(stdout),
      ),
    ),
  );
});
