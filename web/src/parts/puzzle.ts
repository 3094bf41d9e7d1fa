// What every kind of puzzle has in common, as far as buttons and keys are concerned.
import type { Watched } from './watched';

export interface Puzzle {
  readonly playback: Watched | null;
  undo(): void;
  redo(): void;
  restart(): void;
  hint(): Promise<void>;
  solve(): Promise<void>;
  cancel(): void;
}

/** Something to be told, perhaps with something to be done about it. */
export interface Notice {
  text: string;
  action?: { label: string; run: () => void };
}

/** Is this key meant for a field, or for the browser? */
export const elsewhere = (event: KeyboardEvent): boolean =>
  event.altKey || (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog') !== null);

/** What a key does to any kind of puzzle, if anything. */
export function deed(event: KeyboardEvent, puzzle: Puzzle): (() => void) | undefined {
  const { playback } = puzzle;
  const name = event.key.toLowerCase();
  if (name === 'z') return () => (event.shiftKey ? puzzle.redo() : puzzle.undo());
  if (name === 'y') return () => puzzle.redo();
  if (event.ctrlKey || event.metaKey) return undefined;
  switch (name) {
    case 'h': return () => void puzzle.hint();
    case 'p': return () => (playback === null ? void puzzle.solve() : playback.toggle());
    case ',': return () => playback?.seek(playback.index - 1);
    case '.': return () => playback?.seek(playback.index + 1);
    case 'escape': return () => puzzle.cancel();
    default: return undefined;
  }
}
