import { spawnSync } from 'node:child_process';

/** Narrower columns say nothing. */
const leastWidth = 8;
const minuteMs = 60_000;
const units = [
  [365 * 1_440, 'y'],
  [1_440, 'd'],
  [60, 'h'],
  [1, 'min'],
] as const;

/** What a command prints on: a terminal has a width, a height and a reader in a time zone; a pipe has none of them. */
export class Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(out: NodeJS.WriteStream, env: Readonly<Record<string, string | undefined>>) {
    this.#out = out;
    this.#env = env;
  }

  get isTerminal(): boolean {
    return this.#out.isTTY === true;
  }

  /** The lines of a list. On a terminal its cells are aligned, and the widest are cut until a line fits. */
  rows(list: readonly (readonly string[])[]): string[] {
    if (!this.isTerminal) return list.map((cells) => cells.join('  '));
    const widths: number[] = [];
    for (const cells of list)
      for (const [n, cell] of cells.entries()) widths[n] = Math.max(widths[n] ?? 0, lengthOf(cell));
    const available = (this.#out.columns || Number.POSITIVE_INFINITY) - 2 * (widths.length - 1);
    for (let over = sum(widths) - available; over > 0; over--) {
      const widest = widths.indexOf(Math.max(...widths));
      if (widths[widest]! <= leastWidth) break;
      widths[widest]!--;
    }
    return list.map((cells) =>
      cells
        .map((cell, n) => cut(cell, widths[n]!))
        .join('  ')
        .trimEnd(),
    );
  }

  /** A time as its reader has it: local, with the distance from now. A pipe gets it as the service wrote it. */
  time = (at: string | null, now = Date.now()): string => {
    if (at === null) return '-';
    const date = new Date(at);
    if (!this.isTerminal || Number.isNaN(date.getTime())) return at;
    const two = (part: number) => String(part).padStart(2, '0');
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return `${day} ${two(date.getHours())}:${two(date.getMinutes())} (${distance(date.getTime() - now)})`;
  };

  /** A text longer than the terminal goes through a pager, like git's: KITH_PAGER, PAGER or less. */
  write(text: string): void {
    if (this.isTerminal && this.#out.rows > 0 && text.split('\n').length > this.#out.rows) {
      const pager = this.#env.KITH_PAGER ?? this.#env.PAGER ?? 'less';
      const env = { LESS: 'FRX', ...this.#env };
      const { error, status } = spawnSync(pager, {
        shell: true,
        input: text,
        env,
        stdio: ['pipe', 'inherit', 'inherit'],
      });
      const isMissing = error !== undefined || status === 127;
      if (pager !== '' && !isMissing) return;
    }
    this.#out.write(text);
  }

  /** Replaces what is on the terminal, as far as it fits; a pipe gets all of it after what it has. */
  redraw(text: string): void {
    if (!this.isTerminal) return void this.#out.write(text);
    const lines = text.trimEnd().split('\n');
    const fit = this.#out.rows > 1 ? this.#out.rows - 1 : Number.POSITIVE_INFINITY;
    const shown =
      lines.length > fit ? [...lines.slice(0, fit - 1), `… and ${lines.length - fit + 1} more`] : lines;
    this.#out.write(`\u001b[H\u001b[2J${shown.join('\n')}\n`);
  }
}

/** `in 3 min`, `2 h ago`. */
function distance(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  const [size, unit] = units.find(([size]) => minutes >= size) ?? [1, 'min'];
  if (minutes === 0) return 'now';
  const text = `${Math.floor(minutes / size)} ${unit}`;
  return ms > 0 ? `in ${text}` : `${text} ago`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

const graphemes = new Intl.Segmenter();
/** What a terminal draws two columns wide: East Asian letters and emoji. */
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;
const lettersOf = (text: string) =>
  [...graphemes.segment(text)].map(({ segment }) => ({ segment, width: wide.test(segment) ? 2 : 1 }));
const lengthOf = (text: string) => sum(lettersOf(text).map(({ width }) => width));

function cut(text: string, width: number): string {
  const padded = (shown: string, taken: number) => shown + ' '.repeat(width - taken);
  const length = lengthOf(text);
  if (length <= width) return padded(text, length);
  let [shown, taken] = ['', 0];
  for (const letter of lettersOf(text)) {
    if (taken + letter.width > width - 1) break;
    shown += letter.segment;
    taken += letter.width;
  }
  return padded(`${shown}…`, taken + 1);
}
