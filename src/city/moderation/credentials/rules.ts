import { isWellFormedSecret } from '../../../platform/keys/secret.ts';
import data from './rules.json' with { type: 'json' };

/**
 * A kind of credential, recognised by what it begins with (`prefix`), by what stands inside it (`infix`), or
 * by the name that it is assigned to (`called`).
 */
interface Rule {
  /** Its name in the refusal: "a GitHub token". */
  readonly name: string;
  readonly prefix?: readonly string[];
  readonly infix?: string;
  /** What precedes the infix. The secret is its group, if it has one. */
  readonly before?: string;
  /** A regular expression for the name, without regard to case. */
  readonly called?: string;
  /**
   * A regular expression for what follows the prefix or infix, or for the assigned value. Linear: no nested
   * or adjacent open repetitions. A `$` at the end: no letter or digit follows.
   */
  readonly pattern: string;
  /** How a match is told from a lookalike, one of `checks`; without it by `isPlaceholder`. */
  readonly check?: string;
  /** Texts with such a credential; `<36 base62>` stands for random characters. */
  readonly examples: readonly string[];
}

export const rules: readonly Rule[] = data.rules;

/** Typical placeholder texts, long enough that a random credential practically never contains one. */
const placeholderTexts =
  /x{4}|\*{3}|\.{3}|…|example|your[_-]?|placeholder|redacted|dummy|sample|changeme|change_me|12345678|abcdefgh|0123456|deadbeef|<|>|\$\{|\{\{|\$\(|%s/i;

const minDistinct = 6;

/** Whether a text only stands in for a credential: XXXX…, your-token-here, one repeated digit. */
export function isPlaceholder(secret: string): boolean {
  return new Set(secret).size < minDistinct || placeholderTexts.test(secret);
}

const checks: Readonly<Record<string, (prefix: string, rest: string) => boolean>> = {
  // The checksum decides: a placeholder in a document is not a key.
  kith: (prefix, rest) => isWellFormedSecret(prefix.slice(0, -1), prefix + rest),
};
const isReal = (_prefix: string, rest: string): boolean => !isPlaceholder(rest);

const follows = (pattern: string): RegExp => new RegExp(pattern.replace(/\$$/, '(?![A-Za-z0-9])'), 'y');

const prefixed = rules.flatMap(({ name, prefix = [], pattern, check = '' }) =>
  prefix.map((each) => ({ name, prefix: each, rest: follows(pattern), isReal: checks[check] ?? isReal })),
);
/** Every prefix begins with at least this many characters of its own. */
const beginningLength = 3;
const byBeginning = Map.groupBy(prefixed, ({ prefix }) => prefix.slice(0, beginningLength));
export const beginnings: readonly string[] = [...byBeginning.keys()];

/** The kind of the credential that starts at an index, if any. */
export function prefixedAt(text: string, at: number): string | undefined {
  for (const { name, prefix, rest, isReal } of byBeginning.get(text.slice(at, at + beginningLength)) ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    rest.lastIndex = at + prefix.length;
    const found = rest.exec(text)?.[0];
    if (found !== undefined && isReal(prefix, found)) return name;
  }
  return undefined;
}

const byInfix = new Map(
  rules.flatMap(({ name, infix, before = '', pattern }) =>
    infix ? [[infix, { name, before: new RegExp(`(?<=${before})`, 'y'), after: follows(pattern) }]] : [],
  ),
);
const anyInfix = new RegExp(
  [...byInfix.keys()].map((infix) => infix.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'),
  'g',
);

export function findInfixed(text: string): string | undefined {
  for (const { 0: infix, index } of text.matchAll(anyInfix)) {
    const rule = byInfix.get(infix);
    if (!rule) continue;
    rule.after.lastIndex = index + infix.length;
    const after = rule.after.exec(text);
    if (!after) continue;
    rule.before.lastIndex = index;
    const before = rule.before.exec(text);
    if (before && !isPlaceholder(before[1] ?? after[0])) return rule.name;
  }
  return undefined;
}

const assigned = rules.flatMap(({ name, called, pattern }) =>
  called ? [{ name, called: new RegExp(called, 'i'), value: new RegExp(`^(?:${pattern})$`) }] : [],
);
/** Minimum length of a value that `findNamed` recognises. */
const minNamedLength = 32;

/** The kind of a value that has no distinctive shape, by the name that it is assigned to. */
export function findNamed(called: string, value: string): string | undefined {
  if (value.length < minNamedLength) return undefined;
  const rule = assigned.find((each) => each.called.test(called) && each.value.test(value));
  return rule && !isPlaceholder(value) ? rule.name : undefined;
}
