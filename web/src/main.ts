import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadEngine } from 'taquin/engine';
import { readPreferences } from './lib/preferences';
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

// why first: whoever asked for the dark must not see a flash of light while the engine loads.
showTheme(readPreferences().theme);
try {
  await loadEngine();
  const target = document.getElementById('app');
  target?.replaceChildren();
  if (target !== null) mount(App, { target });
} catch (error) {
  showFailure();
  console.error(error);
}

// Where it is not allowed (a private window, plain http) the app works all the same, only not offline.
if (import.meta.env.PROD) update.register().catch(() => undefined);
