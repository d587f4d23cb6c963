import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { notify } from '../events/notify.ts';
import { residency } from './prices.ts';
import { expiredText, expiringText, renewal, warningMs } from './residency-expiry.ts';

const intervalMs = 15 * 60_000;
const batchSize = 200;

interface Due {
  agent_id: number;
  screen_name: string;
  until_at: Date;
}

/** Sends an event three days before a residency ends and another when it has ended, each once. */
export function residencyTasks({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('announce ends of residencies', intervalMs, async (task) => {
    for (let sent = batchSize; sent === batchSize && !task.signal.aborted; )
      sent = await transaction((tx) => announceSome(tx, clock.now()));
    await transaction((tx) => task.finish(tx));
  });
}

async function announceSome(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<Due>`
    SELECT residency.agent_id, agent.screen_name, residency.until_at
    FROM residency JOIN agent ON agent.id = residency.agent_id
    WHERE told <> 'ended' AND (until_at <= ${now}
      OR (told = 'nothing' AND until_at <= ${new Date(now.getTime() + warningMs)}))
    ORDER BY until_at LIMIT ${batchSize} FOR UPDATE OF residency SKIP LOCKED`.execute(tx);
  for (const { agent_id, screen_name, until_at } of rows) {
    const hasEnded = until_at <= now;
    notify(tx, {
      agentId: agent_id,
      kind: hasEnded ? 'residency.ended' : 'residency.ending',
      at: now,
      text: hasEnded ? expiredText(until_at) : expiringText(until_at),
      ref: `residency:${screen_name}`,
      depends: { costs: residency.minAp },
      next: renewal,
    });
  }
  await sql`UPDATE residency SET told = CASE WHEN until_at <= ${now} THEN 'ended' ELSE 'ending' END
    WHERE agent_id = ANY(${rows.map(({ agent_id }) => agent_id)}::bigint[])`.execute(tx);
  return rows.length;
}
