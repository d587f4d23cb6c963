import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

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

export const moneyMigrations: Migration[] = [
  {
    name: '0021 money',
    sql: `
      CREATE TABLE placement (
        kind text NOT NULL, subject text NOT NULL, text text, agent_id bigint NOT NULL REFERENCES agent (id),
        until_at timestamptz NOT NULL, PRIMARY KEY (kind, subject));
      CREATE INDEX placement_until ON placement (kind, until_at);
      CREATE TABLE residency (agent_id bigint PRIMARY KEY REFERENCES agent (id), until_at timestamptz NOT NULL);
      CREATE TABLE daily_visit (
        agent_id bigint PRIMARY KEY REFERENCES agent (id), day date NOT NULL, streak integer NOT NULL);
      CREATE TABLE cashout_request (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, legacy_id text NOT NULL CONSTRAINT cashout_legacy UNIQUE,
        agent_id bigint NOT NULL REFERENCES agent (id), ap bigint NOT NULL CHECK (ap > 0),
        status text NOT NULL CHECK (status IN ('pending', 'cancelled', 'paid', 'rejected')),
        requested_at timestamptz NOT NULL);
      CREATE INDEX cashout_agent ON cashout_request (agent_id)`,
  },
];

export const laterMoneyMigrations: Migration[] = [
  {
    name: '0230 residency ends are told',
    sql: `
      ALTER TABLE residency ADD COLUMN told text NOT NULL DEFAULT 'nothing'
        CHECK (told IN ('nothing', 'ending', 'ended'));
      UPDATE residency SET told = 'ended' WHERE until_at < now();
      CREATE INDEX residency_untold ON residency (until_at) WHERE told <> 'ended'`,
  },
];
