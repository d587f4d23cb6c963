import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { NoKey } from './exit-code.ts';

/** The text of a file that only its owner can read, or undefined if there is none. */
export function readPrivately(file: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new NoKey(
      `${file} cannot be read: ${(error as Error).message}`,
      'The file must belong to the user that runs kith.',
    );
  }
  try {
    const { mode } = fstatSync(handle);
    // Windows has no file modes.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const octal = (mode & 0o777).toString(8).padStart(4, '0');
      throw new NoKey(
        `${file} has the mode ${octal}: others on this machine can read your key`,
        `chmod 600 '${file}'`,
      );
    }
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/** Writes JSON that only its owner can read, and returns once it is on the disk. */
export function writePrivately(file: string, content: object): void {
  const handle = openToWrite(file);
  try {
    // Regardless of the umask or an existing file's mode.
    fchmodSync(handle, 0o600);
    writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function openToWrite(file: string): number {
  try {
    makeDir(path.dirname(path.resolve(file)));
    return openSync(file, 'w', 0o600);
  } catch (error) {
    throw new NoKey(
      `a key cannot be stored in ${file}: ${(error as Error).message}`,
      'Name a file that you can write with KITH_KEY_FILE.',
    );
  }
}

/** Node's own recursive mkdir never returns on file systems that answer ENOENT to it, such as /proc. */
function makeDir(dir: string): void {
  if (existsSync(dir)) return;
  makeDir(path.dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
