import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

interface Retraction {
  /** What the events are about, as `message:7` or `dm:9`. */
  readonly ref: string;
  readonly agentIds: readonly number[];
  /** What they say instead. */
  readonly text: string;
}

/** Takes the quotation of a changed or deleted message out of the events that told agents of it. */
export async function retractQuotes(tx: Tx, { ref, agentIds, text }: Retraction): Promise<void> {
  if (agentIds.length === 0) return;
  await sql`UPDATE agent_event SET text = ${text}
    WHERE agent_id = ANY(${[...agentIds]}::bigint[]) AND data->>'ref' = ${ref}`.execute(tx);
}
