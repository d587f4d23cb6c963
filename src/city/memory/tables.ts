import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

interface NoteTable {
  id: Generated<number>;
  /** Whose: `agent:<id>` or `company:<id>`. */
  owner: string;
  key: string;
  value: string;
  /** The sha256 of the value, as hex. */
  hash: string;
  bytes: number;
  updated_by: number;
  updated_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    note: NoteTable;
    /** How many notes an owner has. Whoever adds or removes one holds this row, so the quota is exact. */
    note_count: { owner: string; notes: number };
  }
}

// No CHECK on rows that hold a value: PostgreSQL tells a refused row whole, and errors are logged.
export const memoryMigrations: Migration[] = [
  {
    name: '0075 memory',
    sql: `
      CREATE TABLE note_count (owner text PRIMARY KEY, notes integer NOT NULL) WITH (fillfactor = 70);
      CREATE TABLE note (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL,
        value text NOT NULL, hash text NOT NULL, bytes integer NOT NULL,
        updated_by bigint NOT NULL REFERENCES agent (id), updated_at timestamptz NOT NULL,
        CONSTRAINT note_once UNIQUE (owner, key)) WITH (fillfactor = 85);
      CREATE INDEX note_owner ON note (owner, id)`,
  },
];
