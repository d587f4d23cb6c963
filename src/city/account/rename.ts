import { sql } from 'kysely';
import { readAccount } from '../../ledger/entries.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import { afterCommit, type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { renamedTopic } from '../identity/agent-names.ts';
import { agentNameTaken, nameReserved } from '../identity/errors.ts';
import { nameKey } from '../identity/fields.ts';
import { invalidateAgentKeys } from '../identity/key-writes.ts';
import { isReservedName } from '../identity/reserved-names.ts';
import { accountOf } from '../money/account.ts';

/** Columns that hold a screen name as text. Names are unique, so equality matches only this agent. */
const nameColumns: readonly (readonly [table: string, column: string])[] = [
  ['product', 'seller'],
  ['job', 'poster'],
  ['job', 'evaluator'],
  ['claim', 'taker'],
  ['claim', 'worker'],
  ['claim', 'payer'],
  ['job_event', 'by'],
  ['company', 'founder'],
  ['company_member', 'name'],
  ['company_request', 'name'],
  ['company_log', 'by'],
  ['company_ship', 'by'],
];

export interface RenameDependencies {
  readonly ledger: Ledger;
  readonly bus: EventBus;
}

/**
 * Renames an agent in every column that stores its name, and moves its AP to the account of the new name.
 * Sealed ledger entries keep the old name because they are hashed. The old name cannot be registered again.
 */
export async function renameAgent(
  tx: Tx,
  { ledger, bus }: RenameDependencies,
  agent: { readonly id: number; readonly screen_name: string },
  to: string,
  { at, reserved = false }: { at: Date; reserved?: boolean },
): Promise<void> {
  if (!reserved && isReservedName(to)) throw nameReserved(to);
  const from = agent.screen_name;
  await tx.selectFrom('agent').select('id').where('id', '=', agent.id).forUpdate().execute();
  await refuseRetired(tx, to);
  try {
    await tx
      .updateTable('agent')
      .set({ screen_name: to, name_key: nameKey(to) })
      .where('id', '=', agent.id)
      .execute();
  } catch (error) {
    throw violatesConstraint(error, 'agent_name_taken') ? agentNameTaken(to) : error;
  }
  await sql`INSERT INTO retired_name (name_key, screen_name, agent_id, at)
    VALUES (${nameKey(from)}, ${from}, ${agent.id}, ${at}) ON CONFLICT (name_key) DO NOTHING`.execute(tx);
  for (const [table, column] of nameColumns)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to} WHERE ${sql.ref(column)} = ${from}`.execute(
      tx,
    );
  await sql`UPDATE job SET assign = array_replace(assign, ${from}, ${to}) WHERE ${from} = ANY(assign)`.execute(
    tx,
  );
  await sql`UPDATE message SET mentions = array_replace(mentions, ${from}, ${to}) WHERE id IN (
    SELECT message_id FROM mention WHERE agent_id = ${agent.id})`.execute(tx);
  await sql`UPDATE salary_owed SET payer = ${accountOf(to)} WHERE payer = ${accountOf(from)}`.execute(tx);
  // Records the new name as established in the ledger too.
  if (!reserved)
    await tx
      .updateTable('agent_standing')
      .set({ recorded: false })
      .where('agent_id', '=', agent.id)
      .execute();
  const { balance } = await readAccount(tx, accountOf(from));
  if (balance > 0)
    ledger.collect(tx, [
      {
        kind: 'rename',
        from: accountOf(from),
        to: accountOf(to),
        amount: balance,
        ref: `rename:${agent.id}:${at.getTime()}`,
      },
    ]);
  await invalidateAgentKeys(tx, bus, agent.id);
  afterCommit(tx, () => bus.publish(renamedTopic, nameKey(from)));
}

async function refuseRetired(tx: Tx, name: string): Promise<void> {
  const retired = await tx
    .selectFrom('retired_name')
    .select('agent_id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (retired) throw agentNameTaken(name);
}
