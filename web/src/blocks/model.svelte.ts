// A block puzzle under way: the catalogue, the moves, the solver, and what is kept.
import { BlockGame, blockPacks, type BlockCell, type BlockDrawing, type BlockMove, type BlockPack } from '../lib/engine';
import type { BlockRequest, Progress } from '../lib/protocol';
import { Solver, Stopped, type Job } from '../lib/solver';
import { readBests, readText, writeBests, writeText, type Best } from '../lib/storage';
import type { Watched } from '../parts/watched';
import { strings } from '../strings';
import { BlockPlayback } from './playback.svelte';

const FIRST = 'Klotski';

export class Blocks {
  readonly packs: BlockPack[] = blockPacks();
  drawing: BlockDrawing = $state.raw({} as BlockDrawing);
  corners: BlockCell[] = $state.raw([]);
  done: BlockMove[] = $state.raw([]);
  undone: BlockMove[] = $state.raw([]);
  solved = $state(false);
  notice: string | null = $state(null);
  announcement = $state('');
  hinted: BlockMove | null = $state.raw(null);
  solving: { progress: Progress | null } | null = $state(null);
  playback: (Watched & { readonly moves: BlockMove[] }) | null = $state.raw(null);
  bests: Record<string, Best> = $state.raw(readBests());
  #game: BlockGame | null = null;
  #solver = new Solver();
  #job: Job | null = null;
  #helped = false;

  readonly steps = $derived(this.done.reduce((sum, { path }) => sum + path.length, 0));
  readonly best = $derived.by(() => this.bests[this.#bestName()]?.moves);

  constructor() {
    const classic = this.packs.flatMap(({ puzzles }) => puzzles).find(({ name }) => name?.startsWith(FIRST));
    const usual = classic ?? this.packs[0]?.puzzles[0];
    try {
      this.open(readText('blocks') ?? usual?.text ?? '');
    } catch {
      if (usual !== undefined) this.open(usual.text);
      this.notice = strings.notices.badSave;
    }
  }

  /** Begins a puzzle given as text; throws where it is none. */
  open(text: string): void {
    const game = new BlockGame(text);
    this.#leave();
    this.#game = game;
    this.drawing = game.drawing();
    [this.done, this.undone] = [[], []];
    this.#show();
    writeText('blocks', text);
  }

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
    const request: BlockRequest = { kind: 'blocks', puzzle: this.#game.fromHere(), metric: 'moves' };
    const job = this.#solver.solve(request, (progress) => this.#job === job && onprogress(progress));
    this.#job = job;
    try {
      const outcome = await job.outcome;
      if (this.done !== before) return null;
      if (outcome.moves !== undefined) return { moves: outcome.moves, outcome };
      this.notice = outcome.status === 'exhausted' ? strings.blocks.impossible : strings.solve.full;
    } catch (error) {
      if (!(error instanceof Stopped)) this.notice = strings.solve.failed(error instanceof Error ? error.message : String(error));
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
    if (this.#helped || moves >= (this.best ?? Infinity)) return;
    this.bests = { ...this.bests, [this.#bestName()]: { moves, time: 0 } };
    writeBests(this.bests);
  }

  get helped(): boolean {
    return this.#helped;
  }

  #bestName(): string {
    return `blocks/${this.drawing.name ?? this.drawing.text}`;
  }

  #leave(): void {
    this.cancel();
    [this.playback, this.hinted, this.#helped] = [null, null, false];
  }
}
