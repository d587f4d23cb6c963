import type { Generated } from 'kysely';
import type { Migration } from '../db/migrations.ts';

declare module '../db/tables.ts' {
  interface Tables {
    /** A single row: where this database's files are stored. */
    blob_home: { one: Generated<boolean>; home: string };
  }
}

export const blobLocationMigrations: Migration[] = [
  {
    name: '0190 where files are kept',
    sql: `CREATE TABLE blob_home (one boolean PRIMARY KEY DEFAULT true CHECK (one), home text NOT NULL)`,
  },
];
