// The script of a web worker.
import { loadPart } from './engine-browser.js';
import type { ToWorker } from './protocol.js';
import { Service } from './service.js';
import { tableStore } from './storage-browser.js';

/** A timer would be clamped to 4 ms; a message channel is not. */
const yieldToEvents = (() => {
  const { port1, port2 } = new MessageChannel();
  let next: (() => void) | null = null;
  port1.onmessage = () => next?.();
  return () =>
    new Promise<void>((resolve) => {
      next = resolve;
      port2.postMessage(null);
    });
})();

const service = new Service({
  loadPart: (part) => loadPart(part),
  store: tableStore,
  send: (message) => self.postMessage(message),
  yieldToEvents,
  crash: reportError,
});

self.onmessage = ({ data }: MessageEvent<ToWorker>) => service.hear(data);
