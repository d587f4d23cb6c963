/** A kind of credential that begins with letters of its own: what follows them is told by a shape. */
export interface PrefixedKind {
  /** How it is named to whoever pasted it: "a GitHub token". */
  readonly name: string;
  readonly prefixes: readonly string[];
  /** Source of a regular expression for what follows the prefix. Linear: no nested or adjoining open repetitions. */
  readonly tail: string;
  /** Tells a real one from what only looks like one. */
  readonly isReal?: (found: string) => boolean;
}

/** Alphabets that tails are made of. */
export const letters = '[A-Za-z0-9]';
export const urlSafe = '[A-Za-z0-9_-]';
export const hex = '[a-f0-9]';
/** After a tail of a fixed length: nothing that would make it part of something longer. */
export const ends = '(?![A-Za-z0-9])';

export const kind = (
  name: string,
  prefixes: string | readonly string[],
  tail: string,
  isReal?: (found: string) => boolean,
): PrefixedKind => ({ name, prefixes: [prefixes].flat(), tail, ...(isReal && { isReal }) });
