import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Tx } from '../../platform/db/transaction.ts';

/**
 * The hashed content of a trade. Later confirmations are left out: they can be derived from the chain itself.
 */
interface Trade {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly with: string;
  readonly gave: string;
  readonly got: string;
}

/**
 * sha256 of the previous hash and the RFC 8785 JSON of the entry without its hash, as in the city's ledger.
 */
export function tradeHash(trade: Trade, prevHash: string): string {
  const { id, at, by, with: other, gave, got } = trade;
  const bare = canonicalize({ id, at, by, with: other, gave, got, prev_hash: prevHash })!;
  return createHash('sha256')
    .update(prevHash + bare)
    .digest('hex');
}

/**
 * Reserves the position of the next trade. The row stays locked until the transaction ends, so the chain
 * cannot fork.
 */
export async function reserveNextTrade(tx: Tx): Promise<{ id: number; prevHash: string }> {
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
