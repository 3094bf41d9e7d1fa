// The script of a web worker.
import { loadEngine } from './engine-browser.js';
import type { ToWorker } from './protocol.js';
import { Service } from './service.js';
import { tableStore } from './storage-browser.js';

const service = new Service({
  engine: loadEngine(),
  store: tableStore,
  send: (message) => self.postMessage(message),
  crash: reportError,
});

self.onmessage = ({ data }: MessageEvent<ToWorker>) => service.hear(data);
