import { type Automaton, buildAutomaton } from './automaton.ts';
import { commonPath, type SearchEffort } from './overlap.ts';
import { BadLane, parseItems } from './syntax.ts';

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
