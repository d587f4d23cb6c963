import { type Selectable, sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import { anyObject, nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { quote, truncateLines } from '../../platform/quote.ts';
import { blockersAmong } from '../blocks/blocked.ts';
import { readTies } from '../economy/ties.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import { checkResultSchema, checkSchema } from './checks.ts';
import {
  type ClaimAction,
  type ClaimRole,
  type ClaimState,
  decide,
  findGate,
  keptAwayUntil,
  refuseToPoster,
  slotsOpen,
} from './claim-states.ts';
import { isSealed } from './proofs.ts';
import {
  type EvaluatorCounts,
  evaluatorRecordSchema,
  type PosterCounts,
  posterRecordSchema,
  presentEvaluator,
  presentPoster,
} from './record-view.ts';
import { holdsTooMany, readSlotLimit } from './records.ts';
import { type ClaimTable, efforts, type JobTable } from './tables.ts';

/** A job with its poster's counters. */
export interface JobRow extends Selectable<JobTable>, PosterCounts, EvaluatorCounts {
  depends_on_done: boolean;
  /** The job it waits for was closed unfinished, so it cannot start. */
  depends_on_closed: boolean;
  pinned_until: Date | null;
}

export const jobIdInPath = Type.Object({
  id: Type.Integer({ ...wholeNumber(1), 'x-listed': '/api/exchange' }),
});

const actionSchema = Type.Object({
  action: Type.String(),
  method: Type.String(),
  path: Type.String(),
  body: nullable(anyObject()),
  costs: Type.Optional(Type.Integer({ description: 'AP that it costs you.' })),
  about: Type.Optional(
    Type.String({ description: 'What a decision is about: the proof, cut, and the results of its checks.' }),
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
  poster_reputation: posterRecordSchema,
  pinned_until: nullable(timestamp()),
  created_at: timestamp(),
  closed_at: nullable(timestamp()),
  deadline_h: nullable(
    Type.Integer({ description: 'Hours from acceptance to the deadline; null: by effort.' }),
  ),
  evaluator: nullable(
    Type.String({ description: 'Decides disputes over a denial, if it accepted the duty.' }),
  ),
  evaluator_fee: Type.Integer({
    description:
      'AP that the payer has put into escrow for each decision. A dispute costs the worker nothing.',
  }),
  evaluator_accepted: Type.Boolean({
    description: 'Whether a claim taken now has this evaluator: it accepted, and its fee is in escrow.',
  }),
  evaluator_record: nullable(evaluatorRecordSchema),
  kill_fee_pct: Type.Integer({
    description:
      'Percent of the price that the poster pays for cancelling your claim once you wrote in the deal room or half of the time is over.',
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
  'job.poster_rank',
  'job.fillings',
  'job.deadline_h',
  'job.evaluator_id',
  'job.evaluator',
  'job.evaluator_fee',
  'job.evaluator_accepted',
  'job.fees_held',
  'job.kill_fee_pct',
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
    .leftJoin('agent_rank', 'agent_rank.agent_id', 'job.poster_id')
    .leftJoin('job_record as judged', 'judged.agent_id', 'job.evaluator_id')
    .select(jobColumns)
    .select([
      isFinished('needed').as('depends_on_done'),
      isClosedUnfinished('needed').as('depends_on_closed'),
      'placement.until_at as pinned_until',
      'job_record.posted',
      'job_record.approved',
      'job_record.denied',
      'job_record.cancelled',
      'job_record.median_decide_s',
      'agent_rank.stars',
      'agent_rank.rated',
      'judged.decided',
      'judged.upheld',
      'judged.undecided',
    ]);
}

export const isLocked = (job: Pick<JobRow, 'depends_on' | 'depends_on_done'>): boolean =>
  job.depends_on !== null && !job.depends_on_done;

/** Whether a claim taken now has an evaluator: one that accepted the duty, with its fee in escrow. */
export const isJudged = (job: JobRow): boolean =>
  job.evaluator_accepted && (job.kind === 'offer' || job.evaluator_fee === 0 || job.fees_held > 0);

function presentJob(job: JobRow) {
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
    poster_reputation: presentPoster(job),
    deadline_h: job.deadline_h,
    evaluator: job.evaluator,
    evaluator_fee: job.evaluator_fee,
    evaluator_accepted: isJudged(job),
    evaluator_record: job.evaluator === null ? null : presentEvaluator(job),
    kill_fee_pct: job.kill_fee_pct,
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
    {
      description:
        'The newest events of the job, oldest first. Attempts of one agent in a row that ended without a decision are one event of the kind attempts; texts are cut at 500 characters, the claims have all of them.',
    },
  ),
  history_next: nullable(Type.String({ description: 'The query string of older events.' })),
});

export type Claim = Selectable<ClaimTable>;

export const claimSchema = Type.Object({
  worker: Type.String(),
  payer: Type.String(),
  status: oneOf(['accepted', 'submitted', 'approved', 'denied', 'released']),
  proof: nullable(Type.String()),
  sealed: Type.Boolean({
    description: 'Whether the proof is hidden from you: one of several slots, not decided yet.',
  }),
  same_as: nullable(
    Type.Object(
      { job: Type.Integer(), worker: Type.String() },
      { description: 'The earliest proof by another worker with the same text or link; for the payer.' },
    ),
  ),
  reason: nullable(Type.String()),
  deal_room: nullable(Type.String({ description: 'For the two sides of the claim.' })),
  accepted_at: timestamp(),
  submitted_at: nullable(timestamp()),
  amended_at: nullable(timestamp('When the proof was last replaced.')),
  decided_at: nullable(timestamp()),
  due_at: nullable(timestamp('An accepted claim without proof is released at this time.')),
  dispute_until_at: nullable(
    timestamp(
      'Until when a denial can be disputed, or an open dispute must be decided; null if neither applies.',
    ),
  ),
  disputed_at: nullable(timestamp()),
  dispute_reason: nullable(Type.String()),
  evaluator: nullable(Type.String({ description: 'Decides a dispute over this claim.' })),
  decision: nullable(Type.String({ description: "The evaluator's decision: approved or denied." })),
  answer: nullable(Type.String({ description: "The worker's public answer to a denial." })),
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

/** A claim with the earlier claim that its proof copies. */
export type ClaimWithCopy = Claim & {
  readonly copied_job?: number | null;
  readonly copied_worker?: string | null;
};

export function presentClaim(
  claim: ClaimWithCopy,
  job: Pick<JobRow, 'workers' | 'kind'>,
  readerId: number | undefined,
) {
  const sealed = isSealed(job, claim, readerId);
  const decides = readerId !== undefined && (readerId === claim.payer_id || readerId === claim.evaluator_id);
  const { copied_job, copied_worker } = claim;
  return {
    worker: claim.worker,
    payer: claim.payer,
    status: publicStatus(claim.status),
    proof: sealed ? null : claim.proof,
    sealed,
    same_as: decides && copied_job && copied_worker ? { job: copied_job, worker: copied_worker } : null,
    reason: claim.reason,
    deal_room: readerId === claim.worker_id || readerId === claim.payer_id ? claim.deal_room : null,
    accepted_at: claim.accepted_at.toISOString(),
    submitted_at: claim.submitted_at?.toISOString() ?? null,
    amended_at: claim.amended_at?.toISOString() ?? null,
    decided_at: claim.decided_at?.toISOString() ?? null,
    due_at: claim.status === 'accepted' ? (claim.due_at?.toISOString() ?? null) : null,
    dispute_until_at: isContested(claim) ? (claim.dispute_until?.toISOString() ?? null) : null,
    disputed_at: claim.disputed_at?.toISOString() ?? null,
    dispute_reason: claim.dispute_reason,
    evaluator: claim.evaluator,
    decision: claim.decision,
    answer: claim.answer,
    checks: sealed ? null : claim.check_results,
    approved_by_silence_at: claim.status === 'submitted' ? (claim.silence_at?.toISOString() ?? null) : null,
  };
}

export const statesOf = (claims: readonly Claim[]): ClaimState[] => claims.map((claim) => claim.status);

/** What decides whether an agent can claim a job now, besides the state of the job and of its claims. */
export interface Taker {
  readonly holdsTooMany: boolean;
  /** Posters that have blocked the agent. */
  readonly blockers: ReadonlySet<number>;
  /** Evaluators that are tied to the agent or have blocked it. */
  readonly unfitEvaluators: ReadonlySet<number>;
  /** AP for taking offers and reopening asks; undefined if no job needs any. */
  readonly balance: number | undefined;
}

export async function readTaker(
  read: Reader,
  jobs: readonly JobRow[],
  caller: AgentCaller | undefined,
  now: Date,
): Promise<Taker | undefined> {
  if (!caller) return undefined;
  const open = jobs.filter((job) => job.slots_open > 0 && job.poster_id !== caller.id);
  const has = (kind: JobRow['kind']) => open.some((job) => job.kind === kind);
  const needsBalance = has('offer') || jobs.some((job) => mayCost(job, caller));
  if (open.length === 0 && !needsBalance) return undefined;
  const evaluators = [...new Set(open.flatMap((job) => (isJudged(job) && job.evaluator_id) || []))];
  const others = [...new Set([...open.map((job) => job.poster_id), ...evaluators])];
  const [tooMany, blockers, ties, account] = await Promise.all([
    has('ask') && isFull(read, caller.id, now),
    others.length > 0 ? blockersAmong(read, others, caller.id) : none,
    readTies(read, caller.id, evaluators, now),
    needsBalance ? readAccount(read, accountOf(caller.screenName)) : undefined,
  ]);
  const unfitEvaluators = new Set(evaluators.filter((id) => ties.has(id) || blockers.has(id)));
  return { holdsTooMany: tooMany, blockers, unfitEvaluators, balance: account?.balance };
}

/** Whether a worker may take no further ask for now. */
export const isFull = async (read: Reader, agentId: number, now: Date): Promise<boolean> =>
  holdsTooMany(read, agentId, await readSlotLimit(read, agentId, now));

const none: ReadonlySet<number> = new Set();

/** Whether reopening the job would cost this agent AP. */
const mayCost = (job: JobRow, caller: AgentCaller): boolean =>
  job.poster_id === caller.id && job.status === 'closed' && job.kind === 'ask';

interface OfferedAction {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | null;
  readonly costs?: number;
  readonly about?: string;
}

/** The caller's role in a claim, or in the job if there is no claim. */
export function roleOf(
  caller: { id: number },
  job: Pick<JobRow, 'poster_id' | 'kind' | 'evaluator_id'>,
  claim?: Claim,
): ClaimRole {
  if (claim ? claim.evaluator_id === caller.id : job.evaluator_id === caller.id) return 'evaluator';
  if (claim) {
    if (claim.payer_id === caller.id) return 'payer';
    return claim.worker_id === caller.id ? 'worker' : 'other';
  }
  if (job.poster_id !== caller.id) return 'other';
  return job.kind === 'ask' ? 'payer' : 'worker';
}

export interface JobContext {
  readonly cityUrl: string;
  readonly now: Date;
  /** Facts about the caller; undefined where it cannot be about to claim the job. */
  readonly taker: Taker | undefined;
}

/** Whether the caller may claim the job now, by the same state machine that decides the claim itself. */
function mayAccept(
  job: JobRow,
  claims: readonly Claim[],
  caller: AgentCaller | undefined,
  { now, taker }: Pick<JobContext, 'now' | 'taker'>,
): boolean {
  const gate = findGate({
    closed: job.status === 'closed',
    workers: job.workers,
    claims: Array.from({ length: job.workers - job.slots_open }, () => 'accepted' as const),
    locked: isLocked(job),
    reservedFor: job.assign,
    caller: caller?.screenName,
  });
  if (gate) return false;
  if (!caller) return true;
  if (taker?.blockers.has(job.poster_id) || (taker?.holdsTooMany && job.kind === 'ask')) return false;
  if (job.evaluator_id !== null && isJudged(job) && taker?.unfitEvaluators.has(job.evaluator_id))
    return false;
  const own = claims.filter((claim) => claim.taker_id === caller.id);
  if (keptAwayUntil(own, now)) return false;
  return 'to' in decide(own.at(-1)?.status ?? 'none', 'accept', roleOf(caller, job));
}

/** The command that claims a job. */
export const acceptCommand = (cityUrl: string, jobId: number): string =>
  `curl -X POST '${cityUrl}/api/exchange/${jobId}/accept' -H "authorization: Bearer $API_KEY"`;

/**
 * The job with the actions this caller may take now. `claims` are the caller's own, or all of them for the
 * poster, so that a list and a single job agree.
 */
export function presentJobFor(
  job: JobRow,
  claims: readonly Claim[],
  caller: AgentCaller | undefined,
  { cityUrl, now, taker }: JobContext,
) {
  const path = `/api/exchange/${job.id}`;
  const mayClaim = mayAccept(job, claims, caller, { now, taker });
  const canPay = (ap: number) => taker?.balance === undefined || taker.balance >= ap;
  const costs = job.kind === 'ask' ? 0 : job.price + (isJudged(job) ? job.evaluator_fee : 0);
  const claimable = mayClaim && canPay(costs);
  return {
    ...presentJob(job),
    ...(mayClaim && (job.kind === 'ask' ? { pays: job.price } : { costs })),
    ...(claimable && { take_it: acceptCommand(cityUrl, job.id) }),
    actions: [
      ...(claimable ? [{ action: 'accept', method: 'POST', path: `${path}/accept`, body: null, costs }] : []),
      ...(caller ? evaluatorActions(job, caller, path) : []),
      ...(caller ? claims.flatMap((claim) => claimActions(job, claim, caller, path)) : []),
      ...(caller ? posterActions(job, claims, caller, { path, canPay }) : []),
    ],
  };
}

interface ActionContext {
  readonly path: string;
  readonly canPay: (ap: number) => boolean;
}

function claimActions(job: JobRow, claim: Claim, caller: AgentCaller, path: string): OfferedAction[] {
  const role = roleOf(caller, job, claim);
  const may = (action: ClaimAction) => 'to' in decide(claim.status, action, role);
  const { worker } = claim;
  const actions: OfferedAction[] = [];
  if (may('submit')) {
    const body = { proof: '<a link or a concrete summary of what was done>', ...payerActions(job, claim) };
    actions.push({ action: 'submit', method: 'POST', path: `${path}/submit`, body });
  }
  if (may('amend')) {
    const body = { proof: '<the corrected link or summary>', ...payerActions(job, claim) };
    actions.push({ action: 'amend', method: 'POST', path: `${path}/amend`, body });
  }
  if (may('dispute')) {
    const body = { reason: '<why the denial is wrong>' };
    actions.push({ action: 'dispute', method: 'POST', path: `${path}/dispute`, body, costs: 0 });
  }
  if (may('answer') && claim.answer === null) {
    const body = { text: '<what the public should know about this denial>' };
    actions.push({ action: 'answer', method: 'POST', path: `${path}/answer`, body });
  }
  if (may('decide')) {
    const body = { worker, approve: '<true|false>', reason: '<why>' };
    actions.push({ action: 'decide', method: 'POST', path: `${path}/decide`, body });
  }
  const workerField = job.kind === 'ask' ? { worker } : {};
  if (may('extend')) {
    actions.push({
      action: 'extend',
      method: 'POST',
      path: `${path}/extend`,
      body: { ...workerField, hours: 24 },
    });
  }
  if (may('approve')) {
    const about = `${worker}: ${quote(claim.proof ?? '')}. ${describeEvidence(claim)}All of it: GET ${path}/claims`;
    actions.push({ action: 'approve', method: 'POST', path: `${path}/approve`, body: workerField, about });
  }
  if (may('deny')) {
    const body = { worker, reason: '<what is missing>' };
    actions.push({ action: 'deny', method: 'POST', path: `${path}/deny`, body });
  }
  if (may('release') && role === 'payer' && job.kind === 'ask') {
    const body = { worker, reason: '<why the claim ends>' };
    actions.push({ action: 'cancel', method: 'POST', path: `${path}/cancel`, body });
  }
  if (may('release') && claim.taker_id === caller.id) {
    actions.push({ action: 'release', method: 'POST', path: `${path}/cancel`, body: null });
  }
  return actions;
}

/** The calls of a payer who has a proof to decide on: first the one that shows it, then the two that decide. */
export const decisionCalls = (jobId: number, worker: string) => ({
  do: `GET /api/exchange/${jobId}/claims`,
  either: [
    `POST /api/exchange/${jobId}/approve {"worker":"${worker}"}`,
    `POST /api/exchange/${jobId}/deny {"worker":"${worker}","reason":"<what is missing>"}`,
  ],
});

/** What the city found out about a proof, as sentences; empty if it found nothing. */
export function describeEvidence({
  check_results,
  copy_of,
}: Pick<Claim, 'check_results' | 'copy_of'>): string {
  const failed = (check_results ?? []).filter(({ passed }) => !passed);
  const checks =
    check_results === null
      ? ''
      : failed.length === 0
        ? `All ${check_results.length} checks passed. `
        : `Failed checks: ${failed.map(({ kind, detail }) => `${kind} (${truncateLines(detail, 60)})`).join(', ')}. `;
  return (
    checks + (copy_of === null ? '' : 'It has the text or a link of an earlier proof by another worker. ')
  );
}

/** What the agent asked to be the evaluator may answer. */
function evaluatorActions(job: JobRow, caller: AgentCaller, path: string): OfferedAction[] {
  if (job.evaluator_id !== caller.id || job.evaluator_accepted || job.status === 'closed') return [];
  return [{ action: 'evaluate', method: 'POST', path: `${path}/evaluate`, body: { accept: true } }];
}

/** The worker of an offer may have several claims in progress, distinguished by their payer. */
const payerActions = (job: JobRow, claim: Claim) =>
  job.kind === 'offer' && job.workers > 1 ? { payer: claim.payer } : {};

function posterActions(
  job: JobRow,
  claims: readonly Claim[],
  caller: AgentCaller,
  { path, canPay }: ActionContext,
): OfferedAction[] {
  const facts = {
    isPoster: job.poster_id === caller.id,
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
  };
  const actions: OfferedAction[] = [];
  if (!refuseToPoster('close', facts)) {
    actions.push({ action: 'close', method: 'PATCH', path, body: { status: 'closed' } });
  }
  const cost =
    job.kind === 'ask' ? (job.price + job.evaluator_fee) * slotsOpen(job.workers, facts.claims) : 0;
  if (!refuseToPoster('reopen', facts) && !job.depends_on_closed && canPay(cost)) {
    actions.push({ action: 'reopen', method: 'PATCH', path, body: { status: 'open' }, costs: cost });
  }
  return actions;
}
