// What a user of the package does: solve a 4×4 board, cancel a 5×5 board, solve Klotski.
const BOARD = '5 10 14 4/6 12 11 1/9 0 15 7/13 2 8 3';
/** Korf and Felner's first 24-puzzle: hours of work. */
const HARD = '14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13';
const KLOTSKI = 'BAAC\nBAAC\nDFFE\nDGHE\nI..J\n--\n....\n....\n....\n.AA.\n.AA.';

/** Tells whether the searches left this thread free, too: how often it ticked meanwhile. */
export async function program({ solve, solveBlocks }) {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const controller = new AbortController();
  const [board, klotski, cancelled] = await Promise.all([
    solve(BOARD),
    solveBlocks(KLOTSKI),
    solve(HARD, { algorithm: 'optimal', signal: controller.signal, onProgress: () => controller.abort() }).then(
      () => 'solved',
      (error) => error.name,
    ),
  ]);
  clearInterval(timer);
  return { moves: board.moves.length, optimal: board.optimal, klotski: klotski.cost, cancelled, free: ticks > 2 };
}
