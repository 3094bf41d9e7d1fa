import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Board } from 'taquin/engine';
import { NONE, counted, uncounted } from '../src/tiles/count';
import { Game } from '../src/tiles/game.svelte';
import { savedGameIn } from '../src/tiles/kept';

const begun = (start = '1 2 3/4 5 6/0 7 8'): Game => {
  const game = new Game();
  const board = Board.parse(start);
  game.begin(board, Board.solved(board.rows, board.cols), { ranked: true });
  return game;
};

describe('history', () => {
  test('a slide of two tiles is two moves, one slide, and undone at once', () => {
    const game = begun();
    expect(game.play('LL')).toBe(true);
    expect([game.won, game.played]).toEqual([true, { moves: 2, slides: 1 }]);
    expect(game.undo()).toBe('LL');
    expect([game.board.toString(), game.played]).toEqual(['1 2 3/4 5 6/0 7 8', NONE]);
    expect(game.redo()).toBe('LL');
    expect([game.won, game.done, game.undone]).toEqual([true, ['LL'], []]);
  });

  test('a move that is not legal changes nothing', () => {
    const game = begun();
    expect(game.play('R')).toBe(false);
    expect(game.play('')).toBe(false);
    expect([game.done, game.board.toString()]).toEqual([[], '1 2 3/4 5 6/0 7 8']);
  });

  test('a new move after undo ends what could be redone', () => {
    const game = begun();
    game.play('L');
    game.undo();
    game.play('D');
    expect([game.undone, game.redo()]).toEqual([[], null]);
    expect(game.undo()).toBe('D');
    expect(game.undo()).toBeNull();
  });

  test('a watched stretch is undone slide by slide', () => {
    const game = begun('1 2 3/4 5 6/7 8 0');
    const board = game.board.after('RDDLU');
    game.rewrite(['RDDLU'], counted(NONE, '', 'RDDLU'), board);
    expect([game.undo(), game.undo(), game.undo()]).toEqual(['U', 'L', 'DD']);
    expect([game.done, game.played]).toEqual([['R'], { moves: 1, slides: 1 }]);
  });

  test('counts forwards and back agree, also where a slide goes on', () => {
    const count = counted(NONE, '', 'LLU');
    expect(counted(count, 'U', 'UR')).toEqual({ moves: 5, slides: 3 });
    expect(uncounted(counted(count, 'U', 'UR'), 'U', 'UR')).toEqual(count);
  });
});

describe('the clock', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  test('runs from the first move to the win, to the millisecond', () => {
    const game = begun();
    vi.advanceTimersByTime(5_000);
    game.play('L');
    vi.advanceTimersByTime(1_542);
    game.play('L');
    expect([game.won, game.running, game.elapsed]).toEqual([true, false, 1_542]);
  });

  test('is kept as it stands, without waiting for a tick', () => {
    const game = begun();
    game.play('L');
    vi.advanceTimersByTime(777);
    expect(game.saved().elapsed).toBe(777);
  });
});

describe('a kept game', () => {
  test('comes back with history, rank and help', () => {
    const game = begun();
    game.play('L');
    game.play('D');
    game.undo();
    game.helped = true;
    game.stopClock();
    const copy = new Game();
    copy.restore(savedGameIn(JSON.parse(JSON.stringify(game.saved()))));
    expect(copy.saved()).toEqual(game.saved());
    expect(copy.helped).toBe(true);
  });

  test('help outlives a restart, but not a new game', () => {
    const game = begun();
    game.helped = true;
    game.restart();
    expect(game.helped).toBe(true);
    game.shuffle(Board.solved(3, 3));
    expect(game.helped).toBe(false);
  });

  test.each([
    ['no object', 7],
    ['no moves', { start: '1 0', goal: '1 0', done: 'L', undone: [] }],
    ['no start', { goal: '1 0', done: [], undone: [] }],
  ])('%s is refused', (_, value) => {
    expect(() => savedGameIn(value)).toThrow();
  });

  test.each([
    ['illegal moves', { done: ['RRR'] }],
    ['another size', { goal: '1 2/3 0' }],
    ['no time', { elapsed: Number.NaN }],
  ])('%s are refused when it is restored', (_, change) => {
    const game = begun();
    expect(() => new Game().restore({ ...game.saved(), ...change })).toThrow();
  });
});
