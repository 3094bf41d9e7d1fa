// Every word that the app shows, in one place; long chapters have files of their own beside it.
import { catalogue } from './strings/catalogue';
import { editor } from './strings/editor';
import { help } from './strings/help';
import { laboratory } from './strings/laboratory';
import { duration, listed, number, plural } from './strings/number';

export { number };

export const time = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

/** A time to the hundredth of a second. */
export const exactTime = (milliseconds: number): string =>
  `${time(milliseconds)}.${String(Math.floor(milliseconds / 10) % 100).padStart(2, '0')}`;

/** How long a notice stays: long enough to read it twice. */
export const NOTICE_MS = 12_000;

const directions = { U: 'up', D: 'down', L: 'left', R: 'right' } as const;

export const strings = {
  title: 'Taquin',
  skip: 'Skip to the board',
  views: { label: 'Views', tiles: 'Tiles', blocks: 'Blocks', laboratory: 'Laboratory' },

  header: {
    help: 'Help',
    theme: 'Colours',
    themes: { auto: 'System', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  },

  update: {
    ready: 'A new version is here.',
    reload: 'Reload',
    engineMissing:
      'The puzzles could not be loaded. Check the network, then reload; an old browser may need an update. ',
    missing: 'This part of the app could not be loaded.',
    missingWhy: 'Perhaps the network is gone, or a new version has replaced the one that is open. Your game is kept.',
  },

  board: {
    label: (rows: number, cols: number) =>
      `Board of ${plural(rows, 'row', 'rows')} and ${plural(cols, 'column', 'columns')}`,
    tile: (tile: number | string, row: number, col: number, moves: string | null) =>
      `${tile}, row ${row}, column ${col}${moves === null ? '' : `, can slide ${directions[moves as keyof typeof directions]}`}`,
    cell: (tile: number | string, row: number, col: number) =>
      `${tile === 0 ? 'Gap' : tile}, row ${row}, column ${col}`,
    tooSmall: 'a board needs at least two cells',
    large: (rows: number, cols: number) =>
      `${rows} × ${cols} is too large for numbers: each tile is a dot in the colour of its place. Tap in line with the gap, or use the arrow keys.`,
    coloured: (rows: number, cols: number, inPlace: number) =>
      `Board of ${plural(rows, 'row', 'rows')} and ${plural(cols, 'column', 'columns')}, ${plural(inPlace, 'tile', 'tiles')} in place`,
  },

  greeting: {
    title: 'Welcome',
    slide: 'Tap a tile in line with the gap',
    picture: 'Play with your own picture',
    watch: 'Watch it being solved',
    close: 'Got it',
  },

  stats: {
    label: 'Your game',
    moves: 'Moves',
    slides: 'Slides',
    time: 'Time',
    best: 'Best',
    bestTime: 'Best time',
    bestTitle: 'Fewest moves and least time on a board of this size',
    slidesTitle: 'Several tiles slid in one go count as one',
    none: '–',
  },

  goal: { name: 'Goal', peek: 'Show the goal on the board' },

  actions: {
    label: 'Actions',
    undo: 'Undo',
    redo: 'Redo',
    restart: 'Restart',
    hint: 'Hint',
    /** What the button does next. */
    hints: { which: 'Where to?', where: 'Do it' },
    solve: 'Solve',
    newGame: 'New game',
    today: 'Today’s puzzle',
    todayWon: (moves: number) => `Today’s puzzle: solved in ${number(moves)}`,
    edit: 'Edit board',
    read: 'Solve a puzzle I have',
    share: 'Share',
  },

  size: {
    title: 'Size',
    rows: 'Rows',
    cols: 'Columns',
    fewer: (what: string) => `Fewer ${what.toLowerCase()}`,
    more: (what: string) => `More ${what.toLowerCase()}`,
    preset: (rows: number, cols: number) => `${rows} × ${cols}`,
    bad: (least: number, most: number) =>
      `Rows and columns go from ${least} to ${most} here, with at least two cells; larger boards can be pasted as text in the editor.`,
  },

  shuffle: {
    title: 'Ways to shuffle',
    ways: { random: 'Random', moves: 'By moves', displaced: 'By share', word: 'By word' },
    explained: {
      random: 'Every board that can be solved is as likely as any other.',
      moves: 'A few moves from the goal: good for learning.',
      displaced: 'Moves at random until enough tiles are out of place.',
      word: 'Whoever types the same word, for a board of this size, gets the same game.',
    },
    count: 'How many moves',
    watch: 'Watch it, move by move',
    percent: 'Tiles out of place, at least',
    word: 'A word',
    go: 'Shuffle',
    watching: (shown: number, count: number) => `Shuffling: ${number(shown)} of ${number(count)} moves`,
    skip: 'Skip',
    impossible: (reason: string) => `This board cannot be shuffled like that: ${reason}.`,
  },

  file: {
    open: 'Open a file…',
    tooLarge: 'the file is larger than any board',
    noText: 'the file is not a text',
    notABoard: (name: string, reason: string) => `${name} is not a board: ${reason}.`,
    notAPuzzle: (name: string, reason: string) => `${name} is not a block puzzle: ${reason}.`,
    unknown: (name: string) => `${name} is neither a picture nor a text.`,
    opened: (name: string) => `${name} is open.`,
  },

  look: {
    title: 'Look',
    looks: { numbers: 'Numbers', picture: 'Picture', both: 'Both' },
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
    drop: 'Drop a picture or a board',
    address: 'Or its web address',
    load: 'Load',
    rotateLeft: 'Turn left',
    rotateRight: 'Turn right',
    aspects: 'Shape',
    aspect: { board: 'Board', free: 'Free', square: 'Square', wide: '4 : 3', tall: '3 : 4' },
    numbersOnTop: 'Show numbers on the pieces',
    use: 'Use this picture',
    read: 'It shows a puzzle: solve it',
    another: 'Another picture',
    loading: 'Loading the picture…',
    cropLabel: 'The part of the picture to play with',
    notAnImage: (name: string) =>
      `${name} is not a picture that this browser can show. JPEG, PNG, WebP, GIF, AVIF and SVG work.`,
    thisFile: 'This file',
    tooLarge: 'This picture is too large for this device to open. A smaller copy will work.',
    tainted: 'This drawing refers to other files, so the browser does not let it be cut. A picture of it will work.',
    badAddress: 'That is not a web address. It looks like https://example.com/picture.jpg',
    unreachable:
      'That picture could not be loaded. Either the address is wrong, or its website does not let other pages use it. Save it to your device and choose the file instead.',
    notKept: 'The picture works now, but this browser would not keep it for your next visit.',
    lost: 'Your picture could not be read any more, so here is another one.',
  },

  edit: {
    title: 'Edit',
    intro: 'Choose two tiles to exchange them, or drag one onto another, also from the start to the goal.',
    start: 'Start',
    goal: 'Goal',
    text: (which: string) => `${which} as text`,
    large: 'A board of this size is edited as text.',
    textHint:
      'Rows split by /, a gap as 0, and * in the goal where any tile may be. Numbers or letters may repeat. Grids and other forms can be pasted too.',
    mark: 'Tiles that look the same',
    merge: 'These look the same',
    markExplained: 'Choose the tiles that look the same, then press the button.',
    marked: (count: number) => `${plural(count, 'tile', 'tiles')} marked.`,
    alike: 'These tiles look the same now.',
    addGap: 'Make this a gap',
    gapAdded: 'There is one more gap now.',
    free: 'Any tile here',
    isFree: 'The goal leaves this cell free now.',
    labels: (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    undo: 'Undo',
    redo: 'Redo',
    cut: 'The picture shows',
    cuts: { start: 'The start', goal: 'The goal' },
    cutExplained: {
      start: 'Your picture is the puzzle as it is now. Assemble the goal from its pieces.',
      goal: 'Your picture is the finished one.',
      neither: 'Each piece stays with its tile.',
    },
    isGap: 'This piece is the gap',
    gapIs: 'That piece is the gap now.',
    shuffle: 'Shuffle',
    ordered: 'In order',
    copyToGoal: 'Copy start to goal',
    copyToStart: 'Copy goal to start',
    exchange: 'Swap start and goal',
    solvable: 'This can be solved.',
    broken: 'The text is not a board yet: see below.',
    solved: 'Start and goal are the same.',
    parity: (which: string, a: number, b: number) =>
      `This cannot be solved: whatever you slide, two tiles stay exchanged. Exchanging ${a} and ${b} in the ${which.toLowerCase()} repairs it.`,
    order: (found: number, expected: number) =>
      `This cannot be solved: in a single line tiles cannot pass each other, and ${found} stands where ${expected} has to be.`,
    shape: 'Start and goal have different sizes.',
    repair: (a: number, b: number) => `Exchange ${a} and ${b}`,
    repairOrder: 'Put the start in the goal’s order',
    repairShape: 'Give the goal the start’s size',
    play: 'Play this',
    cancel: 'Cancel',
    left: 'Your changes are not played.',
    selected: (tile: number | string) =>
      `${tile === 0 ? 'Gap' : `Tile ${tile}`} chosen. Choose another one to exchange them.`,
    exchanged: (a: number | string, b: number | string) =>
      `Exchanged ${a === 0 ? 'the gap' : a} and ${b === 0 ? 'the gap' : b}.`,
  },

  solve: {
    title: 'Solve',
    options: 'Ways to solve',
    algorithm: 'Algorithm',
    go: 'Solve',
    groups: [
      { title: 'Recommended', names: ['auto', 'anytime'] },
      { title: 'Shortest', names: ['optimal', 'ida-star', 'astar', 'bfs'] },
      { title: 'Fast, for any size', names: ['greedy', 'divide-and-conquer', 'strategic'] },
      { title: 'For study', names: ['weighted-astar', 'dynamic-astar', 'alpha-star', 'greedy-best-first'] },
    ],
    others: 'Others',
    names: {
      auto: 'Automatic',
      anytime: 'Short at once, then shorter',
      optimal: 'Proven shortest',
      'ida-star': 'IDA*',
      astar: 'A*',
      bfs: 'Breadth-first search',
      greedy: 'Row by row, the rest by A*',
      'divide-and-conquer': 'Divide and conquer',
      strategic: 'As a person would, explained',
      'weighted-astar': 'A* with a weight',
      'dynamic-astar': 'A* with a falling weight',
      'alpha-star': 'AlphA*',
      'greedy-best-first': 'Greedy best-first search',
    } as Record<string, string>,
    hopeless: (name: string, rows: number, cols: number) =>
      `${name} would need far more time or memory than this device has for a ${rows} × ${cols} board. Another way to solve will do better.`,
    slow: (name: string, rows: number, cols: number) =>
      `${name} may take minutes or hours on a ${rows} × ${cols} board. You can cancel it at any time.`,
    thinking: 'Thinking…',
    tables: 'Preparing tables…',
    cancel: 'Cancel',
    finish: 'Take the best so far',
    nodes: (count: number) => `${number(count)} positions looked at`,
    depth: (depth: number) => `depth ${number(depth)}`,
    proof: (seconds: number) => `the proof takes about ${duration(seconds)}`,
    best: (length: number, bound: number) =>
      `best so far ${number(length)} moves, at least ${number(bound)} are needed`,
    atLeast: (bound: number) => `at least ${number(bound)} moves are needed`,
    seconds: (seconds: number) =>
      seconds < 0.1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`,
    noSolution: 'There is no solution.',
    full: 'This search needs more memory than a browser should give. Another way to solve will do better.',
    limit: 'No solution was found in that time. Another way to solve will do better.',
    failed: (message: string) => `The solver stopped: ${message}`,
    notLoaded: 'its engine could not be loaded; reload the page, your game is kept',
    crashed: 'its engine crashed, perhaps for lack of memory; the next search starts a new one',
    unsolvable: 'This board cannot be solved. The editor can repair it.',
    alreadySolved: 'This is solved already.',
    /** What the engine says, in the signs that the page uses. */
    refused: (reason: string) => {
      const words = reason
        .replace(/\bbig lambda\b/gi, 'Λ')
        .replace(/\blambda\b/gi, 'λ')
        .replace(/\bepsilon\b/gi, 'ε')
        .replace(/(\d)x(?=\d)/g, '$1 × ');
      return `${words.charAt(0) === 'λ' ? 'λ' : words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    },
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
    estimates: {
      manhattan: 'Manhattan distance',
      'linear-conflict': 'Linear conflict',
      'walking-distance': 'Walking distance',
      maximum: 'Linear conflict or walking distance',
      'pattern-db': 'Pattern databases',
    } as Record<string, string>,
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

  think: {
    watch: 'Watch it think',
    explained: 'Shows on the board every position that the search looks at, in order.',
    watching: (shown: number, count: number) => `Thinking: ${number(shown + 1)} of ${number(count + 1)} positions`,
    skip: 'Skip',
  },

  mine: {
    watch: 'Watch mine',
    watching: (shown: number, count: number) => `Your way: ${number(shown)} of ${plural(count, 'move', 'moves')}`,
    skip: 'Skip',
  },

  pasted: {
    watching: (shown: number, count: number) => `Pasted moves: ${number(shown)} of ${number(count)}`,
    skip: 'Skip',
  },

  playback: {
    label: 'Solution',
    found: (count: number) => plural(count, 'move', 'moves'),
    optimal: 'the shortest there is',
    slides: (count: number) => plural(count, 'slide', 'slides'),
    fewest: 'no way has fewer slides',
    steps: (count: number) => plural(count, 'step', 'steps'),
    fewestSteps: 'no way has fewer steps',
    bound: (bound: number) => `at least ${number(bound)} are needed`,
    took: (seconds: string, nodes: number) => `found in ${seconds}, ${number(nodes)} positions looked at`,
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
    tryIt: 'Try it yourself',
    goOn: 'Go on from here',
    inWords: 'The moves in words',
    listed: (from: number, to: number, count: number) => `${number(from)} to ${number(to)} of ${number(count)}`,
    copyList: 'Copy the list',
    prove: 'Prove it',
    provesIt: 'Looks for a shorter way until it is certain that there is none',
    noneShorter: 'No shorter way has been found.',
    stage: (what: string) => `Now: ${what}.`,
    copy: 'Copy moves',
    spoken: (index: number, count: number, move: string) => `${number(index)} of ${number(count)}: ${move}`,
    replanning: 'New plan from here…',
    replanned: 'You went another way, so here is a new plan.',
  },

  win: {
    title: 'Solved',
    moves: (count: number) => plural(count, 'move', 'moves'),
    paceTitle: 'Moves a second',
    pace: (moves: number, milliseconds: number) => `${((moves * 1000) / milliseconds).toFixed(1)}/s`,
    proving: 'Looking for the shortest way…',
    optimum: (moves: number, optimum: number) => `You took ${number(moves)}; the shortest way has ${number(optimum)}.`,
    perfect: 'No way is shorter. Perfect!',
    best: 'A new best!',
    helped: 'with some help',
    again: 'Play again',
  },

  blocks: {
    board: (name: string) => `Blocks of ${name}`,
    unnamed: 'Your puzzle',
    block: (symbol: string, { goal, pinned }: { goal: boolean; pinned: boolean }, row: number, col: number) =>
      `Block ${symbol}${goal ? ', a goal block' : ''}${pinned ? ', pinned' : ''}, row ${row}, column ${col}`,
    moved: (symbol: string, path: string) =>
      `Block ${symbol} moved ${[...path].map((letter) => directions[letter as keyof typeof directions]).join(', ')}.`,
    left: (symbol: string) => `Block ${symbol} has left the board.`,
    /** What must be done. */
    aim: {
      moving: (symbols: readonly string[]) =>
        symbols.length === 1
          ? `Bring ${listed(symbols)} to the frame with its letter.`
          : `Bring ${listed(symbols)} to the frames with their letters.`,
      leaving: (symbols: readonly string[]) => `Let ${listed(symbols)} leave the board by an exit.`,
      staying: (symbols: readonly string[]) =>
        symbols.length === 1
          ? `In the end ${listed(symbols)} must be where it is now.`
          : `In the end ${listed(symbols)} must be where they are now.`,
      shapes: 'Bring the lettered blocks to the frames of their colour.',
    },
    hintWhich: (symbol: string) => `Hint: block ${symbol}.`,
    hint: (symbol: string, path: string) =>
      `Hint: move block ${symbol} ${[...path].map((letter) => directions[letter as keyof typeof directions]).join(', ')}.`,
    impossible: 'This puzzle has no solution; this is proven.',
    word: (symbol: string, path: string) =>
      `Block ${symbol} ${[...path].map((letter) => directions[letter as keyof typeof directions]).join(', ')}`,
    count: 'What counts',
    counts: { moves: 'Moves', slides: 'Slides', steps: 'Steps' },
    countsExplained: {
      moves: 'One block along any free way, also round corners, is one move.',
      slides: 'One block in a straight line is one slide.',
      steps: 'One block by one cell is one step.',
    },
    badPaste: (reason: string) => `What you pasted is not a block puzzle: ${reason}.`,
    alternatives: (count: number) => `There are ${number(count)} goals; any one of them will do. The first is shown.`,
    moves: 'Moves',
    steps: 'Steps',
    best: 'Best',
    optimum: 'Shortest',
    stepsTitle: 'Cells that blocks have moved by, one at a time',
    rules: {
      free: 'Drag a block along any free way: that is one move.',
      axis: 'Straight blocks slide only along their length, single cells never. One drag is one move.',
      gates: 'Only blocks with a goal may enter the striped cells.',
      exits: (exits: readonly { keys: string }[]) =>
        exits.every(({ keys }) => keys === '')
          ? 'A block that stands wholly on the green cells with arrows leaves the board.'
          : 'A block that stands wholly on green cells with arrows leaves the board, where they are open to it: only to the blocks whose letters they show.',
      pins: 'Blocks with pins never move.',
      shapes: 'Goal blocks of one colour may stand for each other.',
      keys: 'By keyboard, choose a block with Tab and move it with the arrows.',
    },
    letters: 'Letters on all blocks',
    make: 'Make a puzzle',
    edit: 'Edit',
    editCopy: 'Edit a copy',
    rename: 'Rename',
    remove: 'Delete',
    opened: (name: string) => `${name} is open.`,
    removed: (name: string) => `${name} is deleted.`,
    name: 'Name',
    keepName: 'Keep this name',
    optimal: 'Optimal! No way is shorter.',
    proving: 'Looking for the shortest way…',
    couldBe: (optimum: number) => `The shortest way has ${number(optimum)} moves.`,
    badLink: 'That link does not hold a block puzzle that can be read.',
  },

  catalogue,

  editor,

  laboratory,

  share: {
    title: 'Share this puzzle',
    intro: 'The link holds the whole puzzle: start, goal and size. Pictures stay on your device.',
    link: 'Link',
    text: 'Board as text',
    copy: 'Copy link',
    copyText: 'Copy text',
    picture: 'Board as a picture',
    savePicture: 'Save picture',
    fileName: (name: string) => `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'puzzle'}.png`,
    byHand: 'Copy this by hand',
    byHandWhy: 'This browser does not let the page copy. Select the text and copy it.',
    copied: 'Copied',
  },

  help,

  announce: {
    moved: (direction: string, count: number) =>
      `${count > 1 ? `${count} tiles` : 'Tile'} ${directions[direction as keyof typeof directions]}.`,
    word: (tile: number | string, direction: string) => `${tile} ${directions[direction as keyof typeof directions]}`,
    slid: (tile: number | string, direction: string) => `${tile} ${directions[direction as keyof typeof directions]}.`,
    blocked: 'Nothing can slide that way.',
    undone: 'Undone.',
    redone: 'Redone.',
    nothingToUndo: 'Nothing to undo.',
    hintWhich: (tiles: readonly (number | string)[]) =>
      `Hint: ${tiles.length > 1 ? 'tiles' : 'tile'} ${listed(tiles)}.`,
    hint: (tiles: readonly (number | string)[], direction: string) =>
      `Hint: slide ${listed(tiles)} ${directions[direction as keyof typeof directions]}.`,
    solved: (moves: number) => `Solved in ${plural(moves, 'move', 'moves')}.`,
    newGame: (rows: number, cols: number) => `New game, ${rows} by ${cols}.`,
    found: (moves: number) => `Solution found: ${plural(moves, 'move', 'moves')}.`,
    cancelled: 'Cancelled.',
    gameBack: 'Your game is back.',
  },

  notices: {
    badLink: 'That link does not hold a puzzle that can be read. Here is a new one instead.',
    unsolvableLink: 'The linked puzzle cannot be solved as it is. The editor can repair it.',
    unsolvableFile: 'The board in this file cannot be solved as it is. The editor can repair it.',
    unsolvablePaste: 'The pasted board cannot be solved as it is. The editor can repair it.',
    linkOpened: 'The linked puzzle is open.',
    newGame: 'New game started.',
    today: 'Today’s puzzle: everybody has the same one today.',
    restarted: 'Back at the start.',
    undo: 'Undo',
    notKept: 'This browser does not keep your game: its storage is full or blocked.',
    badSave: 'Your last game could not be read any more. Here is a new one.',
    pasted: 'Board pasted.',
    badPaste: (reason: string) => `What you pasted is not a board: ${reason}.`,
    badMoves: 'The moves that you pasted do not fit this board.',
    noHint: 'No hint was found in time for this board.',
    dismiss: 'Dismiss',
  },
} as const;

/** An algorithm as people call it. */
export const algorithmName = (name: string): string => strings.solve.names[name] ?? name;

/** A heuristic as people call it. */
export const estimateName = (name: string): string => strings.solve.estimates[name] ?? name;
