// The words of the laboratory.
import { number, plural } from './number';

const UNITS = [
  [1e9, ' G'],
  [1e6, ' M'],
  [1e3, ' k'],
] as const;

/** A number that fits beside an axis. */
export const short = (value: number): string => {
  const [unit, name] = UNITS.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${Number((value / unit).toPrecision(3))}${name}`;
};

/** Seconds that fit beside an axis. */
export const shortTime = (seconds: number): string =>
  seconds >= 1 ? `${short(seconds)} s` : seconds >= 0.001 ? `${short(seconds * 1e3)} ms` : `${short(seconds * 1e6)} µs`;

export const laboratory = {
  title: 'Laboratory',
  intro:
    'The same board, solved by several algorithms side by side. All are given the same number of positions in turn, so that none is favoured.',
  board: 'Board',
  boardText: 'Board as text',
  boardHint: 'Rows split by /, the gap as 0.',
  examples: ['3 × 3, 24 moves', '3 × 3, the farthest: 31', '4 × 4, 40 moves'],
  shuffle: (side: number) => `Shuffled ${side} × ${side}`,
  yours: 'The board you play',
  unreadable: (reason: string) => `This is not a board: ${reason}.`,
  unsolvable: 'This board cannot be solved, so there is nothing to race for.',
  picture: (rows: number, cols: number) => `The board, ${rows} by ${cols}`,

  racers: 'Racers',
  heuristic: 'Estimate',
  race: 'Start the race',
  stop: 'Stop',
  slow: 'Begin slowly, so that it can be watched',
  needs: 'Choose at least one algorithm.',
  finished: (name: string, moves: number) => `${name} found ${plural(moves, 'move', 'moves')}.`,

  over: 'Along',
  byTime: 'Time',
  byNodes: 'Positions',
  axis: {
    time: 'own working time',
    nodes: 'positions generated',
    expanded: 'positions looked at',
    stored: 'positions kept',
    length: 'moves',
  },
  charts: {
    expanded: {
      title: 'Work: positions looked at',
      lesson: 'The more to the left a line ends, the sooner it was done; the lower, the fewer positions it looked at.',
      lessons: {
        'weighted-astar':
          'A* with a weight is soon done: it trusts its estimate so much that it runs for the goal and hardly looks left or right.',
        bfs: 'Breadth-first search has no estimate: it looks at every position that is nearer than the goal.',
      },
    },
    stored: {
      title: 'Memory: positions kept',
      lesson: 'A line that stays low needs little memory.',
      lessons: {
        'ida-star': 'IDA* keeps only the path that it is on, a few dozen positions, and pays by visiting many again.',
        astar: 'A* remembers all that it has met.',
      },
    },
    length: {
      title: 'Answer: solution and proof',
      lesson: 'A dot is a solution, a broken line what is proven to be needed. Where they meet, no shorter way exists.',
      lessons: { 'weighted-astar': 'In a hurry they never meet.' },
    },
  } as Record<'expanded' | 'stored' | 'length', { title: string; lesson: string; lessons: Record<string, string> }>,
  empty: 'Start the race to see the lines grow.',
  chart: (title: string, lines: string[]) => `${title}. ${lines.join('; ')}`,
  line: (name: string, last: number) => `${name} ends at ${number(Math.round(last))}`,

  table: 'What it cost',
  columns: {
    algorithm: 'Algorithm',
    moves: 'Moves',
    optimal: 'Shortest?',
    expanded: 'Looked at',
    generated: 'Generated',
    stored: 'Kept',
    bytes: 'Memory',
    seconds: 'Time',
    branching: 'Branching',
  },
  explained: {
    expanded: 'Positions whose moves were tried',
    generated: 'Positions reached by a move, counted each time',
    stored: 'Positions kept in memory at the end',
    branching: 'Effective branching factor: positions looked at to the power of 1 / moves',
  },
  proven: 'yes',
  atLeast: (bound: number) => `≥ ${number(bound)}`,
  status: { limit: 'stopped', full: 'out of memory', refused: 'not begun', solved: '' },
  running: 'running…',
  megabytes: (bytes: number) =>
    bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`,
  command: 'The command says the same:',
  csv: 'Table as CSV',
  png: 'Charts as PNG',

  maps: 'Where they looked',
  mapsLesson:
    'Every position of the board has a place: to the right its distance from the start, downwards its nearness to the goal. Below each map: how many of each distance were looked at.',
  mapsLessons: {
    bfs: 'Breadth-first search fills everything up to the goal’s distance.',
    astar: 'A* fills a band.',
    'weighted-astar': 'A* with a weight draws a thread.',
    'ida-star': 'IDA* comes back to the same places again and again, which is where its colour changes.',
  } as Record<string, string>,
  mapsSmall: 'Boards of up to nine cells are drawn here as a map of all their positions.',
  map: (name: string, count: number, all: number) => `${name}: ${number(count)} looked at of ${number(all)} positions`,
  opened: (count: number) => `${number(count)} looked at`,
  moment: 'After so many positions looked at',
  watch: 'Watch',
  pause: 'Pause',

  sweep: 'Fast or short? One parameter through its range',
  sweepLesson:
    'Each dot is one search. To the left is less work, down is a shorter answer: the more the estimate is trusted, the farther the dots wander to the upper left.',
  vary: 'Vary',
  sweepEmpty: 'Run the range to see a dot for each search.',
  sweepOf: (parameter: string, algorithm: string) => `${parameter} of ${algorithm}`,
  run: 'Run the range',
  sweepChart: 'Solution length against positions looked at',
  trial: (name: string, value: number) => `${name} = ${value}`,
  trialFound: (moves: number, expanded: number) =>
    `${plural(moves, 'move', 'moves')}, ${plural(expanded, 'position', 'positions')} looked at`,
  sweepCsv: 'Range as CSV',
} as const;
