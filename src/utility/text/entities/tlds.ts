import { parse } from 'tldts';

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

const longest = 24;
const asciiLabel = /xn--[a-z0-9-]{1,59}[a-z0-9]|[a-z0-9]{1,24}/iy;
const other = /[\p{L}\p{M}]{1,24}/uy;
const known = new Map<string, boolean>();
const maxKnown = 20_000;
/** Characters next to a label that make it part of another word or of an e-mail address. */
const continues = new CharSet(/[0-9A-Za-z@+_-]/);

/** Whether names can be registered under it, by the public suffix list. */
export function isTld(label: string): boolean {
  const found = known.get(label);
  if (found !== undefined) return found;
  const name = label.normalize('NFKC').toLowerCase();
  // Some countries allow registrations only at the second level, so their top-level domain has no entry itself.
  const answer = ['a', 'a.co', 'a.gov'].some((below) => isRegistry(`${below}.${name}`));
  if (known.size >= maxKnown) known.clear();
  known.set(label, answer);
  return answer;
}

const isRegistry = (host: string): boolean =>
  parse(host, { extractHostname: false, validateHostname: false }).isIcann === true;

/** Length of the top-level domain at this position, 0 if there is none: a name may run on into words. */
export function tldLength(text: string, at: number, end: number): number {
  const maxEnd = Math.min(end, at + longest);
  asciiLabel.lastIndex = at;
  const label = asciiLabel.exec(text)?.[0];
  if (label) {
    return !continues.hasAt(text, at + label.length) && isTld(label) ? label.length : 0;
  }
  other.lastIndex = at;
  const script = other.exec(text.slice(0, maxEnd))?.[0] ?? '';
  for (let to = at + script.length; to > at; to -= 1) {
    if (/[0-9A-Za-z@+-]/.test(text.charAt(to))) continue;
    if (isTld(text.slice(at, to))) return to - at;
  }
  return 0;
}
