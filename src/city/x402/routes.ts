import { addProbes } from '../../payments/probe.ts';
import { wellKnown } from '../../payments/well-known-routes.ts';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import { type PriorityParts, priorityOffer, priorityRoute } from './priority-register-routes.ts';
import { recordSponsor, sponsorOffer, sponsorRoute } from './sponsor-routes.ts';
import { recordTip, tipOffer, usdcTipRoute } from './tip-routes.ts';

/** Registers sales that the reconciler completes if their request dies after settlement. */
export function registerSales({ payments, clock }: Pick<PriorityParts, 'payments' | 'clock'>): void {
  payments?.whenPaid(tipOffer.route, recordTip({ clock }));
  payments?.whenPaid(sponsorOffer.route, recordSponsor({ clock }));
}

/** What the city sells for USDC, and the route that lists it. */
export function x402Routes(parts: PriorityParts): BoundRoute[] {
  const isSold = parts.payments !== undefined;
  const offers = [
    { ...tipOffer, paysWhom: 'the wallet of whoever is tipped' },
    sponsorOffer,
    priorityOffer,
  ].map((offer) => ({ ...offer, settleFirst: true, method: 'POST' }));
  const baseUrl = () => parts.urls.city;
  const routes = [
    ...bind([usdcTipRoute(isSold)], parts),
    ...bind([sponsorRoute(isSold)], parts),
    ...bind([priorityRoute(isSold)], parts),
    ...bind([wellKnown], { ...parts, offers, baseUrl }),
  ];
  return addProbes(routes, parts.payments, { offers, baseUrl });
}
