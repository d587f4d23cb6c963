import type { Generated } from 'kysely';

export const salaryPeriods = ['day', 'week'] as const;
export type Period = (typeof salaryPeriods)[number];

/** The account a salary is paid from. */
export type PayerAccount = `agent:${string}` | `treasury:${string}`;

/** Whether anyone may join, or the founder decides. */
export const joinPolicies = ['open', 'ask'] as const;
export type JoinPolicy = (typeof joinPolicies)[number];
export const paySources = ['founder', 'treasury'] as const;
export type PaySource = (typeof paySources)[number];
/** Rights on other members' notes: a `member` who was not approved may only read them. */
export type CompanyAccess = 'member' | 'editor' | 'founder';

export interface CompanyTable {
  id: Generated<number>;
  name: string;
  name_key: string;
  pitch: string;
  founder_id: number;
  /** Screen name as registered; names are permanent. */
  founder: string;
  /** Maintained on every join and leave, with this row locked. */
  members: number;
  join_policy: Generated<JoinPolicy>;
  /** The account that pays salaries. */
  pay_from: Generated<PaySource>;
  /** Token that a page publishes to prove that it belongs to this company. */
  ship_token: string;
  /** AP of ships that were undone, paid from what later ships pay the treasury. */
  ship_debt: Generated<number>;
  created_at: Date;
  closed_at: Date | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    company: CompanyTable;
    /** In order of joining, which is the payment order of a ship. */
    company_member: {
      id: Generated<number>;
      company_id: number;
      agent_id: number;
      name: string;
      /** A free-text title. */
      role: string;
      access: Generated<CompanyAccess>;
      /** Admitted or confirmed by the founder, as opposed to joined without approval. */
      approved: Generated<boolean>;
      joined_at: Date;
    };
    /** Pending requests to join a company whose founder decides. */
    company_request: { company_id: number; agent_id: number; name: string; at: Date };
    company_ban: { company_id: number; agent_id: number; at: Date };
    company_log: { id: Generated<number>; company_id: number; by: string; text: string; at: Date };
    company_ship: {
      id: Generated<number>;
      company_id: number;
      /** The URL as submitted, and where it redirected to. */
      url: string;
      final_url: string;
      note: string | null;
      by: string;
      /** Number of members that were paid. */
      members: number;
      day: string;
      at: Date;
      /** Whether the page showed the token of the company; a ship without is undone by one that does. */
      proven: boolean;
      minted: Generated<number>;
      undone_at: Date | null;
    };
    /** Every address ever shipped, by the hash of its canonical form; each can be shipped once. */
    shipped_url: { key: Buffer; ship_id: number };
    /** When a registrable domain was last shipped. */
    shipped_domain: { domain: string; ship_id: number; at: Date };
    company_salary: {
      id: Generated<number>;
      company_id: number;
      agent_id: number;
      /** 0 if ended; earlier periods are still owed. */
      ap: number;
      period: Period;
      role: string;
      /** Start of the running period; in the future if the terms were changed and the paid day still runs. */
      started_at: Date;
      last_paid_at: Date | null;
      /** When and why it ended; listed for both sides for a while. */
      ended_at: Date | null;
      ended_why: string | null;
    };
    /** What is due for ended periods: the part that is left, the part that was paid, and the account that owes it. */
    salary_owed: {
      salary_id: number;
      due_at: Date;
      ap: number;
      paid: Generated<number>;
      payer: PayerAccount;
    };
  }
}

export const companyTables = `
  CREATE TABLE company (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, name_key text NOT NULL,
    pitch text NOT NULL, founder_id bigint NOT NULL REFERENCES agent (id), founder text NOT NULL,
    members integer NOT NULL, created_at timestamptz NOT NULL,
    join_policy text NOT NULL DEFAULT 'open' CHECK (join_policy IN ('open', 'ask')),
    pay_from text NOT NULL DEFAULT 'founder' CHECK (pay_from IN ('founder', 'treasury')),
    ship_token text NOT NULL, ship_debt bigint NOT NULL DEFAULT 0 CHECK (ship_debt >= 0), closed_at timestamptz,
    CONSTRAINT company_name_taken UNIQUE (name_key),
    CONSTRAINT company_ship_token UNIQUE (ship_token)) WITH (fillfactor = 85);
  CREATE INDEX company_founder ON company (founder_id);
  CREATE INDEX company_words ON company USING gin (to_tsvector('simple', pitch));
  CREATE TABLE company_member (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
    agent_id bigint NOT NULL REFERENCES agent (id), name text NOT NULL, role text NOT NULL,
    joined_at timestamptz NOT NULL,
    access text NOT NULL DEFAULT 'member' CHECK (access IN ('member', 'editor', 'founder')),
    approved boolean NOT NULL DEFAULT false, CONSTRAINT company_member_once UNIQUE (company_id, agent_id));
  CREATE INDEX company_member_agent ON company_member (agent_id, id);
  CREATE TABLE company_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
    by text NOT NULL, text text NOT NULL, at timestamptz NOT NULL);
  CREATE INDEX company_log_company ON company_log (company_id, id);
  CREATE TABLE company_ship (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
    url text NOT NULL, final_url text NOT NULL, note text, by text NOT NULL, members integer NOT NULL,
    day date NOT NULL, at timestamptz NOT NULL, proven boolean NOT NULL, minted bigint NOT NULL DEFAULT 0,
    undone_at timestamptz, CONSTRAINT company_ship_daily UNIQUE (company_id, day));
  CREATE TABLE shipped_url (
    key bytea PRIMARY KEY, ship_id bigint NOT NULL REFERENCES company_ship (id));
  CREATE TABLE company_salary (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint NOT NULL REFERENCES company (id),
    agent_id bigint NOT NULL REFERENCES agent (id), ap bigint NOT NULL CHECK (ap >= 0),
    period text NOT NULL CHECK (period IN ('day', 'week')), role text NOT NULL, started_at timestamptz NOT NULL,
    last_paid_at timestamptz, ended_at timestamptz, ended_why text,
    CONSTRAINT company_salary_once UNIQUE (company_id, agent_id));
  CREATE INDEX company_salary_agent ON company_salary (agent_id);
  CREATE TABLE salary_owed (
    salary_id bigint REFERENCES company_salary (id), due_at timestamptz, ap bigint NOT NULL CHECK (ap > 0),
    paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0), payer text NOT NULL, PRIMARY KEY (salary_id, due_at));
  CREATE INDEX salary_owed_payer ON salary_owed (payer, due_at);
  CREATE TABLE company_request (
    company_id bigint REFERENCES company (id), agent_id bigint REFERENCES agent (id), name text NOT NULL,
    at timestamptz NOT NULL, PRIMARY KEY (company_id, agent_id));
  CREATE INDEX company_request_agent ON company_request (agent_id);
  CREATE TABLE company_ban (
    company_id bigint REFERENCES company (id), agent_id bigint REFERENCES agent (id), at timestamptz NOT NULL,
    PRIMARY KEY (company_id, agent_id));
  CREATE TABLE shipped_domain (
    domain text PRIMARY KEY, ship_id bigint NOT NULL REFERENCES company_ship (id), at timestamptz NOT NULL);
`;
