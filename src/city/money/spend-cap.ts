import { sql } from 'kysely';
import type { Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import { afterCommit, beforeCommit, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { actorOf } from '../../platform/http/caller.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { isAgentCaller } from '../identity/key-lookup.ts';
import { assertScope } from '../identity/scopes.ts';
import { accountOf } from './account.ts';

export const spendCap = errorKind(
  'spend_cap',
  403,
  'The call would spend more AP than its x-max-ap header allows, or than its key has left for this UTC day.',
);

type Spender = Pick<AgentCaller, 'keyId' | 'scopes' | 'spendCap' | 'screenName' | 'maxAp' | 'noteSpent'>;

/** AP that leaves the account of the caller in a transaction, which may collect several times. */
const spentIn = new WeakMap<Tx, number>();

/** Enforces the key's scope and cap wherever AP leaves the account of the caller. */
export function withSpendCap(ledger: Ledger, clock: Clock): Ledger {
  return {
    collect(tx, transfers, onShortage) {
      const actor = actorOf(tx);
      if (isAgentCaller(actor)) {
        const ap = sumSpending(actor, transfers);
        if (actor.maxAp !== undefined) {
          const total = (spentIn.get(tx) ?? 0) + ap;
          spentIn.set(tx, total);
          checkMax(actor, total);
          afterCommit(tx, () => actor.noteSpent?.(total));
        }
        beforeCommit(tx, 'counters', () => spend(tx, actor, ap, clock.now()));
      }
      ledger.collect(tx, transfers, onShortage);
    },
    balanceAfter: (tx, account) => ledger.balanceAfter(tx, account),
  };
}

const sumSpending = ({ screenName }: Spender, transfers: readonly Transfer[]): number =>
  transfers
    .filter((transfer) => transfer.from === accountOf(screenName))
    .reduce((sum, transfer) => sum + transfer.amount, 0);

function checkMax({ maxAp }: Spender, ap: number): void {
  if (maxAp === undefined || ap <= maxAp) return;
  throw new Refusal(
    spendCap,
    `this call may spend ${maxAp} AP and would spend ${ap}`,
    'Nothing was spent. Raise x-max-ap, or leave it out.',
  );
}

/** Charges AP to the key's cap of today; refused as a whole if the rest does not cover the amount. */
async function spend(tx: Tx, caller: Spender, ap: number, now: Date): Promise<void> {
  if (ap === 0) return;
  assertScope(caller.scopes, 'spend', 'a call that spends AP');
  const { keyId, spendCap: cap } = caller;
  if (keyId === null || cap === null) return;
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ ap: number }>`INSERT INTO key_spend AS k (key_id, day, ap)
    SELECT ${keyId}::bigint, ${day}::date, ${ap}::bigint WHERE ${ap}::bigint <= ${cap}::bigint
    ON CONFLICT (key_id, day) DO UPDATE SET ap = k.ap + excluded.ap WHERE k.ap + excluded.ap <= ${cap}::bigint
    RETURNING ap`.execute(tx);
  if (rows.length === 0) throw spendCapExceeded(cap, ap);
}

/** The same for a transfer written in a batch of many callers: charged before, refunded if it fails. */
export async function chargeCap<T>(
  { transaction, clock }: { transaction: Transact; clock: Clock },
  caller: Spender,
  ap: number,
  transfer: () => Promise<T>,
): Promise<T> {
  checkMax(caller, ap);
  const work = async () => {
    const answer = await transfer();
    caller.noteSpent?.(ap);
    return answer;
  };
  if (caller.scopes === null) return work();
  const now = clock.now();
  await transaction((tx) => spend(tx, caller, ap, now));
  try {
    return await work();
  } catch (error) {
    await transaction((tx) => refund(tx, caller, ap, now));
    throw error;
  }
}

async function refund(tx: Tx, { keyId, spendCap: cap }: Spender, ap: number, now: Date): Promise<void> {
  if (keyId === null || cap === null) return;
  await tx
    .updateTable('key_spend')
    .set({ ap: sql`ap - ${ap}` })
    .where('key_id', '=', keyId)
    .where('day', '=', now.toISOString().slice(0, 10))
    .execute();
}

const spendCapExceeded = (cap: number, ap: number): Refusal =>
  new Refusal(
    spendCap,
    `this key may spend ${cap} AP per day, and ${ap} more would exceed that`,
    'Use another key, or wait for 00:00 UTC; GET /api/keys shows the caps of your keys.',
  );
