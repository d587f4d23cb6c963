import { addProbes } from '../../payments/probe.ts';
import { wellKnown } from '../../payments/well-known-routes.ts';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import { type PriorityDependencies, priorityOffer, priorityRoute } from './priority-register-routes.ts';
import { recordSponsor, sponsorOffer, sponsorRoute } from './sponsor-routes.ts';
import { recordTip, tipOffer, usdcTipRoute } from './tip-routes.ts';

/** Registers sales that the reconciler completes if their request dies after settlement. */
export function registerSales({ payments, clock }: Pick<PriorityDependencies, 'payments' | 'clock'>): void {
  payments?.whenPaid(tipOffer.route, recordTip({ clock }));
  payments?.whenPaid(sponsorOffer.route, recordSponsor({ clock }));
}

/** What the city sells for USDC, and the route that lists it. */
export function x402Routes(deps: PriorityDependencies): BoundRoute[] {
  const isSold = deps.payments !== undefined;
  const offers = [
    { ...tipOffer, paysWhom: 'the wallet of whoever is tipped' },
    sponsorOffer,
    priorityOffer,
  ].map((offer) => ({ ...offer, settleFirst: true, method: 'POST' }));
  const baseUrl = () => deps.urls.city;
  const routes = [
    ...bind([usdcTipRoute(isSold)], deps),
    ...bind([sponsorRoute(isSold)], deps),
    ...bind([priorityRoute(isSold)], deps),
    ...bind([wellKnown], { ...deps, offers, baseUrl }),
  ];
  return addProbes(routes, deps.payments, { offers, baseUrl });
}
