// The two counters of moves, kept up move by move: a solution of a large board has millions.
import { slides } from 'taquin/engine';

export interface Count {
  /** Single tiles. */
  moves: number;
  /** Slides of one or more tiles in a row. */
  slides: number;
}

export const NONE: Count = { moves: 0, slides: 0 };

/** The count with more moves at the end; `last` is the letter before them. */
export const counted = (count: Count, last: string, letters: string): Count => changed(count, last, letters, 1);

/** The count without the last moves; `last` is the letter before them. */
export const uncounted = (count: Count, last: string, letters: string): Count => changed(count, last, letters, -1);

const changed = (count: Count, last: string, letters: string, by: 1 | -1): Count => {
  if (letters === '') return count;
  // Moves that go on in the same direction are one slide.
  const more = slides(letters) - (last === letters.charAt(0) ? 1 : 0);
  return { moves: count.moves + by * letters.length, slides: count.slides + by * more };
};
