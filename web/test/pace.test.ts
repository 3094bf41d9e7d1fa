import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playAtPace } from '../src/parts/pace';

let frames: FrameRequestCallback[] = [];

/** Draws the frame that was asked for. */
const frame = (now: number): void => frames.splice(0).forEach((draw) => draw(now));

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => vi.unstubAllGlobals());

test('as many moves as the pace asks for, and none after the end', () => {
  const made: number[] = [];
  playAtPace(
    () => 50,
    (moves) => made.push(moves) === 3,
  );
  for (let now = 0; now <= 400; now += 40) frame(now);
  expect(made).toEqual([2, 2, 2]);
  expect(frames).toEqual([]);
});

test('a page that was busy for seconds goes on where it was', () => {
  const made: number[] = [];
  playAtPace(
    () => 10,
    (moves) => made.push(moves) < 0,
  );
  for (const now of [100, 5_000, 5_100]) frame(now);
  expect(made).toEqual([1, 1, 1]);
});

test('what is stopped makes no more moves', () => {
  const made: number[] = [];
  const stop = playAtPace(
    () => 100,
    (moves) => made.push(moves) < 0,
  );
  frame(50);
  stop();
  frame(100);
  expect(made).toEqual([5]);
});
