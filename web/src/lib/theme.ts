// Which colours are shown: those that were chosen, or those that the device asks for.
import type { Theme } from './preferences';

const PAPER = { light: '#f5f1ea', dark: '#191716', contrast: '#ffffff' };

/** What a theme looks like on this device. */
function shownBy(theme: Theme): keyof typeof PAPER {
  if (theme !== 'auto') return theme;
  const asked = (query: string): boolean => matchMedia(query).matches;
  if (asked('(prefers-color-scheme: dark)')) return 'dark';
  return asked('(prefers-contrast: more)') ? 'contrast' : 'light';
}

/** Does a theme look like this here? Where the system takes all colours away, it is the one of high contrast. */
export const isTheme = (theme: Theme, wanted: keyof typeof PAPER): boolean =>
  shownBy(theme) === wanted || (wanted === 'contrast' && matchMedia('(forced-colors: active)').matches);

/** Shows a theme from now on. */
export function showTheme(theme: Theme): void {
  const shown = shownBy(theme);
  document.documentElement.dataset.theme = shown;
  // The frame of an installed app, or of a phone's browser.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[shown]);
}
