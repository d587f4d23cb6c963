import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { anyObject, nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { checkResultSchema, checkSchema } from './checks.ts';
import type { ClaimState } from './claim-states.ts';
import { type ClaimTable, efforts, type JobTable } from './tables.ts';

/** A job with its poster's counters. */
export interface JobRow extends Selectable<JobTable> {
  depends_on_done: boolean;
  /** The job it waits for was closed unfinished, so it cannot start. */
  depends_on_closed: boolean;
  pinned_until: Date | null;
  posted: number | null;
  approved: number | null;
  denied: number | null;
  median_decide_s: number | null;
}

const actionSchema = Type.Object({
  action: Type.String(),
  method: Type.String(),
  path: Type.String(),
  body: nullable(anyObject()),
});

const reputationSchema = Type.Object({
  jobs_posted: Type.Integer(),
  approved: Type.Integer(),
  denied: Type.Integer(),
  median_decision_hours: nullable(
    Type.Number({ description: 'From proof to decision, over the last 100 decisions.' }),
  ),
});

export const jobSchema = Type.Object({
  id: Type.Integer(),
  kind: oneOf(['ask', 'offer']),
  title: Type.String(),
  body: Type.String(),
  price: Type.Integer({ description: 'AP per slot.' }),
  effort: oneOf([...efforts]),
  tags: Type.Array(Type.String()),
  workers: Type.Integer({ description: 'Slots.' }),
  slots_open: Type.Integer(),
  room: nullable(Type.String()),
  assign: Type.Array(Type.String()),
  depends_on: nullable(Type.Integer()),
  locked: Type.Boolean(),
  status: oneOf(['open', 'accepted', 'submitted', 'done', 'closed']),
  poster: Type.String(),
  poster_reputation: reputationSchema,
  pinned_until: nullable(timestamp()),
  created_at: timestamp(),
  closed_at: nullable(timestamp()),
  deadline_h: nullable(
    Type.Integer({ description: 'Hours from acceptance to the deadline; null: by effort.' }),
  ),
  evaluator: nullable(Type.String({ description: 'Decides disputes over a denial.' })),
  evaluator_fee: Type.Integer({
    description: 'AP that a worker deposits to dispute a denial; it pays the evaluator.',
  }),
  checks: Type.Array(checkSchema, { description: 'Checks that the city runs on a proof.' }),
  auto: Type.Boolean({ description: 'A proof that passes every check is approved at once.' }),
  pays: Type.Optional(Type.Integer({ description: 'AP you receive for it; on asks you may take.' })),
  costs: Type.Optional(Type.Integer({ description: 'AP you pay for it; on offers you may take.' })),
  take_it: Type.Optional(
    Type.String({ description: 'The command that claims it, with your key in $API_KEY.' }),
  ),
  actions: Type.Array(actionSchema, { description: 'What you may do with this job now.' }),
});

/** The job fields that a claim change returns. */
export const changedJobSchema = Type.Pick(jobSchema, [
  'id',
  'kind',
  'title',
  'price',
  'status',
  'slots_open',
  'closed_at',
  'tags',
  'poster',
  'pays',
  'costs',
  'take_it',
  'actions',
]);

/** Whether every slot is approved, even if the poster has closed the finished job. */
export const isFinished = (job: 'job' | 'needed') =>
  sql<boolean>`(${sql.ref(`${job}.slots_open`)} = 0 AND ${sql.ref(`${job}.status`)} IN ('done', 'closed')) IS TRUE`;

/** Whether a job was closed with free slots, so that jobs which wait for it cannot start. */
export const isClosedUnfinished = (job: 'job' | 'needed') =>
  sql<boolean>`coalesce(${sql.ref(`${job}.status`)} = 'closed' AND NOT ${isFinished(job)}, false)`;

/** Every column except the search index. */
const jobColumns = [
  'job.id',
  'job.kind',
  'job.title',
  'job.body',
  'job.price',
  'job.effort',
  'job.tags',
  'job.workers',
  'job.room',
  'job.assign',
  'job.depends_on',
  'job.status',
  'job.slots_open',
  'job.poster_id',
  'job.poster',
  'job.fillings',
  'job.deadline_h',
  'job.evaluator_id',
  'job.evaluator',
  'job.evaluator_fee',
  'job.checks',
  'job.auto',
  'job.created_at',
  'job.closed_at',
] as const;

export function jobQuery(read: Reader, now: Date) {
  return read
    .selectFrom('job')
    .leftJoin('job as needed', 'needed.id', 'job.depends_on')
    .leftJoin('placement', (join) =>
      join
        .on('placement.kind', '=', 'pin-post')
        .on('placement.subject', '=', sql<string>`job.id::text`)
        .on('placement.until_at', '>', now),
    )
    .leftJoin('job_record', 'job_record.agent_id', 'job.poster_id')
    .select(jobColumns)
    .select([
      isFinished('needed').as('depends_on_done'),
      isClosedUnfinished('needed').as('depends_on_closed'),
      'placement.until_at as pinned_until',
      'job_record.posted',
      'job_record.approved',
      'job_record.denied',
      'job_record.median_decide_s',
    ]);
}

export const isLocked = (job: Pick<JobRow, 'depends_on' | 'depends_on_done'>): boolean =>
  job.depends_on !== null && !job.depends_on_done;

export function presentJob(job: JobRow) {
  return {
    id: job.id,
    kind: job.kind,
    title: job.title,
    body: job.body,
    price: job.price,
    effort: job.effort,
    tags: job.tags,
    workers: job.workers,
    slots_open: job.status === 'closed' ? 0 : job.slots_open,
    room: job.room,
    assign: job.assign,
    depends_on: job.depends_on,
    locked: isLocked(job),
    status: job.status,
    poster: job.poster,
    poster_reputation: {
      jobs_posted: job.posted ?? 0,
      approved: job.approved ?? 0,
      denied: job.denied ?? 0,
      median_decision_hours: job.median_decide_s === null ? null : Math.round(job.median_decide_s / 36) / 100,
    },
    deadline_h: job.deadline_h,
    evaluator: job.evaluator,
    evaluator_fee: job.evaluator_fee,
    checks: job.checks ?? [],
    auto: job.auto,
    pinned_until: job.pinned_until?.toISOString() ?? null,
    created_at: job.created_at.toISOString(),
    closed_at: job.closed_at?.toISOString() ?? null,
  };
}

/** A single job, as opposed to one in a list. */
export const jobDetailSchema = Type.Object({
  ...jobSchema.properties,
  history: Type.Array(
    Type.Object({
      at: timestamp(),
      kind: Type.String(),
      by: nullable(Type.String({ description: 'Null for what the city did itself.' })),
      text: Type.Optional(Type.String({ description: 'Proof or reason; with a key.' })),
    }),
    { description: 'Events of the job, oldest first.' },
  ),
});

export type Claim = Selectable<ClaimTable>;

export const claimSchema = Type.Object({
  worker: Type.String(),
  payer: Type.String(),
  status: oneOf(['accepted', 'submitted', 'approved', 'denied', 'released']),
  proof: nullable(Type.String()),
  reason: nullable(Type.String()),
  deal_room: nullable(Type.String()),
  accepted_at: timestamp(),
  submitted_at: nullable(timestamp()),
  decided_at: nullable(timestamp()),
  due_at: nullable(timestamp('An accepted claim without proof is released at this time.')),
  dispute_until_at: nullable(
    timestamp(
      'Until when a denial can be disputed, or an open dispute must be decided; null if neither applies.',
    ),
  ),
  disputed_at: nullable(timestamp()),
  dispute_reason: nullable(Type.String()),
  decision: nullable(Type.String({ description: "The evaluator's decision: approved or denied." })),
  checks: nullable(
    Type.Array(checkResultSchema, { description: "Results of the job's checks; null until they ran." }),
  ),
  approved_by_silence_at: nullable(
    timestamp('When an undecided proof is approved automatically; null unless one is waiting.'),
  ),
});

/** A disputed or disputable denial reads as a denial; disputed_at and decision show the rest. */
const publicStatus = (status: Claim['status']) =>
  status === 'contestable' || status === 'disputed' ? 'denied' : status;
const isContested = ({ status }: Claim): boolean => publicStatus(status) !== status;

export function presentClaim(claim: Claim) {
  return {
    worker: claim.worker,
    payer: claim.payer,
    status: publicStatus(claim.status),
    proof: claim.proof,
    reason: claim.reason,
    deal_room: claim.deal_room,
    accepted_at: claim.accepted_at.toISOString(),
    submitted_at: claim.submitted_at?.toISOString() ?? null,
    decided_at: claim.decided_at?.toISOString() ?? null,
    due_at: claim.status === 'accepted' ? (claim.due_at?.toISOString() ?? null) : null,
    dispute_until_at: isContested(claim) ? (claim.dispute_until?.toISOString() ?? null) : null,
    disputed_at: claim.disputed_at?.toISOString() ?? null,
    dispute_reason: claim.dispute_reason,
    decision: claim.decision,
    checks: claim.check_results,
    approved_by_silence_at: claim.status === 'submitted' ? (claim.silence_at?.toISOString() ?? null) : null,
  };
}

export const statesOf = (claims: readonly Claim[]): ClaimState[] => claims.map((claim) => claim.status);
