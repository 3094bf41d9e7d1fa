// The solution of a block puzzle being watched.
import type { BlockMove } from 'taquin/engine';
import type { BlockMetric, Outcome } from 'taquin';
import type { SolutionPlayback } from '../parts/playback';
import { strings } from '../strings';

interface Player {
  readonly done: BlockMove[];
  readonly drawing: { blocks: { symbol: string }[] };
  rewrite(done: BlockMove[]): void;
}

export class BlockPlayback implements SolutionPlayback {
  readonly outcome: Outcome;
  readonly moves: BlockMove[];
  index = $state(0);
  playing = $state(false);
  readonly finished = $derived.by(() => this.index >= this.moves.length);
  readonly #player: Player;
  readonly #metric: BlockMetric;
  readonly #base: BlockMove[];

  /** - `metric`: what it was asked to have few of. */
  constructor(player: Player, moves: BlockMove[], outcome: Outcome, metric: BlockMetric = 'moves') {
    this.#player = player;
    this.#metric = metric;
    this.#base = player.done;
    this.moves = moves;
    this.outcome = outcome;
  }

  /** What had been played before it. */
  get base(): BlockMove[] {
    return this.#base;
  }

  get metric(): BlockMetric {
    return this.#metric;
  }

  get count(): number {
    return this.moves.length;
  }

  get length(): { found: string; optimal: string } {
    const text = strings.playback;
    const cost = this.outcome.cost ?? this.count;
    switch (this.#metric) {
      case 'moves':
        return { found: text.found(cost), optimal: text.optimal };
      case 'slides':
        return { found: text.slides(cost), optimal: text.fewest };
      case 'steps':
        return { found: text.steps(cost), optimal: text.fewestSteps };
    }
  }

  get text(): string {
    return this.labels(0, this.count).join('');
  }

  labels(from: number, to: number): string[] {
    const { blocks } = this.#player.drawing;
    return this.moves.slice(from, to).map(({ block, path }) => `${blocks[block]?.symbol ?? '?'}:${path} `);
  }

  words(from: number, to: number): string[] {
    const { blocks } = this.#player.drawing;
    return this.moves.slice(from, to).map(({ block, path }) => strings.blocks.word(blocks[block]?.symbol ?? '?', path));
  }

  seek(index: number): void {
    this.index = Math.max(0, Math.min(this.count, Math.round(index)));
    if (this.finished) this.playing = false;
    this.#player.rewrite([...this.#base, ...this.moves.slice(0, this.index)]);
  }

  spoken(): string {
    const move = this.moves[this.index - 1];
    if (move === undefined) return '';
    const symbol = this.#player.drawing.blocks[move.block]?.symbol ?? '';
    return strings.playback.spoken(this.index, this.count, strings.blocks.moved(symbol, move.path));
  }

  toggle(): void {
    if (!this.playing && this.finished) this.seek(0);
    this.playing = !this.playing && this.count > 0;
  }
}
