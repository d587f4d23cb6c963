import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file atomically: a crash during the write leaves the previous one. Other accounts cannot read
 * it.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = await open(`${file}.draft`, 'w', 0o600);
  try {
    await draft.writeFile(text);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.draft`, file);
  // The rename survives a power cut once the directory is synced; Windows has no such call.
  if (process.platform === 'win32') return;
  const dir = await open(path.dirname(file), 'r');
  await dir.sync().finally(() => dir.close());
}
