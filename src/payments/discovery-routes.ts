import { Type } from 'typebox';
import type { Clock } from '../platform/clock.ts';
import { type BoundRoute, route } from '../platform/http/route.ts';
import { anyObject } from '../platform/http/schema.ts';
import { network, usdcMint } from './currency.ts';
import type { Offer } from './offer.ts';
import type { Payments } from './payments.ts';

export interface ListedOffer extends Offer {
  readonly method: string;
  /** Description of the payee, if it differs per request. */
  readonly paysWhom?: string;
}

/**
 * Makes paid routes discoverable: adds the discovery extension to every challenge, and challenges requests
 * without any input. A route whose payee depends on the input cannot be challenged without it.
 */
export function addProbes(
  routes: readonly BoundRoute[],
  payments: Payments | undefined,
  { offers, baseUrl }: { readonly offers: readonly ListedOffer[]; readonly baseUrl: () => string },
): BoundRoute[] {
  if (!payments) return [...routes];
  payments.describe(routes);
  const byPath = new Map(
    offers.filter(({ paysWhom }) => paysWhom === undefined).map((each) => [each.route, each]),
  );
  return routes.map((route) => {
    const offer = route.price ? byPath.get(route.path) : undefined;
    if (!offer) return route;
    const challengeRequest: BoundRoute['unpaid'] = (request) =>
      payments.challenge({ offer, baseUrl: baseUrl(), request });
    return { ...route, unpaid: challengeRequest };
  });
}

interface WellKnownDependencies {
  readonly payments: Payments | undefined;
  readonly clock: Clock;
  readonly offers: readonly ListedOffer[];
  readonly baseUrl: () => string;
}

const resource = Type.Object({
  resource: Type.String({ description: 'Its address.' }),
  method: Type.String(),
  price_usd: Type.Number(),
  network: Type.String({ description: 'CAIP-2.' }),
  asset: Type.String({ description: 'The mint of USDC.' }),
  pay_to: Type.String(),
  description: Type.String(),
  accepts: Type.Array(anyObject('Payment requirements, as a challenge has them.')),
  extensions: Type.Object({ bazaar: anyObject('How to call it, and its response, for crawlers.') }),
});

/** Not part of the x402 specification, but where crawlers look; `items` follows the open proposals. */
export const wellKnown = route<WellKnownDependencies>()({
  method: 'GET',
  path: '/.well-known/x402',
  name: 'x402Resources',
  area: 'payments',
  summary: 'List what can be paid for with x402; empty if payments are off.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
    version: Type.Integer(),
    x402Version: Type.Integer(),
    resources: Type.Array(resource),
    items: Type.Array(anyObject('The same resources in the format of x402 version 2.')),
  }),
  handle: async (_, { payments, offers, baseUrl, clock }) => {
    const empty = { version: 1, x402Version: 2, resources: [], items: [] };
    if (!payments) return empty;
    const lastUpdated = clock.now().toISOString();
    const resources = await Promise.all(offers.map((offer) => presentOffer(payments, offer, baseUrl())));
    const items = resources.map(({ resource, description, accepts, method, extensions }) => ({
      resource,
      type: 'http',
      x402Version: 2,
      accepts,
      lastUpdated,
      metadata: { description, method },
      extensions,
    }));
    return { ...empty, resources, items };
  },
});

async function presentOffer(payments: Payments, offer: ListedOffer, baseUrl: string) {
  // Without the facilitator nothing can be signed, but offers can still be listed.
  const accepts = offer.paysWhom
    ? []
    : await payments.accepts(offer).then(
        (requirements) => [{ ...requirements }],
        () => [],
      );
  return {
    resource: baseUrl + offer.route,
    method: offer.method,
    price_usd: Number(offer.priceUsd),
    network,
    asset: usdcMint,
    pay_to: offer.paysWhom ?? payments.payee,
    description: offer.does,
    accepts,
    extensions: { bazaar: payments.discovery(offer.method, offer.route) ?? {} },
  };
}
