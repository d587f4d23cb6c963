/**
 * The characters that a one-character pattern matches: a table for ASCII, which most text is, the pattern itself for the rest.
 */
export class CharSet {
  readonly #ascii: Uint8Array;
  readonly #pattern: RegExp;

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
    this.#ascii = Uint8Array.from({ length: 128 }, (_, code) =>
      Number(pattern.test(String.fromCharCode(code))),
    );
  }

  /** False before the start and after the end of the text. */
  hasAt(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    if (code < 128) return this.#ascii[code] === 1;
    return code >= 128 && this.#pattern.test(text.charAt(at));
  }
}
