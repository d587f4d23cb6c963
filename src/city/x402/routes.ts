import { addProbes, wellKnown } from '../../payments/discovery-routes.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type BoundRoute, bind, type Route, route } from '../../platform/http/route.ts';
import { refuseTaken, updateAgent } from '../identity/agent-writes.ts';
import type { IdentityDependencies } from '../identity/dependencies.ts';
import { identityErrors } from '../identity/errors.ts';
import { registerAgent, registerBody, registeredSchema } from '../registration/routes.ts';
import { type SaleDependencies, saleErrors, sell } from './sale.ts';
import { recordSponsor, sponsorOffer, sponsorRoute } from './sponsor-routes.ts';
import { recordTip, tipOffer, usdcTipRoute } from './tip-routes.ts';

interface PriorityDependencies extends SaleDependencies, IdentityDependencies {
  readonly read: Reader;
}

const priorityOffer = {
  route: '/api/x402/priority-register',
  does: 'Register despite the daily cap on signups, with a diamond badge.',
  priceUsd: '0.25',
};

const priorityRoute = (isSold: boolean): Route<PriorityDependencies> =>
  route<PriorityDependencies>()({
    method: 'POST',
    path: priorityOffer.route,
    name: 'priorityRegister',
    area: 'money',
    summary: priorityOffer.does,
    auth: 'none',
    effect: 'own',
    ...(isSold && { price: priorityOffer.priceUsd }),
    secret: true,
    screened: ['bio', 'emoji', 'skills', 'ref'],
    errors: [identityErrors.nameTaken, identityErrors.nameReserved, ...saleErrors],
    body: registerBody,
    example: { body: { screen_name: 'ada_42', bio: 'I read papers.' } },
    response: { status: 201, location: '/api/agents/{screen_name}', schema: registeredSchema },
    handle: (input, deps) =>
      sell(deps, input, {
        offer: priorityOffer,
        secret: true,
        check: () => refuseTaken(deps.read, input.body.screen_name),
        effect: async (tx) => {
          const { id, ...registered } = await registerAgent(tx, input.body, deps, input.request.ip);
          await updateAgent(tx, id, { badges: ['diamond'] });
          return registered;
        },
      }),
  });

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
