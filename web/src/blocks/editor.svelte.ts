// A puzzle being made: what is painted, what is written, and what the engine says of it.
import { BlockGame, type BlockDrawing } from 'taquin/engine';
import { messageOf } from '../lib/errors';
import { History } from '../lib/history.svelte';
import { Solver, StoppedError, type Job, type Outcome } from 'taquin';
import { readText, writeJson } from '../lib/storage';
import { strings } from '../strings';
import {
  withoutHeader,
  draftOf,
  emptyDraft,
  isPainted,
  painted,
  placed,
  resized,
  symbolsOf,
  textOf,
  unplaced,
  unusedSymbol,
  type Brush,
  type Draft,
} from './draft';

/** How far the live answer looks: what takes longer is left to the solver of the game. */
const PATIENCE_SECONDS = 8;
const MEMORY_BYTES = 256 * 2 ** 20;
/** The engine begins when the painter pauses. */
const PAUSE_MS = 250;

/** What is known about the puzzle as it stands. */
export type Verdict =
  | { kind: 'problem'; message: string }
  | { kind: 'empty' }
  | { kind: 'no-goal' }
  | { kind: 'solved' }
  | { kind: 'looking'; states: number }
  | { kind: 'solvable'; moves: number; outcome: Outcome }
  | { kind: 'impossible'; outcome: Outcome }
  | { kind: 'gave-up'; outcome: Outcome }
  | { kind: 'failed'; message: string };

export class Editor {
  draft: Draft = $state.raw(emptyDraft(5, 4));
  /** The text field: the draft's text, or what was typed last. */
  text = $state('');
  /** The text was typed, and it is no puzzle: the picture is older. */
  stale = $state(false);
  brush: Brush = $state.raw({ kind: 'new' });
  goal = $state(0);
  verdict: Verdict = $state.raw({ kind: 'no-goal' });
  /** The puzzle as the engine read it, `null` where it is none. */
  drawing: BlockDrawing | null = $state.raw(null);
  /** The kept puzzle that is being changed. */
  id: string | null = $state(null);
  readonly #history = new History<Draft>();
  #stroke: { brush: Brush; last: number } | null = null;
  #solver = new Solver();
  #job: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly symbols = $derived.by(() => symbolsOf(this.draft));
  readonly canUndo = $derived(this.#history.canUndo);
  readonly canRedo = $derived(this.#history.canRedo);

  /** Begins with a puzzle, or with the one that was left. */
  open(drawing: BlockDrawing | null, id: string | null = null): void {
    this.id = id;
    this.#history.clear();
    [this.brush, this.goal] = [{ kind: 'new' }, 0];
    if (drawing !== null) return this.#show(draftOf(drawing));
    this.#show(emptyDraft(5, 4));
    const left = readText('draft');
    if (left !== null) this.write(left);
    this.#history.clear();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#job?.cancel();
    this.#job = null;
  }

  // Painting. A stroke goes on from cell to cell until it is lifted, and is undone as one.

  begin(board: 'start' | 'goal', cell: number): void {
    this.#remember();
    if (board === 'goal') return this.place(cell);
    let { brush } = this;
    if (brush.kind === 'new') {
      const symbol = unusedSymbol(this.draft);
      if (symbol === undefined) return;
      brush = { kind: 'block', symbol };
    } else if (isPainted(this.draft, cell, brush)) {
      brush = { kind: 'free' };
    }
    this.#stroke = { brush, last: cell };
    this.#show(painted(this.draft, cell, brush));
  }

  drag(board: 'start' | 'goal', cell: number): void {
    if (board === 'goal') return this.place(cell);
    if (this.#stroke === null || this.#stroke.last === cell) return;
    this.#stroke = { ...this.#stroke, last: cell };
    this.#show(painted(this.draft, cell, this.#stroke.brush));
  }

  /** Lifts the brush. `settle`: a new block stays the one that is painted, for those who paint cell by cell. */
  lift(settle = false): void {
    if (settle && this.brush.kind === 'new' && this.#stroke?.brush.kind === 'block') this.brush = this.#stroke.brush;
    this.#stroke = null;
  }

  place(cell: number): void {
    const { brush } = this;
    if (brush.kind === 'block') this.#show(placed(this.draft, this.goal, cell, brush.symbol));
    else if (brush.kind === 'free') this.#show(unplaced(this.draft, this.goal, cell));
    else if (brush.kind !== 'new')
      this.#show(painted(this.draft, cell, isPainted(this.draft, cell, brush) ? { kind: 'free' } : brush));
    else if (this.symbols.length === 1) this.#show(placed(this.draft, this.goal, cell, this.symbols[0] ?? ''));
  }

  /** Changes anything else of the draft. */
  change(part: Partial<Draft>): void {
    this.#remember();
    this.#show({ ...this.draft, ...part });
  }

  resize(rows: number, cols: number): void {
    this.#remember();
    this.#show(resized(this.draft, rows, cols));
  }

  clear(): void {
    this.#remember();
    this.brush = { kind: 'new' };
    this.#show({ ...emptyDraft(this.draft.rows, this.draft.cols), name: this.draft.name });
  }

  undo(): void {
    const before = this.#history.undo(this.draft);
    if (before !== undefined) this.#show(before);
  }

  redo(): void {
    const next = this.#history.redo(this.draft);
    if (next !== undefined) this.#show(next);
  }

  // Text.

  /** What is typed or pasted: shown as a picture as soon as it is a puzzle. */
  write(text: string): void {
    this.text = text;
    // why: a few letters would be read as the code of a Klotski; codes are imported, not typed here.
    if (!/^\s*--\s*$/m.test(text)) {
      this.close();
      [this.stale, this.drawing, this.verdict] = [true, null, { kind: 'problem', message: strings.editor.noGoalText }];
      return;
    }
    const drawing = this.#judge(text);
    this.stale = drawing === null;
    if (drawing === null) return;
    this.#remember();
    this.#take(draftOf(drawing));
  }

  /** Takes a puzzle over; throws where it is none. */
  import(text: string, goal: string): void {
    const game = goal.trim() === '' ? new BlockGame(text) : BlockGame.fromPictures(text, goal);
    const drawing = game.drawing();
    game.free();
    this.#remember();
    [this.id, this.goal, this.brush] = [null, 0, { kind: 'free' }];
    this.#show(draftOf(drawing));
  }

  /** The puzzle as text with what was found out about it. */
  get finished(): string {
    return textOf(this.draft, this.verdict.kind === 'solvable' ? this.verdict.moves : undefined);
  }

  #remember(): void {
    this.#history.remember(this.draft);
  }

  #take(draft: Draft): void {
    this.draft = draft;
    this.goal = Math.min(this.goal, draft.goals.length - 1);
    const { brush } = this;
    if (brush.kind === 'block' && !this.symbols.includes(brush.symbol) && this.#stroke === null)
      this.brush = { kind: 'new' };
  }

  #show(draft: Draft): void {
    this.#take(draft);
    this.stale = false;
    this.text = textOf(draft);
    const drawing = this.#judge(this.text);
    if (drawing === null && draft.start.every((block) => block === '')) this.verdict = { kind: 'empty' };
  }

  // What the engine says.

  #judge(text: string): BlockDrawing | null {
    const before = this.drawing;
    let game: BlockGame;
    try {
      game = new BlockGame(text);
    } catch (error) {
      this.close();
      this.drawing = null;
      this.verdict = { kind: 'problem', message: messageOf(error) };
      return null;
    }
    const [drawing, solved] = [game.drawing(), game.solved];
    game.free();
    this.drawing = drawing;
    writeJson('draft', drawing.text);
    // A new name changes nothing of what is known.
    if (before !== null && withoutHeader(before.text) === withoutHeader(drawing.text)) return drawing;
    this.close();
    if (drawing.goals.some((goal) => goal.length === 0)) this.verdict = { kind: 'no-goal' };
    else if (solved) this.verdict = { kind: 'solved' };
    else this.#look(text);
    return drawing;
  }

  #look(puzzle: string): void {
    this.verdict = { kind: 'looking', states: 0 };
    this.#timer = setTimeout(() => void this.#search(puzzle), PAUSE_MS);
  }

  async #search(puzzle: string): Promise<void> {
    const job = this.#solver.solve(
      { kind: 'blocks', puzzle, metric: 'moves', timeLimit: PATIENCE_SECONDS, memoryLimit: MEMORY_BYTES },
      ({ stats }) => this.#job === job && (this.verdict = { kind: 'looking', states: stats.stored }),
    );
    this.#job = job;
    try {
      const outcome = await job.outcome;
      if (this.#job === job) this.verdict = verdictOf(outcome);
    } catch (error) {
      if (this.#job === job && !(error instanceof StoppedError)) {
        this.verdict = { kind: 'failed', message: messageOf(error) };
      }
    } finally {
      if (this.#job === job) this.#job = null;
    }
  }
}

function verdictOf(outcome: Outcome): Verdict {
  if (outcome.moves !== undefined) return { kind: 'solvable', moves: outcome.moves.length, outcome };
  return outcome.status === 'exhausted' ? { kind: 'impossible', outcome } : { kind: 'gave-up', outcome };
}
