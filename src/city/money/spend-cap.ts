import { sql } from 'kysely';
import type { SpendingLimits } from '../../ledger/batch.ts';
import type { Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  afterCommit,
  beforeCommit,
  type ClosingTx,
  pipelineWrite,
  type Tx,
} from '../../platform/db/transaction.ts';
import { actorOf } from '../../platform/http/caller.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { keyEnded } from '../identity/errors.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { isAgentCaller } from '../identity/key-lookup.ts';
import { assertScope } from '../identity/scopes.ts';
import { accountOf } from './account.ts';

export const spendCap = errorKind(
  'spend_cap',
  403,
  'The call would spend more AP than its x-max-ap header allows, or than its key, or the key that created it, has left for this UTC day.',
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
        if (ap > 0) beforeCommit(tx, 'counters', (ending) => spend(ending, actor, ap, clock.now()));
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

export function checkMax({ maxAp }: Spender, ap: number): void {
  if (maxAp === undefined || ap <= maxAp) return;
  throw new Refusal(
    spendCap,
    `this call may spend ${maxAp} AP and would spend ${ap}`,
    'Nothing was spent. Raise x-max-ap, or leave it out.',
  );
}

/** The key whose cap a payment counts against. A key without a cap was not created by a capped one. */
export const limitedKeyOf = ({ keyId, spendCap }: Spender): number | undefined =>
  spendCap === null ? undefined : (keyId ?? undefined);

async function spend(tx: ClosingTx, caller: Spender, ap: number, now: Date): Promise<void> {
  assertScope(caller.scopes, 'spend', 'a call that spends AP');
  const key = limitedKeyOf(caller);
  if (key === undefined) return;
  const caps = await LockedCaps.lock(tx, [key], now);
  caps.check(key, ap);
  caps.add(key, ap);
  caps.write(tx);
}

interface Cap {
  readonly keyId: number;
  readonly cap: number;
  spent: number;
}

/**
 * What capped keys may still spend today, locked until the commit of what they buy. A payment counts against the key
 * that pays and against every key above it, so that a key cannot spend more by creating others.
 */
export class LockedCaps implements SpendingLimits {
  readonly #day: string;
  /** By paying key: its cap and those above it. */
  readonly #caps: ReadonlyMap<number, readonly Cap[]>;
  readonly #changed = new Set<Cap>();

  private constructor(day: string, caps: ReadonlyMap<number, readonly Cap[]>) {
    this.#day = day;
    this.#caps = caps;
  }

  /** Locks in the order of ids, so that two transactions cannot wait for each other. Revoked keys are left out. */
  static async lock(tx: ClosingTx, keys: readonly number[], now: Date): Promise<LockedCaps> {
    const day = now.toISOString().slice(0, 10);
    const { rows } = await sql<{ payer: number; key_id: number; cap: number; spent: number }>`
      WITH RECURSIVE line AS (
        SELECT id AS payer, id, parent_id, spend_cap FROM named_key WHERE id = ANY(${[...keys]}::bigint[])
        UNION ALL
        SELECT line.payer, above.id, above.parent_id, above.spend_cap
        FROM named_key AS above JOIN line ON above.id = line.parent_id),
      valid AS (
        SELECT id FROM named_key WHERE id IN (SELECT id FROM line) AND spend_cap IS NOT NULL
        ORDER BY id FOR KEY SHARE),
      locked AS (
        INSERT INTO key_spend AS kept (key_id, day, ap) SELECT id, ${day}::date, 0 FROM valid ORDER BY id
        ON CONFLICT (key_id, day) DO UPDATE SET ap = kept.ap RETURNING key_id, ap)
      SELECT line.payer, locked.key_id, line.spend_cap AS cap, locked.ap AS spent
      FROM line JOIN locked ON locked.key_id = line.id`.execute(tx);
    const byKey = new Map<number, Cap>();
    const caps = new Map<number, Cap[]>();
    for (const { payer, key_id: keyId, cap, spent } of rows) {
      const known = byKey.get(keyId) ?? { keyId, cap, spent };
      byKey.set(keyId, known);
      caps.set(payer, [...(caps.get(payer) ?? []), known]);
    }
    return new LockedCaps(day, caps);
  }

  check(key: number, ap: number): void {
    const caps = this.#caps.get(key);
    if (!caps) throw keyEnded();
    const exceeded = caps.find(({ cap, spent }) => spent + ap > cap);
    if (exceeded) throw spendCapExceeded(exceeded, key, ap);
  }

  add(key: number, ap: number): void {
    for (const cap of this.#caps.get(key) ?? []) {
      cap.spent += ap;
      this.#changed.add(cap);
    }
  }

  write(tx: ClosingTx): void {
    if (this.#changed.size === 0) return;
    const changed = [...this.#changed];
    const written = sql`UPDATE key_spend SET ap = t.ap
      FROM unnest(${changed.map(({ keyId }) => keyId)}::bigint[], ${changed.map(({ spent }) => spent)}::bigint[])
        AS t (key_id, ap)
      WHERE key_spend.key_id = t.key_id AND key_spend.day = ${this.#day}::date`.execute(tx);
    pipelineWrite(tx, written);
  }
}

const spendCapExceeded = ({ keyId, cap, spent }: Cap, key: number, ap: number): Refusal =>
  new Refusal(
    spendCap,
    keyId === key
      ? `this key may spend ${cap} AP per day, has spent ${spent}, and ${ap} more would exceed that`
      : `the keys created by key ${keyId} may spend ${cap} AP per day together, have spent ${spent}, and ${ap} more would exceed that`,
    'Nothing was spent. Use another key, or wait for 00:00 UTC; GET /api/keys shows the caps of your keys.',
  );
