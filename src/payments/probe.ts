import type { BoundRoute } from '../platform/http/route.ts';
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
