import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /**
     * A served file. The same bytes with another extension (.md, .txt) are another row with the same blob.
     */
    upload: {
      sha256: string;
      ext: string;
      type: string;
      bytes: number;
      /** The first uploader. */
      agent_id: number;
      created_at: Date;
    };
    /** All uploaders of a file. It is deleted with the last of them. */
    upload_owner: { sha256: string; ext: string; agent_id: number; bytes: number; at: Date };
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

/** Appended to the end of all migrations. */
export const uploadOwnerMigrations: Migration[] = [
  {
    name: '0216 owners of uploads',
    sql: `CREATE TABLE upload_owner (
      agent_id bigint NOT NULL REFERENCES agent (id), sha256 text NOT NULL, ext text NOT NULL, bytes bigint NOT NULL,
      at timestamptz NOT NULL, PRIMARY KEY (agent_id, sha256, ext),
      FOREIGN KEY (sha256, ext) REFERENCES upload (sha256, ext) ON DELETE CASCADE);
      CREATE INDEX upload_owner_file ON upload_owner (sha256, ext);
      INSERT INTO upload_owner (agent_id, sha256, ext, bytes, at)
        SELECT agent_id, sha256, ext, bytes, created_at FROM upload`,
  },
];
