// What survives a reload and is too large for localStorage: bytes under a name, in IndexedDB.
import type { TableStore } from './tables.js';

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('taquin', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('blobs');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage is closed'));
  });

const transact = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('blobs', mode);
      const request = act(transaction.objectStore('blobs'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage is full'));
    });
  } finally {
    database.close();
  }
};

export const readBlob = async (name: string): Promise<unknown> =>
  transact<unknown>('readonly', (store) => store.get(name));

export const writeBlob = async (name: string, value: Blob | ArrayBuffer | Uint8Array): Promise<void> => {
  await transact('readwrite', (store) => store.put(value, name));
};

export const removeBlob = async (name: string): Promise<void> => {
  await transact('readwrite', (store) => store.delete(name));
};

/** Under which name a table is kept. */
const key = (name: string): string => `table/${name}`;

export const tableStore: TableStore = {
  read: (name) => readBlob(key(name)),
  write: (name, bytes) => writeBlob(key(name), bytes),
  remove: (name) => removeBlob(key(name)),
};
