import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { changeOwner, type PostgresAccount } from './account.ts';
import { EmbeddedPostgresFailed } from './errors.ts';

/** For a unix socket the port only names the file, so every cluster can use the same. */
export const PORT = 5432;

/** The longest socket path on macOS; Linux allows four more bytes. */
const SOCKET_PATH_MAX_BYTES = 103;

/** Directory of the socket: in the cluster (0700) or, if that path is too long, a short private one. */
export function socketDirFor(pgdata: string): string {
  const name = `kith-${createHash('sha256').update(pgdata).digest('hex').slice(0, 16)}`;
  const shortest = path.join('/tmp', name);
  return [pgdata, path.join(os.tmpdir(), name)].find(isShortEnough) ?? shortest;
}

/** Only the account may open the directory: the server trusts any process that reaches its socket. */
export async function makeSocketDir(dir: string, account: PostgresAccount): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(dir);
  const isForeign = ![account.uid, process.getuid?.()].includes(uid);
  if (isForeign || (mode & 0o077) !== 0) {
    // In a shared /tmp another user could have created it first.
    throw new EmbeddedPostgresFailed(
      `${dir} is not private to this user; remove it or shorten the data directory.`,
    );
  }
  await changeOwner(account, dir);
}

function isShortEnough(dir: string): boolean {
  return Buffer.byteLength(path.join(dir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES;
}
