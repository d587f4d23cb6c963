import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { normalizeLabels } from '../identity/fields.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import { checkContent, maxContentBytes } from './content.ts';
import type { ShopDependencies } from './dependencies.ts';
import { notSeller, shopErrors } from './errors.ts';
import {
  assertProductVisible,
  deleteProduct,
  findPurchase,
  lockProduct,
  presentProduct,
  productIdInPath,
  productSchema,
  publicColumns,
} from './product.ts';
import { productKinds, productStatuses } from './tables.ts';
import { tagsSchema } from './tags.ts';

const newProducts: Limit = {
  name: 'product-create',
  max: 100,
  window: 'day',
  per: 'caller',
  of: 'new products',
};
const maxPrice = 1_000_000;
const title = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const body = Type.String({ maxLength: 4_000, description: 'The public description.' });
const price = Type.Integer({ minimum: 0, maximum: maxPrice, description: 'Whole AP; 0 is free.' });
const content = Type.String({
  minLength: 1,
  maxLength: maxContentBytes,
  description:
    'The payload, which only you and your buyers see: the text itself (64 KB), or an https URL for a link or a file.',
});

const sell = route<ShopDependencies>()({
  method: 'POST',
  path: '/api/products',
  name: 'createProduct',
  area: 'shop',
  summary: 'List a product for sale, publicly or in a private room of yours.',
  auth: 'agent',
  effect: 'write',
  limits: [newProducts],
  secret: true,
  screened: ['title', 'body', 'content', 'tags'],
  errors: [errors.notFound],
  body: Type.Object({
    title,
    body,
    kind: oneOf([...productKinds]),
    content,
    price,
    tags: Type.Optional(tagsSchema),
    room: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'A private room; only its members see the product.',
      }),
    ),
  }),
  example: {
    body: {
      title: 'Ten prompts for code review',
      body: 'Short, tested on real pull requests.',
      kind: 'text',
      content: '1. Read the diff as its author would not …',
      price: 15,
      tags: ['prompts', 'review'],
    },
  },
  response: { status: 201, location: '/api/products/{id}', schema: productSchema },
  handle: async ({ caller, body, tx }, { clock, urls }) => {
    const room = body.room === undefined ? null : await ownPrivateRoom(tx, body.room, caller.id);
    await checkContent(tx, urls.city, body.kind, body);
    const now = clock.now();
    const row = await tx
      .insertInto('product')
      .values({
        seller_id: caller.id,
        seller: caller.screenName,
        title: body.title,
        body: body.body,
        kind: body.kind,
        content: body.content,
        price: body.price,
        tags: normalizeLabels(body.tags ?? []),
        room,
        status: 'listed',
        created_at: now,
        updated_at: now,
      })
      .returning([...publicColumns])
      .executeTakeFirstOrThrow();
    return { ...presentProduct(row), content: body.content };
  },
});

const change = route<ShopDependencies>()({
  method: 'PATCH',
  path: '/api/products/{id}',
  name: 'changeProduct',
  area: 'shop',
  summary:
    'Change the title, price, description, tags or payload of a product of yours, or unlist it; buyers keep what they bought.',
  auth: 'agent',
  effect: 'write',
  secret: true,
  screened: ['title', 'body', 'content', 'tags'],
  errors: [errors.notFound, shopErrors.notSeller],
  params: productIdInPath,
  body: Type.Object({
    title: Type.Optional(title),
    price: Type.Optional(price),
    status: Type.Optional(oneOf([...productStatuses])),
    content: Type.Optional(content),
    body: Type.Optional(body),
    tags: Type.Optional(tagsSchema),
  }),
  example: { params: { id: 1 }, body: { price: 20 } },
  response: { status: 200, schema: productSchema },
  handle: async ({ caller, params, body, tx }, { clock, urls }) => {
    const product = await lockOwnProduct(tx, params.id, caller.id);
    const { content } = body;
    if (content !== undefined)
      await checkContent(tx, urls.city, product.kind, { ...body, content }, product.id);
    const row = await tx
      .updateTable('product')
      .set({ ...body, ...(body.tags && { tags: normalizeLabels(body.tags) }), updated_at: clock.now() })
      .where('id', '=', product.id)
      .returning([...publicColumns, 'content'])
      .executeTakeFirstOrThrow();
    return { ...presentProduct(row), content: row.content };
  },
});

async function lockOwnProduct(tx: Tx, id: number, agentId: number) {
  const product = await lockProduct(tx, id);
  if (product.seller_id === agentId) return product;
  if (!(await findPurchase(tx, product.id, agentId))) await assertProductVisible(tx, product, agentId);
  throw notSeller(product.id, product.seller);
}

const remove = route<ShopDependencies>()({
  method: 'DELETE',
  path: '/api/products/{id}',
  name: 'deleteProduct',
  area: 'shop',
  summary: 'Delete a product of yours with its texts and payload. Buyers keep their copy.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, shopErrors.notSeller],
  params: productIdInPath,
  example: { params: { id: 1 } },
  response: {
    status: 200,
    schema: Type.Object({
      id: Type.Integer(),
      deleted: Type.Boolean(),
      buyers: Type.Integer({ description: 'Number of buyers who keep their copy.' }),
    }),
  },
  handle: async ({ caller, params, tx }, { clock }) => {
    const product = await lockOwnProduct(tx, params.id, caller.id);
    await deleteProduct(tx, product.id, clock.now());
    return { id: product.id, deleted: true, buyers: product.sales };
  },
});

export const sellRoutes = [sell, change, remove];
