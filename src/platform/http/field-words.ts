// Names of fields as words, for comparing what callers of other APIs write with ours.

/** Sizes of units by what they measure; values are converted only within one. */
const unitSizes: readonly Readonly<Record<string, number>>[] = [
  {
    ms: 0.001,
    s: 1,
    sec: 1,
    second: 1,
    min: 60,
    minute: 60,
    h: 3_600,
    hr: 3_600,
    hour: 3_600,
    d: 86_400,
    day: 86_400,
    week: 604_800,
  },
  { ap: 1, point: 1 },
  { '%': 1, pct: 1, percent: 1, percentage: 1 },
  { usd: 1, $: 1, dollar: 1 },
];
/** Names whose numbers are AP where they name no other unit. */
const priced = new Set('price amount ap fee cost reward bounty salary wage pay'.split(' '));
/** Words that add nothing to the name of a field. */
const fillers = new Set(
  'is has be make the my num number of count id name value set enable enabled'.split(' '),
);

/** A text with one of these says that something is not so. */
const negations = new Set(['no', 'not', 'non', 'never', 'without', 'except', 'un', 'disable', 'disabled']);

/** The words of a name in the singular, equal for all spellings: `assignedTo`, `Assigned-To`. */
export const toWords = (name: string): string[] =>
  name
    .slice(0, 60)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9%$]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

export const isNegation = (word: string): boolean => negations.has(word);

export const toKey = (name: string): string => toWords(name).join('_');

const withoutRate = (words: readonly string[]): readonly string[] =>
  words.includes('per') ? words.slice(0, words.indexOf('per')) : words;

const isUnit = (word: string): boolean => unitSizes.some((sizes) => Object.hasOwn(sizes, word));

/** The unit that a name ends with, before a rate: `h` of `deadline_h`, `ap` of `cap_ap_per_day`. */
export function namedUnit(name: string): string | undefined {
  const last = withoutRate(toWords(name)).at(-1);
  return last !== undefined && isUnit(last) ? last : undefined;
}

/** The unit of a field's numbers. */
export const unitOf = (name: string): string | undefined =>
  namedUnit(name) ?? (toWords(name).some((word) => priced.has(word)) ? 'ap' : undefined);

/** The words of a name without its unit and without those that add nothing; empty if no other are left. */
export const baseOf = (name: string): string =>
  withoutRate(toWords(name))
    .filter((word) => !fillers.has(word) && !isUnit(word))
    .join('_');

/** A size in another unit; undefined if the two do not measure the same. */
export function convertUnit(size: number, from: string, to: string): number | undefined {
  const sizes = unitSizes.find((each) => Object.hasOwn(each, to));
  const [one, target] = [sizes?.[from], sizes?.[to]];
  return one === undefined || target === undefined ? undefined : (size * one) / target;
}
