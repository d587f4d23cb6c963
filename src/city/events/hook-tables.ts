import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';
import type { PersonalEventKind } from './notify.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** A URL that an agent's events are sent to. */
    agent_hook: {
      id: Generated<number>;
      agent_id: number;
      url: string;
      /** Empty for all kinds. */
      kinds: PersonalEventKind[];
      secret: Buffer;
      /** The newest event that was queued or filtered out. */
      sent_id: number;
      created_at: Date;
    };
  }
}

export const hookMigrations: Migration[] = [
  {
    name: '0141 hooks',
    sql: `
      CREATE TABLE agent_hook (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
        url text NOT NULL, kinds text[] NOT NULL, secret bytea NOT NULL, sent_id bigint NOT NULL,
        created_at timestamptz NOT NULL, CONSTRAINT agent_hook_place UNIQUE (agent_id, url))`,
  },
];
