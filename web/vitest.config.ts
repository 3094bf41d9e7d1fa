import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // why: the runes are to run as they do in a browser.
  resolve: { conditions: ['browser'] },
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'], setupFiles: ['test/engine.ts'] },
});
