import { pluralOf } from './numbers.ts';

/** Symbols that take a prefix: "kW", "mV", "GB". */
const bases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    m: 'meter',
    g: 'gram',
    l: 'liter',
    L: 'liter',
    s: 'second',
    t: 'tonne',
    W: 'watt',
    Wh: 'watt hour',
    V: 'volt',
    J: 'joule',
    N: 'newton',
    Pa: 'pascal',
    Hz: 'hertz',
    B: 'byte',
    bit: 'bit',
    eV: 'electron volt',
    cal: 'calorie',
  }),
);
const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    k: 'kilo',
    K: 'kilo',
    M: 'mega',
    G: 'giga',
    T: 'tera',
    c: 'centi',
    m: 'milli',
    µ: 'micro',
    μ: 'micro',
    n: 'nano',
  }),
);
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({
    h: 'hour',
    hr: 'hour',
    hrs: 'hour',
    min: 'minute',
    sec: 'second',
    ft: 'foot',
    yd: 'yard',
    mi: 'mile',
    mph: 'mile per hour',
    lb: 'pound',
    lbs: 'pound',
    oz: 'ounce',
    ha: 'hectare',
    dB: 'decibel',
    '°C': 'degree celsius',
    '°F': 'degree fahrenheit',
    '°': 'degree',
  }),
);
const power: Record<string, string> = { '²': 'square', '2': 'square', '³': 'cubic', '3': 'cubic' };

/** One of it: "kg" is a kilogram. Symbols in the wrong case are read as people mean them. */
function nameOf(symbol: string): string | undefined {
  for (const written of [symbol, symbol.toUpperCase(), symbol.toLowerCase()]) {
    const plain = others.get(written) ?? bases.get(written);
    if (plain !== undefined) return plain;
    const prefix = prefixes.get(written[0] ?? '');
    const base = bases.get(written.slice(1));
    if (prefix !== undefined && base !== undefined) return prefix + base;
  }
  return undefined;
}

/** "km²" is a square kilometer, "m/s²" a meter per second squared. */
function measureOf(symbol: string): { readonly name: string; readonly per: string } | undefined {
  const [above = '', below, more] = symbol.split('/');
  if (more !== undefined) return undefined;
  const raised = /^(.*\p{L})([²³23])$/u;
  const [, base = above, times = ''] = raised.exec(above) ?? [];
  const name = nameOf(base);
  if (name === undefined) return undefined;
  if (below === undefined) return { name: times === '' ? name : `${power[times]} ${name}`, per: '' };
  const [, lower = below, lowerTimes = ''] = raised.exec(below) ?? [];
  // "cm/year": a whole word is its own name.
  const under = nameOf(lower) ?? (/^\p{Ll}{3,}$/u.test(lower) ? lower : undefined);
  if (under === undefined) return undefined;
  const isTime = under === 'second' || under === 'hour';
  const squared = lowerTimes === '' ? under : isTime ? `${under} squared` : `${power[lowerTimes]} ${under}`;
  return { name: times === '' ? name : `${power[times]} ${name}`, per: ` per ${squared}` };
}

/** The words of a unit after a number; undefined if it is none. */
export function unitWords(symbol: string, isOne: boolean): string[] | undefined {
  if (symbol === '%') return ['percent'];
  const measure = measureOf(symbol);
  if (!measure) return undefined;
  // "degree celsius", "mile per hour": the first word has the plural.
  const [, head = '', tail = ''] = /^((?:square |cubic )?\S+)(.*)$/.exec(measure.name) ?? [];
  const isCompound = /^(?: hour| volt)$/.test(tail);
  const many = isCompound ? head + pluralOf(tail) : manyOf(head) + tail;
  return `${isOne ? measure.name : many}${measure.per}`.split(' ');
}

const manyOf = (name: string): string =>
  name.endsWith('hertz') ? name : name === 'foot' ? 'feet' : pluralOf(name);
