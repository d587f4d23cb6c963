import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a directory with its parents. Node's own recursive mkdir never returns on file systems that answer ENOENT to
 * it, such as /proc.
 */
export async function makeDir(dir: string, mode = 0o777): Promise<void> {
  const create = () => mkdir(dir, { mode });
  const made = await create().catch((error: NodeJS.ErrnoException) => error);
  if (!(made instanceof Error)) return;
  if (made.code === 'EEXIST' && (await stat(dir)).isDirectory()) return;
  const parent = path.dirname(path.resolve(dir));
  if (made.code !== 'ENOENT' || parent === path.resolve(dir)) throw made;
  await makeDir(parent, mode);
  await create();
}
