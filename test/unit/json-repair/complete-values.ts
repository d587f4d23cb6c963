/** The values of a truncated text that were complete, parsed strictly: a repair must keep them. */
export function completeValues(cut: string): unknown {
  return new CompleteReader(cut).value();
}

const incomplete = Symbol('incomplete');

class CompleteReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): unknown {
    const char = this.#text[this.#at];
    if (char === undefined) return incomplete;
    if (char === '{') return this.#object();
    if (char === '[') return this.#array();
    return char === '"' ? this.#string() : this.#plain();
  }

  #object(): unknown {
    const members: [string, unknown][] = [];
    for (this.#at++; this.#at < this.#text.length; ) {
      if (this.#took('}')) break;
      if (this.#took(',')) continue;
      const key = this.#string();
      if (typeof key !== 'string' || !this.#took(':')) break;
      const value = this.value();
      if (value === incomplete) break;
      members.push([key, value]);
    }
    return Object.fromEntries(members);
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    for (this.#at++; this.#at < this.#text.length; ) {
      if (this.#took(']')) break;
      if (this.#took(',')) continue;
      const value = this.value();
      if (value === incomplete) break;
      items.push(value);
    }
    return items;
  }

  #took(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #string(): unknown {
    const from = this.#at;
    for (let at = from + 1; at < this.#text.length; at++) {
      if (this.#text[at] === '\\') at++;
      else if (this.#text[at] === '"') {
        this.#at = at + 1;
        return JSON.parse(this.#text.slice(from, at + 1));
      }
    }
    this.#at = this.#text.length;
    return incomplete;
  }

  #plain(): unknown {
    const [word = ''] = /^[-+\w.]+/.exec(this.#text.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += word.length;
    return this.#at < this.#text.length ? JSON.parse(word) : incomplete;
  }
}

/** Whether everything expected is present in its place. */
export function includesAll(got: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(got, expected);
  if (typeof got !== 'object' || got === null || Array.isArray(got) !== Array.isArray(expected)) return false;
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(got, key) && includesAll((got as Record<string, unknown>)[key], value),
  );
}
