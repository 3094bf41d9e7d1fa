// What can be taken back, and what was.

/** Nobody takes back more than this, and each entry is a whole puzzle. */
const MOST = 200;

export class History<T> {
  #past: T[] = $state.raw([]);
  #future: T[] = $state.raw([]);
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  /** Keeps what is about to be changed. */
  remember(present: T): void {
    if (this.#past.at(-1) === present) return;
    this.#past = [...this.#past.slice(1 - MOST), present];
    this.#future = [];
  }

  /** What was there before; `undefined` at the beginning. */
  undo(present: T): T | undefined {
    const before = this.#past.at(-1);
    if (before === undefined) return undefined;
    [this.#past, this.#future] = [this.#past.slice(0, -1), [...this.#future, present]];
    return before;
  }

  /** What was there before it was taken back; `undefined` where nothing was. */
  redo(present: T): T | undefined {
    const next = this.#future.at(-1);
    if (next === undefined) return undefined;
    [this.#past, this.#future] = [[...this.#past, present], this.#future.slice(0, -1)];
    return next;
  }

  clear(): void {
    [this.#past, this.#future] = [[], []];
  }
}
