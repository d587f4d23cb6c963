import type { Reader } from '../../platform/db/database.ts';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { refuseIfBlocked } from '../blocks/blocked.ts';

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
  readonly paidAt: Date;
  readonly ap: number;
  readonly payer: { readonly id: number; readonly screen_name: string };
  readonly payee: { readonly id: number; readonly screen_name: string };
}

interface Rating {
  readonly stars: number;
  readonly text?: string | undefined;
}

/** Rates the other side of the newest of these deals that the agent has not rated yet. */
export async function rate(
  tx: Tx,
  deals: readonly Deal[],
  byId: number,
  { stars, text }: Rating,
  now: Date,
): Promise<{ about: string; ap: number }> {
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
  const about = newest.payer.id === byId ? newest.payee : newest.payer;
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
      `See what was said: GET /api/agents/${about.screen_name}/ratings`,
    );
  }
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
    paidAt: bought_at,
    ap: price_paid,
    payer: { id: buyer_id, screen_name },
    payee: { id: seller_id, screen_name: seller },
  }));
}
