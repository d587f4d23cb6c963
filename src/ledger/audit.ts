import { sql } from 'kysely';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { listedAtOnce } from './account-lists.ts';
import { type AccountAudit, auditAccounts } from './audit-accounts.ts';
import { allEntries, type LedgerHead, readHead } from './entries.ts';
import { blockLevel, storedOtherwise } from './nodes.ts';
import { Chain } from './proof/chain.ts';
import type { LedgerEntry } from './proof/entry.ts';
import type { PerfectNode } from './proof/merkle.ts';

export interface Audit {
  readonly ok: boolean;
  readonly entries: number;
  readonly accounts: number;
  /** What does not add up, in words; empty when all is well. */
  readonly problems: string[];
}

const maxProblems = 20;
/** Some milliseconds of work: requests of the same process get their turn in between. */
const auditedAtOnce = 500;

/**
 * Walks the whole chain, compares its end and every stored node of its tree with what the entries make, and every
 * account with what its entries make of it. One snapshot, so it can run beside a busy city; a page of entries in memory
 * at a time, and a number for each account.
 */
export function audit(transaction: Transact): Promise<Audit> {
  return transaction(
    async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      const head = await readHead(tx);
      const problems = await auditChain(tx, head);
      const { accounts, problems: ofAccounts }: AccountAudit = await auditAccounts(tx, maxProblems);
      problems.push(...ofAccounts);
      return {
        ok: problems.length === 0,
        entries: head.seq,
        accounts,
        problems: problems.slice(0, maxProblems),
      };
    },
    { isolation: 'repeatable read' },
  );
}

async function auditChain(tx: Tx, head: LedgerHead): Promise<string[]> {
  const chain = new Chain();
  const problems: string[] = [];
  let nodes = 0;
  for await (const page of allEntries(tx, head.seq, auditedAtOnce)) {
    const { completed, problem } = takePage(chain, page);
    // Behind a bad entry nothing can be said of the chain or its tree.
    if (problem) return [...problems, problem];
    nodes += completed.length;
    for (const { level, index } of await storedOtherwise(tx, completed))
      if (problems.length < maxProblems)
        problems.push(`the stored Merkle node ${level}/${index} is not that of the entries`);
    await new Promise(setImmediate);
  }
  return [...problems, ...(await compareEnds(tx, chain, head, nodes))];
}

/** The nodes that a page of entries completes and that are stored, or what is wrong with the first bad one. */
function takePage(chain: Chain, page: readonly LedgerEntry[]) {
  const completed: PerfectNode[] = [];
  for (const entry of page) {
    const bad = chain.takeEntry(entry);
    if (bad) return { completed, problem: `entry ${entry.seq}: ${bad.message}` };
    for (const node of chain.completed) if (node.level >= blockLevel) completed.push(node);
  }
  return { completed };
}

async function compareEnds(tx: Tx, chain: Chain, head: LedgerHead, nodes: number): Promise<string[]> {
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
  const { stored } = await tx
    .selectFrom('ledger_node')
    .select((select) => select.fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow();
  const { listed, blocks } = await countListed(tx);
  if (listed !== 2 * blocks * listedAtOnce || blocks * listedAtOnce > head.seq)
    problems.push(`the lists of accounts hold ${listed} places, ${blocks} blocks of entries make others`);
  if (stored > nodes) problems.push(`${stored} Merkle nodes are stored, the entries make ${nodes}`);
  return problems;
}

/** Every entry is of two accounts, so each block is listed twice over. */
async function countListed(tx: Tx): Promise<{ listed: number; blocks: number }> {
  const { rows } = await sql<{ listed: number; blocks: number }>`
    SELECT blocks, (SELECT coalesce(sum(cardinality(places)), 0)::bigint FROM ledger_account_list) AS listed
    FROM ledger_lists WHERE id = 1`.execute(tx);
  return rows[0]!;
}
