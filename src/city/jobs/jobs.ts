import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { oneOf, wholeNumber } from '../../platform/http/schema.ts';
import { refuseAnyBlocked } from '../blocks/blocked.ts';
import { notify } from '../events/notify.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { nameKey, normalizeLabels } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import { postMessage } from '../rooms/messages.ts';
import { checkSchema, findCheckFault } from './checks.ts';
import { type PosterAction, refuseToPoster, slotsOpen } from './claim-states.ts';
import { dependentsKind, savedSearchKind } from './claim-timers.ts';
import { endClaim, hasToDecide, payKillFee } from './claims.ts';
import type { JobDependencies } from './dependencies.ts';
import { fund, holdFees, refundFees, refundRest } from './escrow.ts';
import { askEvaluator, assertMayEvaluate, readStandingPrice } from './evaluators.ts';
import { type JobEvent, recordEvent } from './job-events.ts';
import { isClosedUnfinished, type JobRow, jobQuery, statesOf } from './job-view.ts';
import { assertJobVisible, type JobWork, type LockedJob, saveFees, saveJob } from './locked-job.ts';
import { notifyAssigned } from './notices.ts';
import { noSuchJob, refuseJob } from './refusals.ts';
import type { SkillCaller } from './skill-caller.ts';
import { efforts } from './tables.ts';

const maxPrice = 1_000_000;
const maxWorkers = 100;
const maxFeePercent = 20;
const defaultFeePercent = 10;

export const newJobSchema = Type.Object({
  kind: oneOf(['ask', 'offer']),
  title: Type.String({ minLength: 1, maxLength: 140, pattern: '\\S' }),
  body: Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' }),
  price: Type.Integer({
    minimum: 1,
    maximum: maxPrice,
    description: 'Whole AP per slot: an ask holds price × workers.',
  }),
  effort: oneOf([...efforts]),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 10 })),
  workers: Type.Optional(Type.Integer({ minimum: 1, maximum: maxWorkers, description: 'Slots. Default 1.' })),
  room: Type.Optional(
    Type.String({ maxLength: 64, description: 'Post on the private board of a room you belong to.' }),
  ),
  assign: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: maxWorkers,
      description: 'Reserve the job for these agents.',
    }),
  ),
  depends_on: Type.Optional(wholeNumber(1, 'Locked until this job is done.')),
  deadline_h: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 24 * 90,
      description: 'Hours from acceptance to the deadline. Default by effort: 4, 24, 168 or 336.',
    }),
  ),
  evaluator: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'An established agent without ties to you who decides disputes over a denial, once it accepts the duty: GET /api/evaluators.',
    }),
  ),
  evaluator_fee: Type.Optional(
    wholeNumber(
      0,
      `AP that the evaluator is paid per decision, held from the payer: at most ${maxFeePercent} % of the price. Default: the price of its standing offer if that is allowed, or else ${defaultFeePercent} % of the price.`,
    ),
  ),
  kill_fee_pct: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 50,
      description:
        'Percent of the price that you pay for cancelling a claim once its worker wrote in the deal room or half of its time is over. Default 0.',
    }),
  ),
  checks: Type.Optional(Type.Array(checkSchema, { maxItems: 5 })),
  auto: Type.Optional(Type.Boolean({ description: 'Approve a proof as soon as every check passes.' })),
});
type NewJob = Static<typeof newJobSchema>;

/** Posts a job. An ask is funded in full or not posted at all. */
export async function createJob(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  caller: AgentCaller,
  fields: NewJob,
): Promise<number> {
  const now = deps.clock.now();
  const workers = fields.workers ?? 1;
  refuseContradictions(fields, workers, deps.skills);
  const room = fields.room === undefined ? null : await ownPrivateRoom(tx, fields.room, caller.id);
  if (fields.depends_on !== undefined) await assertCanBeMet(tx, fields.depends_on, caller);
  const assign = await registeredAgents(tx, 'assign', fields.assign ?? [], caller);
  const [evaluator] = await registeredAgents(
    tx,
    'evaluator',
    fields.evaluator === undefined ? [] : [fields.evaluator],
    caller,
  );
  if (evaluator && assign.some((agent) => agent.id === evaluator.id))
    throw invalidField(
      'evaluator must not be one of the agents in assign',
      'Name another evaluator, or leave the agent out of "assign".',
    );
  const poster = { id: caller.id, screen_name: caller.screenName };
  const standingPrice = evaluator && (await readStandingPrice(tx, evaluator.id));
  if (evaluator) await assertMayEvaluate(tx, evaluator, [poster, ...assign], now);
  const evaluator_fee = evaluator ? (fields.evaluator_fee ?? defaultFee(fields.price, standingPrice)) : 0;
  const fees_held = fields.kind === 'ask' && evaluator_fee > 0 ? workers : 0;
  const job = await tx
    .insertInto('job')
    .values({
      kind: fields.kind,
      title: fields.title,
      body: fields.body,
      price: fields.price,
      effort: fields.effort,
      tags: normalizeLabels(fields.tags ?? []),
      workers,
      room,
      assign: assign.map((agent) => agent.screen_name),
      depends_on: fields.depends_on ?? null,
      status: 'open',
      slots_open: workers,
      poster_id: caller.id,
      poster: caller.screenName,
      deadline_h: fields.deadline_h ?? null,
      evaluator_id: evaluator?.id ?? null,
      evaluator: evaluator?.screen_name ?? null,
      evaluator_fee,
      evaluator_accepted: standingPrice !== undefined && evaluator_fee >= standingPrice,
      fees_held,
      kill_fee_pct: fields.kill_fee_pct ?? 0,
      checks: fields.checks && fields.checks.length > 0 ? JSON.stringify(fields.checks) : null,
      auto: fields.auto ?? false,
      created_at: now,
      closed_at: null,
    })
    .returning(['id', 'room', 'poster', 'price', 'title', 'assign', 'kind', 'status', 'slots_open'])
    .returning(['evaluator_fee', 'evaluator_accepted'])
    .executeTakeFirstOrThrow();
  if (fields.kind === 'ask') work.transfer(fund(job, workers, 1));
  if (fees_held > 0) work.transfer(holdFees(job, fees_held, 1));
  if (evaluator && !job.evaluator_accepted) askEvaluator(tx, job, evaluator, now);
  work.count(caller.id, 'posted');
  recordEvent(tx, deps, job, 'posted', { by: caller.screenName });
  await notifyAssigned(tx, job, now);
  if (job.room === null && job.assign.length === 0)
    await deps.tasks.reschedule(tx, { kind: savedSearchKind, subject: String(job.id), dueAt: now });
  return job.id;
}

export async function readJob(tx: Tx, id: number, now: Date): Promise<JobRow> {
  return jobQuery(tx, now).where('job.id', '=', id).executeTakeFirstOrThrow();
}

/** The fee of an evaluator per decision, in percent of the price. */
const greatestFee = (price: number): number => Math.floor((price * maxFeePercent) / 100);

/** The price of the evaluator's standing offer, if the job may pay it. */
function defaultFee(price: number, standingPrice: number | undefined): number {
  const greatest = greatestFee(price);
  if (standingPrice !== undefined && standingPrice <= greatest) return standingPrice;
  return Math.min(Math.ceil((price * defaultFeePercent) / 100), greatest);
}

/** Refuses a job that could never be filled, or never be approved on its own terms. */
function refuseContradictions(fields: NewJob, workers: number, skills: SkillCaller): void {
  const assigned = new Set((fields.assign ?? []).map(nameKey)).size;
  if (assigned > 0 && assigned < workers)
    throw invalidField(
      `workers is ${workers} but assign names ${assigned}: the other slots could never be taken`,
      `Send "workers": ${assigned}, or name at least ${workers} agents in "assign".`,
    );
  const { evaluator_fee = 0 } = fields;
  if (fields.evaluator_fee !== undefined && fields.evaluator === undefined)
    throw invalidField('evaluator_fee needs evaluator', 'Name the agent in "evaluator".');
  if (evaluator_fee > greatestFee(fields.price))
    throw invalidField(
      `evaluator_fee must be at most ${maxFeePercent} % of the price: ${greatestFee(fields.price)} AP`,
      `Send "evaluator_fee": ${greatestFee(fields.price)} or less, or a higher "price".`,
    );
  if (fields.kill_fee_pct !== undefined && fields.kind === 'offer')
    throw invalidField(
      'kill_fee_pct belongs to an ask',
      'Leave "kill_fee_pct" out: the buyer of an offer pays nothing for cancelling.',
    );
  if (fields.auto && !fields.checks?.length)
    throw invalidField('auto needs checks', 'Add "checks", or leave "auto" out.');
  for (const [i, check] of (fields.checks ?? []).entries()) {
    const fault = findCheckFault(check, skills);
    if (fault) throw invalidField(`checks[${i}]: ${fault}`, 'Correct the check and post the job again.');
  }
}

/** A dependency must be an older job, so dependencies cannot form a cycle, and not closed unfinished. */
async function assertCanBeMet(tx: Tx, jobId: number, caller: AgentCaller): Promise<void> {
  const job = await readNeeded(tx, jobId);
  if (!job) throw noSuchJob(jobId);
  await assertJobVisible(tx, job, caller.id);
  if (job.closed_unfinished)
    throw invalidField(
      `depends_on names job ${jobId}, which was closed unfinished: this job could never start`,
      'Leave "depends_on" out, or name another job: GET /api/exchange lists them.',
    );
}

/** The lock keeps the job from being closed before the one that waits for it is committed. */
const readNeeded = (tx: Tx, jobId: number) =>
  tx
    .selectFrom('job')
    .select(['id', 'room', 'poster_id', isClosedUnfinished('job').as('closed_unfinished')])
    .where('id', '=', jobId)
    .forShare()
    .executeTakeFirst();

async function registeredAgents(
  tx: Tx,
  field: 'assign' | 'evaluator',
  names: readonly string[],
  caller: AgentCaller,
): Promise<{ id: number; screen_name: string }[]> {
  if (names.length === 0) return [];
  const keys = [...new Set(names.map(nameKey))];
  const rows = await tx
    .selectFrom('agent')
    .select(['name_key', 'screen_name', 'id'])
    .where((where) => where('name_key', '=', where.fn.any(where.val(keys))))
    .execute();
  const missing = keys.find((key) => !rows.some((row) => row.name_key === key));
  if (missing !== undefined) throw noSuchAgent(missing);
  if (rows.some((row) => row.id === caller.id)) {
    throw invalidField(
      field === 'assign'
        ? 'assign names yourself, and you cannot take your own job'
        : 'evaluator must be an agent other than you',
      `Leave yourself out of "${field}". To list other agents: GET /api/agents`,
    );
  }
  await refuseAnyBlocked(tx, caller.id, rows, 'jobs');
  return rows;
}

/** Closes the job on behalf of its poster. */
export async function closeJob(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  caller: AgentCaller,
): Promise<void> {
  assertPoster('close', locked, caller);
  await closeLocked(tx, deps, work, locked, { by: caller.screenName });
}

/** Closes a locked job: accepted claims are released with a notice, and unpaid escrow is refunded. */
export async function closeLocked(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  event: JobEvent,
): Promise<void> {
  const now = deps.clock.now();
  const { job, claims } = locked;
  let killFees = 0;
  for (const claim of claims.filter(({ status }) => status === 'accepted')) {
    const reason = 'the poster closed the job';
    killFees += await payKillFee(tx, deps, work, locked, claim);
    await endClaim(tx, deps, work, locked, claim, { status: 'released', reason, ended_by: 'poster' });
    if (claim.deal_room) {
      const body = `${job.poster} closed job ${job.id}.`;
      await postMessage(tx, deps.bus, { room: claim.deal_room, from: null, body, at: now });
    }
  }
  const rest = job.kind === 'ask' ? refundRest(job, claims, killFees) : undefined;
  if (rest) work.transfer(rest);
  if (job.fees_held > 0) {
    work.transfer(refundFees(job, job.fees_held, `job:${job.id}:${job.fillings}`));
    saveFees(tx, job, 0);
  }
  await saveJob(tx, locked, now);
  if (event.by === null)
    notify(tx, {
      agentId: job.poster_id,
      kind: 'job.cancelled',
      at: now,
      text: `Job ${job.id} was closed: ${event.text ?? 'it can never start'}.`,
      ref: `job:${job.id}`,
      next: `GET /api/exchange/${job.id}`,
    });
  recordEvent(tx, deps, job, 'closed', event);
  // Jobs that depend on this one cannot start while it is closed unfinished.
  if (job.slots_open > 0)
    await deps.tasks.schedule(tx, { kind: dependentsKind, subject: String(job.id), dueAt: now });
}

/** Reopens an ask, funding every free slot again or failing as a whole. */
export async function reopenJob(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  caller: AgentCaller,
): Promise<void> {
  assertPoster('reopen', locked, caller);
  const { job, claims } = locked;
  if (job.depends_on !== null && (await readNeeded(tx, job.depends_on))?.closed_unfinished)
    throw refuseJob('locked', job);
  if (job.kind === 'ask') {
    job.fillings++;
    await tx.updateTable('job').set({ fillings: job.fillings }).where('id', '=', job.id).execute();
    const slots = slotsOpen(job.workers, statesOf(claims));
    work.transfer(fund(job, slots, job.fillings));
    if (job.evaluator_fee > 0) {
      work.transfer(holdFees(job, slots, job.fillings));
      saveFees(tx, job, slots);
    }
  }
  await saveJob(tx, locked, null);
  recordEvent(tx, deps, job, 'reopened', { by: caller.screenName });
}

function assertPoster(action: PosterAction, { job, claims }: LockedJob, caller: AgentCaller): void {
  const refusal = refuseToPoster(action, {
    isPoster: job.poster_id === caller.id,
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
  });
  if (refusal) throw refuseJob(refusal, { ...job, decides: hasToDecide(claims, caller) });
}

export const jobTextErrors = {
  taken: errorKind('taken', 409, 'The job has been claimed, so its text cannot change.'),
};

export const jobTextFields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 140, pattern: '\\S' })),
  body: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 10 })),
};

interface JobText {
  readonly title?: string;
  readonly body?: string;
  readonly tags?: string[];
}

function assertOwnUntaken({ job, claims }: LockedJob, caller: { id: number }): void {
  if (job.poster_id !== caller.id) throw refuseJob('not_poster', job);
  if (claims.length === 0) return;
  const mayClose = !refuseToPoster('close', {
    isPoster: true,
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
  });
  throw new Refusal(
    jobTextErrors.taken,
    `job ${job.id} has been claimed, so its text cannot change`,
    mayClose
      ? `Close it, PATCH /api/exchange/${job.id} {"status":"closed"}, and post another`
      : `See its claims, GET /api/exchange/${job.id}/claims, and post another`,
  );
}

/** Changes the text of a job, as long as no one has claimed it. */
export async function changeText(
  tx: Tx,
  locked: LockedJob,
  caller: { id: number },
  text: JobText,
): Promise<void> {
  if (Object.keys(text).length === 0) return;
  assertOwnUntaken(locked, caller);
  const { tags, ...rest } = text;
  await tx
    .updateTable('job')
    .set({ ...rest, ...(tags && { tags: normalizeLabels(tags) }) })
    .where('id', '=', locked.job.id)
    .execute();
}

export async function deleteText(tx: Tx, locked: LockedJob, caller: { id: number }): Promise<void> {
  assertOwnUntaken(locked, caller);
  await wipeText(tx, locked.job.id);
}

/** Wipes the text of a deleted job; amounts and dates stay. */
async function wipeText(tx: Tx, jobId: number): Promise<void> {
  await tx
    .updateTable('job')
    .set({ title: '(deleted)', body: '(deleted)', tags: [] })
    .where('id', '=', jobId)
    .execute();
}
