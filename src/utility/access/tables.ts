import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

interface AllyTable {
  id: Generated<number>;
  agent: string;
  /** The agent's name in lower case: names are unique among allies. */
  name_key: string;
  operator: string | null;
  contact: string | null;
  runs: string | null;
  key_hash: Buffer;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ally: AllyTable;
    /** `used` counts what processes have in hand (`out`) as used. */
    quota_use: { name: string; subject: string; day: string; used: number; out: number; out_until: Date };
    /** What a key is given once and for all. */
    free_grant: { subject: string; what: string; taken_at: Date };
  }
}

export const accessMigrations: Migration[] = [
  {
    name: '0012 allies',
    sql: `CREATE TABLE ally (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      agent text NOT NULL, name_key text NOT NULL CONSTRAINT ally_name_taken UNIQUE,
      operator text, contact text, runs text,
      key_hash bytea NOT NULL CONSTRAINT ally_key UNIQUE, created_at timestamptz NOT NULL)`,
  },
  {
    name: '0091 free calls',
    sql: `CREATE TABLE quota_use (
      name text NOT NULL, subject text NOT NULL, day date NOT NULL, used integer NOT NULL CHECK (used >= 0),
      out integer NOT NULL, out_until timestamptz NOT NULL, PRIMARY KEY (name, subject, day)) WITH (fillfactor = 70);
      CREATE INDEX quota_use_day ON quota_use (day);
      CREATE TABLE free_grant (
        subject text NOT NULL, what text NOT NULL, taken_at timestamptz NOT NULL, PRIMARY KEY (subject, what))`,
  },
];
