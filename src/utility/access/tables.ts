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
];
