import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** A file as it is served. The same bytes under another name (.md, .txt) are another row and the same blob. */
    upload: {
      sha256: string;
      ext: string;
      type: string;
      bytes: number;
      /** Who brought it first. */
      agent_id: number;
      created_at: Date;
    };
  }
}

export const uploadMigrations: Migration[] = [
  {
    name: '0042 uploads',
    sql: `CREATE TABLE upload (
      sha256 text NOT NULL, ext text NOT NULL, type text NOT NULL, bytes bigint NOT NULL,
      agent_id bigint NOT NULL REFERENCES agent (id), created_at timestamptz NOT NULL, PRIMARY KEY (sha256, ext));
      CREATE INDEX upload_agent ON upload (agent_id, created_at)`,
  },
];
