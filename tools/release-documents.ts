import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type LockedPackage, licenceReport, licencesOf } from './release/licences.ts';
import { makeReproducible } from './release/sbom.ts';

/**
 * `npm run release:documents -- DIR`: writes the documents of a release, reproducible per commit.
 * sbom.cdx.json lists the packages of a production install (CycloneDX), licences.md the licence of each.
 */
const root = path.join(import.meta.dirname, '..');
const [dir = 'release'] = process.argv.slice(2);
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const { name } = read('package.json') as { name: string };
const at = new Date(run('git', ['log', '-1', '--format=%cI']).trim());
const bom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']);
const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };

mkdirSync(dir, { recursive: true });
writeFileSync(path.join(dir, 'sbom.cdx.json'), makeReproducible(bom, { name, at }));
writeFileSync(path.join(dir, 'licences.md'), licenceReport(licencesOf(packages, installedLicence)));
process.stdout.write(`${dir}/sbom.cdx.json and ${dir}/licences.md are written\n`);

/**
 * Older packages name their licence only in their own package.json; packages of other platforms are not
 * installed.
 */
function installedLicence(place: string): string | undefined {
  try {
    const { license, licenses } = read(path.join(place, 'package.json')) as {
      license?: string | { type: string };
      licenses?: { type: string }[];
    };
    return typeof license === 'object'
      ? license.type
      : (license ?? licenses?.map(({ type }) => type).join(' OR '));
  } catch {
    return undefined;
  }
}
