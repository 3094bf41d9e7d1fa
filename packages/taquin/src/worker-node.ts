// The script of a worker thread.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { loadPart } from './engine-node.js';
import type { ToWorker } from './protocol.js';
import { Service } from './service.js';
import { tableStore } from './storage-node.js';

if (parentPort === null) throw new Error('this is the script of a worker thread');
const port = parentPort;

const service = new Service({
  loadPart: (part) => loadPart(part),
  store: tableStore,
  send: (message) => port.postMessage(message),
  // why no message channel: Node reads up to a thousand messages from one port before it looks at another.
  yieldToEvents: () => nextTurn(),
  crash: (error) => {
    // why later: thrown here, it would only reject a promise.
    setImmediate(() => {
      throw error;
    });
  },
});

port.on('message', (message: ToWorker) => service.hear(message));
