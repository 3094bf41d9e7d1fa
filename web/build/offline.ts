import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Parts that only few need: they are kept when they are used, not with the first visit. */
const isLater = (name: string): boolean => /^assets\/(ReadView|reader)/.test(name);

/** Writes the service worker's list of files, with a version that changes when any of them does. */
export function offline(): Plugin {
  return {
    name: 'taquin-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      // why no PNG: those are icons, which the system fetches when the app is installed.
      const names = [...Object.keys(bundle), ...readdirSync('public')].filter(
        (name) => !/\.(map|png)$/.test(name) && !isLater(name),
      );
      const hash = createHash('sha256');
      for (const name of readdirSync('public').sort()) hash.update(readFileSync(`public/${name}`));
      for (const part of Object.values(bundle)) hash.update(part.type === 'chunk' ? part.code : part.source);
      const source = readFileSync('build/service-worker.js', 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 16))
        .replace('__FILES__', JSON.stringify(['./', ...names.sort()]));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
