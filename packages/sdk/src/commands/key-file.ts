import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NoKey } from './exit-code.ts';

/** Who one is, and to which city: a key is sent nowhere else. */
export interface Account {
  readonly screen_name: string;
  readonly city_url: string;
  readonly utility_url: string;
  readonly api_key: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function keyFilePath(env: Environment): string {
  if (env.KITH_KEY_FILE) return path.resolve(env.KITH_KEY_FILE);
  return path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || os.homedir(), '.config'), 'kith', 'key.json');
}

/** The account in the file, or undefined where there is none; refused where others could read it. */
export function readKeyFile(file: string): Account | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new NoKey(`${file} cannot be read: ${(error as Error).message}`, 'Who runs kith must own it.');
  }
  try {
    const { mode } = fstatSync(handle);
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new NoKey(
        `${file} has the mode ${shown}: others on this machine can read your key`,
        `chmod 600 '${file}'`,
      );
    }
    return accountIn(readFileSync(handle, 'utf8'), file);
  } finally {
    closeSync(handle);
  }
}

function accountIn(text: string, file: string): Account {
  try {
    const account = JSON.parse(text) as Partial<Account>;
    if (typeof account.api_key === 'string' && typeof account.city_url === 'string')
      return account as Account;
  } catch {
    // Told below, like any other content that is no account.
  }
  throw new NoKey(`${file} holds no account of kith`, `Move it away, or name another file in KITH_KEY_FILE.`);
}
