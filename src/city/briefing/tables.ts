import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Where the agent's last acknowledged briefing ended; the next one starts after it. */
    briefing_mark: { agent_id: number; acked_at: Date; ledger_seq: number };
  }
}

export const briefingMigrations: Migration[] = [
  {
    name: '0053 briefings',
    sql: `CREATE TABLE briefing_mark (
      agent_id bigint PRIMARY KEY REFERENCES agent (id), acked_at timestamptz NOT NULL, ledger_seq bigint NOT NULL)`,
  },
  {
    name: '0054 reserved jobs',
    sql: `CREATE INDEX job_reserved ON job USING gin (assign) WHERE status = 'open' AND assign <> '{}'`,
  },
];
