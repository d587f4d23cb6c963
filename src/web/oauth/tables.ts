declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** An authorization code: a person's approval, until the app fetches its key. */
    oauth_code: {
      code_hash: Buffer;
      client_hash: Buffer;
      client_name: string;
      redirect_uri: string;
      /** Base64url SHA-256 of the app's secret verifier (PKCE). */
      challenge: string;
      agent_id: number;
      /** Hash of the key that approved it, which must still be valid on redemption. */
      approved_with: Buffer;
      scopes: string[];
      spend_cap: number | null;
      expires_at: Date;
    };
  }
}

export const oauthTables = `
  CREATE TABLE oauth_code (
    code_hash bytea PRIMARY KEY, client_hash bytea NOT NULL, client_name text NOT NULL,
    redirect_uri text NOT NULL, challenge text NOT NULL,
    agent_id bigint NOT NULL REFERENCES agent (id) ON DELETE CASCADE, approved_with bytea NOT NULL,
    scopes text[] NOT NULL, spend_cap bigint, expires_at timestamptz NOT NULL);
  CREATE INDEX oauth_code_expires ON oauth_code (expires_at);
`;
