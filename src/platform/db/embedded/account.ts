import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresFailed, hasCode } from './errors.ts';

/** The account PostgreSQL runs under: it refuses to run as root. */
export interface PostgresAccount {
  readonly kind: 'self' | 'namespace' | 'other user';
  /** Owner of its files, as seen from outside a namespace. */
  readonly uid: number;
  readonly gid: number;
}

const NOBODY = 65534;
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Root enters a user namespace, in which it is nobody but owns root's files: no ownership has to change.
 * Where that is forbidden (an ordinary container) it becomes nobody for good. A cluster that already belongs
 * to another account is served as that account.
 */
export async function chooseAccount(pgdata: string, binaries: Binaries): Promise<PostgresAccount> {
  const uid = process.getuid?.() ?? NOBODY;
  const gid = process.getgid?.() ?? NOBODY;
  if (uid !== 0) {
    // initdb requires a user name, and a container may run as a uid without one.
    const kind = !hasName() && (await namespaceWorks(binaries)) ? 'namespace' : 'self';
    return { kind, uid, gid };
  }
  const owner = await readOwner(pgdata);
  if (owner !== undefined && owner.uid !== 0) return { kind: 'other user', ...owner };
  if (await namespaceWorks(binaries)) return { kind: 'namespace', uid, gid };
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresFailed(
      'PostgreSQL does not run as root: use an ordinary user or set DATABASE_URL.',
    );
  }
  return { kind: 'other user', uid: NOBODY, gid: NOBODY };
}

interface Command {
  readonly file: string;
  readonly args: string[];
  readonly options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
}

/** The environment is not inherited: it holds kith's secrets, and PG* variables that would interfere. */
export function commandForAccount(
  account: PostgresAccount,
  binaries: Binaries,
  program: 'initdb' | 'postgres',
  args: string[],
): Command {
  const [file = binaries[program], ...rest] = [
    ...(account.kind === 'namespace' ? NAMESPACE : []),
    binaries[program],
    ...args,
  ];
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...binaries.env };
  const user = account.kind === 'other user' ? { uid: account.uid, gid: account.gid } : {};
  // The current directory may be inaccessible to the other user; the root directory never is.
  return { file, args: rest, options: { cwd: '/', env, ...user } };
}

/** Gives a file tree to the account, unless it already owns it. */
export async function changeOwner(account: PostgresAccount, root: string): Promise<void> {
  const owner = await readOwner(root);
  if (account.kind === 'self' || owner?.uid === account.uid) return;
  const entries = await readdir(root, { recursive: true });
  for (const entry of entries) await lchown(path.join(root, entry), account.uid, account.gid);
  // The root last: a crash midway leaves it with the old owner, and the next start begins again.
  await chown(root, account.uid, account.gid);
}

/** Lets the account pass through one of our directories to its own below, without listing or writing. */
export async function allowTraversal(account: PostgresAccount, dir: string): Promise<void> {
  const { uid, mode } = await stat(dir);
  if (account.kind !== 'self' && uid !== account.uid && !(mode & 0o001))
    await chmod(dir, (mode & 0o777) | 0o001);
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false;
  }
}

async function namespaceWorks(binaries: Binaries): Promise<boolean> {
  const account: PostgresAccount = { kind: 'namespace', uid: NOBODY, gid: NOBODY };
  const { file, args, options } = commandForAccount(account, binaries, 'postgres', ['--version']);
  return promisify(execFile)(file, args, { ...options, timeout: PROBE_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

async function readOwner(file: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(file);
    return { uid, gid };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

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
