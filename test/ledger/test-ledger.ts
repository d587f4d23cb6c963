import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../src/ledger/audit.ts';
import { iterateEntries, readHead } from '../../src/ledger/entries.ts';
import type { AccountName, Transfer } from '../../src/ledger/movement.ts';
import { entryLine, type LedgerEntry } from '../../src/ledger/proof/entry.ts';
import { type Verification, type VerifyOptions, verifyExport } from '../../src/ledger/proof/verify.ts';
import { Sequencer } from '../../src/ledger/sequencer.ts';
import { createLedger, type Ledger } from '../../src/ledger/transfer.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';

export interface Posted {
  readonly seq: number;
  readonly balance: number;
}

/** The ledger's components on a test's database, composed as in a process of kith. */
export interface TestLedger extends Database {
  readonly ledger: Ledger;
  readonly sequencer: Sequencer;
  readonly errors: unknown[];
  /** Through the sequencer: resolves when it is sealed. */
  post(transfer: Transfer): Promise<Posted>;
  /** In its own transaction, as a business operation does: sealed moments later. */
  move(...transfers: Transfer[]): Promise<void>;
}

/** A separate database for one test. */
export async function ownDatabase(t: AfterTest): Promise<TestDatabase> {
  const database = await freshDatabase();
  t.after(() => database.drop());
  return database;
}

type Connection = Pick<TestDatabase, 'host' | 'port' | 'user' | 'database'>;
interface AfterTest {
  after(clean: () => Promise<unknown>): void;
}

export function openTestLedger(
  test: AfterTest | undefined,
  { host, port, user, database }: Connection,
  { clock = systemClock, connections = 8 }: { clock?: Clock; connections?: number } = {},
): TestLedger {
  const errors: unknown[] = [];
  const opened = openDatabase(
    { host, port, user, database },
    { name: 'ledger-test', connections, onLost: () => {} },
  );
  const sequencer = new Sequencer({
    transaction: opened.transaction,
    clock,
    onError: (error) => errors.push(error),
    onSealed: () => {},
  });
  const ledger = createLedger({ clock, onUnsealed: () => sequencer.sealSoon() });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= sequencer.stop().then(() => opened.close());
    return closed;
  };
  test?.after(close);
  return {
    ...opened,
    ledger,
    sequencer,
    errors,
    close,
    post: async (transfer) =>
      (await sequencer.post({
        transfer,
        idempotency: undefined,
        status: 201,
        answer: ({ seq }, balance) => ({ seq, balance }),
      })) as Posted,
    move: (...transfers) => opened.transaction(async (tx) => ledger.collect(tx, transfers)),
  };
}

let refs = 0;
/** A unique reference for every movement. */
export const uniqueRef = (): string => `test:${process.pid}:${++refs}`;

export const tip = (from: AccountName, to: AccountName, amount: number): Transfer => ({
  kind: 'tip',
  from,
  to,
  amount,
  ref: uniqueRef(),
});

/** New AP, as a properly minted entry. */
export const grant = (to: AccountName, amount: number): Transfer => ({
  kind: 'ship',
  from: 'mint',
  to,
  amount,
  ref: uniqueRef(),
});

async function exportedText(read: Database['read']): Promise<string> {
  const { seq } = await readHead(read);
  let text = '';
  for await (const page of iterateEntries(read, seq))
    text += page.map((entry) => `${entryLine(entry)}\n`).join('');
  return text;
}

export const entriesOf = (exported: string): LedgerEntry[] =>
  exported
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Waits until nothing is unsealed. How soon that is measured by the benchmark; here it only must happen. */
export async function waitUntilSealed(database: TestDatabase): Promise<void> {
  for (const end = Date.now() + 60_000; ; await sleep(25)) {
    const [row] = await database.sql('SELECT count(*)::int AS n FROM ledger_entry WHERE seq IS NULL');
    if (row.n === 0) return;
    assert.ok(Date.now() < end, `${row.n} entries were not sealed`);
  }
}

/** Reads that belong together: repeated if an entry of the city itself was added or sealed in between. */
async function readAtRest<T>(database: TestDatabase, read: () => Promise<T>): Promise<T> {
  const count = async () =>
    (await database.sql('SELECT count(*)::int AS n, count(seq)::int AS sealed FROM ledger_entry'))[0];
  for (;;) {
    await waitUntilSealed(database);
    const before = await count();
    const found = await read();
    const after = await count();
    if (before.sealed === after.n && after.sealed === after.n) return found;
  }
}

/**
 * Invariants of a ledger at rest: one chain without a gap from its beginning, in which nobody overdraws, whose balances
 * equal the accounts' and sum to zero; and the audit agrees.
 */
export async function assertLedgerConsistent(
  database: TestDatabase,
  { read, transaction }: Database,
  exported?: string,
  options: VerifyOptions = {},
): Promise<{ entries: LedgerEntry[]; verified: Verification }> {
  const { text, stored, accounts } = await readAtRest(database, async () => ({
    text: exported ?? (await exportedText(read)),
    stored: await database.sql(
      'SELECT count(*)::int AS n, count(seq)::int AS sealed, coalesce(max(seq), 0)::int AS last FROM ledger_entry',
    ),
    accounts: await database.sql('SELECT name, sum(balance)::float8 AS balance FROM account GROUP BY name'),
  }));
  const verified = await verifyExport([text], options);
  assert.deepEqual(verified.problem, null);
  const entries = entriesOf(text);
  assert.deepEqual(stored, [{ n: entries.length, sealed: entries.length, last: entries.length }]);
  assert.equal(
    accounts.reduce((sum, { balance }) => sum + balance, 0),
    0,
  );
  const nonZero = (balances: Iterable<[string, number]>) =>
    [...balances].filter(([, balance]) => balance !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(
    nonZero(accounts.map(({ name, balance }) => [name, balance])),
    nonZero(verified.balances ?? []),
  );
  assert.deepEqual((await audit(transaction)).problems, []);
  return { entries, verified };
}

/** The balance of an account after each entry that touched it, by seq. */
export function runningBalances(entries: readonly LedgerEntry[]): Map<string, Map<number, number>> {
  const running = new Map<string, Map<number, number>>();
  const now = new Map<string, number>();
  for (const { seq, from, to, amount } of entries)
    for (const [name, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      now.set(name, (now.get(name) ?? 0) + change);
      const ofAccount = running.get(name) ?? new Map<number, number>();
      running.set(name, ofAccount.set(seq, now.get(name)!));
    }
  return running;
}
