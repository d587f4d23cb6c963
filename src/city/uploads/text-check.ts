import { wrongType } from './errors.ts';
import { JsonFault, JsonSyntax } from './json-syntax.ts';
import { json, type Kind } from './kinds.ts';

/** The bytes that no text has: the "binary data bytes" of the WHATWG's MIME sniffing, NUL first of all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Looks at a text as it streams by: UTF-8 to the end, nothing binary, and JSON where it says so. */
export class TextCheck {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #json: JsonSyntax | undefined;
  readonly #else: string;

  /** `otherwise` says what the file is, should it be no text. */
  constructor(kind: Kind, otherwise: string) {
    this.#json = kind === json ? new JsonSyntax() : undefined;
    this.#else = otherwise;
  }

  take(chunk: Uint8Array): void {
    this.#look(() => this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.#look(() => this.#decoder.decode());
    this.#checkJson(() => this.#json?.end());
  }

  #look(decode: () => string): void {
    let text: string;
    try {
      text = decode();
    } catch {
      throw wrongType(this.#else);
    }
    if (binary.test(text)) throw wrongType(this.#else);
    this.#checkJson(() => this.#json?.take(text));
  }

  #checkJson(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      throw wrongType(`it says it is JSON, and ${error.message}`);
    }
  }
}
