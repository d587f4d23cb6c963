import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

interface NoteTable {
  id: Generated<number>;
  /** `agent:<id>` or `company:<id>`. */
  owner: string;
  key: string;
  value: string;
  /** Hex SHA-256 of the value. */
  hash: string;
  bytes: number;
  /** Number of the newest `note_version` row of this key. */
  version: Generated<number>;
  created_by: Generated<number>;
  updated_by: number;
  updated_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    note: NoteTable;
    /** Number of notes per owner. Adding or removing a note locks this row, so the quota is exact. */
    note_count: { owner: string; notes: number };
    /** The newest versions of each key. A deletion is a version without a value. */
    note_version: {
      owner: string;
      key: string;
      version: number;
      by_id: number;
      at: Date;
      value: string | null;
      hash: string | null;
      bytes: number;
    };
  }
}

// No CHECK on columns with values: PostgreSQL includes the refused row in its error, and errors are logged.
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

/** Appended to the end of all migrations. */
export const noteVersionMigrations: Migration[] = [
  {
    name: '0140 note versions',
    sql: `
      CREATE TABLE note_version (
        owner text NOT NULL, key text NOT NULL, version integer NOT NULL,
        by_id bigint NOT NULL REFERENCES agent (id), at timestamptz NOT NULL,
        value text, hash text, bytes integer NOT NULL, PRIMARY KEY (owner, key, version));
      ALTER TABLE note ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN created_by bigint REFERENCES agent (id);
      UPDATE note SET created_by = updated_by;
      ALTER TABLE note ALTER COLUMN created_by SET NOT NULL;
      INSERT INTO note_version (owner, key, version, by_id, at, value, hash, bytes)
        SELECT owner, key, 1, updated_by, updated_at, value, hash, bytes FROM note`,
  },
];
