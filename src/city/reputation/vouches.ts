import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { describeShortfall } from '../economy/grant-decision.ts';
import { shareCompany } from '../economy/introductions.ts';
import type { Mint } from '../economy/mint.ts';
import { farFuture, type SettleResult } from '../economy/pending-grants.ts';
import { sameNetwork } from '../economy/standing.ts';
import { tomorrow } from '../economy/welcome.ts';
import { accountOf } from '../money/account.ts';
import { findVouchBlocker, type VouchFacts } from './vouch-payment.ts';

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
