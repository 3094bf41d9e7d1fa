import { describe, expect, test } from 'vitest';
import { BlockPlayback } from '../src/blocks/playback.svelte';
import { Board, BlockGame, inverse, type BlockMove } from 'taquin/engine';
import type { Outcome } from 'taquin';
import { Game } from '../src/tiles/game.svelte';
import { Playback } from '../src/tiles/playback.svelte';

const outcome = (found: Partial<Outcome>): Outcome => ({
  status: 'solved',
  optimal: false,
  seconds: 0,
  stats: {} as Outcome['stats'],
  ...found,
});

/** A game with some moves played, and a solution of its position to be watched. */
const watched = (letters: string, played = ['D']): { game: Game; playback: Playback } => {
  const game = new Game();
  const goal = Board.solved(3, 3);
  game.begin(goal.after(inverse(played.join('') + letters)), goal);
  for (const part of played) game.play(part);
  return { game, playback: new Playback(game, outcome({ letters }), false) };
};

describe('watching a solution', () => {
  const LETTERS = 'RDLLURUL';

  test('any place can be sought, and leads to the position that the moves lead to', () => {
    const { game, playback } = watched(LETTERS);
    const start = game.board;
    for (const index of [8, 3, 0, 7, 7, 2, 8]) {
      playback.seek(index);
      expect(game.board.toString(), `at ${index}`).toBe(start.after(LETTERS.slice(0, index)).toString());
      expect(game.played.moves).toBe(1 + index);
    }
    expect([playback.finished, game.won]).toEqual([true, true]);
  });

  test('places outside are the ends', () => {
    const { playback } = watched(LETTERS);
    playback.seek(99);
    expect(playback.index).toBe(8);
    playback.seek(-1);
    expect(playback.index).toBe(0);
  });

  test('playing again after the end begins at the beginning', () => {
    const { playback } = watched(LETTERS);
    playback.seek(8);
    playback.toggle();
    expect([playback.index, playback.playing]).toEqual([0, true]);
    playback.toggle();
    expect(playback.playing).toBe(false);
  });

  test('moves by hand are followed forwards and back, others are not', () => {
    const { game, playback } = watched(LETTERS);
    game.play('R');
    expect([playback.follows('R'), playback.index]).toEqual([true, 1]);
    game.play('L');
    expect([playback.follows('L'), playback.index, game.played.moves]).toEqual([true, 0, 1]);
    game.play('L');
    expect([playback.follows('L'), playback.index]).toEqual([false, 0]);
  });

  test('slides count as one where they were asked for', () => {
    const { game, playback } = watched(LETTERS);
    expect(playback.length.found).toBe('8 moves');
    expect(new Playback(game, outcome({ letters: LETTERS }), true).length.found).toBe('7 slides');
  });

  test('a long solution can be sought back and forth', () => {
    const game = new Game();
    const goal = Board.parse('1 2/3 0');
    const letters = 'DRUL'.repeat(40_000);
    game.begin(goal, goal);
    const playback = new Playback(game, outcome({ letters }), false);
    playback.seek(letters.length);
    expect(game.played.moves).toBe(letters.length);
    // Three rounds bring every tile of a 2 × 2 board back.
    playback.seek(12 * 8_000 + 5);
    expect(game.board.toString()).toBe(goal.after('DRULD').toString());
    playback.seek(2);
    expect(game.board.toString()).toBe(goal.after('DR').toString());
  });
});

test('the solution of a block puzzle is sought by replaying it', () => {
  const game = new BlockGame('A..\n--\n..A');
  const moves = [
    { block: 0, from: [0, 0], to: [0, 1], path: 'R' },
    { block: 0, from: [0, 1], to: [0, 2], path: 'R' },
  ] satisfies BlockMove[];
  const player = {
    done: [] as BlockMove[],
    drawing: game.drawing(),
    rewrite(done: BlockMove[]) {
      this.done = done;
    },
  };
  const playback = new BlockPlayback(player, moves, outcome({ moves }));
  playback.seek(2);
  expect([player.done, playback.finished]).toEqual([moves, true]);
  playback.seek(1);
  expect(player.done).toEqual(moves.slice(0, 1));
  expect(playback.text).toBe('A:R A:R ');
});
