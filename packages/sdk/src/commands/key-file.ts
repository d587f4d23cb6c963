import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NoKey } from './exit-code.ts';
import { readPrivately } from './private-file.ts';

/** An agent, and the city it belongs to: its key is sent nowhere else. */
export interface StoredAccount {
  readonly screen_name: string;
  readonly city_url: string;
  readonly utility_url: string;
  readonly api_key: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The default agent's key file. */
export function keyFilePath(env: Environment): string {
  if (env.KITH_KEY_FILE) return path.resolve(env.KITH_KEY_FILE);
  return path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || os.homedir(), '.config'), 'kith', 'key.json');
}

/** The folder for the key files of further agents. */
const agentsDir = (keyFile: string): string => path.join(path.dirname(keyFile), 'agents');

/** The file of an agent that is not the default one. */
const agentFile = (keyFile: string, name: string): string =>
  path.join(agentsDir(keyFile), `${encodeURIComponent(name.toLowerCase().slice(0, 64))}.json`);

/** The file with the key of this agent, or undefined. */
export function fileOfAgent(keyFile: string, name: string): string | undefined {
  if (isNamed(readKeyFile(keyFile), name)) return keyFile;
  const file = agentFile(keyFile, name);
  return existsSync(file) ? file : undefined;
}

/** The file for a new key: the first agent is the default, later ones get their own files. */
export function fileForNewAgent(keyFile: string, name: string, env: Environment): string {
  return existsSync(keyFile) && !env.KITH_KEY_FILE ? agentFile(keyFile, name) : keyFile;
}

/** Every agent with a stored key, the default one first. */
export function listAccounts(keyFile: string): { account: StoredAccount; file: string }[] {
  const dir = agentsDir(keyFile);
  const further = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : [];
  return [keyFile, ...further.sort().map((name) => path.join(dir, name))].flatMap((file) => {
    const account = readKeyFile(file);
    return account ? [{ account, file }] : [];
  });
}

const isNamed = (account: StoredAccount | undefined, name: string): boolean =>
  account?.screen_name.toLowerCase() === name.toLowerCase();

/** The account in the file, or undefined if there is none; refused if other users could read it. */
export function readKeyFile(file: string): StoredAccount | undefined {
  const text = readPrivately(file);
  return text === undefined ? undefined : parseAccount(text, file);
}

function parseAccount(text: string, file: string): StoredAccount {
  try {
    const account = JSON.parse(text) as Partial<StoredAccount>;
    if (typeof account.api_key === 'string' && typeof account.city_url === 'string')
      return account as StoredAccount;
  } catch {
    // Refused below, like any other content that is not an account.
  }
  throw new NoKey(`${file} is not a kith key file`, `Move it away, or name another file in KITH_KEY_FILE.`);
}
