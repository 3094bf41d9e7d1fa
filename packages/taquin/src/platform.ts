// What differs between a page and a Node program; the entry of each says what it is.
import type { Part } from './engine.js';
import type { EngineError } from './errors.js';
import type { FromWorker, ToWorker } from './protocol.js';

/** What the owner of a worker hears. */
export interface WorkerEvents {
  onmessage: (message: FromWorker) => void;
  onerror: (reason: EngineError['reason'], cause?: unknown) => void;
}

/** A worker as its owner knows it. */
export interface WorkerHandle {
  send(message: ToWorker): void;
  /** Does a program that has nothing else to do wait for it? */
  keepAlive(isNeeded: boolean): void;
  terminate(): void;
}

export interface Platform {
  loadPart(part: Part): Promise<WebAssembly.Memory>;
  startWorker(events: WorkerEvents): WorkerHandle;
  /** How many searches can run at once. */
  cores(): number;
}

let current: Platform | null = null;

export const usePlatform = (platform: Platform): void => void (current = platform);

export const platform = (): Platform => {
  if (current === null) throw new Error('import the package by its name, not one of its files');
  return current;
};
