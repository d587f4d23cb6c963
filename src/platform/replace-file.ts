import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file atomically: after a crash during the write the old file is intact, and of two concurrent writers one wins.
 * Other accounts cannot read it unless `mode` lets them.
 */
export async function replaceFile(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  // A separate temporary file per writer: with a shared one, the second rename would fail.
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  try {
    await writeAndSync(draft, content, mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // The rename survives a power cut once the directory is synced; Windows cannot sync directories.
  if (process.platform === 'win32') return;
  const dir = await open(path.dirname(file), 'r');
  await dir.sync().finally(() => dir.close());
}

async function writeAndSync(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const opened = await open(file, 'wx', mode);
  try {
    await opened.writeFile(content);
    await opened.sync();
  } finally {
    await opened.close();
  }
}
