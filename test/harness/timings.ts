import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const kept = path.join(import.meta.dirname, '../../node_modules/.cache/kith-test-seconds.json');

/** How many seconds each test file took on this machine when it last ran. */
export function readTimings(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(kept, 'utf8')) as Record<string, number>));
  } catch {
    return new Map();
  }
}

/** Adds what the processes of this run noted, a JSON line each. */
export function rememberTimings(noted: string): void {
  const known = readTimings();
  let lines: string[];
  try {
    lines = readFileSync(noted, 'utf8').trim().split('\n');
  } catch {
    return;
  }
  for (const line of lines) {
    const [file, seconds] = JSON.parse(line) as [string, number];
    known.set(file, Math.round(seconds * 10) / 10);
  }
  mkdirSync(path.dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(Object.fromEntries(known)));
}
