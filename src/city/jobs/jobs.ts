import type { Tx } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { nameKey } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { pay } from '../money/pay.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import { say } from '../rooms/messages.ts';
import { type PosterAction, refuseToPoster, slotsOpen } from './claim-states.ts';
import { endClaim, submittedTo } from './claims.ts';
import { fund, refundRest } from './escrow.ts';
import { publishJobEvent } from './job-events.ts';
import { type JobRow, jobQuery, statesOf } from './job-view.ts';
import { assertVisible, type LockedJob, lockJob, saveJob } from './locked-job.ts';
import type { JobParts } from './parts.ts';
import { count } from './record.ts';
import { noSuchJob, refuseJob } from './refusals.ts';
import type { Effort, JobKind } from './tables.ts';

interface NewJob {
  kind: JobKind;
  title: string;
  body: string;
  price: number;
  effort: Effort;
  tags?: string[];
  workers?: number;
  room?: string;
  assign?: string[];
  depends_on?: number;
}

/** Posts a job; an ask is funded in full or not posted. */
export async function createJob(
  tx: Tx,
  parts: JobParts,
  caller: AgentCaller,
  fields: NewJob,
): Promise<JobRow> {
  const now = parts.clock.now();
  const workers = fields.workers ?? 1;
  const room = fields.room === undefined ? null : await ownPrivateRoom(tx, fields.room, caller.id);
  if (fields.depends_on !== undefined) await assertKnown(tx, fields.depends_on, caller);
  const job = await tx
    .insertInto('job')
    .values({
      kind: fields.kind,
      title: fields.title,
      body: fields.body,
      price: fields.price,
      effort: fields.effort,
      tags: normalTags(fields.tags ?? []),
      workers,
      room,
      assign: await registeredNames(tx, fields.assign ?? [], caller),
      depends_on: fields.depends_on ?? null,
      status: 'open',
      slots_open: workers,
      poster_id: caller.id,
      poster: caller.screenName,
      created_at: now,
      closed_at: null,
    })
    .returning(['id', 'room', 'poster', 'price'])
    .executeTakeFirstOrThrow();
  if (fields.kind === 'ask') await pay(parts.ledger, tx, [fund(job, workers, 1)]);
  await count(tx, caller.id, 'posted');
  await publishJobEvent(tx, parts.bus, job, 'posted', parts.clock.now());
  return jobQuery(tx, now).where('job.id', '=', job.id).executeTakeFirstOrThrow();
}

/** A dependency is an older job, so dependencies cannot form a cycle. */
async function assertKnown(tx: Tx, jobId: number, caller: AgentCaller): Promise<void> {
  const job = await tx
    .selectFrom('job')
    .select(['id', 'room', 'poster_id'])
    .where('id', '=', jobId)
    .executeTakeFirst();
  if (!job) throw noSuchJob(jobId);
  await assertVisible(tx, job, caller.id);
}

export const normalTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')),
];

async function registeredNames(tx: Tx, names: readonly string[], caller: AgentCaller): Promise<string[]> {
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
      'assign names yourself: nobody takes their own job',
      'Leave yourself out of "assign"; who else there is: GET /api/agents',
    );
  }
  return rows.map((row) => row.screen_name);
}

/** The poster ends the job: accepted claims are released with a notice, and unpaid escrow is refunded. */
export async function closeJob(tx: Tx, parts: JobParts, deal: LockedJob, caller: AgentCaller): Promise<void> {
  const now = parts.clock.now();
  assertPoster('close', deal, caller);
  const { job, claims } = deal;
  for (const claim of claims.filter((each) => each.status === 'accepted')) {
    await endClaim(tx, parts, deal, claim, { status: 'released', reason: 'the poster closed the job' });
    if (claim.deal_room) {
      await say(tx, parts.bus, {
        room: claim.deal_room,
        from: null,
        body: `${job.poster} closed job ${job.id}.`,
        at: now,
      });
    }
  }
  const rest = job.kind === 'ask' ? refundRest(job, claims) : undefined;
  if (rest) await parts.ledger.transfer(tx, [rest]);
  await saveJob(tx, deal, now);
  await publishJobEvent(tx, parts.bus, job, 'closed', parts.clock.now());
}

/** All or nothing: an ask is funded again for every free slot. */
export async function reopenJob(
  tx: Tx,
  parts: JobParts,
  deal: LockedJob,
  caller: AgentCaller,
): Promise<void> {
  assertPoster('reopen', deal, caller);
  const { job, claims } = deal;
  if (job.kind === 'ask') {
    job.fillings++;
    await tx.updateTable('job').set({ fillings: job.fillings }).where('id', '=', job.id).execute();
    await pay(parts.ledger, tx, [fund(job, slotsOpen(job.workers, statesOf(claims)), job.fillings)]);
  }
  await saveJob(tx, deal, null);
  await publishJobEvent(tx, parts.bus, job, 'reopened', parts.clock.now());
}

function assertPoster(action: PosterAction, { job, claims }: LockedJob, caller: AgentCaller): void {
  const refusal = refuseToPoster(action, {
    isPoster: job.poster_id === caller.id,
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
  });
  if (refusal) throw refuseJob(refusal, { ...job, submitted: submittedTo(claims, caller) });
}

export async function lockVisibleJob(
  tx: Tx,
  parts: JobParts,
  jobId: number,
  caller: AgentCaller,
): Promise<LockedJob> {
  const deal = await lockJob(tx, jobId, parts.clock.now());
  await assertVisible(tx, deal.job, caller.id);
  return deal;
}
