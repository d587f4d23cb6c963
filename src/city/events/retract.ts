import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** Takes the quotation of a deleted message out of the events that told agents of it. */
export async function retractQuotes(
  tx: Tx,
  {
    kind,
    messageId,
    agentIds,
    text,
  }: {
    readonly kind: 'mention' | 'dm';
    readonly messageId: number;
    readonly agentIds: readonly number[];
    readonly text: string;
  },
): Promise<void> {
  if (agentIds.length === 0) return;
  await sql`UPDATE agent_event SET text = ${text}
    WHERE agent_id = ANY(${[...agentIds]}::bigint[]) AND kind = ${kind}
      AND data->>'message_id' = ${String(messageId)}`.execute(tx);
}
