import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = `${process.cwd()}/e2e/`;

test('the tests that e2e/README.md names are there', () => {
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('\n');
  const rows = readFileSync(`${folder}README.md`, 'utf8').split('\n');
  const named = rows
    .filter((row) => row.startsWith('| B'))
    .flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
    // Parts of names, commands and files are not names.
    .filter((name) => / /.test(name) && !/^(npm|taquin|on |\()/.test(name))
    // What a loop puts at the end of a name.
    .map((name) => name.replace(/ on \d+ × \d+$| \((light|dark)\)$|: 1 × 8 on a phone$/, ''));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !tests.includes(name))).toEqual([]);
});
