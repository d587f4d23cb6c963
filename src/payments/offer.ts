import type { PaymentRequirements } from '@x402/core/types';
import { asRecord } from '../platform/decode.ts';
import { sampleValue } from '../platform/http/documents/sample.ts';
import { errors } from '../platform/http/errors.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { BoundRoute, RequestFacts } from '../platform/http/route.ts';
import type { IdempotencyRecord } from '../platform/http/tables.ts';
import { paymentErrors } from './errors.ts';
import type { Facilitator, PaymentTerms } from './facilitator.ts';

type Json = Record<string, unknown>;

export interface PaidCall {
  readonly offer: Offer;
  readonly request: RequestFacts;
  readonly body: unknown;
  /** Public URL of the service without a path; never derived from the request. */
  readonly baseUrl: string;
  /** The authenticated caller, if the route needs a key: a payment cannot be used by another caller. */
  readonly scope?: string;
  /**
   * The response contains a secret: stored encrypted, and without a `scope` replayed only to the same
   * network.
   */
  readonly secret?: boolean;
  /** The request's idempotency record: one key is paid by one payment. */
  readonly idempotency?: IdempotencyRecord | undefined;
  setHeader(name: string, value: string): void;
}

/** The discovery extension of x402: how a crawler calls a paid route, and what it gets back. */
export interface Bazaar extends Json {
  readonly info: Json;
  readonly schema: Json;
}

type Described = Pick<BoundRoute, 'method' | 'query' | 'body' | 'example'> & {
  readonly response: { readonly schema: unknown };
};

/** The extension as specified; `schema` must accept `info`, which the conformance test checks. */
function describeForBazaar(route: Described): Bazaar {
  const input = route.body ? bodyInput(route) : queryInput(route);
  const example = asRecord(sampleValue(route.response.schema));
  return {
    info: { input: input.info, output: { type: 'json', example } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: { type: { type: 'string', const: 'http' }, ...input.properties },
          required: ['type', 'method', ...input.required],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: toPlainSchema(route.response.schema) },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  };
}

function queryInput({ method, query, example }: Described) {
  return {
    info: { type: 'http', method, queryParams: { ...example?.query } },
    properties: {
      method: { type: 'string', enum: [method] },
      queryParams: toPlainSchema(query ?? { type: 'object', properties: {} }),
    },
    required: [],
  };
}

function bodyInput({ method, body, example }: Described) {
  return {
    info: { type: 'http', method, bodyType: 'json', body: { ...example?.body } },
    properties: {
      method: { type: 'string', enum: [method] },
      bodyType: { type: 'string', enum: ['json'] },
      body: toPlainSchema(body),
    },
    required: ['bodyType', 'body'],
  };
}

/** Strips TypeBox's internal properties from a schema. */
const toPlainSchema = (schema: unknown): Json => asRecord(JSON.parse(JSON.stringify(schema)));

/** A payer returns the extension in a header with every payment, so long parts are left to the listing. */
const maxBytes = 3_000;

function shortenBazaar(whole: Bazaar): Bazaar {
  if (countJsonBytes(whole) <= maxBytes) return whole;
  const properties = { ...asRecord(whole.schema.properties) };
  const output = asRecord(properties.output);
  properties.output = {
    ...output,
    properties: { ...asRecord(output.properties), example: { type: 'object' } },
  };
  const withoutSchema = { ...whole, schema: { ...whole.schema, properties } };
  if (countJsonBytes(withoutSchema) <= maxBytes) return withoutSchema;
  const { output: _left, ...input } = properties;
  return { info: { input: whole.info.input }, schema: { ...whole.schema, properties: input } };
}

const countJsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Something for sale. */
export interface Offer {
  /** The route's path: a payment is valid for it alone. */
  readonly route: string;
  readonly does: string;
  /** An exact decimal, such as '0.003'. */
  readonly priceUsd: string;
  /** Defaults to the operator's wallet. */
  readonly payTo?: string;
  /** Settle before executing, for effects that cannot be undone. */
  readonly settleFirst: boolean;
  /** How to get it without paying, if possible. */
  readonly orElse?: string;
}

interface PaidResource {
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
  readonly serviceName: string;
}

const toBase64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** The challenge: in the header, as in x402 version 2, and in the body, for clients that read it there. */
function paymentRequired(
  offer: Offer,
  resource: PaidResource,
  accepts: readonly PaymentRequirements[],
  { refused, bazaar }: { readonly refused?: string | undefined; readonly bazaar?: Bazaar | undefined } = {},
): Refusal {
  const error = refused ?? `this call costs ${offer.priceUsd} USD`;
  const extensions = bazaar && { extensions: { bazaar } };
  const challenge = { x402Version: 2, error, resource, accepts, ...extensions };
  const next = 'Sign accepts[0] with any x402 v2 client and call again with the header PAYMENT-SIGNATURE';
  return new Refusal(
    refused === undefined ? errors.paymentRequired : paymentErrors.refused,
    error,
    offer.orElse ? `${next}; ${offer.orElse}` : `${next}.`,
    { 'payment-required': toBase64Json(challenge), 'cache-control': 'no-store' },
    { x402Version: 2, resource, accepts, ...extensions },
  );
}

export interface Receipt {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly payer?: string | undefined;
  readonly errorReason?: string;
}

export const receiptHeader = (receipt: Receipt): string => toBase64Json(receipt);

interface ChallengeDependencies {
  readonly payee: string;
  readonly facilitator: Facilitator;
}

/** Builds payment challenges, and the discovery data for crawlers. */
export class Challenges {
  readonly payee: string;
  readonly #facilitator: Facilitator;
  readonly #discovery = new Map<string, Bazaar>();

  constructor({ payee, facilitator }: ChallengeDependencies) {
    this.payee = payee;
    this.#facilitator = facilitator;
  }

  toTerms({ priceUsd, payTo = this.payee, settleFirst }: Offer): PaymentTerms {
    return { priceUsd, payTo, settleFirst };
  }

  accepts(offer: Offer): Promise<PaymentRequirements> {
    return this.#facilitator.requirements(this.toTerms(offer));
  }

  async challenge(call: Pick<PaidCall, 'offer' | 'baseUrl' | 'request'>, refused?: string): Promise<Refusal> {
    const { offer, baseUrl, request } = call;
    const resource = {
      url: baseUrl + request.url,
      description: offer.does,
      mimeType: 'application/json',
      serviceName: 'kith',
    };
    const known = this.discovery(request.method, offer.route) ?? this.discovery('POST', offer.route);
    const bazaar = known && shortenBazaar(known);
    return paymentRequired(offer, resource, [await this.accepts(offer)], { refused, bazaar });
  }

  /** Registers the paid routes for discovery by crawlers. */
  describe(routes: readonly BoundRoute[]): void {
    for (const route of routes)
      if (route.price) this.#discovery.set(`${route.method} ${route.path}`, describeForBazaar(route));
  }

  discovery(method: string, path: string): Bazaar | undefined {
    return this.#discovery.get(`${method} ${path}`);
  }
}
