// Links that hold a whole block puzzle as text.
import { linkWith } from '../lib/link';

export const hashOf = (puzzle: string): string => `blocks=${encodeURIComponent(puzzle)}`;

export const linkTo = (puzzle: string): string => linkWith(hashOf(puzzle));

/** The puzzle in a link, `null` where there is none. */
export const puzzleIn = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('blocks');
