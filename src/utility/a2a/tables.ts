import type { Migration } from '../../platform/db/migrations.ts';

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

export const a2aMigrations: Migration[] = [
  {
    name: '0095 a2a tasks',
    sql: `CREATE TABLE a2a_task (
      id text PRIMARY KEY, context_id text NOT NULL, state text NOT NULL, task jsonb NOT NULL,
      updated_at timestamptz NOT NULL);
      CREATE INDEX a2a_task_age ON a2a_task (updated_at)`,
  },
  {
    // Tasks from before may be of any size and live for a day at most, so they are not carried over.
    name: '0200 a2a tasks per network',
    sql: `TRUNCATE a2a_task;
      ALTER TABLE a2a_task ADD COLUMN network text NOT NULL;
      CREATE INDEX a2a_task_network ON a2a_task (network, updated_at)`,
  },
];
