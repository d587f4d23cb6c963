import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { cpuSeconds } from '../cpu.ts';
import { type DatabaseAddress, query } from '../postgres.ts';

const ticksPerS = 100;

/** Resources used during a period of load. */
export interface Usage {
  readonly kithCpuS: number;
  readonly postgresCpuS: number;
  readonly walBytes: number;
  readonly diskBytes: number;
}

/** Measures what the server and its PostgreSQL use until the returned function is called. */
export async function startMeter(
  databaseAddress: DatabaseAddress,
  dir: string,
  kithPid: number | undefined,
): Promise<() => Promise<Usage>> {
  const postmaster = Number(
    (await readFile(path.join(dir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const readUsage = async () => {
    const [row] = await query<{ wal: string; disk: string }>(
      databaseAddress,
      `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, pg_database_size(current_database()) AS disk`,
    );
    return {
      kithCpuS: (await cpuSeconds(kithPid)) ?? Number.NaN,
      postgresCpuS: await treeCpuSeconds(postmaster),
      walBytes: Number(row?.wal),
      diskBytes: Number(row?.disk),
    };
  };
  const before = await readUsage();
  return async () => {
    const after = await readUsage();
    return {
      kithCpuS: after.kithCpuS - before.kithCpuS,
      postgresCpuS: after.postgresCpuS - before.postgresCpuS,
      walBytes: after.walBytes - before.walBytes,
      diskBytes: after.diskBytes - before.diskBytes,
    };
  };
}

/** A process, its running children, and those that have exited. */
export async function treeCpuSeconds(root: number): Promise<number> {
  let ticks = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name, which may hold spaces: the parent, then user and system time of its own and of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(pid) === root) for (const at of [11, 12, 13, 14]) ticks += Number(fields[at]);
    else if (Number(fields[1]) === root) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / ticksPerS;
}
