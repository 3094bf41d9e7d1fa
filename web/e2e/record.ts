// A table of measurements: printed as it grows, and with `--record` written to bench/runs with all that it depends on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import type { Browser } from 'playwright-core';

const RUNS = new URL('../../bench/runs/', import.meta.url);

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

export class Table {
  readonly #lines: string[] = [];
  readonly #begun = new Date();

  constructor(
    readonly name: string,
    readonly columns: readonly string[],
  ) {
    this.#print(`| ${columns.join(' | ')} |`);
    this.#print(`|${'---|'.repeat(columns.length)}`);
  }

  row(...cells: (string | number)[]): void {
    this.#print(`| ${cells.join(' | ')} |`);
  }

  /** A line after the table. */
  note(text: string): void {
    this.#print('');
    this.#print(text);
  }

  /** Writes the table with its header, where that was asked for. */
  save(browser: Browser): void {
    if (!process.argv.includes('--record')) return;
    const dirty = git('status', '--porcelain') === '' ? '' : ' with changes';
    const header = [
      `# ${this.name}`,
      '',
      '- command: `cargo xtask measure-web --record`',
      `- date: ${this.#begun.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `- commit: ${git('rev-parse', '--short', 'HEAD')}${dirty}`,
      `- machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
      `- browser: Chromium ${browser.version()}, node ${process.version}`,
      '',
    ];
    mkdirSync(RUNS, { recursive: true });
    const file = new URL(`${this.name}-${this.#begun.toISOString().slice(0, 10)}.md`, RUNS);
    writeFileSync(file, [...header, ...this.#lines, ''].join('\n'));
    console.log(`\nwritten to bench/runs/${file.pathname.split('/').at(-1)}`);
  }

  #print(line: string): void {
    this.#lines.push(line);
    console.log(line);
  }
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
export const ms = (value: number): string => `${Math.round(value)} ms`;

/** Makes the first move as soon as there is a tile that can, and notes when it was made. (As text: it runs in the page.) */
export const FIRST_MOVE = `
  let tile = null, cell;
  requestAnimationFrame(function look() {
    if (tile !== null && tile.dataset.cell !== cell) {
      document.documentElement.dataset.first = String(performance.now());
      return;
    }
    if (tile === null) {
      tile = document.querySelector('.tile[aria-label*="can slide"]');
      if (tile !== null) { cell = tile.dataset.cell; tile.click(); }
    }
    requestAnimationFrame(look);
  });
`;
