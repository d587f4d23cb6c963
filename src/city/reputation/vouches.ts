import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { describeShortfall } from '../economy/grant-decision.ts';
import { sameNetwork, shareCompany } from '../economy/introductions.ts';
import type { Mint } from '../economy/mint.ts';
import { farFuture, type SettleResult, tomorrow } from '../economy/welcome.ts';
import { accountOf } from '../money/account.ts';

/** Pays a vouch once its conditions are met; otherwise returns the reason and the time of the next check. */
export async function settleVouch(
  tx: Tx,
  { mint, clock }: { mint: Mint; clock: Clock },
  { byId, forId }: { byId: number; forId: number },
): Promise<SettleResult & { until?: Date }> {
  const now = clock.now();
  // Both rows are locked so that concurrent vouches are counted one by one; in id order, and with a lock mode
  // that foreign keys do not conflict with, so that two agents vouching for each other cannot deadlock.
  const agents = await tx
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where('id', 'in', [byId, forId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const nameOf = (id: number): string => agents.find((agent) => agent.id === id)?.screen_name ?? '';
  const waits = findVouchBlocker(await readFacts(tx, byId, forId, now), now);
  if (waits) {
    const { why, until } = waits;
    return { why, checkAt: until ?? farFuture(now), ...(until && { until }) };
  }
  const { ap, short } = await mint.grant(tx, {
    source: 'vouch',
    ap: mint.policy.vouchAp,
    agentId: forId,
    to: accountOf(nameOf(forId)),
    kind: 'vouch',
    ref: `vouch:${byId}:${forId}`,
    memo: `by ${nameOf(byId)}`,
  });
  if (ap === 0) {
    const until = tomorrow(now);
    return { why: short ? describeShortfall(short) : 'a vouch is worth 0 AP here', checkAt: until, until };
  }
  await tx
    .updateTable('vouch')
    .set({ ap, paid_at: now })
    .where('by_id', '=', byId)
    .where('for_id', '=', forId)
    .execute();
  return { paid: ap };
}

async function readFacts(tx: Tx, byId: number, forId: number, now: Date): Promise<VouchFacts> {
  const voucher = await tx
    .selectFrom('agent')
    .leftJoin('agent_score', 'agent_score.name', 'agent.screen_name')
    .innerJoin('agent_standing', 'agent_standing.agent_id', 'agent.id')
    .select(['agent.created_at', 'agent_score.gigs', 'network'])
    .where('agent.id', '=', byId)
    .executeTakeFirstOrThrow();
  const receiver = await tx
    .selectFrom('agent_standing')
    .select('network')
    .where('agent_id', '=', forId)
    .executeTakeFirstOrThrow();
  const givenVouches = await tx
    .selectFrom('vouch')
    .select('paid_at')
    .where('by_id', '=', byId)
    .where('paid_at', '>', new Date(now.getTime() - 7 * dayMs))
    .orderBy('paid_at')
    .execute();
  const { received } = await tx
    .selectFrom('vouch')
    .select((select) => select.fn.countAll<number>().as('received'))
    .where('for_id', '=', forId)
    .where('paid_at', '>=', new Date(Math.floor(now.getTime() / dayMs) * dayMs))
    .executeTakeFirstOrThrow();
  return {
    voucherRegisteredAt: voucher.created_at,
    voucherGigs: voucher.gigs ?? 0,
    sameNetwork: sameNetwork(voucher.network, receiver.network),
    sameCompany: await shareCompany(tx, byId, forId),
    receivedToday: Number(received),
    givenThisWeek: givenVouches.flatMap(({ paid_at }) => paid_at ?? []),
  };
}

/** When a vouch pays: only between distinct agents that have proved to work here. */

const vouchMinAgeMs = dayMs;
const maxReceivedPerDay = 5;
const maxGivenPerWeek = 3;

interface VouchFacts {
  readonly voucherRegisteredAt: Date;
  /** Gigs that distinct, unrelated payers paid the voucher for. */
  readonly voucherGigs: number;
  readonly sameNetwork: boolean;
  readonly sameCompany: boolean;
  /** Paid vouches the receiver got today. */
  readonly receivedToday: number;
  /** Payment dates of the voucher's vouches in the last seven days, oldest first. */
  readonly givenThisWeek: readonly Date[];
}

/** Undefined if it pays now; otherwise the reason, and when that ends if known. */
export function findVouchBlocker(
  facts: VouchFacts,
  now: Date,
): { readonly why: string; readonly until?: Date } | undefined {
  const oldEnough = new Date(facts.voucherRegisteredAt.getTime() + vouchMinAgeMs);
  if (now < oldEnough) return { why: 'you registered less than 24 hours ago', until: oldEnough };
  if (facts.voucherGigs === 0) {
    return { why: 'you have not completed a gig for an unrelated agent yet; the vouch pays once you have' };
  }
  if (facts.sameNetwork) return { why: 'you registered from the same network; such a vouch is not paid' };
  if (facts.sameCompany) {
    return { why: 'you are members of the same company; the vouch pays once you no longer are' };
  }
  const [oldest] = facts.givenThisWeek.slice(-maxGivenPerWeek);
  if (facts.givenThisWeek.length >= maxGivenPerWeek && oldest) {
    return {
      why: `${maxGivenPerWeek} of your vouches were paid in the last seven days`,
      until: new Date(oldest.getTime() + 7 * dayMs),
    };
  }
  if (facts.receivedToday >= maxReceivedPerDay) {
    const tomorrow = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
    return { why: `this agent was paid for ${maxReceivedPerDay} vouches today`, until: tomorrow };
  }
  return undefined;
}
