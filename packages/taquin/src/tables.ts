// The engine's tables between visits: brought from the platform's storage before a search, kept there as they are made.
import { adoptTable, nextBuiltTable, wantedTables, type Board, type SearchOptions } from './engine.js';

/** Where tables are kept under their names. */
export interface TableStore {
  /** What is kept, `undefined` where there is nothing; a platform may also fail. */
  read(name: string): Promise<unknown>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** What became of the tables that a search wanted. */
export interface TableCounts {
  /** Brought from storage. */
  read: number;
  /** Found damaged in storage, and made anew. */
  damaged: number;
  /** Made by this search. */
  built: number;
}

/** The tables of an engine, and the store that they come from and go to. */
export class Tables {
  #writing: Promise<void> = Promise.resolve();

  constructor(readonly store: TableStore) {}

  /** When all tables that were made are kept. */
  written(): Promise<void> {
    return this.#writing;
  }

  /** Brings what the store has of the tables that a search may want. */
  async load(goal: Board, options: SearchOptions): Promise<TableCounts> {
    const counts: TableCounts = { read: 0, damaged: 0, built: 0 };
    for (const name of wantedTables(goal, options)) {
      const found = await this.store.read(name).catch(() => undefined);
      if (found === undefined) continue;
      try {
        adoptTable(goal, options, name, found instanceof Uint8Array ? found : new Uint8Array());
        counts.read += 1;
      } catch {
        counts.damaged += 1;
        await this.store.remove(name).catch(() => undefined);
      }
    }
    return counts;
  }

  /** Keeps the tables that were made since the last call; says how many. */
  save(): number {
    let count = 0;
    for (let table = nextBuiltTable(); table !== undefined; table = nextBuiltTable()) {
      const { name, bytes } = table;
      table.free();
      count += 1;
      // A full or forbidden store is no reason to stop: the table serves this visit all the same.
      this.#writing = this.#writing.then(() => this.store.write(name, bytes)).catch(() => undefined);
    }
    return count;
  }
}
