import { sql } from 'kysely';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { allEntries, type LedgerHead, readHead } from './entries.ts';
import { storedNodes } from './nodes.ts';
import { Chain } from './proof/chain.ts';
import { rootOf } from './proof/merkle-proof.ts';

export interface Audit {
  readonly ok: boolean;
  readonly entries: number;
  readonly accounts: number;
  /** What does not add up, in words; empty when all is well. */
  readonly problems: string[];
}

const maxProblems = 20;

/**
 * Works out every balance from the entries and compares it with the account's, walks the whole chain, and
 * compares its end and its tree with what is stored. One snapshot, so it can run beside a busy city.
 */
export function audit(transaction: Transact): Promise<Audit> {
  return transaction(
    async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      const head = await readHead(tx);
      const chain = new Chain();
      const problems: string[] = [];
      for await (const page of allEntries(tx, head.seq)) {
        const bad = page
          .map((entry) => [entry.seq, chain.takeEntry(entry)] as const)
          .find(([, problem]) => problem);
        if (bad) {
          problems.push(`entry ${bad[0]}: ${bad[1]?.message}`);
          break;
        }
        await new Promise(setImmediate);
      }
      if (problems.length === 0) problems.push(...(await compareEnds(tx, chain, head)));
      const { rows } = await sql<{ name: string; balance: number; counted: number }>`
        WITH moved AS (
          SELECT from_account AS name, -amount AS amount, seq FROM ledger_entry
          UNION ALL SELECT to_account, amount, seq FROM ledger_entry),
        counted AS (
          SELECT name, sum(amount)::bigint AS total FROM moved
          WHERE seq IS NOT NULL OR name NOT IN ('mint', 'sink') GROUP BY name)
        SELECT coalesce(account.name, counted.name) AS name, coalesce(balance, 0) AS balance, coalesce(total, 0) AS counted
        FROM account FULL JOIN counted ON counted.name = account.name`.execute(tx);
      for (const { name, balance, counted } of rows) {
        if (balance !== counted) problems.push(`${name} has ${balance} AP, its entries make ${counted}`);
        if (balance < 0 && name !== 'mint') problems.push(`${name} is below zero`);
      }
      return {
        ok: problems.length === 0,
        entries: head.seq,
        accounts: rows.length,
        problems: problems.slice(0, maxProblems),
      };
    },
    { isolation: 'repeatable read' },
  );
}

async function compareEnds(tx: Tx, chain: Chain, head: LedgerHead): Promise<string[]> {
  if (chain.seq !== head.seq) return [`the chain ends at ${chain.seq}, its head says ${head.seq}`];
  const problems: string[] = [];
  const { last } = await tx
    .selectFrom('ledger_entry')
    .select((select) => select.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  if ((last ?? 0) !== head.seq) problems.push(`there are entries up to ${last}, the head says ${head.seq}`);
  if (chain.hash !== head.hash) problems.push('the last entry and the head have different hashes');
  if (!chain.frontier?.toBuffer().equals(head.frontier)) {
    problems.push('the Merkle tree of the head is not that of the entries');
  }
  // A node that is missing is as wrong as one that is not the entries'.
  const root = await rootOf(storedNodes(tx), head.seq).catch(() => undefined);
  if (!root || !chain.frontier?.root().equals(root)) {
    problems.push('the stored Merkle nodes are not those of the entries');
  }
  return problems;
}
