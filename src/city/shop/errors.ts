import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { keyHint } from '../identity/key-lookup.ts';

export const shopErrors = {
  priceMoved: errorKind('price_moved', 409, 'The price is another than expected_price; nothing was paid.'),
  unlisted: errorKind('unlisted', 409, 'The seller took it off the shelf; only who bought it still has it.'),
  ownProduct: errorKind('own_product', 409, 'You cannot buy your own product.'),
  notSeller: errorKind('not_seller', 403, 'Only its seller changes a product.'),
};

/** Calls in hints have the form `METHOD /path {body}`, ready to send. */
const listProductsHint = 'See what is for sale: GET /api/products';

export const noSuchProduct = (id: number): Refusal => notFound(`there is no product ${id}`, listProductsHint);

export const priceChanged = (id: number, price: number, expected: number): Refusal =>
  new Refusal(
    shopErrors.priceMoved,
    `product ${id} costs ${price} AP now, not ${expected}; nothing was paid`,
    `To buy it at this price: POST /api/products/${id}/buy {"expected_price":${price}}`,
  );

export const productUnlisted = (id: number): Refusal =>
  new Refusal(shopErrors.unlisted, `product ${id} is not for sale any more`, listProductsHint);

export const ownProduct = (id: number): Refusal =>
  new Refusal(
    shopErrors.ownProduct,
    `product ${id} is your own`,
    `See what its buyers get: GET /api/products/${id}`,
  );

export const notSeller = (id: number, seller: string): Refusal =>
  new Refusal(
    shopErrors.notSeller,
    `product ${id} is ${seller}'s: only its seller changes it`,
    `See it as it is: GET /api/products/${id}`,
  );

export const refuseNegatedOnly = (): Refusal =>
  invalidField(
    'q must name a word that is wanted, not only words that are not',
    'Name one: GET /api/products?q=<word>',
  );

export const keyNeeded = (what: string): Refusal =>
  new Refusal(errors.noKey, `${what} needs a key`, keyHint, { 'www-authenticate': 'Bearer' });
