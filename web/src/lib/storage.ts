// What survives a reload. Small things as text in localStorage, pictures and tables in IndexedDB.
import type { SavedGame } from './game.svelte';

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Look = 'numbers' | 'picture' | 'both';

export interface Preferences {
  theme: Theme;
  look: Look;
  /** A built-in picture's name, or `mine`. */
  picture: string;
  /** Arrow keys move the gap instead of the tile. */
  arrowsMoveGap: boolean;
  /** Moves a second in playback. */
  speed: number;
}

export interface Best {
  moves: number;
  time: number;
}

const DEFAULTS: Preferences = { theme: 'auto', look: 'numbers', picture: 'dunes', arrowsMoveGap: false, speed: 6 };

const read = (key: string): unknown => {
  const text = localStorage.getItem(`taquin/${key}`);
  return text === null ? null : JSON.parse(text);
};

const write = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(`taquin/${key}`, JSON.stringify(value));
  } catch {
    // Full or forbidden (private windows): the game goes on, it is only not kept.
  }
};

export const readText = (key: string): string | null => {
  try {
    const kept = read(key);
    return typeof kept === 'string' ? kept : null;
  } catch {
    return null;
  }
};

export const writeText = (key: string, text: string): void => write(key, text);

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export function readPreferences(): Preferences {
  let kept: Record<string, unknown>;
  try {
    kept = record(read('preferences'));
  } catch {
    return { ...DEFAULTS };
  }
  const one = <T extends string>(value: unknown, among: readonly T[], otherwise: T): T =>
    among.find((item) => item === value) ?? otherwise;
  return {
    theme: one(kept.theme, ['auto', 'light', 'dark', 'contrast'], DEFAULTS.theme),
    look: one(kept.look, ['numbers', 'picture', 'both'], DEFAULTS.look),
    picture: typeof kept.picture === 'string' ? kept.picture : DEFAULTS.picture,
    arrowsMoveGap: kept.arrowsMoveGap === true,
    speed: typeof kept.speed === 'number' && kept.speed >= 1 && kept.speed <= 1000 ? kept.speed : DEFAULTS.speed,
  };
}

export const writePreferences = (preferences: Preferences): void => write('preferences', preferences);

/** The kept game, `null` where there is none; throws where it is damaged. */
export function readGame(): SavedGame | null {
  const kept = read('game');
  if (kept === null) return null;
  const game = record(kept);
  const texts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof game.start !== 'string' || typeof game.goal !== 'string' || !texts(game.done) || !texts(game.undone)) {
    throw new Error('no game');
  }
  return {
    start: game.start,
    goal: game.goal,
    done: game.done,
    undone: game.undone,
    elapsed: Number(game.elapsed),
    ranked: game.ranked === true,
  };
}

export const writeGame = (game: SavedGame): void => write('game', game);

export function readBests(): Record<string, Best> {
  const bests: Record<string, Best> = {};
  try {
    for (const [size, value] of Object.entries(record(read('bests')))) {
      const { moves, time } = record(value);
      if (typeof moves === 'number' && typeof time === 'number') bests[size] = { moves, time };
    }
  } catch {
    return {};
  }
  return bests;
}

export const writeBests = (bests: Record<string, Best>): void => write('bests', bests);

// Blobs: the player's picture, and tables of the engine.

const database = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('taquin', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('blobs');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage is closed'));
  });

const within = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction('blobs', mode);
      const request = act(transaction.objectStore('blobs'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage is full'));
    });
  } finally {
    opened.close();
  }
};

export const readBlob = async (name: string): Promise<unknown> => within('readonly', (store) => store.get(name));

export const writeBlob = async (name: string, value: Blob | ArrayBuffer | Uint8Array): Promise<void> => {
  await within('readwrite', (store) => store.put(value, name));
};

export const removeBlob = async (name: string): Promise<void> => {
  await within('readwrite', (store) => store.delete(name));
};
