// The engine's tables between visits: brought from the browser's storage before a search, kept there as they are made.
import { adoptTable, nextBuiltTable, wantedTables, type Board, type SearchOptions } from './engine';
import { readBlob, removeBlob, writeBlob } from './storage';

/** What became of the tables that a search wanted. */
export interface TableCounts {
  /** Brought from storage. */
  read: number;
  /** Found damaged in storage, and made anew. */
  damaged: number;
  /** Made by this search. */
  built: number;
}

let writing: Promise<void> = Promise.resolve();

/** When all tables that were made are kept. */
export const tablesWritten = (): Promise<void> => writing;

const key = (name: string): string => `table/${name}`;

/** Brings what storage has of the tables that a search may want. */
export async function loadTables(goal: Board, options: SearchOptions): Promise<TableCounts> {
  const counts: TableCounts = { read: 0, damaged: 0, built: 0 };
  for (const name of wantedTables(goal, options)) {
    const found = await readBlob(key(name)).catch(() => undefined);
    if (found === undefined) continue;
    try {
      adoptTable(goal, options, name, found instanceof Uint8Array ? found : new Uint8Array());
      counts.read += 1;
    } catch {
      counts.damaged += 1;
      await removeBlob(key(name)).catch(() => undefined);
    }
  }
  return counts;
}

/** Keeps the tables that were made since the last call; says how many. */
export function saveTables(): number {
  let count = 0;
  for (let table = nextBuiltTable(); table !== undefined; table = nextBuiltTable()) {
    const { name, bytes } = table;
    table.free();
    count += 1;
    // Full or forbidden storage is no reason to stop: the table serves this visit all the same.
    writing = writing.then(() => writeBlob(key(name), bytes)).catch(() => undefined);
  }
  return count;
}
