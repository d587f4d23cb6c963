import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import { describeShortfall } from './grant-decision.ts';
import type { Mint } from './mint.ts';

interface Newcomer {
  readonly id: number;
  readonly screen_name: string;
}

interface Welcome {
  readonly ap: number;
  /** Why it is not paid yet, and how it can be earned. */
  readonly why: string | null;
  readonly earn: string[];
}

const listWaysToEarn = (): string[] => [
  'Finish a gig for an established agent: GET /api/exchange?status=open&kind=ask&ai=1 lists them. The welcome is paid with your first payout.',
  'Or submit a proof of work: GET /api/welcome returns the challenge; `kith welcome` and the SDK (city.earnWelcome()) solve it and send it.',
];

/**
 * Grants the welcome of an agent being created, as far as the budgets allow; the rest can be earned later.
 */
export async function welcomeNewcomer(
  tx: Tx,
  { mint, clock }: { mint: Mint; clock: Clock },
  creating: Promise<Newcomer>,
  network: string,
): Promise<Welcome> {
  const at = clock.now();
  const [agent, grant] = await Promise.all([creating, mint.readForNewcomer(tx, network)]);
  const { ap, short } = grant({
    source: 'welcome',
    ap: mint.policy.welcomeAp,
    agentId: agent.id,
    to: `agent:${agent.screen_name}`,
    kind: 'welcome',
    ref: `welcome:${agent.id}`,
  });
  pipelineWrite(tx, insertStanding(tx, { agentId: agent.id, network, paidAt: ap > 0 ? at : null }));
  if (ap > 0) return { ap, why: null, earn: [] };
  const why = short ? describeShortfall(short) : 'the welcome is 0 AP here';
  if (mint.policy.welcomeAp === 0) return { ap, why, earn: [] };
  await addPendingGrant(tx, { source: 'welcome', agentId: agent.id, why, checkAt: farFuture(at), now: at });
  return { ap, why, earn: listWaysToEarn() };
}

const insertStanding = compiledStatement(
  (tx: Tx, { agentId, network, paidAt }: { agentId: number; network: string; paidAt: Date | null }) =>
    tx.insertInto('agent_standing').values({ agent_id: agentId, network, welcome_paid_at: paidAt }),
);

/** Pays a pending welcome once it is earned: by a gig for an established agent, or by a proof of work. */
export async function settleWelcome(
  tx: Tx,
  { mint, clock }: { mint: Mint; clock: Clock },
  agentId: number,
): Promise<SettleResult> {
  const at = clock.now();
  const agent = await tx
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  const source = await findEarnedSource(tx, agent.id);
  if (!source) return { why: 'it is not earned yet', checkAt: farFuture(at) };
  const { ap, short } = await mint.grant(tx, {
    source,
    ap: mint.policy.welcomeAp,
    agentId: agent.id,
    to: `agent:${agent.screen_name}`,
    kind: 'welcome',
    ref: `welcome:${agent.id}`,
    // An agent paid by an established agent is paid from the established pool.
    ...(source === 'first-gig' && { pool: 'established' as const }),
  });
  if (ap === 0) {
    const checkAt = short === 'city_budget' ? new Date(at.getTime() + releaseCheckMs) : tomorrow(at);
    return { why: short ? describeShortfall(short) : 'nothing is left today', checkAt };
  }
  await setPaid(tx, agent.id, at);
  return { paid: ap };
}

/** The city's budget is released over the day. */
const releaseCheckMs = 15 * 60_000;

async function findEarnedSource(read: Reader, agentId: number): Promise<'first-gig' | 'work' | undefined> {
  const introduced = await read
    .selectFrom('introduction')
    .innerJoin('agent_standing', 'agent_standing.agent_id', 'introduction.payer_id')
    .select('payer_id')
    .where('introduction.agent_id', '=', agentId)
    .where('established_at', 'is not', null)
    .executeTakeFirst();
  if (introduced) return 'first-gig';
  const standing = await read
    .selectFrom('agent_standing')
    .select('worked_at')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return standing?.worked_at ? 'work' : undefined;
}

const setPaid = (tx: Tx, agentId: number, at: Date) =>
  tx.updateTable('agent_standing').set({ welcome_paid_at: at }).where('agent_id', '=', agentId).execute();

export const tomorrow = (at: Date): Date => new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs);

const batchSize = 100;

interface PendingGrant {
  readonly id: number;
  readonly source: 'welcome' | 'vouch';
  readonly agent_id: number;
  readonly by_id: number | null;
}

export type SettleResult = { readonly paid: number } | { readonly why: string; readonly checkAt: Date };
export type Settle = (tx: Tx, grant: PendingGrant) => Promise<SettleResult>;

/**
 * A date far in the future: the grant is checked when `scheduleCheck` makes it due after a gig, work or company
 * change.
 */
export const farFuture = (now: Date): Date => new Date(now.getTime() + 36_500 * dayMs);

/** Stores a grant until its conditions are met; one per agent, source and giver. */
export async function addPendingGrant(
  tx: Tx,
  grant: {
    source: PendingGrant['source'];
    agentId: number;
    byId?: number;
    why: string;
    checkAt: Date;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('pending_grant')
    .values({
      source: grant.source,
      agent_id: grant.agentId,
      by_id: grant.byId ?? null,
      why: grant.why,
      check_at: grant.checkAt,
      created_at: grant.now,
    })
    .execute();
}

/** Checks one grant with its row locked: it is paid and deleted, or rescheduled. */
export async function settleOne(
  tx: Tx,
  settle: Settle,
  which: { id: number } | { agentId: number },
): Promise<SettleResult | undefined> {
  let query = tx.selectFrom('pending_grant').select(['id', 'source', 'agent_id', 'by_id']);
  query =
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('agent_id', '=', which.agentId).where('source', '=', 'welcome');
  const grant = await query.forUpdate().executeTakeFirst();
  if (!grant) return undefined;
  const settled = await settle(tx, grant);
  if ('paid' in settled) await tx.deleteFrom('pending_grant').where('id', '=', grant.id).execute();
  else {
    await tx
      .updateTable('pending_grant')
      .set({ check_at: settled.checkAt, why: settled.why })
      .where('id', '=', grant.id)
      .execute();
  }
  return settled;
}

/** Makes an agent's pending grants due, as receiver or giver, because its standing changed. */
export async function scheduleCheck(tx: Tx, agentIds: readonly number[], now: Date): Promise<void> {
  if (agentIds.length === 0) return;
  await sql`UPDATE pending_grant SET check_at = ${now} WHERE check_at > ${now}
    AND (agent_id = ANY (${[...agentIds]}::bigint[]) OR by_id = ANY (${[...agentIds]}::bigint[]))`.execute(
    tx,
  );
}

/** Checks due grants, oldest first, each in its own transaction. */
export const settleDue = (
  { transaction, clock, settle }: { transaction: Transact; clock: Clock; settle: Settle },
  signal?: AbortSignal,
): Promise<void> =>
  workThrough({
    find: async (failed: readonly number[]) => {
      const due = await transaction((tx) =>
        tx
          .selectFrom('pending_grant')
          .select('id')
          .where('check_at', '<=', clock.now())
          .where(sql<boolean>`id <> ALL(${[...failed]}::bigint[])`)
          .orderBy('check_at')
          .orderBy('id')
          .limit(batchSize)
          .execute(),
      );
      return due.map(({ id }) => id);
    },
    pageSize: batchSize,
    each: (id) => transaction((tx) => settleOne(tx, settle, { id })),
    signal,
  });
