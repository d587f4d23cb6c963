// Names of fields as words, for comparing what callers of other APIs write with ours.

type Sizes = Readonly<Record<string, number>>;

/** Sizes of units; values are converted only within one of these. */
const time: Sizes = {
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
};
const share: Sizes = { '%': 1, pct: 1, percent: 1, percentage: 1 };
const dollars: Sizes = { usd: 1, $: 1, dollar: 1 };
const points: Sizes = { ap: 1, point: 1 };
/** Money that is worth something else than AP and dollars, or a part of them that none of our fields counts in. */
const otherMoney = 'cent penny eur euro gbp usdc usdt sol lamport eth wei gwei btc sat satoshi'
  .split(' ')
  .map((unit): Sizes => ({ [unit]: 1 }));
const money = [dollars, points, ...otherMoney];
const unitSizes = [time, share, ...money];
/** Names whose numbers are AP where they name no other unit. */
const priced = new Set('price amount ap fee cost reward bounty salary wage pay budget'.split(' '));
/** Words that say of what, for what or how often a quantity counts. */
const countings = new Set(
  'currency unit denomination total sum per each rate gross net multiplier scale'.split(' '),
);
/** Words that add nothing to the name of a field. */
const fillers = new Set(
  'is has be make the my num number of count id name value set enable enabled'.split(' '),
);

/** A text with one of these says that something is not so. */
const negations = new Set(['no', 'not', 'non', 'never', 'without', 'except', 'un', 'disable', 'disabled']);

const maxNameLength = 60;
const maxRemembered = 2_048;

/** Remembers what was computed of names: each that is sent is compared with all of ours. */
function remember<T>(compute: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    // Not remembered: a part of a long text would keep all of it in memory.
    if (name.length > maxNameLength) return compute(name.slice(0, maxNameLength));
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const value = compute(name);
    if (known.size >= maxRemembered) known.clear();
    known.set(name, value);
    return value;
  };
}

/** The words of a name in the singular, equal for all spellings: `assignedTo`, `Assigned-To`. */
export const toWords = remember((name): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9%$]+/)
    .filter((word) => word !== '')
    .map((word) =>
      word.length > 3 ? word.replace(/(?:(?<=ch|sh|ss|x)e)?(?<!s)s$/, '').replace(/ie$/, 'y') : word,
    ),
);

export const isNegation = (word: string): boolean => negations.has(word);

export const toKey = remember((name) => toWords(name).join('_'));

const withoutRate = (words: readonly string[]): readonly string[] =>
  words.includes('per') ? words.slice(0, words.indexOf('per')) : words;

/** What a name counts by: `day` of `cap_per_day`. */
export const rateOf = (name: string): string => {
  const words = toWords(name);
  return words.slice(withoutRate(words).length).join('_');
};

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
export const baseOf = remember((name) =>
  withoutRate(toWords(name))
    .filter((word) => !fillers.has(word) && !isUnit(word))
    .join('_'),
);

/** What a name measures: time, money or a share. */
const measureOf = (unit: string | undefined): object | undefined => {
  const sizes = unitSizes.find((each) => unit !== undefined && Object.hasOwn(each, unit));
  return sizes && money.includes(sizes) ? money : sizes;
};

/** Whether a field says how the quantity of another one counts: `currency`, `total_price`, `{"unit": "seconds"}`. */
export function qualifies(sent: string, value: unknown, quantity: string): boolean {
  const ours = unitOf(quantity);
  if (ours === undefined) return false;
  const words = typeof value === 'string' && !/\d/.test(value) ? toWords(value) : [];
  const said = words.length < 3 ? words.find(isUnit) : undefined;
  const measure = measureOf(said ?? unitOf(sent));
  return measure === undefined
    ? toWords(sent).some((word) => countings.has(word))
    : measure === measureOf(ours);
}

/** A size in another unit; undefined if the two do not measure the same. */
export function convertUnit(size: number, from: string, to: string): number | undefined {
  const sizes = unitSizes.find((each) => Object.hasOwn(each, to));
  const [one, target] = [sizes?.[from], sizes?.[to]];
  return one === undefined || target === undefined ? undefined : (size * one) / target;
}
