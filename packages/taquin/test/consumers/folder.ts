// An empty folder elsewhere, with the package in it as `npm pack` makes it: what a user has after `npm install`.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** What program.js is to answer. */
export const ANSWER = { moves: 41, optimal: true, klotski: 81, cancelled: 'AbortError', free: true };

export interface Folder {
  path: string;
  /** Its environment: tables are not to be mixed with the user's. */
  env: NodeJS.ProcessEnv;
  /** The tarball, and the files in it. */
  tarball: string;
  files: { path: string; size: number }[];
  remove(): Promise<void>;
}

/** Packs the package and installs it in a new folder, with other packages if they are named. */
export async function installed(...others: string[]): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'taquin-user-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', path], { cwd: PACKAGE });
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: Folder['files'] }];
  const tarball = join(path, filename);
  await writeFile(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // why offline: the package has no dependencies, so that nothing needs to be asked for.
  const network = others.length === 0 ? ['--offline'] : [];
  await run('npm', ['install', '--no-audit', '--no-fund', ...network, tarball, ...others], { cwd: path });
  await cp(join(HERE, 'program.js'), join(path, 'program.js'));
  return {
    path,
    env: { ...process.env, TAQUIN_CACHE: join(path, 'cache') },
    tarball,
    files,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** A page that runs a script and shows what program.js answers; by its policy nothing but itself is allowed. */
export const page = (script: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:"
    />
    <link rel="icon" href="data:," />
    <title>A user of the package</title>
    <script type="module" src="${script}"></script>
  </head>
  <body></body>
</html>
`;

/** The script of such a page, which finds the package there. */
export const script = (taquin: string): string => `import * as taquin from ${JSON.stringify(taquin)};
import { program } from './program.js';

document.body.textContent = await program(taquin).then(JSON.stringify, (error) => \`failed: \${error.stack}\`);
`;
