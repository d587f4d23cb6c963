/**
 * Progress of a long operation on standard error: an updating line on a terminal, otherwise one line per
 * step.
 */
export class ProgressLine {
  readonly #stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  #shown = '';
  #step = '';

  constructor(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {
    this.#stream = stream;
  }

  /** `share` is between 0 and 1; if the total is unknown, `count` is displayed instead. */
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

  /** Clears the line for the output that follows. */
  end(): void {
    if (this.#stream.isTTY && this.#shown !== '') this.#stream.write(`\r${' '.repeat(this.#shown.length)}\r`);
    this.#shown = '';
  }
}
