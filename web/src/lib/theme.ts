// Which colours are shown: those that were chosen, or those that the device asks for.
import type { Theme } from './preferences';

const PAPER = { light: '#f5f1ea', dark: '#191716', contrast: '#ffffff' };

/** Shows a theme from now on. */
export function showTheme(theme: Theme): void {
  const asked = (query: string): boolean => matchMedia(query).matches;
  const device = asked('(prefers-color-scheme: dark)')
    ? 'dark'
    : asked('(prefers-contrast: more)')
      ? 'contrast'
      : 'light';
  const shown = theme === 'auto' ? device : theme;
  document.documentElement.dataset.theme = shown;
  // The frame of an installed app, or of a phone's browser.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[shown]);
}
