// The player's own puzzles, kept on this device.
import { BlockGame, type BlockDrawing } from '../lib/engine';
import { readText, writeText } from '../lib/storage';

export interface Mine {
  id: string;
  drawing: BlockDrawing;
}

const KEY = 'puzzles';

/** What is kept, without what cannot be read any more. */
function read(): Mine[] {
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((entry: Partial<Record<'id' | 'text', unknown>>) => {
      try {
        return typeof entry.id === 'string' && typeof entry.text === 'string' ? [{ id: entry.id, drawing: drawn(entry.text) }] : [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** How a puzzle given as text is drawn; throws where it is none. */
export function drawn(text: string): BlockDrawing {
  const game = new BlockGame(text);
  try {
    return game.drawing();
  } finally {
    game.free();
  }
}

export class MyPuzzles {
  all: Mine[] = $state.raw(read());

  /** Keeps a puzzle: a new one, or in the place of an old one. */
  keep(text: string, id: string | null): Mine {
    const entry = { id: id ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`, drawing: drawn(text) };
    const known = this.all.some((other) => other.id === entry.id);
    this.#set(known ? this.all.map((other) => (other.id === entry.id ? entry : other)) : [...this.all, entry]);
    return entry;
  }

  /** Takes a puzzle away and tells how to bring it back. */
  remove(id: string): () => void {
    const index = this.all.findIndex((entry) => entry.id === id);
    const entry = this.all[index];
    this.#set(this.all.filter((other) => other.id !== id));
    return () => {
      if (entry !== undefined) this.#set(this.all.toSpliced(index, 0, entry));
    };
  }

  /** The kept puzzle with this text. */
  find(text: string): Mine | undefined {
    return this.all.find(({ drawing }) => drawing.text === text);
  }

  #set(all: Mine[]): void {
    this.all = all;
    writeText(KEY, JSON.stringify(all.map(({ id, drawing }) => ({ id, text: drawing.text }))));
  }
}
