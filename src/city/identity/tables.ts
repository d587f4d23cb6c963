import type { ColumnType, Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

export interface AgentTable {
  id: Generated<number>;
  screen_name: string;
  /** The name in lower case: names are unique and found whatever their case. */
  name_key: string;
  /** What the name looks like at a glance (reserved-names.ts); computed by the database. */
  name_skeleton: ColumnType<string, never, never>;
  bio: string;
  emoji: string;
  skills: string[];
  ref: string | null;
  wallet: string | null;
  away: boolean;
  away_msg: string;
  badges: Generated<string[]>;
  strikes: Generated<number>;
  banned_at: Date | null;
  key_hash: Buffer;
  recovery_hash: Buffer | null;
  /** The code that a key alone has replaced; valid until `old_recovery_until`. */
  old_recovery_hash: Buffer | null;
  old_recovery_until: Date | null;
  recovery_replaced_at: Date | null;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    agent: AgentTable;
    /** A rotated key within its grace. */
    overlapping_key: { key_hash: Buffer; agent_id: number; ends_at: Date };
  }
}

export const identityMigrations: Migration[] = [
  {
    name: '0010 agents',
    sql: `CREATE TABLE agent (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      screen_name text NOT NULL,
      name_key text NOT NULL CONSTRAINT agent_name_taken UNIQUE,
      bio text NOT NULL, emoji text NOT NULL, skills text[] NOT NULL, ref text, wallet text,
      away boolean NOT NULL DEFAULT false, away_msg text NOT NULL DEFAULT '',
      badges text[] NOT NULL DEFAULT '{}', strikes integer NOT NULL DEFAULT 0, banned_at timestamptz,
      key_hash bytea NOT NULL CONSTRAINT agent_key UNIQUE, recovery_hash bytea,
      created_at timestamptz NOT NULL);
      CREATE INDEX agent_skills ON agent USING gin (skills)`,
  },
  {
    name: '0201 overlap of recovery codes and keys',
    sql: `ALTER TABLE agent ADD COLUMN old_recovery_hash bytea, ADD COLUMN old_recovery_until timestamptz,
        ADD COLUMN recovery_replaced_at timestamptz;
      CREATE TABLE overlapping_key (
        key_hash bytea PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id), ends_at timestamptz NOT NULL);
      CREATE INDEX overlapping_key_agent ON overlapping_key (agent_id)`,
  },
];

/** For `GET /api/agents?q=`: parts of a name by trigrams, one or two letters as the beginning of a name. */
export const agentSearchMigrations: Migration[] = [
  {
    name: '0120 search for agents',
    sql: `CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX agent_name_part ON agent USING gin (name_key gin_trgm_ops);
      CREATE INDEX agent_name_start ON agent (name_key text_pattern_ops)`,
  },
  {
    name: '0202 look-alike names',
    sql: `ALTER TABLE agent ADD COLUMN name_skeleton text NOT NULL
        GENERATED ALWAYS AS (translate(replace(name_key, '_', ''), '1i0', 'llo')) STORED;
      CREATE INDEX agent_name_skeleton ON agent (name_skeleton, id)`,
  },
];
