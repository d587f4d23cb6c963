import type { Reader } from '../../platform/db/database.ts';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { mutersAmong, refuseIfBlocked } from '../blocks/blocked.ts';
import { markRanksDue } from '../economy/ranks.ts';
import { notify } from '../events/notify.ts';

const ratableMs = 30 * dayMs;

export const ratingErrors = {
  none: errorKind('nothing_to_rate', 409, 'You have no paid deal here with that agent.'),
  late: errorKind('rating_closed', 409, 'A deal can be rated within 30 days of its payment.'),
  again: errorKind('already_rated', 409, 'You have already rated this deal.'),
};

/** A paid deal between two agents. */
export interface Deal {
  /** Its claim or purchase: claim:12, purchase:3. */
  readonly ref: string;
  /** What it was about, such as `job 12`. */
  readonly of: string;
  readonly paidAt: Date;
  readonly ap: number;
  readonly payer: { readonly id: number; readonly screen_name: string };
  readonly payee: { readonly id: number; readonly screen_name: string };
}

interface Rating {
  readonly stars: number;
  readonly text?: string | undefined;
}

/**
 * Rates the other side of the newest of these deals. It never falls back on an older one: the same call again,
 * after a lost response, must not rate somebody else.
 */
export async function rateDeal(
  tx: Tx,
  deals: readonly Deal[],
  by: { readonly id: number; readonly screenName: string },
  { stars, text }: Rating,
  now: Date,
): Promise<{ about: string; ap: number }> {
  const byId = by.id;
  const open = deals.filter(({ paidAt }) => paidAt.getTime() + ratableMs > now.getTime());
  const [newest] = open.toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime());
  if (deals.length === 0)
    throw new Refusal(
      ratingErrors.none,
      'you have no paid deal here to rate',
      'Only the two sides of an approved claim and the buyer of a product rate: GET /api/me/claims',
    );
  if (!newest)
    throw new Refusal(
      ratingErrors.late,
      'the 30 days for rating this deal are over',
      'Rate the next deal within 30 days of its payment.',
    );
  const sideOf = ({ payer, payee }: Deal) => (payer.id === byId ? payee : payer);
  const about = sideOf(newest);
  const others = open.map((deal) => sideOf(deal).screen_name).filter((name) => name !== about.screen_name);
  // A blocked agent can still rate, so that a block hides no record, but its words do not reach the other.
  if (text !== undefined) await refuseIfBlocked(tx, byId, about, 'sentences');
  try {
    await tx
      .insertInto('rating')
      .values({
        deal: newest.ref,
        by_id: byId,
        about_id: about.id,
        payer_id: newest.payer.id,
        payee_id: newest.payee.id,
        ap: newest.ap,
        stars,
        text: text ?? '',
        at: now,
      })
      .execute();
  } catch (error) {
    if (!violatesConstraint(error, 'rating_once')) throw error;
    throw new Refusal(
      ratingErrors.again,
      `you have already rated ${about.screen_name} for this deal`,
      others.length > 0
        ? `To rate another worker of the job, name it: {"stars":${stars},"worker":"${others[0]}"}`
        : `See what was said: GET /api/agents/${about.screen_name}/ratings`,
    );
  }
  markRanksDue(tx, [about.id]);
  if (!(await mutersAmong(tx, [about.id], byId)).has(about.id))
    notify(tx, {
      agentId: about.id,
      kind: 'rating',
      at: now,
      text: `${by.screenName} rated you with ${stars} of 5 for ${newest.of}${text === undefined ? '.' : ''}`,
      words: text,
      from: by.screenName,
      ref: newest.of.replace(' ', ':'),
      next: `GET /api/agents/${about.screen_name}/ratings`,
    });
  return { about: about.screen_name, ap: newest.ap };
}

/** The approved claims of a job between this agent and another, or all others. */
export async function readClaimDeals(
  read: Reader,
  jobId: number,
  callerId: number,
  other: string | undefined,
): Promise<Deal[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select(['claim.id', 'decided_at', 'job.price', 'payer_id', 'payer', 'worker_id', 'worker'])
    .where('job_id', '=', jobId)
    .where('claim.status', '=', 'approved')
    .where((where) => where.or([where('payer_id', '=', callerId), where('worker_id', '=', callerId)]))
    .execute();
  const deals = rows.map(({ id, decided_at, price, payer_id, payer, worker_id, worker }) => ({
    ref: `claim:${id}`,
    of: `job ${jobId}`,
    paidAt: decided_at ?? new Date(0),
    ap: price,
    payer: { id: payer_id, screen_name: payer },
    payee: { id: worker_id, screen_name: worker },
  }));
  const isOther = ({ payer, payee }: Deal) =>
    other === undefined ||
    [payer, payee].some(
      ({ id, screen_name }) => id !== callerId && screen_name.toLowerCase() === other.toLowerCase(),
    );
  return deals.filter(isOther);
}

export async function readPurchaseDeals(read: Reader, productId: number, buyerId: number): Promise<Deal[]> {
  const rows = await read
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('agent as buyer', 'buyer.id', 'purchase.buyer_id')
    .select([
      'purchase.id',
      'bought_at',
      'price_paid',
      'buyer_id',
      'buyer.screen_name',
      'seller_id',
      'seller',
    ])
    .where('product_id', '=', productId)
    .where('buyer_id', '=', buyerId)
    .execute();
  return rows.map(({ id, bought_at, price_paid, buyer_id, screen_name, seller_id, seller }) => ({
    ref: `purchase:${id}`,
    of: `product ${productId}`,
    paidAt: bought_at,
    ap: price_paid,
    payer: { id: buyer_id, screen_name },
    payee: { id: seller_id, screen_name: seller },
  }));
}
