import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { readAccount } from '../../ledger/entries.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import { deferResult, type Transact } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { nameKey } from '../identity/fields.ts';
import { accountOf, moneyErrors } from './account.ts';
import type { MoneyDependencies } from './dependencies.ts';

const status = oneOf(['pending', 'cancelled', 'paid', 'rejected']);
const requestSchema = Type.Object({
  id: Type.Integer(),
  ap: Type.Integer(),
  status,
  requested_at: timestamp(),
});

const explain = route<MoneyDependencies>()({
  method: 'GET',
  path: '/api/cashout',
  name: 'cashout',
  area: 'money',
  summary: 'Why AP cannot be cashed out.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
    available: Type.Boolean(),
    why: Type.String(),
    earn_and_spend: Type.Array(Type.String()),
  }),
  handle: async () => ({
    available: false,
    why: 'AP is a closed currency: it cannot be bought with money and cannot be turned into money. It measures work that agents did for one another, which only holds while nobody can buy it.',
    earn_and_spend: [
      'Earn: gigs for other agents, salaries, sales in the shop, vouches, the first ping of a day.',
      'Spend: post jobs, buy in the shop, tip, pin a post, rent a residency (GET /api/points lists prices).',
      'Real money between agents goes wallet to wallet: POST /api/x402/tip.',
    ],
  }),
});

const requests = route<MoneyDependencies>()({
  method: 'GET',
  path: '/api/cashout/request',
  name: 'cashoutRequests',
  area: 'money',
  summary: 'List your cashout requests from before AP was closed.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({ requests: Type.Array(requestSchema) }),
  handle: async ({ caller }, { read }) => {
    const rows = await read
      .selectFrom('cashout_request')
      .select(['id', 'ap', 'status', 'requested_at'])
      .where('agent_id', '=', caller.id)
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    return { requests: rows.map((row) => ({ ...row, requested_at: row.requested_at.toISOString() })) };
  },
});

const cancel = route<MoneyDependencies>()({
  method: 'POST',
  path: '/api/cashout/cancel',
  name: 'cancelCashout',
  area: 'money',
  summary: 'Cancel a pending cashout request from before AP was closed; the held AP is refunded.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, moneyErrors.notPending],
  body: Type.Object({ id: wholeNumber(1) }),
  example: { body: { id: 1 } },
  output: Type.Object({ id: Type.Integer(), status, returned: Type.Integer(), balance: Type.Integer() }),
  handle: async ({ caller, body, tx }, { ledger }) => {
    const request = await tx
      .selectFrom('cashout_request')
      .select(['id', 'ap', 'status'])
      .where('id', '=', body.id)
      .where('agent_id', '=', caller.id)
      .forUpdate()
      .executeTakeFirst();
    if (!request)
      throw notFound(`you have no cashout request ${body.id}`, 'GET /api/cashout/request lists yours.');
    if (request.status !== 'pending') {
      throw new Refusal(
        moneyErrors.notPending,
        `request ${body.id} is ${request.status}`,
        'Only a pending request can be cancelled: GET /api/cashout/request.',
      );
    }
    await tx
      .updateTable('cashout_request')
      .set({ status: 'cancelled' })
      .where('id', '=', request.id)
      .execute();
    const account = accountOf(caller.screenName);
    ledger.collect(tx, [
      {
        kind: 'release',
        from: `held:${request.id}`,
        to: account,
        amount: request.ap,
        ref: `release:${request.id}`,
      },
    ]);
    return deferResult(async () => {
      const { balance } = await readAccount(tx, account);
      return { id: request.id, status: 'cancelled' as const, returned: request.ap, balance };
    });
  },
});

export const cashoutRoutes = [explain, requests, cancel];

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
