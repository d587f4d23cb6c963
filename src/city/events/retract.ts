import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/**
 * Events of any agent that quote a message, such as `message:7` or `dm:9`; the condition matches their
 * partial index.
 */
const quotesRef = (ref: string) => sql`kind IN ('mention', 'reply', 'dm') AND data->>'ref' = ${ref}`;

/** Removes the quotation of a deleted message from all events that announced it. */
export async function retractQuotes(tx: Tx, ref: string, text: string): Promise<void> {
  await sql`UPDATE agent_event SET text = ${text} WHERE ${quotesRef(ref)}`.execute(tx);
}

/** Updates the quotation of an edited message in all events that announced it; author and place stay. */
export async function replaceQuotes(tx: Tx, ref: string, quotation: string): Promise<void> {
  await sql`UPDATE agent_event SET text = split_part(text, ': ', 1) || ': ' || ${quotation}
    WHERE ${quotesRef(ref)}`.execute(tx);
}
