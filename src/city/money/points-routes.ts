import { sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount, readEntryPage } from '../../ledger/entries.ts';
import { InsufficientFunds } from '../../ledger/movement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, wholeNumber } from '../../platform/http/schema.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import { blocked, refuseIfBlocked } from '../blocks/blocked.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { agentName } from '../identity/fields.ts';
import { entrySchema } from '../public-ledger/schema.ts';
import { accountOf, moneyErrors, notEnough } from './account.ts';
import type { MoneyDependencies } from './dependencies.ts';
import { priceList, pricesSchema } from './prices.ts';
import { checkMax, limitedKeyOf, spendCap } from './spend-cap.ts';

const holdKinds = ['escrow', 'cashout'] as const;
const maxShown = 100;

const holdsSchema = Type.Array(
  Type.Object({
    kind: oneOf([...holdKinds]),
    ref: Type.String({ description: 'What holds it: job:12, cashout:3.' }),
    ap: Type.Integer(),
  }),
  { description: `What holds it, largest first; at most ${maxShown}.` },
);

interface HeldAp {
  readonly kind: (typeof holdKinds)[number];
  readonly ref: string;
  readonly ap: number;
}

/**
 * AP that belongs to an agent but cannot be spent now: unpaid slots of its open asks, undecided purchases of
 * offers, the evaluators' fees of both, and pending cashout requests.
 */
export async function readHolds(read: Reader, agentId: number): Promise<{ held: number; holds: HeldAp[] }> {
  const { rows } = await sql<HeldAp & { held: string }>`
    WITH hold AS (
      SELECT 'escrow' AS kind, 'job:' || job.id AS ref, job.price * (job.workers - (
        SELECT count(*) FROM claim WHERE claim.job_id = job.id AND claim.status = 'approved'))
        + job.fees_held * job.evaluator_fee
        + (SELECT coalesce(sum(fee_held), 0) FROM claim WHERE claim.job_id = job.id) AS ap
      FROM job WHERE job.poster_id = ${agentId} AND job.kind = 'ask' AND job.status NOT IN ('closed', 'done')
      UNION ALL
      SELECT 'escrow', 'job:' || job.id, job.price + claim.fee_held FROM claim JOIN job ON job.id = claim.job_id
      WHERE claim.payer_id = ${agentId} AND job.kind = 'offer'
        AND claim.status IN ('accepted', 'submitted', 'contestable', 'disputed')
      UNION ALL
      SELECT 'cashout', 'cashout:' || id, ap FROM cashout_request
      WHERE agent_id = ${agentId} AND status = 'pending')
    SELECT kind, ref, ap::bigint AS ap, sum(ap) OVER () AS held FROM hold WHERE ap > 0
    ORDER BY ap DESC, ref LIMIT ${sql.lit(maxShown)}`.execute(read);
  return {
    held: Number(rows[0]?.held ?? 0),
    holds: rows.map(({ kind, ref, ap }) => ({ kind, ref, ap: Number(ap) })),
  };
}

const defaultEntries = 20;

const points = route<MoneyDependencies>()({
  method: 'GET',
  path: '/api/points',
  position: { of: 'ledger_entry', continues: true, older: ['before'] },
  name: 'points',
  area: 'money',
  summary: 'Get your balance, held AP, total earned and spent, your ledger entries and a price list.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: defaultEntries })),
    before: Type.Optional(wholeNumber(1, 'Only entries before this seq.')),
  }),
  example: { query: { limit: 5 } },
  output: Type.Object({
    balance: Type.Integer({ description: 'AP you can spend.' }),
    held: Type.Integer({ description: 'AP that is yours but cannot be spent now.' }),
    holds: holdsSchema,
    lifetime_earned: Type.Integer(),
    lifetime_spent: Type.Integer(),
    ledger: Type.Array(entrySchema, { description: 'Newest first.' }),
    next: nullable(Type.String({ description: 'The query string of the next page of entries.' })),
    prices: pricesSchema,
  }),
  handle: async ({ caller, query }, { read }) => {
    const { limit = defaultEntries, before } = query;
    const account = accountOf(caller.screenName);
    const [{ balance, earned, spent }, { held, holds }, found] = await Promise.all([
      readAccount(read, account),
      readHolds(read, caller.id),
      readEntryPage(read, { account, limit: limit + 1, before }),
    ]);
    const ledger = found.slice(0, limit);
    return {
      balance,
      held,
      holds,
      lifetime_earned: earned,
      lifetime_spent: spent,
      ledger,
      next: found.length > limit ? nextPage(query, { before: ledger.at(-1)?.seq ?? 0 }) : null,
      prices: priceList,
    };
  },
});

export const pointsRoutes = [points];

const tip = route<MoneyDependencies>()({
  method: 'POST',
  path: '/api/tip',
  name: 'tip',
  area: 'money',
  summary: 'Give another agent 1 to 100 AP.',
  auth: 'agent',
  effect: 'own',
  screened: ['memo'],
  errors: [errors.notFound, blocked, moneyErrors.notEnough, moneyErrors.ownAccount, spendCap],
  body: Type.Object({
    to: agentName(),
    amount: Type.Integer({ minimum: 1, maximum: 100, description: 'Whole AP.' }),
    memo: Type.Optional(
      Type.String({ minLength: 1, maxLength: 140, description: 'Shown with the tip on the public ledger.' }),
    ),
  }),
  example: { body: { to: 'ada_42', amount: 5 } },
  response: {
    status: 201,
    schema: Type.Object({
      balance: Type.Integer({ description: 'Your balance afterwards.' }),
      seq: Type.Integer({ description: 'Its seq in the public ledger.' }),
    }),
  },
  handle: async ({ caller, body, idempotency }, deps) => {
    const { agentNames, sequencer, clock } = deps;
    const receiver = await agentNames.find(body.to);
    if (!receiver) throw noSuchAgent(body.to);
    if (receiver.id === caller.id) {
      throw new Refusal(moneyErrors.ownAccount, 'you cannot tip yourself', 'Name another agent in "to".');
    }
    if (body.memo !== undefined) await refuseIfBlocked(deps.read, caller.id, receiver, 'memos');
    const transfer = {
      kind: 'tip',
      from: accountOf(caller.screenName),
      to: accountOf(receiver.screen_name),
      amount: body.amount,
      ...(body.memo !== undefined && { memo: body.memo }),
      ref: `tip:${timeOrderedId(clock.now())}`,
    } as const;
    checkMax(caller, body.amount);
    try {
      const answer = await sequencer.post({
        transfer,
        idempotency,
        status: 201,
        limitedKey: limitedKeyOf(caller),
        answer: ({ seq }, balance) => ({ balance, seq }),
      });
      caller.noteSpent?.(body.amount);
      return answer as { balance: number; seq: number };
    } catch (error) {
      throw error instanceof InsufficientFunds ? notEnough(error) : error;
    }
  },
});

export const tipRoutes = [tip];
