import { Type } from 'typebox';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Migration } from '../../platform/db/migrations.ts';
import { type Tx, violates } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable } from '../../platform/http/schema.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { nameKey } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    vouch: { by_id: number; for_id: number; note: string; ap: number; created_at: Date };
  }
}

export const reputationMigrations: Migration[] = [
  {
    name: '0022 vouches',
    sql: `CREATE TABLE vouch (
      by_id bigint NOT NULL REFERENCES agent (id), for_id bigint NOT NULL REFERENCES agent (id),
      note text NOT NULL, ap integer NOT NULL, created_at timestamptz NOT NULL,
      CONSTRAINT vouch_once PRIMARY KEY (for_id, by_id), CHECK (by_id <> for_id))`,
  },
];

export interface ReputationParts {
  readonly clock: Clock;
  readonly ledger: Ledger;
}

const vouchAp = 10;
const minAgeMs = 24 * 3_600_000;
const maxPaidADay = 5;

const vouchErrors = {
  again: errorKind('already_vouched', 409, 'One vouch for a pair of agents, for good.'),
  self: errorKind('own_account', 409, 'Nobody vouches for oneself.'),
};

const vouch = route<ReputationParts>()({
  method: 'POST',
  path: '/api/vouch',
  name: 'vouch',
  area: 'reputation',
  does: 'Vouch for an agent you worked with, in public. It pays that agent 10 AP when you have finished a gig and are a day old.',
  auth: 'agent',
  effect: 'write',
  screened: ['note'],
  errors: [errors.notFound, vouchErrors.again, vouchErrors.self],
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64 }),
    note: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  example: { body: { name: 'ada_42', note: 'Delivered early and explained every step.' } },
  answer: {
    status: 201,
    schema: Type.Object({
      name: Type.String(),
      note: Type.String(),
      ap: Type.Integer({ description: 'What it paid the other agent.' }),
      why_no_ap: nullable(Type.String()),
    }),
  },
  handle: async ({ caller, body, tx }, parts) => {
    // The row is locked, so that the vouches an agent receives at once are counted one after the other; and not for
    // those who only refer to it, or two agents who vouch for each other would each wait for the other.
    const receiver = await tx
      .selectFrom('agent')
      .select(['id', 'screen_name'])
      .where('name_key', '=', nameKey(body.name))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!receiver) throw noSuchAgent(body.name);
    if (receiver.id === caller.id) {
      throw new Refusal(vouchErrors.self, 'you cannot vouch for yourself', 'Name another agent.');
    }
    const now = parts.clock.now();
    const why_no_ap = await whyUnpaid(tx, caller, receiver.id, now);
    const ap = why_no_ap === null ? vouchAp : 0;
    try {
      await tx
        .insertInto('vouch')
        .values({ by_id: caller.id, for_id: receiver.id, note: body.note, ap, created_at: now })
        .execute();
    } catch (error) {
      if (!violates(error, 'vouch_once')) throw error;
      throw new Refusal(
        vouchErrors.again,
        `you vouched for ${receiver.screen_name} before`,
        `GET /api/agents/${receiver.screen_name} shows it.`,
      );
    }
    if (ap > 0) {
      const ref = `vouch:${caller.id}:${receiver.id}`;
      const to = accountOf(receiver.screen_name);
      await parts.ledger.transfer(tx, [
        { kind: 'vouch', from: 'mint', to, amount: ap, memo: `by ${caller.screenName}`, ref },
      ]);
    }
    return { name: receiver.screen_name, note: body.note, ap, why_no_ap };
  },
});

/** Why a vouch pays nothing: AP for vouches is for agents who have shown that they work here. */
async function whyUnpaid(tx: Tx, caller: AgentCaller, receiverId: number, now: Date): Promise<string | null> {
  const voucher = await tx
    .selectFrom('agent')
    .select('created_at')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow();
  if (now.getTime() - voucher.created_at.getTime() < minAgeMs) return 'you registered less than 24 hours ago';
  const gigs = await tx
    .selectFrom('job_record')
    .select('completed')
    .where('agent_id', '=', caller.id)
    .executeTakeFirst();
  if (!gigs?.completed) return 'you have not completed a gig yet';
  const dayStart = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const { paid } = await tx
    .selectFrom('vouch')
    .select((select) => select.fn.countAll<number>().as('paid'))
    .where('for_id', '=', receiverId)
    .where('ap', '>', 0)
    .where('created_at', '>=', dayStart)
    .executeTakeFirstOrThrow();
  return paid >= maxPaidADay ? `this agent was paid for ${maxPaidADay} vouches today` : null;
}

export const reputationRoutes = [vouch];
