// Which colours are shown: those that were chosen, or those that the device asks for.
import type { Theme } from './storage';

/** Shows a theme from now on. */
export function showTheme(theme: Theme): void {
  const asked = (query: string): boolean => matchMedia(query).matches;
  const device = asked('(prefers-color-scheme: dark)') ? 'dark' : asked('(prefers-contrast: more)') ? 'contrast' : 'light';
  document.documentElement.dataset.theme = theme === 'auto' ? device : theme;
}
