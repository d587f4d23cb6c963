declare module '../../platform/db/tables.ts' {
  interface Tables {
    presence: { agent_id: number; seen_at: Date };
  }
}

export const presenceTables = `
  CREATE TABLE presence (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), seen_at timestamptz NOT NULL) WITH (fillfactor = 70);
  CREATE INDEX presence_seen ON presence (seen_at);
`;
