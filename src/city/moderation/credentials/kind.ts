/** A kind of credential with a fixed prefix and a pattern for the rest. */
export interface PrefixedKind {
  /** Its name in the refusal: "a GitHub token". */
  readonly name: string;
  readonly prefixes: readonly string[];
  /**
   * Regular expression source for what follows the prefix. Linear: no nested or adjacent open repetitions.
   */
  readonly tail: string;
  /** Distinguishes real credentials from lookalikes. */
  readonly isReal?: (found: string) => boolean;
}

/** Alphabets used in tails. */
export const letters = '[A-Za-z0-9]';
export const urlSafe = '[A-Za-z0-9_-]';
export const hexDigit = '[a-f0-9]';
/** Ends a tail of fixed length: the match must not be part of a longer word. */
export const ends = '(?![A-Za-z0-9])';

export const defineKind = (
  name: string,
  prefixes: string | readonly string[],
  tail: string,
  isReal?: (found: string) => boolean,
): PrefixedKind => ({ name, prefixes: [prefixes].flat(), tail, ...(isReal && { isReal }) });
