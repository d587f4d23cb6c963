/** Keeps every comparison small: its cost is at most the product of both lengths. */
export const maxPatternLength = 200;

/**
 * The paths of one lane: a path, a directory (ends in a slash) or a glob. Parsed lazily, because most lanes
 * already differ in their literal prefix.
 */
export class LanePattern {
  readonly text: string;
  /** Literal prefix of every path of the lane. */
  readonly beginning: string;
  #automaton: Automaton | undefined;

  private constructor(text: string) {
    this.text = text;
    this.beginning = text.replace(/[*?[{].*$/s, '');
  }

  /** Parses a lane as written by an agent; throws BadLane if it is invalid. */
  static parse(written: string): LanePattern {
    const pattern = new LanePattern(normalizePath(written));
    if (pattern.commonPathWith(everything) === undefined) throw new BadLane('no path can match it');
    return pattern;
  }

  /** A lane whose text was validated before. */
  static fromStored(text: string): LanePattern {
    return new LanePattern(text);
  }

  get hasWildcards(): boolean {
    return this.beginning.length < this.text.length;
  }

  /** A path that lies in both lanes, or undefined if there is none. */
  commonPathWith(other: LanePattern, effort: SearchEffort = { steps: 0 }): string | undefined {
    const shorter = Math.min(this.beginning.length, other.beginning.length);
    if (this.beginning.slice(0, shorter) !== other.beginning.slice(0, shorter)) return undefined;
    return commonPath(this.#machine(), other.#machine(), effort);
  }

  /** The same, but a path without a slash may also be a directory: `src` and `src/parser/` collide. */
  collisionWith(other: LanePattern, effort: SearchEffort = { steps: 0 }): string | undefined {
    return (
      this.commonPathWith(other, effort) ??
      this.#asParentOf(other)?.commonPathWith(other, effort) ??
      other.#asParentOf(this)?.commonPathWith(this, effort)
    );
  }

  /**
   * Only if the other lane lies below it: otherwise `README.md` as a directory would collide with every `**`.
   */
  #asParentOf({ text }: LanePattern): LanePattern | undefined {
    return this.hasWildcards || !text.startsWith(`${this.text}/`)
      ? undefined
      : new LanePattern(`${this.text}/`);
  }

  #machine(): Automaton {
    this.#automaton ??= buildAutomaton(parseItems(this.text));
    return this.#automaton;
  }
}

const everything = LanePattern.fromStored('**');

/** Canonical form of a path: NFC, single slashes, no `./`. A path that leaves the repository is refused. */
function normalizePath(written: string): string {
  const text = written
    .normalize('NFC')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/(?<=^|\/)\.\//g, '');
  if (text === '') throw new BadLane('it is empty');
  if ([...text].length > maxPatternLength)
    throw new BadLane(`it is longer than ${maxPatternLength} characters`);
  if (text.startsWith('/')) throw new BadLane('it begins with /: paths begin at the root of the repository');
  if (text.includes('\\'))
    throw new BadLane('it contains a backslash: names are separated by /, and [*] is a literal *');
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) throw new BadLane('it contains an invisible character');
  if (text.split(/[/{},]/).some((name) => name === '.' || name === '..'))
    throw new BadLane('it contains . or .. as a name');
  return text;
}

const maxStars = 16;
const maxNested = 3;

/** Why a text is not a valid pattern, worded for its author. */
export class BadLane extends Error {}

/**
 * Parses a pattern: `*` and `?` within a name, `**` for whole directories, `[a-z]` and `[!a-z]`, `{a,b}`. A
 * trailing slash means a directory with everything below it. Syntax that other tools interpret differently is
 * refused.
 */
function parseItems(text: string): Item[] {
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

/** State of the current path segment, since not every text is a path: it must not be empty, `.` or `..`. */
const nothingYet = 0;
const oneDot = 1;
const twoDots = 2;
const aName = 3;
const shapes = 4;
const shapeAfterDot = (shape: number): number =>
  shape === nothingYet ? oneDot : shape === oneDot ? twoDots : aName;

/** Counts visited states, for callers that bound many comparisons together. */
export interface SearchEffort {
  steps: number;
}

/**
 * The shortest path that both patterns match, or undefined if there is none. Breadth-first search over the
 * product automaton; a node is a pair of states and a segment state, and is visited once.
 */
function commonPath(a: Automaton, b: Automaton, effort: SearchEffort): string | undefined {
  const width = b.states.length;
  const place = (p: number, q: number, shape: number): number => (p * width + q) * shapes + shape;
  const start = place(a.start, b.start, nothingYet);
  const end = place(acceptState, acceptState, aName);
  const walk = new PatternWalk(a.states.length * width * shapes, start);
  const shared = sharedBits(a, b);

  for (let node = walk.take(); node !== undefined; node = walk.take()) {
    effort.steps++;
    if (node === end) return spell(a, b, walk, end);
    const shape = node % shapes;
    const pair = (node - shape) / shapes;
    const q = pair % width;
    const p = (pair - q) / width;
    const [inA, inB] = [a.states[p], b.states[q]];
    if (!inA || !inB) continue;
    if (inA.symbol === epsilon && p !== acceptState) {
      walk.reach(place(inA.next, q, shape), node);
      walk.reach(place(inA.other, q, shape), node);
    } else if (inB.symbol === epsilon && q !== acceptState) {
      walk.reach(place(p, inB.next, shape), node);
      walk.reach(place(p, inB.other, shape), node);
    } else if (p !== acceptState && q !== acceptState) {
      const bits = shared(inA.symbol, inB.symbol);
      if (bits === 0) continue;
      const next = place(inA.next, inB.next, 0);
      if (bits & sharedBitFlags.other) walk.reach(next + aName, node);
      if (bits & sharedBitFlags.dot) walk.reach(next + shapeAfterDot(shape), node);
      if (bits & sharedBitFlags.slash && shape === aName) walk.reach(next + nothingYet, node);
    }
  }
  return undefined;
}

/** Visited nodes in order, each with its predecessor. */
class PatternWalk {
  readonly start: number;
  /** One-based; 0 means not visited. */
  readonly #cameFrom: Int32Array;
  readonly #queue: number[];
  #taken = 0;

  constructor(places: number, start: number) {
    this.start = start;
    this.#cameFrom = new Int32Array(places);
    this.#cameFrom[start] = start + 1;
    this.#queue = [start];
  }
  take(): number | undefined {
    return this.#queue[this.#taken++];
  }
  reach(there: number, from: number): void {
    if (this.#cameFrom[there] !== 0) return;
    this.#cameFrom[there] = from + 1;
    this.#queue.push(there);
  }
  before(place: number): number {
    return (this.#cameFrom[place] ?? 0) - 1;
  }
}

/** Shared bits of two symbols, computed once per pair. */
function sharedBits(a: Automaton, b: Automaton): (x: number, y: number) => number {
  const width = b.alphabet.length;
  const known = new Int8Array(a.alphabet.length * width).fill(-1);
  return (x, y) => {
    const at = x * width + y;
    const cached = known[at] ?? -1;
    if (cached !== -1) return cached;
    const bits = commonBits(a.alphabet[x] ?? [], b.alphabet[y] ?? []);
    known[at] = bits;
    return bits;
  };
}

/** The characters read along the path, reconstructed backwards. */
function spell(a: Automaton, b: Automaton, walk: PatternWalk, end: number): string {
  const width = b.states.length;
  const characters: string[] = [];
  for (let node = end; node !== walk.start; node = walk.before(node)) {
    const before = walk.before(node);
    const pair = Math.floor(before / shapes);
    const x = a.alphabet[a.states[Math.floor(pair / width)]?.symbol ?? epsilon];
    const y = b.alphabet[b.states[pair % width]?.symbol ?? epsilon];
    if (!x || !y) continue;
    const shape = node % shapes;
    const byDot = shapeAfterDot(before % shapes) === shape;
    const isOther = shape === aName && (!byDot || (commonBits(x, y) & sharedBitFlags.other) !== 0);
    characters.push(shape === nothingYet ? '/' : isOther ? pickSharedCharacter(x, y) : '.');
  }
  return characters.reverse().join('');
}

/** One piece of a pattern. */
type Item =
  /** One character out of a set. */
  | { readonly kind: 'one'; readonly set: CodeSet }
  /** `*`: any run of characters within a name. */
  | { readonly kind: 'star' }
  /** `**` followed by a slash: any number of directories. */
  | { readonly kind: 'directories' }
  /** `**` at the end: everything below. */
  | { readonly kind: 'rest' }
  /** `{a,b}` */
  | { readonly kind: 'either'; readonly options: readonly (readonly Item[])[] };

const acceptState = 0;
/** The symbol of a state with epsilon transitions. */
const epsilon = -1;

/**
 * A pattern as a nondeterministic finite automaton. A state either reads one character of its symbol (a set
 * of the alphabet) and moves to `next`, or reads nothing and moves to both `next` and `other`; state 0
 * accepts. There are at most three states per character of the pattern.
 */
interface Automaton {
  readonly start: number;
  readonly alphabet: readonly CodeSet[];
  readonly states: readonly State[];
}

interface State {
  /** Index in the alphabet, or `readsNothing`. */
  readonly symbol: number;
  readonly next: number;
  readonly other: number;
}

function buildAutomaton(items: readonly Item[]): Automaton {
  const alphabet: CodeSet[] = [];
  const known = new Map<string, number>();
  const states: State[] = [{ symbol: epsilon, next: -1, other: -1 }];

  const read = (set: CodeSet, next: number): number =>
    states.push({ symbol: symbolOf(set), next, other: -1 }) - 1;
  const fork = (next: number, other: number): number => states.push({ symbol: epsilon, next, other }) - 1;
  /** Repeats what `body` builds any number of times, then continues; the body leads back to the given state. */
  const loop = (body: (loopState: number) => number, then: number): number => {
    const loopState = fork(-1, then);
    states[loopState] = { symbol: epsilon, next: body(loopState), other: then };
    return loopState;
  };
  /** Reads any run of characters in the set, then continues. */
  const run = (set: CodeSet, then: number): number => loop((loopState) => read(set, loopState), then);
  /** Built from the end to the start, so that each state's successor already exists. */
  const sequence = (list: readonly Item[], then: number): number =>
    list.reduceRight((after, item) => step(item, after), then);

  return { start: sequence(items, acceptState), alphabet, states };

  function symbolOf(set: CodeSet): number {
    const key = set.join();
    const index = known.get(key) ?? alphabet.push(set) - 1;
    known.set(key, index);
    return index;
  }

  function step(item: Item, then: number): number {
    switch (item.kind) {
      case 'one':
        return read(item.set, then);
      case 'star':
        return run(nameCharacter, then);
      case 'rest':
        return run(anyCharacter, then);
      case 'directories':
        return loop((loopState) => run(nameCharacter, read(slash, loopState)), then);
      case 'either':
        return item.options
          .map((option) => sequence(option, then))
          .reduceRight((rest, first) => fork(first, rest));
    }
  }
}

/** A set of code points: sorted, disjoint, inclusive ranges [from, to]. */
type CodeSet = readonly (readonly [number, number])[];

const last = 0x10ffff;
const slashCode = 0x2f;
const dotCode = 0x2e;

const slash = [[slashCode, slashCode]] as const satisfies CodeSet;
const anyCharacter: CodeSet = [[0, last]];
/** Characters that a wildcard within a name matches. */
const nameCharacter: CodeSet = [
  [0, slashCode - 1],
  [slashCode + 1, last],
];

const codeSetOf = (code: number): CodeSet => [[code, code]];

function union(ranges: readonly (readonly [number, number])[]): CodeSet {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function complement(set: CodeSet): CodeSet {
  const merged: [number, number][] = [];
  let from = 0;
  for (const [start, end] of set) {
    if (start > from) merged.push([from, start - 1]);
    from = end + 1;
  }
  if (from <= last) merged.push([from, last]);
  return merged;
}

const neitherDotNorSlash: CodeSet = [
  [0, dotCode - 1],
  [slashCode + 1, last],
];

function intersection(a: CodeSet, b: CodeSet): CodeSet {
  const out: [number, number][] = [];
  let [i, j] = [0, 0];
  let [inA, inB] = [a[0], b[0]];
  while (inA && inB) {
    const from = Math.max(inA[0], inB[0]);
    const to = Math.min(inA[1], inB[1]);
    if (from <= to) out.push([from, to]);
    if (inA[1] < inB[1]) inA = a[++i];
    else inB = b[++j];
  }
  return out;
}

/** Bits for what two sets share, as far as the validity of a path depends on it. */
const sharedBitFlags = { slash: 1, dot: 2, other: 4 } as const;

function commonBits(a: CodeSet, b: CodeSet): number {
  let bits = 0;
  for (const [from, to] of intersection(a, b)) {
    if (from <= slashCode && to >= slashCode) bits |= sharedBitFlags.slash;
    if (from <= dotCode && to >= dotCode) bits |= sharedBitFlags.dot;
    // Dot and slash are adjacent code points, so a range that extends beyond them contains another character.
    if (from < dotCode || to > slashCode) bits |= sharedBitFlags.other;
  }
  return bits;
}

/** A character of both sets other than slash and dot, a printable one if possible. */
function pickSharedCharacter(a: CodeSet, b: CodeSet): string {
  const shared = intersection(intersection(a, b), neitherDotNorSlash);
  for (const [wantedFrom, wantedTo] of [
    [0x61, 0x7a],
    [0x30, 0x7e],
    [0x21, 0x7e],
    [0xa1, 0xd7ff],
  ] as const) {
    const found = shared.find(([from, to]) => from <= wantedTo && to >= wantedFrom);
    if (found) return String.fromCodePoint(Math.max(found[0], wantedFrom));
  }
  const [first] = shared;
  return first ? String.fromCodePoint(first[0]) : '';
}
