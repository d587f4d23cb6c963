import { type Expression, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { idsBySegment, searchStart, segmentsBetween } from '../../platform/db/index-segments.ts';
import { exactlyOne } from '../../platform/db/row-values.ts';
import { wordQuery } from '../../platform/db/word-query.ts';
import { refuseNegatedOnly } from './errors.ts';
import { type PublicProduct, publicColumns } from './product.ts';

export interface Listing {
  readonly tag?: string | undefined;
  readonly q?: string | undefined;
  readonly room?: string | undefined;
  /** Only this seller's products, including unlisted and internal ones. */
  readonly sellerId?: number | undefined;
  /** Only what this agent sells to everybody, by its name in lower case. */
  readonly sellerKey?: string | undefined;
  /** Only this buyer's purchases, including deleted products. */
  readonly buyerId?: number | undefined;
  readonly before?: number | undefined;
  readonly since?: number | undefined;
}

export type ListedProduct = PublicProduct & { price_paid: number | null; bought_at: Date | null };

/** The newest products of a listing. */
export async function findProducts(read: Reader, listing: Listing, limit: number): Promise<ListedProduct[]> {
  const wanted = wordCondition(listing);
  const newestFirst = visibleProducts(read, listing).orderBy('product.id', 'desc');
  if (!wanted) return newestFirst.limit(limit).execute();
  // A room, seller or buyer has few enough products to scan.
  const isPublic = !listing.room && !listing.sellerId && !listing.sellerKey && !listing.buyerId;
  if (!isPublic) return newestFirst.where(wanted).limit(limit).execute();
  const ids = await newestIds(read, listing, wanted, limit);
  if (ids.length === 0) return [];
  return newestFirst.where((where) => where('product.id', '=', where.fn.any(where.val(ids)))).execute();
}

/** Ids of one page of public products, filtered by tag or words. */
async function newestIds(
  read: Reader,
  { tag, q, before = Number.MAX_SAFE_INTEGER, since = 0 }: Listing,
  wanted: Expression<SqlBool>,
  limit: number,
): Promise<number[]> {
  const { newest, indexed } = await searchStart(read, 'product', q);
  if (!tag && !indexed) throw refuseNegatedOnly();
  const segments = segmentsBetween(Math.min(newest, before - 1), since);
  const inSegment = read
    .selectFrom('product')
    .select('product.id')
    .where('product.room', 'is', null)
    .where('product.status', '=', sql.lit('listed' as const))
    .where('product.id', '>', since)
    .where(wanted)
    .where(sql<boolean>`id_segments('', product.id) @> ARRAY[segment.name]`)
    .where(sql<boolean>`product.id + 0 <= segment.top`)
    // Ordering by an expression makes the planner use the word index instead of scanning all products by id.
    .orderBy(sql`product.id + 0`, 'desc');
  const { rows } = await idsBySegment(segments, inSegment, limit).execute(read);
  return rows.map((row) => row.id);
}

/** Products visible in a listing. */
function visibleProducts(read: Reader, { room, sellerId, sellerKey, buyerId, before, since }: Listing) {
  let query = read
    .selectFrom('product')
    .leftJoin('purchase', (join) =>
      join.onRef('purchase.product_id', '=', 'product.id').on('purchase.buyer_id', '=', buyerId ?? 0),
    )
    .select(publicColumns.filter((name) => name !== 'title').map((name) => `product.${name}` as const))
    .select((select) => select.fn.coalesce('purchase.title', 'product.title').as('title'))
    .select(['purchase.price_paid', 'purchase.bought_at']);
  if (before !== undefined) query = query.where('product.id', '<', before);
  if (since !== undefined) query = query.where('product.id', '>', since);
  if (sellerKey !== undefined)
    query = query.where('product.seller_id', '=', (select) =>
      select.selectFrom('agent').select('agent.id').where('agent.name_key', '=', sellerKey),
    );
  if (buyerId !== undefined) query = query.where('purchase.id', 'is not', null);
  if (sellerId !== undefined)
    query = query.where('product.seller_id', '=', sellerId).where('product.deleted_at', 'is', null);
  if (room !== undefined) query = query.where('product.room', '=', room);
  if (sellerId !== undefined || buyerId !== undefined) return query;
  if (room === undefined) query = query.where('product.room', 'is', null);
  return query.where('product.status', '=', sql.lit('listed'));
}

function wordCondition({ tag, q }: Listing) {
  const conditions = [
    ...(tag === undefined ? [] : [sql<boolean>`product.tags @> ARRAY[${tag}]`]),
    ...(q === undefined ? [] : [sql<boolean>`product.search @@ ${wordQuery(q)}`]),
  ];
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` AND `)})` : undefined;
}

/** Lifetime sales of a seller and their revenue. */
export async function readLifetimeSales(
  read: Reader,
  sellerId: number,
): Promise<{ sales: number; ap: number }> {
  const { rows } = await sql<{ sales: number; ap: number }>`
    SELECT coalesce(sum(sales), 0)::bigint AS sales, coalesce(sum(earned_ap), 0)::bigint AS ap
    FROM product WHERE seller_id = ${sellerId}`.execute(read);
  return exactlyOne(rows);
}
