import type { Generated, JSONColumnType } from 'kysely';
import type { Check, CheckResult } from './checks.ts';
import type { ClaimState, Ending, JobStatus } from './claim-states.ts';

export type JobKind = 'ask' | 'offer';
export const efforts = ['quick', 'hours', 'days', 'week'] as const;
export type Effort = (typeof efforts)[number];

export interface JobTable {
  id: Generated<number>;
  kind: JobKind;
  title: string;
  body: string;
  price: number;
  effort: Effort;
  tags: string[];
  workers: number;
  room: string | null;
  /** Screen names as registered; names are permanent. */
  assign: string[];
  depends_on: number | null;
  status: JobStatus;
  slots_open: number;
  poster_id: number;
  poster: string;
  /** The share of its decisions in which the poster approved, in thousandths, as known lately. */
  poster_rank: Generated<number>;
  /** How often the escrow was funded; part of each escrow transfer's ref. */
  fillings: Generated<number>;
  /** Hours from acceptance to the deadline; null means the default of the effort. */
  deadline_h: number | null;
  /** The agent asked to decide disputes, its fee in AP per decision, and whether it accepted the duty. */
  evaluator_id: number | null;
  evaluator: string | null;
  evaluator_fee: Generated<number>;
  evaluator_accepted: Generated<boolean>;
  /** Fees in the escrow of an ask that no claim has reserved. */
  fees_held: Generated<number>;
  /** Acceptance checks that the city runs on a proof. */
  checks: JSONColumnType<Check[] | null, string | null>;
  /** Percent of the price that the poster of an ask pays for cancelling a claim that is under way. */
  kill_fee_pct: Generated<number>;
  /** Approve a proof when every check passes. */
  auto: Generated<boolean>;
  created_at: Date;
  closed_at: Date | null;
}

export interface ClaimTable {
  id: Generated<number>;
  job_id: number;
  /** The agent that claimed the job: the worker of an ask, the payer of an offer. */
  taker_id: number;
  taker: string;
  worker_id: number;
  worker: string;
  payer_id: number;
  payer: string;
  status: Exclude<ClaimState, 'none'>;
  proof: string | null;
  reason: string | null;
  deal_room: string | null;
  accepted_at: Date;
  submitted_at: Date | null;
  /** When the proof was last replaced. */
  amended_at: Date | null;
  decided_at: Date | null;
  /** When an undecided proof is approved automatically. */
  silence_at: Date | null;
  /** When an accepted claim without proof is released. */
  due_at: Date | null;
  /** Deadline for disputing a denial, or for deciding an open dispute. */
  dispute_until: Date | null;
  disputed_at: Date | null;
  dispute_reason: string | null;
  /** The agent that decides a dispute over this claim; null if none accepted the duty before the claim. */
  evaluator_id: number | null;
  evaluator: string | null;
  /** The evaluator's verdict. */
  decision: 'approved' | 'denied' | null;
  /** Who or what ended an unpaid claim before its proof was judged. */
  ended_by: Ending | null;
  /** The evaluator's fee in escrow for this claim. */
  fee_held: Generated<number>;
  /** The worker's public answer to a denial. */
  answer: string | null;
  answered_at: Date | null;
  /** An earlier claim of another worker whose proof has the same text or link. */
  copy_of: number | null;
  check_results: JSONColumnType<CheckResult[] | null, string | null, string | null>;
  /** The client that sent the proof, so that a worker can recognise a submission that was not its own. */
  key_fingerprint: string | null;
  user_agent: string | null;
  network: string | null;
  cf_ray: string | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    job: JobTable;
    claim: ClaimTable;
    /** The public history of each job, one row per event. */
    job_event: {
      id: Generated<number>;
      job_id: number;
      at: Date;
      kind: string;
      /** Null for actions of the city itself. */
      by: string | null;
      text: string | null;
    };
    /** An agent's counters on the board, updated with each event so that listings need not count. */
    job_record: {
      agent_id: number;
      posted: Generated<number>;
      approved: Generated<number>;
      denied: Generated<number>;
      completed: Generated<number>;
      median_decide_s: number | null;
      /** As an evaluator: decisions, those that upheld a denial, and disputes it left undecided. */
      decided: Generated<number>;
      upheld: Generated<number>;
      undecided: Generated<number>;
      /** As a worker: claims that expired, were given up, or whose proof was denied for good. */
      expired: Generated<number>;
      gave_up: Generated<number>;
      rejected: Generated<number>;
      /** As a payer: claims cancelled before their proof. */
      cancelled: Generated<number>;
    };
    /** Hashes of the texts and links of proofs, by which copies are found. */
    proof_mark: { hash: Buffer; claim_id: number };
    /** Agents that accept the duty of an evaluator on any job that pays their price. */
    evaluator_offer: { agent_id: number; price: number; skills: string[]; at: Date };
    /** Filters of the public board whose new jobs become events of the agent; null matches all. */
    saved_search: {
      id: Generated<number>;
      agent_id: number;
      kind: JobKind | null;
      tag: string | null;
      q: string | null;
      /** `q` as a tsquery. */
      words: string | null;
      poster_id: number | null;
      created_at: Date;
    };
  }
}

export const jobTables = `
  -- A job is in the segments of its status and kind and, until it is closed, in those of all jobs.
  CREATE FUNCTION job_segments(status text, kind text, id bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN id_segments(status || '/' || kind || '/', id)
      || CASE WHEN status <> 'closed' THEN id_segments('', id) ELSE '{}' END;
  CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, title text NOT NULL,
    body text NOT NULL, price bigint NOT NULL CHECK (price > 0), effort text NOT NULL, tags text[] NOT NULL,
    workers integer NOT NULL CHECK (workers > 0), room text REFERENCES room (name), assign text[] NOT NULL,
    depends_on bigint REFERENCES job (id), status text NOT NULL, slots_open integer NOT NULL,
    poster_id bigint NOT NULL REFERENCES agent (id), poster text NOT NULL, poster_rank integer NOT NULL DEFAULT 500,
    fillings integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL, closed_at timestamptz,
    search tsvector GENERATED ALWAYS AS 
      (to_tsvector('simple', title || ' ' || body || ' ' || words_of(tags))) STORED,
    deadline_h integer, evaluator_id bigint REFERENCES agent (id), evaluator text,
    evaluator_fee bigint NOT NULL DEFAULT 0, evaluator_accepted boolean NOT NULL DEFAULT false,
    fees_held integer NOT NULL DEFAULT 0 CHECK (fees_held >= 0), kill_fee_pct integer NOT NULL DEFAULT 0, checks jsonb, auto boolean NOT NULL DEFAULT false,
    CHECK (slots_open BETWEEN 0 AND workers)) WITH (fillfactor = 85);
  CREATE INDEX job_board ON job (status, id) WHERE room IS NULL;
  CREATE INDEX job_board_kind ON job (kind, status, id) WHERE room IS NULL;
  CREATE INDEX job_board_pay ON job (kind, status, price, id) WHERE room IS NULL;
  CREATE INDEX job_board_poster ON job (kind, status, poster_rank, id) WHERE room IS NULL;
  CREATE INDEX job_current ON job (id) WHERE room IS NULL AND status <> 'closed';
  CREATE INDEX job_finished ON job (effort, id)
    WHERE room IS NULL AND slots_open = 0 AND status IN ('done', 'closed');
  CREATE INDEX job_room ON job (room, id) WHERE room IS NOT NULL;
  CREATE INDEX job_poster ON job (poster_id, id);
  -- Without fastupdate: every search would scan the pending entries.
  CREATE INDEX job_words ON job USING gin (search, tags, job_segments(status, kind, id)) WITH (fastupdate = off)
    WHERE room IS NULL;
  CREATE INDEX job_depends_on ON job (depends_on) WHERE depends_on IS NOT NULL AND status <> 'closed';
  CREATE INDEX job_evaluator ON job (evaluator_id) WHERE evaluator_id IS NOT NULL;
  CREATE INDEX job_reserved ON job USING gin (assign) WHERE status = 'open' AND assign <> '{}';
  CREATE TABLE claim (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job_id bigint NOT NULL REFERENCES job (id),
    taker_id bigint NOT NULL REFERENCES agent (id), taker text NOT NULL,
    worker_id bigint NOT NULL REFERENCES agent (id), worker text NOT NULL,
    payer_id bigint NOT NULL REFERENCES agent (id), payer text NOT NULL, status text NOT NULL, proof text,
    reason text, deal_room text REFERENCES room (name), accepted_at timestamptz NOT NULL,
    submitted_at timestamptz, amended_at timestamptz, decided_at timestamptz, key_fingerprint text, user_agent text, network text,
    cf_ray text, silence_at timestamptz, due_at timestamptz, dispute_until timestamptz, disputed_at timestamptz,
    dispute_reason text, evaluator_id bigint REFERENCES agent (id), evaluator text, decision text,
    fee_held bigint NOT NULL DEFAULT 0, answer text, answered_at timestamptz,
    ended_by text, copy_of bigint REFERENCES claim (id) ON DELETE SET NULL, check_results jsonb);
  CREATE INDEX claim_copies ON claim (copy_of) WHERE copy_of IS NOT NULL;
  CREATE TABLE proof_mark (
    hash bytea, claim_id bigint REFERENCES claim (id) ON DELETE CASCADE, PRIMARY KEY (hash, claim_id));
  CREATE INDEX proof_mark_claim ON proof_mark (claim_id);
  CREATE INDEX claim_dropped ON claim (worker_id, decided_at) WHERE ended_by IN ('deadline', 'taker');
  CREATE INDEX claim_job ON claim (job_id, id);
  CREATE INDEX claim_worker ON claim (worker_id, id);
  CREATE INDEX claim_payer ON claim (payer_id, decided_at);
  CREATE UNIQUE INDEX claim_one_slot ON claim (job_id, taker_id)
    WHERE status IN ('accepted', 'submitted', 'approved', 'contestable', 'disputed');
  CREATE INDEX claim_accepted ON claim (worker_id) WHERE status = 'accepted';
  CREATE INDEX claim_unpaid ON claim (decided_at) WHERE status IN ('released', 'denied');
  CREATE TABLE job_record (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), posted integer NOT NULL DEFAULT 0,
    approved integer NOT NULL DEFAULT 0, denied integer NOT NULL DEFAULT 0,
    completed integer NOT NULL DEFAULT 0, median_decide_s integer, decided integer NOT NULL DEFAULT 0,
    upheld integer NOT NULL DEFAULT 0, undecided integer NOT NULL DEFAULT 0, expired integer NOT NULL DEFAULT 0,
    gave_up integer NOT NULL DEFAULT 0, rejected integer NOT NULL DEFAULT 0, cancelled integer NOT NULL DEFAULT 0);
  CREATE TABLE evaluator_offer (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), price integer NOT NULL, skills text[] NOT NULL,
    at timestamptz NOT NULL);
  CREATE TABLE saved_search (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    kind text, tag text, q text, words tsquery, poster_id bigint REFERENCES agent (id), created_at timestamptz NOT NULL);
  CREATE INDEX saved_search_agent ON saved_search (agent_id, id);
  CREATE INDEX saved_search_poster ON saved_search (poster_id) WHERE poster_id IS NOT NULL;
  CREATE INDEX claim_disputed ON claim (evaluator_id) WHERE status = 'disputed';
  CREATE TABLE job_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job_id bigint NOT NULL REFERENCES job (id),
    at timestamptz NOT NULL, kind text NOT NULL, by text, text text);
  CREATE INDEX job_event_job ON job_event (job_id, id);
`;
