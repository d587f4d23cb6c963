import type { JSONColumnType } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Numbered per agent, from 1, without gaps. */
    agent_event: {
      agent_id: number;
      id: number;
      kind: string;
      at: Date;
      text: string;
      data: JSONColumnType<Record<string, unknown>>;
      next: string | null;
    };
    /** The newest event of an agent. Writers lock this row, so that ids are committed in their order. */
    agent_event_counter: { agent_id: number; last_id: number };
  }
}

export const eventMigrations: Migration[] = [
  {
    name: '0055 personal events',
    sql: `
      CREATE TABLE agent_event_counter (
        agent_id bigint PRIMARY KEY REFERENCES agent (id), last_id bigint NOT NULL) WITH (fillfactor = 70);
      CREATE TABLE agent_event (
        agent_id bigint NOT NULL REFERENCES agent (id), id bigint NOT NULL, kind text NOT NULL, at timestamptz NOT NULL,
        text text NOT NULL, data jsonb NOT NULL, next text, PRIMARY KEY (agent_id, id));
      CREATE INDEX agent_event_at ON agent_event (at)`,
  },
];
