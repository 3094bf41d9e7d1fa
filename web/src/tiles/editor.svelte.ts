// The editor of start and goal: what is edited, and what can be taken back.
import { History } from '../lib/history.svelte';
import { cutOf, isSameSize, type Draft } from './draft';
import { writeDraft } from './kept';

export class TileEditor {
  draft: Draft = $state.raw() as Draft;
  readonly #history = new History<Draft>();
  readonly canUndo = $derived(this.#history.canUndo);
  readonly canRedo = $derived(this.#history.canRedo);
  /** What the last change came from, where its next ones are undone with it. */
  #source: string | null = null;

  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** - `source`: changes that come one after the other from the same source, such as a text field, are undone as one. */
  change(draft: Draft, source: string | null = null): void {
    if (draft === this.draft) return;
    if (source === null || source !== this.#source) this.#history.remember(this.draft);
    this.#source = source;
    this.#show(draft);
  }

  undo(): void {
    this.#back(this.#history.undo(this.draft));
  }

  redo(): void {
    this.#back(this.#history.redo(this.draft));
  }

  /** What is to be played: where the picture fits neither board any more, it shows the goal. */
  get finished(): Draft {
    const { draft } = this;
    return isSameSize(draft.start, draft.goal) ? { ...draft, cut: cutOf(draft, 'goal') } : draft;
  }

  #back(draft: Draft | undefined): void {
    this.#source = null;
    if (draft !== undefined) this.#show(draft);
  }

  #show(draft: Draft): void {
    this.draft = draft;
    writeDraft(draft);
  }
}
