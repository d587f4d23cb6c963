declare module '../../platform/db/tables.ts' {
  interface Tables {
    a2a_task: {
      id: string;
      context_id: string;
      state: string;
      task: unknown;
      updated_at: Date;
      network: string;
    };
  }
}

export const a2aTables = `
  CREATE TABLE a2a_task (
    id text PRIMARY KEY, context_id text NOT NULL, state text NOT NULL, task jsonb NOT NULL,
    updated_at timestamptz NOT NULL, network text NOT NULL);
  CREATE INDEX a2a_task_age ON a2a_task (updated_at);
  CREATE INDEX a2a_task_network ON a2a_task (network, updated_at);
`;
