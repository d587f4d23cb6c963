import type { Item } from './automaton.ts';
import { type CodeSet, codeSetOf, complement, nameCharacter, slash, union } from './code-set.ts';

const maxStars = 16;
const maxNested = 3;

/** Why a text is not a valid pattern, worded for its author. */
export class BadLane extends Error {}

/**
 * Parses a pattern: `*` and `?` within a name, `**` for whole directories, `[a-z]` and `[!a-z]`, `{a,b}`. A
 * trailing slash means a directory with everything below it. Syntax that other tools interpret differently is
 * refused.
 */
export function parseItems(text: string): Item[] {
  return new PatternReader(text.endsWith('/') ? `${text}**` : text).whole();
}

class PatternReader {
  readonly #characters: string[];
  #at = 0;
  #stars = 0;
  #nested = 0;

  constructor(text: string) {
    this.#characters = [...text];
  }

  whole(): Item[] {
    if (this.#characters[0] === '!') throw new BadLane('it begins with !: an exclusion cannot be claimed');
    const items = this.#sequence();
    if (this.#at < this.#characters.length) throw new BadLane('a } closes nothing');
    return items;
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  #sequence(): Item[] {
    const items: Item[] = [];
    for (;;) {
      const character = this.#peek();
      if (character === undefined || character === '}' || (character === ',' && this.#nested > 0))
        return items;
      if ('?*+@!'.includes(character) && this.#peek(1) === '(')
        throw new BadLane(`${character}( is not part of the syntax`);
      items.push(this.#item(character));
    }
  }

  #item(character: string): Item {
    if (character === '*') return this.#star();
    if (character === '[') return { kind: 'one', set: this.#characterClass() };
    if (character === '{') return this.#either();
    this.#at++;
    if (character === '?') return { kind: 'one', set: nameCharacter };
    return { kind: 'one', set: character === '/' ? slash : codeSetOf(codeOf(character)) };
  }

  #star(): Item {
    if (++this.#stars > maxStars) throw new BadLane(`it has more than ${maxStars} stars`);
    const before = this.#peek(-1);
    this.#at++;
    if (this.#peek() !== '*') return { kind: 'star' };
    this.#at++;
    const after = this.#peek();
    const isWhole = (before === undefined || before === '/') && (after === undefined || after === '/');
    if (!isWhole || this.#nested > 0) {
      throw new BadLane('** must be alone between slashes, and not within braces');
    }
    if (after === undefined) return { kind: 'rest' };
    this.#at++;
    return { kind: 'directories' };
  }

  #either(): Item {
    if (++this.#nested > maxNested) throw new BadLane(`braces are nested more than ${maxNested} deep`);
    const options: Item[][] = [];
    do {
      this.#at++;
      options.push(this.#sequence());
    } while (this.#peek() === ',');
    if (this.#peek() !== '}') throw new BadLane('a { is not closed');
    if (options.length < 2) throw new BadLane('braces contain alternatives separated by commas: {a,b}');
    this.#at++;
    this.#nested--;
    return { kind: 'either', options };
  }

  #characterClass(): CodeSet {
    this.#at++;
    const isNegated = this.#peek() === '!' || this.#peek() === '^';
    if (isNegated) this.#at++;
    const ranges: [number, number][] = [];
    // A leading ] is a literal character.
    for (let first = true; first || this.#peek() !== ']'; first = false) {
      const from = this.#classCharacter();
      const isRange = this.#peek() === '-' && this.#peek(1) !== ']' && this.#peek(1) !== undefined;
      if (isRange) this.#at++;
      const to = isRange ? this.#classCharacter() : from;
      if (to < from) throw new BadLane('a range of a class runs backwards');
      ranges.push([from, to]);
    }
    this.#at++;
    const listed = union(ranges);
    // No wildcard matches a slash, not even a negated class.
    return isNegated ? complement(union([...listed, ...slash])) : withoutSlash(listed);
  }

  #classCharacter(): number {
    const character = this.#peek();
    if (character === undefined) throw new BadLane('a [ is not closed; a literal one is [[]');
    if (character === '/') throw new BadLane('a class contains a /');
    if (character === '[' && [':', '.', '='].includes(this.#peek(1) ?? ''))
      throw new BadLane('named classes are not part of the syntax');
    this.#at++;
    return codeOf(character);
  }
}

/** The parser splits its text into code points, so each character has one. */
const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

const withoutSlash = (set: CodeSet): CodeSet => complement(union([...complement(set), ...slash]));
