import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    buddy: { agent_id: number; buddy_id: number; created_at: Date };
  }
}

export const buddyMigrations: Migration[] = [
  {
    name: '0051 buddies',
    sql: `CREATE TABLE buddy (
      agent_id bigint NOT NULL REFERENCES agent (id), buddy_id bigint NOT NULL REFERENCES agent (id),
      created_at timestamptz NOT NULL, PRIMARY KEY (agent_id, buddy_id), CHECK (agent_id <> buddy_id))`,
  },
];
