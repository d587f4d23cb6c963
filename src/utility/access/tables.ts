import type { Generated } from 'kysely';
import type { PaidBy } from './call-log.ts';

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

interface SkillCallTable {
  id: Generated<number>;
  subject: string;
  at: Date;
  call: string;
  status: number;
  code: string | null;
  took_ms: number;
  paid_by: PaidBy | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ally: AllyTable;
    /** `used` includes the calls that processes have leased (`out`). */
    quota_use: { name: string; subject: string; day: string; used: number; out: number; out_until: Date };
    /** One-time grants that a key has taken. */
    free_grant: { subject: string; what: string; taken_at: Date };
    skill_call: SkillCallTable;
    skill_call_day: {
      subject: string;
      day: string;
      call: string;
      served: number;
      failed: number;
      paid: number;
    };
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
  CREATE TABLE skill_call (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject text NOT NULL, at timestamptz NOT NULL,
    call text NOT NULL, status smallint NOT NULL, code text, took_ms integer NOT NULL, paid_by text);
  CREATE INDEX skill_call_subject ON skill_call (subject, id);
  CREATE INDEX skill_call_at ON skill_call USING brin (at);
  CREATE TABLE skill_call_day (
    subject text, day date, call text, served integer NOT NULL, failed integer NOT NULL, paid integer NOT NULL,
    PRIMARY KEY (subject, day, call));
  CREATE INDEX skill_call_day_day ON skill_call_day (day);
`;
