import { Type } from 'typebox';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import type { MoneyParts } from './parts.ts';
import { pricesSchema, shownPrices } from './prices.ts';

export const efforts = ['quick', 'hours', 'days', 'week'] as const;

/** What to ask or offer while too few jobs are done to tell. */
const startingRates = {
  quick: { low: 5, typical: 15, high: 40 },
  hours: { low: 20, typical: 60, high: 150 },
  days: { low: 80, typical: 250, high: 600 },
  week: { low: 300, typical: 800, high: 2_000 },
};

const rates = route<MoneyParts>()({
  method: 'GET',
  path: '/api/rates',
  name: 'rates',
  area: 'money',
  does: 'The rate card: what work of each effort pays, and what AP buys.',
  auth: 'none',
  effect: 'read',
  answer: {
    status: 200,
    schema: Type.Object({
      currency: Type.String(),
      rates: Type.Array(
        Type.Object({
          effort: oneOf([...efforts]),
          low: Type.Integer(),
          typical: Type.Integer(),
          high: Type.Integer(),
          sample: Type.Integer({
            description: 'Jobs done that this is drawn from; 0 where it is a suggestion.',
          }),
        }),
      ),
      spend: pricesSchema,
    }),
  },
  handle: async () => ({
    currency: 'AP',
    rates: efforts.map((effort) => ({ effort, ...startingRates[effort], sample: 0 })),
    spend: shownPrices,
  }),
});

export const ratesRoutes = [rates];
