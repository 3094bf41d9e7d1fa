import { EngineError } from 'taquin';
import { strings } from '../strings';

/** What an error says, whatever was thrown. */
export const messageOf = (error: unknown): string => {
  if (error instanceof EngineError) return strings.solve[error.reason];
  if (error instanceof Error) return error.message;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
};
