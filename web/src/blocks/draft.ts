// A puzzle while it is being made. Whether it is one, and whether it can be solved, the engine says of its text.
import type { BlockCell, BlockDrawing } from 'taquin/engine';

export interface Draft {
  readonly name: string;
  readonly author: string;
  readonly rows: number;
  readonly cols: number;
  /** For each cell row by row: `.` free, `+` gate, `#` outside, `>` and a number for one of the exits. */
  readonly ground: readonly string[];
  /** For each cell the block on it, or nothing. */
  readonly start: readonly string[];
  /** For each alternative goal, where the corners of the goal blocks' boxes must get. */
  readonly goals: readonly Readonly<Record<string, BlockCell>>[];
  readonly keepAxis: boolean;
  readonly goalShapes: boolean;
  /** For each exit the blocks that may leave by it; all where there are none. */
  readonly exits: readonly string[];
  /** The blocks that must have left the board, in every goal. */
  readonly gone: string;
  /** The blocks that never move. */
  readonly pinned: string;
}

/** What is painted with: a block's symbol, or one of these. */
export type Brush =
  { kind: 'block'; symbol: string } | { kind: 'exit'; exit: number } | { kind: 'new' | 'free' | 'wall' | 'gate' };

export const MOST_SIDE = 33;
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const GATES = '+=%@&';
/** What exits are drawn with. */
const EXITS = '><^~!';
/** The most exits that are told apart. */
export const MOST_EXITS = 4;

const exitGround = (exit: number): string => `>${exit}`;

/** The number of the exit that a cell belongs to, if it does. */
export const exitAt = (ground: string | undefined): number | undefined =>
  ground?.startsWith('>') === true ? Number(ground.slice(1)) : undefined;

/** Is a block in a list of symbols? The list with it, or without. */
export const toggled = (symbols: string, symbol: string): string =>
  symbols.includes(symbol) ? symbols.replace(symbol, '') : symbols + symbol;

export const emptyDraft = (rows: number, cols: number): Draft => {
  const cells = rows * cols;
  return {
    name: '',
    author: '',
    rows,
    cols,
    ground: new Array<string>(cells).fill('.'),
    start: new Array<string>(cells).fill(''),
    goals: [{}],
    keepAxis: false,
    goalShapes: false,
    exits: [],
    gone: '',
    pinned: '',
  };
};

/** A draft from the text picture of a board, rows joined by `/`: `#` is outside, `.` is free, a letter is a block. */
export const draftOfPicture = (picture: string): Draft => {
  const rows = picture.split('/');
  const cells = [...rows.join('')];
  return {
    ...emptyDraft(rows.length, rows[0]?.length ?? 0),
    ground: cells.map((cell) => (cell === '#' ? '#' : '.')),
    start: cells.map((cell) => ('#.'.includes(cell) ? '' : cell)),
  };
};

export function draftOf(drawing: BlockDrawing): Draft {
  const { rows, cols, blocks, corners } = drawing;
  const start = new Array<string>(rows * cols).fill('');
  blocks.forEach(({ symbol, cells }, block) => {
    const [top, left] = corners[block] ?? [0, 0];
    for (const [row, col] of cells) start[(top + row) * cols + left + col] = symbol;
  });
  // why without those: a rule says of them that they must be gone, wherever they leave.
  const placed = (goal: BlockDrawing['goals'][number]): Record<string, BlockCell> =>
    Object.fromEntries(
      goal
        .map(({ block, corner }) => [blocks[block]?.symbol ?? '', corner] as const)
        .filter(([symbol]) => !drawing.gone.includes(symbol)),
    );
  const ground = [...drawing.ground];
  drawing.exits.forEach(({ cells }, exit) =>
    cells.forEach(([row, col]) => (ground[row * cols + col] = exitGround(exit))),
  );
  return {
    name: drawing.name ?? '',
    author: drawing.author ?? '',
    rows,
    cols,
    ground,
    start,
    goals: drawing.goals.map(placed),
    keepAxis: drawing.keepAxis,
    goalShapes: drawing.goalShapes,
    exits: drawing.exits.map(({ keys }) => keys),
    gone: drawing.gone,
    pinned: blocks
      .filter(({ pinned }) => pinned)
      .map(({ symbol }) => symbol)
      .join(''),
  };
}

export const symbolsOf = ({ start }: Draft): string[] => [...new Set(start.filter((symbol) => symbol !== ''))];

/** A symbol that no block has yet. */
export const unusedSymbol = (draft: Draft): string | undefined =>
  [...SYMBOLS].find((symbol) => !draft.start.includes(symbol));

/** The cells of a block relative to the corner of the box around it, and that corner. */
export function shapeOf({ start, cols }: Draft, symbol: string): { cells: BlockCell[]; corner: BlockCell } {
  const cells = start.flatMap((found, cell): BlockCell[] =>
    found === symbol ? [[Math.floor(cell / cols), cell % cols]] : [],
  );
  const [top, left] = [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, col]) => col))];
  return { cells: cells.map(([row, col]) => [row - top, col - left]), corner: [top, left] };
}

/** The cells that a goal covers. */
export function goalCells(draft: Draft, goal: number): string[] {
  const covered = new Array<string>(draft.rows * draft.cols).fill('');
  for (const [symbol, [top, left]] of Object.entries(draft.goals[goal] ?? {})) {
    for (const [row, col] of shapeOf(draft, symbol).cells) covered[(top + row) * draft.cols + left + col] = symbol;
  }
  return covered;
}

/** Drops goal places that became impossible: the block is gone, has no room there, or overlaps another one. */
function withoutInvalidGoals(draft: Draft): Draft {
  const goals = draft.goals.map((goal) => {
    const taken = new Set<number>();
    return Object.fromEntries(
      Object.entries(goal).filter(([symbol, corner]) => {
        const places = cellsAt(draft, symbol, corner);
        if (places === null || places.some((cell) => taken.has(cell))) return false;
        places.forEach((cell) => taken.add(cell));
        return true;
      }),
    );
  });
  return { ...draft, goals };
}

/** The cells that a block covers at a place, `null` where it has no room there. */
function cellsAt(draft: Draft, symbol: string, [top, left]: BlockCell): number[] | null {
  const { cells } = shapeOf(draft, symbol);
  const fits = cells.every(([row, col]) => top + row < draft.rows && left + col < draft.cols);
  const places = cells.map(([row, col]) => (top + row) * draft.cols + left + col);
  return fits && cells.length > 0 && places.every((cell) => draft.ground[cell] !== '#') ? places : null;
}

const changed = (cells: readonly string[], cell: number, to: string): string[] =>
  cells.map((found, index) => (index === cell ? to : found));

/** Would painting this cell of the start change nothing, so that a click means to take away? */
export const isPainted = ({ start, ground }: Draft, cell: number, brush: Brush): boolean => {
  switch (brush.kind) {
    case 'block':
      return start[cell] === brush.symbol;
    case 'wall':
      return ground[cell] === '#';
    case 'gate':
      return ground[cell] === '+';
    case 'exit':
      return exitAt(ground[cell]) === brush.exit;
    default:
      return false;
  }
};

/** The draft with one cell of the start painted. */
export function painted(draft: Draft, cell: number, brush: Brush): Draft {
  const symbol = brush.kind === 'block' ? brush.symbol : '';
  const before = draft.ground[cell] ?? '.';
  const ground = {
    block: before === '#' ? '.' : before,
    new: '.',
    free: '.',
    wall: '#',
    gate: '+',
    exit: brush.kind === 'exit' ? exitGround(brush.exit) : '',
  }[brush.kind];
  // why: gates and exits lie under the blocks; only what is no block changes them.
  const isUnder = brush.kind === 'gate' || brush.kind === 'exit';
  const start = isUnder ? draft.start : changed(draft.start, cell, symbol);
  const exits = brush.kind === 'exit' && brush.exit >= draft.exits.length ? [...draft.exits, ''] : draft.exits;
  return withoutInvalidGoals({ ...draft, exits, start, ground: changed(draft.ground, cell, ground) });
}

/** The draft without exits that no cell is left of, and without blocks that are gone from it in its rules. */
function withoutIdleRules(draft: Draft): Draft {
  const { ground, start } = draft;
  const used = draft.exits.map((_, exit) => ground.includes(exitGround(exit)));
  const known = (symbols: string): string => [...symbols].filter((symbol) => start.includes(symbol)).join('');
  const renumbered = (kind: string): string => {
    const exit = exitAt(kind);
    return exit === undefined ? kind : exitGround(used.slice(0, exit).filter(Boolean).length);
  };
  return {
    ...draft,
    ground: ground.map(renumbered),
    exits: draft.exits.filter((_, exit) => used[exit]).map(known),
    gone: known(draft.gone),
    pinned: known(draft.pinned),
  };
}

/** The draft with a block's place in a goal set: as near to the cell as the board allows. */
export function placed(draft: Draft, goal: number, cell: number, symbol: string): Draft {
  const { cells } = shapeOf(draft, symbol);
  if (cells.length === 0) return draft;
  const [tall, wide] = [Math.max(...cells.map(([row]) => row)), Math.max(...cells.map(([, col]) => col))];
  const corner: BlockCell = [
    Math.min(Math.floor(cell / draft.cols), draft.rows - 1 - tall),
    Math.min(cell % draft.cols, draft.cols - 1 - wide),
  ];
  // why first: where two places overlap, the newer one stays.
  const { [symbol]: _, ...others } = draft.goals[goal] ?? {};
  return withoutInvalidGoals(withGoal(draft, goal, { [symbol]: corner, ...others }));
}

/** The draft without the goal of the block that must get to this cell. */
export function unplaced(draft: Draft, goal: number, cell: number): Draft {
  const symbol = goalCells(draft, goal)[cell] ?? '';
  const { [symbol]: _, ...others } = draft.goals[goal] ?? {};
  return withGoal(draft, goal, others);
}

const withGoal = (draft: Draft, goal: number, places: Record<string, BlockCell>): Draft => ({
  ...draft,
  goals: draft.goals.map((other, index) => (index === goal ? places : other)),
});

export function resized(draft: Draft, rows: number, cols: number): Draft {
  const kept = (cells: readonly string[], otherwise: string): string[] =>
    Array.from({ length: rows * cols }, (_, cell) => {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      return row < draft.rows && col < draft.cols ? (cells[row * draft.cols + col] ?? otherwise) : otherwise;
    });
  return withoutInvalidGoals({ ...draft, rows, cols, ground: kept(draft.ground, '.'), start: kept(draft.start, '') });
}

/** The puzzle in the text format. `moves` is its proven optimum, where that is known. */
export function textOf(painted: Draft, moves?: number): string {
  const draft = withoutIdleRules(painted);
  const { name, author, rows, cols, ground, keepAxis, goalShapes, exits, gone, pinned } = draft;
  const unused = (symbols: string): string[] => [...symbols].filter((symbol) => !draft.start.includes(symbol));
  const [gate = ''] = unused(GATES);
  const doors = unused(EXITS);
  const letter: Record<string, string> = { '.': '.', '#': ' ', '+': gate };
  exits.forEach((_, exit) => (letter[exitGround(exit)] = doors[exit] ?? ''));
  const open = exits.map((keys, exit) => `${doors[exit] ?? ''}${keys === '' ? '' : `=${keys}`}`);
  const picture = (cells: readonly string[]): string[] =>
    Array.from({ length: rows }, (_, row) =>
      Array.from(
        { length: cols },
        (_, col) => cells[row * cols + col] || (letter[ground[row * cols + col] ?? ''] ?? '.'),
      )
        .join('')
        .trimEnd(),
    );
  const pictures = [picture(draft.start), ...draft.goals.map((_, goal) => picture(goalCells(draft, goal)))];
  const header = [
    name.trim() === '' ? '' : `name: ${name.trim()}`,
    author === '' ? '' : `author: ${author}`,
    moves === undefined ? '' : `moves: ${moves}`,
    keepAxis ? 'axis: keep' : '',
    goalShapes ? 'goal: shapes' : '',
    ground.includes('+') ? `gate: ${gate}` : '',
    exits.length > 0 ? `exit: ${open.join(' ')}` : '',
    exits.length > 0 && gone !== '' ? `gone: ${gone}` : '',
    pinned === '' ? '' : `pin: ${pinned}`,
  ].filter((line) => line !== '');
  // Common indentation means nothing, and so no row is taken for a line between pictures or puzzles, a key or a comment.
  const indent = pictures.flat().some((line) => /^(--|={3,})$|^# |:/.test(line)) ? ' ' : '';
  const body = pictures.map((lines) => lines.map((line) => indent + line).join('\n')).join('\n--\n');
  return `${header.length > 0 ? `${header.join('\n')}\n\n` : ''}${body}\n`;
}

/** What a text says of board and rules alone, whatever the puzzle is called and whatever is known about it. */
export const withoutHeader = (text: string): string =>
  text.replace(/^(name|author|source|moves|slides|steps|states): .*\n/gm, '').trim();
