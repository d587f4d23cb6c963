import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';
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
  /** Screen names, as registered: names are permanent. */
  assign: string[];
  depends_on: number | null;
  status: JobStatus;
  slots_open: number;
  poster_id: number;
  poster: string;
  /** How often the escrow was funded; part of each escrow transfer's ref. */
  fillings: Generated<number>;
  created_at: Date;
  closed_at: Date | null;
}

export interface ClaimTable {
  id: Generated<number>;
  job_id: number;
  /** Who took the job: the worker of an ask, the payer of an offer. */
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
  /** The client that sent the proof, so that a worker can check it was really them. */
  key_fingerprint: string | null;
  user_agent: string | null;
  network: string | null;
  cf_ray: string | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    job: JobTable;
    claim: ClaimTable;
    /** An agent's counters on the board, updated as things happen so that listings need not count. */
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
];
