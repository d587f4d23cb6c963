import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** In a process of its own, because it follows an index that names itself forever. */
const maxMs = 8_000;

/** The addresses that the peer finds; none if it crashes or does not end. */
export async function addressesOf(url: string): Promise<readonly string[]> {
  const script = path.join(import.meta.dirname, 'sitemapper-process.ts');
  const run = promisify(execFile)(process.execPath, [script, url], { timeout: maxMs, killSignal: 'SIGKILL' });
  const found = await run.catch(() => null);
  return found ? JSON.parse(found.stdout) : [];
}
