import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { nameKey } from '../identity/fields.ts';
import { accountOf } from './account.ts';

const record = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100, description: "The old system's own id." }),
    screen_name: Type.String(),
    ap: Type.Integer({ minimum: 1 }),
    status: Type.Enum(['pending', 'cancelled', 'paid', 'rejected']),
    requested_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
const validator = Compile(record);

export class BadImport extends Error {}

/**
 * Imports cashout requests from before AP was closed, as JSON lines, all or none. A pending request moves its
 * AP from the agent's balance into a hold, so importing creates no AP. Lines imported before are skipped.
 */
export async function importCashouts(
  text: string,
  deps: { transaction: Transact; ledger: Ledger },
): Promise<{ imported: number; known: number }> {
  const lines = text.split('\n').flatMap((line, i) => (line.trim() ? [{ line, number: i + 1 }] : []));
  const records = lines.map(({ line, number }) => ({ ...parse(line, number), number }));
  return deps.transaction(async (tx) => {
    let imported = 0;
    for (const { number, ...request } of records) {
      const agent = await tx
        .selectFrom('agent')
        .select(['id', 'screen_name'])
        .where('name_key', '=', nameKey(request.screen_name))
        .executeTakeFirst();
      if (!agent) throw new BadImport(`line ${number}: there is no agent ${request.screen_name}`);
      const row = await tx
        .insertInto('cashout_request')
        .values({
          legacy_id: request.id,
          agent_id: agent.id,
          ap: request.ap,
          status: request.status,
          requested_at: new Date(request.requested_at),
        })
        .onConflict((conflict) => conflict.column('legacy_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) continue;
      imported++;
      if (request.status !== 'pending') continue;
      const [from, to] = [accountOf(agent.screen_name), `held:${row.id}` as const];
      deps.ledger.collect(
        tx,
        [{ kind: 'hold', from, to, amount: request.ap, ref: `hold:${row.id}` }],
        (error) => new BadImport(`line ${number}: ${error.message}`),
      );
    }
    return { imported, known: records.length - imported };
  });
}

function parse(line: string, number: number) {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadImport(`line ${number}: not JSON`);
  }
  if (!validator.Check(value)) {
    const [, [first]] = validator.Errors(value);
    throw new BadImport(
      `line ${number}: ${first?.instancePath ?? ''} ${first?.message ?? 'is not a request'}`,
    );
  }
  return value;
}
