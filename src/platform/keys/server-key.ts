import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** The one secret of a deployment; every other key of the server's own is derived from it by purpose. */
export class ServerKey {
  readonly #root: Buffer;

  constructor(root: Buffer) {
    this.#root = root;
  }

  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#root, Buffer.alloc(0), `kith ${purpose}`, 32));
  }
}

/** Reads the key file of the data dir, or makes it: whole and synced before its name appears. */
export async function keyFromDataDir(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'signing-key');
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored !== undefined) return Buffer.from(stored.trim(), 'hex');

  await mkdir(dataDir, { recursive: true });
  const key = randomBytes(32);
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(`${key.toString('hex')}\n`);
  await handle.sync();
  await handle.close();
  await rename(draft, file);
  return key;
}
