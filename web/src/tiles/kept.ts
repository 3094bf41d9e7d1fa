// The game of tiles as it is kept between visits.
import { Board } from 'taquin/engine';
import { fieldsOf, readJson, writeJson } from '../lib/storage';
import type { SavedGame } from './game.svelte';
import { draftOf, isSameSize, type Draft } from './draft';

const KEY = 'game';
const DRAFT = 'edit';

/** Under what a solution that is being looked at is kept. */
export const SOLUTION = 'solution';

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A kept game from what storage holds; throws where it is damaged. */
export function savedGameIn(value: unknown): SavedGame {
  const { start, goal, cut, done, undone, elapsed, ranked, helped, day } = fieldsOf(value);
  if (typeof start !== 'string' || typeof goal !== 'string' || !isTexts(done) || !isTexts(undone)) {
    throw new Error('no game');
  }
  return {
    start,
    goal,
    ...(typeof cut === 'string' ? { cut } : {}),
    done,
    undone,
    elapsed: Number(elapsed),
    ranked: ranked === true,
    helped: helped === true,
    ...(typeof day === 'string' ? { day } : {}),
  };
}

/** The kept game, `null` where there is none; throws where it is damaged. */
export function readGame(): SavedGame | null {
  const kept = readJson(KEY);
  return kept === undefined ? null : savedGameIn(kept);
}

/** Keeps the game; `false` where storage is full or blocked. */
export const writeGame = (game: SavedGame): boolean => writeJson(KEY, game);

/** Start and goal in the editor, `null` where none can be read. */
export function readDraft(): Draft | null {
  try {
    const { start, goal, cut } = fieldsOf(readJson(DRAFT));
    if (typeof start !== 'string' || typeof goal !== 'string') return null;
    const draft = { start: Board.parseAny(start), goal: Board.parseGoal(goal) };
    const shown = typeof cut === 'string' ? Board.parseGoal(cut) : draft.goal;
    const fits = isSameSize(shown, draft.start) || isSameSize(shown, draft.goal);
    return draftOf(draft, fits ? shown : draft.goal);
  } catch {
    return null;
  }
}

export const writeDraft = (draft: Draft | null): void =>
  void writeJson(
    DRAFT,
    draft && { start: draft.start.toString(), goal: draft.goal.toString(), cut: draft.cut.toString() },
  );
