import type { Clock } from '../platform/clock.ts';
import type { ClosingTx } from '../platform/db/transaction.ts';
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
import { ChainEnd, sealWaiting } from './seal.ts';

/** A movement that is nothing but a movement, and what its caller is answered. */
export interface Posting {
  readonly transfer: Transfer;
  readonly claim: Claim | undefined;
  readonly status: number;
  /** `balance` is what the giver has left. */
  answer(entry: LedgerEntry, balance: number): object;
}

interface WrittenBatch {
  /** What each posting came to: its answer, the first answer of its idempotency key, or its refusal. */
  readonly outcomes: Map<Posting, object | Replay | Error>;
  readonly sealed: LedgerEntry[];
}

/** Many postings in one transaction, each with an outcome of its own. */
export async function writeBatch(
  tx: ClosingTx,
  postings: readonly Posting[],
  clock: Clock,
): Promise<WrittenBatch> {
  const end = await ChainEnd.lock(tx, { wait: true });
  if (!end) throw new Error('the ledger has no head');
  const outcomes = new Map<Posting, object | Replay | Error>();
  const claimed = await takeClaims(
    tx,
    postings.flatMap(({ claim }) => claim ?? []),
  );
  for (const posting of postings) {
    const earlier = posting.claim && claimed.get(posting.claim);
    if (earlier) outcomes.set(posting, earlier);
  }
  const open = postings.filter((posting) => !outcomes.has(posting));
  const balances = await LockedBalances.lock(
    tx,
    open.map(({ transfer }) => transfer),
  );
  // After the locks: whatever funded these accounts is committed by now, and must stand before what spends it.
  const waiting = await sealWaiting(tx, end, undefined);

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
    const answer = posting.answer(entry, balances.of(from));
    entries.push(entry);
    outcomes.set(posting, answer);
    if (claim) kept.push({ claim, status, json: JSON.stringify(answer) });
  }

  await balances.write(tx);
  await insertSealed(tx, entries);
  if (entries.length + waiting.length > 0) await end.write(tx);
  await keepAnswers(tx, kept);
  await dropClaims(tx, dropped);
  return { outcomes, sealed: [...waiting, ...entries] };
}

/** Whatever is wrong with one posting is its own caller's to hear of: a refused move leaves the balances as they were. */
function tryMove(balances: LockedBalances, transfer: Transfer): Error | undefined {
  try {
    balances.move(transfer);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
