// Where the player is, as an address: Back and Forward go through views, editors and the catalogue.
import { writeAddress } from './navigation';

export const VIEWS = ['tiles', 'blocks', 'laboratory'] as const;
/** The views that are always at hand, and the reader of pictures. */
export type View = (typeof VIEWS)[number] | 'read';

/** A page of a view beside its first one: the editor, or the catalogue of puzzles. */
export type Part = 'edit' | 'puzzles';
const PARTS: Record<View, readonly Part[]> = { tiles: ['edit'], blocks: ['edit', 'puzzles'], laboratory: [], read: [] };

export interface Route {
  view: View;
  /** `null` for the first page. */
  part: Part | null;
}

/** What an address says, `null` where it names no view. */
export function routeIn(hash: string): Route | null {
  const [name, wanted] = hash.replace(/^#/, '').split('/');
  const view = name === 'read' ? name : VIEWS.find((known) => known === name);
  return view === undefined ? null : { view, part: PARTS[view].find((part) => part === wanted) ?? null };
}

export const hashOf = ({ view, part }: Route): string => `#${view}${part === null ? '' : `/${part}`}`;

/** Writes the address of a route: a new step of the history, or in the place of the present one. */
export const writeRoute = (route: Route, how: 'push' | 'replace'): void => writeAddress(hashOf(route), how);
