import { decodeObject, unreadable } from '../platform/decode.ts';

/** x402 over MCP: the same objects as over HTTP, in `_meta` instead of headers. */
const paymentMeta = 'x402/payment';
const receiptMeta = 'x402/payment-response';

type Headers = Readonly<Record<string, string | undefined>>;
type Json = Record<string, unknown>;

/** The payment header for a payment in a request's `_meta`. */
export function paymentHeaders(meta: Readonly<Json> | undefined): Record<string, string> {
  const payment = meta?.[paymentMeta];
  if (payment === undefined || payment === null) return {};
  return { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') };
}

/** The payment challenge of a response, if any. */
export function readChallenge(status: number, headers: Headers): Json | undefined {
  return status === 402 ? decodeHeader(headers['payment-required']) : undefined;
}

/** What a response says of money, as a result's `_meta`: the receipt, and the AP spent under x-max-ap. */
export function readMoneyMeta(headers: Headers): { _meta?: Json } {
  const receipt = decodeHeader(headers['payment-response']);
  const spent = headers['x-ap-spent'];
  const meta = {
    ...(receipt && { [receiptMeta]: receipt }),
    ...(spent !== undefined && { 'kith/ap-spent': Number(spent) }),
    ...(headers['idempotency-replayed'] && { 'kith/replayed': true }),
  };
  return Object.keys(meta).length > 0 ? { _meta: meta } : {};
}

function decodeHeader(header: string | undefined): Json | undefined {
  if (header === undefined) return undefined;
  const object = decodeObject(Buffer.from(header, 'base64'));
  return object === unreadable ? undefined : object;
}
