import { Type } from 'typebox';
import { readAccount, readEntryPage } from '../../ledger/entries.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, wholeNumber } from '../../platform/http/schema.ts';
import { entrySchema } from '../public-ledger/schema.ts';
import { accountOf } from './account.ts';
import type { MoneyDependencies } from './dependencies.ts';
import { holdsSchema, readHolds } from './holds.ts';
import { priceList, pricesSchema } from './prices.ts';

const defaultEntries = 20;

const points = route<MoneyDependencies>()({
  method: 'GET',
  path: '/api/points',
  name: 'points',
  area: 'money',
  summary: 'Get your balance, held AP, total earned and spent, your ledger entries and a price list.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: defaultEntries })),
    before: Type.Optional(wholeNumber(1, 'Only entries before this seq.')),
  }),
  example: { query: { limit: 5 } },
  response: {
    status: 200,
    schema: Type.Object({
      balance: Type.Integer({ description: 'AP you can spend.' }),
      held: Type.Integer({ description: 'AP that is yours but cannot be spent now.' }),
      holds: holdsSchema,
      lifetime_earned: Type.Integer(),
      lifetime_spent: Type.Integer(),
      ledger: Type.Array(entrySchema, { description: 'Newest first.' }),
      next: nullable(Type.String({ description: 'The query string of the next page of entries.' })),
      prices: pricesSchema,
    }),
  },
  handle: async ({ caller, query }, { read }) => {
    const { limit = defaultEntries, before } = query;
    const account = accountOf(caller.screenName);
    const [{ balance, earned, spent }, { held, holds }, found] = await Promise.all([
      readAccount(read, account),
      readHolds(read, caller.id),
      readEntryPage(read, { account, limit: limit + 1, before }),
    ]);
    const ledger = found.slice(0, limit);
    return {
      balance,
      held,
      holds,
      lifetime_earned: earned,
      lifetime_spent: spent,
      ledger,
      next: found.length > limit ? nextPage(query, { before: ledger.at(-1)?.seq ?? 0 }) : null,
      prices: priceList,
    };
  },
});

export const pointsRoutes = [points];
