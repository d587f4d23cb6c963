import { type DatabaseAddress, query } from './postgres.ts';

/** PostgreSQL's work, counted and not timed, so it is the same on a busy machine as on an idle one. */
export interface WorkDone {
  readonly wal_bytes: number;
  /** Pages written whole into the WAL, because they changed for the first time since a checkpoint. */
  readonly full_pages: number;
  /** Pages read, from memory or from disk. */
  readonly buffers: number;
  /** Pages that were not in PostgreSQL's memory. */
  readonly pages_read: number;
}

/** Counts PostgreSQL's work during `work`, per item of its `count`. Nothing else may run on that server meanwhile. */
export async function withWorkDone<T extends { count: number }>(
  databaseAddress: DatabaseAddress,
  work: () => Promise<T>,
): Promise<T & WorkDone> {
  const before = await totals(databaseAddress);
  const done = await work();
  const after = await totals(databaseAddress);
  const each = (name: keyof WorkDone) => (after[name] - before[name]) / done.count;
  return {
    ...done,
    wal_bytes: each('wal_bytes'),
    full_pages: each('full_pages'),
    buffers: each('buffers'),
    pages_read: each('pages_read'),
  };
}

/** Backends report when they exit, so those of the measured work must have exited. */
async function totals(databaseAddress: DatabaseAddress): Promise<WorkDone> {
  const [row] = await query<Record<keyof WorkDone, string>>(
    { ...databaseAddress, database: 'postgres' },
    `SELECT wal_bytes, wal_fpi AS full_pages, blks_hit + blks_read AS buffers, blks_read AS pages_read
     FROM pg_stat_wal, pg_stat_database WHERE datname = $1`,
    [databaseAddress.database],
  );
  return {
    wal_bytes: Number(row!.wal_bytes),
    full_pages: Number(row!.full_pages),
    buffers: Number(row!.buffers),
    pages_read: Number(row!.pages_read),
  };
}
