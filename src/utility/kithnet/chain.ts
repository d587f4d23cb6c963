import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Tx } from '../../platform/db/transaction.ts';

/** What a trade says, as it is hashed: who confirmed it later can be worked out from the chain itself. */
interface Trade {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly with: string;
  readonly gave: string;
  readonly got: string;
}

/** sha256 of the hash before and the RFC 8785 JSON of the entry without its hash: the rule of the city's ledger. */
export function tradeHash(trade: Trade, prevHash: string): string {
  const { id, at, by, with: other, gave, got } = trade;
  const bare = canonicalize({ id, at, by, with: other, gave, got, prev_hash: prevHash })!;
  return createHash('sha256')
    .update(prevHash + bare)
    .digest('hex');
}

/** The place of the next trade. The row stays locked until the transaction ends, so the chain has no fork. */
export async function nextPlace(tx: Tx): Promise<{ id: number; prevHash: string }> {
  const head = await tx
    .selectFrom('kithnet_head')
    .select(['last_id', 'hash'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id: head.last_id + 1, prevHash: head.hash };
}

export async function moveHead(tx: Tx, id: number, hash: string): Promise<void> {
  await tx.updateTable('kithnet_head').set({ last_id: id, hash }).execute();
}
