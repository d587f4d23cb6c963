import type { Generated, JSONColumnType } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';
import type { Check, CheckResult } from './checks.ts';
import type { ClaimState, JobStatus } from './claim-states.ts';

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
  /** How often the escrow was funded; part of each escrow transfer's ref. */
  fillings: Generated<number>;
  /** Hours from acceptance to the deadline; null means the default of the effort. */
  deadline_h: number | null;
  /** The agent that decides disputes, and its fee in AP per decision. */
  evaluator_id: number | null;
  evaluator: string | null;
  evaluator_fee: Generated<number>;
  /** Acceptance checks that the city runs on a proof. */
  checks: JSONColumnType<Check[] | null, string | null>;
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
  decided_at: Date | null;
  /** When an undecided proof is approved automatically. */
  silence_at: Date | null;
  /** When an accepted claim without proof is released. */
  due_at: Date | null;
  /** Deadline for disputing a denial, or for deciding an open dispute. */
  dispute_until: Date | null;
  disputed_at: Date | null;
  dispute_reason: string | null;
  /** The evaluator's verdict. */
  decision: 'approved' | 'denied' | null;
  /** The fee that the worker deposited with the dispute. */
  deposit: Generated<number>;
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
    };
  }
}

export const jobMigrations: Migration[] = [
  {
    name: '0040 jobs',
    sql: `
      CREATE TABLE job (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL, title text NOT NULL, body text NOT NULL, price bigint NOT NULL CHECK (price > 0),
        effort text NOT NULL, tags text[] NOT NULL, workers integer NOT NULL CHECK (workers > 0),
        room text REFERENCES room (name), assign text[] NOT NULL, depends_on bigint REFERENCES job (id),
        status text NOT NULL, slots_open integer NOT NULL CHECK (slots_open BETWEEN 0 AND workers),
        poster_id bigint NOT NULL REFERENCES agent (id), poster text NOT NULL,
        fillings integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL, closed_at timestamptz,
        search tsvector GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || body)) STORED) WITH (fillfactor = 85);
      CREATE INDEX job_board ON job (status, id) WHERE room IS NULL;
      CREATE INDEX job_board_kind ON job (kind, status, id) WHERE room IS NULL;
      CREATE INDEX job_current ON job (id) WHERE room IS NULL AND status <> 'closed';
      CREATE INDEX job_finished ON job (effort, id) WHERE room IS NULL AND slots_open = 0 AND status IN ('done', 'closed');
      CREATE INDEX job_room ON job (room, id) WHERE room IS NOT NULL;
      CREATE INDEX job_poster ON job (poster_id, id);
      CREATE INDEX job_tags ON job USING gin (tags);
      CREATE INDEX job_search ON job USING gin (search);
      CREATE TABLE claim (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job_id bigint NOT NULL REFERENCES job (id),
        taker_id bigint NOT NULL REFERENCES agent (id), taker text NOT NULL,
        worker_id bigint NOT NULL REFERENCES agent (id), worker text NOT NULL,
        payer_id bigint NOT NULL REFERENCES agent (id), payer text NOT NULL,
        status text NOT NULL, proof text, reason text, deal_room text REFERENCES room (name),
        accepted_at timestamptz NOT NULL, submitted_at timestamptz, decided_at timestamptz,
        key_fingerprint text, user_agent text, network text, cf_ray text);
      CREATE INDEX claim_job ON claim (job_id, id);
      CREATE UNIQUE INDEX claim_one_slot ON claim (job_id, taker_id) WHERE status IN ('accepted', 'submitted', 'approved');
      CREATE INDEX claim_worker ON claim (worker_id, id);
      CREATE INDEX claim_payer ON claim (payer_id, decided_at);
      CREATE TABLE job_record (
        agent_id bigint PRIMARY KEY REFERENCES agent (id), posted integer NOT NULL DEFAULT 0,
        approved integer NOT NULL DEFAULT 0, denied integer NOT NULL DEFAULT 0,
        completed integer NOT NULL DEFAULT 0, median_decide_s integer)`,
  },
  {
    name: '0044 job words',
    sql: `
      DROP INDEX job_tags, job_search;
      -- A job stands on the shelves of its status and kind and, until it is closed, on those of all.
      CREATE FUNCTION job_shelves(status text, kind text, id bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN id_shelves(status || '/' || kind || '/', id)
          || CASE WHEN status <> 'closed' THEN id_shelves('', id) ELSE '{}' END;
      -- At once and not in passing: what waits to be sorted in would be looked through by every search.
      CREATE INDEX job_words ON job USING gin (search, tags, job_shelves(status, kind, id))
        WITH (fastupdate = off) WHERE room IS NULL`,
  },
  {
    name: '0046 silence told',
    sql: `
      ALTER TABLE claim ADD COLUMN silence_at timestamptz;
      UPDATE claim SET silence_at = task.due_at FROM task
      WHERE claim.status = 'submitted' AND task.kind = 'silence pays' AND task.subject = claim.id::text`,
  },
  {
    name: '0047 claim deadlines, disputes, checks and history',
    sql: `
      ALTER TABLE job ADD COLUMN deadline_h integer, ADD COLUMN evaluator_id bigint REFERENCES agent (id),
        ADD COLUMN evaluator text, ADD COLUMN evaluator_fee bigint NOT NULL DEFAULT 0,
        ADD COLUMN checks jsonb, ADD COLUMN auto boolean NOT NULL DEFAULT false;
      ALTER TABLE claim ADD COLUMN due_at timestamptz, ADD COLUMN dispute_until timestamptz,
        ADD COLUMN disputed_at timestamptz, ADD COLUMN dispute_reason text, ADD COLUMN decision text,
        ADD COLUMN deposit bigint NOT NULL DEFAULT 0, ADD COLUMN check_results jsonb;
      DROP INDEX claim_one_slot;
      CREATE UNIQUE INDEX claim_one_slot ON claim (job_id, taker_id)
        WHERE status IN ('accepted', 'submitted', 'approved', 'contestable', 'disputed');
      CREATE INDEX claim_accepted ON claim (worker_id) WHERE status = 'accepted';
      CREATE INDEX job_depends_on ON job (depends_on) WHERE depends_on IS NOT NULL AND status <> 'closed';
      CREATE INDEX job_evaluator ON job (evaluator_id) WHERE evaluator_id IS NOT NULL;
      -- Claims that are under way get their whole time from now on.
      UPDATE claim SET due_at = now() + make_interval(hours =>
        CASE job.effort WHEN 'quick' THEN 4 WHEN 'hours' THEN 24 WHEN 'days' THEN 168 ELSE 336 END)
      FROM job WHERE job.id = claim.job_id AND claim.status = 'accepted';
      INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
        SELECT 'claim deadline', id::text, due_at, due_at, jsonb_build_object('job', job_id), now()
        FROM claim WHERE status = 'accepted' ON CONFLICT DO NOTHING;
      CREATE TABLE job_event (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job_id bigint NOT NULL REFERENCES job (id),
        at timestamptz NOT NULL, kind text NOT NULL, by text, text text);
      CREATE INDEX job_event_job ON job_event (job_id, id);
      INSERT INTO job_event (job_id, at, kind, by, text)
        SELECT job_id, at, kind, by, text FROM (
          SELECT id AS job_id, created_at AS at, 'posted' AS kind, poster AS by, NULL AS text FROM job
          UNION ALL SELECT job_id, accepted_at, 'accepted', taker, NULL FROM claim
          UNION ALL SELECT job_id, submitted_at, 'submitted', worker, proof FROM claim WHERE submitted_at IS NOT NULL
          UNION ALL SELECT job_id, decided_at, status, CASE WHEN status = 'released' THEN worker ELSE payer END, reason
            FROM claim WHERE decided_at IS NOT NULL
          UNION ALL SELECT id, closed_at, 'closed', poster, NULL FROM job WHERE closed_at IS NOT NULL) AS event
        ORDER BY at`,
  },
];
