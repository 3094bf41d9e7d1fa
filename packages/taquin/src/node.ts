// The package in Node: searches run in worker threads, tables are kept in the user's cache folder.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { loadPart } from './engine-node.js';
import { usePlatform, type WorkerEvents, type WorkerHandle } from './platform.js';
import type { FromWorker } from './protocol.js';

export * from './taquin.js';

function startWorker({ onmessage, onerror }: WorkerEvents): WorkerHandle {
  // why no flags: some of the program's own, such as --input-type, are none for a worker.
  const worker = new Worker(new URL('./worker-node.js', import.meta.url), { execArgv: [] });
  worker.on('message', (message: FromWorker) => onmessage(message));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    onerror(error.code === 'MODULE_NOT_FOUND' || error.code === 'ENOENT' ? 'notLoaded' : 'crashed', error),
  );
  return {
    send: (message) => worker.postMessage(message),
    keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}

usePlatform({ loadPart: (part) => loadPart(part), startWorker, cores: availableParallelism });
