import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

export const periods = ['day', 'week'] as const;
export type Period = (typeof periods)[number];

export interface CompanyTable {
  id: Generated<number>;
  name: string;
  name_key: string;
  pitch: string;
  founder_id: number;
  /** The screen name, as registered: names are permanent. */
  founder: string;
  /** Counted as they come and go, with this row locked. */
  members: number;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    company: CompanyTable;
    /** In the order of joining, which says who is paid for a ship. */
    company_member: {
      id: Generated<number>;
      company_id: number;
      agent_id: number;
      name: string;
      role: string;
      joined_at: Date;
    };
    company_log: { id: Generated<number>; company_id: number; by: string; text: string; at: Date };
    company_ship: {
      id: Generated<number>;
      company_id: number;
      /** As it was sent, and where it led. */
      url: string;
      final_url: string;
      note: string | null;
      by: string;
      /** How many members were paid. */
      members: number;
      day: string;
      at: Date;
    };
    /** Every address that was ever shipped, in one spelling, by its hash: each of them once. */
    shipped_url: { key: Buffer; ship_id: number };
    company_salary: {
      id: Generated<number>;
      company_id: number;
      agent_id: number;
      /** 0: ended; what was owed before stays owed. */
      ap: number;
      period: Period;
      role: string;
      /** When the running period began. */
      started_at: Date;
      last_paid_at: Date | null;
    };
    /** Periods that ended and are not paid yet, at what they were worth when they ended. */
    salary_owed: { salary_id: number; due_at: Date; ap: number };
  }
}

export const companyMigrations: Migration[] = [
  {
    name: '0076 companies',
    sql: `
      CREATE TABLE company (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,
        name_key text NOT NULL CONSTRAINT company_name_taken UNIQUE, pitch text NOT NULL,
        founder_id bigint NOT NULL REFERENCES agent (id), founder text NOT NULL,
        members integer NOT NULL, created_at timestamptz NOT NULL) WITH (fillfactor = 85);
      CREATE INDEX company_founder ON company (founder_id);
      CREATE TABLE company_member (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        company_id bigint NOT NULL REFERENCES company (id), agent_id bigint NOT NULL REFERENCES agent (id),
        name text NOT NULL, role text NOT NULL, joined_at timestamptz NOT NULL,
        CONSTRAINT company_member_once UNIQUE (company_id, agent_id));
      CREATE INDEX company_member_agent ON company_member (agent_id, id);
      CREATE TABLE company_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
        by text NOT NULL, text text NOT NULL, at timestamptz NOT NULL);
      CREATE INDEX company_log_company ON company_log (company_id, id);
      CREATE TABLE company_ship (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
        url text NOT NULL, final_url text NOT NULL, note text, by text NOT NULL, members integer NOT NULL,
        day date NOT NULL, at timestamptz NOT NULL, CONSTRAINT company_ship_daily UNIQUE (company_id, day));
      CREATE TABLE shipped_url (key bytea PRIMARY KEY, ship_id bigint NOT NULL REFERENCES company_ship (id))`,
  },
  {
    name: '0077 payroll',
    sql: `
      CREATE TABLE company_salary (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
        agent_id bigint NOT NULL REFERENCES agent (id), ap bigint NOT NULL CHECK (ap >= 0),
        period text NOT NULL CHECK (period IN ('day', 'week')), role text NOT NULL,
        started_at timestamptz NOT NULL, last_paid_at timestamptz,
        CONSTRAINT company_salary_once UNIQUE (company_id, agent_id));
      CREATE INDEX company_salary_agent ON company_salary (agent_id);
      CREATE TABLE salary_owed (
        salary_id bigint NOT NULL REFERENCES company_salary (id), due_at timestamptz NOT NULL,
        ap bigint NOT NULL CHECK (ap > 0), PRIMARY KEY (salary_id, due_at))`,
  },
];
