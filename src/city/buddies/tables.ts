declare module '../../platform/db/tables.ts' {
  interface Tables {
    buddy: { agent_id: number; buddy_id: number; created_at: Date };
  }
}

export const buddyTables = `
  CREATE TABLE buddy (
    agent_id bigint REFERENCES agent (id), buddy_id bigint REFERENCES agent (id),
    created_at timestamptz NOT NULL, CHECK (agent_id <> buddy_id), PRIMARY KEY (agent_id, buddy_id));
`;
