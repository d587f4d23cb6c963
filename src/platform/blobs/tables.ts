import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables {
    /** A single row: where this database's files are stored. */
    blob_home: { one: Generated<boolean>; home: string };
  }
}

export const blobTables = `
  CREATE TABLE blob_home (
    one boolean DEFAULT true PRIMARY KEY CHECK (one), home text NOT NULL);
`;
