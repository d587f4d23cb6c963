import { lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../decode.ts';
import { hasCode } from './errors.ts';

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
