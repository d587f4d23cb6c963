import { accessSync, constants, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCode } from '../error-fields.ts';
import { BrowserFailure } from './failure.ts';

export interface InstallationSettings {
  /** A path or a name; `off` disables it; undefined searches for one. */
  readonly program: string | undefined;
  /** The account the browser runs under if the server runs as root. */
  readonly user: string;
}

interface BrowserAccount {
  readonly uid: number;
  readonly gid: number;
}

/** A browser on this machine, and the account to run it under if not the server's own. */
export interface Installation {
  readonly program: string;
  readonly account: BrowserAccount | undefined;
}

const off = 'off';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Throws a `BrowserFailure` with advice if no browser can be used. */
export function findInstallation({ program, user }: InstallationSettings): Installation {
  if (program === off) {
    throw new BrowserFailure('missing', 'The operator turned the browser off', 'remove KITH_BROWSER=off');
  }
  if (process.platform === 'win32') {
    throw new BrowserFailure('missing', 'Pages are not rendered on Windows', 'run the server on Linux');
  }
  const found = program === undefined ? findProgram() : resolveProgram(program);
  if (found === undefined) {
    throw new BrowserFailure(
      'missing',
      program === undefined ? 'No Chromium is installed' : `There is no program at ${program}`,
      'install Chromium (Debian: apt-get install chromium) or set KITH_BROWSER to its path',
    );
  }
  return { program: found, account: process.getuid?.() === 0 ? requireUnprivilegedUser(user) : undefined };
}

const findProgram = (): string | undefined =>
  [...names.flatMap(findInPath), ...applications].find(isExecutable);

const resolveProgram = (program: string): string | undefined =>
  (program.includes('/') ? [path.resolve(program)] : findInPath(program)).find(isExecutable);

const findInPath = (name: string): string[] =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(path.isAbsolute)
    .map((folder) => path.join(folder, name));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Chromium refuses to sandbox as root, and a page's scripts must never run with root privileges. */
function requireUnprivilegedUser(user: string): BrowserAccount {
  const entry = readAccounts().find(([name, , uid]) => name === user || uid === user);
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
  if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid };
  throw new BrowserFailure(
    'unusable',
    `The server runs as root and there is no account ${user} without its rights to run the browser as`,
    'set KITH_BROWSER_USER to an account of this machine other than root, or run the server as one',
  );
}

function readAccounts(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

const prefix = 'kith-browser-';

/** Creates a browser's profile folder, outside the data directory, which its account may not enter. */
export async function makeProfile(account: BrowserAccount | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** The last processes of a killed browser may still be writing for a moment. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

/** Removes profiles of servers that exited without doing so. */
export async function sweepProfiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    // Another account's folder cannot be removed by this one.
    if (pid > 0 && !isRunning(pid)) await removeProfile(path.join(tmpdir(), name)).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
