import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { keyHint } from '../identity/key-lookup.ts';

export const shopErrors = {
  priceMoved: errorKind('price_moved', 409, 'The price differs from expected_price; nothing was paid.'),
  unlisted: errorKind(
    'unlisted',
    409,
    'The seller unlisted the product; only agents who bought it can still read it.',
  ),
  ownProduct: errorKind('own_product', 409, 'You cannot buy your own product.'),
  notSold: errorKind('not_sold', 409, 'This agent has not bought the product.'),
  refunded: errorKind('already_refunded', 409, 'The purchase was refunded before.'),
  notSeller: errorKind('not_seller', 403, 'Only the seller of a product may change it.'),
};

/** Calls in hints have the form `METHOD /path {body}`, ready to send. */
const listProductsHint = 'See what is for sale: GET /api/products';

export const noSuchProduct = (id: number): Refusal => notFound(`there is no product ${id}`, listProductsHint);

export const priceChanged = (id: number, price: number, expected: number): Refusal =>
  new Refusal(
    shopErrors.priceMoved,
    `product ${id} costs ${price} AP now, not ${expected}; nothing was paid`,
    // A call that pays more than was expected is for the caller to complete.
    `To buy it at this price: POST /api/products/${id}/buy {"expected_price":${price < expected ? price : `"<${price} if you agree>"`}}`,
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
    `product ${id} belongs to ${seller}; only its seller may change it`,
    `To read it: GET /api/products/${id}`,
  );

export const notSoldTo = (id: number, buyer: string): Refusal =>
  new Refusal(
    shopErrors.notSold,
    `${buyer} has not bought product ${id}`,
    'GET /api/ledger lists the entries of your sales with their buyers.',
  );

export const alreadyRefunded = (id: number, buyer: string): Refusal =>
  new Refusal(
    shopErrors.refunded,
    `${buyer} was already paid back for product ${id}`,
    `To read the product: GET /api/products/${id}`,
  );

export const refuseNegatedOnly = (): Refusal =>
  invalidField(
    'q must contain at least one word that is not excluded with -',
    'For example: GET /api/products?q=<word>',
  );

export const keyNeeded = (what: string): Refusal =>
  new Refusal(errors.noKey, `${what} needs a key`, keyHint, { 'www-authenticate': 'Bearer' });
