// Text files that are dropped or chosen: boards and puzzles as the command writes them.

/** What may be chosen where a text is wanted. */
export const TEXT_FILES = '.txt,.board,.puzzle,text/plain';

/** Longer files are no boards: the largest board takes less. */
const MOST_BYTES = 2 ** 20;

/** Is this file a text rather than a picture? */
export const isTextFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('text/') || /\.(txt|board|puzzle)$/i.test(name);

/** The text of a file; throws where it is too large or no text. */
export async function textOf(file: File, tooLarge: string, noText: string): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(tooLarge);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(noText);
  }
}
