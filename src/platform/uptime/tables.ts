import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables {
    /** A single row: when a kith process was last known to run. */
    service_heartbeat: { one: boolean; alive_at: Date | null };
    /** Periods in which no process ran, or none reached the database. */
    outage: { id: Generated<number>; from_at: Date; until_at: Date };
  }
}

export const uptimeTables = `
  CREATE TABLE service_heartbeat (
    one boolean DEFAULT true PRIMARY KEY CHECK (one), alive_at timestamptz);
  CREATE TABLE outage (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, from_at timestamptz NOT NULL,
    until_at timestamptz NOT NULL, CHECK (from_at < until_at));
  CREATE INDEX outage_until ON outage (until_at);
  INSERT INTO service_heartbeat (alive_at) VALUES (NULL);
`;
