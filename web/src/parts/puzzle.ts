// What every kind of puzzle has in common, as far as buttons and keys are concerned.
import type { SolutionPlayback } from './playback';

/** How much of a hint is shown: what moves, or also where to. The next time it is done. */
export type HintStage = 'which' | 'where';

export interface Puzzle {
  readonly hintStage: HintStage | null;
  readonly playback: SolutionPlayback | null;
  undo(): void;
  redo(): void;
  restart(): void;
  hint(): Promise<void>;
  solve(): Promise<void>;
  cancel(): void;
}

/** A message, perhaps with something to be done about it. */
export interface Notice {
  text: string;
  action?: { label: string; run: () => void };
}

/** Is this key meant for a field, for an open dialog, or for the browser? */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.altKey ||
  document.querySelector('dialog:modal') !== null ||
  (event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null);

/** What a key does to any kind of puzzle, if anything. */
export function commandFor(event: KeyboardEvent, puzzle: Puzzle): (() => void) | undefined {
  const { playback } = puzzle;
  const name = event.key.toLowerCase();
  if (name === 'z') return () => (event.shiftKey ? puzzle.redo() : puzzle.undo());
  if (name === 'y') return () => puzzle.redo();
  if (event.ctrlKey || event.metaKey) return undefined;
  switch (name) {
    case 'h':
      return () => void puzzle.hint();
    case 'p':
      return () => (playback === null ? void puzzle.solve() : playback.toggle());
    case ',':
      return () => playback?.seek(playback.index - 1);
    case '.':
      return () => playback?.seek(playback.index + 1);
    case 'escape':
      return () => puzzle.cancel();
    default:
      return undefined;
  }
}
