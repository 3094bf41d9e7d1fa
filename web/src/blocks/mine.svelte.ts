// The player's own puzzles, kept on this device.
import { BlockGame, type BlockDrawing } from 'taquin/engine';
import { readJson, writeJson } from '../lib/storage';

export interface Mine {
  id: string;
  drawing: BlockDrawing;
}

const KEY = 'puzzles';

/** What is kept, without what cannot be read any more. */
function read(): Mine[] {
  try {
    const stored = readJson(KEY);
    // why twice: up to version 0.1 the list was kept as a text of its own.
    const kept: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((entry: Partial<Record<'id' | 'text', unknown>>) => {
      try {
        return typeof entry.id === 'string' && typeof entry.text === 'string'
          ? [{ id: entry.id, drawing: drawingOf(entry.text) }]
          : [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** How a puzzle given as text is drawn; throws where it is none. */
export function drawingOf(text: string): BlockDrawing {
  const game = new BlockGame(text);
  try {
    return game.drawing();
  } finally {
    game.free();
  }
}

export class MyPuzzles {
  all: Mine[] = $state.raw(read());

  /** Keeps a puzzle: a new one, or in the place of an old one. `isKept`: also for the next visit. */
  keep(text: string, id: string | null): Mine & { isKept: boolean } {
    const entry = {
      id: id ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
      drawing: drawingOf(text),
    };
    const known = this.all.some((other) => other.id === entry.id);
    const isKept = this.#set(
      known ? this.all.map((other) => (other.id === entry.id ? entry : other)) : [...this.all, entry],
    );
    return { ...entry, isKept };
  }

  /** Takes a puzzle away; the result brings it back. */
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

  #set(all: Mine[]): boolean {
    this.all = all;
    return writeJson(
      KEY,
      all.map(({ id, drawing }) => ({ id, text: drawing.text })),
    );
  }
}
