// The package in browsers: searches run in web workers, tables are kept in IndexedDB.
import { loadPart } from './engine-browser.js';
import { usePlatform, type WorkerEvents, type WorkerHandle } from './platform.js';
import type { FromWorker } from './protocol.js';

export * from './taquin.js';

const SCRIPT = 'worker-browser.js';

/** A worker with this package's script. Browsers refuse one from another host, such as a CDN, but not one that imports it. */
function start(): Worker {
  try {
    return new Worker(new URL('./worker-browser.js', import.meta.url), { type: 'module' });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // why not `new URL`: to bundlers that would be another file to pack.
    const address = import.meta.url.replace(/[^/]*$/, SCRIPT);
    const script = new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' });
    return new Worker(URL.createObjectURL(script), { type: 'module' });
  }
}

function startWorker({ onmessage, onerror }: WorkerEvents): WorkerHandle {
  const worker = start();
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onmessage(data);
  // An event without a message says that the worker's script itself did not arrive.
  worker.onerror = (event) => onerror('message' in event ? 'crashed' : 'notLoaded', event.message);
  return {
    send: (message) => worker.postMessage(message),
    keepAlive: () => {},
    terminate: () => worker.terminate(),
  };
}

usePlatform({ loadPart: (part) => loadPart(part), startWorker, cores: () => navigator.hardwareConcurrency });
