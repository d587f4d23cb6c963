import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { identitySql, readProfile, readVerified, writeRegistration } from './bare-identity.ts';
import { handleRequests } from './child.ts';
import { type Measurement, runCallers } from './measurement.ts';
import type { DatabaseAddress } from './postgres.ts';

export interface SqlPlan {
  readonly databaseAddress: DatabaseAddress;
  readonly connections: number;
  readonly callers: number;
  readonly seconds: number;
  readonly work: 'profile' | 'verified' | 'register';
  readonly names: readonly string[];
}

let written = 0;

/** The statements alone, from a client that does nothing else: the maximum that the database can do. */
async function run({
  databaseAddress,
  connections,
  callers,
  seconds,
  work,
  names,
}: SqlPlan): Promise<Measurement> {
  const sql = await identitySql(databaseAddress);
  const pool = new pg.Pool({ ...databaseAddress, max: connections });
  try {
    return await runCallers(callers, seconds, (n) => {
      if (work === 'profile') return readProfile(pool, sql.profile, names[n % names.length]!);
      if (work === 'verified') return readVerified(pool, sql.verified, names[n % names.length]!);
      const count = ++written;
      const network = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
      return writeRegistration(pool, `sql_${count}`, network, [randomBytes(32), randomBytes(32)]);
    });
  } finally {
    await pool.end();
  }
}

handleRequests(run);
