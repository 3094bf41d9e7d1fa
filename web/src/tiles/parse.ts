import { Board } from 'taquin/engine';
import { strings } from '../strings';

/** A board that can be played, or a goal, which may have free cells; throws where the text is none. */
export function parseBoard(text: string, which: 'start' | 'goal' = 'start'): Board {
  const board = which === 'goal' ? Board.parseGoal(text) : Board.parseAny(text);
  if (board.cells.length < 2) throw new Error(strings.board.tooSmall);
  return board;
}
