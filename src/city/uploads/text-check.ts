import { wrongType } from './errors.ts';
import { JsonFault, JsonSyntax } from './json-syntax.ts';
import { json, type Kind } from './kinds.ts';

/** Bytes that no text contains: the "binary data bytes" of the WHATWG MIME sniffing standard. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Validates a streamed text: UTF-8 to the end, nothing binary, and valid JSON if declared as such. */
export class TextCheck {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #json: JsonSyntax | undefined;
  readonly #else: string;

  /** `otherwise` describes what the file is if it is not text. */
  constructor(kind: Kind, otherwise: string) {
    this.#json = kind === json ? new JsonSyntax() : undefined;
    this.#else = otherwise;
  }

  take(chunk: Uint8Array): void {
    this.#check(() => this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.#check(() => this.#decoder.decode());
    this.#checkJson(() => this.#json?.end());
  }

  #check(decode: () => string): void {
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
      throw wrongType(`it is declared as JSON, but ${error.message}`);
    }
  }
}
