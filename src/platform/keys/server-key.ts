import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { BadSetting } from '../config/setting.ts';
import { makeDir } from '../make-dir.ts';

const keyBytes = 32;

/** The root secret of a deployment, from which every other key of the server is derived by purpose. */
export class ServerKey {
  readonly #root: Buffer;

  constructor(root: Buffer) {
    // A short key would make every signature and webhook secret guessable.
    if (root.length !== keyBytes) throw new BadSetting(`the signing key must be ${keyBytes} bytes long`);
    this.#root = root;
  }

  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#root, Buffer.alloc(0), `kith ${purpose}`, keyBytes));
  }
}

/** Reads the key file of the data directory, or creates it durably. */
export async function keyFromDataDir(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'signing-key');
  return (await readKey(file)) ?? createKey(dataDir, file);
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}\s*$/i.test(text)) {
    throw new BadSetting(
      `${file} is damaged: it must contain 64 hexadecimal digits. Restore it from a backup; a new key would invalidate checkpoints and webhook secrets.`,
    );
  }
  return Buffer.from(text.trim(), 'hex');
}

/** The file gets its name only once it is complete and synced; of two processes, the first wins. */
async function createKey(dataDir: string, file: string): Promise<Buffer> {
  await makeDir(dataDir);
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
    await handle.sync();
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
  await syncDirectory(dataDir);
  const key = await readKey(file);
  if (!key) throw new Error(`${file} disappeared while it was created`);
  return key;
}

async function syncDirectory(dir: string): Promise<void> {
  // Windows cannot open a directory; there the rename itself is durable.
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  await handle.sync().finally(() => handle.close());
}
