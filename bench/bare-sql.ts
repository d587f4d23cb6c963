import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { identitySql, readProfile, readVerified, writeRegistration } from './bare-identity.ts';
import { answerParent } from './child.ts';
import { drive, type Measured } from './measured.ts';
import type { Place } from './postgres.ts';

export interface SqlPlan {
  readonly place: Place;
  readonly connections: number;
  readonly callers: number;
  readonly seconds: number;
  readonly work: 'profile' | 'verified' | 'register';
  readonly names: readonly string[];
}

let written = 0;

/** The statements alone, from a client that does nothing else: what the database can do at the most. */
async function run({ place, connections, callers, seconds, work, names }: SqlPlan): Promise<Measured> {
  const sql = await identitySql(place);
  const pool = new pg.Pool({ ...place, max: connections });
  try {
    return await drive(callers, seconds, (n) => {
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

answerParent(run);
