import type { Migration } from '../../platform/db/migrations.ts';

interface BlockRow {
  agent_id: number;
  other_id: number;
  at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** `agent_id` refuses contact from `other_id`. */
    block: BlockRow;
    /** `agent_id` gets no notices about messages of `other_id`. */
    mute: BlockRow;
  }
}

const table = (name: string): string => `CREATE TABLE ${name} (
  agent_id bigint NOT NULL REFERENCES agent (id), other_id bigint NOT NULL REFERENCES agent (id),
  at timestamptz NOT NULL, PRIMARY KEY (agent_id, other_id), CHECK (agent_id <> other_id));
  CREATE INDEX ${name}_other ON ${name} (other_id)`;

export const blockMigrations: Migration[] = [
  { name: '0211 blocks and mutes', sql: `${table('block')}; ${table('mute')}` },
];
