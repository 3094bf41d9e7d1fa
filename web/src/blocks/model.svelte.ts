// A block puzzle under way: the catalogue, the moves, the solver, and what is kept.
import {
  BlockGame,
  blockList,
  blockPacks,
  joinBlockMoves,
  type BlockCell,
  type BlockDrawing,
  type BlockMove,
  type BlockPack,
} from 'taquin/engine';
import { messageOf } from '../lib/errors';
import { textOf } from '../lib/files';
import { Solver, StoppedError, type BlockMetric, type BlockRequest, type Job, type Progress } from 'taquin';
import { results } from '../lib/results.svelte';
import { readSolution, writeSolution } from '../lib/solution';
import type { Part } from '../lib/route';
import type { HintStage, Notice } from '../parts/puzzle';
import { Sequence } from '../parts/sequence.svelte';
import { strings } from '../strings';
import { entriesOf, EVERYTHING, firstOf, keyOf, MINE, titleOf, type Entry, type Wish } from './catalogue';
import { isGone } from './drawing';
import { Editor } from './editor.svelte';
import { glideBetween, type Glide } from './glide';
import { isMove, readBlocks, SOLUTION, writeBlocks, type SavedBlocks } from './kept';
import { MyPuzzles } from './mine.svelte';
import { keepPacks, keptPacks } from './packs';
import { PackReader, partsOf, type OpenedPack } from './shelves';
import { BlockPlayback } from './playback.svelte';

/** How long the optimum of a puzzle without a known one is looked for when it is won. */
const PROOF_SECONDS = 20;
/** How long a hint may be looked for before it is shown how far the search has come. */
const PATIENCE_SECONDS = 0.6;
/** Larger files hold several puzzles. */
const MOST_SINGLE = 1 << 16;
const METRICS: readonly BlockMetric[] = ['moves', 'slides', 'steps'];

export class Blocks {
  readonly packs: BlockPack[] = blockPacks();
  readonly #entries = entriesOf(this.packs, strings.blocks.unnamed);
  /** The catalogue is shown instead of the board. */
  browsing = $state(false);
  /** What is asked of the catalogue; it stays while a puzzle is played. */
  wish: Wish = $state({ ...EVERYTHING });
  drawing: BlockDrawing = $state.raw({ text: '' } as BlockDrawing);
  corners: BlockCell[] = $state.raw([]);
  done: BlockMove[] = $state.raw([]);
  undone: BlockMove[] = $state.raw([]);
  solved = $state(false);
  /** The goal is shown on the board instead of the position. */
  peeking = $state(false);
  /** How the last block that was moved came to its place. */
  glide: Glide | null = $state.raw(null);
  /** The player's own way that is watched on the board. */
  sequence: Sequence<BlockCell[]> | null = $state.raw(null);
  /** The solver helped with this puzzle. */
  helped = $state(false);
  notice: Notice | null = $state.raw(null);
  announcement = $state('');
  hinted: BlockMove | null = $state.raw(null);
  hintStage: HintStage | null = $state(null);
  /** A hint is being looked for. */
  hinting = $state(false);
  solving: { progress: Progress | null; replanning: boolean } | null = $state(null);
  /** What a solution should have few of. */
  metric: BlockMetric = $state('moves');
  playback: BlockPlayback | null = $state.raw(null);
  readonly mine = new MyPuzzles();
  /** The editor, while a puzzle is being made. */
  editor: Editor | null = $state.raw(null);
  /** The fewest moves of the puzzle; `null` while they are being looked for, `undefined` where they are not known. */
  optimum: number | null | undefined = $state(undefined);
  #game: BlockGame | null = null;
  #solver = new Solver();
  #job: Job | null = null;
  #isKept = true;
  /** What writes the packs that were opened. */
  #keeping: Promise<void> = Promise.resolve();
  /** The rest of the solution that the last hint came from, and the moves before it. */
  #plan: { done: BlockMove[]; moves: BlockMove[] } | null = null;

  readonly steps = $derived(this.done.reduce((sum, { path }) => sum + path.length, 0));
  /** The goal blocks at their places, the others where they are. */
  readonly goalCorners = $derived.by(() => {
    const places = this.drawing.goals[0] ?? [];
    return this.corners.map((corner, block) => places.find((place) => place.block === block)?.corner ?? corner);
  });
  /** Every puzzle there is, the player's own last. */
  readonly entries = $derived.by((): Entry[] => [
    ...this.#entries,
    ...this.mine.all.map(({ drawing }): Entry => ({
      drawing,
      pack: MINE,
      key: keyOf(drawing),
      ...titleOf(drawing.name, strings.blocks.unnamed),
    })),
  ]);
  /** Packs and lists that were opened, the newest first. */
  opened: OpenedPack[] = $state.raw([]);
  /** A file that is being read, and how many puzzles were found in it so far. */
  reading: { name: string; count: number } | null = $state.raw(null);
  readonly title = $derived.by(() => titleOf(this.drawing.name, strings.blocks.unnamed));
  /** The present puzzle among those of its pack, the easiest first; no pack where it is in none. */
  readonly shelf = $derived.by((): { pack: string; all: readonly { text: string }[]; index: number } | null => {
    const key = keyOf(this.drawing);
    // why the text first: a copy of a puzzle of the catalogue may be among the player's own.
    const same =
      this.entries.find(({ drawing }) => drawing.text === this.drawing.text) ??
      this.entries.find((entry) => entry.key === key);
    if (same === undefined) return this.#openedShelf();
    const all = this.entries.filter(({ pack }) => pack === same.pack);
    return { pack: same.pack, all: all.map(({ drawing }) => drawing), index: all.indexOf(same) };
  });
  readonly next = $derived.by(() => this.shelf?.all[this.shelf.index + 1]);
  readonly previous = $derived.by(() => this.shelf?.all[this.shelf.index - 1]);
  readonly best = $derived.by(() => this.bestOf(this.drawing));

  constructor() {
    const first = firstOf(this.#entries)?.drawing;
    try {
      this.#restore(readBlocks() ?? begun(first?.text ?? ''));
      this.#resumeSolution();
    } catch {
      if (first !== undefined) this.#restore(begun(first.text));
      this.tell(strings.notices.badSave);
    }
    void this.#resumePacks();
  }

  /** The shelf of an opened pack on which the present puzzle stands. */
  #openedShelf(): { pack: string; all: readonly { text: string }[]; index: number } | null {
    const { optimum = null, text } = this.drawing;
    for (const { name, shelves } of this.opened) {
      const all = shelves.find(({ moves }) => moves === optimum)?.puzzles ?? [];
      const index = all.findIndex((puzzle) => puzzle.text === text);
      if (index >= 0) return { pack: strings.catalogue.opened.shelfOf(name, optimum), all, index };
    }
    return null;
  }

  /** Opens a pack or list of several puzzles; throws where there is no puzzle in it. */
  async #openPack(name: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const { opened: text } = strings.catalogue;
    const reader = new PackReader(name, strings.blocks.unnamed, text.where);
    const reading = { name, count: 0 };
    this.reading = reading;
    try {
      for await (const part of parts) {
        reader.add(part);
        // Another file was opened meanwhile, or nobody waits for this one any more.
        if (this.reading?.name !== name) return;
        if (reader.count > this.reading.count) this.reading = { name, count: reader.count };
        await new Promise((resolve) => setTimeout(resolve));
      }
    } finally {
      if (this.reading?.name === name) this.reading = null;
    }
    const pack = reader.finish();
    if (pack.count === 0) throw new Error(pack.problem ?? strings.file.noText);
    this.#setOpened([pack, ...this.opened.filter((other) => other.name !== name)]);
    this.wish = { ...EVERYTHING };
    this.go('puzzles');
    this.announcement = text.found(pack.name, pack.count);
  }

  /** Stops reading a file. */
  stopReading(): void {
    this.reading = null;
  }

  /** Takes a pack that was opened away. */
  closePack(name: string): void {
    this.#setOpened(this.opened.filter((pack) => pack.name !== name));
  }

  #setOpened(packs: OpenedPack[]): void {
    this.opened = packs;
    // why in turn: of two writes the one that was begun last must also be the last to end.
    this.#keeping = this.#keeping
      .then(() => keepPacks(this.opened))
      .catch(() => this.tell(strings.catalogue.opened.notKept));
  }

  /** Brings back the packs that were opened at earlier visits. */
  async #resumePacks(): Promise<void> {
    const kept = await keptPacks(strings.blocks.unnamed);
    const isNew = (name: string): boolean => !this.opened.some((pack) => pack.name === name);
    const all = [...this.opened, ...kept.filter(({ name }) => isNew(name))];
    // Somebody was quicker with another pack: both are kept.
    if (this.opened.length > 0) this.#setOpened(all);
    else this.opened = all;
  }

  /** Begins a puzzle given as text; throws where it is none. */
  open(text: string): void {
    // why: whoever only looked for another puzzle and comes back has lost nothing.
    if (text !== this.drawing.text || this.editor !== null || this.solved)
      this.#replace((name) => strings.blocks.opened(name), begun(text));
    this.leaveEditor();
    this.browsing = false;
  }

  /** Which page is shown beside the board's. */
  get part(): Part | null {
    return this.editor !== null ? 'edit' : this.browsing ? 'puzzles' : null;
  }

  /** Goes to the board, the editor or the catalogue. */
  go(part: Part | null): void {
    if (part === 'edit' && this.editor === null) this.edit(null, null);
    if (part !== 'edit') this.leaveEditor();
    this.browsing = part === 'puzzles';
    if (this.browsing && this.playback !== null) this.playback.playing = false;
  }

  /** Opens the puzzle of a link, if it is one. */
  openLink(text: string): void {
    try {
      this.open(text);
    } catch {
      this.tell(strings.blocks.badLink);
    }
  }

  /** Opens the puzzle that somebody pasted. */
  paste(text: string): void {
    try {
      this.open(text);
    } catch (error) {
      const isSeveral = text.trim().includes('\n') && blockList(text).puzzles.length > 1;
      if (isSeveral) void this.#openPack(strings.catalogue.opened.pasted, [text]);
      else this.tell(strings.blocks.badPaste(messageOf(error)));
    }
  }

  /** Opens the puzzle in a text file. */
  async openFile(file: File): Promise<void> {
    try {
      if (file.size <= MOST_SINGLE && this.#isOpened(await textOf(file, strings.file.tooLarge, strings.file.noText)))
        return;
      await this.#openPack(file.name, partsOf(file));
    } catch (error) {
      const isNoText = error instanceof TypeError;
      this.tell(strings.file.notAPuzzle(file.name, isNoText ? strings.file.noText : messageOf(error)));
    }
  }

  /** Opens a single puzzle, if the text is one. */
  #isOpened(text: string): boolean {
    try {
      this.open(text);
      return true;
    } catch (error) {
      if (blockList(text).puzzles.length === 0) throw error;
      return false;
    }
  }

  tell(text: string): void {
    this.notice = { text };
  }

  get saved(): SavedBlocks {
    const { done, undone, helped } = this;
    return { puzzle: this.drawing.text, done, undone, helped };
  }

  /** Keeps the puzzle; says once where that is not possible. */
  save(): void {
    const isKept = writeBlocks(this.saved);
    if (!isKept && this.#isKept) this.tell(strings.notices.notKept);
    this.#isKept = isKept;
    const { playback } = this;
    writeSolution(
      SOLUTION,
      playback && { base: playback.base, index: playback.index, outcome: playback.outcome, asked: playback.metric },
    );
  }

  /** Shows again the solution that was being looked at, where it fits the game. */
  #resumeSolution(): void {
    const saved = readSolution(SOLUTION);
    if (saved === null || !Array.isArray(saved.base) || !saved.base.every(isMove)) return;
    const { base, index, outcome } = saved;
    const moves = outcome.moves?.every(isMove) === true ? outcome.moves : [];
    const metric = METRICS.find((name) => name === saved.asked);
    const shown = [...base, ...moves.slice(0, index)];
    if (metric === undefined || JSON.stringify(shown) !== JSON.stringify(this.done)) return;
    const game = new BlockGame(this.drawing.text);
    const leads = [...base, ...moves].every(({ block, to }) => game.moveTo(block, ...to) !== undefined) && game.solved;
    game.free();
    if (!leads) return;
    this.metric = metric;
    this.rewrite(base);
    this.playback = new BlockPlayback(this, moves, outcome, metric);
    this.playback.seek(index);
    this.glide = null;
  }

  /** Puts another game in the place of the present one, which can be brought back where moves would be lost. */
  #replace(message: (name: string) => string, next: SavedBlocks): void {
    const before = this.saved;
    const isLoss = before.done.length > 0 && !this.solved;
    this.#restore(next);
    if (!isLoss) return;
    const run = (): void => {
      this.leaveEditor();
      this.#restore(before);
      this.announcement = strings.announce.gameBack;
    };
    const text = message(this.title.title);
    this.notice = { text, action: { label: strings.notices.undo, run } };
  }

  /** Goes on with a kept puzzle; throws where it is damaged. */
  #restore({ puzzle, done, undone, helped }: SavedBlocks): void {
    const game = new BlockGame(puzzle);
    const isLegal = ({ block, to }: BlockMove): boolean => game.moveTo(block, ...to) !== undefined;
    if (!done.every(isLegal)) {
      game.free();
      throw new Error('moves that are not possible');
    }
    this.#leave();
    this.#game?.free();
    this.#game = game;
    // why compared: the board is drawn anew for another puzzle, not for the same one begun again.
    if (this.drawing.text !== puzzle) this.drawing = game.drawing();
    this.optimum = this.drawing.optimum;
    [this.done, this.undone, this.helped, this.glide] = [done, undone, helped, null];
    this.#show();
  }

  // Puzzles of one's own.

  /** Opens the editor with a puzzle, or with the draft that was left. */
  edit(drawing: BlockDrawing | null, id: string | null): void {
    this.#leave();
    this.browsing = false;
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
    const { id, drawing, isKept } = this.mine.keep(editor.finished, editor.id);
    editor.id = id;
    // why: the game is saved a moment later, and its refusal must not take the place of this one.
    if (!isKept) this.#isKept = false;
    this.tell(isKept ? strings.editor.saved(drawing.name ?? strings.blocks.unnamed) : strings.editor.notKept);
  }

  rename(id: string, name: string): void {
    const entry = this.mine.all.find((other) => other.id === id);
    const wanted = name.replace(/\s+/g, ' ').trim();
    if (entry === undefined || wanted === '') return;
    const named = `name: ${wanted}`;
    const { text } = entry.drawing;
    const renamed = /^name: /m.test(text)
      ? text.replace(/^name: .*$/m, () => named)
      : `${named}\n${/^[a-z]+: /.test(text) ? '' : '\n'}${text}`;
    const { drawing } = this.mine.keep(renamed, id);
    if (this.drawing.text !== text) return;
    this.drawing = drawing;
    this.save();
  }

  remove(id: string): void {
    const name = this.mine.all.find((entry) => entry.id === id)?.drawing.name ?? strings.blocks.unnamed;
    const run = this.mine.remove(id);
    this.notice = { text: strings.blocks.removed(name), action: { label: strings.notices.undo, run } };
  }

  // Play.

  /** Where a block can go from here in one move. */
  destinations(block: number): BlockCell[] {
    return this.#game?.destinations(block).map(({ corner }) => corner) ?? [];
  }

  move(block: number, [row, col]: BlockCell): boolean {
    if (this.sequence !== null) return false;
    const made = this.#game?.moveTo(block, row, col);
    if (made === undefined) return false;
    this.#record(made);
    const { symbol = '', leaves = [] } = this.drawing.blocks[block] ?? {};
    this.announcement = isGone({ leaves }, made.to)
      ? strings.blocks.left(symbol)
      : strings.blocks.moved(symbol, made.path);
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
    if (this.playback !== null && this.playback.index > 0) return this.playback.seek(this.playback.index - 1);
    const last = this.done.at(-1);
    if (last === undefined) {
      this.announcement = strings.announce.nothingToUndo;
      return;
    }
    // why the whole way: a block that has left the board cannot come back by a move.
    if (this.#game?.moveTo(last.block, ...last.from) === undefined) this.#replay(this.done.slice(0, -1));
    this.glide = glideBetween(this.done, this.done.slice(0, -1));
    [this.done, this.undone] = [this.done.slice(0, -1), [...this.undone, last]];
    this.announcement = strings.announce.undone;
    this.#moved();
  }

  redo(): void {
    const next = this.undone.at(-1);
    if (next === undefined || this.#game?.moveTo(next.block, ...next.to) === undefined) return;
    this.glide = glideBetween(this.done, [...this.done, next]);
    [this.done, this.undone] = [[...this.done, next], this.undone.slice(0, -1)];
    this.announcement = strings.announce.redone;
    this.#afterMove();
  }

  restart(): void {
    const { puzzle, helped } = this.saved;
    this.#replace(() => strings.notices.restarted, { ...begun(puzzle), helped });
  }

  /** Shows on the board how the puzzle that is won was played. */
  watchMine(): void {
    const positions = [this.drawing.corners];
    for (const { block, to } of this.done) positions.push((positions.at(-1) ?? []).with(block, to));
    this.peeking = false;
    this.sequence = new Sequence('mine', this.done.length, (moves) => positions[moves] ?? []);
  }

  endSequence(): void {
    this.sequence = null;
  }

  /** Brings the blocks to where these moves from the start lead. */
  #replay(moves: readonly BlockMove[]): void {
    this.#game?.restart();
    for (const { block, to } of moves) this.#game?.moveTo(block, ...to);
  }

  /** Plays these moves from the start of the puzzle; for playback. */
  rewrite(done: BlockMove[]): void {
    this.#replay(done);
    this.glide = glideBetween(this.done, done);
    [this.done, this.undone] = [done, []];
    this.#clearHint();
    this.#show();
  }

  async solve(replanning = false): Promise<void> {
    this.hinting = false;
    const { metric } = this;
    const found = await this.#search(replanning, metric);
    if (found === null) return;
    this.helped = true;
    this.playback = new BlockPlayback(this, found.moves, found.outcome, metric);
    this.announcement = replanning ? strings.playback.replanned : strings.announce.found(found.moves.length);
    // why: somebody who went another way wants to go on by hand, and somebody who asked for less motion gets none.
    this.playback.playing = !replanning && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Shows what to move, then where to, then does it. */
  async hint(): Promise<void> {
    if (this.hinting || this.solving !== null) return;
    if (this.hinted !== null) return this.#goOnWithHint(this.hinted);
    const move = this.playback === null ? await this.#plannedMove() : this.playback.moves[this.playback.index];
    if (move === undefined) return;
    this.helped = true;
    [this.hinted, this.hintStage, this.peeking] = [move, 'which', false];
    this.announcement = strings.blocks.hintWhich(this.drawing.blocks[move.block]?.symbol ?? '');
  }

  #goOnWithHint({ block, to, path }: BlockMove): void {
    if (this.hintStage === 'where') return void this.move(block, to);
    this.hintStage = 'where';
    this.announcement = strings.blocks.hint(this.drawing.blocks[block]?.symbol ?? '', path);
  }

  #clearHint(): void {
    [this.hinted, this.hintStage] = [null, null];
  }

  /** The next move of the plan; whoever follows it need not wait for another one. */
  async #plannedMove(): Promise<BlockMove | undefined> {
    if (this.#plan?.done !== this.done) {
      this.hinting = true;
      const found = await this.#search(false, 'moves');
      this.hinting = false;
      this.#plan = found === null ? null : { done: this.done, moves: found.moves };
    }
    return this.#plan?.moves[0];
  }

  cancel(): void {
    this.#job?.cancel();
    [this.#job, this.solving, this.hinting] = [null, null, false];
  }

  takeOver(): void {
    this.cancel();
    this.playback = null;
  }

  async #search(
    replanning: boolean,
    metric: BlockMetric,
  ): Promise<{ moves: BlockMove[]; outcome: Awaited<Job['outcome']> } | null> {
    if (this.#game === null || this.solved) return null;
    this.#job?.cancel();
    // why not at once: most hints are there before a card could be read.
    this.solving = this.hinting ? null : { progress: null, replanning };
    const before = this.done;
    const request: BlockRequest = { kind: 'blocks', puzzle: this.drawing.text, made: this.done, metric };
    const job = this.#solver.solve(request, (progress) => {
      if (this.#job !== job || (this.hinting && progress.seconds < PATIENCE_SECONDS)) return;
      this.solving = { progress, replanning };
    });
    this.#job = job;
    try {
      const outcome = await job.outcome;
      if (this.done !== before) return null;
      if (outcome.moves !== undefined) return { moves: outcome.moves, outcome };
      this.tell(outcome.status === 'exhausted' ? strings.blocks.impossible : strings.solve.full);
    } catch (error) {
      if (!(error instanceof StoppedError)) this.tell(strings.solve.failed(messageOf(error)));
    } finally {
      if (this.#job === job) [this.#job, this.solving] = [null, null];
    }
    return null;
  }

  #record(made: BlockMove): void {
    this.glide = glideBetween([], [made]);
    [this.done, this.undone] = [joinBlockMoves([...this.done, made]), []];
  }

  #afterMove(): void {
    const { playback } = this;
    const made = this.done.at(-1);
    const follows = (next: BlockMove | undefined): boolean =>
      made !== undefined && next !== undefined && made.block === next.block && made.to.join() === next.to.join();
    const planned = this.#plan?.moves ?? [];
    this.#plan = follows(planned[0]) ? { done: this.done, moves: planned.slice(1) } : null;
    if (playback !== null && follows(playback.moves[playback.index])) {
      playback.index += 1;
      this.#clearHint();
      this.#show();
    } else {
      this.#moved();
    }
    if (this.solved && this.playback === null) this.#celebrate();
  }

  /** The blocks were moved, not along the solution that is shown: another one from here. */
  #moved(): void {
    const watched = this.playback !== null;
    this.#clearHint();
    this.takeOver();
    this.#show();
    if (watched && !this.solved) void this.solve(true);
  }

  #show(): void {
    [this.peeking, this.sequence] = [false, null];
    this.corners = this.#game?.corners() ?? [];
    this.solved = this.#game?.solved ?? false;
  }

  #celebrate(): void {
    const moves = this.done.length;
    this.announcement = strings.announce.solved(moves);
    if (this.optimum === undefined) void this.#proveOptimum();
    if (this.helped) return;
    const { isKept } = results.record(bestName(this.drawing), { moves, time: 0 });
    if (!isKept) this.tell(strings.notices.notKept);
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
    return results.best(bestName(drawing))?.moves;
  }

  #leave(): void {
    this.cancel();
    this.#clearHint();
    [this.playback, this.notice, this.peeking, this.#plan] = [null, null, false, null];
  }
}

const begun = (puzzle: string): SavedBlocks => ({ puzzle, done: [], undone: [], helped: false });

/** Under what a puzzle's best is kept. */
const bestName = (drawing: BlockDrawing): string => `blocks/${keyOf(drawing)}`;
