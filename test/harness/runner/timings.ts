import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const timingsFile = path.join(import.meta.dirname, '../../../node_modules/.cache/kith-test-seconds.json');
const guessBytesPerSecond = 4_000;

/** How many seconds each test file took on this machine when it last ran. */
function readTimings(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(timingsFile, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

export function saveTimings(files: readonly { readonly file: string; readonly seconds: number }[]): void {
  const known = readTimings();
  for (const { file, seconds } of files) known[file] = Math.round(seconds * 10) / 10;
  mkdirSync(path.dirname(timingsFile), { recursive: true });
  writeFileSync(timingsFile, JSON.stringify(known));
}

/** Slowest first, so that no slow one runs alone at the end; the time of a new file is guessed from its size. */
export function orderBySeconds(files: readonly string[]): string[] {
  const known = readTimings();
  const secondsOf = (file: string) => known[file] ?? statSync(file).size / guessBytesPerSecond;
  return files
    .map((file) => ({ file, seconds: secondsOf(file) }))
    .sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
}
