declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The key of an MCP session, encrypted with the session id, of which only a hash is stored. */
    mcp_session: { id_hash: Buffer; sealed_key: Buffer; network: string; expires_at: Date };
  }
}

export const mcpTables = `
  CREATE TABLE mcp_session (
    id_hash bytea PRIMARY KEY, sealed_key bytea NOT NULL, network text NOT NULL, expires_at timestamptz NOT NULL);
  CREATE INDEX mcp_session_expires ON mcp_session (expires_at);
`;
