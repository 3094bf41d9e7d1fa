// What survives a reload and is small: JSON in localStorage. (Pictures and tables are in IndexedDB: `taquin/storage`.)

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
