import { sql } from 'kysely';
import { Type } from 'typebox';
import { exactlyOne } from '../../platform/db/row-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { wholeNumber } from '../../platform/http/schema.ts';

export const fenceGiven = Type.Integer({
  description:
    'Fencing token: grows with every grant in the workspace, and extending keeps it. A store that accepts only the largest it has seen is safe from a holder who lost it without noticing.',
});

export const fenceStated = Type.Optional(
  wholeNumber(1, 'The fence of the lane or lease that you rely on: refused if you no longer hold it.'),
);

/** Called with the workspace locked, so that its grants and their fences have one order. */
export async function nextFence(tx: Tx): Promise<number> {
  const { rows } = await sql<{ fence: number }>`SELECT nextval('workspace_fence') AS fence`.execute(tx);
  return exactlyOne(rows).fence;
}
