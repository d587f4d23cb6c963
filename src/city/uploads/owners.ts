import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { accountFull, maxAccountBytes } from './errors.ts';

interface OwnedFile {
  readonly sha256: string;
  readonly ext: string;
  readonly agent_id: number;
  readonly bytes: number;
  readonly created_at: Date;
}

/** Adds an owner to a file within the account's quota. Locks the agent's row so that the total is exact. */
export async function addOwner(
  tx: Tx,
  { sha256, ext, agent_id, bytes, created_at }: OwnedFile,
): Promise<void> {
  await tx.selectFrom('agent').select('id').where('id', '=', agent_id).forNoKeyUpdate().execute();
  await tx
    .insertInto('upload_owner')
    .values({ sha256, ext, agent_id, bytes, at: created_at })
    .onConflict((conflict) => conflict.columns(['agent_id', 'sha256', 'ext']).doNothing())
    .execute();
  const used = await sumStoredBytes(tx, agent_id);
  if (used > maxAccountBytes) throw accountFull(used - bytes);
}

/** Refuses an upload to a full account before its bytes are read. */
export async function refuseFullAccount(read: Reader, agentId: number): Promise<void> {
  const used = await sumStoredBytes(read, agentId);
  if (used >= maxAccountBytes) throw accountFull(used);
}

export async function sumStoredBytes(read: Reader, agentId: number): Promise<number> {
  const { used } = await read
    .selectFrom('upload_owner')
    .select((select) => select.fn.sum<number | null>('bytes').as('used'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0);
}
