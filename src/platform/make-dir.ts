import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a directory with its parents. Node's own recursive mkdir never returns on file systems that answer ENOENT to
 * it, such as /proc.
 */
export async function makeDir(dir: string, mode = 0o777): Promise<void> {
  if (await isMade(dir, mode)) return;
  const parent = path.dirname(path.resolve(dir));
  if (parent !== path.resolve(dir)) await makeDir(parent, mode);
  if (!(await isMade(dir, mode))) await mkdir(dir, { mode });
}

/** Creates one directory; false if its parent is missing. Another process may have created it meanwhile. */
async function isMade(dir: string, mode: number): Promise<boolean> {
  try {
    await mkdir(dir, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST' && (await stat(dir)).isDirectory()) return true;
    throw error;
  }
}
