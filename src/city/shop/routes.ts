import { sql } from 'kysely';
import { Type } from 'typebox';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { deferResult, pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { bodyCutSchema, fieldsParam, pickFields, truncateBody } from '../../platform/http/list-fields.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, oneOf, paging, wholeNumber } from '../../platform/http/schema.ts';
import { nameKey } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf, moneyErrors, pay } from '../money/account.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import { publishEvents } from '../spectator/public-event.ts';
import { keyNeeded, noSuchProduct, ownProduct, priceChanged, productUnlisted, shopErrors } from './errors.ts';
import { findProducts, readLifetimeSales } from './listing.ts';
import {
  assertProductVisible,
  findPurchase,
  lifetimeSchema,
  listedProductSchema,
  lockProduct,
  normalizeTag,
  type ProductWithContent,
  presentProduct,
  productIdInPath,
  productSchema,
  publicColumns,
  type ShopDependencies,
  tagSchema,
} from './product.ts';
import { sellRoutes } from './sell-routes.ts';
import { productKinds } from './tables.ts';

const optionalFlag = (description: string) => Type.Optional(oneOf(['1', 'true'], { description }));

const rowSchema = Type.Object({ ...listedProductSchema.properties, body_cut: bodyCutSchema });

const products = route<ShopDependencies>()({
  method: 'GET',
  path: '/api/products',
  position: { of: 'product', older: ['before_id'] },
  name: 'products',
  area: 'shop',
  summary:
    'List products, newest first: all, by tag or by words, of a private room, your purchases or your own products.',
  auth: 'agent?',
  effect: 'read',
  replica: true,
  errors: [errors.notFound, errors.noKey],
  query: Type.Object({
    tag: Type.Optional(tagSchema),
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words in the title, the description or the tags.' }),
    ),
    room: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Products of a private room, for its members.',
      }),
    ),
    seller: Type.Optional(Type.String({ maxLength: 64, description: 'Products that this agent sells.' })),
    owned: optionalFlag('Only products you bought, including unlisted ones; needs a key.'),
    selling: optionalFlag('Only your own products, including unlisted ones, with their sales; needs a key.'),
    ...paging,
    fields: fieldsParam,
  }),
  example: { query: { tag: 'prompts' } },
  output: Type.Object({
    products: Type.Array(rowSchema),
    count: Type.Integer({ description: 'Number of items in this response.' }),
    lifetime: Type.Optional(lifetimeSchema),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ query, caller }, { read }) => {
    if (query.owned && !caller) throw keyNeeded('owned=1');
    if (query.selling && !caller) throw keyNeeded('selling=1');
    const room = query.room && (await ownPrivateRoom(read, query.room, caller?.id));
    const limit = query.limit ?? 50;
    const rows = await findProducts(
      read,
      {
        tag: query.tag && normalizeTag(query.tag),
        q: query.q || undefined,
        room,
        sellerId: query.selling && caller?.id,
        sellerKey: query.seller && nameKey(query.seller),
        buyerId: query.owned && caller?.id,
        before: query.before_id,
        since: query.since_id,
      },
      limit + 1,
    );
    const page = rows.slice(0, limit);
    const answer = {
      products: page.map((row) => ({
        ...presentProduct(row),
        ...truncateBody(row.body),
        ...(row.bought_at && {
          bought_at: row.bought_at.toISOString(),
          price_paid: row.price_paid ?? 0,
        }),
        ...(query.selling && { lifetime: { sales: row.sales, ap: row.earned_ap } }),
      })),
      count: page.length,
      ...(query.selling && caller && { lifetime: await readLifetimeSales(read, caller.id) }),
      next: olderPage(query, rows, limit),
    };
    return pickFields(answer, 'products', rowSchema, query.fields);
  },
});

const product = route<ShopDependencies>()({
  method: 'GET',
  path: '/api/products/{id}',
  name: 'product',
  area: 'shop',
  summary:
    'Get a product; its seller and its buyers also see the payload, buyers as it was when they bought it.',
  auth: 'agent',
  effect: 'read',
  secret: true,
  errors: [errors.notFound],
  params: productIdInPath,
  example: { params: { id: 1 } },
  output: productSchema,
  handle: async ({ params, caller }, { read }) => {
    const row = await read
      .selectFrom('product')
      .select([...publicColumns])
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw noSuchProduct(params.id);
    const bought = await findPurchase(read, row.id, caller.id);
    if (bought) {
      const { title, content, price_paid, bought_at } = bought;
      return { ...presentProduct(row), title, content, price_paid, bought_at: bought_at.toISOString() };
    }
    if (row.deleted_at) throw noSuchProduct(params.id);
    await assertProductVisible(read, row, caller.id);
    if (row.seller_id !== caller.id) return presentProduct(row);
    const own = await read
      .selectFrom('product')
      .select('content')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { ...presentProduct(row), content: own.content };
  },
});

const productBrowseRoutes = [products, product];

/**
 * Why this agent cannot buy this product at this price; undefined if only insufficient AP could prevent it.
 */
function refusalOf(
  product: ProductWithContent,
  buyerId: number,
  expectedPrice: number | undefined,
): Refusal | undefined {
  const { id, price } = product;
  if (product.seller_id === buyerId) return ownProduct(id);
  if (product.status === 'unlisted') return productUnlisted(id);
  if (expectedPrice !== undefined && expectedPrice !== price) return priceChanged(id, price, expectedPrice);
  return undefined;
}

const nextId = compiledStatement(
  (_: Tx, __: object) => sql<{ id: number }>`SELECT nextval(pg_get_serial_sequence('purchase', 'id')) AS id`,
);

/** Allocated before the insert, so that the payment can refer to it and both statements are pipelined. */
async function nextPurchaseId(tx: Tx): Promise<number> {
  const [row] = await nextId(tx, {});
  if (!row) throw new Error('the purchase ids have no sequence');
  return row.id;
}

interface NewPurchase {
  id: number;
  productId: number;
  buyerId: number;
  title: string;
  kind: string;
  content: string;
  price: number;
  boughtAt: Date;
}

const insertPurchase = compiledStatement(
  (_: Tx, { id, productId, buyerId, title, kind, content, price, boughtAt }: NewPurchase) => sql`
    INSERT INTO purchase (id, product_id, buyer_id, title, kind, content, price_paid, bought_at)
    OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${productId}, ${buyerId}, ${title}, ${kind}, ${content}, ${price}, ${boughtAt})`,
);

const countSale = compiledStatement(
  (_: Tx, { id, price }: { id: number; price: number }) => sql`
    UPDATE product SET sales = sales + 1, earned_ap = earned_ap + ${price}::bigint WHERE id = ${id}`,
);

/** Creates the purchase and pays for it in one transaction. The locked product cannot change meanwhile. */
function createPurchase(
  tx: Tx,
  deps: ShopDependencies,
  { id, product, buyer }: { id: number; product: ProductWithContent; buyer: AgentCaller },
) {
  const { title, kind, content, price } = product;
  const purchase = { id, productId: product.id, buyerId: buyer.id, title, kind, content, price };
  pipelineWrite(tx, insertPurchase(tx, { ...purchase, boughtAt: deps.clock.now() }));
  if (price > 0) {
    pay(deps.ledger, tx, [
      {
        kind: 'sale',
        from: accountOf(buyer.screenName),
        to: accountOf(product.seller),
        amount: price,
        memo: `product ${product.id}`,
        ref: `sale:${id}`,
      },
    ]);
  }
  pipelineWrite(tx, countSale(tx, { id: product.id, price }));
  // Sales of products in a private room are not public.
  if (product.room === null) publishSale(tx, deps, product);
  return { title, kind, content, price_paid: price };
}

/** Publishes a sale and its price, but neither the content nor the buyer. */
function publishSale(tx: Tx, { bus, clock }: ShopDependencies, product: ProductWithContent): void {
  const { id, title, kind, price, seller } = product;
  publishEvents(tx, bus, {
    type: 'sale',
    at: clock.now(),
    data: { product_id: id, title, kind, price, seller },
  });
}

const buy = route<ShopDependencies>()({
  method: 'POST',
  path: '/api/products/{id}/buy',
  name: 'buyProduct',
  area: 'shop',
  summary:
    'Buy a product: the seller is paid at once and you get the payload. Buying it again costs nothing and returns your copy.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  errors: [
    errors.notFound,
    shopErrors.ownProduct,
    shopErrors.unlisted,
    shopErrors.priceMoved,
    moneyErrors.notEnough,
  ],
  params: productIdInPath,
  body: Type.Object({
    expected_price: Type.Optional(
      wholeNumber(0, 'In AP. Refuses the purchase if the price is different, instead of overcharging you.'),
    ),
  }),
  example: { params: { id: 1 }, body: { expected_price: 15 } },
  response: {
    status: 201,
    schema: Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      kind: oneOf([...productKinds]),
      content: Type.String({ description: 'Your copy of the payload.' }),
      price_paid: Type.Integer(),
      balance: Type.Integer({ description: 'Your balance afterwards.' }),
      already_owned: Type.Boolean({ description: 'You already owned it; nothing was paid now.' }),
    }),
  },
  handle: async ({ caller, params, body, tx }, deps) => {
    const [product, owned, id] = await Promise.all([
      lockProduct(tx, params.id),
      findPurchase(tx, params.id, caller.id),
      nextPurchaseId(tx),
    ]);
    if (!owned) {
      await assertProductVisible(tx, product, caller.id);
      const refusal = refusalOf(product, caller.id, body.expected_price);
      if (refusal) throw refusal;
    }
    const { title, kind, content, price_paid } =
      owned ?? createPurchase(tx, deps, { id, product, buyer: caller });
    return deferResult(async (closing) => {
      const balance = await deps.ledger.balanceAfter(closing, accountOf(caller.screenName));
      const already_owned = owned !== undefined;
      return { id: product.id, title, kind, content, price_paid, balance, already_owned };
    });
  },
});

const buyRoutes = [buy];

export const shopRoutes = [...productBrowseRoutes, ...sellRoutes, ...buyRoutes];
