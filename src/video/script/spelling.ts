import { isFunctionWord, splitWords, stem } from './words.ts';

/** Shorter words have too many neighbours. */
const minLetters = 6;
/** Words of at least this length may have two mistakes. */
const longWord = 9;
/** Question words, which count as known even if no sheet contains them. */
const questionWords =
  'what which when where difference differences between because versus compare happens explain world country population'.split(
    ' ',
  );

/** Corrects unknown words of a topic if exactly one known word is spelled similarly. */
export class Spelling {
  /** Known words by length. */
  readonly #words = new Map<number, Set<string>>();
  readonly #isWord: (word: string) => Promise<boolean>;

  /** `isWord` is asked only about words that are not known and look like one that is. */
  constructor(known: Iterable<string>, isWord: (word: string) => Promise<boolean>) {
    this.#isWord = isWord;
    for (const word of [...questionWords, ...known]) {
      const same = this.#words.get(word.length) ?? new Set<string>();
      this.#words.set(word.length, same.add(word));
    }
  }

  async correct(topic: string): Promise<string> {
    if (!this.#isEnglish(topic)) return topic;
    let text = topic;
    // Names keep their spelling: words with a capital letter, and with other signs, are left alone.
    for (const [word] of topic.matchAll(/(?<![\p{L}\p{N}#@./_'’-])\p{Ll}{4,24}(?![\p{L}\p{N}@/_'’-])/gu)) {
      const right = await this.#nearest(word);
      if (right !== undefined) text = text.replace(new RegExp(`\\b${word}\\b`), right);
    }
    return text;
  }

  /** In another language most words are unknown, and some look like English ones. */
  #isEnglish(topic: string): boolean {
    const words = splitWords(topic);
    const known = words.filter((word) => isFunctionWord(word) || this.#words.get(word.length)?.has(word));
    return known.length * 2 >= words.length - 1;
  }

  async #nearest(word: string): Promise<string | undefined> {
    if (!/^[a-z]+$/.test(word) || isFunctionWord(word) || this.#words.get(word.length)?.has(word))
      return undefined;
    const most = word.length >= longWord ? 2 : 1;
    for (let distance = 1; distance <= most; distance++) {
      const near = this.#near(word, distance);
      const [first] = near;
      if (first === undefined) continue;
      const isOne = new Set(near.map(stem)).size === 1;
      return isOne && !(await this.#isWord(word)) ? first : undefined;
    }
    return undefined;
  }

  #near(word: string, distance: number): string[] {
    const lengths = Array.from({ length: 2 * distance + 1 }, (_, at) => word.length - distance + at);
    return lengths
      .flatMap((length) => [...(this.#words.get(length) ?? [])])
      .filter((other) => other[0] === word[0] || distance === 1)
      .filter(
        (other) => (other.length >= minLetters || isSwap(word, other)) && isNear(word, other, distance),
      );
  }
}

/** "waht" is "what". */
const isSwap = (a: string, b: string): boolean =>
  a.length === b.length && [...a].sort().join('') === [...b].sort().join('');

/** Whether the edit distance is at most this; swapping two adjacent letters counts as one edit. */
function isNear(a: string, b: string, distance: number): boolean {
  if (a === b) return true;
  if (distance === 0) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [left, right] = [a.slice(at), b.slice(at)];
  const [rest, other] = [left.slice(1), right.slice(1)];
  const isSwapped =
    left.length > 1 &&
    left[0] === right[1] &&
    left[1] === right[0] &&
    isNear(left.slice(2), right.slice(2), distance - 1);
  return (
    isSwapped ||
    isNear(rest, other, distance - 1) ||
    (left !== '' && isNear(rest, right, distance - 1)) ||
    (right !== '' && isNear(left, other, distance - 1))
  );
}
