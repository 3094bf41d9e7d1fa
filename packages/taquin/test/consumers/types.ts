// The types as a strict program sees them; it is compiled and not run.
import {
  BlockGame,
  LimitError,
  TaquinError,
  catalogue,
  hint,
  parse,
  solve,
  solveBlocks,
  solveKlotski,
  type BlockSolution,
  type Board,
  type Solution,
} from 'taquin';
import { loadEngine, loadPart, type SearchStatus } from 'taquin/engine';

const controller = new AbortController();
const solution: Solution = await solve('1 2 3/4 0 5', {
  algorithm: 'astar',
  metric: 'stm',
  signal: controller.signal,
  onProgress: ({ stats, seconds }) => console.log(stats.generated + seconds),
});
const board: Board = await parse([
  [1, 2],
  [3, 0],
]);
const moves: string = solution.moves;
const { cost }: BlockSolution = await solveBlocks((await catalogue())[0]!.puzzles[0]!, { metric: 'steps' });
const remaining: number | undefined = (await hint(board))?.remaining;
const steps: { step: number; blockIdx: number; dirIdx: number }[] = await solveKlotski({ blocks: [] });
const memory: WebAssembly.Memory = await loadPart('tiles');
await loadEngine();
const game = new BlockGame('AA.\n--\n.AA');
const status: SearchStatus = 'paused';
try {
  await solve(board, { timeLimit: 1 });
} catch (error) {
  if (error instanceof LimitError && error instanceof TaquinError) console.log(error.limit, error.progress.seconds);
}
// @ts-expect-error: there is no such metric.
await solve(board, { metric: 'steps' });

export { cost, game, memory, moves, remaining, status, steps };
