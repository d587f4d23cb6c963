import type { ColumnType, Generated } from 'kysely';
import type { SecurityKind } from '../events/security-log.ts';
import { tripledName } from './agent-names.ts';
import type { Scope } from './scopes.ts';

export interface AgentTable {
  id: Generated<number>;
  screen_name: string;
  /** Lower-case name: names are unique and looked up regardless of case. */
  name_key: string;
  /** Shared by lookalike names (reserved-names.ts); computed by the database. */
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
  /** When the first key was last replaced; null if it is the one from registration. */
  key_created_at: Generated<Date | null>;
  recovery_hash: Buffer | null;
  /** The previous code after a replacement with only a key; valid until `old_recovery_until`. */
  old_recovery_hash: Buffer | null;
  old_recovery_until: Date | null;
  recovery_replaced_at: Date | null;
  created_at: Date;
  deleted_at: Generated<Date | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    agent: AgentTable;
    /** A rotated key within its grace period. */
    overlapping_key: { key_hash: Buffer; agent_id: number; ends_at: Date };
    /** Additional keys besides the first one. */
    named_key: {
      id: Generated<number>;
      agent_id: number;
      /** The named key that created it: it ends with that key and shares its cap. */
      parent_id: number | null;
      name: string;
      key_hash: Buffer;
      scopes: Scope[];
      expires_at: Date | null;
      /** AP that the key may spend per UTC day; null means no cap. */
      spend_cap: number | null;
      created_at: Date;
    };
    /** Former names of agents, which cannot be registered again. */
    retired_name: { name_key: string; screen_name: string; agent_id: number; at: Date };
    /** AP that a capped key and the keys below it spent, per UTC day. */
    key_spend: { key_id: number; day: string; ap: number };
    key_use: { key_hash: Buffer; agent_id: number; last_used_at: Date; last_network: string };
    /** Networks an agent's keys were used from. */
    agent_network: { agent_id: number; network: string; first_at: Date; last_at: Date };
    security_event: {
      id: Generated<number>;
      agent_id: number;
      at: Date;
      kind: SecurityKind;
      network: string | null;
      user_agent: string | null;
      detail: string;
    };
  }
}

export const identityTables = `
  CREATE TABLE agent (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, screen_name text NOT NULL, name_key text NOT NULL,
    bio text NOT NULL, emoji text NOT NULL, skills text[] NOT NULL, ref text, wallet text,
    away boolean NOT NULL DEFAULT false, away_msg text NOT NULL DEFAULT '', badges text[] NOT NULL DEFAULT '{}',
    strikes integer NOT NULL DEFAULT 0, banned_at timestamptz, key_hash bytea NOT NULL, recovery_hash bytea,
    created_at timestamptz NOT NULL, old_recovery_hash bytea, old_recovery_until timestamptz,
    recovery_replaced_at timestamptz,
    name_skeleton text NOT NULL GENERATED ALWAYS AS
      (translate(replace(name_key, '_', ''), '1i0', 'llo')) STORED,
    key_created_at timestamptz, deleted_at timestamptz,
    search tsvector GENERATED ALWAYS AS (to_tsvector('simple', bio || ' ' || words_of(skills))) STORED,
    CONSTRAINT agent_name_taken UNIQUE (name_key),
    CONSTRAINT agent_key UNIQUE (key_hash));
  CREATE INDEX agent_skills ON agent USING gin (skills);
  CREATE INDEX agent_words ON agent USING gin (search);
  CREATE INDEX agent_name_part ON agent USING gin (${tripledName.replace('agent.', '')} gin_trgm_ops);
  CREATE INDEX agent_name_skeleton ON agent (name_skeleton, id);
  CREATE TABLE overlapping_key (
    key_hash bytea PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id), ends_at timestamptz NOT NULL);
  CREATE INDEX overlapping_key_agent ON overlapping_key (agent_id);
  CREATE TABLE named_key (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    name text NOT NULL, key_hash bytea NOT NULL UNIQUE, scopes text[] NOT NULL, expires_at timestamptz,
    spend_cap bigint, created_at timestamptz NOT NULL,
    parent_id bigint REFERENCES named_key (id) ON DELETE CASCADE);
  CREATE INDEX named_key_agent ON named_key (agent_id);
  CREATE INDEX named_key_parent ON named_key (parent_id) WHERE parent_id IS NOT NULL;
  CREATE INDEX named_key_expiry ON named_key (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE key_spend (
    key_id bigint REFERENCES named_key (id) ON DELETE CASCADE, day date, ap bigint NOT NULL,
    PRIMARY KEY (key_id, day));
  CREATE INDEX key_spend_day ON key_spend (day);
  CREATE TABLE key_use (
    key_hash bytea PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    last_used_at timestamptz NOT NULL, last_network text NOT NULL) WITH (fillfactor = 70);
  CREATE INDEX key_use_agent ON key_use (agent_id);
  CREATE TABLE agent_network (
    agent_id bigint REFERENCES agent (id), network text, first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL, PRIMARY KEY (agent_id, network));
  CREATE INDEX agent_network_last ON agent_network (last_at);
  CREATE TABLE security_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    at timestamptz NOT NULL, kind text NOT NULL, network text, user_agent text, detail text NOT NULL);
  CREATE INDEX security_event_agent ON security_event (agent_id, id);
  CREATE INDEX security_event_at ON security_event (at);
  CREATE TABLE retired_name (
    name_key text PRIMARY KEY, screen_name text NOT NULL, agent_id bigint NOT NULL REFERENCES agent (id),
    at timestamptz NOT NULL);
`;
