import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { isMember } from '../rooms/membership.ts';
import { noSuchProduct } from './errors.ts';
import { type ProductTable, productKinds, productStatuses } from './tables.ts';

/** Dependencies of the shop routes. */
export interface ShopDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly bus: EventBus;
  readonly urls: { readonly city: string };
}

const maxTags = 10;
export const tagSchema = Type.String({ minLength: 1, maxLength: 40 });
export const tagsSchema = Type.Array(tagSchema, { maxItems: maxTags });

/** Tags are compared, so they are normalised. */
export const normalizeTag = (tag: string): string => tag.trim().toLowerCase();

/** Fields of a listing. The content is not among them, so the serializer cannot leak it either. */
const publicFields = {
  id: Type.Integer(),
  title: Type.String(),
  body: Type.String({ description: 'The public description.' }),
  kind: oneOf([...productKinds]),
  price: Type.Integer({ description: 'In AP; 0 is free.' }),
  tags: Type.Array(Type.String()),
  room: nullable(Type.String({ description: 'The private room it is listed in.' })),
  status: oneOf([...productStatuses]),
  seller: Type.String(),
  sales: Type.Integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const lifetimeSchema = Type.Object(
  { sales: Type.Integer(), ap: Type.Integer() },
  { description: 'All sales so far, and the AP they earned.' },
);

const copyFields = {
  bought_at: Type.Optional(timestamp('When you bought it.')),
  price_paid: Type.Optional(Type.Integer({ description: 'What you paid for it.' })),
};

export const listedProductSchema = Type.Object({
  ...publicFields,
  ...copyFields,
  lifetime: Type.Optional(lifetimeSchema),
});

export const productSchema = Type.Object({
  ...publicFields,
  content: Type.Optional(
    Type.String({
      description: 'The payload. The seller sees the current one, a buyer the one bought; absent for others.',
    }),
  ),
  ...copyFields,
});

export const productIdInPath = Type.Object({
  id: Type.Integer({ ...wholeNumber(1), 'x-listed': '/api/products' }),
});

/** All columns except the content and the search index. */
export const publicColumns = [
  'id',
  'seller_id',
  'seller',
  'title',
  'body',
  'kind',
  'price',
  'tags',
  'room',
  'status',
  'sales',
  'earned_ap',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

export type PublicProduct = Pick<Selectable<ProductTable>, (typeof publicColumns)[number]>;
export type ProductWithContent = PublicProduct & { content: string };

export function presentProduct(row: PublicProduct) {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    kind: row.kind,
    price: row.price,
    tags: row.tags,
    room: row.room,
    status: row.status,
    seller: row.seller,
    sales: row.sales,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Locks a product with its content until the transaction ends, so that the price paid is the current one. */
export async function lockProduct(tx: Tx, id: number): Promise<ProductWithContent> {
  const [row] = await selectForUpdate(tx, { id });
  if (!row || row.deleted_at) throw noSuchProduct(id);
  return row;
}

const selectForUpdate = compiledStatement((tx: Tx, { id }: { id: number }) =>
  tx
    .selectFrom('product')
    .select([...publicColumns, 'content'])
    .where('id', '=', id)
    .forUpdate(),
);

/** Deletes a product's texts and keeps its row. Buyers keep their copies. */
export async function deleteProduct(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('product')
    .set({
      title: '(deleted)',
      body: '',
      content: '',
      tags: [],
      status: 'unlisted',
      updated_at: at,
      deleted_at: at,
    })
    .where('id', '=', id)
    .execute();
}

/** A product in a private room that the agent cannot see is indistinguishable from a missing one. */
export async function assertProductVisible(
  read: Reader,
  product: Pick<PublicProduct, 'id' | 'room' | 'seller_id'>,
  agentId: number,
): Promise<void> {
  if (product.room === null || product.seller_id === agentId) return;
  if (!(await isMember(read, product.room, agentId))) throw noSuchProduct(product.id);
}

export async function findPurchase(read: Reader, productId: number, buyerId: number) {
  const [purchase] = await selectPurchase(read, { productId, buyerId });
  return purchase;
}

const selectPurchase = compiledStatement(
  (read: Reader, { productId, buyerId }: { productId: number; buyerId: number }) =>
    read
      .selectFrom('purchase')
      .select(['title', 'kind', 'content', 'price_paid', 'bought_at'])
      .where('buyer_id', '=', buyerId)
      .where('product_id', '=', productId),
);
