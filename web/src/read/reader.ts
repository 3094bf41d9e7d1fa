// The page's side of the reader's worker.
import { read as text } from '../strings/read';
import type { Calls, FromReader } from './protocol';

interface Waiting {
  name: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const nameOf = (file: Blob | null | undefined): string => (file instanceof File ? file.name : text.thisFile);

export class PictureReader {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;

  /** Asks the worker; what it cannot do is an error in words. */
  ask<K extends keyof Calls>(call: K, asks: Calls[K]['asks']): Promise<Calls[K]['answers']> {
    const id = ++this.#last;
    const { file } = asks as { file?: Blob | null };
    const answer = new Promise<unknown>((resolve, reject) =>
      this.#waiting.set(id, { name: nameOf(file), resolve, reject }),
    );
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, call, ...asks });
    return answer as Promise<Calls[K]['answers']>;
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromReader>) => this.#hear(data);
    worker.onerror = (event) => {
      // An event without a message says that the worker's script itself did not arrive.
      const reason = 'message' in event ? text.crashed : text.notLoaded;
      this.close();
      for (const waiting of this.#waiting.values()) waiting.reject(new Error(text.failed(reason)));
      this.#waiting.clear();
    };
    return worker;
  }

  #hear(message: FromReader): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (waiting === undefined) return;
    if ('value' in message) return waiting.resolve(message.value);
    if ('failed' in message) return waiting.reject(new Error(text.failed(message.failed)));
    const { size } = message.refused;
    waiting.reject(new Error(size === undefined ? text.notAnImage(waiting.name) : text.tooLarge(...size)));
  }
}
