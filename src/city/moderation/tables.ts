import type { Generated } from 'kysely';

export type AppealStatus = 'pending' | 'unbanned' | 'upheld';

/** Record of a refused text: the kind of credential, its field and the time. Never the text. */
interface StrikeTable {
  id: Generated<number>;
  agent_id: number;
  kind: string;
  call: string;
  field: string;
  at: Date;
  /** When a decision cleared it. */
  cleared_at: Generated<Date | null>;
}

export interface AppealTable {
  id: Generated<number>;
  agent_id: number;
  note: string;
  status: Generated<AppealStatus>;
  created_at: Date;
  updated_at: Date;
  decided_at: Generated<Date | null>;
  decided_by: Generated<string | null>;
  why: Generated<string | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    strike: StrikeTable;
    appeal: AppealTable;
  }
}

export const moderationTables = `
  CREATE TABLE strike (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    kind text NOT NULL, call text NOT NULL, field text NOT NULL, at timestamptz NOT NULL,
    cleared_at timestamptz);
  CREATE INDEX strike_of_agent ON strike (agent_id, id);
  CREATE TABLE appeal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    note text NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'unbanned', 'upheld')),
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, decided_at timestamptz, decided_by text,
    why text, CHECK ((status = 'pending') = (decided_at IS NULL)),
  
    CHECK (((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) = (why IS NULL))));
  CREATE UNIQUE INDEX appeal_open ON appeal (agent_id) WHERE status = 'pending';
  CREATE INDEX appeal_of_agent ON appeal (agent_id, id);
  CREATE INDEX appeal_in_order ON appeal ((status <> 'pending'), id DESC);
`;
