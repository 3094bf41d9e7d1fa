// How a game is shuffled. The engine makes each shuffle from a seed.
import { randomSeed, type Board } from 'taquin/engine';

export type Shuffle =
  /** Every board that can be solved is as likely as any other. */
  | { way: 'random' }
  /** By so many random moves, which may be watched. */
  | { way: 'moves'; count: number; isWatched: boolean }
  /** Until so many of a hundred tiles are out of place. */
  | { way: 'displaced'; percent: number }
  /** At random too, but whoever gives the same word gets the same board. */
  | { way: 'word'; word: string };

/** A number that a word always gives, however it is written: FNV-1a, whose prime and first value these are. */
export function seedOfWord(word: string): bigint {
  let seed = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(word.normalize('NFC').trim().toLowerCase()))
    seed = BigInt.asUintN(64, (seed ^ BigInt(byte)) * 0x100000001b3n);
  return seed;
}

/** How often a shuffle that ends at the goal is made anew: some end there always, as two moves on two cells do. */
const ATTEMPTS = 100;

/** A board from which the goal can be reached, not the goal itself where that is possible, and the seed that it was made from;
 *  throws where no board is shuffled like that.
 *
 *  - `tiles`: a board with the tiles of the game, for a goal that does not name them all. */
export function shuffled(goal: Board, shuffle: Shuffle, tiles: Board = goal): { start: Board; seed: bigint } {
  for (let attempt = 1; ; attempt++) {
    const seed = shuffle.way === 'word' ? BigInt.asUintN(64, seedOfWord(shuffle.word) + BigInt(attempt)) : randomSeed();
    const start = once(goal, shuffle, seed, tiles);
    if (!start.equals(goal) || attempt === ATTEMPTS) return { start, seed };
  }
}

function once(goal: Board, shuffle: Shuffle, seed: bigint, tiles: Board): Board {
  switch (shuffle.way) {
    case 'random':
    case 'word':
      return goal.isLabelled ? tiles.scrambledFor(goal, seed) : goal.scrambled(seed);
    case 'moves':
      return (goal.texts.includes('*') ? tiles : goal).walked(shuffle.count, seed);
    case 'displaced':
      return goal.displaced(shuffle.percent, seed);
  }
}
