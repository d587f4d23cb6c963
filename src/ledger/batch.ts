import type { Clock } from '../platform/clock.ts';
import { type ClosingTx, sendOnly } from '../platform/db/transaction.ts';
import { asError } from '../platform/error-fields.ts';
import {
  type Claim,
  dropClaims,
  keepAnswers,
  type Replay,
  takeClaims,
} from '../platform/http/idempotency.ts';
import { LockedBalances } from './balances.ts';
import { insertSealed } from './entry-rows.ts';
import type { Transfer } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';
import { ChainEnd, readWaiting, sealRows } from './seal.ts';

/** A transfer without further effects, and the response to its caller. */
export interface Posting {
  readonly transfer: Transfer;
  readonly claim: Claim | undefined;
  readonly status: number;
  /** `balance` is the payer's remaining balance. */
  answer(entry: LedgerEntry, balance: number): object;
}

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
): Promise<WrittenBatch> {
  // Pipelined: the server takes the locks in this order, and reads waiting entries after them.
  const [end, claimed, balances, seen] = await Promise.all([
    ChainEnd.lock(tx, { wait: true }),
    takeClaims(
      tx,
      postings.flatMap(({ claim }) => claim ?? []),
    ),
    LockedBalances.lock(
      tx,
      postings.map(({ transfer }) => transfer),
    ),
    readWaiting(tx, undefined),
  ]);
  if (!end) throw new Error('the ledger has no head');
  const outcomes = new Map<Posting, object | Replay | Error>();
  for (const posting of postings) {
    const earlier = posting.claim && claimed.get(posting.claim);
    if (earlier) outcomes.set(posting, earlier);
  }
  const open = postings.filter((posting) => !outcomes.has(posting));
  // Entries that funded these accounts are committed by the time the accounts are locked, and must precede
  // what spends them.
  const waiting = sealRows(tx, end, balances.addedAccounts ? await readWaiting(tx, undefined) : seen);

  const at = clock.now().toISOString();
  const entries: LedgerEntry[] = [];
  const kept: { claim: Claim; status: number; json: string }[] = [];
  const dropped: Claim[] = [];
  for (const posting of open) {
    const { transfer, claim, status } = posting;
    const refusal = tryMove(balances, transfer);
    if (refusal) {
      outcomes.set(posting, refusal);
      if (claim) dropped.push(claim);
      continue;
    }
    const { kind, from, to, amount, memo = null, ref } = transfer;
    const entry = end.append({ at, kind, from, to, amount, memo, ref });
    const answer = posting.answer(entry, balances.of(from) ?? 0);
    entries.push(entry);
    outcomes.set(posting, answer);
    if (claim) kept.push({ claim, status, json: JSON.stringify(answer) });
  }

  balances.write(tx);
  if (entries.length > 0) sendOnly(tx, insertSealed(tx, entries));
  if (entries.length + waiting.length > 0) end.write(tx);
  sendOnly(tx, keepAnswers(tx, kept));
  sendOnly(tx, dropClaims(tx, dropped));
  return { outcomes, sealed: [...waiting, ...entries] };
}

/** An error concerns only its own caller: a rejected transfer leaves the balances unchanged. */
function tryMove(balances: LockedBalances, transfer: Transfer): Error | undefined {
  try {
    balances.move(transfer);
    return undefined;
  } catch (error) {
    return asError(error);
  }
}
