// The README's examples are run, each as a program of its own; what they print stands behind them as a comment.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';

const folder = new URL('..', import.meta.url);
const readme = await readFile(new URL('README.md', folder), 'utf8');
const examples = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']) => code);
const cache = await mkdtemp(join(tmpdir(), 'taquin-'));

after(() => rm(cache, { recursive: true, force: true }));

test('there are examples', () => assert.ok(examples.length >= 5));

for (const [index, code] of examples.entries())
  test(`example ${index + 1} prints what it says, and ends`, async () => {
    const wanted = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, text]) => text);
    assert.ok(wanted.length > 0);
    // why in the package's folder: there, `taquin` is this package.
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: folder,
      env: { ...process.env, TAQUIN_CACHE: cache },
      timeout: 120_000,
    });
    assert.deepEqual((await run).stdout.trimEnd().split('\n'), wanted);
  });
