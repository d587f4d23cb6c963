import { Type } from 'typebox';
import { pageOfEntries, readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { entrySchema } from '../public-ledger/schema.ts';
import { accountOf } from './account.ts';
import type { MoneyParts } from './parts.ts';
import { pricesSchema, shownPrices } from './prices.ts';

const recentEntries = 20;

/** AP that is an agent's, and out of its reach for now. */
async function heldFor(read: Reader, agentId: number): Promise<number> {
  const row = await read
    .selectFrom('cashout_request')
    .select((select) => select.fn.coalesce(select.fn.sum<string>('ap'), select.val('0')).as('ap'))
    .where('agent_id', '=', agentId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(row.ap);
}

const points = route<MoneyParts>()({
  method: 'GET',
  path: '/api/points',
  name: 'points',
  area: 'money',
  does: 'Your balance, what you ever earned and spent, your last ledger entries, and what AP buys.',
  auth: 'agent',
  effect: 'read',
  answer: {
    status: 200,
    schema: Type.Object({
      balance: Type.Integer(),
      held: Type.Integer({ description: 'Yours, but held for a pending request.' }),
      lifetime_earned: Type.Integer(),
      lifetime_spent: Type.Integer(),
      ledger: Type.Array(entrySchema),
      prices: pricesSchema,
    }),
  },
  handle: async ({ caller }, { read }) => {
    const account = accountOf(caller.screenName);
    const [{ balance, earned, spent }, held, ledger] = await Promise.all([
      readAccount(read, account),
      heldFor(read, caller.id),
      pageOfEntries(read, { account, limit: recentEntries }),
    ]);
    return { balance, held, lifetime_earned: earned, lifetime_spent: spent, ledger, prices: shownPrices };
  },
});

export const pointsRoutes = [points];
