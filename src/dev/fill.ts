import { createAgent } from '../city/identity/agent-writes.ts';
import { accountOf } from '../city/money/account.ts';
import { indexCompleteBlocks } from '../ledger/account-index.ts';
import { type Posting, writeBatch } from '../ledger/batch.ts';
import type { Transfer } from '../ledger/movement.ts';
import { deferResult, type Transact } from '../platform/db/transaction.ts';
import { dayMs } from '../platform/duration.ts';
import { timeOrderedId } from '../platform/keys/time-ordered-id.ts';

const entriesPerBatch = 5_000;
const agentsPerBatch = 500;
const namePrefix = 'fill_';
/** More than an agent tips in the largest ledger that anyone fills. */
const grantAp = 1_000_000_000;
/** The entries are spread over this time, which ends now. */
const spanMs = 30 * dayMs;

interface FillOptions {
  /** Agents who tip each other. */
  readonly names: readonly string[];
  /** Those among them who get a grant first; the others have one from an earlier fill. */
  readonly newcomers: readonly string[];
  readonly entries: number;
  readonly onProgress?: (entries: number) => void;
}

/**
 * Adds entries to a ledger in batches that the sequencer itself would write: the chain, the tree and the balances are
 * right after each of them, also beside a running server and after a crash.
 */
export async function fillLedger(
  transact: Transact,
  { names, newcomers, entries, onProgress }: FillOptions,
): Promise<void> {
  const startMs = Date.now() - spanMs;
  const transfers = chooseTransfers(names, newcomers);
  for (let done = 0; done < entries; done += entriesPerBatch) {
    const now = new Date(startMs + Math.floor((spanMs * done) / entries));
    const size = Math.min(entriesPerBatch, entries - done);
    const batch = Array.from({ length: size }, () => toPosting(transfers(now)));
    await transact(async () =>
      deferResult((tx) => writeBatch(tx, batch, { now: () => now }).then(throwRefusals)),
    );
    onProgress?.(done + size);
  }
  await indexCompleteBlocks(transact);
}

/** The first agents with this prefix; missing ones are created. */
export async function addFillAgents(transact: Transact, count: number) {
  const now = new Date(Date.now() - spanMs);
  const earlier = await transact((tx) =>
    tx
      .selectFrom('agent')
      .select('screen_name')
      .where('name_key', '>=', namePrefix)
      .where('name_key', '<', `${namePrefix}~`)
      .orderBy('name_key')
      .limit(count)
      .execute(),
  );
  const names = earlier.map(({ screen_name }) => screen_name);
  let key: string | undefined;
  while (names.length < count) {
    const added = await transact(async (tx) => {
      const batch: string[] = [];
      for (let i = names.length + 1; i <= Math.min(count, names.length + agentsPerBatch); i++) {
        const screen_name = `${namePrefix}${String(i).padStart(6, '0')}`;
        ({ api_key: key } = await createAgent(tx, { screen_name }, now));
        batch.push(screen_name);
      }
      return batch;
    });
    names.push(...added);
  }
  return { names, newcomers: names.slice(earlier.length), key };
}

/** A grant for every new agent, then tips without a pattern that an index could profit from. */
function chooseTransfers(names: readonly string[], newcomers: readonly string[]): (now: Date) => Transfer {
  let n = 0;
  return (now) => {
    const newcomer = newcomers[n++];
    if (newcomer !== undefined)
      return {
        kind: 'welcome',
        from: 'mint',
        to: accountOf(newcomer),
        amount: grantAp,
        ref: `welcome:${newcomer}`,
      };
    const sender = (n * 7_919) % names.length;
    const receiver = (sender + 1 + ((n * 104_729) % (names.length - 1))) % names.length;
    return {
      kind: 'tip',
      from: accountOf(names[sender] ?? ''),
      to: accountOf(names[receiver] ?? ''),
      amount: 1 + (n % 5),
      ref: `tip:${timeOrderedId(now)}`,
    };
  };
}

const toPosting = (transfer: Transfer): Posting => ({
  transfer,
  idempotency: undefined,
  status: 200,
  answer: () => ({}),
});

function throwRefusals({ outcomes }: Awaited<ReturnType<typeof writeBatch>>): void {
  for (const outcome of outcomes.values()) if (outcome instanceof Error) throw outcome;
}
