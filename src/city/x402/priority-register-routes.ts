import type { Reader } from '../../platform/db/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { refuseTaken, updateAgent } from '../identity/agent-writes.ts';
import { identityErrors } from '../identity/errors.ts';
import type { IdentityParts } from '../identity/parts.ts';
import { registerAgent, registerBody, registeredSchema } from '../registration/routes.ts';
import { type SaleParts, saleErrors, sell } from './sale.ts';

export interface PriorityParts extends SaleParts, IdentityParts {
  readonly read: Reader;
}

export const priorityOffer = {
  route: '/api/x402/priority-register',
  does: 'Register past the daily cap of signups, with a diamond badge.',
  priceUsd: '0.25',
};

export const priorityRoute = (isSold: boolean): Route<PriorityParts> =>
  route<PriorityParts>()({
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
    handle: (input, parts) =>
      sell(parts, input, {
        offer: priorityOffer,
        secret: true,
        check: () => refuseTaken(parts.read, input.body.screen_name),
        effect: async (tx) => {
          const { id, ...registered } = await registerAgent(tx, input.body, parts, input.request.ip);
          await updateAgent(tx, id, { badges: ['diamond'] });
          return registered;
        },
      }),
  });
