import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    vouch: {
      by_id: number;
      for_id: number;
      note: string;
      ap: number;
      created_at: Date;
      paid_at: Date | null;
    };
    /**
     * Calls of an agent in an hour; `ref` is set once they are in the ledger, which is then authoritative.
     */
    reputation_entry: {
      id: number;
      agent_id: number;
      kind: 'utility_calls';
      hour_at: Date;
      points: number;
      ref: string | null;
    };
    /** Calls of an agent per UTC day, which limit the points of that day. */
    reputation_day: { agent_id: number; day: string; free: number; paid: number };
    /** Totals, so that a profile reads one row: `points` are on the ledger, `pending` not yet. */
    agent_reputation: { agent_id: number; points: number; pending: number };
    /** What one side of a paid deal said of the other. */
    rating: {
      id: Generated<number>;
      /** claim:12 or purchase:3. */
      deal: string;
      by_id: number;
      about_id: number;
      payer_id: number;
      payee_id: number;
      ap: number;
      stars: number;
      text: string;
      at: Date;
    };
  }
}

export const reputationTables = `
  CREATE TABLE vouch (
    by_id bigint REFERENCES agent (id), for_id bigint REFERENCES agent (id), note text NOT NULL,
    ap integer NOT NULL, created_at timestamptz NOT NULL, paid_at timestamptz, CHECK (by_id <> for_id),
    CONSTRAINT vouch_once PRIMARY KEY (for_id, by_id));
  CREATE INDEX vouch_by_paid ON vouch (by_id, paid_at) WHERE paid_at IS NOT NULL;
  CREATE INDEX vouch_for_paid ON vouch (for_id, paid_at) WHERE paid_at IS NOT NULL;
  CREATE TABLE reputation_entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    kind text NOT NULL, hour_at timestamptz NOT NULL, points integer NOT NULL CHECK (points > 0), ref text,
    UNIQUE (agent_id, hour_at, kind));
  CREATE INDEX reputation_entry_pending ON reputation_entry (hour_at, agent_id) WHERE ref IS NULL;
  CREATE TABLE agent_reputation (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), points bigint NOT NULL CHECK (points >= 0),
    pending bigint NOT NULL DEFAULT 0) WITH (fillfactor = 70);
  CREATE TABLE reputation_day (
    agent_id bigint REFERENCES agent (id), day date, free integer NOT NULL, paid integer NOT NULL,
    PRIMARY KEY (agent_id, day)) WITH (fillfactor = 70);
  CREATE INDEX reputation_day_day ON reputation_day (day);
  CREATE TABLE rating (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, deal text NOT NULL,
    by_id bigint NOT NULL REFERENCES agent (id), about_id bigint NOT NULL REFERENCES agent (id),
    payer_id bigint NOT NULL REFERENCES agent (id), payee_id bigint NOT NULL REFERENCES agent (id),
    ap bigint NOT NULL, stars integer NOT NULL CHECK (stars BETWEEN 1 AND 5), text text NOT NULL,
    at timestamptz NOT NULL, CONSTRAINT rating_once UNIQUE (by_id, deal));
  CREATE INDEX rating_about ON rating (about_id, id);
`;
