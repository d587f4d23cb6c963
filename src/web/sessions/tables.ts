declare module '../../platform/db/tables.ts' {
  interface Tables {
    /**
     * A person's sign-in on the pages. Its key can only be decrypted with the token in the browser's cookie.
     */
    page_session: {
      token_hash: Buffer;
      service: string;
      /** The owner of the key, as counted by limits: `agent:7`, `ally:3`. */
      subject: string;
      sealed_key: Buffer;
      created_at: Date;
      used_at: Date;
    };
  }
}

export const sessionTables = `
  CREATE TABLE page_session (
    token_hash bytea PRIMARY KEY, service text NOT NULL, subject text NOT NULL, sealed_key bytea NOT NULL,
    created_at timestamptz NOT NULL, used_at timestamptz NOT NULL);
  CREATE INDEX page_session_subject ON page_session (subject, created_at);
  CREATE INDEX page_session_used ON page_session (used_at);
`;
