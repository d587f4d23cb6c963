/** How far a long wait is, on standard error: a line that moves on a terminal, elsewhere one line per step of the work. */
export class Progress {
  readonly #stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  #shown = '';
  #step = '';

  constructor(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {
    this.#stream = stream;
  }

  /** `share` goes from 0 to 1; where nobody knows the whole, `count` says how much is done. */
  show(step: string, share: number | undefined, count?: number): void {
    const isNewStep = step !== this.#step;
    this.#step = step;
    if (!this.#stream.isTTY) {
      if (isNewStep) this.#stream.write(`${step} …\n`);
      return;
    }
    const done =
      share === undefined
        ? (count ?? 0).toLocaleString('en')
        : `${String(Math.floor(share * 100)).padStart(3)} %`;
    const text = `${done}  ${step}`;
    if (text === this.#shown) return;
    this.#stream.write(`\r${text.padEnd(this.#shown.length)}`);
    this.#shown = text;
  }

  /** Clears the line, so that what follows begins where it stood. */
  end(): void {
    if (this.#stream.isTTY && this.#shown !== '') this.#stream.write(`\r${' '.repeat(this.#shown.length)}\r`);
    this.#shown = '';
  }
}
