import { styleText } from 'node:util';
import type { Failure, FileReport } from './pool.ts';
import { cpuSeconds } from './reporter.ts';

const slowestCount = 10;
const red = (text: string): string => styleText('red', text);

/** Prints a line per finished file, failures at once and again at the end, and the slowest files. */
export class Report {
  readonly files: FileReport[] = [];
  readonly #total: number;
  readonly #startedAt = performance.now();

  constructor(total: number) {
    this.#total = total;
  }

  get failed(): boolean {
    return this.#failures.length > 0 || this.files.length !== this.#total;
  }

  get #failures(): Failure[] {
    return this.files.flatMap(({ failures }) => failures);
  }

  add(report: FileReport): void {
    this.files.push(report);
    const { file, passed, skipped, failures, seconds, cpu, output } = report;
    const place = `${this.files.length}/${this.#total}`.padStart(2 * String(this.#total).length + 1);
    const counts = [
      `${passed} passed`,
      skipped && `${skipped} skipped`,
      failures.length && `${failures.length} failed`,
    ];
    const line = `${place} ${inSeconds(seconds)}, CPU ${inSeconds(cpu)}  ${file} (${counts.filter(Boolean).join(', ')})`;
    print(failures.length > 0 ? red(line) : line);
    if (output.trim()) print(indent(output.trim()));
    failures.forEach(printFailure);
  }

  finish(): void {
    const failures = this.#failures;
    if (failures.length > 0 && this.files.length > 1) {
      print(`\n${red('failed:')}`);
      failures.forEach(printFailure);
    }
    const sum = (key: 'passed' | 'skipped') => this.files.reduce((all, file) => all + file[key], 0);
    const wall = (performance.now() - this.#startedAt) / 1_000;
    const inTests = this.files.reduce((all, { cpu }) => all + cpu, 0);
    print(
      `\n${this.files.length} of ${this.#total} files: ${sum('passed')} tests passed, ${sum('skipped')} skipped, ${failures.length} failed`,
      `${wall.toFixed(0)} s, with ${cpuSeconds().toFixed(0)} s of CPU (${inTests.toFixed(0)} s in test files)`,
    );
    if (this.files.length <= slowestCount) return;
    print('\nslowest files:');
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount);
    for (const { file, seconds, cpu } of slowest)
      print(`${inSeconds(seconds)}, CPU ${inSeconds(cpu)}  ${file}`);
  }
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(1).padStart(6)} s`;
const indent = (text: string): string => text.replaceAll(/^/gm, '    ');

function printFailure({ file, name, error }: Failure): void {
  print(red(`  ✖ ${file} › ${name}`), indent(error));
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
