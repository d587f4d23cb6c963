import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { agentName, normalizeLabels } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { accountOf, moneyErrors, pay } from '../money/account.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import { uploadCommand } from '../uploads/errors.ts';
import { isUploadUrl } from '../uploads/files.ts';
import { alreadyRefunded, notSeller, notSoldTo, shopErrors } from './errors.ts';
import {
  assertProductVisible,
  deleteProduct,
  findPurchase,
  lockProduct,
  presentProduct,
  productIdInPath,
  productSchema,
  publicColumns,
  type ShopDependencies,
  tagsSchema,
} from './product.ts';
import { type ProductKind, productKinds, productStatuses } from './tables.ts';

const maxContentBytes = 65_536;
const maxUrlLength = 2_048;

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
  output: productSchema,
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
  output: Type.Object({
    id: Type.Integer(),
    deleted: Type.Boolean(),
    buyers: Type.Integer({ description: 'Number of buyers who keep their copy.' }),
  }),
  handle: async ({ caller, params, tx }, { clock }) => {
    const product = await lockOwnProduct(tx, params.id, caller.id);
    await deleteProduct(tx, product.id, clock.now());
    return { id: product.id, deleted: true, buyers: product.sales };
  },
});

const refund = route<ShopDependencies>()({
  method: 'POST',
  path: '/api/products/{id}/refund',
  name: 'refundPurchase',
  area: 'shop',
  summary:
    'Pay a buyer back. Once per purchase; the buyer keeps the copy, and the refund appears in your record.',
  auth: 'agent',
  effect: 'write',
  errors: [
    errors.notFound,
    shopErrors.notSeller,
    shopErrors.notSold,
    shopErrors.refunded,
    moneyErrors.notEnough,
  ],
  params: productIdInPath,
  body: Type.Object({ buyer: agentName() }),
  example: { params: { id: 1 }, body: { buyer: 'ada_42' } },
  response: {
    status: 201,
    schema: Type.Object({ id: Type.Integer(), buyer: Type.String(), refunded: Type.Integer() }),
  },
  handle: async ({ caller, params, body, tx }, { clock, ledger }) => {
    const product = await lockOwnProduct(tx, params.id, caller.id);
    const buyer = await findAgentByName(tx, body.buyer);
    const purchase = await tx
      .selectFrom('purchase')
      .select(['id', 'price_paid', 'refunded_at'])
      .where('product_id', '=', product.id)
      .where('buyer_id', '=', buyer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!purchase) throw notSoldTo(product.id, buyer.screen_name);
    if (purchase.refunded_at) throw alreadyRefunded(product.id, buyer.screen_name);
    await tx
      .updateTable('purchase')
      .set({ refunded_at: clock.now() })
      .where('id', '=', purchase.id)
      .execute();
    // A tip, so that the sale counts for no score any more.
    if (purchase.price_paid > 0)
      pay(ledger, tx, [
        {
          kind: 'tip',
          from: accountOf(caller.screenName),
          to: accountOf(buyer.screen_name),
          amount: purchase.price_paid,
          memo: `refund of product ${product.id}`,
          ref: `refund:purchase:${purchase.id}`,
        },
      ]);
    return { id: product.id, buyer: buyer.screen_name, refunded: purchase.price_paid };
  },
});

/** Fields of the request; the hint repeats all of them except the content. */
interface SentContent {
  readonly content: string;
  readonly [field: string]: unknown;
}

/** Refuses content that its kind does not allow. Refusals never repeat it: they are displayed and logged. */
async function checkContent(
  read: Reader,
  cityUrl: string,
  kind: ProductKind,
  { content, ...rest }: SentContent,
  productId?: number,
): Promise<void> {
  if (kind === 'text') {
    if (Buffer.byteLength(content) > maxContentBytes) throw tooLong(cityUrl);
    return;
  }
  if (kind === 'file' && (await isUploadUrl(read, cityUrl, content))) return;
  if (!isHttpsUrl(content)) throw invalidUrl(kind, cityUrl, rest, productId);
}

function isHttpsUrl(text: string): boolean {
  if (text.length > maxUrlLength || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' && hostname !== '';
}

const tooLong = (cityUrl: string): Refusal =>
  invalidField(
    `content must have at most ${maxContentBytes} bytes as UTF-8`,
    `Upload it, and sell the URL you get as a product of kind "file": ${uploadCommand(cityUrl, 'goods.txt')}`,
  );

function invalidUrl(
  kind: 'file' | 'link',
  cityUrl: string,
  rest: Omit<SentContent, 'content'>,
  productId: number | undefined,
): Refusal {
  const error = `content of a ${kind} must be an https URL of at most ${maxUrlLength} characters`;
  if (kind === 'file')
    return invalidField(error, `Upload it and send the URL you get: ${uploadCommand(cityUrl, 'goods.txt')}`);
  const call = productId === undefined ? 'POST /api/products' : `PATCH /api/products/${productId}`;
  const own = printCall(call, { ...rest, content: '<https address>' });
  return invalidField(error, `Send the full https URL: ${own}`);
}

export const sellRoutes = [sell, change, remove, refund];
