import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadPart } from 'taquin/engine';
import { puzzleIn } from './blocks/link';
import { readPreferences } from './lib/preferences';
import { routeIn } from './lib/route';
import { readText } from './lib/storage';
import { showTheme } from './lib/theme';
import { update } from './lib/update.svelte';
import { strings } from './strings';

/** Says in the page's skeleton that nothing more will come, and what to do. */
function showFailure(): void {
  const status = document.getElementById('loading');
  if (status === null) return;
  const button = document.createElement('button');
  button.className = 'button primary';
  button.textContent = strings.update.reload;
  button.onclick = () => location.reload();
  status.role = 'alert';
  status.replaceChildren(strings.update.engineMissing, document.createElement('br'), button);
}

/** Will block puzzles be shown first? */
const beginsWithBlocks = (): boolean =>
  (routeIn(location.hash)?.view ?? (puzzleIn(location.hash) === null ? readText('view') : 'blocks')) === 'blocks';

// why first: whoever asked for the dark must not see a flash of light while the engine loads.
showTheme(readPreferences().theme);
try {
  const hasBlocks = beginsWithBlocks();
  await Promise.all([loadPart('tiles'), ...(hasBlocks ? [loadPart('blocks')] : [])]);
  const target = document.getElementById('app');
  target?.replaceChildren();
  if (target !== null) mount(App, { target, props: { hasBlocks } });
} catch (error) {
  showFailure();
  console.error(error);
}

// Where it is not allowed (a private window, plain http) the app works all the same, only not offline.
if (import.meta.env.PROD) update.register().catch(() => undefined);
