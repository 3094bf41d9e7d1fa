import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadEngine } from './lib/engine';

await loadEngine();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register('./sw.js');
}
