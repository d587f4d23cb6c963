import type { Migration } from '../platform/db/migrations.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The key that an MCP session acts with: encrypted under the session id, which is kept only as a hash. */
    mcp_session: { id_hash: Buffer; sealed_key: Buffer; expires_at: Date };
  }
}

export const mcpMigrations: Migration[] = [
  {
    name: '0142 mcp sessions',
    sql: `
      CREATE TABLE mcp_session (id_hash bytea PRIMARY KEY, sealed_key bytea NOT NULL, expires_at timestamptz NOT NULL);
      CREATE INDEX mcp_session_expires ON mcp_session (expires_at)`,
  },
];
