// The words of the laboratory.
import { number, plural } from './number';

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** A number that fits beside an axis. */
export const short = (value: number): string => compact.format(value);

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
    expanded: 'positions opened',
    stored: 'positions in memory',
    length: 'moves',
  },
  charts: {
    expanded: {
      title: 'Work: positions opened',
      lesson:
        'Weighted A* is soon done: it trusts its estimate so much that it runs for the goal and hardly looks left or right.',
    },
    stored: {
      title: 'Memory: positions kept',
      lesson:
        'IDA* keeps only the path that it is on, a few dozen positions, and pays by visiting many again; A* remembers all that it has met.',
    },
    length: {
      title: 'Answer: solution and proof',
      lesson:
        'A dot is a solution, a broken line what is proven to be needed. Where they meet, no shorter way exists; in a hurry they never do.',
    },
  },
  empty: 'Start the race to see the lines grow.',
  chart: (title: string, lines: string[]) => `${title}. ${lines.join('; ')}`,
  line: (name: string, last: number) => `${name} ends at ${number(Math.round(last))}`,

  table: 'What it cost',
  columns: {
    algorithm: 'Algorithm',
    moves: 'Moves',
    optimal: 'Shortest?',
    expanded: 'Opened',
    generated: 'Generated',
    stored: 'In memory',
    bytes: 'Memory',
    seconds: 'Time',
    branching: 'Branching',
  },
  explained: {
    expanded: 'Positions whose moves were tried',
    generated: 'Positions reached by a move, counted each time',
    stored: 'Positions held in memory at the end',
    branching: 'Effective branching factor: opened positions to the power of 1 / moves',
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
    'Every position of the board has a place: to the right its distance from the start, downwards its nearness to the goal. Breadth-first fills everything up to the goal’s distance, A* a band, weighted A* a thread; IDA* comes back to the same places again and again, which is where its colour changes. Below each map: how many were opened at each distance.',
  mapsSmall: 'Boards of up to nine cells are drawn here as a map of all their positions.',
  map: (name: string, count: number, all: number) => `${name}: ${number(count)} opened of ${number(all)} positions`,
  opened: (count: number) => `${number(count)} opened`,
  moment: 'After so many positions opened',
  watch: 'Watch',
  pause: 'Pause',

  sweep: 'Fast or short? One parameter through its range',
  sweepLesson:
    'Each dot is one search. To the left is less work, down is a shorter answer: the more the estimate is trusted, the farther the dots wander to the upper left.',
  vary: 'Vary',
  sweepEmpty: 'Run the range to see a dot for each search.',
  sweepOf: (parameter: string, algorithm: string) => `${parameter} of ${algorithm}`,
  run: 'Run the range',
  sweepChart: 'Solution length against positions opened',
  trial: (name: string, value: number) => `${name} = ${value}`,
  trialFound: (moves: number, expanded: number) =>
    `${plural(moves, 'move', 'moves')}, ${plural(expanded, 'position', 'positions')} opened`,
  sweepCsv: 'Range as CSV',
} as const;
