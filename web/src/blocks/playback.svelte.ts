// The solution of a block puzzle being watched.
import type { BlockMove } from '../lib/engine';
import type { Outcome } from '../lib/protocol';
import type { Watched } from '../parts/watched';
import { strings } from '../strings';

interface Player {
  readonly done: BlockMove[];
  readonly drawing: { blocks: { symbol: string }[] };
  rewrite(done: BlockMove[]): void;
}

export class BlockPlayback implements Watched {
  readonly outcome: Outcome;
  readonly moves: BlockMove[];
  index = $state(0);
  playing = $state(false);
  readonly finished = $derived.by(() => this.index >= this.moves.length);
  readonly #player: Player;
  readonly #base: BlockMove[];

  constructor(player: Player, moves: BlockMove[], outcome: Outcome) {
    this.#player = player;
    this.#base = player.done;
    this.moves = moves;
    this.outcome = outcome;
  }

  get count(): number {
    return this.moves.length;
  }

  get length(): { found: string; optimal: string } {
    return { found: strings.playback.found(this.count), optimal: strings.playback.optimal };
  }

  get text(): string {
    return this.labels(0, this.count).join('');
  }

  labels(from: number, to: number): string[] {
    const { blocks } = this.#player.drawing;
    return this.moves.slice(from, to).map(({ block, path }) => `${blocks[block]?.symbol ?? '?'}:${path} `);
  }

  seek(index: number): void {
    this.index = Math.max(0, Math.min(this.count, Math.round(index)));
    if (this.finished) this.playing = false;
    this.#player.rewrite([...this.#base, ...this.moves.slice(0, this.index)]);
  }

  toggle(): void {
    if (!this.playing && this.finished) this.seek(0);
    this.playing = !this.playing && this.count > 0;
  }
}
