/** Deeper than any meaningful file; it bounds the memory for an endless `[[[[`. */
const maxDepth = 1_000;

type JsonPosition = 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'after';
type NumberPlace = 'minus' | 'zero' | 'whole' | 'point' | 'fraction' | 'e' | 'sign' | 'exponent';

const digit = (char: string): boolean => char >= '0' && char <= '9';
const isExponent = (char: string): boolean => char === 'e' || char === 'E';

const numberSteps: Record<NumberPlace, (char: string) => NumberPlace | undefined> = {
  minus: (char) => (char === '0' ? 'zero' : digit(char) ? 'whole' : undefined),
  zero: (char) => (char === '.' ? 'point' : isExponent(char) ? 'e' : undefined),
  whole: (char) => (digit(char) ? 'whole' : numberSteps.zero(char)),
  point: (char) => (digit(char) ? 'fraction' : undefined),
  fraction: (char) => (digit(char) ? 'fraction' : isExponent(char) ? 'e' : undefined),
  e: (char) => (char === '+' || char === '-' ? 'sign' : numberSteps.sign(char)),
  sign: (char) => (digit(char) ? 'exponent' : undefined),
  exponent: (char) => numberSteps.sign(char),
};
const numberEnds: ReadonlySet<NumberPlace> = new Set(['zero', 'whole', 'fraction', 'exponent']);
const words: Record<string, string> = { t: 'rue', f: 'alse', n: 'ull' };

export class JsonFault extends Error {}

/** Validates streamed JSON like JSON.parse, without buffering it. */
export class JsonSyntax {
  #place: JsonPosition = 'value';
  /** For each open bracket, whether it is an object's. */
  readonly #open: boolean[] = [];
  #string: 'no' | 'text' | 'escape' = 'no';
  #isKey = false;
  #hexLeft = 0;
  #number: NumberPlace | undefined;
  #word = '';

  take(text: string): void {
    for (let i = 0; i < text.length; i++) this.#step(text.charAt(i));
  }

  end(): void {
    if (this.#number) this.#endNumber();
    const isComplete = this.#place === 'after' && this.#open.length === 0;
    if (!isComplete || this.#string !== 'no' || this.#word !== '') throw new JsonFault('it ends too early');
  }

  #step(char: string): void {
    if (this.#string !== 'no') this.#inString(char);
    else if (this.#word !== '') this.#inWord(char);
    else if (!this.#inNumber(char) && !' \n\r\t'.includes(char)) this.#between(char);
  }

  #between(char: string): void {
    const place = this.#place;
    if (place === 'colon') {
      if (char !== ':') this.#fail();
      this.#place = 'value';
    } else if (place === 'after') {
      this.#afterValue(char);
    } else if (place === 'key' || place === 'first key') {
      if (char === '"') this.#beginString(true);
      else if (char === '}' && place === 'first key') this.#close(true);
      else this.#fail();
    } else if (char === ']' && place === 'first item') {
      this.#close(false);
    } else {
      this.#beginValue(char);
    }
  }

  #beginValue(char: string): void {
    this.#place = 'after';
    if (char === '{' || char === '[') {
      if (this.#open.length === maxDepth) throw new JsonFault(`it nests deeper than ${maxDepth} levels`);
      this.#open.push(char === '{');
      this.#place = char === '{' ? 'first key' : 'first item';
    } else if (char === '"') {
      this.#beginString(false);
    } else if (char === '-') {
      this.#number = 'minus';
    } else if (digit(char)) {
      this.#number = numberSteps.minus(char);
    } else {
      this.#word = words[char] ?? this.#fail();
    }
  }

  #afterValue(char: string): void {
    const inObject = this.#open.at(-1);
    if (inObject === undefined) this.#fail();
    if (char === ',') this.#place = inObject ? 'key' : 'value';
    else if (char === (inObject ? '}' : ']')) this.#close(inObject === true);
    else this.#fail();
  }

  #close(isObject: boolean): void {
    if (this.#open.pop() !== isObject) this.#fail();
    this.#place = 'after';
  }

  #beginString(isKey: boolean): void {
    this.#string = 'text';
    this.#isKey = isKey;
  }

  #inString(char: string): void {
    if (this.#hexLeft > 0) {
      if (!/[0-9A-Fa-f]/.test(char)) this.#fail();
      this.#hexLeft--;
    } else if (this.#string === 'escape') {
      if (char === 'u') this.#hexLeft = 4;
      else if (!'"\\/bfnrt'.includes(char)) this.#fail();
      this.#string = 'text';
    } else if (char === '\\') {
      this.#string = 'escape';
    } else if (char === '"') {
      this.#string = 'no';
      this.#place = this.#isKey ? 'colon' : 'after';
    } else if (char < ' ') {
      this.#fail();
    }
  }

  #inWord(char: string): void {
    if (char !== this.#word[0]) this.#fail();
    this.#word = this.#word.slice(1);
  }

  /** A number has no terminator: it ends at the first character that does not continue it. */
  #inNumber(char: string): boolean {
    if (!this.#number) return false;
    const next = numberSteps[this.#number](char);
    if (!next) this.#endNumber();
    else this.#number = next;
    return next !== undefined;
  }

  #endNumber(): void {
    if (!this.#number || !numberEnds.has(this.#number)) this.#fail();
    this.#number = undefined;
  }

  #fail(): never {
    throw new JsonFault('it is not valid JSON');
  }
}
