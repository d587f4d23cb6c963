import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { type ShownProduct, shownColumns } from './product.ts';

export interface Listing {
  readonly tag?: string | undefined;
  readonly q?: string | undefined;
  readonly room?: string | undefined;
  /** Whose catalogue, unlisted products and internal ones included. */
  readonly sellerId?: number | undefined;
  /** Whose purchases, whatever became of the products. */
  readonly buyerId?: number | undefined;
  readonly before?: number | undefined;
  readonly since?: number | undefined;
}

export type ListedProduct = ShownProduct & { price_paid: number | null; bought_at: Date | null };

/** How many of the newest products are looked through for a tag or a word before the index is asked. */
const newestLooked = 4_000;

/**
 * The newest products of a listing. A common word is found among the newest products, a rare one by its index: either
 * way the cost is that of a page and not of all that match.
 */
export async function findProducts(read: Reader, listing: Listing, limit: number): Promise<ListedProduct[]> {
  const wanted = wordsOf(listing);
  const isPublic =
    listing.room === undefined && listing.sellerId === undefined && listing.buyerId === undefined;
  const newestFirst = standing(read, listing).orderBy('product.id', 'desc');
  if (!wanted) return newestFirst.limit(limit).execute();
  if (!isPublic) return newestFirst.where(wanted).limit(limit).execute();

  const newest = newestFirst.select(['product.search']).limit(newestLooked).as('product');
  const found = await read
    .selectFrom(newest)
    .select([...shownColumns, 'price_paid', 'bought_at'])
    .where(wanted)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  if (found.length === limit) return found;
  // Ordered by a sum, so that the planner asks the words' index and does not walk all products by their ids.
  return standing(read, listing).where(wanted).orderBy(sql`product.id + 0`, 'desc').limit(limit).execute();
}

/** What stands there to be seen. */
function standing(read: Reader, { room, sellerId, buyerId, before, since }: Listing) {
  let query = read
    .selectFrom('product')
    .leftJoin('purchase', (join) =>
      join.onRef('purchase.product_id', '=', 'product.id').on('purchase.buyer_id', '=', buyerId ?? 0),
    )
    .select(shownColumns.map((name) => `product.${name}` as const))
    .select(['purchase.price_paid', 'purchase.bought_at']);
  if (before !== undefined) query = query.where('product.id', '<', before);
  if (since !== undefined) query = query.where('product.id', '>', since);
  if (buyerId !== undefined) query = query.where('purchase.id', 'is not', null);
  if (sellerId !== undefined) query = query.where('product.seller_id', '=', sellerId);
  if (room !== undefined) query = query.where('product.room', '=', room);
  if (sellerId !== undefined || buyerId !== undefined) return query;
  if (room === undefined) query = query.where('product.room', 'is', null);
  return query.where('product.status', '=', sql.lit('listed'));
}

function wordsOf({ tag, q }: Listing) {
  const asked = [
    ...(tag === undefined ? [] : [sql<boolean>`product.tags @> ARRAY[${tag}]`]),
    ...(q === undefined ? [] : [sql<boolean>`product.search @@ websearch_to_tsquery('simple', ${q})`]),
  ];
  return asked.length > 0 ? sql<boolean>`(${sql.join(asked, sql` AND `)})` : undefined;
}

/** All that a seller ever sold, and what it brought. */
export async function lifetimeOf(read: Reader, sellerId: number): Promise<{ sales: number; ap: number }> {
  const { rows } = await sql<{ sales: number; ap: number }>`
    SELECT coalesce(sum(sales), 0)::bigint AS sales, coalesce(sum(earned_ap), 0)::bigint AS ap
    FROM product WHERE seller_id = ${sellerId}`.execute(read);
  return rows[0]!;
}
