// The folder in which the command `taquin` keeps its tables too: the files are of one form.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { env, platform } from 'node:process';
import type { TableStore } from './tables.js';

/** The command may have tables there that are too large for a worker's memory. */
const LARGEST_BYTES = 33 * 2 ** 20;

const cacheFolder = (): string => {
  switch (platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Caches');
    case 'win32':
      return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
    default:
      return env.XDG_CACHE_HOME || join(homedir(), '.cache');
  }
};

const folder = env.TAQUIN_CACHE || join(cacheFolder(), 'taquin');
const path = (name: string): string => join(folder, `${name}.taquin`);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const tableStore: TableStore = {
  read: async (name) => {
    try {
      if ((await stat(path(name))).size > LARGEST_BYTES) return undefined;
      return await readFile(path(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  write: async (name, bytes) => {
    await mkdir(folder, { recursive: true });
    // why: a file appears whole or not at all, whoever else reads and writes there.
    const temporary = join(folder, `.${name}.taquin.${randomUUID()}`);
    try {
      await writeFile(temporary, bytes);
      await rename(temporary, path(name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  },
  remove: (name) => rm(path(name), { force: true }),
};
