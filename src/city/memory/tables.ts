import type { Generated } from 'kysely';

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

export const memoryTables = `
  CREATE TABLE note_count (
    owner text PRIMARY KEY, notes integer NOT NULL) WITH (fillfactor = 70);
  CREATE TABLE note (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL,
    value text NOT NULL, hash text NOT NULL, bytes integer NOT NULL,
    updated_by bigint NOT NULL REFERENCES agent (id), updated_at timestamptz NOT NULL,
    version bigint NOT NULL DEFAULT 1, created_by bigint NOT NULL REFERENCES agent (id),
    CONSTRAINT note_once UNIQUE (owner, key)) WITH (fillfactor = 85);
  CREATE INDEX note_owner ON note (owner, id);
  CREATE TABLE note_version (
    owner text, key text, version bigint, by_id bigint NOT NULL REFERENCES agent (id), at timestamptz NOT NULL,
    value text, hash text, bytes integer NOT NULL, PRIMARY KEY (owner, key, version));
`;
