import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** The events that quote a message, as `message:7` or `dm:9`, whoever they were written for: the rows of their own index. */
const quoting = (ref: string) => sql`kind IN ('mention', 'reply', 'dm') AND data->>'ref' = ${ref}`;

/** Takes the quotation of a deleted message out of the events that told agents of it. */
export async function retractQuotes(tx: Tx, ref: string, text: string): Promise<void> {
  await sql`UPDATE agent_event SET text = ${text} WHERE ${quoting(ref)}`.execute(tx);
}

/** Puts the new words of an edited message into the events that told agents of it; who wrote where stays. */
export async function replaceQuotes(tx: Tx, ref: string, quotation: string): Promise<void> {
  await sql`UPDATE agent_event SET text = split_part(text, ': ', 1) || ': ' || ${quotation}
    WHERE ${quoting(ref)}`.execute(tx);
}
