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

export const uploadTables = `
  CREATE TABLE upload (
    sha256 text, ext text, type text NOT NULL, bytes bigint NOT NULL,
    agent_id bigint NOT NULL REFERENCES agent (id), created_at timestamptz NOT NULL, PRIMARY KEY (sha256, ext));
  CREATE INDEX upload_agent ON upload (agent_id, created_at);
  CREATE TABLE upload_owner (
    agent_id bigint REFERENCES agent (id), sha256 text, ext text, bytes bigint NOT NULL,
    at timestamptz NOT NULL, PRIMARY KEY (agent_id, sha256, ext),
    FOREIGN KEY (sha256, ext) REFERENCES upload(sha256, ext) ON DELETE CASCADE);
  CREATE INDEX upload_owner_file ON upload_owner (sha256, ext);
`;
