import type { Clock } from '../platform/clock.ts';
import { type ClosingTx, pipelineWrite } from '../platform/db/transaction.ts';
import { asError } from '../platform/error-fields.ts';
import { deleteRecords, type Replay, storeAnswers, takeRecords } from '../platform/http/idempotency.ts';
import type { IdempotencyRecord } from '../platform/http/tables.ts';
import { LockedBalances } from './balances.ts';
import { insertSealed } from './entry-rows.ts';
import type { Transfer } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';
import { ChainHead, readUnsealed, sealRows } from './seal.ts';

/** A transfer without further effects, and the response to its caller. */
export interface Posting {
  readonly transfer: Transfer;
  readonly idempotency: IdempotencyRecord | undefined;
  readonly status: number;
  /** The key that pays, if a limit of its own is on what it spends. */
  readonly limitedKey?: number | undefined;
  /** `balance` is the payer's remaining balance. */
  answer(entry: LedgerEntry, balance: number): object;
}

/** The limits of keys that pay in a batch, locked until it commits. */
export interface SpendingLimits {
  /** Throws if the key may not spend the amount. */
  check(key: number, amount: number): void;
  add(key: number, amount: number): void;
  write(tx: ClosingTx): void;
}

export type LockSpendingLimits = (
  tx: ClosingTx,
  keys: readonly number[],
  now: Date,
) => Promise<SpendingLimits>;

interface WrittenBatch {
  /** Outcome per posting: its response, the stored response of its idempotency key, or its error. */
  readonly outcomes: Map<Posting, object | Replay | Error>;
  readonly sealed: LedgerEntry[];
}

/** Many postings in one transaction, each with its own outcome. */
export async function writeBatch(
  tx: ClosingTx,
  postings: readonly Posting[],
  clock: Clock,
  lockLimits?: LockSpendingLimits,
): Promise<WrittenBatch> {
  const now = clock.now();
  const limitedKeys = postings.flatMap(({ limitedKey }) => limitedKey ?? []);
  // Pipelined: the server takes the locks in this order, and reads waiting entries after them.
  const [head, replays, limits, balances, seen] = await Promise.all([
    ChainHead.lock(tx, { wait: true }),
    takeRecords(
      tx,
      postings.flatMap(({ idempotency }) => idempotency ?? []),
    ),
    limitedKeys.length > 0 ? lockLimits?.(tx, limitedKeys, now) : undefined,
    LockedBalances.lock(
      tx,
      postings.map(({ transfer }) => transfer),
    ),
    readUnsealed(tx, undefined),
  ]);
  if (!head) throw new Error('the ledger has no head');
  const outcomes = new Map<Posting, object | Replay | Error>();
  for (const posting of postings) {
    const earlier = posting.idempotency && replays.get(posting.idempotency);
    if (earlier) outcomes.set(posting, earlier);
  }
  const open = postings.filter((posting) => !outcomes.has(posting));
  // Entries that funded these accounts are committed by the time the accounts are locked, and must precede
  // what spends them.
  const unsealed = sealRows(tx, head, balances.addedAccounts ? await readUnsealed(tx, undefined) : seen);

  const at = now.toISOString();
  const entries: LedgerEntry[] = [];
  const answered: { record: IdempotencyRecord; status: number; json: string }[] = [];
  const refused: IdempotencyRecord[] = [];
  for (const posting of open) {
    const { transfer, idempotency, status } = posting;
    const refusal = tryMove(balances, posting, limits);
    if (refusal) {
      outcomes.set(posting, refusal);
      if (idempotency) refused.push(idempotency);
      continue;
    }
    const { kind, from, to, amount, memo = null, ref } = transfer;
    const entry = head.append({ at, kind, from, to, amount, memo, ref });
    const answer = posting.answer(entry, balances.of(from) ?? 0);
    entries.push(entry);
    outcomes.set(posting, answer);
    if (idempotency) answered.push({ record: idempotency, status, json: JSON.stringify(answer) });
  }

  limits?.write(tx);
  balances.write(tx);
  if (entries.length > 0) pipelineWrite(tx, insertSealed(tx, entries));
  if (entries.length + unsealed.length > 0) head.write(tx);
  pipelineWrite(tx, storeAnswers(tx, answered));
  pipelineWrite(tx, deleteRecords(tx, refused));
  return { outcomes, sealed: [...unsealed, ...entries] };
}

/** An error concerns only its own caller: a rejected transfer leaves the balances unchanged. */
function tryMove(
  balances: LockedBalances,
  { transfer, limitedKey }: Posting,
  limits: SpendingLimits | undefined,
): Error | undefined {
  try {
    if (limitedKey !== undefined) limits?.check(limitedKey, transfer.amount);
    balances.move(transfer);
    if (limitedKey !== undefined) limits?.add(limitedKey, transfer.amount);
    return undefined;
  } catch (error) {
    return asError(error);
  }
}
