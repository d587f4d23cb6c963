import { parseArgs } from 'node:util';

/** Options of every comparison of kith with a bare server. */
export const comparisonDefaults = {
  connections: 64,
  seconds: 3,
  rounds: 5,
  /** The default number of kith's own connections. */
  pool: 16,
  'log-level': 'info',
  'cpu-prof': '',
} as const;

type Defaults = Record<string, number | string | boolean>;
/** Widens literal types: a default of 3 is an option that takes any number. */
type Options<D extends Defaults> = {
  [K in keyof D]: D[K] extends number ? number : D[K] extends boolean ? boolean : string;
};

/** Reads `--name value` by a table of defaults. A number as the default makes it a number, false makes it a flag. */
export function readOptions<const D extends Defaults>(args: string[], defaults: D): Options<D> {
  const kinds = Object.entries(defaults).map(([name, value]) => {
    const type = typeof value === 'boolean' ? 'boolean' : 'string';
    return [name, { type }] as const;
  });
  const { values } = parseArgs({ args, options: Object.fromEntries(kinds) });
  const read = Object.entries(defaults).map(([name, fallback]) => {
    const given = values[name];
    if (given === undefined) return [name, fallback];
    if (typeof fallback !== 'number') return [name, given];
    const number = Number(given);
    if (!Number.isFinite(number) || number < 0) throw new RangeError(`--${name} takes a number`);
    return [name, number];
  });
  return Object.fromEntries(read) as Options<D>;
}
