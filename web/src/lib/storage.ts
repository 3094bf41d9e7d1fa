// What survives a reload: small things as JSON in localStorage, pictures and tables in IndexedDB.

const PREFIX = 'taquin/';

/** The kept value, `undefined` where there is none; throws where it is damaged. */
export const readJson = (key: string): unknown => {
  let text: string | null;
  try {
    text = localStorage.getItem(PREFIX + key);
  } catch {
    // Storage is blocked: nothing was ever kept.
    return undefined;
  }
  return text === null ? undefined : JSON.parse(text);
};

/** Keeps a value; `false` where storage is full or blocked. */
export const writeJson = (key: string, value: unknown): boolean => {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** A kept text, `null` where there is none that can be read. */
export const readText = (key: string): string | null => {
  try {
    const kept = readJson(key);
    return typeof kept === 'string' ? kept : null;
  } catch {
    return null;
  }
};

/** Calls the listener when another tab has changed a value. */
export const onOtherTab = (key: string, listener: () => void): void =>
  window.addEventListener('storage', (event) => {
    if (event.key === PREFIX + key || event.key === null) listener();
  });

/** The fields of a value that should be an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

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
