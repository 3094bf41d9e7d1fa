import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadEngine } from './lib/engine';
import { readPreferences } from './lib/storage';
import { showTheme } from './lib/theme';

// why first: whoever asked for the dark must not see a flash of light while the engine loads.
showTheme(readPreferences().theme);
await loadEngine();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register('./sw.js');
}
