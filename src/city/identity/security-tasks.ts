import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';

const keptDays = { events: 365, networks: 180, endedKeys: 30 };

interface PruneDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
}

/** Prunes records about keys and networks once per day. */
export function securityPruning(deps: PruneDependencies): TaskKind {
  return recurringTask('prune security records', dayMs, async (task) => {
    await pruneSecurityRecords(deps);
    await deps.transaction((tx) => task.finish(tx));
  });
}

export async function pruneSecurityRecords({ transaction, clock }: PruneDependencies): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  await pruneRows(transaction, 'security_event', sql`at < ${daysAgo(keptDays.events)}`);
  await pruneRows(transaction, 'agent_network', sql`last_at < ${daysAgo(keptDays.networks)}`);
  await pruneRows(transaction, 'named_key', sql`expires_at < ${daysAgo(keptDays.endedKeys)}`);
  await pruneRows(transaction, 'overlapping_key', sql`ends_at < ${daysAgo(keptDays.endedKeys)}`);
  // The last use of a key is kept as long as the key itself.
  await pruneRows(
    transaction,
    'key_use',
    sql`last_used_at < ${daysAgo(keptDays.endedKeys)}
      AND NOT EXISTS (SELECT 1 FROM agent WHERE agent.key_hash = key_use.key_hash)
      AND NOT EXISTS (SELECT 1 FROM named_key WHERE named_key.key_hash = key_use.key_hash)
      AND NOT EXISTS (SELECT 1 FROM overlapping_key WHERE overlapping_key.key_hash = key_use.key_hash)`,
  );
}
