// A block puzzle under way: the catalogue, the moves, the solver, and what is kept.
import { BlockGame, blockPacks, type BlockCell, type BlockDrawing, type BlockMove, type BlockPack } from '../lib/engine';
import type { BlockRequest, Progress } from '../lib/protocol';
import { Solver, Stopped, type Job } from '../lib/solver';
import { readBests, readText, writeBests, writeText, type Best } from '../lib/storage';
import type { Notice } from '../parts/puzzle';
import type { Watched } from '../parts/watched';
import { strings } from '../strings';
import { bare } from './draft';
import { Editor } from './editor.svelte';
import { MyPuzzles } from './mine.svelte';
import { BlockPlayback } from './playback.svelte';

const FIRST = 'Klotski';
/** How long the optimum of a puzzle without a known one is looked for when it is won. */
const PROOF_SECONDS = 20;

export class Blocks {
  readonly packs: BlockPack[] = blockPacks();
  drawing: BlockDrawing = $state.raw({ text: '' } as BlockDrawing);
  corners: BlockCell[] = $state.raw([]);
  done: BlockMove[] = $state.raw([]);
  undone: BlockMove[] = $state.raw([]);
  solved = $state(false);
  notice: Notice | null = $state.raw(null);
  announcement = $state('');
  hinted: BlockMove | null = $state.raw(null);
  solving: { progress: Progress | null } | null = $state(null);
  playback: (Watched & { readonly moves: BlockMove[] }) | null = $state.raw(null);
  bests: Record<string, Best> = $state.raw(readBests());
  readonly mine = new MyPuzzles();
  /** The editor, while a puzzle is being made. */
  editor: Editor | null = $state.raw(null);
  /** The fewest moves of the puzzle; `null` while they are being looked for, `undefined` where they are not known. */
  optimum: number | null | undefined = $state(undefined);
  #game: BlockGame | null = null;
  #solver = new Solver();
  #job: Job | null = null;
  #helped = false;

  readonly steps = $derived(this.done.reduce((sum, { path }) => sum + path.length, 0));
  readonly best = $derived.by(() => this.bestOf(this.drawing));

  constructor() {
    const classic = this.packs.flatMap(({ puzzles }) => puzzles).find(({ name }) => name?.startsWith(FIRST));
    const usual = classic ?? this.packs[0]?.puzzles[0];
    try {
      this.open(readText('blocks') ?? usual?.text ?? '');
    } catch {
      if (usual !== undefined) this.open(usual.text);
      this.tell(strings.notices.badSave);
    }
  }

  /** Begins a puzzle given as text; throws where it is none. */
  open(text: string): void {
    const game = new BlockGame(text);
    this.leaveEditor();
    this.#leave();
    this.#game = game;
    this.drawing = game.drawing();
    this.optimum = this.drawing.optimum;
    [this.done, this.undone] = [[], []];
    this.#show();
    writeText('blocks', text);
  }

  tell(text: string): void {
    this.notice = { text };
  }

  // Puzzles of one's own.

  /** Opens the editor with a puzzle, or with the draft that was left. */
  edit(drawing: BlockDrawing | null, id: string | null): void {
    this.#leave();
    this.editor = new Editor();
    this.editor.open(drawing, id);
  }

  leaveEditor(): void {
    this.editor?.close();
    this.editor = null;
  }

  saveDraft(): void {
    const { editor } = this;
    if (editor === null) return;
    if (editor.draft.name.trim() === '') editor.change({ name: strings.editor.nameless });
    const { id, drawing } = this.mine.keep(editor.finished, editor.id);
    editor.id = id;
    this.tell(strings.editor.saved(drawing.name ?? strings.blocks.unnamed));
  }

  rename(id: string, name: string): void {
    const entry = this.mine.all.find((other) => other.id === id);
    const wanted = name.replace(/\s+/g, ' ').trim();
    if (entry === undefined || wanted === '') return;
    const named = `name: ${wanted}`;
    const { text } = entry.drawing;
    const renamed = /^name: /m.test(text) ? text.replace(/^name: .*$/m, () => named) : `${named}\n${/^[a-z]+: /.test(text) ? '' : '\n'}${text}`;
    const { drawing } = this.mine.keep(renamed, id);
    if (this.drawing.text !== text) return;
    this.drawing = drawing;
    writeText('blocks', drawing.text);
  }

  remove(id: string): void {
    const name = this.mine.all.find((entry) => entry.id === id)?.drawing.name ?? strings.blocks.unnamed;
    const run = this.mine.remove(id);
    this.notice = { text: strings.blocks.removed(name), action: { label: strings.blocks.undo, run } };
  }

  // Play.

  /** Where a block can go from here in one move. */
  destinations(block: number): BlockCell[] {
    return this.#game?.destinations(block).map(({ corner }) => corner) ?? [];
  }

  move(block: number, [row, col]: BlockCell): boolean {
    const made = this.#game?.moveTo(block, row, col);
    if (made === undefined) return false;
    this.#record(made);
    this.announcement = strings.blocks.moved(this.drawing.blocks[block]?.symbol ?? '', made.path);
    this.#afterMove();
    return true;
  }

  /** One step of a block, by keyboard. */
  step(block: number, [down, right]: BlockCell): boolean {
    const corner = this.corners[block];
    if (corner === undefined) return false;
    const moved = this.move(block, [corner[0] + down, corner[1] + right]);
    if (!moved) this.announcement = strings.announce.blocked;
    return moved;
  }

  undo(): void {
    const last = this.done.at(-1);
    if (last === undefined || this.#game?.moveTo(last.block, ...last.from) === undefined) return;
    [this.done, this.undone] = [this.done.slice(0, -1), [...this.undone, last]];
    this.announcement = strings.announce.undone;
    this.#moved();
  }

  redo(): void {
    const next = this.undone.at(-1);
    if (next === undefined || this.#game?.moveTo(next.block, ...next.to) === undefined) return;
    [this.done, this.undone] = [[...this.done, next], this.undone.slice(0, -1)];
    this.announcement = strings.announce.redone;
    this.#moved();
  }

  restart(): void {
    this.#leave();
    this.#game?.restart();
    [this.done, this.undone] = [[], []];
    this.#show();
  }

  /** Plays these moves from the start of the puzzle; for playback. */
  rewrite(done: BlockMove[]): void {
    this.#game?.restart();
    for (const { block, to } of done) this.#game?.moveTo(block, ...to);
    [this.done, this.undone, this.hinted] = [done, [], null];
    this.#show();
  }

  async solve(): Promise<void> {
    const moves = await this.#search((progress) => (this.solving = { progress }), true);
    if (moves === null) return;
    this.#helped = true;
    this.playback = new BlockPlayback(this, moves.moves, moves.outcome);
    this.announcement = strings.announce.found(moves.moves.length);
    this.playback.playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  async hint(): Promise<void> {
    if (this.playback !== null) {
      this.hinted = this.playback.moves[this.playback.index] ?? null;
      return;
    }
    const found = await this.#search((progress) => (this.solving = { progress }), true);
    const first = found?.moves[0];
    if (first === undefined) return;
    this.#helped = true;
    this.hinted = first;
    this.announcement = strings.blocks.hint(this.drawing.blocks[first.block]?.symbol ?? '', first.path);
  }

  cancel(): void {
    this.#job?.cancel();
    [this.#job, this.solving] = [null, null];
  }

  takeOver(): void {
    this.cancel();
    this.playback = null;
  }

  async #search(onprogress: (progress: Progress) => void, shown: boolean): Promise<{ moves: BlockMove[]; outcome: Awaited<Job['outcome']> } | null> {
    if (this.#game === null || this.solved) return null;
    this.cancel();
    if (shown) this.solving = { progress: null };
    const before = this.done;
    const request: BlockRequest = { kind: 'blocks', puzzle: this.drawing.text, made: this.done, metric: 'moves' };
    const job = this.#solver.solve(request, (progress) => this.#job === job && onprogress(progress));
    this.#job = job;
    try {
      const outcome = await job.outcome;
      if (this.done !== before) return null;
      if (outcome.moves !== undefined) return { moves: outcome.moves, outcome };
      this.tell(outcome.status === 'exhausted' ? strings.blocks.impossible : strings.solve.full);
    } catch (error) {
      if (!(error instanceof Stopped)) this.tell(strings.solve.failed(error instanceof Error ? error.message : String(error)));
    } finally {
      if (this.#job === job) [this.#job, this.solving] = [null, null];
    }
    return null;
  }

  /** Moves of the same block one after the other are one move; one that leads back is none. */
  #record(made: BlockMove): void {
    const last = this.done.at(-1);
    this.undone = [];
    if (last === undefined || last.block !== made.block) {
      this.done = [...this.done, made];
      return;
    }
    const joined = { ...made, from: last.from, path: last.path + made.path };
    const back = joined.from[0] === joined.to[0] && joined.from[1] === joined.to[1];
    this.done = back ? this.done.slice(0, -1) : [...this.done.slice(0, -1), joined];
  }

  #afterMove(): void {
    const { playback } = this;
    const made = this.done.at(-1);
    const next = playback?.moves[playback.index];
    if (playback !== null && made !== undefined && next !== undefined && made.block === next.block && made.to.join() === next.to.join()) {
      playback.index += 1;
      this.hinted = null;
      this.#show();
    } else {
      this.#moved();
    }
    if (this.solved && this.playback === null) this.#celebrate();
  }

  #moved(): void {
    this.hinted = null;
    this.takeOver();
    this.#show();
  }

  #show(): void {
    this.corners = this.#game?.corners() ?? [];
    this.solved = this.#game?.solved ?? false;
  }

  #celebrate(): void {
    const moves = this.done.length;
    this.announcement = strings.announce.solved(moves);
    if (this.optimum === undefined) void this.#proveOptimum();
    if (this.#helped || moves >= (this.best ?? Infinity)) return;
    // why read anew: the tiles' bests are kept in the same place.
    this.bests = { ...readBests(), [bestName(this.drawing)]: { moves, time: 0 } };
    writeBests(this.bests);
  }

  /** Finds out how few moves the puzzle needs, so that the winner knows. */
  async #proveOptimum(): Promise<void> {
    const { drawing } = this;
    this.optimum = null;
    let optimum: number | undefined;
    try {
      const request: BlockRequest = { kind: 'blocks', puzzle: drawing.text, metric: 'moves', timeLimit: PROOF_SECONDS };
      optimum = (await this.#solver.solve(request).outcome).moves?.length;
    } catch {
      // Another search took the worker: it is found out at the next win.
    }
    if (this.drawing === drawing) this.optimum = optimum;
  }

  bestOf(drawing: BlockDrawing): number | undefined {
    return this.bests[bestName(drawing)]?.moves;
  }

  get helped(): boolean {
    return this.#helped;
  }

  #leave(): void {
    this.cancel();
    [this.playback, this.hinted, this.#helped] = [null, null, false];
  }
}

/** Under what a puzzle's best is kept. */
const bestName = ({ text }: BlockDrawing): string => `blocks/${bare(text)}`;
