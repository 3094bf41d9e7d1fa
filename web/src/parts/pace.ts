/** A page that was busy for longer goes on where it was, instead of leaping over moves that nobody saw. */
const LONGEST_FRAME_MS = 100;

/**
 * Plays moves at a pace: `advance` is told frame by frame how many are due, and says whether that was the end.
 *
 * @param rate moves a second
 * @returns what stops it
 */
export function playAtPace(rate: () => number, advance: (moves: number) => boolean): () => void {
  let [frame, last, owed] = [0, performance.now(), 0];
  const next = (now: number): void => {
    owed += (Math.min(now - last, LONGEST_FRAME_MS) / 1000) * rate();
    last = now;
    const due = Math.floor(owed);
    owed -= due;
    if (due > 0 && advance(due)) return;
    frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}
