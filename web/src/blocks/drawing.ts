// How blocks look, wherever they are drawn: on the board, in thumbnails and in the editor.
import type { BlockCell, BlockDrawing } from 'taquin/engine';
import { coloursOf } from './colours';

/** Rows and columns of the box round some cells that begin at 0. */
export const extentOf = (cells: readonly BlockCell[]): BlockCell => [
  Math.max(...cells.map(([row]) => row)) + 1,
  Math.max(...cells.map(([, col]) => col)) + 1,
];

/** Where a letter is put: the middle of the block if that belongs to it, else of the cell nearest to the middle. */
export function letterPlace(cells: readonly BlockCell[]): { x: number; y: number } {
  const [tall, wide] = extentOf(cells);
  const [y, x] = [tall / 2, wide / 2];
  const far = ([row, col]: BlockCell): number => (row + 0.5 - y) ** 2 + (col + 0.5 - x) ** 2;
  const near = cells.filter((cell) => far(cell) <= 0.5);
  const around = Number.isInteger(y) ? (Number.isInteger(x) ? 4 : 2) : Number.isInteger(x) ? 2 : 1;
  if (near.length >= around) return { x, y };
  const [row, col] = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return { x: col + 0.5, y: row + 0.5 };
}

export interface Target {
  block: number;
  corner: BlockCell;
  cells: BlockCell[];
  colour: string;
  /** The letter of the block that must get there; nothing where several may. */
  letter: string;
}

/** The places that must be reached in one of the goals, in the colours of their blocks. */
export function targetsOf(drawing: BlockDrawing, goal = 0): Target[] {
  const colours = coloursOf(drawing.blocks, drawing.goalShapes);
  return (drawing.goals[goal] ?? []).flatMap(({ block, corner }) => {
    const { cells, symbol } = drawing.blocks[block] ?? { cells: [], symbol: '' };
    const colour = colours[block] ?? '';
    const isShared = colours.filter((other) => other === colour).length > 1;
    return cells.length === 0 ? [] : [{ block, corner, cells, colour, letter: isShared ? '' : symbol }];
  });
}

/** Every kind of cell that belongs to the board: floor, gates and exits. */
export const BOARD = '.+>';

/** Has a block left the board when the corner of its box is there? */
export const isGone = ({ leaves }: Pick<BlockDrawing['blocks'][number], 'leaves'>, [row, col]: BlockCell): boolean =>
  leaves.some((place) => place[0] === row && place[1] === col);

/** The ground as one path for each kind of cell. */
export function groundPath({ ground, cols }: Pick<BlockDrawing, 'ground' | 'cols'>, kinds: string): string {
  return [...ground]
    .map((kind, cell) => (kinds.includes(kind) ? `M${cell % cols} ${Math.floor(cell / cols)}h1.01v1.01h-1.01z` : ''))
    .join('');
}
