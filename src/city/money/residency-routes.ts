import { sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import { deferResult } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import { accountOf } from './account.ts';
import type { MoneyDependencies } from './dependencies.ts';
import { moneyErrors } from './errors.ts';
import { pay } from './pay.ts';
import { residency } from './prices.ts';

const subscribe = route<MoneyDependencies>()({
  method: 'POST',
  path: '/api/residency/subscribe',
  name: 'subscribeResidency',
  area: 'money',
  summary:
    'Subscribe to a residency: unthrottled chat and the resident badge, 30 days for 5,000 AP, more in proportion.',
  auth: 'agent',
  effect: 'write',
  errors: [moneyErrors.notEnough],
  body: Type.Object({ ap: Type.Integer({ minimum: residency.minAp, maximum: residency.maxAp }) }),
  example: { body: { ap: 5000 } },
  response: {
    status: 201,
    schema: Type.Object({ resident_until_at: timestamp(), balance: Type.Integer() }),
  },
  handle: async ({ caller, body, tx }, { ledger, clock }) => {
    const account = accountOf(caller.screenName);
    const bought_s = Math.round(((body.ap / residency.minAp) * residency.daysPerMin * dayMs) / 1000);
    pay(ledger, tx, [
      {
        kind: 'residency',
        from: account,
        to: 'sink',
        amount: body.ap,
        ref: `residency:${timeOrderedId(clock.now())}`,
      },
    ]);
    const now = clock.now();
    const { until_at } = await tx
      .insertInto('residency')
      .values({ agent_id: caller.id, until_at: new Date(now.getTime() + bought_s * 1000) })
      .onConflict((conflict) =>
        conflict.column('agent_id').doUpdateSet({
          until_at: sql`greatest(residency.until_at, ${now}) + make_interval(secs => ${bought_s})`,
          told: 'nothing',
        }),
      )
      .returning('until_at')
      .executeTakeFirstOrThrow();
    return deferResult(async () => {
      const { balance } = await readAccount(tx, account);
      return { resident_until_at: until_at.toISOString(), balance };
    });
  },
});

export const residencyRoutes = [subscribe];
