// The packs that were opened, kept for the next visit: one line of JSON for each pack and for each of its shelves, so that
// a list of many thousands is written and read piece by piece.
import { readBlob, removeBlob, writeBlob } from 'taquin/storage';
import type { BlockEntry } from 'taquin/engine';
import { Listed, type OpenedPack } from './shelves';

const KEY = 'packs';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Keeps these packs, and no others; throws where storage is full or blocked. */
export async function keepPacks(packs: readonly OpenedPack[]): Promise<void> {
  // Where storage is blocked nothing was kept, and nothing is left to be removed.
  if (packs.length === 0) return removeBlob(KEY).catch(() => undefined);
  const lines: string[] = [];
  for (const { name, count, refused, problem, shelves } of packs) {
    lines.push(`${JSON.stringify({ name, count, refused, problem, shelves: shelves.length })}\n`);
    for (const { moves, count, puzzles } of shelves) {
      lines.push(`${JSON.stringify({ moves, count, puzzles: puzzles.map(({ entry }) => entry) })}\n`);
      await pause();
    }
  }
  await writeBlob(KEY, new Blob(lines));
}

/** The packs that were kept, the newest first; none where what is kept cannot be read any more. */
export async function keptPacks(unnamed: string): Promise<OpenedPack[]> {
  try {
    const kept = await readBlob(KEY);
    return kept instanceof Blob ? await packsIn(await kept.text(), unnamed) : [];
  } catch {
    return [];
  }
}

/** Reads packs as [`keepPacks`] has written them; throws where that is damaged. */
export async function packsIn(text: string, unnamed: string): Promise<OpenedPack[]> {
  const lines = text.split('\n');
  const packs: OpenedPack[] = [];
  for (let at = 0; (lines[at] ?? '') !== '';) {
    const head = JSON.parse(lines[at++] ?? '') as Omit<OpenedPack, 'shelves'> & { shelves: number };
    const pack: OpenedPack = { ...head, shelves: [], isKept: true };
    for (let shelf = 0; shelf < head.shelves; shelf++) {
      const { moves, count, puzzles } = JSON.parse(lines[at++] ?? '') as {
        moves: number | null;
        count: number;
        puzzles: BlockEntry[];
      };
      pack.shelves.push({ moves, count, puzzles: puzzles.map((entry) => new Listed(entry, head.name, unnamed)) });
      await pause();
    }
    packs.push(pack);
  }
  return packs;
}
