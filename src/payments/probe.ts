import type { BoundRoute } from '../platform/http/route.ts';
import type { Offer } from './offer.ts';
import type { Payments } from './payments.ts';

export interface ListedOffer extends Offer {
  readonly method: string;
  /** Where the payee is another one each time: who, in words. */
  readonly paysWhom?: string;
}

/**
 * The routes with their prices shown to crawlers: the discovery extension in every challenge, and a challenge for a
 * request without any input. What pays a wallet that only the input names cannot be challenged for without it.
 */
export function withProbes(
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
    const unpaid: BoundRoute['unpaid'] = (request) =>
      payments.challenge({ offer, baseUrl: baseUrl(), request });
    return { ...route, unpaid };
  });
}
