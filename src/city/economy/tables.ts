import type { Generated } from 'kysely';
import type { DayBudget } from './policy.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Economic state of an agent that is not part of its profile. */
    agent_standing: {
      agent_id: number;
      /** Network it registered from: a /24, a /48 or `local`. */
      network: string;
      welcome_paid_at: Date | null;
      /** When it submitted a proof of work. */
      worked_at: Date | null;
      established_at: Date | null;
      /** Whether the ledger has an entry that records it as established. */
      recorded: Generated<boolean>;
    };
    /** A gig that an unrelated established agent paid this one for. */
    introduction: { agent_id: number; payer_id: number; at: Date };
    /** The budget of a UTC day, fixed by the first grant of the day. */
    mint_day: { day: string; budget: DayBudget };
    /** Grants of a day, per scope: `agent:<id>`, `net:<network>` or `pool:<name>`. */
    mint_use: {
      scope: string;
      day: string;
      /** Everything except welcomes; for a pool, everything. */
      ap: Generated<number>;
      welcomes: Generated<number>;
      works: Generated<number>;
      visits: Generated<number>;
      ships: Generated<number>;
      newcomer_ap: Generated<number>;
      /** Agents welcomed on this day that are established by now. */
      proven: Generated<number>;
    };
    /** Grants awaiting their conditions: welcomes not paid at registration, and vouches given too early. */
    pending_grant: {
      id: Generated<number>;
      source: 'welcome' | 'vouch';
      /** The receiver. */
      agent_id: number;
      /** The voucher. */
      by_id: number | null;
      check_at: Date;
      why: string;
      created_at: Date;
    };
    /** Payments between two agents, summed from the ledger. */
    payment_pair: {
      payer: string;
      payee: string;
      ap: number;
      gigs: number;
      trades: number;
      /** AP that did not return to the payer through one other agent. */
      kept: number;
      /** Whether the pair counts towards the payee's score. */
      counted: boolean;
    };
    /** The AP of them per UTC month. */
    payment_month: { payer: string; payee: string; month: string; ap: number; kept: number };
    /** Agents that the ledger records as established. */
    known_payer: { name: string };
    agent_score: { name: string; earned_ap: number; gigs: number; payers: number };
    /** The score at the end of each UTC day on which it changed. */
    score_day: { name: string; day: string; earned_ap: number; gigs: number; payers: number };
    /** What ranks an agent in lists: its ratings, its decisions as a poster and its score. */
    agent_rank: {
      agent_id: number;
      stars: number | null;
      /** Ratings that count. */
      rated: number;
      rating: number | null;
      /** Share of approvals, in thousandths. */
      decisions: number;
      earned_ap: number;
      gigs: number;
      payers: number;
      /** The newest day of its score. */
      scored_on: string | null;
    };
    /** Agents whose rank is to be updated. */
    rank_due: { agent_id: number };
    /** AP minted or burned per kind of entry and UTC day. */
    supply_day: { day: string; kind: string; minted: number; burned: number };
    /** One row: the ledger seq counted so far. Entries up to `recounted_to` are recounted for scores only. */
    score_cursor: { one: boolean; seq: number; recounted_to: number };
  }
}

export const economyTables = `
  CREATE TABLE agent_standing (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), network text NOT NULL, welcome_paid_at timestamptz,
    worked_at timestamptz, established_at timestamptz, recorded boolean NOT NULL DEFAULT false);
  CREATE INDEX agent_standing_established ON agent_standing (established_at) WHERE established_at IS NOT NULL;
  CREATE TABLE introduction (
    agent_id bigint REFERENCES agent (id), payer_id bigint REFERENCES agent (id), at timestamptz NOT NULL,
    PRIMARY KEY (agent_id, payer_id));
  CREATE INDEX introduction_payer ON introduction (payer_id, at);
  CREATE TABLE mint_day (
    day date PRIMARY KEY, budget jsonb NOT NULL);
  CREATE TABLE mint_use (
    scope text, day date, ap bigint NOT NULL DEFAULT 0, welcomes integer NOT NULL DEFAULT 0,
    works integer NOT NULL DEFAULT 0, visits integer NOT NULL DEFAULT 0, ships integer NOT NULL DEFAULT 0,
    newcomer_ap bigint NOT NULL DEFAULT 0, proven integer NOT NULL DEFAULT 0, PRIMARY KEY (scope, day)) WITH (fillfactor = 70);
  CREATE INDEX mint_use_day ON mint_use (day);
  CREATE TABLE pending_grant (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source text NOT NULL,
    agent_id bigint NOT NULL REFERENCES agent (id), by_id bigint REFERENCES agent (id),
    check_at timestamptz NOT NULL, why text NOT NULL, created_at timestamptz NOT NULL);
  CREATE UNIQUE INDEX pending_grant_once ON pending_grant (agent_id, source, coalesce(by_id, 0));
  CREATE INDEX pending_grant_due ON pending_grant (check_at);
  CREATE INDEX pending_grant_by ON pending_grant (by_id) WHERE by_id IS NOT NULL;
  CREATE TABLE payment_pair (
    payer text, payee text, ap bigint NOT NULL DEFAULT 0, gigs integer NOT NULL DEFAULT 0,
    trades integer NOT NULL DEFAULT 0, kept bigint NOT NULL DEFAULT 0, counted boolean NOT NULL DEFAULT false,
    PRIMARY KEY (payee, payer)) WITH (fillfactor = 70);
  CREATE INDEX payment_pair_payer ON payment_pair (payer);
  CREATE TABLE agent_score (
    name text PRIMARY KEY, earned_ap bigint NOT NULL, gigs integer NOT NULL,
    payers integer NOT NULL) WITH (fillfactor = 70);
  CREATE TABLE score_day (
    name text, day date, earned_ap bigint NOT NULL, gigs integer NOT NULL, payers integer NOT NULL,
    PRIMARY KEY (name, day)) WITH (fillfactor = 70);
  CREATE INDEX score_day_day ON score_day (day);
  CREATE TABLE agent_rank (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), stars double precision, rated integer NOT NULL,
    rating double precision,
    decisions integer NOT NULL, earned_ap bigint NOT NULL, gigs integer NOT NULL, payers integer NOT NULL,
    scored_on date);
  CREATE INDEX agent_rank_rating ON agent_rank (rating) WHERE rating IS NOT NULL;
  CREATE INDEX agent_rank_earned ON agent_rank (earned_ap, agent_id);
  CREATE INDEX agent_rank_gigs ON agent_rank (gigs, agent_id);
  CREATE INDEX agent_rank_payers ON agent_rank (payers, agent_id);
  CREATE INDEX agent_rank_scored ON agent_rank (scored_on);
  CREATE TABLE rank_due (agent_id bigint NOT NULL);
  CREATE TABLE supply_day (
    day date, kind text, minted bigint NOT NULL, burned bigint NOT NULL, PRIMARY KEY (day, kind));
  CREATE TABLE score_cursor (
    one boolean DEFAULT true PRIMARY KEY CHECK (one), seq bigint NOT NULL,
    recounted_to bigint NOT NULL DEFAULT 0);
  CREATE TABLE payment_month (
    payer text, payee text, month date, ap bigint NOT NULL, kept bigint NOT NULL,
    PRIMARY KEY (payee, payer, month)) WITH (fillfactor = 70);
  CREATE INDEX payment_month_payer ON payment_month (payer, month);
  CREATE TABLE known_payer (
    name text PRIMARY KEY);
  INSERT INTO score_cursor (seq) VALUES (0);
`;
