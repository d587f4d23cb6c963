/** A region of memory that is allocated from its start and freed as a whole. */
export class Arena {
  #next: number;
  readonly #from: number;
  readonly #to: number;

  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#next = from;
  }

  take(bytes: number): number {
    const at = (this.#next + 63) & ~63;
    if (at + bytes > this.#to) throw new Error(`a video needs more than its ${this.#to - this.#from} bytes`);
    this.#next = at + bytes;
    return at;
  }

  clear(): void {
    this.#next = this.#from;
  }
}
