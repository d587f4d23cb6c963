import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Child processes of a parent, on Linux. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => statusOf(Number(pid)).includes(`\nPPid:\t${parent}\n`))
    .map(Number);
}

/** False for a zombie process. */
export function isAlive(pid: number): boolean {
  const status = statusOf(pid);
  return status !== '' && !/^State:\s+Z/m.test(status);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended after it was listed.
    return '';
  }
}

/** The postmaster of the PostgreSQL that runs on a data directory. */
export async function postmasterOn(pgdata: string): Promise<number> {
  return Number((await readFile(path.join(pgdata, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
