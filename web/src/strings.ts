// Every word that the app shows, in one place; long chapters have files of their own beside it.
import { editor } from './strings/editor';
import { laboratory } from './strings/laboratory';
import { number, plural } from './strings/number';

export { number };

export const time = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

/** How long a notice stays: long enough to read it twice. */
export const NOTICE_MS = 12_000;

const directions = { U: 'up', D: 'down', L: 'left', R: 'right' } as const;

export const strings = {
  title: 'Taquin',
  tagline: 'Sliding puzzles',
  skip: 'Skip to the board',
  views: { label: 'Views', tiles: 'Tiles', blocks: 'Blocks', laboratory: 'Laboratory' },

  header: { help: 'Help', theme: 'Colours', themes: { auto: 'As the device', light: 'Light', dark: 'Dark', contrast: 'High contrast' } },

  board: {
    label: (rows: number, cols: number) => `Board of ${rows} rows and ${cols} columns`,
    tile: (tile: number, row: number, col: number, moves: string | null) =>
      `${tile}, row ${row}, column ${col}${moves === null ? '' : `, can slide ${directions[moves as keyof typeof directions]}`}`,
    cell: (tile: number, row: number, col: number) => `${tile === 0 ? 'Gap' : tile}, row ${row}, column ${col}`,
    large: (rows: number, cols: number) =>
      `${rows} × ${cols} is too large to draw tile by tile. It can still be edited as text, solved and copied.`,
  },

  stats: {
    label: 'Your game',
    moves: 'Moves',
    slides: 'Slides',
    time: 'Time',
    best: 'Best',
    bestTime: (time: string) => `Fewest moves on a board of this size. Best time: ${time}`,
    slidesTitle: 'Several tiles slid in one go count as one',
    none: '–',
  },

  actions: {
    label: 'Actions',
    undo: 'Undo',
    redo: 'Redo',
    restart: 'Restart',
    hint: 'Hint',
    solve: 'Solve',
    newGame: 'New game',
    edit: 'Edit board',
    share: 'Share',
  },

  size: {
    title: 'Size',
    rows: 'Rows',
    cols: 'Columns',
    fewer: (what: string) => `Fewer ${what.toLowerCase()}`,
    more: (what: string) => `More ${what.toLowerCase()}`,
    preset: (rows: number, cols: number) => `${rows} × ${cols}`,
    bad: (least: number, most: number) => `Rows and columns go from ${least} to ${most} here; larger boards can be pasted as text in the editor.`,
  },

  look: {
    title: 'Look',
    numbers: 'Numbers',
    picture: 'Picture',
    both: 'Both',
    pictures: 'Pictures',
    names: {
      dunes: 'Dunes',
      waves: 'Waves',
      bloom: 'Bloom',
      orbits: 'Orbits',
      glass: 'Glass',
      island: 'Island',
      mine: 'Your picture',
    } as Record<string, string>,
    add: 'Your picture…',
  },

  picture: {
    title: 'Your picture',
    intro: 'Choose a picture, drop it here, or paste it. It stays on this device.',
    choose: 'Choose a file',
    drop: 'Drop to use this picture',
    address: 'Or its web address',
    load: 'Load',
    rotateLeft: 'Turn left',
    rotateRight: 'Turn right',
    aspects: 'Shape',
    aspect: { free: 'Free', square: 'Square', wide: '4 : 3', tall: '3 : 4' },
    numbersOnTop: 'Show numbers on the pieces',
    use: 'Use this picture',
    cancel: 'Cancel',
    another: 'Another picture',
    loading: 'Loading the picture…',
    cropLabel: 'The part of the picture to play with',
    notAnImage: (name: string) => `${name} is not a picture that this browser can show. JPEG, PNG, WebP, GIF, AVIF and SVG work.`,
    thisFile: 'This file',
    tooLarge: 'This picture is too large for this device to open. A smaller copy will work.',
    badAddress: 'That is not a web address. It should begin with https://',
    unreachable:
      'That picture could not be loaded. Either the address is wrong, or its website does not let other pages use it. Save it to your device and choose the file instead.',
    notKept: 'The picture works now, but this browser would not keep it for your next visit.',
    lost: 'Your picture could not be read any more, so here is another one.',
  },

  edit: {
    title: 'Edit',
    intro: 'Click two tiles to exchange them, or drag one onto another. The gap can be exchanged too.',
    start: 'Start',
    goal: 'Goal',
    text: (which: string) => `${which} as text`,
    textHint: 'Rows split by /, the gap as 0. Grids and other forms can be pasted too.',
    shuffle: 'Shuffle',
    ordered: 'In order',
    copyToGoal: 'Copy start to goal',
    copyToStart: 'Copy goal to start',
    exchange: 'Swap start and goal',
    solvable: 'This can be solved.',
    solved: 'Start and goal are the same.',
    parity: (a: number, b: number) =>
      `This cannot be solved: whatever you slide, two tiles stay exchanged. Exchanging ${a} and ${b} in the start repairs it.`,
    order: (found: number, expected: number) =>
      `This cannot be solved: in a single line tiles cannot pass each other, and ${found} stands where ${expected} has to be.`,
    shape: 'Start and goal have different sizes.',
    repair: (a: number, b: number) => `Exchange ${a} and ${b}`,
    repairOrder: 'Put the start in the goal’s order',
    repairShape: 'Give the goal the start’s size',
    play: 'Play this',
    cancel: 'Cancel',
    selected: (tile: number) => `${tile === 0 ? 'Gap' : `Tile ${tile}`} chosen. Choose another one to exchange them.`,
    exchanged: (a: number, b: number) => `Exchanged ${a === 0 ? 'the gap' : a} and ${b === 0 ? 'the gap' : b}.`,
  },

  solve: {
    title: 'Solve',
    options: 'Ways to solve',
    algorithm: 'Algorithm',
    go: 'Solve',
    thinking: 'Thinking…',
    tables: 'Preparing tables…',
    cancel: 'Cancel',
    finish: 'Take the best so far',
    nodes: (count: number) => `${number(count)} positions looked at`,
    depth: (depth: number) => `depth ${number(depth)}`,
    best: (length: number, bound: number) => `best so far ${number(length)} moves, at least ${number(bound)} are needed`,
    atLeast: (bound: number) => `at least ${number(bound)} moves are needed`,
    seconds: (seconds: number) => (seconds < 0.1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`),
    noSolution: 'There is no solution.',
    full: 'This search needs more memory than a browser should give. Another way to solve will do better.',
    limit: 'No solution was found in that time. Another way to solve will do better.',
    failed: (message: string) => `The solver stopped: ${message}`,
    crashed: 'its engine crashed, perhaps for lack of memory; the next search starts a new one',
    unsolvable: 'This board cannot be solved. The editor can repair it.',
    alreadySolved: 'This is solved already.',
    refused: (reason: string) => `${reason}.`,
    tablesDamaged: 'Some tables kept from an earlier visit were damaged, so they were made anew.',
    heuristic: 'Estimate',
    count: 'What counts as a move',
    counts: { moves: 'Each tile', slides: 'Each slide' },
    parameters: {
      epsilon: { name: 'ε', explained: 'how much more the estimate counts' },
      anticipated: { name: 'N', explained: 'how many moves are expected' },
      lambda: { name: 'λ', explained: 'weight of going on from here' },
      bigLambda: { name: 'Λ', explained: 'weight of everything else' },
      seconds: { name: 'Time', explained: 'seconds after which the best so far is taken' },
    } as Record<string, { name: string; explained: string }>,
    heuristics: {
      manhattan: 'How far each tile is from its place.',
      'linear-conflict': 'Also counts tiles that must make way for each other.',
      'walking-distance': 'Rows and columns as crowds that have to be exchanged.',
      maximum: 'The larger of linear conflict and walking distance.',
      'pattern-db': 'Exact distances of groups of tiles, from tables made on this device.',
    } as Record<string, string>,
    goAnyway: 'Try it anyway',
    explained: {
      auto: 'Does the right thing: the shortest solution where that is quick, else a short one.',
      optimal: 'Proves the shortest solution, by whatever is fastest for this board.',
      anytime: 'A solution at once, then shorter and shorter ones until the time is up or you stop it.',
      bfs: 'Looks at every position, nearest first. Shortest, but only for small boards.',
      astar: 'Always goes on with the most promising position. Shortest; takes much memory.',
      'weighted-astar': 'A* in a hurry: trusts its estimate ε times more than the way behind.',
      'dynamic-astar': 'Weighted A* that becomes careful after N moves.',
      'alpha-star': 'AlphA*: prefers to go on from where it just was; λ and Λ say how much.',
      'greedy-best-first': 'Goes wherever the estimate is smallest. Fast, and often far from shortest.',
      'ida-star': 'Deeper and deeper, with hardly any memory. Shortest.',
      greedy: 'Row by row, column by column, the rest by A*. Any size.',
      'divide-and-conquer': 'Row, column, row, column, down to the last four cells. Any size.',
      strategic: 'As a person would: row by row, then column by column, each stage explained.',
    } as Record<string, string>,
  },

  playback: {
    label: 'Solution',
    found: (count: number) => plural(count, 'move', 'moves'),
    optimal: 'the shortest there is',
    slides: (count: number) => plural(count, 'slide', 'slides'),
    fewest: 'no way has fewer slides',
    bound: (bound: number) => `at least ${number(bound)} are needed`,
    took: (seconds: string, nodes: number) => `found in ${seconds}, ${number(nodes)} positions`,
    play: 'Play',
    pause: 'Pause',
    back: 'One move back',
    step: 'One move on',
    first: 'Back to the beginning',
    scrub: 'Place in the solution',
    position: (index: number, count: number) => `${number(index)} of ${number(count)}`,
    speed: 'Speed',
    perSecond: (speed: number) => `${number(speed)} a second`,
    again: 'Watch again',
    tryIt: 'Try it yourself from here',
    stage: (what: string) => `Now: ${what}.`,
    copy: 'Copy moves',
    copied: 'Copied',
    replanning: 'New plan from here…',
    replanned: 'You went another way, so here is a new plan.',
  },

  win: {
    title: 'Solved',
    moves: (count: number) => plural(count, 'move', 'moves'),
    proving: 'Looking for the shortest way…',
    optimum: (moves: number, optimum: number) => `You took ${number(moves)}; the shortest way has ${number(optimum)}.`,
    perfect: 'No way is shorter. Perfect!',
    best: 'A new best!',
    helped: 'with some help',
    again: 'Play again',
  },

  blocks: {
    title: 'Blocks',
    board: (name: string) => `Blocks of ${name}`,
    unnamed: 'Your puzzle',
    block: (symbol: string, goal: boolean, row: number, col: number) =>
      `Block ${symbol}${goal ? ', a goal block' : ''}, row ${row}, column ${col}`,
    moved: (symbol: string, path: string) => `Block ${symbol} moved ${[...path].map((letter) => directions[letter as keyof typeof directions]).join(', ')}.`,
    hint: (symbol: string, path: string) => `Hint: move block ${symbol} ${[...path].map((letter) => directions[letter as keyof typeof directions]).join(', ')}.`,
    impossible: 'This puzzle has no solution; this is proven.',
    goal: 'Goal',
    or: 'or',
    moves: 'Moves',
    steps: 'Steps',
    best: 'Best',
    optimum: 'Shortest',
    stepsTitle: 'Cells that blocks have moved by, one at a time',
    how: 'Drag a block along any free way: that is one move. By keyboard, choose a block with Tab and move it with the arrows.',
    catalogue: 'Puzzles',
    packs: { classics: 'Classics', gates: 'Gates', huarongdao: 'Huarong Dao', originals: 'Originals', rushhour: 'Rush Hour', s4: 'Collection' } as Record<string, string>,
    open: (name: string, optimum: number | undefined, best: number | undefined) =>
      `${name}${optimum === undefined ? '' : `, ${optimum} moves`}${best === undefined ? '' : `, your best ${number(best)}`}`,
    make: 'Make a puzzle',
    edit: 'Edit',
    editCopy: 'Edit a copy',
    mine: 'My puzzles',
    noneYet: 'Puzzles that you make and save appear here.',
    rename: 'Rename',
    remove: 'Delete',
    removed: (name: string) => `${name} is deleted.`,
    undo: 'Undo',
    name: 'Name',
    keepName: 'Keep this name',
    yourBest: (best: number) => `your best ${number(best)}`,
    optimal: 'Optimal! No way is shorter.',
    proving: 'Looking for the shortest way…',
    couldBe: (optimum: number) => `The shortest way has ${number(optimum)} moves.`,
    badLink: 'That link does not hold a block puzzle that can be read.',
  },

  editor,

  laboratory,

  share: {
    title: 'Share this puzzle',
    intro: 'The link holds the whole puzzle: start, goal and size. Pictures stay on your device.',
    link: 'Link',
    text: 'Board as text',
    copy: 'Copy link',
    copyText: 'Copy text',
    copied: 'Copied',
    close: 'Close',
  },

  help: {
    title: 'How to play',
    goal: 'Slide the tiles until they are in order: 1 first, the gap last, or the picture whole.',
    mouse: 'Click a tile in line with the gap, or drag it. Several tiles in line slide together. On a phone, tap or swipe.',
    keys: [
      ['Arrows or W A S D', 'slide a tile'],
      ['Shift + arrows', 'choose a tile; Enter slides it'],
      ['Z, Ctrl + Z', 'undo'],
      ['Y, Ctrl + Shift + Z', 'redo'],
      ['H', 'hint'],
      ['Enter on Solve, P', 'solve; play or pause the solution'],
      [', and .', 'one move back or on in the solution'],
      ['N', 'new game'],
      ['?', 'this help'],
    ] as const,
    keysTitle: 'Keys',
    paste: 'Paste a board as text, or a picture, anywhere.',
    gap: 'Arrow keys move the gap instead of the tile',
    offline: 'Everything runs on your device, also without a network.',
    close: 'Close',
  },

  announce: {
    moved: (direction: string, count: number) =>
      `${count > 1 ? `${count} tiles` : 'Tile'} ${directions[direction as keyof typeof directions]}.`,
    blocked: 'Nothing can slide that way.',
    undone: 'Undone.',
    redone: 'Redone.',
    nothingToUndo: 'Nothing to undo.',
    hint: (tile: number, direction: string) => `Hint: slide ${tile} ${directions[direction as keyof typeof directions]}.`,
    solved: (moves: number) => `Solved in ${plural(moves, 'move', 'moves')}.`,
    newGame: (rows: number, cols: number) => `New game, ${rows} by ${cols}.`,
    found: (moves: number) => `Solution found: ${plural(moves, 'move', 'moves')}.`,
    cancelled: 'Cancelled.',
  },

  notices: {
    badLink: 'That link does not hold a puzzle that can be read. Here is a new one instead.',
    unsolvableLink: 'The linked puzzle cannot be solved as it is. The editor can repair it.',
    badSave: 'Your last game could not be read any more. Here is a new one.',
    pasted: 'Board pasted.',
    badPaste: (reason: string) => `What you pasted is not a board: ${reason}.`,
    noHint: 'No hint was found in time for this board.',
    dismiss: 'Dismiss',
  },
} as const;
