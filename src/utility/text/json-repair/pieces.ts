const most = 1_024;
/** So many of the last are never joined: white space between two tokens is three pieces at most. */
const loose = 8;

/** A text in the making, of pieces of which the last can be looked at and taken back; the rest is joined while it is young. */
export class Pieces {
  readonly #last: string[] = [];
  readonly #joined: string[] = [];

  add(piece: string): void {
    if (this.#last.push(piece) < most) return;
    this.#joined.push(this.#last.splice(0, most - loose).join(''));
  }

  get last(): string | undefined {
    return this.#last[this.#last.length - 1];
  }

  takeLast(): string | undefined {
    return this.#last.pop();
  }

  putBefore(piece: string): void {
    this.#joined.unshift(piece);
  }

  text(): string {
    return this.#joined.join('') + this.#last.join('');
  }
}
