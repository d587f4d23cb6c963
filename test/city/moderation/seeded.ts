/** Random texts that are the same in every run. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }
  /** Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }
  of(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.next() % alphabet.length]).join('');
  }
  pick<T>(from: readonly T[]): T {
    return from[this.next() % from.length]!;
  }
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next() & 255);
  }
  alphabets() {
    const [upper, lower, digits] = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'];
    const from = (alphabet: string) => (length: number) => this.of(alphabet, length);
    return {
      base62: from(upper + lower + digits),
      url: from(upper + lower + digits),
      hex: from('0123456789abcdef'),
      upper: from(upper + digits),
      lower: from(lower + digits),
      digits: from(digits),
    };
  }
}
