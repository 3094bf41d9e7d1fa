// What must be done, in words: a drawing alone leaves open whether a block that stands on its place has to come back.
import type { BlockCell, BlockDrawing } from 'taquin/engine';
import { strings } from '../strings';

/** The goal in a sentence or two; nothing where there is none. */
export function goalOf(drawing: BlockDrawing): string {
  const { goals, blocks, corners, gone, goalShapes } = drawing;
  const [first = []] = goals;
  if (first.length === 0) return '';
  const text = strings.blocks.aim;
  const named = first.map(({ block, corner }) => {
    const { symbol = '', leaves = [] } = blocks[block] ?? {};
    const isLeaving = gone.includes(symbol) || leaves.some((place) => isSame(place, corner));
    const kind = isLeaving ? 'leaving' : isSame(corner, corners[block]) ? 'staying' : 'moving';
    return { symbol, kind } as const;
  });
  const of = (kind: (typeof named)[number]['kind']): string[] =>
    named
      .filter((one) => one.kind === kind)
      .map(({ symbol }) => symbol)
      .sort();
  if (goalShapes) return text.shapes;
  return [
    ...(of('moving').length > 0 ? [text.moving(of('moving'))] : []),
    ...(of('leaving').length > 0 ? [text.leaving(of('leaving'))] : []),
    ...(of('staying').length > 0 ? [text.staying(of('staying'))] : []),
  ].join(' ');
}

const isSame = ([row, col]: BlockCell, other: BlockCell | undefined): boolean => other?.[0] === row && other[1] === col;
