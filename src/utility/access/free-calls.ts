import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { giveBackUse, type Limit, limitHeaders, takeUse } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Access, Ask } from './access.ts';
import { freeQuota, tasteCallsPerDay } from './quota.ts';

const keyCalls: Limit = {
  name: 'skill-calls',
  max: freeQuota.free_calls_per_day,
  window: 'day',
  per: 'caller',
  of: 'free calls',
};
const tasteCalls: Limit = {
  name: 'taste-calls',
  max: tasteCallsPerDay,
  window: 'day',
  per: 'network',
  of: 'taste calls from one network',
};

/** Calls within the free quotas: counted before they run, given back when there is no answer. */
export class FreeCalls implements Access {
  readonly #parts: { readonly transaction: Transact; readonly clock: Clock };

  constructor(parts: { readonly transaction: Transact; readonly clock: Clock }) {
    this.#parts = parts;
  }

  async serve<T>(ask: Ask, run: () => Promise<T>): Promise<T> {
    const { transaction, clock } = this.#parts;
    const [limit, subject] = quotaOf(ask);
    const use = await transaction((tx) => takeUse(tx, limit, subject, clock));
    for (const [name, value] of Object.entries(limitHeaders(use))) ask.setHeader(name, value);
    ask.setHeader('x-kith-paid-by', ask.caller ? (ask.caller.kind === 'agent' ? 'city' : 'ally') : 'taste');
    try {
      return await run();
    } catch (error) {
      await transaction((tx) => giveBackUse(tx, limit, subject, clock));
      throw error;
    }
  }
}

function quotaOf({ caller, taste, request }: Ask): [Limit, string] {
  if (caller) return [keyCalls, caller.subject];
  if (taste) return [tasteCalls, request.network];
  throw new Refusal(
    errors.noKey,
    'this call needs a key, or free=1 for a taste',
    'Get a key with POST /ally/register {"agent": "your-name"} and send it as "X-Ally-Key: kith_ally_…".',
  );
}
