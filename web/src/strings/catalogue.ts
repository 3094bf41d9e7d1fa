// The words of the catalogue of block puzzles.
import { number, plural } from './number';

const shelfName = (moves: number | null): string =>
  moves === null ? 'length not known' : plural(moves, 'move', 'moves');

export const catalogue = {
  title: 'Puzzles',
  close: 'Back to playing',
  all: 'All puzzles',
  next: 'Next puzzle',
  previous: 'Previous puzzle',
  position: (index: number, count: number) => `${number(index + 1)} of ${number(count)}`,
  begin: 'A good one to begin with',
  goOn: 'The next one that you have not solved',
  play: 'Play',
  today: 'Today’s puzzle',
  todayWon: 'Today’s puzzle, solved',
  wishes: 'Which puzzles',
  /** Unfolds the choices on a phone; some may be made. */
  narrow: (chosen: number) => (chosen === 0 ? 'Filter and sort' : `Filter and sort (${number(chosen)})`),
  find: 'Find',
  findExample: 'Name, 6×6, or 20 moves',
  pack: 'Pack',
  allPacks: 'All packs',
  order: 'Order',
  orders: { pack: 'By pack', easy: 'Easiest first', hard: 'Hardest first', name: 'By name' },
  length: 'Moves',
  size: 'Cells',
  solved: 'Solved',
  any: 'Any',
  range: (least: number, most: number) => (most === Infinity ? `${least} or more` : `${least} to ${most}`),
  wonChoices: { any: 'All', no: 'Not yet', yes: 'Solved' },
  found: (count: number) => plural(count, 'puzzle', 'puzzles'),
  showAll: 'Show all',
  opened: {
    /** Which shelf of an opened pack. */
    shelfOf: (name: string, moves: number | null) => `${name}, ${shelfName(moves)}`,
    shelf: (moves: number | null) => shelfName(moves),
    pasted: 'Pasted puzzles',
    where: (line: number, problem: string) => `line ${number(line)}: ${problem}`,
    found: (name: string, count: number) => `${name}: ${plural(count, 'puzzle', 'puzzles')}.`,
    count: (count: number) => plural(count, 'puzzle', 'puzzles'),
    about: 'On shelves by the fewest moves. They stay here until you take them away.',
    reading: (name: string, count: number) => `Reading ${name}: ${plural(count, 'puzzle', 'puzzles')} so far…`,
    stop: 'Stop',
    notKept: 'These puzzles work now, but this browser would not keep them for your next visit.',
    close: (name: string) => `Take ${name} away`,
    more: (count: number) => `Show ${number(count)} more`,
    firstOnly: (kept: number, count: number) => `The first ${number(kept)} of ${number(count)} are here.`,
    refused: (count: number, first: string) =>
      `${plural(count, 'puzzle', 'puzzles')} could not be read; the first: ${first}.`,
  },
  noneYet: 'Puzzles that you make and save appear here as well.',
  progress: (won: number, all: number) => `${number(won)} of ${number(all)} solved`,
  moves: (optimum: number | undefined) =>
    optimum === undefined ? 'length not known' : plural(optimum, 'move', 'moves'),
  unsolvable: 'no solution: this is proven',
  nothingToDo: 'no goal: to move about in',
  perfect: (best: number) => `your best ${number(best)}, none shorter`,
  yourBest: (best: number) => `your best ${number(best)}`,
  packs: {
    rushhour: {
      title: 'Rush Hour',
      about: 'Cars and lorries slide only along their length. Drive the lettered car to the right edge.',
    },
    originals: { title: 'Originals', about: 'Small puzzles made for Taquin, each with a twist of its own.' },
    gates: {
      title: 'Gates',
      about: 'Made for Taquin: only blocks with a letter may enter the striped cells, as a way or as a refuge.',
    },
    layton: {
      title: 'In the manner of Professor Layton',
      about: 'Boards of odd outlines, often with several blocks to bring home. Collected by lumi-a.',
    },
    classics: {
      title: 'Classics',
      about: 'A century of sliding blocks, from Dad’s Puzzle to Century and beyond.',
    },
    huarongdao: {
      title: 'Huarong Dao',
      about:
        'Forty traditional layouts: let the general Cao Cao, the large block, escape through the gap at the bottom.',
    },
    study: {
      title: 'For study',
      about: 'Positions for solvers rather than for players: made to be counted, or hard to get right.',
    },
    mine: { title: 'My puzzles', about: 'Made by you, kept on this device.' },
  } as Record<string, { title: string; about: string }>,
} as const;
