/** One package of package-lock.json, as far as a report needs it. */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly use: 'run' | 'run, on some platforms' | 'development';
}

/** These packages declare only the licence of their own code. */
const ffmpegBinaries = '@seydx/node-av-';

/** Licences of all installed packages; `licenceOf` is used if the lock file has none. */
export function licencesOf(
  packages: Readonly<Record<string, LockedPackage>>,
  licenceOf: (place: string) => string | undefined,
): Licensed[] {
  const found = new Map<string, Licensed>();
  for (const [place, { version = '', license, dev, optional, link }] of Object.entries(packages)) {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0 || link) continue;
    const name = place.slice(at + 'node_modules/'.length);
    const declared = license ?? licenceOf(place) ?? 'UNKNOWN';
    const licence = name.startsWith(ffmpegBinaries) ? `${declared}, with FFmpeg under GPL-3.0` : declared;
    const use = dev ? 'development' : optional ? 'run, on some platforms' : 'run';
    const known = found.get(`${name}@${version}`);
    // A package needed at runtime counts as such, even if it is also used for development.
    if (!known || known.use === 'development')
      found.set(`${name}@${version}`, { name, version, licence, use });
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Compares by code units, independent of the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function licenceReport(licensed: readonly Licensed[]): string {
  const counts = new Map<string, number>();
  for (const { licence } of licensed) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].sort(([a, x], [b, y]) => y - x || compare(a, b));
  return [
    '# Licences of the packages that kith is made with',
    '',
    '| licence | packages |',
    '|---|---|',
    ...summary.map(([licence, count]) => `| ${licence} | ${count} |`),
    '',
    '| package | version | licence | needed to |',
    '|---|---|---|---|',
    ...licensed.map(({ name, version, licence, use }) => `| ${name} | ${version} | ${licence} | ${use} |`),
    '',
  ].join('\n');
}
