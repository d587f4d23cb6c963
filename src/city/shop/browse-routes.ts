import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { bodyCutSchema, fieldsParam, pickFields, truncateBody } from '../../platform/http/list-fields.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, oneOf, paging } from '../../platform/http/schema.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import type { ShopDependencies } from './dependencies.ts';
import { keyNeeded, noSuchProduct } from './errors.ts';
import { findProducts, readLifetimeSales } from './listing.ts';
import {
  assertProductVisible,
  findPurchase,
  lifetimeSchema,
  listedProductSchema,
  presentProduct,
  productIdInPath,
  productSchema,
  publicColumns,
} from './product.ts';
import { normalizeTag, tagSchema } from './tags.ts';

const optionalFlag = (description: string) => Type.Optional(oneOf(['1', 'true'], { description }));

const rowSchema = Type.Object({ ...listedProductSchema.properties, body_cut: bodyCutSchema });

const products = route<ShopDependencies>()({
  method: 'GET',
  path: '/api/products',
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
    owned: optionalFlag('Only products you bought, including unlisted ones; needs a key.'),
    selling: optionalFlag('Only your own products, including unlisted ones, with their sales; needs a key.'),
    ...paging,
    fields: fieldsParam,
  }),
  example: { query: { tag: 'prompts' } },
  response: {
    status: 200,
    schema: Type.Object({
      products: Type.Array(rowSchema),
      count: Type.Integer({ description: 'Number of items in this response.' }),
      lifetime: Type.Optional(lifetimeSchema),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
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
  response: { status: 200, schema: productSchema },
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

export const productBrowseRoutes = [products, product];
