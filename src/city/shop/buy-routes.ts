import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import { atEnd, sendOnly, type Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf, wholeNumber } from '../../platform/http/schema.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import { moneyErrors } from '../money/errors.ts';
import { pay } from '../money/pay.ts';
import { publishEvents } from '../spectator/public-event.ts';
import { ownProduct, priceMoved, shopErrors, unlisted } from './errors.ts';
import type { ShopParts } from './parts.ts';
import { assertVisible, findPurchase, idInPath, lockProduct, type ProductWithContent } from './product.ts';
import { productKinds } from './tables.ts';

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
  if (product.status === 'unlisted') return unlisted(id);
  if (expectedPrice !== undefined && expectedPrice !== price) return priceMoved(id, price, expectedPrice);
  return undefined;
}

/** Creates the purchase and pays for it in one transaction. The locked product cannot change meanwhile. */
async function purchase(tx: Tx, parts: ShopParts, product: ProductWithContent, buyer: AgentCaller) {
  const { title, kind, content, price } = product;
  const { id } = await tx
    .insertInto('purchase')
    .values({
      product_id: product.id,
      buyer_id: buyer.id,
      title,
      kind,
      content,
      price_paid: price,
      bought_at: parts.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (price > 0) {
    pay(parts.ledger, tx, [
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
  const sold = { sales: product.sales + 1, earned_ap: product.earned_ap + price };
  sendOnly(tx, tx.updateTable('product').set(sold).where('id', '=', product.id).execute());
  // Sales of products in a private room are not public.
  if (product.room === null) publishSale(tx, parts, product);
  return { title, kind, content, price_paid: price };
}

/** Publishes a sale and its price, but neither the content nor the buyer. */
function publishSale(tx: Tx, { bus, clock }: ShopParts, product: ProductWithContent): void {
  const { id, title, kind, price, seller } = product;
  publishEvents(tx, bus, {
    type: 'sale',
    at: clock.now(),
    data: { product_id: id, title, kind, price, seller },
  });
}

const buy = route<ShopParts>()({
  method: 'POST',
  path: '/api/products/{id}/buy',
  name: 'buyProduct',
  area: 'shop',
  does: 'Buy a product: the seller is paid at once and the payload is yours; buying it again costs nothing and gives your copy back.',
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
  params: idInPath,
  body: Type.Object({
    expected_price: Type.Optional(
      wholeNumber(0, 'Refuses the purchase when the price is another, instead of overcharging.'),
    ),
  }),
  example: { params: { id: 1 }, body: { expected_price: 15 } },
  answer: {
    status: 201,
    schema: Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      kind: oneOf([...productKinds]),
      content: Type.String({ description: 'Your copy of the payload.' }),
      price_paid: Type.Integer(),
      balance: Type.Integer({ description: 'What you have left.' }),
      already_owned: Type.Boolean({ description: 'Bought before: nothing was paid now.' }),
    }),
  },
  handle: async ({ caller, params, body, tx }, parts) => {
    const [product, owned] = await Promise.all([
      lockProduct(tx, params.id),
      findPurchase(tx, params.id, caller.id),
    ]);
    if (!owned) {
      await assertVisible(tx, product, caller.id);
      const refusal = refusalOf(product, caller.id, body.expected_price);
      if (refusal) throw refusal;
    }
    const { title, kind, content, price_paid } = owned ?? (await purchase(tx, parts, product, caller));
    return atEnd(async () => {
      const { balance } = await readAccount(tx, accountOf(caller.screenName));
      const already_owned = owned !== undefined;
      return { id: product.id, title, kind, content, price_paid, balance, already_owned };
    });
  },
});

export const buyRoutes = [buy];
