// How the player likes it.
import { fieldsOf, readJson, writeJson } from './storage';

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Look = 'numbers' | 'picture' | 'both';

export interface Preferences {
  theme: Theme;
  look: Look;
  /** A built-in picture's name, or `mine`. */
  picture: string;
  /** Arrow keys move the gap instead of the tile. */
  arrowsMoveGap: boolean;
  /** Letters on all blocks: they are told apart without colours. */
  letters: boolean;
  /** The first minute is over: nobody has to be told what can be done. */
  greeted: boolean;
  /** Moves a second in playback. */
  speed: number;
  /** What solutions and hints have few of: tiles moved one by one, or slides of several. */
  count: 'moves' | 'slides';
}

const DEFAULTS: Preferences = {
  theme: 'auto',
  look: 'numbers',
  picture: 'dunes',
  arrowsMoveGap: false,
  letters: false,
  greeted: false,
  speed: 6,
  count: 'moves',
};

const oneOf = <T extends string>(value: unknown, choices: readonly T[], fallback: T): T =>
  choices.find((choice) => choice === value) ?? fallback;

export function readPreferences(): Preferences {
  let kept: Record<string, unknown>;
  try {
    kept = fieldsOf(readJson('preferences'));
  } catch {
    return { ...DEFAULTS };
  }
  return {
    theme: oneOf(kept.theme, ['auto', 'light', 'dark', 'contrast'], DEFAULTS.theme),
    look: oneOf(kept.look, ['numbers', 'picture', 'both'], DEFAULTS.look),
    picture: typeof kept.picture === 'string' ? kept.picture : DEFAULTS.picture,
    arrowsMoveGap: kept.arrowsMoveGap === true,
    letters: kept.letters === true,
    // Whoever was here before there was a greeting needs none.
    greeted: kept.greeted === true || (kept.greeted === undefined && kept.theme !== undefined),
    speed: typeof kept.speed === 'number' && kept.speed >= 1 && kept.speed <= 1000 ? kept.speed : DEFAULTS.speed,
    count: oneOf(kept.count, ['moves', 'slides'], DEFAULTS.count),
  };
}

export const writePreferences = (preferences: Preferences): void => void writeJson('preferences', preferences);
