const tickMs = 120;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * The steps of a start or a stop, one line each with its duration; the running one turns. Without a terminal it writes
 * nothing: the log says the same.
 */
export class StartSteps {
  readonly #output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  readonly #began = performance.now();
  #current: { readonly name: string; readonly began: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;

  constructor(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout) {
    this.#output = output;
  }

  /** Ends the running step and begins the next. */
  begin(name: string): void {
    this.end();
    if (!this.#output.isTTY) return;
    this.#current = { name, began: performance.now() };
    this.#draw();
    this.#timer = setInterval(() => this.#draw(), tickMs);
    this.#timer.unref();
  }

  end(): void {
    clearInterval(this.#timer);
    const { name, began } = this.#current ?? {};
    if (name === undefined) return;
    this.#output.write(`\r\u001b[K${name} … ${seconds(performance.now() - Number(began))}\n`);
    this.#current = undefined;
  }

  /** Ends the start, with what is printed after it. */
  finish(text: string): void {
    this.end();
    if (this.#output.isTTY) this.#output.write(`Ready in ${seconds(performance.now() - this.#began)}\n`);
    this.#output.write(text);
  }

  #draw(): void {
    this.#frame = (this.#frame + 1) % frames.length;
    this.#output.write(`\r\u001b[K${frames[this.#frame]} ${this.#current?.name}`);
  }
}

const seconds = (ms: number): string => `${ms < 9_950 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} s`;
