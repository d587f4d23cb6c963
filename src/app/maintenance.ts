import { audit } from '../ledger/audit.ts';
import { forgetPaidAnswers } from '../payments/records.ts';
import { forgetOldAnswers } from '../platform/http/idempotency.ts';
import { forgetOldUses } from '../platform/http/limits.ts';
import { every, type Kind } from '../platform/scheduler/kind.ts';
import { forgetOldQuotaUse } from '../utility/access/quota-use.ts';
import type { Ground } from './runtime.ts';

const hourMs = 3_600_000;

/** The house work: once a beat over all processes. */
export function chores({ transaction, clock, log }: Ground): Kind[] {
  return [
    every('forget old answers', hourMs, (task) =>
      transaction(async (tx) => {
        await forgetOldAnswers(tx, clock);
        await task.finish(tx);
      }),
    ),
    every('forget old limit uses', hourMs, (task) =>
      transaction(async (tx) => {
        await forgetOldUses(tx, clock);
        await forgetOldQuotaUse(tx, clock);
        await task.finish(tx);
      }),
    ),
    every('forget paid answers', hourMs, (task) =>
      transaction(async (tx) => {
        await forgetPaidAnswers(tx, clock);
        await task.finish(tx);
      }),
    ),
    every('audit the ledger', 24 * hourMs, () => auditAndTell({ transaction, log })),
  ];
}

/** Reads all and writes nothing but what it found into the log. */
export async function auditAndTell({ transaction, log }: Pick<Ground, 'transaction' | 'log'>): Promise<void> {
  const { ok, ...found } = await audit(transaction);
  if (ok) log.info(found, 'ledger audit: all is well');
  else log.error(found, 'ledger audit: NOT WELL');
}
