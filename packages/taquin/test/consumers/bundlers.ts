// The package in the applications that bundlers make of it; they come from npm, which takes the network and a minute.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { App } from '../../../../web/e2e/browser.ts';
import { ANSWER, installed, page, run, script } from './folder.ts';

const user = await installed('vite@7', 'webpack@5', 'webpack-cli@6');
after(() => user.remove());

/** A page in the folder of an app is to show the answer. */
async function answers(folder: string): Promise<void> {
  const app = await App.open();
  app.folder = folder;
  try {
    const shown = await (await app.profile()).newPage();
    await shown.goto(app.address);
    await shown.locator('body:not(:empty)').waitFor();
    assert.deepEqual(JSON.parse(await shown.locator('body').innerText()), ANSWER);
  } finally {
    await app.close();
  }
}

await writeFile(join(user.path, 'index.html'), page('./main.js'));
await writeFile(join(user.path, 'main.js'), script('taquin'));

test('Vite builds an app of it as it is', async () => {
  await run('npx', ['vite', 'build', '--target', 'es2022', '--outDir', 'vite-app'], { cwd: user.path });
  await answers(join(user.path, 'vite-app'));
});

for (const mode of ['production', 'development'])
  test(`webpack builds an app of it as it is (${mode})`, async () => {
    const folder = join(user.path, `webpack-${mode}`);
    const built = run('npx', ['webpack', './main.js', '--mode', mode, '--devtool', 'false', '-o', folder], {
      cwd: user.path,
    });
    await built.catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), page('./main.js'));
    await answers(folder);
  });
