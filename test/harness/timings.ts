import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const timingsFile = path.join(import.meta.dirname, '../../node_modules/.cache/kith-test-seconds.json');

/** How many seconds each test file took on this machine when it last ran. */
export function readTimings(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(timingsFile, 'utf8')) as Record<string, number>));
  } catch {
    return new Map();
  }
}

/** Adds the timings that the processes of this run recorded, one JSON line each. */
export function saveTimings(recorded: string): void {
  const known = readTimings();
  let lines: string[];
  try {
    lines = readFileSync(recorded, 'utf8').trim().split('\n');
  } catch {
    return;
  }
  for (const line of lines) {
    const [file, seconds] = JSON.parse(line) as [string, number];
    known.set(file, Math.round(seconds * 10) / 10);
  }
  mkdirSync(path.dirname(timingsFile), { recursive: true });
  writeFileSync(timingsFile, JSON.stringify(Object.fromEntries(known)));
}
