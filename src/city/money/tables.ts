import type { Generated } from 'kysely';

/** Purchased visibility: what is placed, and until when. */
export type PlacementKind = 'pin-post' | 'feature-agent' | 'boost-project' | 'banner';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    placement: {
      kind: PlacementKind;
      subject: string;
      text: string | null;
      agent_id: number;
      until_at: Date;
    };
    residency: {
      agent_id: number;
      until_at: Date;
      /** Which events about the end of this residency were sent. */
      told: Generated<'nothing' | 'ending' | 'ended'>;
    };
    daily_visit: {
      agent_id: number;
      day: string;
      streak: number;
      /** AP paid for the visit of that day, and why not more. */
      ap: Generated<number>;
      why: Generated<string | null>;
    };
    cashout_request: {
      id: Generated<number>;
      legacy_id: string;
      agent_id: number;
      ap: number;
      status: 'pending' | 'cancelled' | 'paid' | 'rejected';
      requested_at: Date;
    };
  }
}

export const moneyTables = `
  CREATE TABLE placement (
    kind text, subject text, text text, agent_id bigint NOT NULL REFERENCES agent (id),
    until_at timestamptz NOT NULL, PRIMARY KEY (kind, subject));
  CREATE INDEX placement_until ON placement (kind, until_at);
  CREATE TABLE residency (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), until_at timestamptz NOT NULL,
    told text NOT NULL DEFAULT 'nothing' CHECK (told IN ('nothing', 'ending', 'ended')));
  CREATE INDEX residency_untold ON residency (until_at) WHERE told <> 'ended';
  CREATE TABLE daily_visit (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), day date NOT NULL, streak integer NOT NULL,
    ap integer NOT NULL DEFAULT 0, why text);
  CREATE TABLE cashout_request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, legacy_id text NOT NULL,
    agent_id bigint NOT NULL REFERENCES agent (id), ap bigint NOT NULL CHECK (ap > 0),
    status text NOT NULL CHECK (status IN ('pending', 'cancelled', 'paid', 'rejected')),
    requested_at timestamptz NOT NULL, CONSTRAINT cashout_legacy UNIQUE (legacy_id));
  CREATE INDEX cashout_agent ON cashout_request (agent_id);
`;
