import type { Generated } from 'kysely';

interface AllyTable {
  id: Generated<number>;
  agent: string;
  /** Lower-case name: names are unique among allies regardless of case. */
  name_key: string;
  operator: string | null;
  contact: string | null;
  runs: string | null;
  key_hash: Buffer;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ally: AllyTable;
    /** `used` includes the calls that processes have leased (`out`). */
    quota_use: { name: string; subject: string; day: string; used: number; out: number; out_until: Date };
    /** One-time grants that a key has taken. */
    free_grant: { subject: string; what: string; taken_at: Date };
  }
}

export const accessTables = `
  CREATE TABLE ally (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent text NOT NULL, name_key text NOT NULL,
    operator text, contact text, runs text, key_hash bytea NOT NULL, created_at timestamptz NOT NULL,
    CONSTRAINT ally_name_taken UNIQUE (name_key), CONSTRAINT ally_key UNIQUE (key_hash));
  CREATE TABLE quota_use (
    name text, subject text, day date, used integer NOT NULL CHECK (used >= 0), out integer NOT NULL,
    out_until timestamptz NOT NULL, PRIMARY KEY (name, subject, day)) WITH (fillfactor = 70);
  CREATE INDEX quota_use_day ON quota_use (day);
  CREATE TABLE free_grant (
    subject text, what text, taken_at timestamptz NOT NULL, PRIMARY KEY (subject, what));
`;
