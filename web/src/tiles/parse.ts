import { Board } from 'taquin/engine';
import { strings } from '../strings';

/** A board that can be played; throws where the text is none. */
export function parseBoard(text: string): Board {
  const board = Board.parse(text);
  if (board.cells.length < 2) throw new Error(strings.board.tooSmall);
  return board;
}
